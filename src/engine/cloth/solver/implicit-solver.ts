// One implicit Euler step, linearised once: A v′ = M v + h f(x) with A = M + h D + h² K.
// [Baraff–Witkin §3, written for the velocity after the step: damping and the stiffness along v are
// then on the left, and the right side has the forces of the energy alone.] Stiff cloth is as
// stable as limp cloth. No state is kept between steps: a step depends on its arguments alone.
import type { ClothModel } from '../model/cloth-model.ts';
import type { WarmStartedContacts } from '../response/warm-started-contacts.ts';
import { ClothForces } from './cloth-forces.ts';
import { type CgLimits, FilteredCg } from './filtered-cg.ts';
import { FreeMomentum } from './free-momentum.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** Options of a solver. */
export interface SolverOptions {
  /** Gravity in m/s². Default [0, 0, −9.81]. */
  readonly gravity?: ArrayLike<number>;
  /**
   * The share of the first residual that may be left. Default 0.01. A smaller one makes steps
   * slower; cloth comes to rest in the same way.
   */
  readonly tolerance?: number;
}

/** Iterations after which a solve ends even if it has not converged; most take about ten. */
const MAX_ITERATIONS = 1000;

/** In m/s: the iteration ends when the residual would change velocities by less. */
const MIN_SPEED = 1e-7;

/** Velocities after a step, from forces and constraints. */
export class ImplicitSolver {
  /** The cloth that it solves for. */
  readonly model: ClothModel;
  readonly #forces: ClothForces;
  readonly #cg: FilteredCg;
  readonly #momentum: FreeMomentum;
  readonly #right: Float64Array;
  /** The velocity that gravity alone adds in this step. */
  readonly #fall: Float64Array;
  readonly #gravity: ArrayLike<number>;
  readonly #limits: CgLimits;
  #step = 0;

  /** Builds matrix and preconditioner of a model: reuse a solver for all steps. */
  constructor(model: ClothModel, { gravity = [0, 0, -9.81], tolerance = 1e-2 }: SolverOptions = {}) {
    this.model = model;
    this.#gravity = gravity;
    this.#forces = new ClothForces(model, gravity);
    this.#cg = new FilteredCg(this.#forces.matrix);
    this.#momentum = new FreeMomentum(model);
    this.#right = new Float64Array(3 * model.particleCount);
    this.#fall = new Float64Array(3 * model.particleCount);
    const mass = model.mass.reduce((sum, value) => sum + value, 0);
    this.#limits = { tolerance, floorSq: mass * MIN_SPEED ** 2, maxIterations: MAX_ITERATIONS };
  }

  /**
   * Writes the velocities after a step of h > 0 seconds to `out`, which may be `v`. Returns the
   * number of iterations of conjugate gradients.
   */
  solve(
    x: Float64Array,
    v: Float64Array,
    h: number,
    constraints: VelocityConstraints,
    out: Float64Array,
    contacts?: WarmStartedContacts,
  ): number {
    const { mass } = this.model;
    const right = this.#right;
    this.#step = h;
    this.#forces.assemble(x, h);
    this.#forces.evaluate(x, right);
    for (let i = 0; i < right.length; i++) right[i] = mass[(i / 3) | 0] * v[i] + h * right[i];
    contacts?.addToSystem(this.#forces.matrix, right, h);
    out.set(v);
    constraints.impose(out);
    for (let i = 0; i < out.length; i++) this.#fall[i] = h * this.#gravity[i % 3];
    const iterations = this.#cg.solve(right, out, constraints, this.#fall, this.#limits);
    this.#momentum.restore(this.#cg.residual, constraints, contacts, out);
    return iterations;
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
}
