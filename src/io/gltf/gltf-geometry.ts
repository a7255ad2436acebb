// One mesh of a glTF file as the file holds it: vertices that its primitives share are there once,
// and nothing is welded.

import { INFLUENCES, type Influences, influencesOf } from './gltf-influences.ts';
import { fieldsOf, type GltfFields, gltfError, listOf } from './gltf-json.ts';
import { type GltfData, GltfPrimitiveData } from './gltf-primitive.ts';
import { modeWithoutTriangles, trianglesOf } from './gltf-triangles.ts';

/** Where the vertices of a mesh are; several nodes may show it. */
export interface GltfPoints {
  /** The number of vertices. */
  readonly vertexCount: number;
  /** 3 numbers per vertex, in the space of the mesh. */
  readonly positions: Float64Array;
  /** Displacements at weight 1, one array per morph target; undefined if it moves no vertex. */
  readonly targets: readonly (Float64Array | undefined)[];
  /** The joints of each vertex; undefined if the mesh has no skin. */
  readonly influences: Influences | undefined;
}

/** A mesh as the file holds it. */
export interface GltfGeometry extends GltfPoints {
  /** The place of the mesh in the document. */
  readonly element: string;
  /** 3 vertex ids per triangle of each primitive; none for primitives without triangles. */
  readonly faces: readonly Uint32Array[];
  /** The distance of neighbouring positions on an axis, in the space of the mesh; 0 if all are exact. */
  readonly quantum: number;
  /** The difference of neighbouring weights of joints; 0 if all are exact, or there are none. */
  readonly weightQuantum: number;
  /** Which primitives or parts of them were ignored and why, one line each. */
  readonly ignored: readonly string[];
}

/** The bytes of the joints and weights of a vertex, twice: primitives are put together. */
const INFLUENCE_BYTES = 2 * INFLUENCES * (4 + 8);

/** The bytes that a mesh takes without its vertices, and then some: so many take time, too. */
const GEOMETRY_BYTES = 8192;

/** The data of vertices that primitives share. */
interface VertexGroup {
  readonly firstVertex: number;
  readonly vertexCount: number;
  readonly positions: Float64Array;
  readonly targets: readonly (Float64Array | undefined)[];
  readonly influences: Influences | undefined;
}

/**
 * Reads a mesh. `jointCount` is `undefined` if the node has no skin; joints and weights then have no
 * effect. Throws `FileError`.
 */
export function geometryOf(
  mesh: GltfFields,
  element: string,
  jointCount: number | undefined,
  data: GltfData,
): GltfGeometry {
  data.budget.charge(GEOMETRY_BYTES, element);
  const ignored: string[] = [];
  const groups = new Map<string, VertexGroup>();
  let vertexCount = 0;
  let targetCount: number | undefined;
  let [quantum, weightQuantum] = [0, 0];
  const faces = listOf(mesh, 'primitives', element).map((value, i) => {
    const place = `${element}.primitives[${i}]`;
    const fields = fieldsOf(value, place);
    const { mode = 4 } = fields;
    const primitive = new GltfPrimitiveData(fields, place, data);
    const reason = modeWithoutTriangles(mode, place) ?? (primitive.hasPositions ? undefined : 'no positions');
    if (reason !== undefined) {
      ignored.push(`${place}: ${reason}`);
      return new Uint32Array(0);
    }
    if (jointCount !== undefined && primitive.hasManyJoints) ignored.push(`${place}: joints beyond ${INFLUENCES}`);
    targetCount ??= primitive.targets.length;
    const group = groups.get(primitive.vertexKey) ?? groupOf(primitive, vertexCount, targetCount, jointCount, data);
    if (!groups.has(primitive.vertexKey)) vertexCount += group.vertexCount;
    groups.set(primitive.vertexKey, group);
    quantum = Math.max(quantum, primitive.quantum);
    if (jointCount !== undefined) weightQuantum = Math.max(weightQuantum, primitive.weightQuantum);
    // Draco gives triangles, whatever the mode says.
    const corners = primitive.corners(group.vertexCount);
    const triangles = primitive.isDraco ? corners : trianglesOf(corners, mode, place);
    return group.firstVertex === 0 ? triangles : triangles.map((vertex) => group.firstVertex + vertex);
  });
  const points = concatenated([...groups.values()], vertexCount, targetCount ?? 0, jointCount !== undefined);
  return { ...points, element, faces, quantum, weightQuantum, ignored };
}

/** Returns the number of morph targets of a mesh. Throws `FileError`. */
export function targetCountOf(mesh: GltfFields, element: string): number {
  for (const [i, value] of listOf(mesh, 'primitives', element).entries()) {
    const place = `${element}.primitives[${i}]`;
    const fields = fieldsOf(value, place);
    const { mode = 4 } = fields;
    const hasPositions = fieldsOf(fields.attributes, `${place}.attributes`).POSITION !== undefined;
    if (hasPositions && modeWithoutTriangles(mode, place) === undefined) return listOf(fields, 'targets', place).length;
  }
  return 0;
}

function groupOf(
  primitive: GltfPrimitiveData,
  firstVertex: number,
  targetCount: number,
  jointCount: number | undefined,
  { budget }: GltfData,
): VertexGroup {
  const { element } = primitive;
  const positions = primitive.attribute('POSITION', 3) ?? new Float64Array(0);
  const vertexCount = positions.length / 3;
  if (primitive.targets.length !== targetCount) {
    throw gltfError(element, `${targetCount} morph targets, as in the first primitive`, primitive.targets.length);
  }
  const targets = Array.from({ length: targetCount }, (_, i) => {
    const values = primitive.target(i);
    if (values === undefined || values.length === positions.length) return values;
    throw gltfError(`${element}.targets[${i}].POSITION`, `${vertexCount} elements`, values.length / 3);
  });
  const columns = 1 + targets.filter((target) => target !== undefined).length;
  // The positions may have to be put together with those of other primitives.
  budget.charge(vertexCount * (3 * 8 * columns + (jointCount === undefined ? 0 : INFLUENCE_BYTES)), element);
  const influences = jointCount === undefined ? undefined : influencesOf(primitive, vertexCount, jointCount, element);
  return { firstVertex, vertexCount, positions, targets, influences };
}

function concatenated(
  groups: readonly VertexGroup[],
  vertexCount: number,
  targetCount: number,
  isSkinned: boolean,
): GltfPoints {
  if (groups.length === 1) return groups[0];
  const columnOf = (width: number, of: (group: VertexGroup) => ArrayLike<number> | undefined): Float64Array => {
    const column = new Float64Array(width * vertexCount);
    for (const group of groups) column.set(of(group) ?? [], width * group.firstVertex);
    return column;
  };
  const targets = Array.from({ length: targetCount }, (_, i) =>
    groups.some((group) => group.targets[i]) ? columnOf(3, (group) => group.targets[i]) : undefined,
  );
  const influences = isSkinned
    ? {
        joints: Uint32Array.from(columnOf(INFLUENCES, (group) => group.influences?.joints)),
        weights: columnOf(INFLUENCES, (group) => group.influences?.weights),
      }
    : undefined;
  return { vertexCount, positions: columnOf(3, (group) => group.positions), targets, influences };
}
