// Cuts a shell into shards: every face belongs to the nearest of some random points, and each shard
// becomes a closed body with an outer side, an inner side and a rim.
import type { Random } from '../src/core/math/random.ts';
import { TriMesh } from '../src/index.ts';
import type { Shell } from './creatures.ts';
import type { Solid } from './shapes.ts';

/**
 * The distance of the inner side from the outer one, as a fraction of the way to the middle of the
 * limb.
 */
const THICKNESS = 0.3;
/**
 * The factor by which shards are shrunk around their centre, so that unbroken ones do not touch.
 */
const SHRINK = 0.975;

/** A closed piece of a shell. */
export interface Shard extends Solid {
  /** The centre that `points` are relative to. */
  readonly centre: readonly number[];
}

/** Cuts a shell into `count` shards. */
export function shatter(random: Random, shell: Shell, count: number): Shard[] {
  const { triangles, faceCount } = shell.mesh;
  const seeds = Float64Array.from(Array.from({ length: count }, () => centroid(shell, random.below(faceCount))).flat());
  const faces: number[][] = Array.from({ length: count }, () => []);
  for (let f = 0; f < faceCount; f++) faces[nearest(seeds, centroid(shell, f))].push(f);
  return faces.filter((own) => own.length > 0).map((own) => shardOf(shell, own, triangles));
}

function centroid({ mesh, points }: Shell, face: number): number[] {
  const [a, b, c] = mesh.triangles.subarray(3 * face, 3 * face + 3);
  return [0, 1, 2].map((k) => (points[3 * a + k] + points[3 * b + k] + points[3 * c + k]) / 3);
}

function nearest(seeds: Float64Array, [x, y, z]: readonly number[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; 3 * i < seeds.length; i++) {
    const distanceSq = (x - seeds[3 * i]) ** 2 + (y - seeds[3 * i + 1]) ** 2 + (z - seeds[3 * i + 2]) ** 2;
    if (distanceSq >= least) continue;
    least = distanceSq;
    best = i;
  }
  return best;
}

function shardOf({ points, core }: Shell, faces: readonly number[], triangles: Uint32Array): Shard {
  const outer = ownCorners(faces, triangles);
  const size = 1 + outer.reduce((largest, i) => Math.max(largest, i), 0);
  const places = new Float64Array(6 * size);
  const fans = new Map<number, Set<number>>();
  const vertexOf = (corner: number): number => triangles[3 * faces[Math.floor(corner / 3)] + (corner % 3)];
  outer.forEach((i, corner) => {
    const v = vertexOf(corner);
    fans.set(v, (fans.get(v) ?? new Set()).add(i));
  });
  outer.forEach((i, corner) => {
    const v = vertexOf(corner);
    const next = vertexOf(corner - (corner % 3) + ((corner + 1) % 3));
    // Several fans may meet in one point: their vertices are pulled apart, each along its own edge.
    const pull = (fans.get(v) as Set<number>).size > 1 ? 0.25 : 0;
    for (let k = 0; k < 3; k++) {
      const surface = (1 - pull) * points[3 * v + k] + pull * points[3 * next + k];
      const middle = (1 - pull) * core[3 * v + k] + pull * core[3 * next + k];
      places[3 * i + k] = surface;
      places[3 * (size + i) + k] = surface + THICKNESS * (middle - surface);
    }
  });
  const centre = [0, 1, 2].map((k) => places.reduce((sum, x, i) => (i % 3 === k ? sum + x : sum), 0) / (2 * size));
  const mesh = TriMesh.from([...outer, ...insideAndRim(outer, size)], 2 * size);
  return { mesh, centre, points: places.map((x, i) => SHRINK * (x - centre[i % 3])) };
}

/**
 * Returns new vertex ids for the corners of these faces. Corners get the same vertex if they are
 * joined across edges. Where faces meet in a point only, each fan gets its own vertex; otherwise
 * four sides of the rim would share an edge.
 */
function ownCorners(faces: readonly number[], triangles: Uint32Array): number[] {
  const vertexAt = (corner: number): number => triangles[3 * faces[Math.floor(corner / 3)] + (corner % 3)];
  const joined = Int32Array.from({ length: 3 * faces.length }, (_, corner) => corner);
  const root = (corner: number): number => {
    let top = corner;
    while (joined[top] !== top) top = joined[top];
    joined[corner] = top;
    return top;
  };
  const starts = new Map<string, number>();
  const after = (corner: number): number => corner - (corner % 3) + ((corner + 1) % 3);
  for (let corner = 0; corner < joined.length; corner++) {
    const [a, b] = [vertexAt(corner), vertexAt(after(corner))];
    const across = starts.get(`${b},${a}`);
    if (across !== undefined) {
      joined[root(corner)] = root(after(across));
      joined[root(after(corner))] = root(across);
    }
    starts.set(`${a},${b}`, corner);
  }
  const ids = new Map<number, number>();
  return Array.from(joined, (_, corner) => {
    const top = root(corner);
    if (!ids.has(top)) ids.set(top, ids.size);
    return ids.get(top) as number;
  });
}

function insideAndRim(outer: readonly number[], size: number): number[] {
  const out: number[] = [];
  const directed = new Set<number>();
  const key = (a: number, b: number): number => a * size + b;
  for (let i = 0; i < outer.length; i += 3) {
    const [a, b, c] = [outer[i], outer[i + 1], outer[i + 2]];
    out.push(size + a, size + c, size + b);
    directed.add(key(a, b)).add(key(b, c)).add(key(c, a));
  }
  for (const edge of directed) {
    const [a, b] = [Math.floor(edge / size), edge % size];
    if (!directed.has(key(b, a))) out.push(b, a, size + a, b, size + a, size + b);
  }
  return out;
}
