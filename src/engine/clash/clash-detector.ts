// Finds the clashes of the parts of a mesh: at one instant, and within a step.
import type { Contacts } from '../../core/contacts/contacts.ts';
import { MeshError } from '../../core/mesh/mesh-error.ts';
import { checkPositions, type Positions, type TriMesh } from '../../core/mesh/tri-mesh.ts';
import { checkLength } from '../collide-options.ts';
import { ContourTracer } from '../contours.ts';
import { MeshCollider } from '../mesh-collider.ts';
import { capsOf } from './caps.ts';
import { ClashMemory } from './clash-memory.ts';
import type { ClashOptions, FrameOptions } from './clash-options.ts';
import type { ContactPlace, FrameClash } from './clash-records.ts';
import { Entering } from './entering.ts';
import { clashesOfGroup } from './group-clashes.ts';
import { insideParts } from './inside-parts.ts';
import type { Instant } from './instant.ts';
import { NearParts } from './near-parts.ts';
import { AskedPairs, groupPairs } from './pair-groups.ts';
import type { SolidPositions } from './part-tree.ts';
import { checkParts, componentParts, type Parts, Pieces } from './parts.ts';
import { Places } from './places.ts';
import { RegionFinder } from './regions.ts';
import { type PlacedCaps, Solid } from './solid.ts';
import { StepPlaces } from './step-places.ts';

/** Finds clashes of one mesh, frame by frame. */
export class ClashDetector {
  /** The mesh. */
  readonly mesh: TriMesh;
  /** The parts, as given or by connected components. */
  readonly parts: Parts;
  /**
   * Per part, whether every edge of it has an even number of its faces, so that it has an inside.
   */
  readonly isClosed: readonly boolean[];
  /** The collider that finds pairs of faces and the contacts of steps. */
  readonly collider: MeshCollider;
  private readonly partOfFace: Uint32Array;
  private readonly asked: AskedPairs;
  private readonly pieces: Pieces;
  private readonly positions: SolidPositions;
  /** Border loops that are capped, with the offset of their middle. */
  private readonly caps: PlacedCaps[] = [];
  private readonly solids: readonly Solid[];
  private readonly tracer: ContourTracer;
  private readonly regions: RegionFinder;
  private readonly places: Places;
  private readonly stepPlaces: StepPlaces;
  private readonly near: NearParts | null;

  /** For a mesh whose positions arrive with every call. */
  constructor(mesh: TriMesh, options: ClashOptions = {}) {
    this.mesh = mesh;
    this.parts = options.parts ?? componentParts(mesh);
    const { names } = this.parts;
    this.partOfFace = checkParts(this.parts, mesh.faceCount);
    this.asked = new AskedPairs(names, options);
    this.pieces = new Pieces(mesh, this.partOfFace, names.length);
    this.isClosed = this.pieces.ofPart.map((own) => own.every((piece) => this.pieces.list[piece].isClosed));
    const caps = this.placeCaps();
    const capCount = this.caps.reduce((sum, { loops }) => sum + loops.length, 0);
    const free = 3 * (mesh.vertexCount + capCount);
    const memory = new ClashMemory();
    this.positions = { x: new Float64Array(free + 6), free, memory, pointer: memory.allocate(8 * free) };
    this.solids = names.map((_, part) => {
      const own = new Map([...caps].filter(([piece]) => this.pieces.list[piece].part === part));
      return new Solid(mesh, this.pieces, part, own, this.positions);
    });
    const { recipe, pool, partitions, keptBytes } = options;
    this.collider = new MeshCollider(mesh, { pool, partitions, keptBytes, ...(recipe && { recipe }) });
    this.tracer = new ContourTracer(mesh);
    this.regions = new RegionFinder(mesh, this.partOfFace, this.pieces, memory);
    this.places = new Places(mesh.vertexCount);
    this.stepPlaces = new StepPlaces(mesh, this.partOfFace, names.length, this.asked, this.places);
    const clearance = checkLength('clearance', options.clearance ?? 0);
    this.near =
      clearance > 0 ? new NearParts(mesh, this.partOfFace, names.length, this.asked, { ...options, clearance }) : null;
  }

