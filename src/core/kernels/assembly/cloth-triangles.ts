// What triangles of cloth add to the matrix of an implicit step: see engine/cloth/cloth-forces.ts. `table` says where the columns of the triangles
// are, and the matrix.
import { BlockMatrix } from './block-matrix';

/** Stands for the length of nothing: what is divided by it is nothing too. */
const LEAST_LENGTH: f64 = 1e-12;
/** wu, wv of the triangle at hand. */
const W: usize = memory.data(48, 16);
/** Its second derivatives by (wu, wv): uu and vv as xx xy xz yy yz zz, uv row by row, then the drag of a corner. */
const SECOND: usize = memory.data(216, 16);

export class ClothTriangles {
  @inline static w(i: usize): f64 {
    return load<f64>(W + (i << 3));
  }

  @inline static second(i: usize): f64 {
    return load<f64>(SECOND + (i << 3));
  }

  @inline static setSecond(i: usize, value: f64): void {
    store<f64>(SECOND + (i << 3), value);
  }

  @inline static gain(at: usize, value: f64): void {
    store<f64>(at, load<f64>(at) + value);
  }

  @inline static warpWeft(p: usize, q: usize, r: usize, gradient: usize): void {
    for (let k: usize = 0; k < 24; k += 8) {
      const d1 = load<f64>(q + k) - load<f64>(p + k);
      const d2 = load<f64>(r + k) - load<f64>(p + k);
      store<f64>(W + k, load<f64>(gradient) * d1 + load<f64>(gradient, 8) * d2);
      store<f64>(W + 24 + k, load<f64>(gradient, 16) * d1 + load<f64>(gradient, 24) * d2);
    }
  }

  /** By warp (side 0) or weft (side 1). */
  @inline static differentiateSide(side: usize, stretch: f64, other: f64, along: f64, half: f64, hh: f64): void {
    const o = 3 * side;
    const x0 = ClothTriangles.w(o);
    const x1 = ClothTriangles.w(o + 1);
    const x2 = ClothTriangles.w(o + 2);
    const y0 = ClothTriangles.w(3 - o);
    const y1 = ClothTriangles.w(4 - o);
    const y2 = ClothTriangles.w(5 - o);
    const square = x0 * x0 + x1 * x1 + x2 * x2;
    const lengthSq = square == 0 ? LEAST_LENGTH : square;
    const pull = hh * stretch * (1 - 1 / sqrt(lengthSq));
    const across: f64 = pull > 0 ? pull : 0;
    const own = (along * stretch - across) / lengthSq;
    const unit = across + abs(half);
    const at = 6 * side;
    ClothTriangles.setSecond(at, unit + own * x0 * x0 + other * y0 * y0);
    ClothTriangles.setSecond(at + 1, own * x0 * x1 + other * y0 * y1);
    ClothTriangles.setSecond(at + 2, own * x0 * x2 + other * y0 * y2);
    ClothTriangles.setSecond(at + 3, unit + own * x1 * x1 + other * y1 * y1);
    ClothTriangles.setSecond(at + 4, own * x1 * x2 + other * y1 * y2);
    ClothTriangles.setSecond(at + 5, unit + own * x2 * x2 + other * y2 * y2);
  }

  /**
   * h² × stiffness + h × damping by (wu, wv). Damping acts on rates of strain alone, so that it does not slow rigid motion.
   * Stress stiffens across its direction where it pulls and is left out where it pushes; of the indefinite part of shear,
   * angle · [0 1; 1 0], the positive half stays.
   */
  @inline static differentiate(h: f64, stretch: f64, shear: f64, damping: f64, drag: f64): void {
    const u0 = ClothTriangles.w(0);
    const u1 = ClothTriangles.w(1);
    const u2 = ClothTriangles.w(2);
    const v0 = ClothTriangles.w(3);
    const v1 = ClothTriangles.w(4);
    const v2 = ClothTriangles.w(5);
    const along = h * (h + damping);
    const half = (h * h * shear * (u0 * v0 + u1 * v1 + u2 * v2)) / 2;
    const other = along * shear;
    ClothTriangles.differentiateSide(0, stretch, other, along, half, h * h);
    ClothTriangles.differentiateSide(1, stretch, other, along, half, h * h);
    for (let i: usize = 0; i < 3; i++)
      for (let k: usize = 0; k < 3; k++)
        ClothTriangles.setSecond(
          12 + 3 * i + k,
          other * ClothTriangles.w(3 + i) * ClothTriangles.w(k) + (i == k ? half : 0),
        );
    const nx = u1 * v2 - u2 * v1;
    const ny = u2 * v0 - u0 * v2;
    const nz = u0 * v1 - u1 * v0;
    const square = nx * nx + ny * ny + nz * nz;
    const rate = (h * drag) / (square == 0 ? LEAST_LENGTH : square);
    ClothTriangles.setSecond(21, rate * nx * nx);
    ClothTriangles.setSecond(22, rate * nx * ny);
    ClothTriangles.setSecond(23, rate * nx * nz);
    ClothTriangles.setSecond(24, rate * ny * ny);
    ClothTriangles.setSecond(25, rate * ny * nz);
    ClothTriangles.setSecond(26, rate * nz * nz);
  }

