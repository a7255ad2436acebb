// The options of a culler, and their checks.
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import { type Axis, MAX_PIXELS } from './view-grid.ts';
import type { CullSettings, VisibilityDevice } from './visibility-device.ts';

/** A view direction: the axis along which depths grow, and its sign. */
export type ViewName = `${'+' | '-'}${Axis}`;

/** How a culler renders and what it tests. */
export interface VisibilityOptions {
  /** The device that renders; a new `RasterDevice` by default. */
  readonly device?: VisibilityDevice;
  /**
   * Pixels along the longer side of every view, 1 to 4096; 512 by default. About two pixels per
   * edge are best.
   */
  readonly resolution?: number;
  /** View directions; by default +x, +y and +z. All six leave fewer faces and take longer. */
  readonly views?: readonly ViewName[];
  /**
   * Default `'conservative'`: no collision is missed. `'lossy'` is the paper's sampling at centres
   * of pixels, which misses collisions.
   */
  readonly mode?: 'conservative' | 'lossy';
  /** Default `'quick-cullide'`; `'cullide'` is the baseline that the paper improves on. */
  readonly algorithm?: CullSettings['algorithm'];
  /**
   * The object of every face: only faces of different objects can collide, unless `selfColliding`
   * says more. Without it, all faces that share no vertex can.
   */
  readonly objectOf?: ArrayLike<number>;
  /**
   * The objects whose own faces can collide too, if they share no vertex: all, or those listed.
   * Default: none. Every such object is culled alone. Only with `objectOf`.
   */
  readonly selfColliding?: boolean | ArrayLike<number>;
  /**
   * What the level of objects hands down to their faces. `'objects'`: which objects are in a pair
   * that may collide. `'sets'`, the default: also the sets that these pairs put the faces into from
   * the start. `'pairs'`: what is left is culled once more, every pair of objects alone; this
   * leaves fewer faces and takes longer. CULLIDE has no sets, so there `'sets'` is `'objects'`.
   */
  readonly handedDown?: 'objects' | 'sets' | 'pairs';
  /**
   * Rendering order: by face id, or back to front along the first view. Default `'back-to-front'`
   * between objects in the conservative mode, else `'index'`.
   */
  readonly order?: 'index' | 'back-to-front';
  /**
   * Whether the faces that are left are culled again by orientation, in parts with similar normals.
   * This leaves fewer faces and takes longer. Default: only between objects. It has no effect in
   * the lossy mode and for CULLIDE.
   */
  readonly parts?: boolean;
  /**
   * Layers per pixel in a connected mesh, 1 to 16; 8 by default. With fewer, more faces are left.
   */
  readonly listLength?: number;
  /** Maximum number of rounds over all views; no limit by default. */
  readonly mostRounds?: number;
}

const ALL_VIEWS: readonly ViewName[] = ['+x', '-x', '+y', '-y', '+z', '-z'];
/** The views of a culler that is given none. */
export const DEFAULT_VIEWS: readonly ViewName[] = ['+x', '+y', '+z'];

/** Throws a `RangeError` for an option that is out of range. */
export function checkOptions(mesh: TriMesh, options: VisibilityOptions): void {
  const { resolution = 1, views = DEFAULT_VIEWS, listLength = 1, mostRounds = 1, objectOf } = options;
  checkCount('resolution', resolution, MAX_PIXELS);
  checkCount('listLength', listLength, 16);
  if (mostRounds !== Number.POSITIVE_INFINITY) checkCount('mostRounds', mostRounds, Number.MAX_SAFE_INTEGER);
  if (views.length === 0) throw new RangeError('views must name at least one direction.');
  for (const view of views)
    if (!ALL_VIEWS.includes(view)) throw new RangeError(`views are ${ALL_VIEWS.join(', ')}, not ${view}.`);
  checkName('mode', options.mode, ['conservative', 'lossy']);
  checkName('algorithm', options.algorithm, ['quick-cullide', 'cullide']);
  checkName('handedDown', options.handedDown, ['objects', 'sets', 'pairs']);
  checkName('order', options.order, ['index', 'back-to-front']);
  if (options.parts !== undefined && typeof options.parts !== 'boolean')
    throw new RangeError(`parts is true or false, not ${options.parts}.`);
  if (objectOf && objectOf.length !== mesh.faceCount)
    throw new RangeError(`objectOf holds ${objectOf.length} numbers; there are ${mesh.faceCount} faces.`);
  if (options.selfColliding && !objectOf)
    throw new RangeError('selfColliding needs objectOf: without objects all faces can collide.');
  checkIds('objectOf', objectOf ?? []);
  if (typeof options.selfColliding !== 'boolean') checkIds('selfColliding', options.selfColliding ?? []);
}

function checkIds(name: string, ids: ArrayLike<number>): void {
  const at = Array.from(ids).findIndex((id) => id >>> 0 !== id);
  if (at >= 0) throw new RangeError(`${name} has numbers from 0, not ${ids[at]} at ${at}.`);
}

function checkCount(name: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return;
  throw new RangeError(`${name} must be a whole number from 1 to ${most}, not ${value}.`);
}

function checkName(name: string, value: string | undefined, names: readonly string[]): void {
  if (value === undefined || names.includes(value)) return;
  throw new RangeError(`${name} is ${names.map((each) => `'${each}'`).join(' or ')}, not ${value}.`);
}
