// The potentially colliding set of a mesh by visibility [Quick-CULLIDE]: which faces may touch one that they share no vertex with, at one
// instant or while vertices move in straight lines from x0 to x1. Nothing is precomputed, so positions may be anything from call to call.
// Safe direction: a face is kept without a collision, never dropped with one, at any resolution; the lossy mode has no such promise.

import { NONE } from '../../core/mesh/topology.ts';
import { checkPositions, type Positions, type TriMesh } from '../../core/mesh/tri-mesh.ts';
import { ALL_VIEWS, checkOptions, type VisibilityOptions } from './cull-options.ts';
import type { CullAnswer, CullPass, CullScene, CullSettings, DeviceName, VisibilityDevice } from './device.ts';
import { PRUNED } from './device.ts';
import { RasterDevice } from './raster-device.ts';
import { type Axis, cornerBounds, viewGrid } from './view-grid.ts';
import { RowWriter } from './view-rows.ts';
import { mayCollide } from './visibility-sets.ts';

const DEFAULT_RESOLUTION = 512;
const DEFAULT_LAYERS = 8;

/** What is left of the faces of a mesh. */
export class Culling {
  /** 1 for every face that may collide: the potentially colliding set. */
  readonly mask: Uint8Array;
  readonly size: number;
  /** `FIRST` and `SECOND` of every face, and its place in the rendering order, which they are relative to. */
  readonly bits: Uint8Array;
  readonly rank: Uint32Array;
  readonly passes: readonly CullPass[];
  readonly rounds: number;
  readonly converged: boolean;
  /** Who answered, and why not the one that was asked. */
  readonly device: DeviceName;
  readonly fallback: string | undefined;

  constructor(answer: CullAnswer, order: Uint32Array) {
    const { passes, rounds, converged, device, fallback } = answer;
    this.bits = new Uint8Array(order.length);
    this.rank = new Uint32Array(order.length);
    this.mask = new Uint8Array(order.length);
    for (let i = 0; i < order.length; i++) {
      this.bits[order[i]] = answer.bits[i];
      this.rank[order[i]] = i;
      if (answer.bits[i] !== PRUNED) this.mask[order[i]] = 1;
    }
    this.size = this.mask.reduce((sum, kept) => sum + kept, 0);
    this.passes = passes;
    this.rounds = rounds;
    this.converged = converged;
    this.device = device;
    this.fallback = fallback;
  }

  /** Whether faces f and g, which share no vertex, may collide: fewer pairs than those of faces in the mask. */
  mayCollide(f: number, g: number): boolean {
    const { bits, rank } = this;
    return rank[f] < rank[g] ? mayCollide(bits[f], bits[g]) : mayCollide(bits[g], bits[f]);
  }
}

export class VisibilityCuller {
  readonly mesh: TriMesh;
  private readonly options: VisibilityOptions;
  private readonly device: VisibilityDevice;
  private readonly writer = new RowWriter();
  /** Whether faces share vertices at all: if not, a pixel needs one layer. */
  private readonly isSoup: boolean;

  constructor(mesh: TriMesh, options: VisibilityOptions = {}) {
    checkOptions(mesh, options);
    this.mesh = mesh;
    this.options = { ...options };
    this.device = options.device ?? new RasterDevice();
    this.isSoup = sharesNoVertex(mesh);
  }

  /** At once, by a device that answers at once. With `x1`, of the whole step from x to x1. */
  cull(x: Positions, x1?: Positions): Culling {
    const { scene, order } = this.sceneOf(x, x1);
    const answer = this.device.cull(scene, this.settings());
    if (answer instanceof Promise) throw new TypeError('This device answers later: call cullAsync.');
    return new Culling(answer, order);
  }

  async cullAsync(x: Positions, x1?: Positions): Promise<Culling> {
    const { scene, order } = this.sceneOf(x, x1);
    return new Culling(await this.device.cull(scene, this.settings()), order);
  }

  private settings(): CullSettings {
    const { algorithm = 'quick-cullide', mode, mostRounds = Number.POSITIVE_INFINITY, objectOf } = this.options;
    const isConnected = objectOf === undefined && !this.isSoup;
    const { listLength = DEFAULT_LAYERS } = this.options;
    // The paper has one depth a pixel, and ignores touching within a mesh because neighbours touch.
    if (mode === 'lossy')
      return { algorithm, touching: !isConnected, listLength: objectOf === undefined ? 1 : 2, mostRounds };
    return { algorithm, touching: true, listLength: isConnected ? listLength : objectOf ? 2 : 1, mostRounds };
  }

  private sceneOf(x: Positions, x1: Positions | undefined): { scene: CullScene; order: Uint32Array } {
    const { mesh, options, writer } = this;
    const { views = ALL_VIEWS, resolution = DEFAULT_RESOLUTION, mode, objectOf } = options;
    const positions = x1 === undefined ? [x] : [x, x1];
    for (const each of positions) checkPositions(each, mesh.vertexCount);
    const isLossy = mode === 'lossy';
    if (isLossy && x1 !== undefined) throw new RangeError('The lossy mode is for one instant: it takes no x1.');
    const order = this.renderingOrder(x);
    const corners = cornersOf(mesh, order);
    const bounds = cornerBounds(mesh.triangles, positions);
    const names = [...new Set(views.map((view) => view[1] as Axis))];
    writer.setItems(corners);
    const scene: CullScene = {
      itemCount: mesh.faceCount,
      primitiveCount: mesh.faceCount,
      edgeCount: x1 === undefined ? 3 : 6,
      primitiveOf: null,
      groupOf: objectOf === undefined ? null : Uint32Array.from(order, (f) => objectOf[f]),
      corners: objectOf === undefined && !this.isSoup && !isLossy ? corners : null,
      axes: names.map((axis) => writer.write(positions, viewGrid(axis, bounds, resolution), isLossy)),
      views: views.map((view) => ({ axis: names.indexOf(view[1] as Axis), flipped: view[0] === '-' })),
    };
    return { scene, order };
  }

  /** Back to front: those seen last come first. */
  private renderingOrder(x: Positions): Uint32Array {
    const { triangles, faceCount } = this.mesh;
    const order = Uint32Array.from({ length: faceCount }, (_, f) => f);
    if (this.options.order !== 'back-to-front') return order;
    const [[sign, axis]] = this.options.views ?? ALL_VIEWS;
    const k = 'xyz'.indexOf(axis);
    const depths = Float64Array.from(order, (f) => {
      const sum = x[3 * triangles[3 * f] + k] + x[3 * triangles[3 * f + 1] + k] + x[3 * triangles[3 * f + 2] + k];
      return sign === '-' ? -sum : sum;
    });
    return order.sort((f, g) => depths[g] - depths[f] || f - g);
  }
}

/** Four words a face, as rows and devices take them. */
function cornersOf({ triangles }: TriMesh, order: Uint32Array): Uint32Array {
  const corners = new Uint32Array(4 * order.length);
  for (let i = 0; i < order.length; i++) {
    const f = 3 * order[i];
    corners[4 * i] = triangles[f];
    corners[4 * i + 1] = triangles[f + 1];
    corners[4 * i + 2] = triangles[f + 2];
    corners[4 * i + 3] = NONE;
  }
  return corners;
}

function sharesNoVertex({ triangles, vertexCount }: TriMesh): boolean {
  const isUsed = new Uint8Array(vertexCount);
  for (let i = 0; i < triangles.length; i++) if (isUsed[triangles[i]]++ > 0) return false;
  return true;
}
