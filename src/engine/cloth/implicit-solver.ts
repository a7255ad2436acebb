// One implicit Euler step, linearised once: A v′ = M v + h f(x) with A = M + h D + h² K. [Baraff–Witkin §3, written for the velocity
// after the step: then damping and the stiffness along v are on the left, and the right has forces of the energy alone.] Stiff cloth
// is as stable as limp cloth; nothing is kept from step to step, so that a step depends on its arguments alone.
import { BlockMatrix } from './block-matrix.ts';
import type { Braces } from './braces.ts';
import { ClothForces } from './cloth-forces.ts';
import type { ClothModel } from './cloth-model.ts';
import { FilteredCg } from './filtered-cg.ts';
import { FreeMomentum } from './free-momentum.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

export interface SolverOptions {
  /** m/s². */
  readonly gravity?: readonly [number, number, number];
  /** The share of the residual at the start that may be left; less only makes steps slower, cloth comes to rest alike. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

export interface SolveResult {
  iterations: number;
  /** What is left of the residual at the start. */
  residual: number;
}

/** m/s: a residual that would move the cloth by less is no reason to go on. */
const LEAST_SPEED = 1e-7;

export class ImplicitSolver {
  readonly model: ClothModel;
  readonly #forces: ClothForces;
  readonly #matrix: BlockMatrix;
  readonly #cg: FilteredCg;
  readonly #momentum: FreeMomentum;
  readonly #right: Float64Array;
  /** What gravity alone would add, for the step at hand. */
  readonly #fall: Float64Array;
  readonly #gravity: readonly [number, number, number];
  readonly #limits: { readonly tolerance: number; readonly floorSq: number; readonly maxIterations: number };
  readonly #result: SolveResult = { iterations: 0, residual: 0 };
  #step = 0;

  constructor(model: ClothModel, options: SolverOptions = {}) {
    const { gravity = [0, 0, -9.81], tolerance = 1e-2, maxIterations = 1000 } = options;
    this.model = model;
    this.#gravity = gravity;
    this.#forces = new ClothForces(model, gravity);
    this.#matrix = new BlockMatrix(this.#forces.bending.near, this.#forces.bending.far);
    this.#cg = new FilteredCg(this.#matrix);
    this.#momentum = new FreeMomentum(model);
    this.#right = new Float64Array(3 * model.particleCount);
    this.#fall = new Float64Array(3 * model.particleCount);
    const mass = model.mass.reduce((sum, value) => sum + value, 0);
    this.#limits = { tolerance, floorSq: mass * LEAST_SPEED ** 2, maxIterations };
  }

  /** The velocities after a step h > 0 into `out`, which may be `v`. The result is reused by the next call. */
  solve(
    x: Float64Array,
    v: Float64Array,
    h: number,
    constraints: VelocityConstraints,
    out: Float64Array,
    braces?: Braces,
  ): Readonly<SolveResult> {
    const { mass } = this.model;
    const right = this.#right;
    this.#step = h;
    this.#forces.assemble(x, h, this.#matrix);
    this.#forces.evaluate(x, null, right);
    for (let i = 0; i < right.length; i++) right[i] = mass[(i / 3) | 0] * v[i] + h * right[i];
    braces?.add(this.#matrix, right, h);
    for (let i = 0; i < out.length; i++) out[i] = v[i];
    constraints.impose(out);
    for (let i = 0; i < out.length; i++) this.#fall[i] = h * this.#gravity[i % 3];
    this.#cg.solve(right, out, constraints, this.#fall, this.#limits);
    this.#momentum.restore(this.#cg.remainder, constraints, braces, out);
    this.#result.iterations = this.#cg.iterations;
    this.#result.residual = this.#cg.residual;
    return this.#result;
  }

  /** N a particle at this state, with damping and drag. */
  forces(x: Float64Array, v: Float64Array, out: Float64Array): void {
    this.#forces.evaluate(x, v, out);
  }

  /**
   * N along n that constraints put on a particle in the last `solve`: positive pushes along n, negative holds the particle
   * back. A contact whose n points away from the obstacle and that holds back should be released.
   */
  constraintForce(particle: number, nx: number, ny: number, nz: number): number {
    const { remainder } = this.#cg;
    const i = 3 * particle;
    return -(remainder[i] * nx + remainder[i + 1] * ny + remainder[i + 2] * nz) / this.#step;
  }

  /** J: elastic energy and height, up to a constant. */
  energy(x: Float64Array): number {
    return this.#forces.energy(x);
  }
}
