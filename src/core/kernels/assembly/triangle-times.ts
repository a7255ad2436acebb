// Two triangles of moving bodies, in doubles: when do they come within the tolerance? Conservative advancement of one pair: the distance
// at a time, then a time for which the slab between the nearest points surely stays open, vertex by vertex with the bound of
// box-gaps.ts (a vertex has r = 0, so s and K are exact). Any direction n is sound; the nearest points only give a good one.
import { ax, ay, az, bx, by, bz, NearestTriangles } from './nearest-triangles';
import { BEND, OA, OB, R, RelativePose, SPIN, SWING, T, V, WA, WB } from './relative-pose';

/** How often a pair was looked at. */
export let looks: i32 = 0;
/** The distance of the last pair at the last time. */
export let distance: f64 = 0;

/** Takes the rounding of a step, and of its sum with the time: what remains of that is in the margin. */
const SURE: f64 = 0.999999999999;

let placed: usize = 0;
let margin: f64 = 0;
/** The direction of the slab, and b's side of it. */
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
let floor: f64 = 0;
/** Two edges whose normal is tried. */
let ex: f64 = 0;
let ey: f64 = 0;
let ez: f64 = 0;
let fx: f64 = 0;
let fy: f64 = 0;
let fz: f64 = 0;
let acrossA: f64 = 0;
let acrossB: f64 = 0;

export class TriangleTimes {
  /** `scratch`: room for 21 doubles; `rounding`: the margin of gaps. */
  static begin(scratch: usize, rounding: f64): void {
    placed = scratch;
    margin = rounding;
    looks = 0;
  }

  /** Moves triangle a to where it is at the present pose. */
  @inline static place(a: usize): void {
    const r0 = RelativePose.get(R);
    const r1 = RelativePose.get(R + 1);
    const r2 = RelativePose.get(R + 2);
    const r3 = RelativePose.get(R + 3);
    const r4 = RelativePose.get(R + 4);
    const r5 = RelativePose.get(R + 5);
    const r6 = RelativePose.get(R + 6);
    const r7 = RelativePose.get(R + 7);
    const r8 = RelativePose.get(R + 8);
    const tx = RelativePose.get(T);
    const ty = RelativePose.get(T + 1);
    const tz = RelativePose.get(T + 2);
    for (let i: usize = 0; i < 72; i += 24) {
      const x = load<f64>(a + i);
      const y = load<f64>(a + i, 8);
      const z = load<f64>(a + i, 16);
      store<f64>(placed + i, r0 * x + r1 * y + r2 * z + tx);
      store<f64>(placed + i, r3 * x + r4 * y + r5 * z + ty, 8);
      store<f64>(placed + i, r6 * x + r7 * y + r8 * z + tz, 16);
    }
  }

  /** The distance at the present pose. */
  static measure(a: usize, b: usize): f64 {
    looks++;
    TriangleTimes.place(a);
    distance = NearestTriangles.distance(placed, b);
    return distance;
  }

  /**
   * From t on: the first time found with a distance of at most `near` (contact within the tolerance), proven free of contact before; or
   * Infinity if the pair stays apart up to `limit`; NaN where patience ends.
   */
  static advance(a: usize, b: usize, t: f64, limit: f64, near: f64, patience: i32): f64 {
    for (const second = looks + 2; looks < patience; ) {
      RelativePose.set(t);
      const d = TriangleTimes.measure(a, b);
      if (d <= near) return t;
      TriangleTimes.aim((ax - bx) / d, (ay - by) / d, (az - bz) / d);
      let lasts = TriangleTimes.lasting(b);
      if (lasts <= 0) lasts = TriangleTimes.bestOfNormals(b);
      // A pair that is not done at the second look may be one of parallel faces: along their normals they stay apart for longer.
      else if (looks == second && t + lasts < limit) lasts = TriangleTimes.longer(lasts, TriangleTimes.bestOfFaces(b));
      // Not even the directions of faces and edges separate them: they cross, or are so close that doubles cannot tell.
      if (lasts <= 0) return t;
      t += lasts * SURE;
      if (t >= limit) return Infinity;
    }
    return NaN;
  }

  /** Whether the normal of one of both keeps them apart from t up to `limit`: no look, and all that faces need that turn over each other. */
  static isApartAlongFaces(a: usize, b: usize, t: f64, limit: f64): bool {
    RelativePose.set(t);
    TriangleTimes.place(a);
    return t + TriangleTimes.bestOfFaces(b) * SURE >= limit;
  }

  @inline static aim(x: f64, y: f64, z: f64): void {
    nx = x;
    ny = y;
    nz = z;
  }

  /** For how long the slab along n stays open; 0 where there is none. */
  static lasting(b: usize): f64 {
    TriangleTimes.setAcross();
    floor = -Infinity;
    for (let j: usize = 0; j < 72; j += 24) {
      const h = nx * load<f64>(b + j) + ny * load<f64>(b + j, 8) + nz * load<f64>(b + j, 16);
      if (h > floor) floor = h;
    }
    if (RelativePose.get(SPIN) == 0)
      return TriangleTimes.lastingAbove(floor, 0, acrossB * RelativePose.get(SWING) + RelativePose.get(BEND));
    let lasts: f64 = Infinity;
    for (let j: usize = 0; j < 72; j += 24) {
      const x = load<f64>(b + j);
      const y = load<f64>(b + j, 8);
      const z = load<f64>(b + j, 16);
      const wx = RelativePose.get(WB);
      const wy = RelativePose.get(WB + 1);
      const wz = RelativePose.get(WB + 2);
      const ox = RelativePose.get(OB) + wy * z - wz * y;
      const oy = RelativePose.get(OB + 1) + wz * x - wx * z;
      const oz = RelativePose.get(OB + 2) + wx * y - wy * x;
      const h = nx * x + ny * y + nz * z;
      const speed = nx * ox + ny * oy + nz * oz;
      const one = TriangleTimes.lastingAbove(h, speed, acrossB * sqrt(ox * ox + oy * oy + oz * oz));
      if (one < lasts) lasts = one;
    }
    return lasts;
  }

