// Remembers the answers to the last exact queries. Where many faces coincide (a shell that was
// copied onto itself, a file made to be slow), the same few queries come again and again, each worth
// thousands of operations on integers. An answer depends on the query's doubles alone, so it is
// the same with or without this memory.

/** Answers that are remembered: a pair of triangles has 15 queries, and each may be turned round. */
const ENTRIES = 512;

/** The most numbers of a query: four points for each of the control points of a cubic path. */
const MAX_NUMBERS = 48;

/** Answers by their queries, a new one in place of an old one with the same hash. */
export class RepeatedQueries {
  private readonly answer: (q: Float64Array, edges: boolean) => number;
  /** The queries, as bits: 0 and −0 differ here. */
  private readonly queries = new Uint32Array(2 * MAX_NUMBERS * ENTRIES);
  private readonly times = new Float64Array(ENTRIES);
  /** Twice the numbers of the query, and 1 more for two edges; 0 if the entry is empty. */
  private readonly kinds = new Uint8Array(ENTRIES);

  /** `answer` computes the time of a query that is not remembered. */
  constructor(answer: (q: Float64Array, edges: boolean) => number) {
    this.answer = answer;
  }

  /** The answer to a query, which is all of q. */
  time(q: Float64Array, edges: boolean): number {
    const { queries, times, kinds } = this;
    const bits = new Uint32Array(q.buffer, q.byteOffset, 2 * q.length);
    const kind = 2 * q.length + (edges ? 1 : 0);
    const entry = hashOf(bits, kind) % ENTRIES;
    const from = 2 * MAX_NUMBERS * entry;
    if (kinds[entry] === kind && isEqual(queries, from, bits)) return times[entry];
    const time = this.answer(q, edges);
    queries.set(bits, from);
    times[entry] = time;
    kinds[entry] = kind;
    return time;
  }
}

function hashOf(bits: Uint32Array, kind: number): number {
  let hash = kind;
  for (let i = 0; i < bits.length; i++) hash = Math.imul(hash ^ bits[i], 0x9e3779b1) ^ (hash >>> 15);
  return hash >>> 0;
}

function isEqual(queries: Uint32Array, from: number, bits: Uint32Array): boolean {
  for (let i = 0; i < bits.length; i++) if (queries[from + i] !== bits[i]) return false;
  return true;
}
