// The contacts of a step: one row per contact, in columns that are reused from call to call.

/** 0 for vertex–face, 1 for edge–edge. */
export type ContactKind = 0 | 1;

/** What was done for an answer: how much each stage was given and kept. */
export interface Tally {
  /** Faces in patches that were proven not to touch themselves; 0 where nothing was tried. */
  quietFaces: number;
  /** Connected patches whose normal cone was tried [ICCD §IV-B]; 0 where nothing was tried. */
  conesTried: number;
  /** Of these, patches whose cone held: some direction has all normals in front of it. */
  conesHeld: number;
  /** Of these, patches with a boundary, whose contour was tried [ICCD §IV-C]. */
  contoursTried: number;
  /** Of these, patches whose contour was not proven free of itself. */
  contoursFailed: number;
  /** Pairs of nodes of the tree that were tested. */
  nodePairs: number;
  /** Pairs of faces whose boxes touch in the tree. */
  boxPairs: number;
  /** Of these, pairs that no slab separates. */
  slabPairs: number;
  /**
   * Walks around a vertex or two edges for the representatives of a pair of features [ICCD §V-B,
   * algorithms 1 and 2]. Pairs whose first faces share no vertex need none.
   */
  representativeWalks: number;
  /** Elementary tests run. */
  tests: number;
  /** Of these, tests of listed orphans [ICCD §V-F]; other recipes list none. */
  orphansTested: number;
  /** Listed orphans that were not tested, because they are inside a quiet patch. */
  orphansSkipped: number;
  /** Elementary tests that only exact arithmetic could decide. */
  exact: number;
}

/** Which pairs, and when or how far apart: some rows of one kind, column by column. */
export interface PairRows {
  /** Ids of the first features. */
  readonly a: Uint32Array;
  /** Ids of the second features. */
  readonly b: Uint32Array;
  /** Times of contact, or distances. */
  readonly values: Float64Array;
  /** 1 where the value is 0. */
  readonly touching: Uint8Array;
}

/** What describes these pairs, column by column. */
export interface DetailRows {
  /** Three numbers per row. */
  readonly normal: Float64Array;
  /** Three numbers per row. */
  readonly weights: Float64Array;
}

/** Whole rows of one kind as the kernels leave them. */
export interface ResultRows extends PairRows, DetailRows {}

/** Contacts, one row each; rows are sorted by kind, a, b. */
export class Contacts {
  /** Number of contacts; columns may be longer. */
  count = 0;
  /** A `ContactKind` per contact. */
  kind: Uint8Array = new Uint8Array(0);
  /** Vertex id, or the smaller edge id. */
  a: Uint32Array = new Uint32Array(0);
  /** Face id, or the larger edge id. */
  b: Uint32Array = new Uint32Array(0);
  /** Proven lower bound of the time of contact. */
  time: Float64Array = new Float64Array(0);
  /** 1 where the pair touches (or is within the minimum separation) at t = 0. */
  startsTouching: Uint8Array = new Uint8Array(0);
  /** Whether the search ended at the number of contacts that was asked for: there are more. */
  truncated = false;
  /** The work done for this answer. */
  tally: Tally = noTally();
  private normals: Float64Array = new Float64Array(0);
  private allWeights: Float64Array = new Float64Array(0);
  /** Fills in normals and weights; null once they are there. */
  private pending: (() => void) | null = null;

  /** Unit, from b to a; three numbers per contact. Computed when it is first read. */
  get normal(): Float64Array {
    this.describe();
    return this.normals;
  }

  /**
   * Barycentric on the face, or (s, t, 0) along the edges; three numbers per contact. Computed when
   * it is first read.
   */
  get weights(): Float64Array {
    this.describe();
    return this.allWeights;
  }

  /**
   * Leaves normals and weights to `fill`, which calls `putDetails`. Most callers read times alone,
   * and a tenth of a step would be spent on these columns.
   */
  describeLater(fill: () => void): void {
    this.pending = fill;
  }

  /** Fills in normals and weights if they are pending: what they depend on is about to change. */
  describe(): void {
    const { pending } = this;
    this.pending = null;
    pending?.();
  }

