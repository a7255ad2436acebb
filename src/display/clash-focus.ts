// From where a clash is seen: the point, the distance and the direction in which most of its curve
// is visible. The 3D view and the printed pictures use the same ones.
import { axesOf, isHidden, project, rasterise } from './face-raster.ts';
import type { PlacedClash } from './placed-clash.ts';
import type { ShownModel } from './shown-model.ts';
import { addScaled, dot, type Triple, unit } from './view-triples.ts';

/** From where a clash is seen. */
export interface ClashFocus {
  /** The centre of the view. */
  readonly centre: Triple;
  /** The radius around the centre that should be visible. */
  readonly reach: number;
  /** The direction from the centre to the camera, of length 1. */
  readonly direction: Triple;
}

/** The surroundings of a clash that are shown, as a multiple of its own size. */
const SURROUNDINGS = 2;
/** Less than this share of the parts' size is never shown: nobody could tell where it is. */
const LEAST_SHARE = 0.06;
/** Normals that agree at least this much, from 0 to 1, propose a direction. */
const LEAST_AGREEMENT = 0.3;
/** How much of the usual direction is added to the normal of the surface. */
const USUAL_SHARE = 0.6;
/** How much of the direction in which two solids face each other is taken away. */
const SIDE_SHARE = 0.6;
/** A direction replaces a better proposal only if so much more of the curve is visible. */
const LEAST_GAIN = 0.15;
/** The width and height of the small pictures that tell what is visible. */
const PROBE_PIXELS = 96;
/** Points of the curve that are this many pixels behind a surface still lie in it. */
const PROBE_TOLERANCE = 2;
/** The maximum number of points of the curve that are looked at. */
const MAX_PROBES = 100;
/** The maximum number of faces with which many directions are tried without a noticeable delay. */
const MAX_FACES = 60_000;

/** Chooses the view of a clash; `usual` is the direction to the camera if no other is better. */
export function focusOf(clash: PlacedClash, model: ShownModel, positions: Float32Array, usual: Triple): ClashFocus {
  const { triangles } = model;
  const place = new Bounds();
  for (let i = 0; i < clash.curve.length; i += 3) place.add(clash.curve, i);
  if (clash.curve.length === 0)
    for (const faces of [clash.facesA, clash.facesB])
      for (const f of faces) for (let k = 0; k < 3; k++) place.add(positions, 3 * triangles[3 * f + k]);
  place.add(clash.point, 0);
  const faces = facesOf(clash, model);
  const whole = new Bounds();
  for (const f of faces) for (let k = 0; k < 3; k++) whole.add(positions, 3 * triangles[3 * f + k]);
  const most = whole.radius || 1;
  const reach = Math.min(most, Math.max(LEAST_SHARE * most, SURROUNDINGS * place.radius));
  const { centre } = place;
  const proposed = proposals(clash, triangles, positions, usual);
  if (clash.curve.length === 0) return { centre, reach, direction: proposed[0] };
  const others = faces.length > MAX_FACES ? [] : around(usual);
  let [best, seen] = [proposed[0], -Infinity];
  for (const direction of [...proposed, ...others]) {
    const share = visibleShare(clash.curve, faces, triangles, positions, { centre, reach, direction });
    if (share < seen + LEAST_GAIN) continue;
    [best, seen] = [direction, share];
  }
  return { centre, reach, direction: best };
}

/** The faces of the two parts of a clash. */
export function facesOf({ a, b }: PlacedClash, { partOfFace }: ShownModel): Uint32Array {
  const ids: number[] = [];
  partOfFace.forEach((part, f) => {
    if (part === a || part === b) ids.push(f);
  });
  return Uint32Array.from(ids);
}

