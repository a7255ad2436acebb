// Fits the cones around the control normals of base patches [ICCD §IV-B]. src/papers/iccd/cones.ts
// says what they prove and bounds their rounding.
// Each coordinate of an edge is one vector, lane 0 at t = 0 and lane 1 at t = 1. One cross product
// gives n0 and n1. Another, with the lanes of one edge swapped, gives the two terms of 2m.
import { Lane } from '../../../core/kernels/lanes';
import { MeshContext } from '../../../core/kernels/mesh-context';
import { RoughCones } from './rough-cones';

/**
 * Added to the sine of every cone. Safe direction: a cone that is too wide only makes fewer patches
 * quiet.
 */
const SINE_SLACK: f64 = 1e-6;
/**
 * 2^−40. A control normal whose squared length is below this multiple of S² has no reliable
 * direction: its patch gets no cone.
 */
const MIN_RELATIVE_LENGTH_SQ: f64 = 9.094947017729282e-13;
/**
 * Squared length, in units of the step, below which underflow may have changed a normal: its patch
 * gets no cone.
 */
const MIN_LENGTH_SQ: f64 = 1e-280;
/**
 * Squared cosine of 60°. A cone with a smaller half angle keeps the mean normal as its axis; the
 * axis of a wider one is centred.
 */
const WIDE_COSINE_SQ: f64 = 0.25;
/**
 * Most steps of centring a wide cone. Centring makes 83 instead of 78 % of a crumpled cloth quiet.
 */
const MAX_TURNS: i32 = 4;

/**
 * Bytes of two normals, one per lane: x, y, z and the squared length. A face has two such pairs: n0
 * and n1, then 2m in both lanes.
 */
const PAIR_BYTES: usize = 64;
/**
 * Bytes of a cone: unit axis, then the sine of the half angle with slack, or Infinity if there is
 * no cone.
 */
const CONE_BYTES: usize = 32;

/** Base patches whose cones are to be fitted. */
@unmanaged
export class PatchCones {
  /** Inverse of the size of the step; all lengths are multiplied by it. */
  unit: f64;
  /** Three vertex ids per face, in patch order. */
  triangles: usize;
  /** First face of each patch, then the end of the last. */
  starts: usize;
  /** Number of patches. */
  patchCount: i32;
  /** Most faces of each patch that are read. */
  sample: u32;
  /** Scratch: 128 bytes per face of the largest patch. */
  normals: usize;
  /**
   * Four doubles per patch: the unit axis and the sine of the half angle with slack, or Infinity if
   * there is no cone.
   */
  cones: usize;
  /** Number of nodes of the hierarchy, in preorder. */
  nodeCount: i32;
  /** Second child of each node, 0 for a base patch. */
  seconds: usize;
  /** First base patch of each node. */
  firstLeaves: usize;
  /**
   * Four doubles per node: axis and cosine of the half angle, 0 if there is no cone. These only
   * propose directions.
   */
  merged: usize;
}

