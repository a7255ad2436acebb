// The pairs of table I of C²A with their hierarchies and motions.
import { type PairMotion, type RigidPair, rigidPairs, type Soup } from '../../../scenes/rigid/index.ts';
import { Advancement, RigidMotion, SweptSpheres } from '../../../src/c2a.ts';
import { cpuMs } from '../../measure.ts';

/** The motions of both bodies. */
export type Motions = readonly [RigidMotion, RigidMotion];

/** A pair of bodies, ready for queries. */
export interface Subject {
  readonly pair: RigidPair;
  readonly soups: { readonly a: Soup; readonly b: Soup };
  readonly advancement: Advancement;
  readonly motions: readonly Motions[];
  readonly triangles: readonly [number, number];
  /** Milliseconds to build both hierarchies. */
  readonly buildMs: number;
}

/** The seed of all motions. */
export const SEED = 2009;

/** The names of all pairs. */
export const subjectNames: readonly string[] = rigidPairs.map(({ name }) => name);

/** Builds a pair with about the fraction `scale` of its triangles, and draws `count` motions. */
export function prepare(name: string, count: number, scale: number): Subject {
  const pair = rigidPairs.filter((one) => one.name === name)[0];
  const soups = pair.bodies(scale);
  const { a, b } = soups;
  const trees: SweptSpheres[] = [];
  const buildMs = cpuMs(() => {
    trees.push(SweptSpheres.over(a.positions, a.triangles), SweptSpheres.over(b.positions, b.triangles));
  });
  return {
    pair,
    soups,
    advancement: new Advancement(trees[0], trees[1]),
    motions: pair.motions(count, SEED).map(motionsOf),
    triangles: [a.triangles.length / 3, b.triangles.length / 3],
    buildMs,
  };
}

/** Drawn motions as a query takes them. */
export function motionsOf({ a, b }: PairMotion): Motions {
  return [RigidMotion.between(a.pose0, a.pose1), RigidMotion.between(b.pose0, b.pose1)];
}
