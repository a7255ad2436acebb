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
  constructor(mesh: Pick<TriMesh, 'triangles' | 'vertexCount'>, { gap = 2 }: ClashLinkerOptions = {}) {
    this.triangles = mesh.triangles;
    this.gap = gap;
    this.visited = new Uint32Array(2 * mesh.vertexCount);
  }

  /** Adds the clashes of a frame. */
  addFrame(frame: number, clashes: readonly FrameClash[]): void {
    for (let i = 0; i < clashes.length; i++) this.addClash(frame, clashes[i]);
  }

  private addClash(frame: number, clash: FrameClash): void {
    const pair = this.pairOf(clash.a, clash.b);
    const keys = this.keysOf(clash);
    const item = this.addItem(ClashGroup.ofFrame(frame, clash, this.startOf(pair, frame, keys)));
    // To be inside is another matter than the way there, through the surface.
    const isInside = clash.kind === 'inside';
    for (let i = 0; i < keys.length; i++) {
      pair.frames.add(keys[i], frame - this.gap, frame, item, this.joinItem);
      if (!isInside) pair.passing.visit(keys[i], frame - 1, frame - 1, this.joinItem);
    }
    this.isInside[item] = isInside ? 1 : 0;
  }

  /** Adds the places of contact in the step from frame `from` to the next. */
  addStep(from: number, places: readonly ContactPlace[]): void {
    for (const pair of this.contacting) {
      pair.contactTimes.clear();
      pair.earliest = Infinity;
    }
    this.contacting = [];
    this.lastStep = from;
    for (let i = 0; i < places.length; i++) this.addPlace(from, places[i]);
  }

  private addPlace(from: number, place: ContactPlace): void {
    const pair = this.pairOf(place.a, place.b);
    const { firstTime } = place;
    const { contactTimes } = pair;
    if (pair.earliest === Infinity) this.contacting.push(pair);
    if (firstTime < pair.earliest) pair.earliest = firstTime;
    const keys = this.keysOf(place);
    for (let i = 0; i < keys.length; i++) {
      const known = contactTimes.get(keys[i]);
      if (known === undefined || firstTime < known) contactTimes.set(keys[i], firstTime);
    }
    if (!place.isPassing) return;
    const item = this.addItem(ClashGroup.ofPassing(from, place));
    for (let i = 0; i < keys.length; i++) {
      pair.frames.visit(keys[i], from, from, this.joinFrame);
      pair.passing.add(keys[i], from - this.gap, from, item, this.joinItem);
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
  private startOf({ contactTimes, earliest }: PartPair, frame: number, keys: readonly number[]): number | null {
    if (frame === 0) return null;
    if (this.lastStep !== frame - 1 || earliest === Infinity) return frame;
    let time = Infinity;
    for (let i = 0; i < keys.length; i++) time = Math.min(time, contactTimes.get(keys[i]) ?? Infinity);
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

  /** Adds an item with its group; `joinItem` and `joinFrame` link others to it. */
  private addItem(group: ClashGroup): number {
    this.item = this.sets.add();
    this.groups.set(this.item, group);
    return this.item;
  }

  private item = -1;
  private readonly joinItem = (other: number): void => this.unite(this.item, other);
  private readonly joinFrame = (other: number): void => {
    if (this.isInside[other] === 0) this.unite(this.item, other);
  };

  /** Makes the groups of two items one. */
  private unite(p: number, q: number): void {
    const { sets, groups } = this;
    const one = sets.find(p);
    const other = sets.find(q);
    if (one === other) return;
    const mine = groups.get(one) as ClashGroup;
    const its = groups.get(other) as ClashGroup;
    const isSmaller = mine.faceCount < its.faceCount;
    const kept = isSmaller ? its : mine;
    kept.absorb(isSmaller ? mine : its);
    groups.delete(Math.max(one, other));
    groups.set(sets.join(one, other), kept);
  }

  /**
   * Returns the vertices of all faces, each once, with the side of its part in the lowest bit. A
   * part with itself has one side. The array is valid until the next call.
   */
  private keysOf({ a, b, facesA, facesB }: FacesOfParts): readonly number[] {
    this.keys.length = 0;
    this.visits++;
    this.addKeys(facesA, 0);
    this.addKeys(facesB, a === b ? 0 : 1);
    return this.keys;
  }

  private addKeys(faces: Uint32Array, side: number): void {
    const { triangles, visited, keys, visits } = this;
    for (let i = 0; i < faces.length; i++)
      for (let k = 3 * faces[i]; k < 3 * faces[i] + 3; k++) {
        const key = 2 * triangles[k] + side;
        if (visited[key] === visits) continue;
        visited[key] = visits;
        keys.push(key);
      }
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
