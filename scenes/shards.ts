// Cuts a shell into shards: every face goes to the nearest of some random places, and each shard becomes a closed body of its own with
// an outer side, an inner side and a rim.
import type { Random } from '../src/core/math/random.ts';
import { TriMesh } from '../src/index.ts';
import type { Shell } from './creatures.ts';
import type { Solid } from './shapes.ts';

/** How far the inner side lies from the outer one towards the middle of the limb. */
const THICKNESS = 0.3;
/** Shards are drawn together a little around their centre, so that unbroken ones do not touch. */
const SHRINK = 0.975;

export interface Shard extends Solid {
  /** `points` are relative to it. */
  readonly centre: readonly number[];
}

export function shatter(random: Random, shell: Shell, count: number): Shard[] {
  const { triangles, faceCount } = shell.mesh;
  const seeds = Array.from({ length: count }, () => centroid(shell, random.below(faceCount)));
  const faces: number[][] = seeds.map(() => []);
  for (let f = 0; f < faceCount; f++) faces[nearest(seeds, centroid(shell, f))].push(f);
  return faces.filter((own) => own.length > 0).map((own) => shardOf(shell, own, triangles));
}

function centroid({ mesh, points }: Shell, face: number): number[] {
  const [a, b, c] = mesh.triangles.subarray(3 * face, 3 * face + 3);
  return [0, 1, 2].map((k) => (points[3 * a + k] + points[3 * b + k] + points[3 * c + k]) / 3);
}

function nearest(seeds: readonly number[][], [x, y, z]: readonly number[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < seeds.length; i++) {
    const [p, q, r] = seeds[i];
    const distanceSq = (x - p) ** 2 + (y - q) ** 2 + (z - r) ** 2;
    if (distanceSq >= least) continue;
    least = distanceSq;
    best = i;
  }
  return best;
}

function shardOf({ points, core }: Shell, faces: readonly number[], triangles: Uint32Array): Shard {
  const local = new Map<number, number>();
  const outer: number[] = [];
  for (const f of faces) {
    for (let k = 0; k < 3; k++) {
      const v = triangles[3 * f + k];
      if (!local.has(v)) local.set(v, local.size);
      outer.push(local.get(v) as number);
    }
  }
  const size = local.size;
  const places = new Float64Array(6 * size);
  for (const [v, i] of local) {
    for (let k = 0; k < 3; k++) {
      places[3 * i + k] = points[3 * v + k];
      places[3 * (size + i) + k] = points[3 * v + k] + THICKNESS * (core[3 * v + k] - points[3 * v + k]);
    }
  }
  const centre = [0, 1, 2].map((k) => places.reduce((sum, x, i) => (i % 3 === k ? sum + x : sum), 0) / (2 * size));
  const mesh = TriMesh.from([...outer, ...insideAndRim(outer, size)], 2 * size);
  return { mesh, centre, points: places.map((x, i) => SHRINK * (x - centre[i % 3])) };
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
