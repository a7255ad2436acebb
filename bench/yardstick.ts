// The unit of every speed that we report: CPU ms, on this machine and in this run, for two million
// plain float vertex–face cubic tests (coefficients, Bernstein sign cull, Newton). It performs the
// same arithmetic on the same numbers, the same number of times, in every version: make it neither
// faster nor slower.
import { coplanarTime } from './plain-cubic.ts';

const QUERIES = 20_000;
const ROUNDS = 100;

/** The minimum CPU time of `repeats` runs after one to warm up, in milliseconds. */
export function yardstick(repeats = 5): number {
  const queries = randomQueries();
  let best = Number.POSITIVE_INFINITY;
  let hits = countHits(queries);
  for (let i = 0; i < repeats; i++) {
    const before = process.cpuUsage();
    hits += countHits(queries);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e3);
  }
  if (hits === 0) throw new Error('The yardstick found no hits, so it did not run as defined.');
  return best;
}

/** 24 numbers in [−1, 1) per query: the vertex and three corners at t = 0, then at t = 1. */
function randomQueries(): Float64Array {
  const queries = new Float64Array(24 * QUERIES);
  let state = 12345; // xorshift32
  for (let i = 0; i < queries.length; i++) {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    queries[i] = state / 2147483648 - 1;
  }
  return queries;
}

function countHits(q: Float64Array): number {
  let hits = 0;
  for (let round = 0; round < ROUNDS; round++)
    for (let o = 0; o < q.length; o += 24) if (coplanarTime(q, o) >= 0) hits++;
  return hits;
}
