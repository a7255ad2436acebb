// Contacts between cloths in the solver's matrix. The two sides of such a contact share no edge, so
// that the matrix has no blocks for them. Their part of a product is added contact by contact.
import { Vectors } from './vectors';

/**
 * One contact's off-diagonal part: the block of particles i and j, on opposite sides, is
 * weightᵢ · weightⱼ · (normalStiffness · n nᵀ + tangentStiffness · I).
 */
@unmanaged
export class Coupling {
  /** Four particles. */
  particle0: u32;
  particle1: u32;
  particle2: u32;
  particle3: u32;
  /** Their weights: positive on side a, negative on side b. */
  weight0: f64;
  weight1: f64;
  weight2: f64;
  weight3: f64;
  /** The contact's unit normal n. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  /** Stiffness along the normal beyond `tangentStiffness`. */
  normalStiffness: f64;
  /** Stiffness in all directions. */
  tangentStiffness: f64;
}

/** y += C x, where C is the sum of the couplings. */
export function multiplyCouplings(couplings: usize, count: i32, x: usize, y: usize): void {
  const bytes = offsetof<Coupling>();
  for (const end = couplings + <usize>count * bytes; couplings < end; couplings += bytes) {
    Couplings.addSide(couplings, x, y, true);
    Couplings.addSide(couplings, x, y, false);
  }
}

/** Products with single couplings. */
class Couplings {
  /** Weight of particle k of a coupling. */
  @inline static weight(coupling: usize, k: usize): f64 {
    return load<f64>(coupling + (k << 3), offsetof<Coupling>('weight0'));
  }

  /** Address of the vector of particle k of a coupling in x. */
  @inline static vector(coupling: usize, k: usize, x: usize): usize {
    return Vectors.at(x, Vectors.index(coupling, k));
  }

  /** Adds the contributions of side a, or else of side b, to the particles of the other side. */
  @inline static addSide(coupling: usize, x: usize, y: usize, isSideA: bool): void {
    const contact = changetype<Coupling>(coupling);
    let ux: f64 = 0;
    let uy: f64 = 0;
    let uz: f64 = 0;
    for (let k: usize = 0; k < 4; k++) {
      const weight = Couplings.weight(coupling, k);
      if (weight > 0 != isSideA) continue;
      const at = Couplings.vector(coupling, k, x);
      ux += weight * load<f64>(at);
      uy += weight * load<f64>(at, 8);
      uz += weight * load<f64>(at, 16);
    }
    const nx = contact.normalX;
    const ny = contact.normalY;
    const nz = contact.normalZ;
    const t = contact.tangentStiffness;
    const along = contact.normalStiffness * (nx * ux + ny * uy + nz * uz);
    ux = t * ux + along * nx;
    uy = t * uy + along * ny;
    uz = t * uz + along * nz;
    for (let k: usize = 0; k < 4; k++) {
      const weight = Couplings.weight(coupling, k);
      if (weight > 0 == isSideA) continue;
      const at = Couplings.vector(coupling, k, y);
      store<f64>(at, load<f64>(at) + weight * ux);
      store<f64>(at, load<f64>(at, 8) + weight * uy, 8);
      store<f64>(at, load<f64>(at, 16) + weight * uz, 16);
    }
  }
}
