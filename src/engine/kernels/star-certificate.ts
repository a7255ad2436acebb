// Proves at one instant, vertex by vertex, that the faces around a vertex have nothing in common
// but the vertices and edges that they share in the mesh. Nearly all pairs of faces that share a
// vertex then need no test of their own.
//
// Let the faces around v form one fan: consecutive faces share a spoke, an edge at v. Project them
// along a direction n. If every face keeps a positive area, seen from n, it lies above the sector
// between its two spokes, with one point over each point of that sector. Suppose that the sectors
// of the fan also go round less than once, or exactly once if the fan is closed. Then sectors that
// do not follow each other meet in v alone, and those that do in their common spoke. The same holds
// for the faces. The sectors go round no more than that if none of them contains the first spoke,
// except the two that begin and end there.
//
// Any n will do; the sum of the unit normals of the faces is used. Safe direction: if rounding
// leaves doubt, v has no certificate, and the pairs of faces around it are left to the exact test.
// docs/numerics.md derives the margin.
import { U } from '../../core/kernels/lanes';
import { MeshContext } from '../../core/kernels/mesh-context';

/**
 * The margin, 32 roundings. A normal errs by 6 roundings of the product of the two sides' lengths,
 * and by 6 more where it is divided by its length; its product with n errs by another 4. The
 * product of three differences and n errs by 10 roundings of the product of their lengths. Lengths
 * are sums of magnitudes along the axes, which are never shorter.
 */
const CERTIFICATE_MARGIN: f64 = 32 * U;
/** 2^-400: a normal with a smaller square may have suffered from underflow and proves nothing. */
const MIN_NORMAL_SQ: f64 = 3.872591914849318e-121;

/** The direction of projection at one vertex, and its first spoke. */
@unmanaged
export class Star {
  /** The direction of projection: the sum of the unit normals. */
  nx: f64;
  ny: f64;
  nz: f64;
  /**
   * The first spoke, turned clockwise by a right angle around n. Its product with a vector is
   * positive if that lies clockwise of the spoke.
   */
  wx: f64;
  wy: f64;
  wz: f64;
  /** The length of n: the sum of magnitudes along the axes. */
  size: f64;
  /**
   * How far the end of a vector, per unit of its length, has to lie beyond the first spoke's plane.
   */
  margin: f64;
}

/** The unit normal of a face. */
@unmanaged
export class FaceNormal {
  x: f64;
  y: f64;
  z: f64;
  /** The product with n must exceed this, per unit of the length of n, to be surely positive. */
  doubt: f64;
}

class Stars {
  @inline static coordinate(points: usize, v: u32, axis: usize): f64 {
    return load<f64>(points + <usize>v * 48 + (axis << 4));
  }

  @inline static corner(faces: usize, place: i32, k: usize): u32 {
    return load<u32>(faces + <usize>place * 12 + (k << 2));
  }

  /** Adds the normal of a face to the sum at vertex v. */
  @inline static addTo(stars: usize, v: u32, normal: FaceNormal): void {
    const star = changetype<Star>(stars + <usize>v * offsetof<Star>());
    star.nx += normal.x;
    star.ny += normal.y;
    star.nz += normal.z;
  }

  /**
   * Whether the sector of the face from spoke `next` to spoke `last` surely goes round in the
   * positive sense, and surely does not contain the first spoke, unless it begins or ends there.
   */
  @inline static isInFan(
    star: Star,
    normal: FaceNormal,
    points: usize,
    v: u32,
    next: u32,
    last: u32,
    first: u32,
  ): bool {
    const height = normal.x * star.nx + normal.y * star.ny + normal.z * star.nz;
    if (!(height > normal.doubt * star.size)) return false;
    if (next == first || last == first) return true;
    const vx = Stars.coordinate(points, v, 0);
    const vy = Stars.coordinate(points, v, 1);
    const vz = Stars.coordinate(points, v, 2);
    const px = Stars.coordinate(points, next, 0) - vx;
    const py = Stars.coordinate(points, next, 1) - vy;
    const pz = Stars.coordinate(points, next, 2) - vz;
    // The first spoke lies clockwise of the sector's beginning: the sector would take more than
    // half a turn to reach it.
    if (px * star.wx + py * star.wy + pz * star.wz < -star.margin * (abs(px) + abs(py) + abs(pz))) return true;
    const qx = Stars.coordinate(points, last, 0) - vx;
    const qy = Stars.coordinate(points, last, 1) - vy;
    const qz = Stars.coordinate(points, last, 2) - vz;
    // The sector ends before it reaches the first spoke.
    return qx * star.wx + qy * star.wy + qz * star.wz > star.margin * (abs(qx) + abs(qy) + abs(qz));
  }
}

