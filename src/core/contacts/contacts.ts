// The result of a batch: one row a contact, in columns that are reused from call to call.

/** 0 for vertex–face, 1 for edge–edge. */
export type ContactKind = 0 | 1;

/** What was done for an answer: how much each stage was given and kept. */
export interface Tally {
  /** Faces in patches that were proven not to touch themselves; 0 where nothing was tried. */
  quietFaces: number;
  /** Pairs of nodes of the tree that were looked at. */
  nodePairs: number;
  /** Pairs of faces whose boxes touch in the tree. */
  boxPairs: number;
  /** Of these, pairs that no slab separates. */
  slabPairs: number;
  /** Elementary tests run. */
  tests: number;
  /** Of these, how many only exact arithmetic could settle. */
  exact: number;
}

/** Some rows, column by column. */
export type ContactRows = Pick<Contacts, 'a' | 'b' | 'time' | 'startsTouching' | 'normal' | 'weights'>;

export class Contacts {
  count = 0;
  kind: Uint8Array = new Uint8Array(0);
  /** Vertex id, or the smaller edge id. */
  a: Uint32Array = new Uint32Array(0);
  /** Face id, or the larger edge id. */
  b: Uint32Array = new Uint32Array(0);
  /** Proven lower bound of the time of contact. */
  time: Float64Array = new Float64Array(0);
  /** 1 where the pair touches (or is within the minimum separation) at t = 0. */
  startsTouching: Uint8Array = new Uint8Array(0);
  /** Unit, from b to a; three numbers a contact. */
  normal: Float64Array = new Float64Array(0);
  /** Barycentric on the face, or (s, t, 0) along the edges; three numbers a contact. */
  weights: Float64Array = new Float64Array(0);
  /** Whether the search ended at the number of contacts that was asked for: there are more. */
  truncated = false;
  tally: Tally = noTally();

  clear(): void {
    this.count = 0;
    this.truncated = false;
    this.tally = noTally();
  }

  /** Room for this many contacts in all. */
  reserve(count: number): void {
    if (count <= this.time.length) return;
    const rows = Math.max(count, 2 * this.time.length);
    this.kind = grown(this.kind, new Uint8Array(rows));
    this.a = grown(this.a, new Uint32Array(rows));
    this.b = grown(this.b, new Uint32Array(rows));
    this.time = grown(this.time, new Float64Array(rows));
    this.startsTouching = grown(this.startsTouching, new Uint8Array(rows));
    this.normal = grown(this.normal, new Float64Array(3 * rows));
    this.weights = grown(this.weights, new Float64Array(3 * rows));
  }

  /** Appends rows of one kind; there is room for them. */
  append(count: number, kind: ContactKind, rows: ContactRows): void {
    const first = this.count;
    this.kind.fill(kind, first, first + count);
    this.a.set(rows.a, first);
    this.b.set(rows.b, first);
    this.time.set(rows.time, first);
    this.startsTouching.set(rows.startsTouching, first);
    this.normal.set(rows.normal, 3 * first);
    this.weights.set(rows.weights, 3 * first);
    this.count += count;
  }

  /** Rows of its own, cut to their number: they outlive the next call on the collider. */
  copy(): Contacts {
    const { count } = this;
    const copy = new Contacts();
    copy.count = count;
    copy.truncated = this.truncated;
    copy.kind = this.kind.slice(0, count);
    copy.a = this.a.slice(0, count);
    copy.b = this.b.slice(0, count);
    copy.time = this.time.slice(0, count);
    copy.startsTouching = this.startsTouching.slice(0, count);
    copy.normal = this.normal.slice(0, 3 * count);
    copy.weights = this.weights.slice(0, 3 * count);
    copy.tally = { ...this.tally };
    return copy;
  }
}

export function noTally(): Tally {
  return { quietFaces: 0, nodePairs: 0, boxPairs: 0, slabPairs: 0, tests: 0, exact: 0 };
}

export function addTallies(a: Readonly<Tally>, b: Readonly<Tally>): Tally {
  const sum = noTally();
  for (const stage of Object.keys(sum) as (keyof Tally)[]) sum[stage] = a[stage] + b[stage];
  return sum;
}

export function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}
