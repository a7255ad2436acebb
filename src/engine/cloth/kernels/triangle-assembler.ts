// Adds stretch, shear, damping and air drag of the triangles to the matrix of an implicit step, M +
// h D + h² K. See engine/cloth/solver/cloth-forces.ts for the energy. [Baraff–Witkin §4]
import { MatrixColumns } from './block-matrix';
import { Vectors } from './vectors';

/** Replaces a length of zero in a division: the numerator is zero too. */
const MIN_LENGTH: f64 = 1e-12;

/** The triangles of a model; one row per triangle, see engine/cloth/model/cloth-model.ts. */
@unmanaged
export class ElementColumns {
  /** The matrix that they are added to. */
  matrix: MatrixColumns;
  /** The derivatives of the triangle that is being added. */
  derivatives: ElementDerivatives;
  /** Three u32: its corners. */
  triangles: usize;
  /** Three u32: the full blocks of its edges. */
  edges: usize;
  /** Four f64: the gradient that maps its edges to warp and weft. */
  gradient: usize;
  /** f64: stretch stiffness × rest area. */
  stretch: usize;
  /** f64: shear stiffness × rest area. */
  shear: usize;
  /** f64: damping in seconds. */
  damping: usize;
  /** f64: drag × a third of the rest area. */
  drag: usize;
}

/**
 * Of one triangle: warp wu and weft wv, and second derivatives by (wu, wv), scaled for the step.
 */
@unmanaged
export class ElementDerivatives {
  /** wu. */
  warpX: f64;
  warpY: f64;
  warpZ: f64;
  /** wv. */
  weftX: f64;
  weftY: f64;
  weftZ: f64;
  /** By wu twice: a symmetric block. */
  uuXX: f64;
  uuXY: f64;
  uuXZ: f64;
  uuYY: f64;
  uuYZ: f64;
  uuZZ: f64;
  /** By wv twice: a symmetric block. */
  vvXX: f64;
  vvXY: f64;
  vvXZ: f64;
  vvYY: f64;
  vvYZ: f64;
  vvZZ: f64;
  /** By wu and wv: a full block. */
  uvXX: f64;
  uvXY: f64;
  uvXZ: f64;
  uvYX: f64;
  uvYY: f64;
  uvYZ: f64;
  uvZX: f64;
  uvZY: f64;
  uvZZ: f64;
  /** The air drag of a corner: a symmetric block. */
  dragXX: f64;
  dragXY: f64;
  dragXZ: f64;
  dragYY: f64;
  dragYZ: f64;
  dragZZ: f64;
}

/** Adds the first `count` triangles at positions x to their matrix, for a step h. */
export function assembleTriangles(elements: ElementColumns, count: i32, x: usize, h: f64): void {
  const derivatives = elements.derivatives;
  const stretch = elements.stretch;
  const shear = elements.shear;
  const damping = elements.damping;
  const drag = elements.drag;
  const diagonal = elements.matrix.diagonal;
  const blocks = elements.matrix.blocks;
  let corners = elements.triangles;
  let edges = elements.edges;
  let gradient = elements.gradient;
  for (let t: usize = 0, bytes = (<usize>count) << 3; t < bytes; t += 8, corners += 12, edges += 12, gradient += 32) {
    const p: usize = load<u32>(corners);
    const q: usize = load<u32>(corners, 4);
    const r: usize = load<u32>(corners, 8);
    const u1 = load<f64>(gradient);
    const u2 = load<f64>(gradient, 8);
    const v1 = load<f64>(gradient, 16);
    const v2 = load<f64>(gradient, 24);
    const atP = Vectors.at(x, p);
    const toQ = Vectors.at(x, q);
    const toR = Vectors.at(x, r);
    for (let axis: usize = 0; axis < 24; axis += 8) {
      const e1 = load<f64>(toQ + axis) - load<f64>(atP + axis);
      const e2 = load<f64>(toR + axis) - load<f64>(atP + axis);
      const w = changetype<usize>(derivatives) + axis;
      store<f64>(w, u1 * e1 + u2 * e2, offsetof<ElementDerivatives>('warpX'));
      store<f64>(w, v1 * e1 + v2 * e2, offsetof<ElementDerivatives>('weftX'));
    }
    TriangleAssembler.differentiate(
      derivatives,
      h,
      load<f64>(stretch + t),
      load<f64>(shear + t),
      load<f64>(damping + t),
      load<f64>(drag + t),
    );
    const u0 = -u1 - u2;
    const v0 = -v1 - v2;
    TriangleAssembler.addDiagonal(derivatives, diagonal + p * 48, u0, v0);
    TriangleAssembler.addDiagonal(derivatives, diagonal + q * 48, u1, v1);
    TriangleAssembler.addDiagonal(derivatives, diagonal + r * 48, u2, v2);
    TriangleAssembler.addEdge(derivatives, blocks + <usize>load<u32>(edges) * 72, p < q, u0, v0, u1, v1);
    TriangleAssembler.addEdge(derivatives, blocks + <usize>load<u32>(edges, 4) * 72, q < r, u1, v1, u2, v2);
    TriangleAssembler.addEdge(derivatives, blocks + <usize>load<u32>(edges, 8) * 72, r < p, u2, v2, u0, v0);
  }
}

