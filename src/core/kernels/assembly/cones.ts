// What proves patches quiet: cones around the control normals of base patches, and projected contours with the boxes of their edges.
// src/papers/iccd/cones.ts and contour.ts say what they prove and bound their rounding.
// Cones: a coordinate of an edge is one vector, lane 0 at t = 0 and lane 1 at t = 1: one cross product gives n0 and n1, another, with the
// lanes of one edge swapped, both halves of 2m. Contours: a vector holds X and Y at one end of the step.
import { Lane } from './lanes';

/** Added to the sine of every cone. Safe direction: a cone too wide only makes fewer patches quiet. */
const SLACK: f64 = 1e-6;
/** 2^−40: a control normal shorter than the root of this, relative to S, has no reliable direction: its patch has no cone. */
const DEGENERATE: f64 = 9.094947017729282e-13;
/** Squared length, in units of the step, below which underflow might matter. */
const UNDERFLOW: f64 = 1e-280;
/**
 * Squared cosine of 60°: narrower cones stay around the mean normal, wider ones are centred in up to this many turns, which makes 83
 * rather than 78 % of a crumpled cloth quiet.
 */
const WIDE: f64 = 0.25;
const TURNS: i32 = 4;

/** Bytes of two normals, a lane each: x, y, z and the squared length. A face has n0 and n1, then 2m twice. */
const PAIR: usize = 64;
/** Bytes of a cone: unit axis, then the sine of the half angle with slack, Infinity if there is none. */
const CONE: usize = 32;

/** Bytes of a projected vertex: at t = 0, at t = 1. */
const POINT: usize = 32;
/** Bytes of a box: least and largest at t = 0, then at t = 1. */
const BOX: usize = 64;

export class Cones {
  /** From at most `sample` faces each. Faces of patch i: three vertex ids each, from `starts[i]` to `starts[i + 1]`. */
  static fit(
    points: usize,
    triangles: usize,
    starts: usize,
    count: i32,
    sample: u32,
    unit: f64,
    normals: usize,
    to: usize,
  ): void {
    const scale = f64x2.splat(unit);
    for (let i = 0; i < count; i++, starts += 4, to += CONE) {
      const first = load<u32>(starts);
      const faces = min(load<u32>(starts, 4) - first, sample);
      store<f64>(to, f64.POSITIVE_INFINITY, 24);
      if (!Cones.findNormals(points, triangles + <usize>first * 12, faces, scale, normals, to)) continue;
      const least = Cones.centre(normals, normals + <usize>faces * (2 * PAIR), to);
      // Fails for NaN too.
      if (least > 0) store<f64>(to, Math.sqrt(Math.max(0, 1 - least)) + SLACK, 24);
    }
  }

