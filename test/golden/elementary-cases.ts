// The elementary tests on seeded queries of every class, from easy to degenerate, and on the
// published queries of GRAZE_DATA.
import { seededRandom } from '../../src/core/math/random.ts';
import {
  closestPoints,
  eeContact,
  eeDistance,
  eeTime,
  elementaryContact,
  triangleDistance,
  trianglesMeet,
  vfContact,
  vfDistance,
  vfTime,
} from '../../src/index.ts';
import { loadPublishedQueries } from '../generate/published-queries.ts';
import { type Kind, type QueryClass, queryClasses } from '../generate/queries.ts';
import type { ColumnHashes } from './column-hashes.ts';
import type { GoldenCase } from './golden-case.ts';

/** Queries of a class and kind. */
const [QUICK, FULL] = [150, 2000];

const TESTS = {
  vf: { time: vfTime, contact: vfContact, distance: vfDistance },
  ee: { time: eeTime, contact: eeContact, distance: eeDistance },
};

/** Separations as a part of the largest coordinate; exact tests come first. */
const SEPARATIONS = [0, 1e-3, 0.1];

/** 24 numbers a query: times, and what is known of the contacts. */
function ask(hashes: ColumnHashes, kind: Kind, q: Float64Array): void {
  const { time, contact } = TESTS[kind];
  const out = elementaryContact();
  const prefix = `${kind}.`;
  hashes.add(`${prefix}input`, q);
  for (let at = 0; at < q.length; at += 24) {
    const largest = q.subarray(at, at + 24).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    for (const part of SEPARATIONS) {
      // Beyond this, distances are not what is promised; the times still have to stay as they are.
      const separation = Number.isFinite(part * largest) ? part * largest : 0;
      hashes.add(`${prefix}time`, [time(q, at, separation), contact(q, at, out, separation)]);
      if (out.time > 1) continue;
      hashes.addAll(prefix, { normal: out.normal, weights: out.weights });
    }
  }
}

/**
 * Distances at one instant: of the features at the start, and of two triangles from the first
 * eighteen numbers.
 */
function askAtRest(hashes: ColumnHashes, kind: Kind, q: Float64Array): void {
  const out = closestPoints();
  const prefix = `${kind}.still.`;
  for (let at = 0; at < q.length; at += 24) {
    hashes.add(`${prefix}distance`, TESTS[kind].distance(q, at, out));
    hashes.add(`${prefix}points`, [...out.normal, ...out.weights, ...out.pointA, ...out.pointB]);
    hashes.add(`${prefix}triangles`, [triangleDistance(q, at, out), Number(trianglesMeet(q, at, 0))]);
    hashes.add(`${prefix}triangles`, [...out.normal, ...out.weights, ...out.pointA, ...out.pointB]);
  }
}

function askClass(hashes: ColumnHashes, { fill }: QueryClass, count: number): void {
  for (const kind of ['vf', 'ee'] as const) {
    const random = seededRandom(count);
    const q = new Float64Array(24 * count);
    for (let at = 0; at < q.length; at += 24) fill(kind, random, q, at);
    ask(hashes, kind, q);
    askAtRest(hashes, kind, q);
  }
}

const published: GoldenCase = {
  name: 'elementary: published queries',
  isQuick: false,
  needsData: true,
  run: (hashes) => {
    for (const { kind, q } of loadPublishedQueries()) ask(hashes, kind, q);
  },
};

export const elementaryCases: readonly GoldenCase[] = [
  ...[QUICK, FULL].flatMap((count) =>
    queryClasses.map((queries) => ({
      name: `elementary: ${count} queries of ${queries.name}`,
      isQuick: count === QUICK,
      run: (hashes: ColumnHashes) => askClass(hashes, queries, count),
    })),
  ),
  published,
];
