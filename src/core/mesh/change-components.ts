// Computes the components of a changed mesh from those before. If components merge, their labels
// are united. If faces leave, a component may split. Unless the vertices of these faces are still
// joined by edges, searches start from them and grow in turn, until all searches of one hole have
// met or only one of them can still grow. So a piece that breaks off costs about its own size,
// however large the body is, and a hole that breaks nothing off costs little more than its border.
import type { Patch } from './change-topology.ts';
import type { Lists } from './splice-lists.ts';
import { ascending, findRoot, NONE, type Topology, unite } from './topology.ts';

/**
 * The component columns after the change. `stars` are those after the change. `isEdgeLeft` tells
 * which edges of leaving faces some face still has.
 */
export function relabelComponents(
  old: Topology,
  leaving: Patch,
  isEdgeLeft: Uint8Array,
  arriving: Patch,
  triangles: Uint32Array,
  stars: Lists,
): Pick<Topology, 'componentOf' | 'componentCount'> {
  const vertexCount = stars.start.length - 1;
  const oldVertexCount = old.componentOf.length;
  const firstNewcomer = old.componentCount + leaving.vertices.length;
  const setOf = new Uint32Array(vertexCount);
  setOf.set(old.componentOf.subarray(0, vertexCount));
  setOf.fill(NONE, oldVertexCount);
  const isSplit = labelPieces(searchPieces(leaving, isEdgeLeft, triangles, stars), setOf, old.componentCount);
  const parent = ascending(firstNewcomer + arriving.vertices.length);
  const isMerged = uniteArriving(arriving, setOf, parent, firstNewcomer, oldVertexCount);
  const isSettled = !isSplit && !isMerged;
  const settled = isSettled ? old.componentCount : 0;
  const first = isSettled ? Math.min(oldVertexCount, vertexCount) : 0;
  return { componentOf: setOf, componentCount: renumber(setOf, parent, stars.start, first, settled) };
}

/**
 * Gives each piece that was found a set of its own: `firstPiece` + one of its seeds. Returns
 * whether an old vertex may now have another component number.
 */
function labelPieces(searches: Searches, setOf: Uint32Array, firstPiece: number): boolean {
  const { parent, isExhausted, reached, reachedBy } = searches;
  for (let i = 0; i < searches.reachedCount; i++) {
    const v = reached[i];
    const search = findRoot(parent, reachedBy[v] - 1);
    if (isExhausted[search] === 1) setOf[v] = firstPiece + search;
  }
  return isExhausted.includes(1);
}

/**
 * Gives a vertex without a set one of its own, then unites the sets that arriving faces connect.
 * Returns whether an old vertex may now have another component number: if two old sets became one,
 * or one got a new vertex that may be its smallest.
 */
function uniteArriving(
  { vertices, topology }: Patch,
  setOf: Uint32Array,
  parent: Uint32Array,
  firstNewcomer: number,
  oldVertexCount: number,
): boolean {
  const { componentOf, componentCount } = topology;
  const firstSet = new Uint32Array(componentCount).fill(NONE);
  let isMerged = false;
  for (let i = 0; i < vertices.length; i++) {
    const v = vertices[i];
    const component = componentOf[i];
    if (setOf[v] === NONE) {
      setOf[v] = firstNewcomer + i;
      if (v < oldVertexCount) isMerged = true;
    }
    if (firstSet[component] === NONE) firstSet[component] = setOf[v];
    const a = findRoot(parent, firstSet[component]);
    const b = findRoot(parent, setOf[v]);
    if (a === b) continue;
    // The root is an old set if there is one.
    parent[Math.max(a, b)] = Math.min(a, b);
    if (Math.max(a, b) < firstNewcomer) isMerged = true;
  }
  return isMerged;
}

/**
 * Replaces sets by component numbers in the order of the smallest vertex, in place, from vertex
 * `first` on. For vertices before it, and for sets below `settled`, the set is the number already.
 * Returns how many numbers there are.
 */
