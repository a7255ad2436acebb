// Decides which pairs of faces are at most a distance apart at one instant, for `proximities` at
// the level of faces. Pairs are decided one by one: in doubles if their error cannot change the
// answer, else exactly.
import type { Proximities } from '../contacts/proximities.ts';
import type { LinearMemory } from '../memory/linear-memory.ts';
import type { VertexMotion } from '../motion/vertex-motion.ts';
import type { PairBuffer } from '../pairs/pair-buffer.ts';
import { Hit } from '../wasm/mesh.generated.ts';
import { closestPoints } from './closest-points.ts';
import { HitBuffer } from './hit-buffer.ts';
import { trianglesWithin } from './within.ts';

/** Doubles of a row: distance, normal (3), weights of both faces (6). */
const ROW_DOUBLES = 10;

/** Finds the pairs of faces within a distance. */
export class NearFaces {
  private readonly memory: LinearMemory;
  /**
   * The pairs in the form of hits, for sorting. In place of a time, a hit has the number of its
   * row.
   */
  private readonly hits: HitBuffer;
  /** The closest points of each pair, `ROW_DOUBLES` each, in the order in which they were found. */
  private rows = new Float64Array(0);
  private readonly query = new Float64Array(18);
  private readonly points = closestPoints();

  constructor(memory: LinearMemory) {
    this.memory = memory;
    this.hits = new HitBuffer(memory);
  }

  /** Appends the pairs within the distance, smaller face id first, sorted. */
  run(motion: VertexMotion, pairs: PairBuffer, distance: number, to: Proximities): void {
    const { query, points, hits } = this;
    hits.count = 0;
    to.tally.tests += pairs.count;
    for (let i = 0; i < pairs.count; i++) {
      const [p, q] = this.memory.u32(pairs.pointer + 8 * i, 2);
      const { faceOf } = motion;
      const isOrdered = faceOf[p] < faceOf[q];
      this.gather(motion, isOrdered ? p : q, 0);
      this.gather(motion, isOrdered ? q : p, 9);
      if (!trianglesWithin(query, 0, distance, points)) continue;
      this.keep(Math.min(faceOf[p], faceOf[q]), Math.max(faceOf[p], faceOf[q]));
    }
    this.append(to);
  }

  /** Copies the corners of a face at the start of the step to `query`, from index `to` on. */
  private gather({ memory, points, faces }: VertexMotion, place: number, to: number): void {
    const corners = memory.u32(faces + 12 * place, 3);
    for (let j = 0; j < 3; j++) {
      const at = memory.f64(points + 48 * corners[j], 6);
      for (let axis = 0; axis < 3; axis++) this.query[to + 3 * j + axis] = at[2 * axis];
    }
  }

  /** Keeps a pair and its closest points, which are in `points`. */
  private keep(a: number, b: number): void {
    const { distance, normal, weights } = this.points;
    const row = this.hits.count;
    this.hits.push(a, b, row);
    if (ROW_DOUBLES * (row + 1) > this.rows.length) {
      const grown = new Float64Array(Math.max(1024, 2 * this.rows.length));
      grown.set(this.rows);
      this.rows = grown;
    }
    this.rows[ROW_DOUBLES * row] = distance;
    this.rows.set(normal, ROW_DOUBLES * row + 1);
    this.rows.set(weights, ROW_DOUBLES * row + 4);
  }

  private append(to: Proximities): void {
    const { rows, memory } = this;
    const { count } = this.hits;
    const sorted = this.hits.sort(0);
    to.reserve(count);
    for (let i = 0; i < count; i++) {
      const { a, b, time: number } = new Hit(memory, sorted + Hit.BYTES * i);
      const row = ROW_DOUBLES * number;
      to.kind[i] = 2;
      to.a[i] = a;
      to.b[i] = b;
      to.distance[i] = rows[row];
      for (let k = 0; k < 3; k++) to.normal[3 * i + k] = rows[row + 1 + k];
      for (let k = 0; k < 6; k++) to.weights[6 * i + k] = rows[row + 4 + k];
    }
    to.count = count;
  }
}
