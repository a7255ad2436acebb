// The constant part of the system: masses and the quadratic bending energy of the hinges
// (model/hinges.ts). Its matrices have only multiples of the unit matrix as blocks. They are summed
// up once and scaled by each step.
import type { ClothModel } from '../model/cloth-model.ts';
import { type BlockMatrix, findBlock, type UpperRows } from './block-matrix.ts';

/**
 * A matrix whose blocks are multiples of the unit matrix: one number per particle, edge, and pair
 * that only a hinge joins.
 */
interface ScalarMatrix {
  readonly diagonal: Float64Array;
  readonly full: Float64Array;
  readonly scalar: Float64Array;
}

/** Stiffness and damping of the hinges of a model. */
export class Bending {
  /** Pairs that share an edge, numbered like the edges of the mesh: full blocks of the matrix. */
  readonly full: UpperRows;
  /** Pairs that only hinges join: multiples of the unit matrix. */
  readonly scalar: UpperRows;
  readonly #model: ClothModel;
  readonly #stiffness: ScalarMatrix;
  readonly #damping: ScalarMatrix;

  /** Sums up the hinges. */
  constructor(model: ClothModel) {
    const { edges } = model.topology;
    this.#model = model;
    this.full = upperRows(edges, model.particleCount);
    this.scalar = upperRows(hingePairs(model, this.full), model.particleCount);
    const { stiffness, damping } = model.hinges;
    this.#stiffness = this.#sum(stiffness);
    this.#damping = this.#sum(stiffness.map((value, i) => value * damping[i]));
  }

  /** Sets the matrix to masses, stiffness and damping of hinges, for a step of h seconds. */
  initialize(matrix: BlockMatrix, h: number): void {
    const { diagonal, blocks, scalars } = matrix;
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
    for (let i = 0; i < k.full.length; i++) {
      const value = h * (h * k.full[i] + d.full[i]);
      blocks[9 * i] = value;
      blocks[9 * i + 4] = value;
      blocks[9 * i + 8] = value;
    }
    for (let i = 0; i < scalars.length; i++) scalars[i] = h * (h * k.scalar[i] + d.scalar[i]);
  }

  /** Adds forces in N to `out`: those of the hinges' energy, and with velocities their damping. */
  addForces(x: Float64Array, v: Float64Array | null, out: Float64Array): void {
    this.#subtractProduct(this.#stiffness, x, out);
    if (v !== null) this.#subtractProduct(this.#damping, v, out);
  }

  #sum(scale: Float64Array): ScalarMatrix {
    const { full, scalar } = this;
    const { particles, weights } = this.#model.hinges;
    const sum = {
      diagonal: new Float64Array(full.start.length - 1),
      full: new Float64Array(full.column.length),
      scalar: new Float64Array(scalar.column.length),
    };
    for (let hinge = 0; hinge < scale.length; hinge++) {
      for (let i = 4 * hinge; i < 4 * hinge + 4; i++) {
        sum.diagonal[particles[i]] += scale[hinge] * weights[i] * weights[i];
        for (let j = i + 1; j < 4 * hinge + 4; j++) {
          const value = scale[hinge] * weights[i] * weights[j];
          const block = findBlock(full, particles[i], particles[j]);
          if (block >= 0) sum.full[block] += value;
          else sum.scalar[findBlock(scalar, particles[i], particles[j])] += value;
        }
      }
    }
    return sum;
  }

  #subtractProduct(m: ScalarMatrix, x: Float64Array, out: Float64Array): void {
    for (let i = 0; i < m.diagonal.length; i++) {
      for (let k = 3 * i; k < 3 * i + 3; k++) out[k] -= m.diagonal[i] * x[k];
    }
    subtractUpper(this.full, m.full, x, out);
    subtractUpper(this.scalar, m.scalar, x, out);
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

/** From pairs in ascending order, smaller id first. */
function upperRows(pairs: Uint32Array, size: number): UpperRows {
  const start = new Uint32Array(size + 1);
  for (let i = 0; i < pairs.length; i += 2) start[pairs[i] + 1]++;
  for (let i = 0; i < size; i++) start[i + 1] += start[i];
  return { start, column: pairs.filter((_, i) => i % 2 === 1) };
}

/** Pairs of opposite corners of a hinge that share no edge, ascending, each once. */
function hingePairs({ hinges, particleCount }: ClothModel, full: UpperRows): Uint32Array {
  const { particles } = hinges;
  const keys: number[] = [];
  for (let i = 0; i < particles.length; i += 4) {
    const p = Math.min(particles[i + 2], particles[i + 3]);
    const q = Math.max(particles[i + 2], particles[i + 3]);
    if (findBlock(full, p, q) < 0) keys.push(p * particleCount + q);
  }
  const sorted = Float64Array.from(keys).sort();
  const once = sorted.filter((key, i) => i === 0 || key !== sorted[i - 1]);
  return Uint32Array.from({ length: 2 * once.length }, (_, i) =>
    i % 2 === 0 ? Math.floor(once[i >> 1] / particleCount) : once[i >> 1] % particleCount,
  );
}
