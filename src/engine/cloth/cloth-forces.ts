// Forces of a cloth and the matrix of an implicit step. A triangle has warp wu and weft wv, linear in its corners, and the energy
// area/2 · (stretch (|wu| − 1)² + stretch (|wv| − 1)² + shear (wu · wv)²). [Baraff–Witkin §4, but by area, not area², so that
// stiffness does not depend on the mesh.] Hinges bend by a quadratic form (bending.ts). Every part of the matrix is positive
// semi-definite by itself.
import { Bending } from './bending.ts';
import type { BlockMatrix } from './block-matrix.ts';
import type { ClothModel } from './cloth-model.ts';

/** Stands for the length of nothing: what is divided by it is nothing too. */
const LEAST_LENGTH = 1e-12;

export class ClothForces {
  readonly bending: Bending;
  readonly #model: ClothModel;
  readonly #gravity: readonly [number, number, number];
  /** wu, wv of a triangle; then those of velocities. */
  readonly #w = new Float64Array(6);
  readonly #rate = new Float64Array(6);
  /** Second derivatives of a triangle by (wu, wv): uu and vv as xx xy xz yy yz zz, uv row by row, then the drag of a corner. */
  readonly #second = new Float64Array(27);

  constructor(model: ClothModel, gravity: readonly [number, number, number]) {
    this.#model = model;
    this.#gravity = gravity;
    this.bending = new Bending(model);
  }

  /** J, up to a constant: triangles, hinges, height. */
  energy(x: Float64Array): number {
    const { mass, rows, hinges } = this.#model;
    const w = this.#w;
    let sum = 0;
    for (let t = 0; t < rows.stretch.length; t++) {
      this.#warpWeft(t, x, w);
      const [u, v] = [Math.hypot(w[0], w[1], w[2]) - 1, Math.hypot(w[3], w[4], w[5]) - 1];
      const angle = w[0] * w[3] + w[1] * w[4] + w[2] * w[5];
      sum += (rows.stretch[t] * (u * u + v * v) + rows.shear[t] * angle * angle) / 2;
    }
    for (let hinge = 0; hinge < hinges.stiffness.length; hinge++) {
      for (let k = 0; k < 3; k++) {
        let fold = 0;
        for (let i = 4 * hinge; i < 4 * hinge + 4; i++) fold += hinges.weights[i] * x[3 * hinges.particles[i] + k];
        sum += (hinges.stiffness[hinge] * fold * fold) / 2;
      }
    }
    for (let i = 0; i < x.length; i++) sum -= mass[(i / 3) | 0] * this.#gravity[i % 3] * x[i];
    return sum;
  }

  /** N a particle. Without velocities only what comes from the energy; with them damping and drag too. */
  evaluate(x: Float64Array, v: Float64Array | null, out: Float64Array): void {
    const { mass, rows } = this.#model;
    const [gx, gy, gz] = this.#gravity;
    for (let i = 0; i < mass.length; i++) {
      out[3 * i] = mass[i] * gx;
      out[3 * i + 1] = mass[i] * gy;
      out[3 * i + 2] = mass[i] * gz;
    }
    for (let t = 0; t < rows.stretch.length; t++) this.#addTriangle(t, x, v, out);
    this.bending.addForces(x, v, out);
  }

  /** M + h D + h² K at these positions, for masses, damping and drag, stiffness. */
  assemble(x: Float64Array, h: number, matrix: BlockMatrix): void {
    const count = this.#model.rows.stretch.length;
    this.bending.begin(matrix, h);
    for (let t = 0; t < count; t++) {
      this.#differentiate(t, x, h);
      this.#scatter(t, matrix);
    }
  }

