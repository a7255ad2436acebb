// Parts of a symmetric matrix between particles that share no block: (s n nᵀ + t) times both shares for each particle with a positive share and
// each with a negative one of a coupling, both ways. In memory: four particles, their shares, n, s, t.

/** Bytes of a coupling. */
const COUPLING: usize = 88;

export class Couplings {
  /** y += C x. */
  static multiply(couplings: usize, count: i32, x: usize, y: usize): void {
    for (const end = couplings + <usize>count * COUPLING; couplings < end; couplings += COUPLING) {
      Couplings.give(couplings, x, y, true);
      Couplings.give(couplings, x, y, false);
    }
  }

  /** What the points of one side make the other side receive. */
  @inline static give(coupling: usize, x: usize, y: usize, isAbove: bool): void {
    let ux: f64 = 0;
    let uy: f64 = 0;
    let uz: f64 = 0;
    for (let k: usize = 0; k < 4; k++) {
      const share = load<f64>(coupling + (k << 3), 16);
      if (share > 0 != isAbove) continue;
      const at = x + <usize>load<u32>(coupling + (k << 2)) * 24;
      ux += share * load<f64>(at);
      uy += share * load<f64>(at, 8);
      uz += share * load<f64>(at, 16);
    }
    const nx = load<f64>(coupling, 48);
    const ny = load<f64>(coupling, 56);
    const nz = load<f64>(coupling, 64);
    const t = load<f64>(coupling, 80);
    const along = load<f64>(coupling, 72) * (nx * ux + ny * uy + nz * uz);
    ux = t * ux + along * nx;
    uy = t * uy + along * ny;
    uz = t * uz + along * nz;
    for (let k: usize = 0; k < 4; k++) {
      const share = load<f64>(coupling + (k << 3), 16);
      if (share > 0 == isAbove) continue;
      const at = y + <usize>load<u32>(coupling + (k << 2)) * 24;
      store<f64>(at, load<f64>(at) + share * ux);
      store<f64>(at, load<f64>(at, 8) + share * uy, 8);
      store<f64>(at, load<f64>(at, 16) + share * uz, 16);
    }
  }
}
