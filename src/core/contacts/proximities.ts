// The result of a search for what is near: one row per pair, in columns that are reused from call
// to call.
import { noTally, type ResultRows, resized, type Tally } from './contacts.ts';

/** 0 for vertex–face, 1 for edge–edge, 2 for face–face. */
export type ProximityKind = 0 | 1 | 2;

/** Pairs that are near, one row each; rows are sorted by kind, a, b. */
export class Proximities {
  /** Number of pairs; columns may be longer. */
  count = 0;
  /** A `ProximityKind` per pair. */
  kind: Uint8Array = new Uint8Array(0);
  /** Vertex id, the smaller edge id, or the smaller face id. */
  a: Uint32Array = new Uint32Array(0);
  /** Face id, or the larger of two ids. */
  b: Uint32Array = new Uint32Array(0);
  /** 0 exactly where the pair touches. */
  distance: Float64Array = new Float64Array(0);
  /** Unit, from b to a; three numbers per pair. */
  normal: Float64Array = new Float64Array(0);
  /**
   * Of the nearest points, `weightCount` numbers per pair: barycentric on the face, or (s, t, 0)
   * along the edges; of two faces both triples.
   */
  weights: Float64Array = new Float64Array(0);
  /** 3, or 6 for faces. */
  weightCount: 3 | 6 = 3;
  /** The work done for this answer. */
  tally: Tally = noTally();

  /** Removes all pairs; the next ones have this many weights. */
  clear(weightCount: 3 | 6): void {
    this.count = 0;
    this.tally = noTally();
    this.weightCount = weightCount;
  }

  /** Makes room for this many pairs in all. */
  reserve(count: number): void {
    if (count > this.kind.length) this.resize(Math.max(count, 2 * this.kind.length), 6);
  }

  /** Appends rows of one kind of features; there is room for them. */
  append(kind: ProximityKind, rows: ResultRows): void {
    const first = this.count;
    this.count += rows.a.length;
    this.kind.fill(kind, first, this.count);
    this.a.set(rows.a, first);
    this.b.set(rows.b, first);
    this.distance.set(rows.values, first);
    this.normal.set(rows.normal, 3 * first);
    this.weights.set(rows.weights, this.weightCount * first);
  }

  /** Keeps some rows, in their order. */
  keep(isKept: (row: number) => boolean): void {
    const { kind, a, b, distance, normal, weights, weightCount } = this;
    let count = 0;
    for (let i = 0; i < this.count; i++) {
      if (!isKept(i)) continue;
      kind[count] = kind[i];
      a[count] = a[i];
      b[count] = b[i];
      distance[count] = distance[i];
      normal.copyWithin(3 * count, 3 * i, 3 * i + 3);
      weights.copyWithin(weightCount * count, weightCount * i, weightCount * (i + 1));
      count++;
    }
    this.count = count;
  }

  /** Appends one row of another result, which has as many weights, with these ids. */
  addRow(rows: Proximities, row: number, a: number, b: number): void {
    const i = this.count;
    const { weightCount } = this;
    this.reserve(i + 1);
    this.count++;
    this.kind[i] = rows.kind[row];
    this.a[i] = a;
    this.b[i] = b;
    this.distance[i] = rows.distance[row];
    for (let k = 0; k < 3; k++) this.normal[3 * i + k] = rows.normal[3 * row + k];
    for (let k = 0; k < weightCount; k++) this.weights[weightCount * i + k] = rows.weights[weightCount * row + k];
  }

  /** Takes over the rows of another result, which has as many weights, in this order. */
  take(rows: Proximities, order: Uint32Array): void {
    this.count = 0;
    this.reserve(order.length);
    for (let i = 0; i < order.length; i++) this.addRow(rows, order[i], rows.a[order[i]], rows.b[order[i]]);
  }

  /** A copy that no later call on the collider changes; its columns are as long as its rows. */
  copy(): Proximities {
    const copy = Object.assign(new Proximities(), this);
    copy.tally = { ...this.tally };
    copy.resize(this.count, this.weightCount);
    return copy;
  }

  private resize(rows: number, weightCount: number): void {
    this.kind = resized(this.kind, rows);
    this.a = resized(this.a, rows);
    this.b = resized(this.b, rows);
    this.distance = resized(this.distance, rows);
    this.normal = resized(this.normal, 3 * rows);
    this.weights = resized(this.weights, weightCount * rows);
  }
}
