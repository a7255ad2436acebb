// The result of a search for what is near: one row a pair, in columns that are reused from call to call.
import { grown, noTally, type Tally } from './contacts.ts';

/** 0 for vertex–face, 1 for edge–edge, 2 for face–face. */
export type ProximityKind = 0 | 1 | 2;

/** Some rows, column by column. */
export type ProximityRows = Pick<Proximities, 'a' | 'b' | 'distance' | 'normal' | 'weights'>;

export class Proximities {
  count = 0;
  kind: Uint8Array = new Uint8Array(0);
  /** Vertex id, the smaller edge id, or the smaller face id. */
  a: Uint32Array = new Uint32Array(0);
  /** Face id, or the larger of two ids. */
  b: Uint32Array = new Uint32Array(0);
  /** 0 exactly where the pair touches. */
  distance: Float64Array = new Float64Array(0);
  /** Unit, from b to a; three numbers a pair. */
  normal: Float64Array = new Float64Array(0);
  /** Of the nearest points, `weightCount` numbers a pair: barycentric on the face, or (s, t, 0) along the edges; of two faces both triples. */
  weights: Float64Array = new Float64Array(0);
  /** 3, or 6 for faces. */
  weightCount: 3 | 6 = 3;
  tally: Tally = noTally();

  clear(weightCount: 3 | 6): void {
    this.count = 0;
    this.tally = noTally();
    this.weightCount = weightCount;
  }

  /** Room for this many pairs in all. */
  reserve(count: number): void {
    const { weightCount } = this;
    if (count <= this.kind.length && weightCount * count <= this.weights.length) return;
    const rows = Math.max(count, 2 * this.kind.length);
    this.kind = grown(this.kind, new Uint8Array(rows));
    this.a = grown(this.a, new Uint32Array(rows));
    this.b = grown(this.b, new Uint32Array(rows));
    this.distance = grown(this.distance, new Float64Array(rows));
    this.normal = grown(this.normal, new Float64Array(3 * rows));
    this.weights = grown(this.weights, new Float64Array(6 * rows));
  }

  /** Appends rows of one kind; there is room for them. */
  append(count: number, kind: ProximityKind, rows: ProximityRows): void {
    const first = this.count;
    this.kind.fill(kind, first, first + count);
    this.a.set(rows.a, first);
    this.b.set(rows.b, first);
    this.distance.set(rows.distance, first);
    this.normal.set(rows.normal, 3 * first);
    this.weights.set(rows.weights, this.weightCount * first);
    this.count += count;
  }

  /** Rows of its own, cut to their number: they outlive the next call on the collider. */
  copy(): Proximities {
    const { count, weightCount } = this;
    const copy = new Proximities();
    copy.count = count;
    copy.weightCount = weightCount;
    copy.kind = this.kind.slice(0, count);
    copy.a = this.a.slice(0, count);
    copy.b = this.b.slice(0, count);
    copy.distance = this.distance.slice(0, count);
    copy.normal = this.normal.slice(0, 3 * count);
    copy.weights = this.weights.slice(0, weightCount * count);
    copy.tally = { ...this.tally };
    return copy;
  }
}
