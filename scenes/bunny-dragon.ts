// A bunny-like body flies into a dragon-like one and shatters it: the shock travels through the
// dragon, and shard after shard comes loose, flies off, hits others and falls to the ground. 250K
// triangles, 350 shards.
import { type Random, seededRandom } from '../src/core/math/random.ts';
import { TriMesh } from '../src/index.ts';
import { bunny, dragon, mergeShells } from './creatures.ts';
import { place, type RigidBody, simulate } from './rigid-bodies.ts';
import { namedParts, type Scene, type SceneOptions } from './scene.ts';
import { type Shard, shatter } from './shards.ts';

/** The number of shards at scale 1. */
const SHARDS = 350;
/** The radius of the bunny. */
const BUNNY = 0.42;
/** The displacement of the bunny per frame. */
const SPEED = 0.04;
/** The frame in which the bunny hits. */
const HIT = 22;
/** The point that the bunny hits. */
const IMPACT = [0.15, 0, 0.75];
/** The distance that the shock travels per frame. */
const SHOCK = 0.08;
/** The distance of the bunny's nose from the impact when it first touches the body. */
const FRONT = 0.4;

/** The scene of a bunny that shatters a dragon. */
export function bunnyDragon({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  const random = seededRandom(seed);
  const attacker = bunny(BUNNY, scale);
  const shards = shatter(random, mergeShells(dragon(scale)), Math.max(24, Math.round(SHARDS * scale)));
  const bodies = [thrown(), ...shards.map((shard) => bodyOf(random, shard))];
  const solids = [attacker, ...shards];
  const { mesh, firstVertex } = TriMesh.merge(solids.map((solid) => solid.mesh));
  const frameCount = 110;
  let poses: Float64Array | undefined;

  const positions = (frame: number, out: Float64Array): void => {
    poses ??= simulate({
      bodies,
      frameCount,
      gravity: 0.0011,
      bounce: 0.3,
      friction: 0.4,
      wall: ground,
    });
    for (let b = 0; b < solids.length; b++)
      place(poses, frame * solids.length + b, solids[b].points, out, 3 * firstVertex[b]);
  };
  return {
    name: 'bunny-dragon',
    mesh,
    parts: namedParts(['bunny', ...shards.map((_, i) => `shard ${i + 1}`)], firstVertex),
    frameCount,
    positions,
  };
}

/** The bunny flies along +x, turning slowly. */
function thrown(): RigidBody {
  const start = IMPACT[0] - FRONT - BUNNY * 1.3 - HIT * SPEED;
  const balls = [0, 0, 0, 0.95, 0.62, 0, 0.78, 0.6].map((x) => x * BUNNY);
  return {
    centre: [start, IMPACT[1], IMPACT[2]],
    velocity: [SPEED, 0, 0.002],
    spin: [0.004, 0.012, 0],
    mass: Number.POSITIVE_INFINITY,
    balls,
  };
}

/**
 * Returns the body of a shard. It is fixed until the bunny or the shock arrives; then it leaves the
 * impact, faster the nearer it is.
 */
function bodyOf(random: Random, shard: Shard): RigidBody {
  const away = shard.centre.map((x, k) => x - IMPACT[k]);
  const distance = Math.hypot(...away);
  const speed = 0.03 * Math.exp(-0.9 * distance);
  const jitter = (size: number): number => random.between(-size, size);
  const velocity = away.map(
    (x, k) => (speed * x) / Math.max(0.2, distance) + jitter(0.004) + (k === 0 ? 0.4 * speed : 0),
  );
  const balls = ballsOf(shard);
  const isInTheWay = Math.hypot(away[1], away[2]) < 2 * BUNNY;
  const reached = isInTheWay ? HIT + (away[0] + FRONT) / SPEED : Number.POSITIVE_INFINITY;
  return {
    centre: shard.centre,
    velocity,
    spin: [jitter(0.05), jitter(0.05), jitter(0.05)],
    mass: shard.mesh.faceCount,
    balls,
    heldUntil: Math.round(Math.min(HIT + distance / SHOCK, reached)),
  };
}

/**
 * Returns six balls on vertices as far from each other as possible, sized so that they roughly
 * cover the shard.
 */
export function ballsOf({ points }: Pick<Shard, 'points'>): number[] {
  const { chosen, spacing } = farApart(points, 6);
  const radius = Math.max(0.012, 0.35 * spacing);
  return chosen.flatMap((v) => ballInside(points.subarray(3 * v, 3 * v + 3), radius));
}

/**
 * Returns a ball at a vertex, moved by its radius towards the centre, so that it stays within the
 * outline.
 */
export function ballInside(at: Float64Array, radius: number): number[] {
  const inward = Math.max(0, 1 - radius / Math.hypot(...at));
  return [...at.map((x) => x * inward), radius];
}

/**
 * Chooses points one after the other, each as far as possible from those before; `spacing` is the
 * largest distance of any other point from them.
 */
export function farApart(points: Float64Array, count: number): { chosen: number[]; spacing: number } {
  const chosen: number[] = [];
  const distance = new Float64Array(points.length / 3).fill(Number.POSITIVE_INFINITY);
  let next = 0;
  for (let k = 0; k < count; k++) {
    chosen.push(next);
    let farthest = 0;
    for (let i = 0; i < distance.length; i++) {
      const [x, y, z] = [0, 1, 2].map((axis) => points[3 * i + axis] - points[3 * next + axis]);
      distance[i] = Math.min(distance[i], Math.hypot(x, y, z));
      if (distance[i] > distance[farthest]) farthest = i;
    }
    next = farthest;
  }
  return { chosen, spacing: distance.reduce((largest, x) => Math.max(largest, x), 0) };
}

/** A wall at z = 0, as `World.wall` takes it. */
export function ground(_x: number, _y: number, z: number, normal: Float64Array): number {
  normal[0] = 0;
  normal[1] = 0;
  normal[2] = 1;
  return z + 0.2;
}
