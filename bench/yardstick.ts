// The unit of every speed we report: CPU ms, on this machine and in this run, for two million plain float vertex–face
// cubic tests (coefficients, Bernstein sign cull, Newton). It performs the same arithmetic on the same numbers, the same
// number of times, as ../shared/tools/yardstick.mjs, which defines the unit: make it neither faster nor slower.

const QUERIES = 20_000;
const ROUNDS = 100;

/** The least CPU time of `repeats` runs after one to warm up, in milliseconds. */
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

/** The corners relative to the vertex: three vectors at t = 0, then three at t = 1. */
const d = new Float64Array(18);

function countHits(q: Float64Array): number {
  let hits = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0, o = 0; i < QUERIES; i++, o += 24) {
      for (let j = 0; j < 3; j++) {
        for (let k = 0; k < 3; k++) {
          d[3 * j + k] = q[o + 3 * j + 3 + k] - q[o + k];
          d[9 + 3 * j + k] = q[o + 15 + 3 * j + k] - q[o + 12 + k];
        }
      }
      const b0 = det(0, 3, 6);
      const b3 = det(9, 12, 15);
      const b1 = (det(9, 3, 6) + det(0, 12, 6) + det(0, 3, 15)) / 3;
      const b2 = (det(0, 12, 15) + det(9, 3, 15) + det(9, 12, 6)) / 3;
      if (b0 > 0 && b1 > 0 && b2 > 0 && b3 > 0) continue;
      if (b0 < 0 && b1 < 0 && b2 < 0 && b3 < 0) continue;
      const t = newton(b0, b1, b2, b3);
      if (t > 0 && t < 1) hits++;
    }
  }
  return hits;
}

/** Determinant of the vectors at d[a…], d[b…] and d[c…]. */
function det(a: number, b: number, c: number): number {
  return (
    d[a] * (d[b + 1] * d[c + 2] - d[b + 2] * d[c + 1]) -
    d[a + 1] * (d[b] * d[c + 2] - d[b + 2] * d[c]) +
    d[a + 2] * (d[b] * d[c + 1] - d[b + 1] * d[c])
  );
}

/** Six steps from ½ on the cubic with Bernstein coefficients b0…b3. */
function newton(b0: number, b1: number, b2: number, b3: number): number {
  let t = 0.5;
  for (let k = 0; k < 6; k++) {
    const u = 1 - t;
    const f = u * u * u * b0 + 3 * u * u * t * b1 + 3 * u * t * t * b2 + t * t * t * b3;
    const g = 3 * (u * u * (b1 - b0) + 2 * u * t * (b2 - b1) + t * t * (b3 - b2));
    t -= f / (g || 1);
  }
  return t;
}
