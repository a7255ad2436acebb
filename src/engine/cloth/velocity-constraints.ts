// What the response asks of the solver: the velocity after the step along up to three directions of a particle. Constraints are filters,
// not forces: the solver moves nothing along them. [Baraff–Witkin §5]

/**
 * A direction is dropped if less than this is left of it after those before it: nearly parallel ones, as of two neighbouring
 * faces of a round body, would else fix a direction along the surface, at a speed magnified by the inverse.
 */
const LEAST_NEW = 0.1;

export class VelocityConstraints {
  /** Constrained particles in the order of their first constraint, `count` of them. */
  readonly particles: Uint32Array;
  count = 0;
  /** Constraints that those before them left no room for, since `clear`. */
  dropped = 0;
  /** Orthonormal directions of a particle, three numbers each, up to three a particle. */
  readonly directions: Float64Array;
  readonly speeds: Float64Array;
  /** How many directions of each particle are taken. */
  readonly taken: Uint8Array;

  constructor(particleCount: number) {
    this.particles = new Uint32Array(particleCount);
    this.directions = new Float64Array(9 * particleCount);
    this.speeds = new Float64Array(3 * particleCount);
    this.taken = new Uint8Array(particleCount);
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.taken[this.particles[i]] = 0;
    this.count = 0;
    this.dropped = 0;
  }

  /** Asks for n · v = speed of a unit n; earlier constraints of the particle go first. Returns whether it is in force. */
  add(particle: number, nx: number, ny: number, nz: number, speed: number): boolean {
    const { directions, speeds, taken } = this;
    const rank = taken[particle];
    let rest = speed;
    for (let i = 0; i < rank; i++) {
      const at = 9 * particle + 3 * i;
      const along = nx * directions[at] + ny * directions[at + 1] + nz * directions[at + 2];
      nx -= along * directions[at];
      ny -= along * directions[at + 1];
      nz -= along * directions[at + 2];
      rest -= along * speeds[3 * particle + i];
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (rank === 3 || !(length > LEAST_NEW)) {
      this.dropped++;
      return false;
    }
    this.#put(particle, rank, nx / length, ny / length, nz / length, rest / length);
    return true;
  }

  /** The whole velocity of a particle, whatever was asked of it before. */
  pin(particle: number, vx: number, vy: number, vz: number): void {
    this.#put(particle, 0, 1, 0, 0, vx);
    this.#put(particle, 1, 0, 1, 0, vy);
    this.#put(particle, 2, 0, 0, 1, vz);
  }

  #put(particle: number, rank: number, nx: number, ny: number, nz: number, speed: number): void {
    const { directions, speeds, taken } = this;
    if (taken[particle] === 0) this.particles[this.count++] = particle;
    const at = 9 * particle + 3 * rank;
    directions[at] = nx;
    directions[at + 1] = ny;
    directions[at + 2] = nz;
    speeds[3 * particle + rank] = speed;
    taken[particle] = rank + 1;
  }

  /** Takes from a vector field what lies along constraints. */
  filter(field: Float64Array): void {
    const { directions, particles, taken } = this;
    for (let i = 0; i < this.count; i++) {
      const p = 3 * particles[i];
      for (let at = 3 * p, end = at + 3 * taken[particles[i]]; at < end; at += 3) {
        const along = field[p] * directions[at] + field[p + 1] * directions[at + 1] + field[p + 2] * directions[at + 2];
        field[p] -= along * directions[at];
        field[p + 1] -= along * directions[at + 1];
        field[p + 2] -= along * directions[at + 2];
      }
    }
  }

  /** Gives velocities their speeds along constraints; the rest of them stays. */
  impose(velocity: Float64Array): void {
    const { directions, particles, speeds, taken } = this;
    this.filter(velocity);
    for (let i = 0; i < this.count; i++) {
      const p = 3 * particles[i];
      for (let k = 0; k < taken[particles[i]]; k++) {
        const at = 3 * p + 3 * k;
        velocity[p] += speeds[p + k] * directions[at];
        velocity[p + 1] += speeds[p + k] * directions[at + 1];
        velocity[p + 2] += speeds[p + k] * directions[at + 2];
      }
    }
  }

  /** Takes from a 3×3 block, row by row, what lies along constraints of the particle of its row and of that of its column. */
  filterBlock(block: Float64Array, row: number, column: number): void {
    const { taken } = this;
    if (taken[row] > 0) this.#filterSide(block, row, 3, 1);
    if (taken[column] > 0) this.#filterSide(block, column, 1, 3);
  }

  #filterSide(block: Float64Array, particle: number, along: 1 | 3, across: 1 | 3): void {
    const { directions, taken } = this;
    for (let at = 9 * particle, end = at + 3 * taken[particle]; at < end; at += 3) {
      const [x, y, z] = [directions[at], directions[at + 1], directions[at + 2]];
      for (let i = 0; i < 3 * across; i += across) {
        const sum = x * block[i] + y * block[i + along] + z * block[i + 2 * along];
        block[i] -= sum * x;
        block[i + along] -= sum * y;
        block[i + 2 * along] -= sum * z;
      }
    }
  }

  /** Adds a multiple of the unit matrix in the directions of a particle that are fixed. */
  addFixed(block: Float64Array, particle: number, multiple: number): void {
    const { directions, taken } = this;
    for (let at = 9 * particle, end = at + 3 * taken[particle]; at < end; at += 3) {
      for (let i = 0; i < 9; i++) block[i] += multiple * directions[at + ((i / 3) | 0)] * directions[at + (i % 3)];
    }
  }
}
