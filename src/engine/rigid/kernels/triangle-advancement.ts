// Conservative advancement of two triangles of moving bodies, in doubles: finds when they come
// within the tolerance. It measures the distance at a time, then bounds for how long the slab
// between the nearest points stays open, and advances by that. The bound is that of gap-times.ts,
// vertex by vertex: a vertex has r = 0, so s and K are exact. Any direction n of the slab is sound;
// the nearest points only give a good one.
import { NearestScratch } from '../../../core/elementary/kernels/nearest-scratch';
import { NearestTriangles } from '../../../core/elementary/kernels/nearest-triangles';
import { TRIANGLE_BYTES } from './box-nodes';
import { RelativePose } from './relative-pose';
import { NEAREST_SCRATCH, PLACED, RigidContext } from './rigid-context';

/**
 * Factor on a step of time that covers its rounding and that of its sum with the time. The margin
 * of gaps covers the rest.
 */
const STEP_ROUND_DOWN: f64 = 0.999999999999;
/** Bytes of a corner. */
const CORNER: usize = 24;

/** Advances two triangles; no time that it skips has a contact. */
export class TriangleAdvancement {
  /** Writes triangle a, in b's coordinates at the present pose, to PLACED. */
  @inline static place(context: RigidContext, a: usize): void {
    const placed = changetype<usize>(context) + PLACED;
    const r00 = context.r00;
    const r01 = context.r01;
    const r02 = context.r02;
    const r10 = context.r10;
    const r11 = context.r11;
    const r12 = context.r12;
    const r20 = context.r20;
    const r21 = context.r21;
    const r22 = context.r22;
    const tx = context.offsetX;
    const ty = context.offsetY;
    const tz = context.offsetZ;
    for (let i: usize = 0; i < TRIANGLE_BYTES; i += CORNER) {
      const x = load<f64>(a + i);
      const y = load<f64>(a + i, 8);
      const z = load<f64>(a + i, 16);
      store<f64>(placed + i, r00 * x + r01 * y + r02 * z + tx);
      store<f64>(placed + i, r10 * x + r11 * y + r12 * z + ty, 8);
      store<f64>(placed + i, r20 * x + r21 * y + r22 * z + tz, 16);
    }
  }

  /** The scratch of the search for nearest points. It holds those of the last test. */
  @inline static nearest(context: RigidContext): NearestScratch {
    return changetype<NearestScratch>(changetype<usize>(context) + NEAREST_SCRATCH);
  }

  /** The distance at the present pose. */
  static measure(context: RigidContext, a: usize, b: usize): f64 {
    context.trianglePairs++;
    TriangleAdvancement.place(context, a);
    const placed = changetype<usize>(context) + PLACED;
    const distance = NearestTriangles.distance(TriangleAdvancement.nearest(context), placed, b);
    context.distance = distance;
    return distance;
  }

  /**
   * Advances from t on. Returns the first time found with a distance of at most `near`, proven free
   * of contact before it; Infinity if the pair stays apart up to `limit`; NaN after `maxTests`
   * tests of triangles in all.
   */
  static advance(context: RigidContext, a: usize, b: usize, t: f64, limit: f64, maxTests: i32): f64 {
    const near = context.near;
    for (const second = context.trianglePairs + 2; context.trianglePairs < maxTests; ) {
      RelativePose.set(context, t);
      const d = TriangleAdvancement.measure(context, a, b);
      if (d <= near) return t;
      TriangleAdvancement.setNormalBetween(context, d);
      let duration = TriangleAdvancement.safeDuration(context, b);
      if (duration <= 0) duration = TriangleAdvancement.bestOfNormals(context, b);
      // A pair that is not decided at the second test may be one of parallel faces: their normals
      // prove more.
      else if (context.trianglePairs == second && t + duration < limit)
        duration = TriangleAdvancement.longer(duration, TriangleAdvancement.bestOfFaces(context, b));
      // No face or edge separates them: they cross, or are so close that doubles cannot decide.
      if (duration <= 0) return t;
      t += duration * STEP_ROUND_DOWN;
      if (t >= limit) return Infinity;
    }
    return NaN;
  }

  /**
   * Whether the slab along one of the face normals provably keeps the two triangles apart from t to
   * `limit`. Cheaper than a test of their distance, and enough for faces that slide.
   */
  static isApartAlongFaces(context: RigidContext, a: usize, b: usize, t: f64, limit: f64): bool {
    RelativePose.set(context, t);
    TriangleAdvancement.place(context, a);
    return t + TriangleAdvancement.bestOfFaces(context, b) * STEP_ROUND_DOWN >= limit;
  }

