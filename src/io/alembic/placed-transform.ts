// A transform in its place in the scene: from the space of an object to the world, over time.
import { AFFINE, multiply } from '../gltf/gltf-affine.ts';
import type { AlembicTransform } from './alembic-transform.ts';

/** The product of a transform and those above it. */
export class PlacedTransform {
  /** That of the nearest object above which has one; undefined if it never matters. */
  readonly parent: PlacedTransform | undefined;
  /** The transform of the object itself. */
  readonly own: AlembicTransform;
  /** The number of samples of what moves the object most finely; 0 if nothing moves it. */
  readonly sampleCount: number;
  private readonly world: Float64Array = new Float64Array(AFFINE);
  private worldTime: number | undefined;

  /** Nothing is computed yet. Throws `FileError`. */
  constructor(own: AlembicTransform, parent: PlacedTransform | undefined) {
    this.own = own;
    this.parent = own.isNeverRelative() ? undefined : parent;
    const counts = own.changing.map(({ sampleCount }) => sampleCount);
    this.sampleCount = Math.max(this.parent?.sampleCount ?? 0, ...counts);
  }

  /**
   * Returns the affine map to the world at a time in seconds; the next call overwrites it. Throws
   * `FileError`.
   */
  at(time: number): Float64Array {
    const { world, parent, own } = this;
    const isKnown = this.worldTime === time || (this.worldTime !== undefined && this.sampleCount === 0);
    if (isKnown) return world;
    if (parent && own.isRelative(time)) multiply(parent.at(time), 0, own.local(time), 0, world, 0);
    else world.set(own.local(time));
    this.worldTime = time;
    return world;
  }
}