/** Returns the normal of a face; its length is twice the area. */
export function faceNormal(triangles: Uint32Array, x: Float32Array, f: number): Triple {
  const [p, q, r] = [3 * triangles[3 * f], 3 * triangles[3 * f + 1], 3 * triangles[3 * f + 2]];
  const [ax, ay, az] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
  const [bx, by, bz] = [x[r] - x[p], x[r + 1] - x[p + 1], x[r + 2] - x[p + 2]];
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/**
 * Surfaces that look the same way, as cloth on skin, are seen from outside. Solids that face each
 * other are seen from the side: the curve between them would be hidden from the front.
 */
function proposals({ facesA, facesB }: PlacedClash, triangles: Uint32Array, x: Float32Array, usual: Triple): Triple[] {
  const [a, b] = [facesA, facesB].map((faces) => meanNormal(faces, triangles, x));
  const outside = addScaled([0, 0, 0], 0.5, addScaled(a, 1, b));
  if (Math.hypot(...outside) >= LEAST_AGREEMENT) return [unit(addScaled(outside, USUAL_SHARE, usual)), unit(usual)];
  const facing = addScaled([0, 0, 0], 0.5, addScaled(a, -1, b));
  if (Math.hypot(...facing) < LEAST_AGREEMENT) return [unit(usual)];
  const axis = unit(facing);
  return [unit(addScaled(usual, -SIDE_SHARE * dot(axis, usual), axis)), unit(usual)];
}

/** Directions on all sides, none of them straight up or down. */
function around(usual: Triple): Triple[] {
  const heights = [0.3, -0.5];
  const turns = [0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1];
  const isZ = Math.abs(usual[1]) > Math.abs(usual[2]);
  const start = Math.atan2(isZ ? -usual[1] : usual[2], usual[0]);
  return heights.flatMap((height) =>
    turns.map((turn): Triple => {
      const angle = start + turn * Math.PI;
      const [x, z] = [Math.cos(angle), Math.sin(angle)];
      return unit(isZ ? [x, -z, height] : [x, height, z]);
    }),
  );
}

/** The share of the curve that no surface covers. */
function visibleShare(
  curve: Float32Array,
  faces: Uint32Array,
  triangles: Uint32Array,
  positions: Float32Array,
  { centre, reach, direction }: ClashFocus,
): number {
  const size = PROBE_PIXELS;
  const view = { axes: axesOf(direction), centre, scale: size / (2 * reach), width: size, height: size };
  const { depth } = rasterise(faces, triangles, positions, view);
  const segments = curve.length / 6;
  const stride = Math.ceil(segments / MAX_PROBES);
  let [count, visible] = [0, 0];
  for (let i = 0; i < segments; i += stride) {
    const middle = [0, 1, 2].map((k) => (curve[6 * i + k] + curve[6 * i + 3 + k]) / 2);
    count++;
    if (!isHidden(project(middle, 0, view), depth, view, PROBE_TOLERANCE)) visible++;
  }
  return visible / count;
}

/** The mean of the normals, weighted by area: of length 1 if they agree. */
function meanNormal(faces: Uint32Array, triangles: Uint32Array, x: Float32Array): Triple {
  let sum: Triple = [0, 0, 0];
  let total = 0;
  for (const f of faces) {
    const normal = faceNormal(triangles, x, f);
    total += Math.hypot(...normal);
    sum = addScaled(sum, 1, normal);
  }
  return addScaled([0, 0, 0], 1 / (total || 1), sum);
}

class Bounds {
  private readonly low = [Infinity, Infinity, Infinity];
  private readonly high = [-Infinity, -Infinity, -Infinity];

  add(x: ArrayLike<number>, at: number): void {
    for (let axis = 0; axis < 3; axis++) {
      this.low[axis] = Math.min(this.low[axis], x[at + axis]);
      this.high[axis] = Math.max(this.high[axis], x[at + axis]);
    }
  }

  get centre(): Triple {
    const [x, y, z] = this.low.map((low, axis) => (low + this.high[axis]) / 2);
    return [x, y, z];
  }

  get radius(): number {
    return Math.max(0, Math.hypot(...this.high.map((x, axis) => x - this.low[axis])) / 2);
  }
}
