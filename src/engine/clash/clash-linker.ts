// Links the clashes of single frames into clashes over intervals of frames. Two clashes of the same
// parts are one if a face of the one shares a vertex with a face of the other, on the side of the
// same part: this is the case exactly if the faces meet after they were grown by one ring. Every
// vertex remembers who had it last, so the time is linear in the number of faces.
import { DisjointSets } from '../../core/math/disjoint-sets.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { ClashGroup, depthOf } from './clash-group.ts';
import type { Clash, ContactPlace, FrameClash } from './clash-records.ts';
import { VertexLog } from './vertex-log.ts';

/** Options of a `ClashLinker`. */
export interface ClashLinkerOptions {
  /** Clashes in frames that are at most so many apart are linked. Default 2. */
  readonly gap?: number;
}

/** The parts and faces of a clash or of a place. */
type FacesOfParts = Pick<FrameClash, 'a' | 'b' | 'facesA' | 'facesB'>;

/** What the linker knows of two parts, or of one part with itself. */
class PartPair {
  /** Which clashes of frames a vertex was in. */
  readonly frames: VertexLog = new VertexLog();
  /** Which passing places a vertex was in. */
  readonly passing: VertexLog = new VertexLog();
  /** The earliest contact at each vertex in the last step. */
  readonly contactTimes = new Map<number, number>();
  /** The earliest contact of the parts in the last step; Infinity if there is none. */
  earliest = Infinity;
}

/** Collects frames and steps in their order: frame 0, step 0, frame 1, step 1, …. */
export class ClashLinker {
  private readonly triangles: Uint32Array;
  private readonly gap: number;
  private readonly pairs = new Map<string, PartPair>();
  /** The pairs with contacts in the last step, and that step. */
  private contacting: PartPair[] = [];
  private lastStep = -1;
  /** Items, each a clash of a frame or a passing place; linked items are one set with a group. */
  private readonly sets = new DisjointSets();
  private readonly groups = new Map<number, ClashGroup>();
  /** Whether an item is a frame in which one part is inside the other. */
  private readonly isInside: (0 | 1)[] = [];
  /** The number of visits to the vertices of an item; per vertex and side, the last one. */
  private visits = 0;
  private readonly visited: Uint32Array;
  private readonly keys: number[] = [];

  /** All faces are those of `mesh`. */
  constructor(mesh: TriMesh, { gap = 2 }: ClashLinkerOptions = {}) {
    this.triangles = mesh.triangles;
    this.gap = gap;
    this.visited = new Uint32Array(2 * mesh.vertexCount);
  }

  /** Adds the clashes of a frame. */
  addFrame(frame: number, clashes: readonly FrameClash[]): void {
    for (const clash of clashes) {
      const pair = this.pairOf(clash.a, clash.b);
      const item = this.addItem(ClashGroup.ofFrame(frame, clash, this.startOf(pair, frame, clash)));
      const join = (other: number): void => this.unite(item, other);
      for (const key of this.keysOf(clash)) {
        pair.frames.visit(key, frame - this.gap, frame - 1, join);
        pair.frames.add(key, frame, item);
        // To be inside is another matter than the way there, through the surface.
        if (clash.kind !== 'inside') pair.passing.visit(key, frame - 1, frame - 1, join);
      }
      this.isInside[item] = clash.kind === 'inside' ? 1 : 0;
    }
  }

  /** Adds the places of contact in the step from frame `from` to the next. */
  addStep(from: number, places: readonly ContactPlace[]): void {
    for (const pair of this.contacting) {
      pair.contactTimes.clear();
      pair.earliest = Infinity;
    }
    this.contacting = [];
    this.lastStep = from;
    for (const place of places) {
      const pair = this.pairOf(place.a, place.b);
      if (pair.earliest === Infinity) this.contacting.push(pair);
      pair.earliest = Math.min(pair.earliest, place.firstTime);
      for (const key of this.keysOf(place))
        pair.contactTimes.set(key, Math.min(place.firstTime, pair.contactTimes.get(key) ?? Infinity));
      if (!place.isPassing) continue;
      const item = this.addItem(ClashGroup.ofPassing(from, place));
      const join = (other: number): void => this.unite(item, other);
      const joinFrame = (other: number): void => {
        if (this.isInside[other] === 0) join(other);
      };
      for (const key of this.keysOf(place)) {
        pair.frames.visit(key, from, from, joinFrame);
        pair.passing.visit(key, from - this.gap, from - 1, join);
        pair.passing.add(key, from, item);
      }
    }
  }

  /** Returns all clashes, the deepest first. */
  finish(): Clash[] {
    return rankClashes([...this.groups.values()].map((group) => group.toClash()));
  }

  /**
   * When a clash of a frame begins, if it is the first of its group: at the earliest contact of the
   * step before on its own faces, else of its parts, else with the frame. Null in frame 0.
   */
  private startOf({ contactTimes, earliest }: PartPair, frame: number, clash: FrameClash): number | null {
    if (frame === 0) return null;
    if (this.lastStep !== frame - 1 || earliest === Infinity) return frame;
    let time = Infinity;
    for (const key of this.keysOf(clash)) time = Math.min(time, contactTimes.get(key) ?? Infinity);
    return frame - 1 + (time === Infinity ? earliest : time);
  }

  private pairOf(a: number, b: number): PartPair {
    const key = `${a}:${b}`;
    const known = this.pairs.get(key);
    if (known) return known;
    const pair = new PartPair();
    this.pairs.set(key, pair);
    return pair;
  }

  private addItem(group: ClashGroup): number {
    const item = this.sets.add();
    this.groups.set(item, group);
    return item;
  }

  /** Makes the groups of two items one. */
  private unite(p: number, q: number): void {
    const { sets, groups } = this;
    const [one, other] = [sets.find(p), sets.find(q)];
    if (one === other) return;
    const [mine, its] = [groups.get(one) as ClashGroup, groups.get(other) as ClashGroup];
    const [kept, dropped] = mine.faceCount < its.faceCount ? [its, mine] : [mine, its];
    kept.absorb(dropped);
    groups.delete(Math.max(one, other));
    groups.set(sets.join(one, other), kept);
  }

  /**
   * Returns the vertices of all faces, each once, with the side of its part in the lowest bit. A
   * part with itself has one side. The array is valid until the next call.
   */
  private keysOf({ a, b, facesA, facesB }: FacesOfParts): readonly number[] {
    const { triangles, visited, keys } = this;
    keys.length = 0;
    const visit = ++this.visits;
    for (const [faces, side] of [
      [facesA, 0],
      [facesB, a === b ? 0 : 1],
    ] as const)
      for (let i = 0; i < faces.length; i++)
        for (let k = 3 * faces[i]; k < 3 * faces[i] + 3; k++) {
          const key = 2 * triangles[k] + side;
          if (visited[key] === visit) continue;
          visited[key] = visit;
          keys.push(key);
        }
    return keys;
  }
}

/** Sorts clashes, the deepest first, and numbers them. What is equally deep has a fixed order. */
export function rankClashes(clashes: readonly Clash[]): Clash[] {
  return [...clashes].sort(inOrder).map((clash, id) => ({ ...clash, id }));
}

function inOrder(p: Clash, q: Clash): number {
  return (
    depthOf(q.worst) - depthOf(p.worst) ||
    q.curveLength - p.curveLength ||
    p.first - q.first ||
    p.a - q.a ||
    p.b - q.b ||
    firstFace(p) - firstFace(q)
  );
}

/** A face that two clashes of the same parts and frames never share. */
function firstFace({ facesA, facesB }: Clash): number {
  return facesA[0] ?? facesB[0] ?? 0;
}