  #warpWeft(t: number, x: Float64Array, w: Float64Array): void {
    const { triangles, rows } = this.#model;
    const { gradient } = rows;
    const p = 3 * triangles[3 * t];
    const q = 3 * triangles[3 * t + 1];
    const r = 3 * triangles[3 * t + 2];
    const g0 = gradient[4 * t];
    const g1 = gradient[4 * t + 1];
    const g2 = gradient[4 * t + 2];
    const g3 = gradient[4 * t + 3];
    for (let k = 0; k < 3; k++) {
      const d1 = x[q + k] - x[p + k];
      const d2 = x[r + k] - x[p + k];
      w[k] = g0 * d1 + g1 * d2;
      w[3 + k] = g2 * d1 + g3 * d2;
    }
  }

  #addTriangle(t: number, x: Float64Array, v: Float64Array | null, out: Float64Array): void {
    const { triangles, rows } = this.#model;
    const w = this.#w;
    this.#warpWeft(t, x, w);
    const u0 = w[0];
    const u1 = w[1];
    const u2 = w[2];
    const v0 = w[3];
    const v1 = w[4];
    const v2 = w[5];
    const uLength = Math.sqrt(u0 * u0 + u1 * u1 + u2 * u2) || LEAST_LENGTH;
    const vLength = Math.sqrt(v0 * v0 + v1 * v1 + v2 * v2) || LEAST_LENGTH;
    let uStrain = uLength - 1;
    let vStrain = vLength - 1;
    let angle = u0 * v0 + u1 * v1 + u2 * v2;
    if (v !== null) {
      const rate = this.#rate;
      const damping = rows.damping[t];
      this.#warpWeft(t, v, rate);
      uStrain += (damping * (u0 * rate[0] + u1 * rate[1] + u2 * rate[2])) / uLength;
      vStrain += (damping * (v0 * rate[3] + v1 * rate[4] + v2 * rate[5])) / vLength;
      angle += damping * (u0 * rate[3] + u1 * rate[4] + u2 * rate[5] + v0 * rate[0] + v1 * rate[1] + v2 * rate[2]);
      this.#addDrag(t, v, out);
    }
    const a = (rows.stretch[t] * uStrain) / uLength;
    const b = (rows.stretch[t] * vStrain) / vLength;
    const c = rows.shear[t] * angle;
    const { gradient } = rows;
    const p = 3 * triangles[3 * t];
    const q = 3 * triangles[3 * t + 1];
    const r = 3 * triangles[3 * t + 2];
    for (let k = 0; k < 3; k++) {
      const byU = a * w[k] + c * w[3 + k];
      const byV = b * w[3 + k] + c * w[k];
      const f1 = gradient[4 * t] * byU + gradient[4 * t + 2] * byV;
      const f2 = gradient[4 * t + 1] * byU + gradient[4 * t + 3] * byV;
      out[q + k] -= f1;
      out[r + k] -= f2;
      out[p + k] += f1 + f2;
    }
  }

  /** Of the triangle whose warp and weft are at hand. */
  #addDrag(t: number, v: Float64Array, out: Float64Array): void {
    const { triangles, rows } = this.#model;
    const w = this.#w;
    const nx = w[1] * w[5] - w[2] * w[4];
    const ny = w[2] * w[3] - w[0] * w[5];
    const nz = w[0] * w[4] - w[1] * w[3];
    const drag = rows.drag[t] / (nx * nx + ny * ny + nz * nz || LEAST_LENGTH);
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const i = 3 * triangles[corner];
      const along = drag * (nx * v[i] + ny * v[i + 1] + nz * v[i + 2]);
      out[i] -= along * nx;
      out[i + 1] -= along * ny;
      out[i + 2] -= along * nz;
    }
  }

  /**
   * h² × stiffness + h × damping by (wu, wv). Damping acts on rates of strain alone, so that it does not slow rigid motion.
   * Stress stiffens across its direction where it pulls and is left out where it pushes; of the indefinite part of shear,
   * angle · [0 1; 1 0], the positive half stays.
   */
  #differentiate(t: number, x: Float64Array, h: number): void {
    const { rows } = this.#model;
    const w = this.#w;
    const second = this.#second;
    this.#warpWeft(t, x, w);
    const along = h * (h + rows.damping[t]);
    const stretch = rows.stretch[t];
    const shear = rows.shear[t];
    const angle = w[0] * w[3] + w[1] * w[4] + w[2] * w[5];
    const half = (h * h * shear * angle) / 2;
    for (let side = 0; side < 2; side++) {
      const o = 3 * side;
      const x0 = w[o];
      const x1 = w[o + 1];
      const x2 = w[o + 2];
      const y0 = w[3 - o];
      const y1 = w[4 - o];
      const y2 = w[5 - o];
      const lengthSq = x0 * x0 + x1 * x1 + x2 * x2 || LEAST_LENGTH;
      const pull = h * h * stretch * (1 - 1 / Math.sqrt(lengthSq));
      const across = pull > 0 ? pull : 0;
      const own = (along * stretch - across) / lengthSq;
      const other = along * shear;
      const unit = across + Math.abs(half);
      second[6 * side] = unit + own * x0 * x0 + other * y0 * y0;
      second[6 * side + 1] = own * x0 * x1 + other * y0 * y1;
      second[6 * side + 2] = own * x0 * x2 + other * y0 * y2;
      second[6 * side + 3] = unit + own * x1 * x1 + other * y1 * y1;
      second[6 * side + 4] = own * x1 * x2 + other * y1 * y2;
      second[6 * side + 5] = unit + own * x2 * x2 + other * y2 * y2;
    }
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 3; k++) second[12 + 3 * i + k] = along * shear * w[3 + i] * w[k] + (i === k ? half : 0);
    }
    const nx = w[1] * w[5] - w[2] * w[4];
    const ny = w[2] * w[3] - w[0] * w[5];
    const nz = w[0] * w[4] - w[1] * w[3];
    const drag = (h * rows.drag[t]) / (nx * nx + ny * ny + nz * nz || LEAST_LENGTH);
    second[21] = drag * nx * nx;
    second[22] = drag * nx * ny;
    second[23] = drag * nx * nz;
    second[24] = drag * ny * ny;
    second[25] = drag * ny * nz;
    second[26] = drag * nz * nz;
  }

  #scatter(t: number, matrix: BlockMatrix): void {
    const { triangles, rows, topology } = this.#model;
    const { gradient } = rows;
    const { faceEdges } = topology;
    const u1 = gradient[4 * t];
    const u2 = gradient[4 * t + 1];
    const v1 = gradient[4 * t + 2];
    const v2 = gradient[4 * t + 3];
    const u0 = -u1 - u2;
    const v0 = -v1 - v2;
    const p = triangles[3 * t];
    const q = triangles[3 * t + 1];
    const r = triangles[3 * t + 2];
    this.#addDiagonal(matrix.diagonal, 6 * p, u0, v0);
    this.#addDiagonal(matrix.diagonal, 6 * q, u1, v1);
    this.#addDiagonal(matrix.diagonal, 6 * r, u2, v2);
    const { blocks } = matrix;
    if (p < q) this.#addBlock(blocks, 9 * faceEdges[3 * t], u0, v0, u1, v1);
    else this.#addBlock(blocks, 9 * faceEdges[3 * t], u1, v1, u0, v0);
    if (q < r) this.#addBlock(blocks, 9 * faceEdges[3 * t + 1], u1, v1, u2, v2);
    else this.#addBlock(blocks, 9 * faceEdges[3 * t + 1], u2, v2, u1, v1);
    if (r < p) this.#addBlock(blocks, 9 * faceEdges[3 * t + 2], u2, v2, u0, v0);
    else this.#addBlock(blocks, 9 * faceEdges[3 * t + 2], u0, v0, u2, v2);
  }

  #addDiagonal(diagonal: Float64Array, at: number, u: number, v: number): void {
    const second = this.#second;
    const uu = u * u;
    const vv = v * v;
    const uv = u * v;
    diagonal[at] += uu * second[0] + vv * second[6] + 2 * uv * second[12] + second[21];
    diagonal[at + 1] += uu * second[1] + vv * second[7] + uv * (second[13] + second[15]) + second[22];
    diagonal[at + 2] += uu * second[2] + vv * second[8] + uv * (second[14] + second[18]) + second[23];
    diagonal[at + 3] += uu * second[3] + vv * second[9] + 2 * uv * second[16] + second[24];
    diagonal[at + 4] += uu * second[4] + vv * second[10] + uv * (second[17] + second[19]) + second[25];
    diagonal[at + 5] += uu * second[5] + vv * second[11] + 2 * uv * second[20] + second[26];
  }

  /** The block of the particles i (row) and j (column), i < j. */
  #addBlock(blocks: Float64Array, at: number, ui: number, vi: number, uj: number, vj: number): void {
    const second = this.#second;
    const uu = ui * uj;
    const vv = vi * vj;
    const uv = ui * vj;
    const vu = vi * uj;
    const xy = uu * second[1] + vv * second[7];
    const xz = uu * second[2] + vv * second[8];
    const yz = uu * second[4] + vv * second[10];
    blocks[at] += uu * second[0] + vv * second[6] + (uv + vu) * second[12];
    blocks[at + 1] += xy + uv * second[13] + vu * second[15];
    blocks[at + 2] += xz + uv * second[14] + vu * second[18];
    blocks[at + 3] += xy + uv * second[15] + vu * second[13];
    blocks[at + 4] += uu * second[3] + vv * second[9] + (uv + vu) * second[16];
    blocks[at + 5] += yz + uv * second[17] + vu * second[19];
    blocks[at + 6] += xz + uv * second[18] + vu * second[14];
    blocks[at + 7] += yz + uv * second[19] + vu * second[17];
    blocks[at + 8] += uu * second[5] + vv * second[11] + (uv + vu) * second[20];
  }
}