  /**
   * Sets the normal to the direction from b to a between the nearest points of the last test, which
   * are `d` apart.
   */
  @inline static setNormalBetween(context: RigidContext, d: f64): void {
    const nearest = TriangleAdvancement.nearest(context);
    TriangleAdvancement.setNormal(
      context,
      (nearest.ax - nearest.bx) / d,
      (nearest.ay - nearest.by) / d,
      (nearest.az - nearest.bz) / d,
    );
  }

  /** Sets the direction n of the slab. */
  @inline static setNormal(context: RigidContext, x: f64, y: f64, z: f64): void {
    context.normalX = x;
    context.normalY = y;
    context.normalZ = z;
  }

  /**
   * The safe duration of the slab along the normal; 0 if the normal does not separate the
   * triangles.
   */
  static safeDuration(context: RigidContext, b: usize): f64 {
    const nx = context.normalX;
    const ny = context.normalY;
    const nz = context.normalZ;
    const wx = context.omegaBX;
    const wy = context.omegaBY;
    const wz = context.omegaBZ;
    const crossB = TriangleAdvancement.crossLength(nx, ny, nz, wx, wy, wz);
    context.crossA = TriangleAdvancement.crossLength(nx, ny, nz, context.omegaAX, context.omegaAY, context.omegaAZ);
    if (context.turnsB == 0) {
      let top = -Infinity;
      for (let j: usize = 0; j < TRIANGLE_BYTES; j += CORNER) {
        const h = nx * load<f64>(b + j) + ny * load<f64>(b + j, 8) + nz * load<f64>(b + j, 16);
        if (h > top) top = h;
      }
      const k = crossB * context.crossAcceleration + context.extraAcceleration;
      return TriangleAdvancement.safeDurationAbove(context, top, 0, k);
    }
    let duration: f64 = Infinity;
    for (let j: usize = 0; j < TRIANGLE_BYTES; j += CORNER) {
      const x = load<f64>(b + j);
      const y = load<f64>(b + j, 8);
      const z = load<f64>(b + j, 16);
      const ox = context.turningBX + wy * z - wz * y;
      const oy = context.turningBY + wz * x - wx * z;
      const oz = context.turningBZ + wx * y - wy * x;
      const h = nx * x + ny * y + nz * z;
      const speed = nx * ox + ny * oy + nz * oz;
      const k = crossB * sqrt(ox * ox + oy * oy + oz * oz);
      const one = TriangleAdvancement.safeDurationAbove(context, h, speed, k);
      if (one < duration) duration = one;
    }
    return duration;
  }

  /** |n × ω|. */
  @inline static crossLength(nx: f64, ny: f64, nz: f64, wx: f64, wy: f64, wz: f64): f64 {
    const x = ny * wz - nz * wy;
    const y = nz * wx - nx * wz;
    const z = nx * wy - ny * wx;
    return sqrt(x * x + y * y + z * z);
  }

  /**
   * For how long all corners of a stay above a point of b at height h along the normal. The point
   * moves with this speed along the normal, and `acceleration` bounds its acceleration.
   */
  static safeDurationAbove(context: RigidContext, h: f64, speed: f64, acceleration: f64): f64 {
    const placed = changetype<usize>(context) + PLACED;
    const nx = context.normalX;
    const ny = context.normalY;
    const nz = context.normalZ;
    const wx = context.omegaAX;
    const wy = context.omegaAY;
    const wz = context.omegaAZ;
    const margin = context.margin;
    const crossA = context.crossA;
    const drift = nx * context.velocityX + ny * context.velocityY + nz * context.velocityZ - speed;
    let duration: f64 = Infinity;
    for (let i: usize = 0; i < TRIANGLE_BYTES; i += CORNER) {
      const px = load<f64>(placed + i);
      const py = load<f64>(placed + i, 8);
      const pz = load<f64>(placed + i, 16);
      const g = nx * px + ny * py + nz * pz - h - margin;
      if (!(g > 0)) return 0;
      const x = px - context.offsetX;
      const y = py - context.offsetY;
      const z = pz - context.offsetZ;
      const ox = context.turningAX + wy * z - wz * y;
      const oy = context.turningAY + wz * x - wx * z;
      const oz = context.turningAZ + wx * y - wy * x;
      const s = drift + nx * ox + ny * oy + nz * oz;
      const k = crossA * sqrt(ox * ox + oy * oy + oz * oz) + acceleration;
      const root = sqrt(s * s + 2 * k * g);
      // Written without cancellation. The corner stays apart for good if neither speed nor
      // acceleration closes the gap.
      const one = s < 0 ? (2 * g) / (root - s) : k > 0 ? (s + root) / k : Infinity;
      if (one < duration) duration = one;
    }
    return duration;
  }

