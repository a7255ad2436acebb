// The constant part of the system: masses and the quadratic bending energy of the hinges
// (model/hinges.ts). The blocks of its matrices are multiples of the unit matrix. They are summed
// up once, and scaled in each step.
import type { ClothModel } from '../model/cloth-model.ts';
import { type BlockMatrix, findBlock, type UpperRows, upperRows } from './block-matrix.ts';

/** A matrix whose blocks are multiples of the unit matrix, one number each. */
interface ScalarMatrix {
  /** One number per particle. */
  readonly diagonal: Float64Array;
  /** One number per edge. */
  readonly full: Float64Array;
  /** One number per pair of particles that only a hinge joins. */
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
    const { particleCount, topology } = model;
    const edgeKeys = Float64Array.from({ length: topology.edgeCount }, (_, edge) =>
      keyOf(topology.edges.subarray(2 * edge, 2 * edge + 2), particleCount),
    );
    this.#model = model;
    this.full = upperRows(edgeKeys, particleCount);
    this.scalar = upperRows(hingeKeys(model, new Set(edgeKeys)), particleCount);
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

  /** Adds the forces of the hinges' energy to `out`, in N. */
  addForces(x: Float64Array, out: Float64Array): void {
    const { diagonal, full, scalar } = this.#stiffness;
    for (let i = 0; i < out.length; i++) out[i] -= diagonal[(i / 3) | 0] * x[i];
    subtractUpper(this.full, full, x, out);
    subtractUpper(this.scalar, scalar, x, out);
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
}

/** out −= (U + Uᵀ) x, for the upper half U with these multiples of the unit matrix. */
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

/** The key of a pair of particles, see `upperRows`. */
function keyOf(pair: Uint32Array, particleCount: number): number {
  return Math.min(...pair) * particleCount + Math.max(...pair);
}

/** Keys of the opposite corners of hinges that share no edge, ascending, each once. */
function hingeKeys({ hinges, particleCount }: ClothModel, edgeKeys: Set<number>): Float64Array {
  const keys = new Set<number>();
  for (let i = 2; i < hinges.particles.length; i += 4) {
    const key = keyOf(hinges.particles.subarray(i, i + 2), particleCount);
    if (!edgeKeys.has(key)) keys.add(key);
  }
  return Float64Array.from(keys).sort();
}