class Cones {
  /**
   * Writes the control normals of the faces, and the direction of their sum as the axis. Returns
   * false as soon as one normal is degenerate. That includes NaN and overflow: a sum or product
   * that overflows ends as NaN, or as a length that is not above an infinite S.
   */
  static findNormals(points: usize, face: usize, count: u32, scale: v128, to: usize, axis: usize): bool {
    let x = f64x2.splat(0);
    let y = f64x2.splat(0);
    let z = f64x2.splat(0);
    for (let end = face + <usize>count * 12; face < end; face += 12, to += 2 * PAIR_BYTES) {
      const a = points + <usize>load<u32>(face) * 48;
      const b = points + <usize>load<u32>(face, 4) * 48;
      const c = points + <usize>load<u32>(face, 8) * 48;
      const ax = v128.load(a);
      const ay = v128.load(a, 16);
      const az = v128.load(a, 32);
      const ex = f64x2.mul(scale, f64x2.sub(v128.load(b), ax));
      const ey = f64x2.mul(scale, f64x2.sub(v128.load(b, 16), ay));
      const ez = f64x2.mul(scale, f64x2.sub(v128.load(b, 32), az));
      const fx = f64x2.mul(scale, f64x2.sub(v128.load(c), ax));
      const fy = f64x2.mul(scale, f64x2.sub(v128.load(c, 16), ay));
      const fz = f64x2.mul(scale, f64x2.sub(v128.load(c, 32), az));
      const nx = Lane.cross(ey, fz, ez, fy);
      const ny = Lane.cross(ez, fx, ex, fz);
      const nz = Lane.cross(ex, fy, ey, fx);
      const gx = Lane.swap(fx);
      const gy = Lane.swap(fy);
      const gz = Lane.swap(fz);
      const mx = Lane.cross(ey, gz, ez, gy);
      const my = Lane.cross(ez, gx, ex, gz);
      const mz = Lane.cross(ex, gy, ey, gx);
      const e = Cones.size(ex, ey, ez);
      const f = Cones.size(fx, fy, fz);
      const ends = Cones.put(to, nx, ny, nz, f64x2.mul(e, f));
      const middle = Cones.put(
        to + PAIR_BYTES,
        Cones.both(mx),
        Cones.both(my),
        Cones.both(mz),
        Cones.both(f64x2.mul(e, Lane.swap(f))),
      );
      if (!i64x2.all_true(v128.and(ends, middle))) return false;
      x = f64x2.add(x, f64x2.add(nx, mx));
      y = f64x2.add(y, f64x2.add(ny, my));
      z = f64x2.add(z, f64x2.add(nz, mz));
    }
    Cones.setUnit(axis, Lane.first(x) + Lane.second(x), Lane.first(y) + Lane.second(y), Lane.first(z) + Lane.second(z));
    return true;
  }

  /** The sum of both lanes, in each lane. */
  @inline static both(a: v128): v128 {
    return f64x2.add(a, Lane.swap(a));
  }