/** Derivatives of one triangle, and their blocks. */
class TriangleAssembler {
  /**
   * Sets h² × stiffness + h × damping by (wu, wv). Damping acts on rates of strain alone, so that
   * it does not slow rigid motion. Tension stiffens the cloth across its direction; the softening
   * by compression is left out. Of the indefinite part of shear, angle · [0 1; 1 0], only the
   * positive half is kept. So the matrix is positive semi-definite in every state.
   */
  @inline static differentiate(d: ElementDerivatives, h: f64, stretch: f64, shear: f64, damping: f64, drag: f64): void {
    const u0 = d.warpX;
    const u1 = d.warpY;
    const u2 = d.warpZ;
    const v0 = d.weftX;
    const v1 = d.weftY;
    const v2 = d.weftZ;
    const hh = h * h;
    const along = h * (h + damping);
    const half = (hh * shear * (u0 * v0 + u1 * v1 + u2 * v2)) / 2;
    const other = along * shear;
    const uSq = TriangleAssembler.positive(u0 * u0 + u1 * u1 + u2 * u2);
    const uTension = TriangleAssembler.tension(hh * stretch, uSq);
    const uOwn = (along * stretch - uTension) / uSq;
    const uUnit = uTension + abs(half);
    d.uuXX = uUnit + uOwn * u0 * u0 + other * v0 * v0;
    d.uuXY = uOwn * u0 * u1 + other * v0 * v1;
    d.uuXZ = uOwn * u0 * u2 + other * v0 * v2;
    d.uuYY = uUnit + uOwn * u1 * u1 + other * v1 * v1;
    d.uuYZ = uOwn * u1 * u2 + other * v1 * v2;
    d.uuZZ = uUnit + uOwn * u2 * u2 + other * v2 * v2;
    const vSq = TriangleAssembler.positive(v0 * v0 + v1 * v1 + v2 * v2);
    const vTension = TriangleAssembler.tension(hh * stretch, vSq);
    const vOwn = (along * stretch - vTension) / vSq;
    const vUnit = vTension + abs(half);
    d.vvXX = vUnit + vOwn * v0 * v0 + other * u0 * u0;
    d.vvXY = vOwn * v0 * v1 + other * u0 * u1;
    d.vvXZ = vOwn * v0 * v2 + other * u0 * u2;
    d.vvYY = vUnit + vOwn * v1 * v1 + other * u1 * u1;
    d.vvYZ = vOwn * v1 * v2 + other * u1 * u2;
    d.vvZZ = vUnit + vOwn * v2 * v2 + other * u2 * u2;
    d.uvXX = other * v0 * u0 + half;
    d.uvXY = other * v0 * u1;
    d.uvXZ = other * v0 * u2;
    d.uvYX = other * v1 * u0;
    d.uvYY = other * v1 * u1 + half;
    d.uvYZ = other * v1 * u2;
    d.uvZX = other * v2 * u0;
    d.uvZY = other * v2 * u1;
    d.uvZZ = other * v2 * u2 + half;
    const nx = u1 * v2 - u2 * v1;
    const ny = u2 * v0 - u0 * v2;
    const nz = u0 * v1 - u1 * v0;
    const rate = (h * drag) / TriangleAssembler.positive(nx * nx + ny * ny + nz * nz);
    d.dragXX = rate * nx * nx;
    d.dragXY = rate * nx * ny;
    d.dragXZ = rate * nx * nz;
    d.dragYY = rate * ny * ny;
    d.dragYZ = rate * ny * nz;
    d.dragZZ = rate * nz * nz;
  }

