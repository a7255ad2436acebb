// Searches a mesh partition by partition, for meshes that one linear memory does not hold
// [docs/decisions/0020-partitions.md]. A partition is searched as a mesh of its own, together with
// the faces of others that come near it (ghosts). Every pair of features counts in one partition,
// that of the first face of its first feature.
//
// None is missed: where two features meet within the step, the boxes of their first faces over the
// step touch. So the first face of the second one is in the partition of that of the first one, at
// least as a ghost, and both features are in it. None counts twice: a feature has one first face.
import { addTallies, Contacts, noTally, type Tally } from '../../core/contacts/contacts.ts';
import { Proximities } from '../../core/contacts/proximities.ts';
import { rowOrder } from '../../core/contacts/row-order.ts';
import type { ChangedMesh } from '../../core/mesh/change-mesh.ts';
import { checkPositions, type Positions, type TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { ContactSearch } from '../collide-options.ts';
import { type FacePairs, NO_PAIRS } from '../crossing-faces.ts';
import type { CrossingSearch, MeshSearch, NearSearch, SearchMeans } from '../mesh-search.ts';
import type { Permissions } from '../permissions.ts';
import { untilFor } from '../search-horizon.ts';
import type { Work } from '../slices.ts';
import { FoundContacts, type OwnRows } from './found-contacts.ts';
import { type CutOptions, KeptPartitions } from './kept-partitions.ts';
import type { Partition } from './partition.ts';

/**
 * Features count up to this many times the distance that is asked for: a search for contacts with a
 * separation may report those within 1.0012 times as far.
 */
const MAX_REACH_SHARE = 1.002;
/** More than rounding can add to a distance, as a share of the largest coordinate. */
const REACH_ROUNDING = 2 ** -20;

/** Searches one mesh in partitions. */
export class PartitionedSearch implements MeshSearch {
  readonly contacts: Contacts = new Contacts();
  readonly nearest: Proximities = new Proximities();
  crossing: FacePairs = NO_PAIRS;
  spent: Readonly<Tally> = noTally();
  readonly partitionCount: number;
  private mesh: TriMesh;
  private readonly partitions: KeptPartitions;
  /** The work of the partitions that are done, and the one that is searched now. */
  private done: Tally = noTally();
  private present: Partition | null = null;
  /** The contacts of the partitions that are done. */
  private readonly found = new FoundContacts();
  /** Positions of the vertices of one partition, at both ends of the step. */
  private readonly own: [Float64Array, Float64Array] = [new Float64Array(0), new Float64Array(0)];

  constructor(mesh: TriMesh, permissions: Permissions, means: SearchMeans, options: CutOptions) {
    this.mesh = mesh;
    this.partitionCount = options.count;
    this.partitions = new KeptPartitions(mesh, permissions, means, options);
  }

  get isPinned(): boolean {
    return this.partitions.isPinned;
  }

  get progress(): Tally {
    return this.present ? addTallies(this.done, this.present.search.progress) : this.done;
  }

  *pin(x: Positions): Work {
    checkPositions(x, this.mesh.vertexCount);
    if (this.mesh.faceCount > 0) yield* this.partitions.pin(x);
    this.partitions.end();
  }

  *findContacts(x0: Positions, x1: Positions, search: ContactSearch): Work {
    const { contacts, found } = this;
    found.clear();
    contacts.clear();
    const present = { ...search };
    yield* this.eachPartition(
      x0,
      x1,
      search.minSeparation,
      (partition, y0, y1) => this.contactsOf(partition, y0, y1, present),
      () => found.count > search.maxContacts,
    );
    found.putInOrder(contacts);
    contacts.truncated = found.count > search.maxContacts;
    if (contacts.truncated) contacts.count = search.maxContacts;
    contacts.tally = this.done;
    this.spent = this.done;
  }

  *findNear(x: Positions, near: NearSearch): Work {
    const { nearest } = this;
    const weightCount = near.level === 'face' ? 6 : 3;
    const found = new Proximities();
    found.clear(weightCount);
    nearest.clear(weightCount);
    yield* this.eachPartition(x, x, near.distance, (partition, y) => this.nearOf(partition, y, near, found));
    nearest.take(found, rowOrder(found.kind, found.a, found.count));
    nearest.tally = this.done;
  }

  *findCrossing(x: Positions, search: CrossingSearch): Work {
    const found: FacePairs[] = [];
    yield* this.eachPartition(x, x, 0, (partition, y) => this.crossingOf(partition, y, search, found));
    this.crossing = inOrder(found);
  }

  change({ mesh }: ChangedMesh): void {
    this.mesh = mesh;
    this.partitions.change(mesh);
  }

  describe(): void {
    this.contacts.describe();
  }

  dispose(): void {
    this.describe();
    this.partitions.dispose();
  }

  /** Searches all partitions until it `isEnough`; `visit` searches one of them. */
  private *eachPartition(x0: Positions, x1: Positions, reach: number, visit: Visit, isEnough = () => false): Work {
    const { mesh, partitions, partitionCount } = this;
    this.done = noTally();
    const largest = Math.max(largestOf(x0, mesh.vertexCount), largestOf(x1, mesh.vertexCount));
    if (mesh.faceCount === 0) return;
    yield* partitions.begin(x0, x1, reach > 0 ? MAX_REACH_SHARE * reach + REACH_ROUNDING * largest : 0);
    try {
      for (let p = 0; p < partitionCount && !isEnough(); p++) {
        yield* this.onePartition(p, x0, x1, largest, visit);
        yield;
      }
    } catch (error) {
      if (error instanceof RangeError) error.message = `${partitionCount} partitions are too few: ${error.message}`;
      throw error;
    } finally {
      partitions.end();
    }
  }

  private *onePartition(p: number, x0: Positions, x1: Positions, largest: number, visit: Visit): Work {
    const partition = yield* this.partitions.open(p);
    if (!partition) return;
    const { search } = partition;
    this.present = partition;
    search.motion.largestOfWhole = largest;
    try {
      const y0 = this.positionsOf(partition, x0, 0);
      yield* visit(partition, y0, x0 === x1 ? y0 : this.positionsOf(partition, x1, 1));
      this.done = addTallies(this.done, search.progress);
    } finally {
      this.present = null;
      this.partitions.close(partition);
    }
  }

  /** The positions of the vertices of a partition at an end of the step. */
  private positionsOf(partition: Partition, x: Positions, end: 0 | 1): Float64Array {
    const length = 3 * partition.vertexCount;
    if (this.own[end].length < length) this.own[end] = new Float64Array(length);
    return partition.positionsIn(this.own[end], x);
  }

  /**
   * Adds the contacts that count in a partition. What is found may shorten the search of the
   * partitions that follow.
   */
  private *contactsOf(
    partition: Partition,
    y0: Float64Array,
    y1: Float64Array,
    present: { -readonly [Key in keyof ContactSearch]: ContactSearch[Key] },
  ): Work {
    const { found } = this;
    const { maxContacts, latest } = present;
    const { search } = partition;
    const mask = present.mask && partition.maskOf(present.mask);
    for (let limit = 2 * maxContacts; ; limit *= 2) {
      yield* search.findContacts(y0, y1, { ...present, mask, maxContacts: limit });
      if (latest) present.until = Math.min(present.until, untilFor(latest(search.contacts)));
      const own = this.ownRows(search.contacts, partition, true);
      // What counts in other partitions may have ended the search too early.
      if (search.contacts.truncated && found.count + own.rows.length <= maxContacts) {
        this.done = addTallies(this.done, search.progress);
        continue;
      }
      found.add(search.contacts, own);
      return;
    }
  }

  private *nearOf(partition: Partition, y: Float64Array, near: NearSearch, found: Proximities): Work {
    const { search } = partition;
    yield* search.findNear(y, near);
    const { rows, a, b } = this.ownRows(search.nearest, partition, near.level === 'feature');
    for (let i = 0; i < rows.length; i++) found.addRow(search.nearest, rows[i], a[i], b[i]);
  }

  private *crossingOf(partition: Partition, y: Float64Array, search: CrossingSearch, found: FacePairs[]): Work {
    const mask = search.mask && partition.maskOf(search.mask);
    yield* partition.search.findCrossing(y, { ...search, mask });
    const { crossing } = partition.search;
    const { rows, a, b } = this.ownRows({ ...crossing, kind: null }, partition, false);
    found.push({ count: rows.length, a, b });
    if (partition.search.testsEdges) this.spent = addTallies(this.done, partition.search.progress);
  }

  /** The rows that count in a partition, and their ids in the whole mesh. */
  private ownRows({ count, kind, a, b }: IdRows, partition: Partition, ofFeatures: boolean): OwnRows {
    const own = { rows: new Uint32Array(count), a: new Uint32Array(count), b: new Uint32Array(count) };
    const { partitionOf } = this.partitions;
    const { starStart, starFaces, edgeFaceStart, edgeFaces } = this.mesh.topology;
    const { faces, number } = partition;
    let to = 0;
    for (let i = 0; i < count; i++) {
      const isEdges = ofFeatures && kind?.[i] === 1;
      let id = a[i];
      let first = 0;
      if (isEdges) {
        id = partition.edgeOf(id);
        first = edgeFaces[edgeFaceStart[id]];
      } else if (ofFeatures) {
        id = partition.vertexOf(id);
        first = starFaces[starStart[id]];
      } else {
        id = faces[id];
        first = id;
      }
      if (partitionOf[first] !== number) continue;
      own.a[to] = id;
      own.b[to] = isEdges ? partition.edgeOf(b[i]) : faces[b[i]];
      own.rows[to++] = i;
    }
    return { rows: own.rows.subarray(0, to), a: own.a.subarray(0, to), b: own.b.subarray(0, to) };
  }
}

/** Ids of a result; without kinds, of faces. */
type IdRows = Pick<Contacts, 'count' | 'a' | 'b'> & { readonly kind: Uint8Array | null };

/** Searches one partition, whose vertices are at these positions at both ends of the step. */
type Visit = (partition: Partition, y0: Float64Array, y1: Float64Array) => Work;

/** The largest magnitude of a coordinate. Throws `MeshError` if positions are missing or not finite. */
function largestOf(x: Positions, vertexCount: number): number {
  checkPositions(x, vertexCount);
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const size = Math.abs(x[i]);
    if (size > largest) largest = size;
  }
  return largest;
}

/** All pairs, sorted; those of one first face are in one list, sorted already. */
function inOrder(lists: readonly FacePairs[]): FacePairs {
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const a = new Uint32Array(count);
  const b = new Uint32Array(count);
  let at = 0;
  for (const list of lists) {
    a.set(list.a, at);
    b.set(list.b, at);
    at += list.count;
  }
  const order = rowOrder(new Uint8Array(count), a, count);
  return { count, a: order.map((i) => a[i]), b: order.map((i) => b[i]) };
}