  /** |x| + |y| + |z| in each lane. */
  @inline static size(x: v128, y: v128, z: v128): v128 {
    return f64x2.add(f64x2.add(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
  }

  /** Stores two normals. Returns a mask of the lanes in which they have a reliable direction. */
  @inline static put(to: usize, x: v128, y: v128, z: v128, size: v128): v128 {
    const lengthSq = Lane.dot(x, x, y, y, z, z);
    v128.store(to, x);
    v128.store(to, y, 16);
    v128.store(to, z, 32);
    v128.store(to, lengthSq, 48);
    const least = f64x2.mul(f64x2.splat(MIN_RELATIVE_LENGTH_SQ), f64x2.mul(size, size));
    return f64x2.gt(lengthSq, f64x2.add(least, f64x2.splat(MIN_LENGTH_SQ)));
  }

  /** Writes (x, y, z) scaled to length 1, off by a few roundings. */
  @inline static setUnit(axis: usize, x: f64, y: f64, z: f64): void {
    const length = Math.sqrt(x * x + y * y + z * z);
    store<f64>(axis, x / length);
    store<f64>(axis, y / length, 8);
    store<f64>(axis, z / length, 16);
  }

  /**
   * Turns the axis of a wide cone towards the middle of its normals. Returns the least squared
   * cosine between axis and a normal, with the sign of the cosine.
   */
  @inline static centre(normals: usize, end: usize, axis: usize): f64 {
    let worst = Cones.leastAlong(normals, end, axis);
    let least = Cones.cosineSq(worst, axis);
    for (let turn = 0; turn < MAX_TURNS && !(least > WIDE_COSINE_SQ); turn++) {
      Cones.turnTowards(worst, 1 / <f64>(turn + 2), axis);
      worst = Cones.leastAlong(normals, end, axis);
      least = Cones.cosineSq(worst, axis);
    }
    return least;
  }

  /**
   * One step of the search for the centre of the smallest ball by Bădoiu and Clarkson, on the
   * sphere.
   */
  @inline static turnTowards(normal: usize, share: f64, axis: usize): void {
    const scale = share / Math.sqrt(load<f64>(normal, 48));
    Cones.setUnit(
      axis,
      load<f64>(axis) + scale * load<f64>(normal),
      load<f64>(axis, 8) + scale * load<f64>(normal, 16),
      load<f64>(axis, 16) + scale * load<f64>(normal, 32),
    );
  }

  /** The square of the cosine between axis and normal, with the sign of the cosine. */
  @inline static cosineSq(normal: usize, axis: usize): f64 {
    const along =
      load<f64>(axis) * load<f64>(normal) +
      load<f64>(axis, 8) * load<f64>(normal, 16) +
      load<f64>(axis, 16) * load<f64>(normal, 32);
    return (along * Math.abs(along)) / load<f64>(normal, 48);
  }

  /** Address of the lane of the normal farthest from the axis. If the axis is NaN, any lane. */
  static leastAlong(normals: usize, end: usize, axis: usize): usize {
    const x = v128.load64_splat(axis);
    const y = v128.load64_splat(axis, 8);
    const z = v128.load64_splat(axis, 16);
    let worst = normals;
    let least = f64x2.splat(2);
    for (; normals < end; normals += PAIR_BYTES) {
      const along = Lane.dot(x, v128.load(normals), y, v128.load(normals, 16), z, v128.load(normals, 32));
      const scaled = f64x2.mul(along, f64x2.abs(along));
      const lengthSq = v128.load(normals, 48);
      if (i64x2.all_true(f64x2.ge(scaled, f64x2.mul(least, lengthSq)))) continue;
      const cosines = f64x2.div(scaled, lengthSq);
      const isSecond = Lane.second(cosines) < Lane.first(cosines);
      worst = normals + (isSecond ? 8 : 0);
      least = f64x2.splat(isSecond ? Lane.second(cosines) : Lane.first(cosines));
    }
    return worst;
  }
}

/** Fits the cones of all patches. */
export function fitCones(context: MeshContext, patches: PatchCones): void {
  const points = context.points;
  const scale = f64x2.splat(patches.unit);
  const normals = patches.normals;
  let starts = patches.starts;
  let to = patches.cones;
  for (let i = 0; i < patches.patchCount; i++, starts += 4, to += CONE_BYTES) {
    const first = load<u32>(starts);
    const faces = min(load<u32>(starts, 4) - first, patches.sample);
    store<f64>(to, f64.POSITIVE_INFINITY, 24);
    if (!Cones.findNormals(points, patches.triangles + <usize>first * 12, faces, scale, normals, to)) continue;
    const least = Cones.centre(normals, normals + <usize>faces * (2 * PAIR_BYTES), to);
    // False for NaN too: no cone.
    if (least > 0) store<f64>(to, Math.sqrt(Math.max(0, 1 - least)) + SINE_SLACK, 24);
  }
}

/** Merges the cones of base patches upwards. Backwards, children come before their parent. */
export function mergeCones(patches: PatchCones): void {
  for (let i = patches.nodeCount - 1; i >= 0; i--) {
    const to = patches.merged + <usize>i * CONE_BYTES;
    const second = load<u32>(patches.seconds + ((<usize>i) << 2));
    if (second != 0) {
      RoughCones.merge(to + CONE_BYTES, patches.merged + <usize>second * CONE_BYTES, to);
      continue;
    }
    const from = patches.cones + <usize>load<u32>(patches.firstLeaves + ((<usize>i) << 2)) * CONE_BYTES;
    const sine = load<f64>(from, 24);
    v128.store(to, v128.load(from));
    store<f64>(to, load<f64>(from, 16), 16);
    store<f64>(to, sine < 1 ? Math.sqrt(1 - sine * sine) : 0, 24);
  }
}

/**
 * Whether all faces of the base patches [first, end) provably keep d·n > 0 throughout the step. The
 * direction d = (x, y, z) has unit length up to a few roundings.
 */
export function certifyCones(patches: PatchCones, first: u32, end: u32, x: f64, y: f64, z: f64): bool {
  const last = patches.cones + <usize>end * CONE_BYTES;
  for (let cone = patches.cones + <usize>first * CONE_BYTES; cone < last; cone += CONE_BYTES) {
    const along = x * load<f64>(cone) + y * load<f64>(cone, 8) + z * load<f64>(cone, 16);
    if (!(along > load<f64>(cone, 24))) return false;
  }
  return true;
}