/** Writes the unit normals of all faces, and their sums around the vertices. */
function sumNormals(context: MeshContext, normals: usize, stars: usize): void {
  const faces = context.faces;
  const points = context.points;
  memory.fill(stars, 0, <usize>context.vertexCount * offsetof<Star>());
  for (let i = 0; i < context.placeCount; i++) {
    const a = Stars.corner(faces, i, 0);
    const b = Stars.corner(faces, i, 1);
    const c = Stars.corner(faces, i, 2);
    const ex = Stars.coordinate(points, b, 0) - Stars.coordinate(points, a, 0);
    const ey = Stars.coordinate(points, b, 1) - Stars.coordinate(points, a, 1);
    const ez = Stars.coordinate(points, b, 2) - Stars.coordinate(points, a, 2);
    const gx = Stars.coordinate(points, c, 0) - Stars.coordinate(points, a, 0);
    const gy = Stars.coordinate(points, c, 1) - Stars.coordinate(points, a, 1);
    const gz = Stars.coordinate(points, c, 2) - Stars.coordinate(points, a, 2);
    const x = ey * gz - ez * gy;
    const y = ez * gx - ex * gz;
    const z = ex * gy - ey * gx;
    const lengthSq = x * x + y * y + z * z;
    const normal = changetype<FaceNormal>(normals + <usize>i * offsetof<FaceNormal>());
    // A face without a normal adds nothing to the sum, and its infinite doubt fails every test.
    const unit = lengthSq > MIN_NORMAL_SQ ? 1 / sqrt<f64>(lengthSq) : 0;
    normal.x = x * unit;
    normal.y = y * unit;
    normal.z = z * unit;
    const sides = (abs(ex) + abs(ey) + abs(ez)) * (abs(gx) + abs(gy) + abs(gz));
    normal.doubt = unit > 0 ? CERTIFICATE_MARGIN * sides * unit : Infinity;
    Stars.addTo(stars, a, normal);
    Stars.addTo(stars, b, normal);
    Stars.addTo(stars, c, normal);
  }
}

/**
 * Fills in the first spoke of each star, and marks the vertices without a single fan. `spokes`: per
 * vertex, the other end of the first spoke.
 */
function placeFirstSpokes(context: MeshContext, spokes: usize, stars: usize, failed: usize): void {
  const points = context.points;
  for (let v: u32 = 0; v < <u32>context.vertexCount; v++) {
    const spoke = load<u32>(spokes + ((<usize>v) << 2));
    const isFan = spoke < <u32>context.vertexCount;
    store<u8>(failed + v, isFan ? 0 : 1);
    if (!isFan) continue;
    const star = changetype<Star>(stars + <usize>v * offsetof<Star>());
    const bx = Stars.coordinate(points, spoke, 0) - Stars.coordinate(points, v, 0);
    const by = Stars.coordinate(points, spoke, 1) - Stars.coordinate(points, v, 1);
    const bz = Stars.coordinate(points, spoke, 2) - Stars.coordinate(points, v, 2);
    star.wx = by * star.nz - bz * star.ny;
    star.wy = bz * star.nx - bx * star.nz;
    star.wz = bx * star.ny - by * star.nx;
    star.size = abs(star.nx) + abs(star.ny) + abs(star.nz);
    star.margin = CERTIFICATE_MARGIN * star.size * (abs(bx) + abs(by) + abs(bz));
  }
}

/**
 * Marks the vertices without a certificate, one byte per vertex. `spokes`: per vertex, the other
 * end of the edge with which its fan begins, or NONE if its faces form no single fan. Scratch:
 * `normals`, 32 bytes per place of a face; `stars`, 64 per vertex.
 */
export function certifyStars(context: MeshContext, spokes: usize, normals: usize, stars: usize, failed: usize): void {
  sumNormals(context, normals, stars);
  placeFirstSpokes(context, spokes, stars, failed);
  const faces = context.faces;
  const points = context.points;
  for (let i = 0; i < context.placeCount; i++) {
    const normal = changetype<FaceNormal>(normals + <usize>i * offsetof<FaceNormal>());
    let v = Stars.corner(faces, i, 0);
    let next = Stars.corner(faces, i, 1);
    let last = Stars.corner(faces, i, 2);
    for (let k = 0; k < 3; k++) {
      const star = changetype<Star>(stars + <usize>v * offsetof<Star>());
      const first = load<u32>(spokes + ((<usize>v) << 2));
      if (!load<u8>(failed + v) && !Stars.isInFan(star, normal, points, v, next, last, first)) store<u8>(failed + v, 1);
      const turned = v;
      v = next;
      next = last;
      last = turned;
    }
  }
}
