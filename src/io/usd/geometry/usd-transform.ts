// Where a prim stands: its own map after those of the prims above it, over time.
import { AFFINE, multiply } from '../../gltf/gltf-affine.ts';

/** Writes an affine map, 12 numbers column by column, at a time in seconds. */
export type LocalMap = (time: number, out: Float64Array) => void;

/** A map from a prim into the world over time. */
export class UsdTransform {
  /** Whether it never changes. */
  readonly isConstant: boolean;
  private readonly above: UsdTransform | undefined;
  private readonly local: LocalMap;
  private world: Float64Array | undefined;
  private worldTime = Number.NaN;

  /** `local` leads into `above`, or into the world if there is none. */
  constructor(above: UsdTransform | undefined, local: LocalMap, isLocalConstant: boolean) {
    this.above = above;
    this.local = local;
    this.isConstant = isLocalConstant && (above?.isConstant ?? true);
  }

  /** Returns the map into the world at a time in seconds; the next call may overwrite it. */
  at(time: number): Float64Array {
    const { above } = this;
    if (this.world && (this.worldTime === time || this.isConstant)) return this.world;
    this.world ??= new Float64Array(AFFINE);
    const { world } = this;
    if (above === undefined) this.local(time, world);
    else {
      const outer = above.at(time);
      const local = new Float64Array(AFFINE);
      this.local(time, local);
      multiply(outer, 0, local, 0, world, 0);
    }
    this.worldTime = time;
    return world;
  }
}

/** Returns the map of a matrix for row vectors; its last column is ignored. */
export function affineOfRows(matrix: Float64Array, at: number, out: Float64Array, to: number): void {
  for (let row = 0; row < 4; row++) {
    for (let i = 0; i < 3; i++) out[to + 3 * row + i] = matrix[at + 4 * row + i];
  }
}

/** Writes the inverse of a map; not finite if there is none. */
export function invertAffine(map: Float64Array, at: number, out: Float64Array, to: number): void {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = map.subarray(at, at + AFFINE);
  const [p, q, r] = [e * i - f * h, c * h - b * i, b * f - c * e];
  const scale = 1 / (a * p + d * q + g * r);
  out[to] = p * scale;
  out[to + 1] = q * scale;
  out[to + 2] = r * scale;
  out[to + 3] = (f * g - d * i) * scale;
  out[to + 4] = (a * i - c * g) * scale;
  out[to + 5] = (c * d - a * f) * scale;
  out[to + 6] = (d * h - e * g) * scale;
  out[to + 7] = (b * g - a * h) * scale;
  out[to + 8] = (a * e - b * d) * scale;
  for (let k = 0; k < 3; k++) out[to + 9 + k] = -(out[to + k] * x + out[to + 3 + k] * y + out[to + 6 + k] * z);
}
