// The nearest points of two triangles at one instant. Distance is attained by two edges or by a corner and a face, or is 0 where an edge
// passes through a face. The optimum of each pair of features comes from modified Gram–Schmidt, which is backward stable: the points are
// exact for corners moved by a few roundings of the extent, for needles and nearly parallel edges too. Where the slab between the
// nearest points so far separates the triangles, nothing is nearer, and the search ends.

/** The nearest points: a on the first triangle, b on the second. */
export let ax: f64 = 0;
export let ay: f64 = 0;
export let az: f64 = 0;
export let bx: f64 = 0;
export let by: f64 = 0;
export let bz: f64 = 0;

/** Part of the size by which a distance that a slab proves may exceed the least: above the rounding of the slab's sides. */
const SLACK: f64 = 8.881784197001252e-16;

let leastSq: f64 = Infinity;
/** Sum of the magnitudes of some differences of corners: between a tenth of the extent and ten times it. */
let size: f64 = 0;

export class NearestTriangles {
  /** Nine doubles each: three corners. 0 where they cross. */
  static distance(a: usize, b: usize): f64 {
    leastSq = Infinity;
    size = NearestTriangles.spread(a, a, 24) + NearestTriangles.spread(a, a, 48);
    size += NearestTriangles.spread(b, b, 24) + NearestTriangles.spread(b, b, 48) + NearestTriangles.spread(a, b, 0);
    for (let i: usize = 0; i < 72; i += 24) {
      const before = leastSq;
      NearestTriangles.alongEdge(a, i, b);
      if (leastSq < before && NearestTriangles.slabSeparates(a, b)) return sqrt(leastSq);
    }
    NearestTriangles.overFace(a, b, false);
    NearestTriangles.overFace(b, a, true);
    if (NearestTriangles.slabSeparates(a, b)) return sqrt(leastSq);
    if (NearestTriangles.edgeCrosses(a, b) || NearestTriangles.edgeCrosses(b, a)) return 0;
    return sqrt(leastSq);
  }

  @inline static spread(p: usize, q: usize, at: usize): f64 {
    const x = abs(load<f64>(q + at) - load<f64>(p));
    const y = abs(load<f64>(q + at, 8) - load<f64>(p, 8));
    const z = abs(load<f64>(q + at, 16) - load<f64>(p, 16));
    return x + y + z;
  }

  @inline static next(corner: usize): usize {
    return corner == 48 ? 0 : corner + 24;
  }

  @inline static keep(distanceSq: f64, px: f64, py: f64, pz: f64, qx: f64, qy: f64, qz: f64): void {
    leastSq = distanceSq;
    ax = px;
    ay = py;
    az = pz;
    bx = qx;
    by = qy;
    bz = qz;
  }

  /** The edge of a from corner i against the corners and edges of b. Weights of empty edges are NaN and never kept. */
  static alongEdge(a: usize, i: usize, b: usize): void {
    const px = load<f64>(a + i);
    const py = load<f64>(a + i, 8);
    const pz = load<f64>(a + i, 16);
    const end = a + NearestTriangles.next(i);
    const ex = load<f64>(end) - px;
    const ey = load<f64>(end, 8) - py;
    const ez = load<f64>(end, 16) - pz;
    const ee = ex * ex + ey * ey + ez * ez;
    const inverse = 1 / ee;
    for (let j: usize = 0; j < 72; j += 24) {
      const qx = load<f64>(b + j);
      const qy = load<f64>(b + j, 8);
      const qz = load<f64>(b + j, 16);
      const rx = px - qx;
      const ry = py - qy;
      const rz = pz - qz;
      const cornersSq = rx * rx + ry * ry + rz * rz;
      if (cornersSq < leastSq) NearestTriangles.keep(cornersSq, px, py, pz, qx, qy, qz);

      const last = b + NearestTriangles.next(j);
      const fx = load<f64>(last) - qx;
      const fy = load<f64>(last, 8) - qy;
      const fz = load<f64>(last, 16) - qz;
      const ff = fx * fx + fy * fy + fz * fz;
      const rf = rx * fx + ry * fy + rz * fz;
      if (rf > 0 && rf < ff) {
        const t = rf / ff;
        NearestTriangles.offer(px, py, pz, qx + t * fx, qy + t * fy, qz + t * fz);
      }
      const re = rx * ex + ry * ey + rz * ez;
      const along = re * inverse;
      if (re < 0 && -re < ee) NearestTriangles.offer(px - along * ex, py - along * ey, pz - along * ez, qx, qy, qz);

      const m = (ex * fx + ey * fy + ez * fz) * inverse;
      const hx = fx - m * ex;
      const hy = fy - m * ey;
      const hz = fz - m * ez;
      const hh = hx * hx + hy * hy + hz * hz;
      const rh = (rx - along * ex) * hx + (ry - along * ey) * hy + (rz - along * ez) * hz;
      if (rh > 0 && rh < hh) {
        const t = rh / hh;
        const s = m * t - along;
        if (s >= 0 && s <= 1)
          NearestTriangles.offer(px + s * ex, py + s * ey, pz + s * ez, qx + t * fx, qy + t * fy, qz + t * fz);
      }
    }
  }