  /**
   * The longest safe duration over all directions that can separate two triangles: the face
   * normals, the normals of pairs of edges, and for triangles in one plane the normals of edges
   * within it. One of them separates any two triangles that are apart. For nearest points so close
   * that their difference has no direction.
   */
  static bestOfNormals(context: RigidContext, b: usize): f64 {
    const placed = changetype<usize>(context) + PLACED;
    const ofA = TriangleAdvancement.bestOfTriangle(context, b, placed);
    let best = TriangleAdvancement.longer(ofA, TriangleAdvancement.bestOfTriangle(context, b, b));
    for (let i: usize = 0; i < TRIANGLE_BYTES; i += CORNER) {
      const end = placed + (i == 48 ? 0 : i + CORNER);
      for (let j: usize = 0; j < TRIANGLE_BYTES; j += CORNER) {
        TriangleAdvancement.setEdges(context, placed + i, end, b + j, b + (j == 48 ? 0 : j + CORNER));
        best = TriangleAdvancement.longer(best, TriangleAdvancement.tryNormal(context, b));
      }
    }
    return best;
  }

  /** The longer safe duration along the normals of the two triangles. */
  static bestOfFaces(context: RigidContext, b: usize): f64 {
    const placed = changetype<usize>(context) + PLACED;
    TriangleAdvancement.setEdges(context, b, b + 24, b, b + 48);
    const ofB = TriangleAdvancement.tryNormal(context, b);
    TriangleAdvancement.setEdges(context, placed, placed + 24, placed, placed + 48);
    return TriangleAdvancement.longer(ofB, TriangleAdvancement.tryNormal(context, b));
  }

  /**
   * The longest safe duration along the normal of one triangle, and along the normals of its edges
   * within its plane.
   */
  static bestOfTriangle(context: RigidContext, b: usize, triangle: usize): f64 {
    TriangleAdvancement.setEdges(context, triangle, triangle + 24, triangle, triangle + 48);
    let best = TriangleAdvancement.tryNormal(context, b);
    const x = context.edge0Y * context.edge1Z - context.edge0Z * context.edge1Y;
    const y = context.edge0Z * context.edge1X - context.edge0X * context.edge1Z;
    const z = context.edge0X * context.edge1Y - context.edge0Y * context.edge1X;
    for (let i: usize = 0; i < TRIANGLE_BYTES; i += CORNER) {
      TriangleAdvancement.setEdges(context, triangle + i, triangle + (i == 48 ? 0 : i + CORNER), triangle, triangle);
      context.edge1X = x;
      context.edge1Y = y;
      context.edge1Z = z;
      best = TriangleAdvancement.longer(best, TriangleAdvancement.tryNormal(context, b));
    }
    return best;
  }

  /** The larger of two durations. */
  @inline static longer(x: f64, y: f64): f64 {
    return x > y ? x : y;
  }

  /** Sets the two edges by their ends. */
  @inline static setEdges(context: RigidContext, p: usize, pEnd: usize, q: usize, qEnd: usize): void {
    context.edge0X = load<f64>(pEnd) - load<f64>(p);
    context.edge0Y = load<f64>(pEnd, 8) - load<f64>(p, 8);
    context.edge0Z = load<f64>(pEnd, 16) - load<f64>(p, 16);
    context.edge1X = load<f64>(qEnd) - load<f64>(q);
    context.edge1Y = load<f64>(qEnd, 8) - load<f64>(q, 8);
    context.edge1Z = load<f64>(qEnd, 16) - load<f64>(q, 16);
  }

  /**
   * The safe duration of a slab along the common normal of both edges. Tries both signs; 0 if
   * neither separates the triangles.
   */
  static tryNormal(context: RigidContext, b: usize): f64 {
    const x = context.edge0Y * context.edge1Z - context.edge0Z * context.edge1Y;
    const y = context.edge0Z * context.edge1X - context.edge0X * context.edge1Z;
    const z = context.edge0X * context.edge1Y - context.edge0Y * context.edge1X;
    const length = sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return 0;
    TriangleAdvancement.setNormal(context, x / length, y / length, z / length);
    const one = TriangleAdvancement.safeDuration(context, b);
    if (one > 0) return one;
    TriangleAdvancement.setNormal(context, -context.normalX, -context.normalY, -context.normalZ);
    return TriangleAdvancement.safeDuration(context, b);
  }
}
