// Measures one scene for the tables of ICCD: adjacent pairs and orphans, elementary tests and
// counters of every method, time and memory. All methods must find the same contacts.
import {
  basic,
  countAdjacentPairs,
  findOrphans,
  iccd,
  iccdAsPublished,
  iccdWithCones,
  iccdWithoutCones,
  MeshCollider,
  type Recipe,
  rTriangles,
  type Tally,
  type TriMesh,
} from '../../src/index.ts';
import type { Frame } from '../frame-queries.ts';
import { cpuMs, median } from '../measure.ts';
import { bytesOfStructures } from '../memory.ts';
import { quietBasic, quietSweptBasic, sweptBasic } from './quiet-basic.ts';
import type { Subject } from './steps.ts';
import { mean } from './table.ts';

const ROUNDS = 3;

const methods = {
  basic,
  rTriangles,
  highLevel: quietBasic,
  lowLevel: iccdWithoutCones,
  bothLevels: iccdWithCones,
  /** The paper's own: swept bounds, no bounds of features. */
  publishedBase: sweptBasic,
  publishedHigh: quietSweptBasic,
  publishedLow: iccdAsPublished.with({ cones: 'never' }),
  published: iccdAsPublished,
} satisfies Record<string, Recipe>;
type Method = keyof typeof methods;

const timed = { ours: iccd, base: basic, published: iccdAsPublished, publishedBase: sweptBasic };
type Timed = keyof typeof timed;

/** All that is measured of one scene; means over its steps. */
export interface Row {
  readonly name: string;
  readonly faces: number;
  readonly adjacentPairs: number;
  readonly adjacentTests: number;
  readonly orphans: number;
  /** CPU milliseconds of a warm step. */
  readonly ms: Readonly<Record<Timed, number>>;
  /** Bytes per triangle that a collider keeps. */
  readonly bytes: Readonly<Record<'ours' | 'published', number>>;
  /** Elementary tests of `iccd`, with cones if it decides for them. */
  readonly iccdTests: number;
  readonly tests: Readonly<Record<Method, number>>;
  /** The tally of ICCD as published. */
  readonly tally: Tally;
}

/**
 * Counts adjacent pairs, their tests, and orphans of the mesh at the last step; a mesh that breaks
 * is then most broken.
 */
function adjacency(mesh: TriMesh): Pick<Row, 'adjacentPairs' | 'adjacentTests' | 'orphans'> {
  const { vertexAdjacent, edgeAdjacent } = countAdjacentPairs(mesh);
  const { vf, ee } = findOrphans(mesh);
  return {
    adjacentPairs: vertexAdjacent + edgeAdjacent,
    adjacentTests: 9 * vertexAdjacent + 4 * edgeAdjacent,
    orphans: (vf.length + ee.length) / 2,
  };
}

function tallies({ mesh, x0, x1 }: Frame): Record<Method, Tally> {
  const found = {} as Record<Method, Tally>;
  let expected = -1;
  for (const [method, recipe] of Object.entries(methods)) {
    const collider = new MeshCollider(mesh, { recipe });
    const { count, tally } = collider.collide(x0, x1);
    if (expected >= 0 && count !== expected) throw new Error(`${recipe.name}: ${count} contacts, not ${expected}.`);
    expected = count;
    found[method as Method] = tally;
    collider.dispose();
  }
  return found;
}

function costs({ mesh, x0, x1 }: Frame): Pick<Row, 'ms' | 'bytes' | 'iccdTests'> {
  const names = Object.keys(timed) as Timed[];
  const colliders = names.map((name) => new MeshCollider(mesh, { recipe: timed[name] }));
  for (const collider of colliders) for (let k = 0; k < 2; k++) collider.collide(x0, x1);
  const spent: number[][] = names.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    colliders.forEach((collider, i) => {
      spent[i].push(cpuMs(() => collider.collide(x0, x1)));
    });
  }
  const { tests } = colliders[0].collide(x0, x1).tally;
  const ms = Object.fromEntries(names.map((name, i) => [name, median(spent[i])])) as Record<Timed, number>;
  const bytesOf = (name: Timed): number => {
    const parts = bytesOfStructures(colliders[names.indexOf(name)]).values();
    return [...parts].reduce((sum, part) => sum + part, 0) / mesh.faceCount;
  };
  const bytes = { ours: bytesOf('ours'), published: bytesOf('published') };
  for (const collider of colliders) collider.dispose();
  return { ms, bytes, iccdTests: tests };
}

/** Measures one scene. */
export function measureRow({ name, steps }: Subject): Row {
  const { mesh } = steps[steps.length - 1];
  const counted = steps.map(tallies);
  const spent = steps.map(costs);
  const meanOf = <Key extends string>(keys: readonly Key[], of: (step: number, key: Key) => number) =>
    Object.fromEntries(keys.map((key) => [key, mean(steps.map((_, i) => of(i, key)))])) as Record<Key, number>;
  return {
    name,
    faces: mesh.faceCount,
    ...adjacency(mesh),
    ms: meanOf(Object.keys(timed) as Timed[], (i, key) => spent[i].ms[key]),
    bytes: meanOf(['ours', 'published'], (i, key) => spent[i].bytes[key]),
    iccdTests: mean(spent.map(({ iccdTests }) => iccdTests)),
    tests: meanOf(Object.keys(methods) as Method[], (i, key) => counted[i][key].tests),
    tally: meanOf(Object.keys(counted[0].published) as (keyof Tally)[], (i, key) => counted[i].published[key]),
  };
}
