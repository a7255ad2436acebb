// One part as a solid: which points are inside, and how far a point is from its surface. The inside
// is that of its closed pieces, by parity, which is exact; open pieces with small holes are closed
// by caps first. The tree is built when it is first asked for, and refitted once per instant.
import { orient3dSign } from '../../core/elementary/orientation.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { type Caps, capShare } from './caps.ts';
import { PartTree, type SolidPositions } from './part-tree.ts';
import type { Pieces } from './parts.ts';
import { type Mean, meanOrigin, type Origin, pointOrigin, roundedMean } from './solid-origin.ts';

/** How many vertices are remembered because they were the farthest. */
const RECENT = 8;

/** How the inside of a part is known; null if it has none. */
export type InsideMethod = 'parity' | 'capped' | null;

/** How well a piece is closed, so that it has an inside; the best comes first. */
export type Closure = typeof CLOSED | typeof NEARLY_CLOSED | typeof CAPPED;
/** A piece without holes: its inside is exact. */
export const CLOSED = 1;
/** A piece whose holes have at most a hundredth of its area. */
export const NEARLY_CLOSED = 2;
/** A piece whose holes have at most a twentieth of its area. */
export const CAPPED = 3;

/** The share of the area that the holes of nearly closed and of capped pieces may have. */
const MAX_CAP_SHARE = { [NEARLY_CLOSED]: 0.01, [CAPPED]: 0.05 };

/** Where a point is. */
export type Location = 'inside' | 'outside' | 'surface';

/** Caps of a piece, with the offset of the middle of each loop. */
export interface PlacedCaps extends Caps {
  /** The offset of the middle of each loop in `SolidPositions.x`. */
  readonly centres: readonly number[];
}

/** A vertex that is farther from a surface than others. */
export interface FarthestVertex {
  /** How far. */
  readonly distance: number;
  /** The offset of the vertex; −1 if there is none. */
  readonly point: number;
}

/** One part of a mesh as a solid. */
export class Solid {
  /** Whether the part may have an inside, at some instant. */
  readonly mayHaveInside: boolean;
  private known: InsideMethod = null;
  private readonly mesh: TriMesh;
  private readonly pieces: Pieces;
  private readonly part: number;
  private readonly caps: ReadonlyMap<number, PlacedCaps>;
  private readonly positions: SolidPositions;
  private tree: PartTree | null = null;
  /** 1 per triangle of the tree that is a face of the mesh; 0 for caps, which come last. */
  private isFace: Uint8Array = new Uint8Array(0);
  /** The piece of each triangle of the tree. */
  private pieceOf: Uint32Array = new Uint32Array(0);
  /** The `Closure` of the piece of each triangle at this instant; 0 if it has no inside. */
  private closure: Uint8Array = new Uint8Array(0);
  private corners: Uint32Array = new Uint32Array(0);
  private isFresh = false;
  /** Vertices that were the farthest lately, in earlier frames, too. */
  private readonly recent = new Int32Array(RECENT).fill(-1);
  private recentCount = 0;

  /** `caps` are those of the open pieces that have any, by piece. */
  constructor(
    mesh: TriMesh,
    pieces: Pieces,
    part: number,
    caps: ReadonlyMap<number, PlacedCaps>,
    positions: SolidPositions,
  ) {
    this.mesh = mesh;
    this.pieces = pieces;
    this.part = part;
    this.caps = caps;
    this.positions = positions;
    this.mayHaveInside = pieces.ofPart[part].some((piece) => pieces.list[piece].isClosed || caps.has(piece));
  }

  /** Says that the positions have changed. */
  moved(): void {
    this.isFresh = false;
  }

  /** How the inside is known at this instant. */
  get method(): InsideMethod {
    if (!this.mayHaveInside) return null;
    this.fitted();
    return this.known;
  }

  /** Whether pieces of it may be closed by caps. */
  get hasCaps(): boolean {
    return this.caps.size > 0;
  }

  /** Where a point is with respect to pieces of at most this closure. */
  locate(px: number, py: number, pz: number, most: Closure = CAPPED): Location {
    const tree = this.fitted();
    if (this.known === null || !tree.boxContains(px, py, pz)) return 'outside';
    const { x, free } = this.positions;
    return this.locateOrigin(px, py, pz, pointOrigin(x, free, free + 3), most);
  }