  @inline static offer(px: f64, py: f64, pz: f64, qx: f64, qy: f64, qz: f64): void {
    const x = px - qx;
    const y = py - qy;
    const z = pz - qz;
    const distanceSq = x * x + y * y + z * z;
    if (distanceSq < leastSq) NearestTriangles.keep(distanceSq, px, py, pz, qx, qy, qz);
  }

  /** The corners of one triangle over the inside of the other, `face`; `first`: the corners are those of b. */
  @inline static overFace(corners: usize, face: usize, first: bool): void {
    const x0 = load<f64>(face);
    const y0 = load<f64>(face, 8);
    const z0 = load<f64>(face, 16);
    const ex = load<f64>(face, 24) - x0;
    const ey = load<f64>(face, 32) - y0;
    const ez = load<f64>(face, 40) - z0;
    const dx = load<f64>(face, 48) - x0;
    const dy = load<f64>(face, 56) - y0;
    const dz = load<f64>(face, 64) - z0;
    const inverse = 1 / (ex * ex + ey * ey + ez * ez);
    const m = (ex * dx + ey * dy + ez * dz) * inverse;
    const hx = dx - m * ex;
    const hy = dy - m * ey;
    const hz = dz - m * ez;
    const hh = hx * hx + hy * hy + hz * hz;
    for (let i: usize = 0; i < 72; i += 24) {
      const px = load<f64>(corners + i);
      const py = load<f64>(corners + i, 8);
      const pz = load<f64>(corners + i, 16);
      const rx = px - x0;
      const ry = py - y0;
      const rz = pz - z0;
      const along = (rx * ex + ry * ey + rz * ez) * inverse;
      const rh = (rx - along * ex) * hx + (ry - along * ey) * hy + (rz - along * ez) * hz;
      if (!(rh > 0 && rh < hh)) continue;
      const wc = rh / hh;
      const wb = along - m * wc;
      if (!(wb >= 0 && wb + wc <= 1)) continue;
      const qx = x0 + wb * ex + wc * dx;
      const qy = y0 + wb * ey + wc * dy;
      const qz = z0 + wb * ez + wc * dz;
      if (first) NearestTriangles.offer(qx, qy, qz, px, py, pz);
      else NearestTriangles.offer(px, py, pz, qx, qy, qz);
    }
  }

  /** Is a on one side of the slab across the nearest points so far, and b on the other? */
  static slabSeparates(a: usize, b: usize): bool {
    const x = ax - bx;
    const y = ay - by;
    const z = az - bz;
    const slack = SLACK * size * sqrt(leastSq);
    for (let i: usize = 0; i < 72; i += 24) {
      const ofA = x * (load<f64>(a + i) - ax) + y * (load<f64>(a + i, 8) - ay) + z * (load<f64>(a + i, 16) - az);
      const ofB = x * (load<f64>(b + i) - bx) + y * (load<f64>(b + i, 8) - by) + z * (load<f64>(b + i, 16) - bz);
      if (ofA < -slack || ofB > slack) return false;
    }
    return leastSq > 0;
  }

  /** Does an edge of `edges` pass through `face`? Both nearest points become the point where it does. */
  static edgeCrosses(edges: usize, face: usize): bool {
    const x0 = load<f64>(face);
    const y0 = load<f64>(face, 8);
    const z0 = load<f64>(face, 16);
    const ex = load<f64>(face, 24) - x0;
    const ey = load<f64>(face, 32) - y0;
    const ez = load<f64>(face, 40) - z0;
    const dx = load<f64>(face, 48) - x0;
    const dy = load<f64>(face, 56) - y0;
    const dz = load<f64>(face, 64) - z0;
    const nx = ey * dz - ez * dy;
    const ny = ez * dx - ex * dz;
    const nz = ex * dy - ey * dx;
    const nn = nx * nx + ny * ny + nz * nz;
    for (let i: usize = 0; i < 72; i += 24) {
      const end = edges + NearestTriangles.next(i);
      const px = load<f64>(edges + i) - x0;
      const py = load<f64>(edges + i, 8) - y0;
      const pz = load<f64>(edges + i, 16) - z0;
      const qx = load<f64>(end) - x0;
      const qy = load<f64>(end, 8) - y0;
      const qz = load<f64>(end, 16) - z0;
      const above = nx * px + ny * py + nz * pz;
      const below = nx * qx + ny * qy + nz * qz;
      if (above * below > 0 || above == below) continue;
      const t = above / (above - below);
      const x = px + t * (qx - px);
      const y = py + t * (qy - py);
      const z = pz + t * (qz - pz);
      const wb = (y * dz - z * dy) * nx + (z * dx - x * dz) * ny + (x * dy - y * dx) * nz;
      const wc = (ey * z - ez * y) * nx + (ez * x - ex * z) * ny + (ex * y - ey * x) * nz;
      if (wb >= 0 && wc >= 0 && wb + wc <= nn) {
        NearestTriangles.keep(0, x0 + x, y0 + y, z0 + z, x0 + x, y0 + y, z0 + z);
        return true;
      }
    }
    return false;
  }
}
