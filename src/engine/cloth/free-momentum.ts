// What an iteration that ends early leaves undone must not push a cloth: forces within it sum to zero, and so must the residual. A piece of
// cloth that neither a constraint nor a brace holds gets the momentum that is missing, spread by mass; then its momentum is exact at any tolerance.
import { NONE } from '../../core/mesh/topology.ts';
import type { Braces } from './braces.ts';
import type { ClothModel } from './cloth-model.ts';
import type { VelocityConstraints } from './velocity-constraints.ts';

export class FreeMomentum {
  readonly #pieceOf: Uint32Array;
  /** kg a piece. */
  readonly #mass: Float64Array;
  /** Three numbers a piece: the speed that is missing. */
  readonly #missing: Float64Array;
  readonly #isHeld: Uint8Array;

  constructor({ topology, mass }: ClothModel) {
    // Particles without a face, which are pinned, are one piece more.
    const pieceCount = topology.componentCount + 1;
    this.#pieceOf = topology.componentOf.map((piece) => (piece === NONE ? pieceCount - 1 : piece));
    this.#mass = new Float64Array(pieceCount);
    this.#missing = new Float64Array(3 * pieceCount);
    this.#isHeld = new Uint8Array(pieceCount);
    for (let i = 0; i < mass.length; i++) this.#mass[this.#pieceOf[i]] += mass[i];
  }

  /** `remainder` is what velocities leave of the system, in momentum. */
  restore(
    remainder: Float64Array,
    constraints: VelocityConstraints,
    braces: Braces | undefined,
    velocities: Float64Array,
  ): void {
    const pieceOf = this.#pieceOf;
    const missing = this.#missing;
    const isHeld = this.#isHeld;
    isHeld.fill(0);
    for (let i = 0; i < constraints.count; i++) isHeld[pieceOf[constraints.particles[i]]] = 1;
    for (let i = 0; braces && i < braces.count; i++) {
      const held = braces.heldBy(i);
      if (held >= 0) isHeld[pieceOf[held]] = 1;
    }
    missing.fill(0);
    for (let i = 0; i < pieceOf.length; i++) {
      for (let k = 0; k < 3; k++) missing[3 * pieceOf[i] + k] += remainder[3 * i + k];
    }
    for (let i = 0; i < missing.length; i++) {
      const piece = (i / 3) | 0;
      missing[i] = isHeld[piece] === 1 ? 0 : missing[i] / this.#mass[piece];
    }
    for (let i = 0; i < pieceOf.length; i++) {
      for (let k = 0; k < 3; k++) velocities[3 * i + k] += missing[3 * pieceOf[i] + k];
    }
  }
}