function renumber(
  setOf: Uint32Array,
  parent: Uint32Array,
  starStart: Uint32Array,
  first: number,
  settled: number,
): number {
  const numberOf = new Uint32Array(parent.length).fill(NONE);
  for (let set = 0; set < settled; set++) numberOf[set] = set;
  let count = settled;
  let end = starStart[first];
  for (let v = first; v < setOf.length; v++) {
    const start = end;
    end = starStart[v + 1];
    const set = setOf[v];
    if (start === end) setOf[v] = NONE;
    else if (numberOf[set] !== NONE) setOf[v] = numberOf[set];
    else {
      const root = findRoot(parent, set);
      if (numberOf[root] === NONE) numberOf[root] = count++;
      numberOf[set] = numberOf[root];
      setOf[v] = numberOf[root];
    }
  }
  return count;
}

/**
 * One search starts from each vertex of a leaving face, its seed; two searches that meet become
 * one. A hole is a set of seeds that the leaving faces connected; holes whose searches meet become
 * one. A search that has nowhere left to grow has found a whole component, a piece.
 *
 * Once all but one of the searches of each hole have done so, the rest of an old component is
 * connected. Proof: take a path in the old component between two of its vertices that are in no
 * piece. Where the path crosses a leaving face, it steps from seed to seed of one hole. Where it
 * crosses a piece, it enters and leaves by seeds whose searches met. So the seeds before and after,
 * in no piece, are of one hole, and both belong to its one search that could still grow.
 *
 * An object literal, not a class: V8's optimizer forgets a class between two changes if a garbage
 * collection finds no instance of it.
 */
interface Searches {
  /** Union–find over seeds; a search is its root. */
  readonly parent: Uint32Array;
  /** 1 for a search that has nowhere left to grow. */
  readonly isExhausted: Uint8Array;
  /** The hole of each seed. */
  readonly holeOf: Uint32Array;
  /** Union–find over holes. */
  readonly holeParent: Uint32Array;
  /** How many searches of each root hole can still grow. */
  readonly growing: Uint32Array;
  /** Per vertex, 1 + the seed whose search reached it first; 0 if none did. */
  readonly reachedBy: Uint32Array;
  /** The reached vertices, in the order in which they were reached. */
  readonly reached: Uint32Array;
  reachedCount: number;
  /** 1 for a face whose vertices are all reached. */
  readonly isPassed: Uint8Array;
  /**
   * The vertices that a search has yet to expand form a linked list. Per vertex: 1 + the next
   * vertex, 0 at the end of the list.
   */
  readonly next: Uint32Array;
  /** Per search: 1 + the first vertex of its list, 0 if the list is empty. */
  readonly head: Uint32Array;
  /** Per search: 1 + the last vertex of its list. */
  readonly tail: Uint32Array;
}

function searchPieces(leaving: Patch, isEdgeLeft: Uint8Array, triangles: Uint32Array, stars: Lists): Searches {
  const { vertices: seeds, topology } = leaving;
  const parent = ascending(seeds.length);
  const isExhausted = new Uint8Array(seeds.length);
  const growing = new Uint32Array(topology.componentCount);
  for (let e = 0; e < isEdgeLeft.length; e++) {
    if (isEdgeLeft[e] === 1) unite(parent, topology.edges[2 * e], topology.edges[2 * e + 1]);
  }
  countSearches(parent, isExhausted, topology.componentOf, growing, seeds, stars.start);
  const isNeeded = growing.some((count) => count > 1);
  const vertexCount = isNeeded ? stars.start.length - 1 : 0;
  // Of the long arrays, only the pages that a search reaches are ever touched.
  const searches: Searches = {
    parent,
    isExhausted,
    holeOf: topology.componentOf,
    holeParent: ascending(topology.componentCount),
    growing,
    reachedBy: new Uint32Array(vertexCount),
    reached: new Uint32Array(vertexCount),
    reachedCount: 0,
    isPassed: new Uint8Array(isNeeded ? triangles.length / 3 : 0),
    next: new Uint32Array(vertexCount),
    head: new Uint32Array(seeds.length),
    tail: new Uint32Array(seeds.length),
  };
  const active = plant(searches, seeds);
  // Strides double: fewer turns, and still no search does more than about twice the work of the one
  // that ends first.
  for (let stride = 1, count = active.length; count > 0; stride *= 2) {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      if (grow(searches, active[i], stride, triangles, stars.start, stars.items)) active[kept++] = active[i];
    }
    count = kept;
  }
  return searches;
}

