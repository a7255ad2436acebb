// The surfaces that scenes are made of. A sheet is triangles over a parameter square; the scene
// places its vertices.
import { TriMesh } from '../src/index.ts';

/** A surface over the parameter square. */
export interface Sheet {
  readonly mesh: TriMesh;
  /** The parameters u and v of each vertex, in [0, 1]. */
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/** An open square cloth of 2 · columns · rows triangles. */
export function grid(columns: number, rows: number): Sheet {
  return sheet(columns, rows, columns + 1);
}

/** A tube open at both ends with 2 · columns · rows triangles; u runs around it. */
export function sleeve(columns: number, rows: number): Sheet {
  return sheet(columns, rows, columns);
}

/** `stride` vertices per row: one fewer than a cloth has closes it to a tube. */
function sheet(columns: number, rows: number, stride: number): Sheet {
  const triangles: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const right = (i + 1) % stride;
      const [a, b, c, d] = [stride * j + i, stride * j + right, stride * (j + 1) + i, stride * (j + 1) + right];
      triangles.push(a, b, d, a, d, c);
    }
  }
  const vertexCount = stride * (rows + 1);
  const u = Float64Array.from({ length: vertexCount }, (_, i) => (i % stride) / columns);
  const v = Float64Array.from({ length: vertexCount }, (_, i) => Math.floor(i / stride) / rows);
  return { mesh: TriMesh.from(triangles, vertexCount), u, v };
}

/** A tube with a pole at each end, of 2 · columns · rings triangles: v is 0 and 1 at the poles. */
export function sausage(columns: number, rings: number): Sheet {
  const open = sleeve(columns, rings - 1);
  const [low, high] = [open.u.length, open.u.length + 1];
  const top = columns * (rings - 1);
  const triangles = [...open.mesh.triangles];
  for (let i = 0; i < columns; i++) {
    const next = (i + 1) % columns;
    triangles.push(low, next, i, high, top + i, top + next);
  }
  const v = open.v.map((value) => (1 + value * (rings - 1)) / (rings + 1));
  return {
    mesh: TriMesh.from(triangles, high + 1),
    u: Float64Array.from([...open.u, 0, 0]),
    v: Float64Array.from([...v, 0, 1]),
  };
}

/** A closed surface with its points. */
export interface Solid {
  readonly mesh: TriMesh;
  readonly points: Float64Array;
}

/**
 * The unit ball as an icosahedron, each edge cut into `parts`: 20 · parts² triangles of nearly one
 * size.
 */
export function ball(parts: number): Solid {
  const { corners, faces } = icosahedron();
  const points: number[] = [];
  const ids = new Map<string, number>();
  // Identified by its corners and their weights, a point on an edge is the same vertex in both
  // faces.
  const vertex = (face: readonly number[], weights: readonly number[]): number => {
    const used = [0, 1, 2].filter((k) => weights[k] > 0).sort((a, b) => face[a] - face[b]);
    const key = used.map((k) => `${face[k]}:${weights[k]}`).join();
    let id = ids.get(key);
    if (id === undefined) {
      id = points.length / 3;
      ids.set(key, id);
      const sum = [0, 1, 2].map((axis) => used.reduce((s, k) => s + weights[k] * corners[face[k]][axis], 0));
      const length = Math.hypot(...sum);
      points.push(...sum.map((x) => x / length));
    }
    return id;
  };
  const triangles: number[] = [];
  for (const face of faces) {
    const at = (i: number, j: number): number => vertex(face, [parts - i - j, i, j]);
    for (let i = 0; i < parts; i++) {
      for (let j = 0; j < parts - i; j++) {
        triangles.push(at(i, j), at(i + 1, j), at(i, j + 1));
        if (i + j < parts - 1) triangles.push(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
      }
    }
  }
  return { mesh: TriMesh.from(triangles, points.length / 3), points: Float64Array.from(points) };
}

function icosahedron(): { corners: number[][]; faces: number[][] } {
  const corners = [[0, 0, 1]];
  for (let ring = 0; ring < 2; ring++) {
    const [z, rho] = [(1 - 2 * ring) / Math.sqrt(5), 2 / Math.sqrt(5)];
    for (let i = 0; i < 5; i++) {
      const angle = ((2 * i + ring) * Math.PI) / 5;
      corners.push([rho * Math.cos(angle), rho * Math.sin(angle), z]);
    }
  }
  corners.push([0, 0, -1]);
  const faces: number[][] = [];
  for (let i = 0; i < 5; i++) {
    const [a, b, c, d] = [1 + i, 1 + ((i + 1) % 5), 6 + i, 6 + ((i + 1) % 5)];
    faces.push([0, a, b], [a, c, b], [b, c, d], [11, d, c]);
  }
  return { corners, faces };
}
