// One implicit Euler step, linearised once: A v′ = M v + h f(x) with A = M + h D + h² K.
// [Baraff–Witkin §3, written for the velocity after the step: damping and the stiffness along v are
// then on the left, and the right side has the forces of the energy alone.] Stiff cloth is as
// stable as limp cloth. Nothing is kept from step to step: a step depends on its arguments alone.
import type { ClothModel } from '../model/cloth-model.ts';
import type { WarmStartedContacts } from '../response/warm-started-contacts.ts';
import { BlockMatrix } from './block-matrix.ts';
import { ClothForces } from './cloth-forces.ts';
import { FilteredCg } from './filtered-cg.ts';
import { FreeMomentum } from './free-momentum.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** How a solver works; all optional. */
export interface SolverOptions {
  /** m/s². Default [0, 0, −9.81]. */
  readonly gravity?: readonly [number, number, number];
  /**
   * The share of the first residual that may be left. Default 0.01; less only makes steps slower,
   * cloth comes to rest alike.
   */
  readonly tolerance?: number;
  /** Default 1000. */
  readonly maxIterations?: number;
}

/** What a solve took. */
export interface SolveResult {
  /** Of conjugate gradients. */
  iterations: number;
  /** The last residual as a share of the first one. */
  relativeResidual: number;
}

/** m/s: an iteration ends when the residual would change velocities by less. */
const MIN_SPEED = 1e-7;

/** Velocities after a step, from forces and constraints. */
export class ImplicitSolver {
  /** The cloth that it solves for. */
  readonly model: ClothModel;
  readonly #forces: ClothForces;
  readonly #matrix: BlockMatrix;
  readonly #cg: FilteredCg;
  readonly #momentum: FreeMomentum;
  readonly #right: Float64Array;
  /** The velocity that gravity alone adds in this step. */
  readonly #fall: Float64Array;
  readonly #gravity: readonly [number, number, number];
  readonly #limits: { readonly tolerance: number; readonly floorSq: number; readonly maxIterations: number };
  readonly #result: SolveResult = { iterations: 0, relativeResidual: 0 };
  #step = 0;

  /** Builds matrix and preconditioner of a model: reuse a solver for all steps. */
  constructor(model: ClothModel, options: SolverOptions = {}) {
    const { gravity = [0, 0, -9.81], tolerance = 1e-2, maxIterations = 1000 } = options;
    this.model = model;
    this.#gravity = gravity;
    this.#forces = new ClothForces(model, gravity);
    this.#matrix = new BlockMatrix(this.#forces.bending.full, this.#forces.bending.scalar);
    this.#cg = new FilteredCg(this.#matrix);
    this.#momentum = new FreeMomentum(model);
    this.#right = new Float64Array(3 * model.particleCount);
    this.#fall = new Float64Array(3 * model.particleCount);
    const mass = model.mass.reduce((sum, value) => sum + value, 0);
    this.#limits = { tolerance, floorSq: mass * MIN_SPEED ** 2, maxIterations };
  }

  /**
   * Writes the velocities after a step of h > 0 seconds to `out`, which may be `v`. The next call
   * reuses the result.
   */
  solve(
    x: Float64Array,
    v: Float64Array,
    h: number,
    constraints: VelocityConstraints,
    out: Float64Array,
    contacts?: WarmStartedContacts,
  ): Readonly<SolveResult> {
    const { mass } = this.model;
    const right = this.#right;
    this.#step = h;
    this.#forces.assemble(x, h, this.#matrix);
    this.#forces.evaluate(x, null, right);
    for (let i = 0; i < right.length; i++) right[i] = mass[(i / 3) | 0] * v[i] + h * right[i];
    contacts?.addToSystem(this.#matrix, right, h);
    for (let i = 0; i < out.length; i++) out[i] = v[i];
    constraints.impose(out);
    for (let i = 0; i < out.length; i++) this.#fall[i] = h * this.#gravity[i % 3];
    this.#cg.solve(right, out, constraints, this.#fall, this.#limits);
    this.#momentum.restore(this.#cg.residual, constraints, contacts, out);
    this.#result.iterations = this.#cg.iterations;
    this.#result.relativeResidual = this.#cg.relativeResidual;
    return this.#result;
  }

  /** Writes the forces of a state in N per particle, with damping and drag. */
  forces(x: Float64Array, v: Float64Array, out: Float64Array): void {
    this.#forces.evaluate(x, v, out);
  }

  /**
   * The force in N along n that constraints exerted on a particle in the last `solve`: positive
   * pushes along n, negative pulls. If n points away from an obstacle, a negative force means that
   * the contact adheres and should be released.
   */
  constraintForce(particle: number, nx: number, ny: number, nz: number): number {
    const { residual } = this.#cg;
    const i = 3 * particle;
    return -(residual[i] * nx + residual[i + 1] * ny + residual[i + 2] * nz) / this.#step;
  }

  /** Elastic and potential energy in J, up to a constant. */
  energy(x: Float64Array): number {
    return this.#forces.energy(x);
  }
}