  /** |n × ω| of both. */
  @inline static setAcross(): void {
    acrossA = TriangleTimes.across(WA);
    acrossB = TriangleTimes.across(WB);
  }

  @inline static across(w: i32): f64 {
    const wx = RelativePose.get(w);
    const wy = RelativePose.get(w + 1);
    const wz = RelativePose.get(w + 2);
    const x = ny * wz - nz * wy;
    const y = nz * wx - nx * wz;
    const z = nx * wy - ny * wx;
    return sqrt(x * x + y * y + z * z);
  }

  /** How long all of a stays above a point at height h along n that moves along n with this speed and bend. */
  static lastingAbove(h: f64, speed: f64, bend: f64): f64 {
    const wx = RelativePose.get(WA);
    const wy = RelativePose.get(WA + 1);
    const wz = RelativePose.get(WA + 2);
    const drift = nx * RelativePose.get(V) + ny * RelativePose.get(V + 1) + nz * RelativePose.get(V + 2) - speed;
    let lasts: f64 = Infinity;
    for (let i: usize = 0; i < 72; i += 24) {
      const px = load<f64>(placed + i);
      const py = load<f64>(placed + i, 8);
      const pz = load<f64>(placed + i, 16);
      const g = nx * px + ny * py + nz * pz - h - margin;
      if (!(g > 0)) return 0;
      const x = px - RelativePose.get(T);
      const y = py - RelativePose.get(T + 1);
      const z = pz - RelativePose.get(T + 2);
      const ox = RelativePose.get(OA) + wy * z - wz * y;
      const oy = RelativePose.get(OA + 1) + wz * x - wx * z;
      const oz = RelativePose.get(OA + 2) + wx * y - wy * x;
      const s = drift + nx * ox + ny * oy + nz * oz;
      const k = acrossA * sqrt(ox * ox + oy * oy + oz * oz) + bend;
      const root = sqrt(s * s + 2 * k * g);
      // Without cancellation; apart for good where neither speed nor bend closes the gap.
      const one = s < 0 ? (2 * g) / (root - s) : k > 0 ? (s + root) / k : Infinity;
      if (one < lasts) lasts = one;
    }
    return lasts;
  }

  /**
   * Where the points are so near that their difference points nowhere: the face normals, the normals of pairs of edges, and for triangles in
   * one plane those of the edges in it. One of them separates any two triangles that are apart.
   */
  static bestOfNormals(b: usize): f64 {
    let best = TriangleTimes.longer(TriangleTimes.tryAcross(b, placed), TriangleTimes.tryAcross(b, b));
    for (let i: usize = 0; i < 72; i += 24) {
      const end = placed + (i == 48 ? 0 : i + 24);
      for (let j: usize = 0; j < 72; j += 24) {
        TriangleTimes.setEdges(placed + i, end, b + j, b + (j == 48 ? 0 : j + 24));
        best = TriangleTimes.longer(best, TriangleTimes.tryNormal(b));
      }
    }
    return best;
  }

  /** The normals of both triangles. */
  static bestOfFaces(b: usize): f64 {
    TriangleTimes.setEdges(b, b + 24, b, b + 48);
    const ofB = TriangleTimes.tryNormal(b);
    TriangleTimes.setEdges(placed, placed + 24, placed, placed + 48);
    return TriangleTimes.longer(ofB, TriangleTimes.tryNormal(b));
  }

  /** The normal of a triangle, and those of its edges in its plane. */
  static tryAcross(b: usize, triangle: usize): f64 {
    TriangleTimes.setEdges(triangle, triangle + 24, triangle, triangle + 48);
    let best = TriangleTimes.tryNormal(b);
    const x = ey * fz - ez * fy;
    const y = ez * fx - ex * fz;
    const z = ex * fy - ey * fx;
    for (let i: usize = 0; i < 72; i += 24) {
      TriangleTimes.setEdges(triangle + i, triangle + (i == 48 ? 0 : i + 24), triangle, triangle);
      fx = x;
      fy = y;
      fz = z;
      best = TriangleTimes.longer(best, TriangleTimes.tryNormal(b));
    }
    return best;
  }

  @inline static longer(x: f64, y: f64): f64 {
    return x > y ? x : y;
  }

  /** Two edges by their ends. */
  @inline static setEdges(p: usize, pEnd: usize, q: usize, qEnd: usize): void {
    ex = load<f64>(pEnd) - load<f64>(p);
    ey = load<f64>(pEnd, 8) - load<f64>(p, 8);
    ez = load<f64>(pEnd, 16) - load<f64>(p, 16);
    fx = load<f64>(qEnd) - load<f64>(q);
    fy = load<f64>(qEnd, 8) - load<f64>(q, 8);
    fz = load<f64>(qEnd, 16) - load<f64>(q, 16);
  }

  /** The normal of both edges, to the side on which a is. */
  static tryNormal(b: usize): f64 {
    const x = ey * fz - ez * fy;
    const y = ez * fx - ex * fz;
    const z = ex * fy - ey * fx;
    const length = sqrt(x * x + y * y + z * z);
    if (!(length > 0)) return 0;
    TriangleTimes.aim(x / length, y / length, z / length);
    const one = TriangleTimes.lasting(b);
    if (one > 0) return one;
    TriangleTimes.aim(-nx, -ny, -nz);
    return TriangleTimes.lasting(b);
  }
}
