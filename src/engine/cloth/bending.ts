// The constant part of the system: what the hinges of a model add to its matrix, by place. Built once, scaled by the step.
import { type BlockMatrix, placeOf, type UpperRows } from './block-matrix.ts';
import type { ClothModel } from './cloth-model.ts';

/** Multiples of the unit matrix, one number a row of the diagonal, an edge of the mesh, a far pair. */
interface Multiples {
  readonly diagonal: Float64Array;
  readonly near: Float64Array;
  readonly far: Float64Array;
}

export class Bending {
  /** Pairs that share an edge, numbered like the edges of the mesh. */
  readonly near: UpperRows;
  /** Pairs that only hinges join. */
  readonly far: UpperRows;
  readonly #model: ClothModel;
  readonly #stiffness: Multiples;
  readonly #damping: Multiples;

  constructor(model: ClothModel) {
    const { edges } = model.topology;
    this.#model = model;
    this.near = upperRows(edges, model.particleCount);
    this.far = upperRows(farPairs(model, this.near), model.particleCount);
    const { stiffness, damping } = model.hinges;
    this.#stiffness = this.#sum(stiffness);
    this.#damping = this.#sum(stiffness.map((value, i) => value * damping[i]));
  }

  /** Sets the matrix to masses, and stiffness and damping of hinges for a step h. */
  begin(matrix: BlockMatrix, h: number): void {
    const { diagonal, blocks, multiples } = matrix;
    const { mass } = this.#model;
    const k = this.#stiffness;
    const d = this.#damping;
    diagonal.fill(0);
    blocks.fill(0);
    for (let i = 0; i < mass.length; i++) {
      const value = mass[i] + h * (h * k.diagonal[i] + d.diagonal[i]);
      diagonal[6 * i] = value;
      diagonal[6 * i + 3] = value;
      diagonal[6 * i + 5] = value;
    }
    for (let i = 0; i < k.near.length; i++) {
      const value = h * (h * k.near[i] + d.near[i]);
      blocks[9 * i] = value;
      blocks[9 * i + 4] = value;
      blocks[9 * i + 8] = value;
    }
    for (let i = 0; i < multiples.length; i++) multiples[i] = h * (h * k.far[i] + d.far[i]);
  }

  /** Subtracts the gradient of the hinges' energy; with velocities also what damps them. */
  addForces(x: Float64Array, v: Float64Array | null, out: Float64Array): void {
    this.#subtractProduct(this.#stiffness, x, out);
    if (v !== null) this.#subtractProduct(this.#damping, v, out);
  }

  #sum(scale: Float64Array): Multiples {
    const { near, far } = this;
    const { particles, weights } = this.#model.hinges;
    const sum = {
      diagonal: new Float64Array(near.start.length - 1),
      near: new Float64Array(near.column.length),
      far: new Float64Array(far.column.length),
    };
    for (let hinge = 0; hinge < scale.length; hinge++) {
      for (let i = 4 * hinge; i < 4 * hinge + 4; i++) {
        sum.diagonal[particles[i]] += scale[hinge] * weights[i] * weights[i];
        for (let j = i + 1; j < 4 * hinge + 4; j++) {
          const value = scale[hinge] * weights[i] * weights[j];
          const place = placeOf(near, particles[i], particles[j]);
          if (place >= 0) sum.near[place] += value;
          else sum.far[placeOf(far, particles[i], particles[j])] += value;
        }
      }
    }
    return sum;
  }

  #subtractProduct(m: Multiples, x: Float64Array, out: Float64Array): void {
    for (let i = 0; i < m.diagonal.length; i++) {
      for (let k = 3 * i; k < 3 * i + 3; k++) out[k] -= m.diagonal[i] * x[k];
    }
    subtractUpper(this.near, m.near, x, out);
    subtractUpper(this.far, m.far, x, out);
  }
}

function subtractUpper({ start, column }: UpperRows, values: Float64Array, x: Float64Array, out: Float64Array): void {
  for (let row = 0; row < start.length - 1; row++) {
    const i = 3 * row;
    for (let k = start[row], end = start[row + 1]; k < end; k++) {
      const j = 3 * column[k];
      const value = values[k];
      out[i] -= value * x[j];
      out[i + 1] -= value * x[j + 1];
      out[i + 2] -= value * x[j + 2];
      out[j] -= value * x[i];
      out[j + 1] -= value * x[i + 1];
      out[j + 2] -= value * x[i + 2];
    }
  }
}

/** Of pairs, smaller id first, in ascending order. */
function upperRows(pairs: Uint32Array, size: number): UpperRows {
  const start = new Uint32Array(size + 1);
  for (let i = 0; i < pairs.length; i += 2) start[pairs[i] + 1]++;
  for (let i = 0; i < size; i++) start[i + 1] += start[i];
  return { start, column: pairs.filter((_, i) => i % 2 === 1) };
}

/** Pairs of a hinge that are no edge, ascending, each once. */
function farPairs({ hinges, particleCount }: ClothModel, near: UpperRows): Uint32Array {
  const { particles } = hinges;
  const keys: number[] = [];
  for (let i = 0; i < particles.length; i += 4) {
    const p = Math.min(particles[i + 2], particles[i + 3]);
    const q = Math.max(particles[i + 2], particles[i + 3]);
    if (placeOf(near, p, q) < 0) keys.push(p * particleCount + q);
  }
  const sorted = Float64Array.from(keys).sort();
  const once = sorted.filter((key, i) => i === 0 || key !== sorted[i - 1]);
  return Uint32Array.from({ length: 2 * once.length }, (_, i) =>
    i % 2 === 0 ? Math.floor(once[i >> 1] / particleCount) : once[i >> 1] % particleCount,
  );
}