  /** A square, or MIN_LENGTH in place of 0. */
  @inline static positive(square: f64): f64 {
    return square == 0 ? MIN_LENGTH : square;
  }

  /**
   * The stiffness that tension along a thread of this squared length adds across it; 0 under
   * compression.
   */
  @inline static tension(stretch: f64, lengthSq: f64): f64 {
    const pull = stretch * (1 - 1 / sqrt(lengthSq));
    return pull > 0 ? pull : 0;
  }

  /** Adds to the diagonal block of a corner with these gradients. */
  static addDiagonal(d: ElementDerivatives, at: usize, u: f64, v: f64): void {
    const uu = u * u;
    const vv = v * v;
    const uv = u * v;
    Vectors.add(at, uu * d.uuXX + vv * d.vvXX + uv * (d.uvXX + d.uvXX) + d.dragXX);
    Vectors.add(at + 8, uu * d.uuXY + vv * d.vvXY + uv * (d.uvXY + d.uvYX) + d.dragXY);
    Vectors.add(at + 16, uu * d.uuXZ + vv * d.vvXZ + uv * (d.uvXZ + d.uvZX) + d.dragXZ);
    Vectors.add(at + 24, uu * d.uuYY + vv * d.vvYY + uv * (d.uvYY + d.uvYY) + d.dragYY);
    Vectors.add(at + 32, uu * d.uuYZ + vv * d.vvYZ + uv * (d.uvYZ + d.uvZY) + d.dragYZ);
    Vectors.add(at + 40, uu * d.uuZZ + vv * d.vvZZ + uv * (d.uvZZ + d.uvZZ) + d.dragZZ);
  }

  /** Adds to the block of the particles i (row) and j (column), i < j. */
  static addBlock(d: ElementDerivatives, at: usize, ui: f64, vi: f64, uj: f64, vj: f64): void {
    const uu = ui * uj;
    const vv = vi * vj;
    const uv = ui * vj;
    const vu = vi * uj;
    const xy = uu * d.uuXY + vv * d.vvXY;
    const xz = uu * d.uuXZ + vv * d.vvXZ;
    const yz = uu * d.uuYZ + vv * d.vvYZ;
    Vectors.add(at, uu * d.uuXX + vv * d.vvXX + (uv + vu) * d.uvXX);
    Vectors.add(at + 8, xy + uv * d.uvXY + vu * d.uvYX);
    Vectors.add(at + 16, xz + uv * d.uvXZ + vu * d.uvZX);
    Vectors.add(at + 24, xy + uv * d.uvYX + vu * d.uvXY);
    Vectors.add(at + 32, uu * d.uuYY + vv * d.vvYY + (uv + vu) * d.uvYY);
    Vectors.add(at + 40, yz + uv * d.uvYZ + vu * d.uvZY);
    Vectors.add(at + 48, xz + uv * d.uvZX + vu * d.uvXZ);
    Vectors.add(at + 56, yz + uv * d.uvZY + vu * d.uvYZ);
    Vectors.add(at + 64, uu * d.uuZZ + vv * d.vvZZ + (uv + vu) * d.uvZZ);
  }

  /** Adds to the block of an edge whose first corner is i; `isUpper` if i < j. */
  @inline static addEdge(d: ElementDerivatives, at: usize, isUpper: bool, ui: f64, vi: f64, uj: f64, vj: f64): void {
    TriangleAssembler.addBlock(d, at, isUpper ? ui : uj, isUpper ? vi : vj, isUpper ? uj : ui, isUpper ? vj : vi);
  }
}
