// Grows the regions that contours cut off a surface, over the edges that are not cut. All sides of
// all cuts grow in turns, until of the two sides of every cut one is done: the cost is that of what
// is cut off, not that of the whole surface.
import { RegionTable } from './region-table';

/** How many vertices a side grows by in its first turn. */
const FIRST_TURN: i32 = 8;

class Regions {
  @inline static at(column: usize, i: i32): usize {
    return column + ((<usize>i) << 2);
  }

  @inline static get(column: usize, i: i32): i32 {
    return load<i32>(Regions.at(column, i));
  }

  @inline static set(column: usize, i: i32, value: i32): void {
    store<i32>(Regions.at(column, i), value);
  }

  /** The seed or stretch that stands for all that an element is joined with: the smallest. */
  static find(table: RegionTable, element: i32): i32 {
    const parent = table.parent;
    let i = element;
    for (let up = Regions.get(parent, i); up != i; up = Regions.get(parent, i)) {
      Regions.set(parent, i, Regions.get(parent, up));
      i = Regions.get(parent, i);
    }
    return i;
  }

  /** Appends the list of one side to that of another, given the columns of firsts and lasts. */
  @inline static append(table: RegionTable, first: usize, last: usize, into: i32, from: i32): void {
    const start = Regions.get(first, from);
    if (start < 0) return;
    const end = Regions.get(last, into);
    if (end >= 0) Regions.set(table.next, end, start);
    else Regions.set(first, into, start);
    Regions.set(last, into, Regions.get(last, from));
  }

  /** Joins two elements; the smaller one, which is a seed if any of both is, stands for both. */
  static join(table: RegionTable, i: i32, j: i32): i32 {
    const p = Regions.find(table, i);
    const q = Regions.find(table, j);
    if (p == q) return p;
    const into = min(p, q);
    const from = max(p, q);
    Regions.set(table.parent, from, into);
    if (from < table.seedCount) {
      Regions.append(table, table.firstDone, table.lastDone, into, from);
      Regions.append(table, table.firstOpen, table.lastOpen, into, from);
      Regions.set(table.size, into, Regions.get(table.size, into) + Regions.get(table.size, from));
    }
    return into;
  }

  /** Appends a vertex to a list of a side. */
  @inline static push(table: RegionTable, first: usize, last: usize, side: i32, v: i32): void {
    const end = Regions.get(last, side);
    Regions.set(table.next, v, -1);
    if (end >= 0) Regions.set(table.next, end, v);
    else Regions.set(first, side, v);
    Regions.set(last, side, v);
  }

  /** Makes the first open vertex of a side one that is done, and returns it. */
  @inline static takeOpen(table: RegionTable, side: i32): i32 {
    const v = Regions.get(table.firstOpen, side);
    const next = Regions.get(table.next, v);
    Regions.set(table.firstOpen, side, next);
    if (next < 0) Regions.set(table.lastOpen, side, -1);
    Regions.push(table, table.firstDone, table.lastDone, side, v);
    return v;
  }

  /** Whether regions do not grow over an edge to a vertex. */
  @inline static isClosed(table: RegionTable, edge: i32, v: i32): bool {
    return (
      Regions.get(table.cutOfEdge, edge) >= 0 ||
      load<u8>(table.isBlocked + v) != 0 ||
      (table.part >= 0 && !Regions.hasFaceOf(table, edge))
    );
  }

  /** Whether an edge has a face of the part whose regions grow. */
  static hasFaceOf(table: RegionTable, edge: i32): bool {
    const end = Regions.get(table.edgeFaceStart, edge + 1);
    for (let i = Regions.get(table.edgeFaceStart, edge); i < end; i++)
      if (Regions.get(table.partOfFace, Regions.get(table.edgeFaces, i)) == table.part) return true;
    return false;
  }

  /** Grows a side from some of its open vertices. */
  static growSide(table: RegionTable, seed: i32, steps: i32): void {
    const label = table.label;
    let root = seed;
    for (let step = 0; step < steps && Regions.get(table.firstOpen, root) >= 0; step++) {
      const v = Regions.takeOpen(table, root);
      const end = Regions.get(table.neighbourStart, v + 1);
      for (let j = Regions.get(table.neighbourStart, v); j < end; j++) {
        const w = Regions.get(table.neighbours, j);
        const other = Regions.get(label, w);
        if (other == root || Regions.isClosed(table, Regions.get(table.neighbourEdges, j), w)) continue;
        if (other >= 0) root = Regions.join(table, root, other);
        else {
          Regions.set(label, w, root);
          Regions.push(table, table.firstOpen, table.lastOpen, root, w);
          Regions.set(table.size, root, Regions.get(table.size, root) + 1);
        }
      }
    }
  }

  /** The seed at one end of a cut edge; −1 if there is none. */
  @inline static seedAt(table: RegionTable, cut: i32, end: i32): i32 {
    const v = Regions.get(table.edges, 2 * Regions.get(table.cuts, cut) + end);
    return Regions.get(table.label, v);
  }

  /** Whether a side has no open vertex. */
  @inline static isDone(table: RegionTable, side: i32): bool {
    return Regions.get(table.firstOpen, side) < 0;
  }

  /** Marks a side for a turn; returns the number of marked sides. */
  @inline static mark(table: RegionTable, side: i32, turn: i32, count: i32): i32 {
    if (Regions.get(table.active, side) == turn) return count;
    Regions.set(table.active, side, turn);
    Regions.set(table.growing, count, side);
    return count + 1;
  }