  /** The clashes at one instant, the deepest first. */
  frame(x: Positions, options: FrameOptions = {}): FrameClash[] {
    const { maxTests } = options;
    const instant = this.instantOf(x, options);
    const clashes: FrameClash[] = [];
    for (const group of instant.pairs.groups) clashesOfGroup(instant, group, clashes);
    clashes.push(...insideParts(instant, this.asked));
    if (this.near) {
      const met = new Set(clashes.map(({ a, b }) => `${a}:${b}`));
      clashes.push(...this.near.find(x, (a, b) => !met.has(`${a}:${b}`), { maxTests }));
    }
    return clashes.sort(deepestFirst);
  }

  /**
   * The places where parts pass through each other while the vertices move in straight lines from
   * x0 to x1, without crossing there at either end.
   */
  step(x0: Positions, x1: Positions): ContactPlace[] {
    const before = this.frame(x0);
    // After the step, the frame at its end costs less than before it.
    const contacts = this.collider.collide(x0, x1);
    const places = this.contactPlaces(x0, x1, before, this.frame(x1), contacts);
    return places.filter(({ isPassing }) => isPassing);
  }

  /**
   * All places where parts come into contact within a step. `before` and `after` are the clashes at
   * its ends, as `frame` has returned them. `contacts` are those of the step, if they are known
   * already.
   */
  contactPlaces(
    x0: Positions,
    x1: Positions,
    before: readonly FrameClash[],
    after: readonly FrameClash[],
    contacts: Contacts = this.collider.collide(x0, x1),
  ): ContactPlace[] {
    return this.stepPlaces.find(contacts, { x0, x1, before, after });
  }

  /** Releases the memory, for others that share it. */
  dispose(): void {
    this.collider.dispose();
    this.positions.memory.dispose();
    this.near?.dispose();
  }

  private instantOf(x: Positions, options: FrameOptions): Instant {
    const { mesh, partOfFace, pieces, solids, tracer, regions, places, asked } = this;
    checkRange(x, mesh.vertexCount);
    this.move(x);
    const { maxTests } = options;
    const found = this.collider.intersections(x, { maxTests });
    const pairs = groupPairs(found, partOfFace, solids.length, asked);
    const { positions } = this;
    const own = positions.x;
    tracer.trace(own, pairs);
    const entering = new Entering(mesh, own);
    return { mesh, x: own, positions, partOfFace, pieces, solids, pairs, tracer, regions, places, entering, options };
  }

  /** Copies positions, and puts the middles of caps where their loops are. */
  private move(x: Positions): void {
    const { x: own, free, memory, pointer } = this.positions;
    own.set(x);
    for (const { loops, centres } of this.caps)
      loops.forEach((loop, i) => {
        for (let k = 0; k < 3; k++)
          own[centres[i] + k] = loop.reduce((sum, v) => sum + own[3 * v + k], 0) / loop.length;
      });
    memory.space.doubles.set(own.subarray(0, free), pointer / 8);
    for (const solid of this.solids) solid.moved();
  }

  /** The caps of all pieces that may be closed by them. */
  private placeCaps(): Map<number, PlacedCaps> {
    const { mesh, pieces } = this;
    const placed = new Map<number, PlacedCaps>();
    let next = mesh.vertexCount;
    pieces.list.forEach((piece, i) => {
      const caps = piece.isClosed ? null : capsOf(mesh, piece, pieces.pieceOfFace);
      if (!caps) return;
      const own = { ...caps, centres: caps.loops.map(() => 3 * next++) };
      placed.set(i, own);
      this.caps.push(own);
    });
    return placed;
  }
}

/** Points outside of a solid and means of points must be finite, too. */
const LARGEST_COORDINATE = 2 ** 1000;

/** Throws `MeshError` unless all positions are finite, and within reach of a detector. */
function checkRange(x: Positions, vertexCount: number): void {
  checkPositions(x, vertexCount);
  for (let i = 0; i < x.length; i++) {
    if (x[i] <= LARGEST_COORDINATE && x[i] >= -LARGEST_COORDINATE) continue;
    const at = Math.floor(i / 3);
    const message = `Vertex ${at} has a coordinate of ${x[i]}; clashes are found up to 2^1000.`;
    throw new MeshError('position-too-large', at, message);
  }
}

/** The order of clashes: by depth, else how far through; then by the length of the curve. */
function deepestFirst(p: FrameClash, q: FrameClash): number {
  const amount = ({ depth, through }: FrameClash): number => depth ?? through ?? 0;
  return (
    amount(q) - amount(p) || q.curveLength - p.curveLength || p.a - q.a || p.b - q.b || firstFace(p) - firstFace(q)
  );
}

function firstFace({ facesA, facesB }: FrameClash): number {
  return facesA[0] ?? facesB[0];
}
