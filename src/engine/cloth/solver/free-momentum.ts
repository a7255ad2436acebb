// Restores the exact momentum of free cloth after a solve. Internal forces sum to zero, but the
// residual that an unfinished iteration leaves does not. A component of the cloth that touches
// neither a constraint nor an obstacle gets the missing momentum, spread by mass. Its momentum is
// then exact at any tolerance.
import { NONE } from '../../../core/mesh/topology.ts';
import type { ClothModel } from '../model/cloth-model.ts';
import type { WarmStartedContacts } from '../response/warm-started-contacts.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

/** Restores the momentum of free components after a solve. */
export class FreeMomentum {
  readonly #componentOf: Uint32Array;
  /** kg per component. */
  readonly #mass: Float64Array;
  /** The missing velocity, three numbers per component. */
  readonly #missing: Float64Array;
  readonly #isSupported: Uint8Array;

  /** Components are those of the mesh. */
  constructor({ topology, mass }: ClothModel) {
    // Particles without a face, which are pinned, form one component more.
    const componentCount = topology.componentCount + 1;
    this.#componentOf = topology.componentOf.map((component) => (component === NONE ? componentCount - 1 : component));
    this.#mass = new Float64Array(componentCount);
    this.#missing = new Float64Array(3 * componentCount);
    this.#isSupported = new Uint8Array(componentCount);
    for (let i = 0; i < mass.length; i++) this.#mass[this.#componentOf[i]] += mass[i];
  }

  /** Corrects velocities whose residual in the system is `residual`, in kg·m/s. */
  restore(
    residual: Float64Array,
    constraints: VelocityConstraints,
    contacts: WarmStartedContacts | undefined,
    velocities: Float64Array,
  ): void {
    const componentOf = this.#componentOf;
    const missing = this.#missing;
    const isSupported = this.#isSupported;
    isSupported.fill(0);
    for (let i = 0; i < constraints.count; i++) isSupported[componentOf[constraints.particles[i]]] = 1;
    for (let i = 0; contacts && i < contacts.count; i++) {
      const particle = contacts.particleOnObstacle(i);
      if (particle >= 0) isSupported[componentOf[particle]] = 1;
    }
    missing.fill(0);
    for (let i = 0; i < componentOf.length; i++) {
      for (let k = 0; k < 3; k++) missing[3 * componentOf[i] + k] += residual[3 * i + k];
    }
    for (let i = 0; i < missing.length; i++) {
      const component = (i / 3) | 0;
      missing[i] = isSupported[component] === 1 ? 0 : missing[i] / this.#mass[component];
    }
    for (let i = 0; i < componentOf.length; i++) {
      for (let k = 0; k < 3; k++) velocities[3 * i + k] += missing[3 * componentOf[i] + k];
    }
  }
}