  /** Grows all sides in turns, until of the two sides of each cut one is done. */
  static growInTurns(table: RegionTable): void {
    const open = table.open;
    let openCount = 0;
    for (let i = 0; i < table.cutCount; i++) {
      const p = Regions.seedAt(table, i, 0);
      const q = Regions.seedAt(table, i, 1);
      if (p < 0 || q < 0) continue;
      Regions.set(open, openCount++, p);
      Regions.set(open, openCount++, q);
    }
    for (let turn = FIRST_TURN; openCount > 0; turn *= 2) {
      let growing = 0;
      let kept = 0;
      for (let i = 0; i < openCount; i += 2) {
        const p = Regions.find(table, Regions.get(open, i));
        const q = Regions.find(table, Regions.get(open, i + 1));
        // A cut of which a side is done need not be looked at again.
        if (p == q || Regions.isDone(table, p) || Regions.isDone(table, q)) continue;
        growing = Regions.mark(table, p, turn, growing);
        growing = Regions.mark(table, q, turn, growing);
        Regions.set(open, kept++, p);
        Regions.set(open, kept++, q);
      }
      for (let i = 0; i < growing; i++) {
        const side = Regions.get(table.growing, i);
        if (Regions.find(table, side) == side) Regions.growSide(table, side, turn);
      }
      openCount = kept;
    }
  }

  /** Grows each side that is not done until it is larger than those beside it that are. */
  static growLarger(table: RegionTable): void {
    const least = table.active;
    memory.fill(least, 0, (<usize>table.seedCount) << 2);
    let count = 0;
    for (let i = 0; i < 2 * table.cutCount; i++) {
      const side = Regions.seedAt(table, i >> 1, i & 1);
      const other = Regions.seedAt(table, i >> 1, (i & 1) ^ 1);
      if (side < 0 || other < 0) continue;
      const p = Regions.find(table, side);
      const q = Regions.find(table, other);
      if (p == q || Regions.isDone(table, p) || !Regions.isDone(table, q)) continue;
      if (Regions.get(least, p) == 0) Regions.set(table.growing, count++, p);
      Regions.set(least, p, max(Regions.get(least, p), 2 * Regions.get(table.size, q)));
    }
    for (let i = 0; i < count; i++) {
      const side = Regions.get(table.growing, i);
      const size = Regions.get(least, side);
      if (Regions.find(table, side) == side && Regions.get(table.size, side) <= size)
        Regions.growSide(table, side, size);
    }
  }

  /** Writes a list of vertices as those of a region. */
  static writeList(table: RegionTable, first: i32, region: i32, end: i32): i32 {
    let count = end;
    for (let v = first; v >= 0; v = Regions.get(table.next, v)) {
      Regions.set(table.vertices, count++, v);
      Regions.set(table.label, v, region);
    }
    return count;
  }
}

/** Both ends of every cut edge start a region, unless a contour ends there. */
export function plantSeeds(table: RegionTable): void {
  table.seedCount = 0;
  for (let i = 0; i < 2 * table.cutCount; i++) {
    const v = Regions.get(table.edges, 2 * Regions.get(table.cuts, i >> 1) + (i & 1));
    if (Regions.get(table.label, v) >= 0 || load<u8>(table.isBlocked + v) != 0) continue;
    const seed = table.seedCount++;
    Regions.set(table.parent, seed, seed);
    Regions.set(table.firstDone, seed, -1);
    Regions.set(table.lastDone, seed, -1);
    Regions.set(table.firstOpen, seed, v);
    Regions.set(table.lastOpen, seed, v);
    Regions.set(table.size, seed, 1);
    Regions.set(table.active, seed, 0);
    Regions.set(table.label, v, seed);
    Regions.set(table.next, v, -1);
  }
  table.elementCount = table.seedCount;
}

/** Adds stretches of edges, which have no vertices. Returns the first of them. */
export function addStretches(table: RegionTable, count: i32): i32 {
  const first = table.elementCount;
  for (let i = first; i < first + count; i++) Regions.set(table.parent, i, i);
  table.elementCount = first + count;
  return first;
}

/** Joins two elements, seeds or stretches; returns the one that stands for both. */
export function joinElements(table: RegionTable, i: i32, j: i32): i32 {
  return Regions.join(table, i, j);
}

/**
 * Grows all regions and lists them, in the order of their smallest seeds. The labels of vertices
 * become the numbers of their regions.
 */
export function growRegions(table: RegionTable): void {
  Regions.growInTurns(table);
  Regions.growLarger(table);
  let regions = 0;
  let end = 0;
  for (let seed = 0; seed < table.seedCount; seed++) {
    if (Regions.find(table, seed) != seed) continue;
    Regions.set(table.regionStart, regions, end);
    end = Regions.writeList(table, Regions.get(table.firstDone, seed), regions, end);
    end = Regions.writeList(table, Regions.get(table.firstOpen, seed), regions, end);
    store<u8>(table.isWhole + regions, Regions.isDone(table, seed) ? 1 : 0);
    regions++;
  }
  Regions.set(table.regionStart, regions, end);
  table.regionCount = regions;
}

/**
 * Finds the rest of a region whose growth was stopped. Its vertices are the first `count` of
 * `vertices`; returns how many it has in the end.
 */
export function completeRegion(table: RegionTable, region: i32, count: i32): i32 {
  const vertices = table.vertices;
  let end = count;
  for (let i = 0; i < end; i++) {
    const v = Regions.get(vertices, i);
    const last = Regions.get(table.neighbourStart, v + 1);
    for (let j = Regions.get(table.neighbourStart, v); j < last; j++) {
      const w = Regions.get(table.neighbours, j);
      if (Regions.get(table.label, w) >= 0) continue;
      if (Regions.isClosed(table, Regions.get(table.neighbourEdges, j), w)) continue;
      Regions.set(table.label, w, region);
      Regions.set(vertices, end++, w);
    }
  }
  return end;
}