  /**
   * Control normals of the faces, and the direction of their sum as the axis; false as soon as one is degenerate, NaN included: a sum or
   * product that overflows ends as NaN or as a length not above an infinite S.
   */
  static findNormals(points: usize, face: usize, count: u32, scale: v128, to: usize, axis: usize): bool {
    let x = f64x2.splat(0);
    let y = f64x2.splat(0);
    let z = f64x2.splat(0);
    for (let end = face + <usize>count * 12; face < end; face += 12, to += 2 * PAIR) {
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
        to + PAIR,
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

  /** The sum of both lanes, in both. */
  @inline static both(a: v128): v128 {
    return f64x2.add(a, Lane.swap(a));
  }

  @inline static size(x: v128, y: v128, z: v128): v128 {
    return f64x2.add(f64x2.add(f64x2.abs(x), f64x2.abs(y)), f64x2.abs(z));
  }

  /** Stores two normals; lanes in which they have a reliable direction. */
  @inline static put(to: usize, x: v128, y: v128, z: v128, size: v128): v128 {
    const lengthSq = Lane.dot(x, x, y, y, z, z);
    v128.store(to, x);
    v128.store(to, y, 16);
    v128.store(to, z, 32);
    v128.store(to, lengthSq, 48);
    const least = f64x2.mul(f64x2.splat(DEGENERATE), f64x2.mul(size, size));
    return f64x2.gt(lengthSq, f64x2.add(least, f64x2.splat(UNDERFLOW)));
  }

  /** The vector scaled to length 1, off by a few roundings. */
  @inline static setUnit(axis: usize, x: f64, y: f64, z: f64): void {
    const length = Math.sqrt(x * x + y * y + z * z);
    store<f64>(axis, x / length);
    store<f64>(axis, y / length, 8);
    store<f64>(axis, z / length, 16);
  }

  /** Turns the axis of a wide cone towards the middle of its normals; the least squared cosine of one, with the cosine's sign. */
  @inline static centre(normals: usize, end: usize, axis: usize): f64 {
    let worst = Cones.leastAlong(normals, end, axis);
    let least = Cones.cosineSq(worst, axis);
    for (let turn = 0; turn < TURNS && !(least > WIDE); turn++) {
      Cones.turnTowards(worst, 1 / <f64>(turn + 2), axis);
      worst = Cones.leastAlong(normals, end, axis);
      least = Cones.cosineSq(worst, axis);
    }
    return least;
  }

  /** One step of Bădoiu and Clarkson's search for the centre of the smallest ball, on the sphere. */
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

  /** The lane of the normal farthest from the axis. Where all cosines are NaN, the axis being none, it is one of them. */
  static leastAlong(normals: usize, end: usize, axis: usize): usize {
    const x = v128.load64_splat(axis);
    const y = v128.load64_splat(axis, 8);
    const z = v128.load64_splat(axis, 16);
    let worst = normals;
    let least = f64x2.splat(2);
    for (; normals < end; normals += PAIR) {
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

export class Contours {
  /** X = p·x and Y = q·x of some vertices; `frame` has p and q. */
  static project(points: usize, vertices: usize, count: i32, frame: usize, to: usize): void {
    const px = v128.load64_splat(frame);
    const py = v128.load64_splat(frame, 8);
    const pz = v128.load64_splat(frame, 16);
    const qx = v128.load64_splat(frame, 24);
    const qy = v128.load64_splat(frame, 32);
    const qz = v128.load64_splat(frame, 40);
    for (let i = 0; i < count; i++, vertices += 4, to += POINT) {
      const at = points + <usize>load<u32>(vertices) * 48;
      const x = v128.load(at);
      const y = v128.load(at, 16);
      const z = v128.load(at, 32);
      const along = Lane.dot(px, x, py, y, pz, z);
      const across = Lane.dot(qx, x, qy, y, qz, z);
      v128.store(to, v128.shuffle<f64>(along, across, 0, 2));
      v128.store(to, v128.shuffle<f64>(along, across, 1, 3), 16);
    }
  }

  /** Boxes of the edges of one loop, and in which directions they advance. */
  static fitLoop(points: usize, count: i32, margin: f64, boxes: usize, advances: usize): void {
    const beyond = f64x2.splat(margin);
    const below = f64x2.splat(-margin);
    const last = points + <usize>(count - 1) * POINT;
    for (let at = points; at < last; at += POINT, boxes += BOX, advances++) {
      Contours.fitEdge(at, at + POINT, boxes);
      store<u8>(advances, Contours.senses(at, beyond, below));
    }
    // The last edge returns to the beginning: no chain goes on from there.
    Contours.fitEdge(last, points, boxes);
    store<u8>(advances, 0);
  }

  @inline static fitEdge(a: usize, b: usize, to: usize): void {
    const a0 = v128.load(a);
    const a1 = v128.load(a, 16);
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    v128.store(to, f64x2.pmin(a0, b0));
    v128.store(to, f64x2.pmax(a0, b0), 16);
    v128.store(to, f64x2.pmin(a1, b1), 32);
    v128.store(to, f64x2.pmax(a1, b1), 48);
  }

  /** A bit for each of X, Y, X + Y, X − Y and their opposites, in which an edge advances by more than the margin at both ends. */
  @inline static senses(at: usize, beyond: v128, below: v128): u8 {
    const d0 = f64x2.sub(v128.load(at, 32), v128.load(at));
    const d1 = f64x2.sub(v128.load(at, 48), v128.load(at, 16));
    const e0 = Contours.diagonals(d0);
    const e1 = Contours.diagonals(d1);
    const forward = i64x2.bitmask(v128.and(f64x2.gt(d0, beyond), f64x2.gt(d1, beyond)));
    const backward = i64x2.bitmask(v128.and(f64x2.lt(d0, below), f64x2.lt(d1, below)));
    const up = i64x2.bitmask(v128.and(f64x2.gt(e0, beyond), f64x2.gt(e1, beyond)));
    const down = i64x2.bitmask(v128.and(f64x2.lt(e0, below), f64x2.lt(e1, below)));
    return <u8>(forward | (backward << 2) | (up << 4) | (down << 6));
  }

  /** X + Y and X − Y. */
  @inline static diagonals(d: v128): v128 {
    const swapped = Lane.swap(d);
    return v128.shuffle<f64>(f64x2.add(d, swapped), f64x2.sub(d, swapped), 0, 2);
  }

  /** The tree above `count` edges, which begin at number `width`. */
  static unite(width: i32, count: i32, boxes: usize, advances: usize): void {
    const nowhere = f64x2.splat(f64.POSITIVE_INFINITY);
    // No edge: apart from everything, and no hindrance to its neighbours.
    for (let i = width + count; i < 2 * width; i++) {
      const to = boxes + <usize>i * BOX;
      v128.store(to, nowhere);
      v128.store(to, f64x2.neg(nowhere), 16);
      v128.store(to, nowhere, 32);
      v128.store(to, f64x2.neg(nowhere), 48);
      store<u8>(advances + i, 255);
    }
    for (let i = width - 1; i > 0; i--) {
      const a = boxes + <usize>i * (2 * BOX);
      const to = boxes + <usize>i * BOX;
      v128.store(to, f64x2.pmin(v128.load(a), v128.load(a, 64)));
      v128.store(to, f64x2.pmax(v128.load(a, 16), v128.load(a, 80)), 16);
      v128.store(to, f64x2.pmin(v128.load(a, 32), v128.load(a, 96)), 32);
      v128.store(to, f64x2.pmax(v128.load(a, 48), v128.load(a, 112)), 48);
      const children = advances + 2 * i;
      store<u8>(advances + i, load<u8>(children) & load<u8>(children, 1));
    }
  }
}