  /** Where a mean of three vertices is, not rounded, with respect to closed pieces. */
  locateMean(mean: Mean): Location {
    const { x, free } = this.positions;
    const [px, py, pz] = roundedMean(x, mean);
    const size = Math.max(...mean.points.flatMap((p) => [Math.abs(x[p]), Math.abs(x[p + 1]), Math.abs(x[p + 2])]));
    // The mean is within a few roundings of the rounded point. If the surface is farther away than
    // that, both are on the same side of it.
    if (this.fitted().distanceSquared(px, py, pz, Infinity, Number.MIN_VALUE) > (ROUNDING * size) ** 2)
      return this.locate(px, py, pz, CLOSED);
    if (this.known === null) return 'outside';
    return this.locateOrigin(px, py, pz, meanOrigin(x, mean, free + 3), CLOSED);
  }

  /** Counts crossings with a segment from a point to a far point that touches no border. */
  private locateOrigin(px: number, py: number, pz: number, origin: Origin, most: Closure): Location {
    const { x, free } = this.positions;
    const far = 2 * this.fitted().extent + Number.MIN_VALUE;
    x[free] = px;
    x[free + 1] = py;
    x[free + 2] = pz;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const turn = 0.137 * attempt;
      x[free + 3] = px + far * (0.31 + 0.2 * turn);
      x[free + 4] = py + far * (0.77 - 0.3 * turn);
      x[free + 5] = pz + far * (0.53 - 0.41 * turn);
      const crossings = this.crossings(origin, most);
      if (crossings === ON_SURFACE) return 'surface';
      if (crossings !== DEGENERATE) return crossings % 2 === 1 ? 'inside' : 'outside';
    }
    throw new Error(`A point was not located in ${MAX_ATTEMPTS} directions.`);
  }

  /**
   * How many triangles the segment goes through. `ON_SURFACE` if it starts on one of them,
   * `DEGENERATE` if it touches the border of one or lies in its plane.
   */
  private crossings(origin: Origin, most: Closure): number {
    const { corners, closure, positions } = this;
    const { x, free } = positions;
    const q = free + 3;
    let count = 0;
    const triangles = this.fitted().alongSegment(free, q);
    for (let i = 0; i < triangles.length; i++) {
      const triangle = triangles[i];
      if (closure[triangle] === 0 || closure[triangle] > most) continue;
      const a = corners[3 * triangle];
      const b = corners[3 * triangle + 1];
      const c = corners[3 * triangle + 2];
      const start = origin.planeSide(a, b, c);
      const end = orient3dSign(x, a, b, c, q);
      if (start * end > 0) continue;
      const ab = origin.lineSide(a, b);
      const bc = origin.lineSide(b, c);
      if (ab * bc < 0) continue;
      const ca = origin.lineSide(c, a);
      if (ab * ca < 0 || bc * ca < 0) continue;
      if (start === 0 && end !== 0) return ON_SURFACE;
      if (start === 0 || end === 0 || ab === 0 || bc === 0 || ca === 0) return DEGENERATE;
      count++;
    }
    return count;
  }

  /**
   * The vertex that is farthest from the surface. Only vertices that `isAsked` count. Of vertices
   * that are equally far, it is the first.
   *
   * A vertex is done with as soon as some triangle is nearer than the greatest distance so far; the
   * triangles that were nearest to vertices before are tried first, because they are often near. Hence
   * it pays to know a great distance early: vertices that were the farthest lately come first, then a
   * few others. A region grows from its rim inwards, so these are tried from the end.
   */
  farthest(vertices: ArrayLike<number>, isAsked: ((point: number) => boolean) | null): FarthestVertex {
    this.best = -1;
    this.bestIndex = -1;
    for (let i = 0; i < vertices.length; i++)
      if (this.recent.includes(vertices[i])) this.tryVertex(vertices, i, isAsked);
    for (let i = vertices.length - 1; i >= 0; i -= SAMPLE_STRIDE) this.tryVertex(vertices, i, isAsked);
    for (let i = 0; i < vertices.length; i++) this.tryVertex(vertices, i, isAsked);
    if (this.bestIndex < 0) return { distance: 0, point: -1 };
    const vertex = vertices[this.bestIndex];
    if (!this.recent.includes(vertex)) this.recent[this.recentCount++ % RECENT] = vertex;
    return { distance: Math.sqrt(this.best), point: 3 * vertex };
  }

  /** The greatest squared distance so far, and the index of its vertex; −1 if there is none. */
  private best = -1;
  private bestIndex = -1;

  /** Takes a vertex as the farthest if it is. */
  private tryVertex(vertices: ArrayLike<number>, i: number, isAsked: ((point: number) => boolean) | null): void {
    const { bestIndex } = this;
    if (i === bestIndex) return;
    const at = 3 * vertices[i];
    const { x } = this.positions;
    const squared = this.squaredUnless(x[at], x[at + 1], x[at + 2], this.best);
    if (squared < this.best || (squared === this.best && i > bestIndex) || squared === Infinity) return;
    if (isAsked !== null && !isAsked(at)) return;
    this.best = squared;
    this.bestIndex = i;
  }

  /**
   * The distance of a point from the surface; if that is less than `enough`, any distance of a
   * triangle that is less.
   */
  distance(px: number, py: number, pz: number, enough: number): number {
    // A little less than the square: rounding must not end the search too early.
    return Math.sqrt(this.squaredUnless(px, py, pz, enough > 0 ? enough * enough * (1 - 2 ** -40) : 0));
  }

  /** The squared distance; if that is less than `enough`, perhaps more than it, but less too. */
  private squaredUnless(px: number, py: number, pz: number, enough: number): number {
    return this.fitted().squaredUnless(px, py, pz, enough);
  }

  private fitted(): PartTree {
    if (this.isFresh && this.tree) return this.tree;
    if (this.tree) this.tree.refit();
    else this.collect();
    const tree = this.tree ?? new PartTree(this.corners, this.positions, this.hasCaps ? { asked: this.isFace } : {});
    this.tree = tree;
    // Without caps, the inside is bounded by the same faces at every instant.
    if (this.mayHaveInside && (this.known === null || this.caps.size > 0)) this.bound();
    this.isFresh = true;
    return tree;
  }

  /** Lists the triangles of the tree: faces, then caps. */
  private collect(): void {
    const { mesh, pieces, caps } = this;
    const own = pieces.ofPart[this.part];
    const counts = own.map((piece) => [pieces.list[piece].faces.length, capTriangles(caps.get(piece))]);
    const count = counts.reduce((sum, [faceCount, capCount]) => sum + faceCount + capCount, 0);
    this.corners = new Uint32Array(3 * count);
    this.isFace = new Uint8Array(count);
    this.pieceOf = new Uint32Array(count);
    this.closure = new Uint8Array(count);
    const { corners, isFace, pieceOf } = this;
    const { triangles } = mesh;
    let next = 0;
    for (const piece of own) {
      const { faces } = pieces.list[piece];
      isFace.fill(1, next, next + faces.length);
      pieceOf.fill(piece, next, next + faces.length);
      for (let i = 0; i < faces.length; i++, next++)
        for (let k = 0; k < 3; k++) corners[3 * next + k] = 3 * triangles[3 * faces[i] + k];
    }
    for (const piece of own) {
      const placed = caps.get(piece);
      if (!placed) continue;
      pieceOf.fill(piece, next, next + capTriangles(placed));
      placed.loops.forEach((loop, i) => {
        loop.forEach((v, j) => {
          corners.set([3 * v, 3 * loop[(j + 1) % loop.length], placed.centres[i]], 3 * next++);
        });
      });
    }
  }

  /** Decides which pieces have an inside at this instant. */
  private bound(): void {
    const { pieces, pieceOf, closure } = this;
    const closures = new Map(pieces.ofPart[this.part].map((piece) => [piece, this.closureOf(piece)]));
    this.known = null;
    for (const value of closures.values())
      if (value > 0) this.known = value > CLOSED || this.known === 'capped' ? 'capped' : 'parity';
    for (let i = 0; i < closure.length; i++) closure[i] = closures.get(pieceOf[i]) as number;
  }

  /** The closure of a piece; 0 if it has no inside. */
  private closureOf(piece: number): Closure | 0 {
    const { pieces, caps, positions, mesh } = this;
    const placed = caps.get(piece);
    if (!placed) return pieces.list[piece].isClosed ? CLOSED : 0;
    const share = capShare(mesh, pieces.list[piece], placed, placed.centres, positions.x);
    if (share <= MAX_CAP_SHARE[NEARLY_CLOSED]) return NEARLY_CLOSED;
    return share <= MAX_CAP_SHARE[CAPPED] ? CAPPED : 0;
  }
}

/** Of how many vertices one is among the first that are measured. */
const SAMPLE_STRIDE = 16;
const ON_SURFACE = -1;
const DEGENERATE = -2;
/** Roundings of a mean of three points, as a share of the largest coordinate; a generous bound. */
const ROUNDING = 2 ** -48;
/** How many directions are tried for a segment that touches no border. */
const MAX_ATTEMPTS = 64;

/** The number of triangles in the caps of a piece. */
function capTriangles(caps: PlacedCaps | undefined): number {
  return caps?.loops.reduce((sum, loop) => sum + loop.length, 0) ?? 0;
}
