// Measures culling by every algorithm and in every mode over the same instants, in turn; then what
// objects hand down to their faces; then culling of a step as a prefilter of the exact stage.
import { type Culling, VisibilityCuller, type VisibilityOptions, visiblePairs } from '../../../src/gpu.ts';
import { MeshCollider } from '../../../src/index.ts';
import { cpuMs, median } from '../../measure.ts';
import { type Instant, subjects } from './subjects.ts';

/** The modes that are compared. */
export const MODES = ['conservative', 'lossy'] as const;
/** A mode. */
export type Mode = (typeof MODES)[number];
/** The algorithms that are compared. */
export const ALGORITHMS = ['quick-cullide', 'cullide'] as const;

/** The result and the cost of one culling. */
export interface Row {
  /** Faces left. */
  readonly left: number;
  /** Pairs of faces left for exact tests. */
  readonly pairs: number;
  /** Pairs that collide and were culled. */
  readonly missed: number;
  /** Faces rendered in all passes. */
  readonly rendered: number;
  /** Faces tested in all passes: occlusion queries. */
  readonly tested: number;
  readonly rounds: number;
  /** Objects left, and their pairs; 0 without objects. */
  readonly objects: number;
  readonly objectPairs: number;
  /** CPU milliseconds. */
  readonly ms: number;
}

/** `collide` with and without the mask of a culling. */
export interface PrefilterCost {
  readonly left: number;
  readonly contacts: number;
  readonly missed: number;
  readonly cullMs: number;
  /** CPU milliseconds and pairs of nodes of `collide`: without the mask, then with it. */
  readonly ms: readonly [number, number];
  readonly nodePairs: readonly [number, number];
}

/** All cullings of one instant at one resolution. */
export interface InstantRows {
  readonly at: number;
  readonly resolution: number;
  readonly triangles: number;
  readonly colliding: number;
  /** By mode, then by algorithm. */
  readonly rows: Readonly<Record<Mode, readonly [Row, Row]>>;
}

/** Measures every mode and algorithm at one instant. */
export function measureInstant(name: string, instant: Instant, resolution: number, isWarm: boolean): InstantRows {
  const { mesh, at, colliding } = instant;
  const measured = (mode: Mode): [Row, Row] => {
    const options = { mode, resolution, views: subjects[name].views };
    const [first, second] = ALGORITHMS.map((algorithm) => measure(instant, { ...options, algorithm }, isWarm));
    return [first, second];
  };
  const rows = { conservative: measured('conservative'), lossy: measured('lossy') };
  return { at, resolution, triangles: mesh.faceCount, colliding, rows };
}

/** Measures one culling: the second of two runs if it is warm, because the first one allocates. */
export function measure(instant: Instant, options: VisibilityOptions, isWarm = true): Row {
  const { mesh, x, objectOf, pairs } = instant;
  const culler = new VisibilityCuller(mesh, objectOf ? { objectOf, ...options } : options);
  let culling: Culling | undefined;
  const run = () => {
    culling = culler.cull(x);
  };
  if (isWarm) run();
  const ms = cpuMs(run);
  if (culling === undefined) throw new Error('Nothing was measured.');
  const { size, rounds, objects } = culling;
  const passes = [...culling.passes, ...(culling.self?.passes ?? [])];
  let missed = 0;
  for (let i = 0; i < pairs.length; i += 2) if (!culling.mayCollide(pairs[i], pairs[i + 1])) missed++;
  return {
    left: size,
    pairs: visiblePairs(mesh, culling, x).count,
    missed,
    rendered: passes.reduce((sum, pass) => sum + pass.rendered, 0),
    tested: passes.reduce((sum, pass) => sum + pass.tested, 0),
    rounds,
    objects: objects?.left ?? 0,
    objectPairs: (objects?.pairs.length ?? 0) / 2,
    ms,
  };
}

/**
 * Measures `collide` with and without a mask. The mask is that of all faces that share no vertex,
 * whatever their objects.
 */
export function measurePrefilter({ mesh, x, x1 }: Instant, resolution: number): PrefilterCost {
  const culler = new VisibilityCuller(mesh, { resolution });
  const collider = new MeshCollider(mesh);
  let { mask: prefilter, size } = culler.cull(x, x1);
  const cullMs = cpuMs(() => {
    ({ mask: prefilter, size } = culler.cull(x, x1));
  });
  const runs = [{}, { prefilter }].map((options) => {
    // The first four times do not count: in its first steps the collider tries whether cones save
    // time.
    const times = Array.from({ length: 9 }, () => cpuMs(() => collider.collide(x, x1, options)));
    const { count, tally } = collider.collide(x, x1, options);
    return { ms: median(times.slice(4)), count, nodePairs: tally.nodePairs };
  });
  const [alone, masked] = runs;
  return {
    left: size,
    contacts: alone.count,
    missed: alone.count - masked.count,
    cullMs,
    ms: [alone.ms, masked.ms],
    nodePairs: [alone.nodePairs, masked.nodePairs],
  };
}
