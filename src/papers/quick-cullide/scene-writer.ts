// Writes the scene that a device is given for some faces of a mesh: corners, groups, and rows for
// every axis that has a view; also the rendering orders of faces.
import { NONE } from '../../core/mesh/topology.ts';
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import { RowWriter } from './row-writer.ts';
import { type Axis, cornerBounds, viewGrid } from './view-grid.ts';
import { type CullScene, rowLength } from './visibility-device.ts';
import { DEFAULT_VIEWS, type ViewName, type VisibilityOptions } from './visibility-options.ts';

const DEFAULT_RESOLUTION = 512;

/** Which items are primitives, and which are not tested against each other. */
export interface Grouping {
  /** As in `CullScene`. */
  readonly primitiveCount: number;
  /** As in `CullScene`. */
  readonly primitiveOf: Uint32Array | null;
  /** As in `CullScene`. */
  readonly groupOf: Uint32Array | null;
  /** Whether faces that share a vertex are exempt. */
  readonly exemptsNeighbours: boolean;
}

/** Writes scenes of one mesh with the options of one culler. */
export class SceneWriter {
  private readonly mesh: TriMesh;
  private readonly options: VisibilityOptions;
  private readonly rows = new RowWriter();

  constructor(mesh: TriMesh, options: VisibilityOptions) {
    this.mesh = mesh;
    this.options = options;
  }

  /**
   * The scene of these faces, which are in rendering order, at one instant or at both ends of a
   * step.
   */
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
      corners: grouping.exemptsNeighbours ? corners : null,
      startBits: null,
      axes: names.map((axis) => rows.write(positions, viewGrid(axis, bounds, resolution), mode === 'lossy')),
      views: views.map((view) => ({ axis: names.indexOf(view[1] as Axis), flipped: view[0] === '-' })),
    };
  }
}

/**
 * The scene of these items alone, in this order, with the same rows. For scenes in which every item
 * is a primitive.
 */
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

/** All faces by object, then by id. */
export function byIndex(faceCount: number, objectOf: ArrayLike<number> | undefined): Uint32Array {
  if (!objectOf) return Uint32Array.from({ length: faceCount }, (_, f) => f);
  const objects = new Set<number>();
  for (let f = 0; f < faceCount; f++) objects.add(objectOf[f]);
  return grouped(
    faceCount,
    objectOf,
    [...objects].sort((a, b) => a - b),
  );
}

/**
 * All faces back to front along a view: objects by their nearest corner, or, without objects, faces
 * by their centres.
 */
export function backToFront(
  { triangles, faceCount }: TriMesh,
  x: Positions,
  [sign, axis]: ViewName,
  objectOf: ArrayLike<number> | undefined,
): Uint32Array {
  const k = 'xyz'.indexOf(axis);
  const scale = sign === '-' ? -1 / 3 : 1 / 3;
  const depth = (corner: number) => scale * x[3 * triangles[corner] + k];
  if (!objectOf) {
    const depths = Float64Array.from(
      { length: faceCount },
      (_, f) => depth(3 * f) + depth(3 * f + 1) + depth(3 * f + 2),
    );
    return byIndex(faceCount, undefined).sort((f, g) => depths[g] - depths[f] || f - g);
  }
  const nearest = new Map<number, number>();
  for (let corner = 0; corner < 3 * faceCount; corner++) {
    const object = objectOf[Math.floor(corner / 3)];
    const least = nearest.get(object);
    if (least === undefined || depth(corner) < least) nearest.set(object, depth(corner));
  }
  const sorted = [...nearest].sort(([a, p], [b, q]) => q - p || a - b);
  return grouped(
    faceCount,
    objectOf,
    sorted.map(([object]) => object),
  );
}

/** Faces by object, in the order of `objects`, then by id. */
function grouped(faceCount: number, objectOf: ArrayLike<number>, objects: readonly number[]): Uint32Array {
  const places = new Map(objects.map((object, i) => [object, i]));
  const placeOf = Uint32Array.from({ length: faceCount }, (_, f) => places.get(objectOf[f]) ?? 0);
  const next = new Uint32Array(objects.length + 1);
  for (let f = 0; f < faceCount; f++) next[placeOf[f] + 1]++;
  for (let i = 0; i < objects.length; i++) next[i + 1] += next[i];
  const faces = new Uint32Array(faceCount);
  for (let f = 0; f < faceCount; f++) faces[next[placeOf[f]]++] = f;
  return faces;
}

/** Four u32 per face, three vertices and `NONE`, as rows and devices take them. */
function cornersOf({ triangles }: TriMesh, faces: Uint32Array): Uint32Array {
  const corners = new Uint32Array(4 * faces.length).fill(NONE);
  for (let i = 0; i < faces.length; i++) for (let j = 0; j < 3; j++) corners[4 * i + j] = triangles[3 * faces[i] + j];
  return corners;
}