  static addDiagonal(at: usize, u: f64, v: f64): void {
    const uu = u * u;
    const vv = v * v;
    const uv = u * v;
    for (let i: usize = 0; i < 6; i++) {
      // Where the entry and its transpose are in a block that is stored row by row.
      const place: usize = i < 3 ? i : i < 5 ? i + 1 : 8;
      const mirrored: usize = place == 1 ? 3 : place == 2 ? 6 : place == 5 ? 7 : place;
      const shared = ClothTriangles.second(12 + place) + ClothTriangles.second(12 + mirrored);
      const sides = uu * ClothTriangles.second(i) + vv * ClothTriangles.second(6 + i);
      ClothTriangles.gain(at + (i << 3), sides + uv * shared + ClothTriangles.second(21 + i));
    }
  }

  /** The block of the particles i (row) and j (column), i < j. */
  static addBlock(at: usize, ui: f64, vi: f64, uj: f64, vj: f64): void {
    const uu = ui * uj;
    const vv = vi * vj;
    const uv = ui * vj;
    const vu = vi * uj;
    const xx = uu * ClothTriangles.second(0) + vv * ClothTriangles.second(6);
    const xy = uu * ClothTriangles.second(1) + vv * ClothTriangles.second(7);
    const xz = uu * ClothTriangles.second(2) + vv * ClothTriangles.second(8);
    const yy = uu * ClothTriangles.second(3) + vv * ClothTriangles.second(9);
    const yz = uu * ClothTriangles.second(4) + vv * ClothTriangles.second(10);
    const zz = uu * ClothTriangles.second(5) + vv * ClothTriangles.second(11);
    ClothTriangles.gain(at, xx + (uv + vu) * ClothTriangles.second(12));
    ClothTriangles.gain(at + 8, xy + uv * ClothTriangles.second(13) + vu * ClothTriangles.second(15));
    ClothTriangles.gain(at + 16, xz + uv * ClothTriangles.second(14) + vu * ClothTriangles.second(18));
    ClothTriangles.gain(at + 24, xy + uv * ClothTriangles.second(15) + vu * ClothTriangles.second(13));
    ClothTriangles.gain(at + 32, yy + (uv + vu) * ClothTriangles.second(16));
    ClothTriangles.gain(at + 40, yz + uv * ClothTriangles.second(17) + vu * ClothTriangles.second(19));
    ClothTriangles.gain(at + 48, xz + uv * ClothTriangles.second(18) + vu * ClothTriangles.second(14));
    ClothTriangles.gain(at + 56, yz + uv * ClothTriangles.second(19) + vu * ClothTriangles.second(17));
    ClothTriangles.gain(at + 64, zz + (uv + vu) * ClothTriangles.second(20));
  }

  @inline static addEdge(at: usize, isUpper: bool, ui: f64, vi: f64, uj: f64, vj: f64): void {
    ClothTriangles.addBlock(at, isUpper ? ui : uj, isUpper ? vi : vj, isUpper ? uj : ui, isUpper ? vj : vi);
  }

  /** Adds all triangles, at positions x, for a step h. */
  static assemble(table: usize, count: i32, x: usize, h: f64): void {
    let corners = BlockMatrix.word(table, 0);
    let edges = BlockMatrix.word(table, 1);
    let gradient = BlockMatrix.word(table, 2);
    const stretch = BlockMatrix.word(table, 3);
    const shear = BlockMatrix.word(table, 4);
    const damping = BlockMatrix.word(table, 5);
    const drag = BlockMatrix.word(table, 6);
    const matrix = BlockMatrix.word(table, 7);
    const diagonal = BlockMatrix.word(matrix, 1);
    const blocks = BlockMatrix.word(matrix, 4);
    for (let t: usize = 0, bytes = (<usize>count) << 3; t < bytes; t += 8, corners += 12, edges += 12, gradient += 32) {
      const p: usize = load<u32>(corners);
      const q: usize = load<u32>(corners, 4);
      const r: usize = load<u32>(corners, 8);
      ClothTriangles.warpWeft(BlockMatrix.vector(x, p), BlockMatrix.vector(x, q), BlockMatrix.vector(x, r), gradient);
      ClothTriangles.differentiate(
        h,
        load<f64>(stretch + t),
        load<f64>(shear + t),
        load<f64>(damping + t),
        load<f64>(drag + t),
      );
      const u1 = load<f64>(gradient);
      const u2 = load<f64>(gradient, 8);
      const v1 = load<f64>(gradient, 16);
      const v2 = load<f64>(gradient, 24);
      const u0 = -u1 - u2;
      const v0 = -v1 - v2;
      ClothTriangles.addDiagonal(diagonal + p * 48, u0, v0);
      ClothTriangles.addDiagonal(diagonal + q * 48, u1, v1);
      ClothTriangles.addDiagonal(diagonal + r * 48, u2, v2);
      ClothTriangles.addEdge(blocks + <usize>load<u32>(edges) * 72, p < q, u0, v0, u1, v1);
      ClothTriangles.addEdge(blocks + <usize>load<u32>(edges, 4) * 72, q < r, u1, v1, u2, v2);
      ClothTriangles.addEdge(blocks + <usize>load<u32>(edges, 8) * 72, r < p, u2, v2, u0, v0);
    }
  }
}
