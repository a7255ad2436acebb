// The constraints that contact response and pins give the solver: the velocity of a particle after
// the step along up to three directions. Constraints are filters, not forces: the solver changes
// nothing along them. [Baraff–Witkin §5]

/**
 * A direction is dropped if its part orthogonal to the earlier ones is shorter than this. Two
 * nearly parallel directions, such as those of neighbouring faces of a round body, would otherwise
 * fix a direction along the surface, at a speed magnified by the inverse of this length.
 */
const MIN_ORTHOGONAL_PART = 0.1;

/** The constrained directions of all particles of a model. */
export class VelocityConstraints {
  /** Constrained particles in the order of their first constraint, `count` of them. */
  readonly particles: Uint32Array;
  /** How many particles are constrained. */
  count = 0;
  /** Up to three orthonormal directions per particle, three numbers each. */
  readonly directions: Float64Array;
  /** The speed along each direction, in m/s: three numbers per particle. */
  readonly speeds: Float64Array;
  /** How many directions of each particle are constrained: 0 to 3. */
  readonly rank: Uint8Array;

  /** Nothing is constrained. */
  constructor(particleCount: number) {
    this.particles = new Uint32Array(particleCount);
    this.directions = new Float64Array(9 * particleCount);
    this.speeds = new Float64Array(3 * particleCount);
    this.rank = new Uint8Array(particleCount);
  }

  /** Removes all constraints. */
  clear(): void {
    for (let i = 0; i < this.count; i++) this.rank[this.particles[i]] = 0;
    this.count = 0;
  }

  /**
   * Demands n · v = speed for a unit n. Earlier constraints of the particle have priority. Returns
   * false if the constraint was dropped.
   */
  add(particle: number, nx: number, ny: number, nz: number, speed: number): boolean {
    const { directions, speeds } = this;
    const rank = this.rank[particle];
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
    if (rank === 3 || !(length > MIN_ORTHOGONAL_PART)) return false;
    this.#set(particle, rank, nx / length, ny / length, nz / length, rest / length);
    return true;
  }

  /** Sets the whole velocity of a particle and replaces its earlier constraints. */
  pin(particle: number, vx: number, vy: number, vz: number): void {
    this.#set(particle, 0, 1, 0, 0, vx);
    this.#set(particle, 1, 0, 1, 0, vy);
    this.#set(particle, 2, 0, 0, 1, vz);
  }

  #set(particle: number, index: number, nx: number, ny: number, nz: number, speed: number): void {
    const { directions, speeds, rank } = this;
    if (rank[particle] === 0) this.particles[this.count++] = particle;
    const at = 9 * particle + 3 * index;
    directions[at] = nx;
    directions[at + 1] = ny;
    directions[at + 2] = nz;
    speeds[3 * particle + index] = speed;
    rank[particle] = index + 1;
  }

  /** Removes the components of a vector field along constraints. */
  filter(field: Float64Array): void {
    const { directions, particles, rank } = this;
    for (let i = 0; i < this.count; i++) {
      const p = 3 * particles[i];
      for (let at = 3 * p, end = at + 3 * rank[particles[i]]; at < end; at += 3) {
        const along = field[p] * directions[at] + field[p + 1] * directions[at + 1] + field[p + 2] * directions[at + 2];
        field[p] -= along * directions[at];
        field[p + 1] -= along * directions[at + 1];
        field[p + 2] -= along * directions[at + 2];
      }
    }
  }

  /** Sets the speeds along constraints; the rest of the velocities stays. */
  impose(velocity: Float64Array): void {
    const { directions, particles, speeds, rank } = this;
    this.filter(velocity);
    for (let i = 0; i < this.count; i++) {
      const p = 3 * particles[i];
      for (let k = 0; k < rank[particles[i]]; k++) {
        const at = 3 * p + 3 * k;
        velocity[p] += speeds[p + k] * directions[at];
        velocity[p + 1] += speeds[p + k] * directions[at + 1];
        velocity[p + 2] += speeds[p + k] * directions[at + 2];
      }
    }
  }
}
