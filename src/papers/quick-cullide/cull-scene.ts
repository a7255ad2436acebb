// What a device is given for some faces of a mesh: corners, groups, and rows for every axis that views look along.
import { NONE } from '../../core/mesh/topology.ts';
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import { DEFAULT_VIEWS, type ViewName, type VisibilityOptions } from './cull-options.ts';
import { type CullScene, rowLength } from './device.ts';
import { type Axis, cornerBounds, viewGrid } from './view-grid.ts';
import { RowWriter } from './view-rows.ts';

const DEFAULT_RESOLUTION = 512;

/** Who is a primitive, and who is not tested against whom; as in `CullScene`. */
export interface Grouping {
  readonly primitiveCount: number;
  readonly primitiveOf: Uint32Array | null;
  readonly groupOf: Uint32Array | null;
  readonly neighbours: boolean;
}

export class SceneWriter {
  private readonly mesh: TriMesh;
  private readonly options: VisibilityOptions;
  private readonly rows = new RowWriter();

  constructor(mesh: TriMesh, options: VisibilityOptions) {
    this.mesh = mesh;
    this.options = options;
  }

  /** Faces in rendering order. */
  write(faces: Uint32Array, positions: readonly Positions[], grouping: Grouping): CullScene {
    const { mesh, options, rows } = this;
    const { views = DEFAULT_VIEWS, resolution = DEFAULT_RESOLUTION, mode } = options;
    const corners = cornersOf(mesh, faces);
    const bounds = cornerBounds(corners, positions);
    const names = [...new Set(views.map((view) => view[1] as Axis))];
    rows.setItems(corners);
    return {
      itemCount: faces.length,
      primitiveCount: grouping.primitiveCount,
      edgeCount: positions.length === 1 ? 3 : 6,
      primitiveOf: grouping.primitiveOf,
      groupOf: grouping.groupOf,
      corners: grouping.neighbours ? corners : null,
      axes: names.map((axis) => rows.write(positions, viewGrid(axis, bounds, resolution), mode === 'lossy')),
      views: views.map((view) => ({ axis: names.indexOf(view[1] as Axis), flipped: view[0] === '-' })),
    };
  }
}

/** These items alone, in this order: what was found out about them stays, on the same grid. Where items are primitives. */
export function pickItems(scene: CullScene, items: Uint32Array): CullScene {
  const { groupOf, corners, axes, edgeCount } = scene;
  return {
    ...scene,
    itemCount: items.length,
    primitiveCount: items.length,
    groupOf: groupOf && pick(groupOf, items, 1),
    corners: corners && pick(corners, items, 4),
    axes: axes.map((axis) => ({ ...axis, rows: pick(axis.rows, items, rowLength(edgeCount)) })),
  };
}

function pick<T extends Int32Array | Uint32Array>(values: T, items: Uint32Array, length: number): T {
  const picked = values.slice(0, length * items.length) as T;
  for (let i = 0; i < items.length; i++) {
    const from = length * items[i];
    for (let k = 0; k < length; k++) picked[length * i + k] = values[from + k];
  }
  return picked;
}

/** By object, then by number. */
export function byIndex(faceCount: number, objectOf: ArrayLike<number> | undefined): Uint32Array {
  const faces = Uint32Array.from({ length: faceCount }, (_, f) => f);
  return objectOf ? faces.sort((f, g) => objectOf[f] - objectOf[g] || f - g) : faces;
}

/** Objects back to front along a view, and so the faces of each. */
export function backToFront(
  { triangles }: TriMesh,
  x: Positions,
  faces: Uint32Array,
  [sign, axis]: ViewName,
  objectOf: ArrayLike<number> | undefined,
): Uint32Array {
  const k = 'xyz'.indexOf(axis);
  const scale = sign === '-' ? -1 / 3 : 1 / 3;
  const depths = Float64Array.from(faces, (f) => {
    const at = 3 * f;
    return (
      scale * x[3 * triangles[at] + k] + scale * x[3 * triangles[at + 1] + k] + scale * x[3 * triangles[at + 2] + k]
    );
  });
  const ranks = objectOf && objectRanks(faces, objectOf, depths);
  const order = Uint32Array.from(faces.keys());
  order.sort((i, j) => (ranks ? ranks[i] - ranks[j] : 0) || depths[j] - depths[i] || faces[i] - faces[j]);
  return order.map((i) => faces[i]);
}

/** Of every face, the place of its object: in the order of the nearest of their faces, the farthest first. */
function objectRanks(faces: Uint32Array, objectOf: ArrayLike<number>, depths: Float64Array): Uint32Array {
  const nearest = new Map<number, number>();
  depths.forEach((depth, i) => {
    const object = objectOf[faces[i]];
    nearest.set(object, Math.min(depth, nearest.get(object) ?? Infinity));
  });
  const sorted = [...nearest].sort(([a, p], [b, q]) => q - p || a - b);
  const ranks = new Map(sorted.map(([object], i) => [object, i]));
  return Uint32Array.from(faces, (f) => ranks.get(objectOf[f]) ?? 0);
}

/** Four words a face, as rows and devices take them. */
function cornersOf({ triangles }: TriMesh, faces: Uint32Array): Uint32Array {
  const corners = new Uint32Array(4 * faces.length).fill(NONE);
  for (let i = 0; i < faces.length; i++) for (let j = 0; j < 3; j++) corners[4 * i + j] = triangles[3 * faces[i] + j];
  return corners;
}