  /** Removes all contacts. */
  clear(): void {
    this.pending = null;
    this.count = 0;
    this.truncated = false;
    this.tally = noTally();
  }

  /** Makes room for this many contacts in all. */
  reserve(count: number): void {
    if (count > this.time.length) this.resize(Math.max(count, 2 * this.time.length));
  }

  /** Appends rows of one kind; there is room for them. */
  append(kind: ContactKind, rows: PairRows): void {
    const first = this.count;
    this.count += rows.a.length;
    this.kind.fill(kind, first, this.count);
    this.a.set(rows.a, first);
    this.b.set(rows.b, first);
    this.time.set(rows.values, first);
    this.startsTouching.set(rows.touching, first);
  }

  /** Sets normals and weights of rows from `first` on. */
  putDetails(first: number, { normal, weights }: DetailRows): void {
    this.normals.set(normal, 3 * first);
    this.allWeights.set(weights, 3 * first);
  }

  /** Keeps some rows, in their order. */
  keep(isKept: (row: number) => boolean): void {
    const { kind, a, b, time, startsTouching, normal, weights } = this;
    let count = 0;
    for (let i = 0; i < this.count; i++) {
      if (!isKept(i)) continue;
      kind[count] = kind[i];
      a[count] = a[i];
      b[count] = b[i];
      time[count] = time[i];
      startsTouching[count] = startsTouching[i];
      normal.copyWithin(3 * count, 3 * i, 3 * i + 3);
      weights.copyWithin(3 * count, 3 * i, 3 * i + 3);
      count++;
    }
    this.count = count;
  }

  /**
   * Sets a row to one of another result, with these ids and without normal and weights; there is
   * room for it.
   */
  putRow(row: number, rows: Contacts, from: number, a: number, b: number): void {
    this.kind[row] = rows.kind[from];
    this.a[row] = a;
    this.b[row] = b;
    this.time[row] = rows.time[from];
    this.startsTouching[row] = rows.startsTouching[from];
  }

  /** Sets normal and weights of a row to those of a row of another result. */
  takeDetails(row: number, { normal, weights }: DetailRows, from: number): void {
    const { normals, allWeights } = this;
    for (let k = 0; k < 3; k++) {
      normals[3 * row + k] = normal[3 * from + k];
      allWeights[3 * row + k] = weights[3 * from + k];
    }
  }

  /** A copy that no later call on the collider changes; its columns are as long as its rows. */
  copy(): Contacts {
    this.describe();
    const copy = Object.assign(new Contacts(), this);
    copy.tally = { ...this.tally };
    copy.resize(this.count);
    return copy;
  }

  private resize(rows: number): void {
    this.kind = resized(this.kind, rows);
    this.a = resized(this.a, rows);
    this.b = resized(this.b, rows);
    this.time = resized(this.time, rows);
    this.startsTouching = resized(this.startsTouching, rows);
    this.normals = resized(this.normals, 3 * rows);
    this.allWeights = resized(this.allWeights, 3 * rows);
  }
}

/** A tally of nothing. */
export function noTally(): Tally {
  return {
    quietFaces: 0,
    conesTried: 0,
    conesHeld: 0,
    contoursTried: 0,
    contoursFailed: 0,
    nodePairs: 0,
    boxPairs: 0,
    slabPairs: 0,
    representativeWalks: 0,
    tests: 0,
    orphansTested: 0,
    orphansSkipped: 0,
    exact: 0,
  };
}

/** The work of two answers together. */
export function addTallies(a: Readonly<Tally>, b: Readonly<Tally>): Tally {
  const sum = noTally();
  for (const stage of Object.keys(sum) as (keyof Tally)[]) sum[stage] = a[stage] + b[stage];
  return sum;
}

/** A new column of this length with what fits of the old one, then zeros. */
export function resized<T extends Uint8Array | Uint32Array | Float64Array>(column: T, length: number): T {
  const copy = new (column.constructor as new (length: number) => T)(length);
  copy.set(column.subarray(0, length));
  return copy;
}
