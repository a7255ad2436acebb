// What a culler can be told, checked at the door.
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { CullSettings, VisibilityDevice } from './device.ts';
import { type Axis, MOST_PIXELS } from './view-grid.ts';

export type ViewName = `${'+' | '-'}${Axis}`;

export interface VisibilityOptions {
  /** Who renders; a new `RasterDevice` by default. */
  readonly device?: VisibilityDevice;
  /** Pixels along the longer side of every view, 1 to 4096; 512 by default. About two pixels per edge are best. */
  readonly resolution?: number;
  /** Directions to look along; by default +x, +y and +z. All six leave fewer faces and take longer. */
  readonly views?: readonly ViewName[];
  /** `'lossy'` is the paper's sampling at centres of pixels: it misses collisions. Default `'conservative'`: none is missed. */
  readonly mode?: 'conservative' | 'lossy';
  readonly algorithm?: CullSettings['algorithm'];
  /** An object for every face: only faces of different objects collide. Without, all faces do that share no vertex. */
  readonly objectOf?: ArrayLike<number>;
  /** Rendering order: of the faces, or back to front along the first view, the default between objects but in the lossy mode. */
  readonly order?: 'index' | 'back-to-front';
  /**
   * Whether what is left is looked at again in parts that face the same way, two at a time. It leaves fewer and takes longer. By default
   * between objects only; not in the lossy mode, nor for CULLIDE.
   */
  readonly parts?: boolean;
  /** Layers that a pixel remembers where neighbours are not to be tested, 1 to 16; 8 by default. Fewer keep more faces. */
  readonly listLength?: number;
  /** Rounds over all views at most; no limit by default. */
  readonly mostRounds?: number;
}

const ALL_VIEWS: readonly ViewName[] = ['+x', '-x', '+y', '-y', '+z', '-z'];
export const DEFAULT_VIEWS: readonly ViewName[] = ['+x', '+y', '+z'];

/** Refuses what is out of range. */
export function checkOptions(mesh: TriMesh, options: VisibilityOptions): void {
  const { resolution = 1, views = DEFAULT_VIEWS, listLength = 1, mostRounds = 1, objectOf } = options;
  checkCount('resolution', resolution, MOST_PIXELS);
  checkCount('listLength', listLength, 16);
  if (mostRounds !== Number.POSITIVE_INFINITY) checkCount('mostRounds', mostRounds, Number.MAX_SAFE_INTEGER);
  if (views.length === 0) throw new RangeError('views must name at least one direction.');
  for (const view of views)
    if (!ALL_VIEWS.includes(view)) throw new RangeError(`views are ${ALL_VIEWS.join(', ')}, not ${view}.`);
  checkName('mode', options.mode, ['conservative', 'lossy']);
  checkName('algorithm', options.algorithm, ['quick-cullide', 'cullide']);
  checkName('order', options.order, ['index', 'back-to-front']);
  if (options.parts !== undefined && typeof options.parts !== 'boolean')
    throw new RangeError(`parts is true or false, not ${options.parts}.`);
  if (objectOf && objectOf.length !== mesh.faceCount)
    throw new RangeError(`objectOf holds ${objectOf.length} numbers; there are ${mesh.faceCount} faces.`);
  const at = Array.from(objectOf ?? []).findIndex((object) => object >>> 0 !== object);
  if (objectOf && at >= 0) throw new RangeError(`objectOf has numbers from 0, not ${objectOf[at]} for face ${at}.`);
}

function checkCount(name: string, value: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return;
  throw new RangeError(`${name} must be a whole number from 1 to ${most}, not ${value}.`);
}

function checkName(name: string, value: string | undefined, names: readonly string[]): void {
  if (value === undefined || names.includes(value)) return;
  throw new RangeError(`${name} is ${names.map((each) => `'${each}'`).join(' or ')}, not ${value}.`);
}
