// What a device is given for some faces of a mesh: corners, groups, and rows for every axis that views look along.
import { NONE } from '../../core/mesh/topology.ts';
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import { DEFAULT_VIEWS, type VisibilityOptions } from './cull-options.ts';
import type { CullScene } from './device.ts';
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

/** Faces by object, then back to front along the first view, if asked, or by number. */
export function renderingOrder(mesh: TriMesh, x: Positions, options: VisibilityOptions): Uint32Array {
  const { order = 'index', objectOf, views = DEFAULT_VIEWS } = options;
  const { triangles } = mesh;
  const faces = Uint32Array.from({ length: mesh.faceCount }, (_, f) => f);
  if (order === 'index') return objectOf ? faces.sort((f, g) => objectOf[f] - objectOf[g] || f - g) : faces;
  const [[sign, axis]] = views;
  const k = 'xyz'.indexOf(axis);
  const scale = sign === '-' ? -1 / 3 : 1 / 3;
  const depths = Float64Array.from(faces, (f) => {
    const [a, b, c] = triangles.subarray(3 * f, 3 * f + 3);
    return scale * x[3 * a + k] + scale * x[3 * b + k] + scale * x[3 * c + k];
  });
  const ranks = objectOf ? objectRanks(objectOf, depths) : null;
  const rank = (f: number) => (ranks && objectOf ? (ranks.get(objectOf[f]) ?? 0) : 0);
  return faces.sort((f, g) => rank(f) - rank(g) || depths[g] - depths[f] || f - g);
}

/** Objects in the order of the nearest of their faces, the farthest first. */
function objectRanks(objectOf: ArrayLike<number>, depths: Float64Array): Map<number, number> {
  const nearest = new Map<number, number>();
  depths.forEach((depth, f) => {
    nearest.set(objectOf[f], Math.min(depth, nearest.get(objectOf[f]) ?? Infinity));
  });
  const sorted = [...nearest].sort(([a, p], [b, q]) => q - p || a - b);
  return new Map(sorted.map(([object], i) => [object, i]));
}

/** Four words a face, as rows and devices take them. */
function cornersOf({ triangles }: TriMesh, faces: Uint32Array): Uint32Array {
  const corners = new Uint32Array(4 * faces.length).fill(NONE);
  for (let i = 0; i < faces.length; i++) for (let j = 0; j < 3; j++) corners[4 * i + j] = triangles[3 * faces[i] + j];
  return corners;
}