/**
 * Counts the searches of each hole. The search of a vertex without faces, or of a vertex that is
 * gone, is exhausted at once.
 */
function countSearches(
  parent: Uint32Array,
  isExhausted: Uint8Array,
  holeOf: Uint32Array,
  growing: Uint32Array,
  seeds: Uint32Array,
  starStart: Uint32Array,
): void {
  for (let seed = 0; seed < seeds.length; seed++) {
    const v = seeds[seed];
    if (v >= starStart.length - 1 || starStart[v] === starStart[v + 1]) isExhausted[seed] = 1;
    else if (parent[seed] === seed) growing[holeOf[seed]]++;
  }
}

/**
 * Begins the searches of the holes that have several, and returns them. A hole whose seeds are all
 * joined by edges separates nothing; searches of other holes may pass over its seeds. The root of
 * united seeds is the smallest, so a search begins before others join it.
 */
function plant(searches: Searches, seeds: Uint32Array): Uint32Array {
  const { parent, isExhausted, holeOf, growing, reachedBy, reached, next, head, tail } = searches;
  const active = new Uint32Array(seeds.length);
  let count = 0;
  for (let seed = 0; seed < seeds.length; seed++) {
    if (isExhausted[seed] === 1 || growing[holeOf[seed]] < 2) continue;
    const v = seeds[seed];
    const search = findRoot(parent, seed);
    reachedBy[v] = search + 1;
    reached[searches.reachedCount++] = v;
    if (search === seed) {
      active[count++] = search;
      head[search] = v + 1;
    } else next[tail[search] - 1] = v + 1;
    tail[search] = v + 1;
  }
  return active.subarray(0, count);
}

/**
 * Expands up to `stride` vertices of a search. Returns false if the search was taken over, is
 * exhausted, or is the only one of its hole that can still grow.
 */
function grow(
  searches: Searches,
  search: number,
  stride: number,
  triangles: Uint32Array,
  starStart: Uint32Array,
  starFaces: Uint32Array,
): boolean {
  const { parent, isExhausted, holeOf, holeParent, growing, reachedBy, reached, isPassed, next, head, tail } = searches;
  if (parent[search] !== search || isExhausted[search] === 1) return false;
  let { reachedCount } = searches;
  let turn = 0;
  for (; turn < stride && head[search] !== 0; turn++) {
    if (growing[findRoot(holeParent, holeOf[search])] < 2) break;
    const v = head[search] - 1;
    head[search] = next[v];
    for (let i = starStart[v], end = starStart[v + 1]; i < end; i++) {
      const face = starFaces[i];
      if (isPassed[face] === 1) continue;
      isPassed[face] = 1;
      for (let k = 3 * face; k < 3 * face + 3; k++) {
        const w = triangles[k];
        if (reachedBy[w] === 0) {
          reachedBy[w] = search + 1;
          reached[reachedCount++] = w;
          if (head[search] === 0) head[search] = w + 1;
          else next[tail[search] - 1] = w + 1;
          tail[search] = w + 1;
        } else if (reachedBy[w] !== search + 1) meet(searches, search, findRoot(parent, reachedBy[w] - 1));
      }
    }
  }
  searches.reachedCount = reachedCount;
  if (head[search] !== 0) return turn === stride;
  isExhausted[search] = 1;
  growing[findRoot(holeParent, holeOf[search])]--;
  return false;
}

/**
 * Unites two searches: `search` takes over `other`. `search` is the one that is growing now, so the
 * united search still gets its turns.
 */
function meet(searches: Searches, search: number, other: number): void {
  if (search === other) return;
  const { parent, holeOf, holeParent, growing, next, head, tail } = searches;
  parent[other] = search;
  if (head[search] === 0) head[search] = head[other];
  else next[tail[search] - 1] = head[other];
  tail[search] = tail[other];
  const hole = findRoot(holeParent, holeOf[search]);
  const otherHole = findRoot(holeParent, holeOf[other]);
  if (hole !== otherHole) {
    holeParent[otherHole] = hole;
    growing[hole] += growing[otherHole];
  }
  growing[hole]--;
}
