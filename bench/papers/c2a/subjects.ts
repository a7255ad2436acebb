// The pairs of table I of C²A with their hierarchies and motions, and the result of a query for
// each motion.
import { type RigidPair, rigidPairs, type Soup } from '../../../scenes/rigid/index.ts';
import { RigidMotion } from '../../../src/core/motion/rigid-motion.ts';
import { Advancement, type AdvancementResult } from '../../../src/papers/c2a/advancement.ts';
import { SweptSpheres } from '../../../src/papers/c2a/swept-spheres.ts';
import { cpuMs } from '../../measure.ts';

/** A pair of bodies, ready for queries. */
export interface Subject {
  readonly pair: RigidPair;
  readonly advancement: Advancement;
  readonly motions: readonly (readonly [RigidMotion, RigidMotion])[];
  readonly triangles: readonly [number, number];
  /** Milliseconds to build both hierarchies. */
  readonly buildMs: number;
}

const SEED = 2009;

/** The names of all pairs. */
export const subjectNames: readonly string[] = rigidPairs.map(({ name }) => name);

/** Builds a pair with about the fraction `scale` of its triangles, and draws `count` motions. */
export function prepare(name: string, count: number, scale: number): Subject {
  const pair = rigidPairs.filter((one) => one.name === name)[0];
  const { a, b } = pair.bodies(scale);
  const [soupA, soupB] = [trianglesOf(a), trianglesOf(b)];
  const trees: SweptSpheres[] = [];
  const buildMs = cpuMs(() => trees.push(SweptSpheres.over(soupA), SweptSpheres.over(soupB)));
  return {
    pair,
    advancement: new Advancement(trees[0], trees[1]),
    motions: pair
      .motions(count, SEED)
      .map((m) => [RigidMotion.between(m.a.pose0, m.a.pose1), RigidMotion.between(m.b.pose0, m.b.pose1)]),
    triangles: [soupA.length / 9, soupB.length / 9],
    buildMs,
  };
}

/** Nine numbers per triangle. */
function trianglesOf({ positions, triangles }: Soup): Float64Array {
  const corners = new Float64Array(3 * triangles.length);
  triangles.forEach((vertex, i) => {
    corners.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
  });
  return corners;
}

/** Runs the query of every motion, with or without control. */
export function answers({ advancement, motions }: Subject, control: boolean): AdvancementResult[] {
  return motions.map(([a, b]) => advancement.firstContact(a, b, { control }));
}
