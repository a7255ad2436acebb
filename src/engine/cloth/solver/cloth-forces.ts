// Forces of a cloth and the matrix of an implicit step. A triangle has warp wu and weft wv, linear
// in its corners, and the energy
// area/2 · (stretch (|wu| − 1)² + stretch (|wv| − 1)² + shear (wu · wv)²). [Baraff–Witkin §4]
// Departs from the paper: energy is proportional to area, not area², so that stiffness does not
// depend on the mesh. Hinges bend by a quadratic form (bending.ts). Every part of the matrix is
// positive semi-definite by itself.
import type { ClothModel } from '../model/cloth-model.ts';
import { Bending } from './bending.ts';
import type { BlockMatrix } from './block-matrix.ts';
import { TriangleAssembler } from './triangle-assembler.ts';

/** Replaces a length of zero in a division: the numerator is zero too. */
const MIN_LENGTH = 1e-12;

/** Energy, forces and matrix of a model under gravity. */
export class ClothForces {
  /** Its hinges. */
  readonly bending: Bending;
  readonly #model: ClothModel;
  readonly #gravity: readonly [number, number, number];
  /** wu and wv of a triangle, of positions and of velocities. */
  readonly #w = new Float64Array(6);
  readonly #rate = new Float64Array(6);
  /** For the matrix that was assembled last. */
  #assembler: TriangleAssembler | null = null;

  /** Gravity in m/s². */
  constructor(model: ClothModel, gravity: readonly [number, number, number]) {
    this.#model = model;
    this.#gravity = gravity;
    this.bending = new Bending(model);
  }

  /** The energy of triangles, hinges and height in J, up to a constant. */
  energy(x: Float64Array): number {
    const { mass, elements, hinges } = this.#model;
    const w = this.#w;
    let sum = 0;
    for (let t = 0; t < elements.stretch.length; t++) {
      this.#warpWeft(t, x, w);
      const [u, v] = [Math.hypot(w[0], w[1], w[2]) - 1, Math.hypot(w[3], w[4], w[5]) - 1];
      const angle = w[0] * w[3] + w[1] * w[4] + w[2] * w[5];
      sum += (elements.stretch[t] * (u * u + v * v) + elements.shear[t] * angle * angle) / 2;
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

  /**
   * Writes forces in N per particle. Without velocities those of the energy alone, with them
   * damping and drag too.
   */
  evaluate(x: Float64Array, v: Float64Array | null, out: Float64Array): void {
    const { mass, elements } = this.#model;
    const [gx, gy, gz] = this.#gravity;
    for (let i = 0; i < mass.length; i++) {
      out[3 * i] = mass[i] * gx;
      out[3 * i + 1] = mass[i] * gy;
      out[3 * i + 2] = mass[i] * gz;
    }
    for (let t = 0; t < elements.stretch.length; t++) this.#addTriangle(t, x, v, out);
    this.bending.addForces(x, v, out);
  }

  /** Sets the matrix to M + h D + h² K at positions x: masses, damping and drag, stiffness. */
  assemble(x: Float64Array, h: number, matrix: BlockMatrix): void {
    if (this.#assembler?.matrix !== matrix) this.#assembler = new TriangleAssembler(this.#model, matrix);
    this.bending.initialize(matrix, h);
    this.#assembler.assemble(x, h);
  }

  #warpWeft(t: number, x: Float64Array, w: Float64Array): void {
    const { triangles, elements } = this.#model;
    const { gradient } = elements;
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
    const { triangles, elements } = this.#model;
    const w = this.#w;
    this.#warpWeft(t, x, w);
    const u0 = w[0];
    const u1 = w[1];
    const u2 = w[2];
    const v0 = w[3];
    const v1 = w[4];
    const v2 = w[5];
    const uLength = Math.sqrt(u0 * u0 + u1 * u1 + u2 * u2) || MIN_LENGTH;
    const vLength = Math.sqrt(v0 * v0 + v1 * v1 + v2 * v2) || MIN_LENGTH;
    let uStrain = uLength - 1;
    let vStrain = vLength - 1;
    let angle = u0 * v0 + u1 * v1 + u2 * v2;
    if (v !== null) {
      const rate = this.#rate;
      const damping = elements.damping[t];
      this.#warpWeft(t, v, rate);
      uStrain += (damping * (u0 * rate[0] + u1 * rate[1] + u2 * rate[2])) / uLength;
      vStrain += (damping * (v0 * rate[3] + v1 * rate[4] + v2 * rate[5])) / vLength;
      angle += damping * (u0 * rate[3] + u1 * rate[4] + u2 * rate[5] + v0 * rate[0] + v1 * rate[1] + v2 * rate[2]);
      this.#addDrag(t, v, out);
    }
    const a = (elements.stretch[t] * uStrain) / uLength;
    const b = (elements.stretch[t] * vStrain) / vLength;
    const c = elements.shear[t] * angle;
    const { gradient } = elements;
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

  /** Air drag of triangle t, whose warp and weft are in `#w`. */
  #addDrag(t: number, v: Float64Array, out: Float64Array): void {
    const { triangles, elements } = this.#model;
    const w = this.#w;
    const nx = w[1] * w[5] - w[2] * w[4];
    const ny = w[2] * w[3] - w[0] * w[5];
    const nz = w[0] * w[4] - w[1] * w[3];
    const drag = elements.drag[t] / (nx * nx + ny * ny + nz * nz || MIN_LENGTH);
    for (let corner = 3 * t; corner < 3 * t + 3; corner++) {
      const i = 3 * triangles[corner];
      const along = drag * (nx * v[i] + ny * v[i + 1] + nz * v[i + 2]);
      out[i] -= along * nx;
      out[i + 1] -= along * ny;
      out[i + 2] -= along * nz;
    }
  }
}
