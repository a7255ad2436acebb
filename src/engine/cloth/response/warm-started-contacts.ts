// Warm-started contacts: rows that had an impulse in the last step take part in the implicit solve,
// starting from the cached force. Their normal impulse grows as their points approach, their
// tangent impulse as they slide. In a cloth at rest they support the whole weight, and the impulse
// solver changes nothing. Along the normal they respond to speeds, not to distances: the impulse
// solver and `collide` treat the remaining approach.
import type { BlockMatrix } from '../solver/block-matrix.ts';
import { ContactFriction } from './contact-friction.ts';
import type { ContactRows } from './contact-rows.ts';
import { ImpulseCache, NUMBERS_PER_PARTICLE, NUMBERS_PER_ROW } from './impulse-cache.ts';

/**
 * Stiffness of a contact × inverse effective mass of its row. A quarter of an approach speed is
 * left to the impulse solver, less if several rows act on the same particles. With a ratio of 10 a
 * folded tape swells.
 */
const STIFFNESS_RATIO = 3;

/**
 * The share of a distance beyond the gap that a contact closes in a step. A contact that closed all
 * of it would lose its force.
 */
const CLOSING_SHARE = 0.2;

/**
 * The contacts of a step, in this order: `select`, `addToSystem`, the solve, `evaluate`, impulses,
 * `cacheImpulses`. Without them a contact would act after the solve only, on the few particles of
 * its row, and pull them away from the others in every step: a sheet on the tip of a cone was
 * stretched by two thirds there. Where a particle has a filter (obstacle-constraints.ts), which
 * sets its normal speed, the contact adds friction alone.
 */
export class WarmStartedContacts {
  /** How many contacts were selected for this step. */
  count = 0;
  /** Forces of the last step. */
  readonly cache: ImpulseCache;
  private mass: Float64Array;
  private readonly friction: ContactFriction;
  private rows!: ContactRows;
  private velocities: Float64Array = new Float64Array(0);
  /** By row: whether a filter takes the place of the contact along the normal. */
  private isFilter: Uint8Array = new Uint8Array(0);
  /** By contact: its row, ascending. */
  private selected: Uint32Array = new Uint32Array(0);
  /** By contact: the cached normal force in N. */
  private cachedForce: Float64Array = new Float64Array(0);
  /** By contact: the impulse in N·s that the cached force gives in this step. */
  private cachedImpulse: Float64Array = new Float64Array(0);
  /** By contact: the normal impulse of the solve in N·s. */
  private normalImpulse: Float64Array = new Float64Array(0);
  /** By contact: stiffness along the normal in N·s per m/s. */
  private normalStiffness: Float64Array = new Float64Array(0);
  /** By contact: stiffness across the normal in N·s per m/s. */
  private tangentStiffness: Float64Array = new Float64Array(0);
  /** By contact: the impulse in N·s if the particles of its row had no velocity, three numbers. */
  private restImpulse: Float64Array = new Float64Array(0);
  private readonly vector = new Float64Array(3);

  /** Masses in kg per particle; gravity in m/s². */
  constructor(mass: Float64Array, gravity: number) {
    this.mass = mass;
    this.friction = new ContactFriction(gravity);
    this.cache = new ImpulseCache(mass.length);
  }

  /**
   * Keeps the cached forces across a tear. Particles have new masses, and rows new keys; `remapKey`
   * returns −1 for a row that is gone.
   */
  remap(mass: Float64Array, remapKey: (key: number) => number): void {
    this.mass = mass;
    this.cache.remapKeys(remapKey);
  }

  /**
   * Selects the rows of proximities that have a cached force. `isFilter` marks the rows of
   * filters, `rank` counts the constrained directions of each particle. Velocities are
   * those before the solve, and of obstacles those of the step.
   */
  select(rows: ContactRows, velocities: Float64Array, isFilter: Uint8Array, rank: Uint8Array): void {
    if (this.selected.length < rows.count) this.reserve(2 * rows.count);
    const { rows: cached, rowCount, particles } = this.cache;
    this.rows = rows;
    this.velocities = velocities;
    this.friction.begin(rows, velocities);
    this.isFilter = isFilter;
    this.count = 0;
    for (let row = 0, i = 0; row < rows.count; row++) {
      while (i < rowCount && cached[NUMBERS_PER_ROW * i] < rows.key[row]) i++;
      if (isFilter[row] === 1) {
        const at = NUMBERS_PER_PARTICLE * rows.vertices[4 * row];
        if (particles[at] > 0) this.add(row, particles, at);
      } else if (i < rowCount && cached[NUMBERS_PER_ROW * i] === rows.key[row]) {
        if (!this.isRedundant(row, rank) && rows.isContact(row)) this.add(row, cached, NUMBERS_PER_ROW * i + 1);
      }
    }
  }

  private reserve(count: number): void {
    this.selected = new Uint32Array(count);
    this.cachedForce = new Float64Array(count);
    this.cachedImpulse = new Float64Array(count);
    this.normalImpulse = new Float64Array(count);
    this.normalStiffness = new Float64Array(count);
    this.tangentStiffness = new Float64Array(count);
    this.restImpulse = new Float64Array(3 * count);
    this.friction.reserve(count);
  }

  private add(row: number, cached: Float64Array, at: number): void {
    const i = this.count++;
    this.selected[i] = row;
    this.cachedForce[i] = cached[at];
    this.friction.take(i, cached, at + 1);
  }

  /**
   * Whether filters constrain all particles of a row against an obstacle. Row and filters would
   * work against each other: neither would see the force of the other.
   */
  private isRedundant(row: number, rank: Uint8Array): boolean {
    const { vertices } = this.rows;
    let hasObstacle = false;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      if (vertices[k] >= this.mass.length) hasObstacle = true;
      else if (rank[vertices[k]] === 0) return false;
    }
    return hasObstacle;
  }

  /**
   * A particle that a contact supports against an obstacle; −1 if the contact is between cloths.
   */
  particleOnObstacle(contact: number): number {
    const { rows, mass } = this;
    let particle = -1;
    let hasObstacle = false;
    for (let k = 4 * this.selected[contact]; k < 4 * this.selected[contact] + 4; k++) {
      if (rows.vertices[k] >= mass.length) hasObstacle = true;
      else particle = rows.vertices[k];
    }
    return hasObstacle ? particle : -1;
  }

  /** Adds the contacts to A v = b, for a step of h seconds. */
  addToSystem(matrix: BlockMatrix, right: Float64Array, h: number): void {
    matrix.reserveCouplings(this.count);
    // Stiffnesses depend on the diagonal of the matrix: compute all of them before adding any
    // contact.
    for (let i = 0; i < this.count; i++) this.linearize(i, matrix, h);
    for (let i = 0; i < this.count; i++) this.addContact(i, matrix, right);
  }

  private addContact(i: number, matrix: BlockMatrix, right: Float64Array): void {
    const { mass, restImpulse } = this;
    const { vertices, weights, normal } = this.rows;
    const row = this.selected[i];
    const across = this.tangentStiffness[i];
    const beyond = this.normalStiffness[i] - across;
    let sides = 0;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const p = vertices[k];
      if (p >= mass.length || weights[k] === 0) continue;
      sides |= weights[k] > 0 ? 1 : 2;
      for (let j = 0; j < 3; j++) right[3 * p + j] += weights[k] * restImpulse[3 * i + j];
      for (let l = 4 * row; l < 4 * row + 4; l++) {
        const q = vertices[l];
        const product = weights[k] * weights[l];
        // The matrix has blocks of the upper half, and none between the two sides of a contact.
        if (q < p || q >= mass.length || !(product > 0)) continue;
        matrix.addBlock(p, q, product * beyond, normal, 3 * row, product * across);
      }
    }
    if (sides === 3) matrix.couple(vertices, weights, 4 * row, normal, 3 * row, beyond, across);
  }

  /**
   * Computes stiffnesses and rest impulse of a contact: its impulse is `restImpulse` − stiffness ×
   * velocity of its particles.
   */
  private linearize(i: number, { diagonal }: BlockMatrix, h: number): void {
    const { mass, restImpulse, velocities: v, rows, friction } = this;
    const { vertices, weights, normal } = rows;
    const row = this.selected[i];
    const x = normal[3 * row];
    const y = normal[3 * row + 1];
    const z = normal[3 * row + 2];
    // In the solve, not between bare particles as in kernels/contact-rows.ts of engine/cloth:
    // the change of the relative speed per unit of impulse, along the normal and tangentially, if
    // all particles but those of the row are fixed. D, the diagonal of the matrix, takes the place
    // of the masses: Σ weight² / (nᵀ D n), and tangentially the mean of the other two directions.
    let inverseEffectiveMass = 0;
    let inverseTangentMass = 0;
    const at = 3 * i;
    restImpulse.fill(0, at, at + 3);
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const p = 3 * vertices[k];
      if (vertices[k] >= mass.length) {
        for (let j = 0; j < 3; j++) restImpulse[at + j] -= weights[k] * v[p + j];
        continue;
      }
      const d = 2 * p;
      const xs = diagonal[d] * x + 2 * (diagonal[d + 1] * y + diagonal[d + 2] * z);
      const along = x * xs + y * (diagonal[d + 3] * y + 2 * diagonal[d + 4] * z) + z * diagonal[d + 5] * z;
      inverseEffectiveMass += weights[k] ** 2 / along;
      inverseTangentMass += (2 * weights[k] ** 2) / (diagonal[d] + diagonal[d + 3] + diagonal[d + 5] - along);
    }
    this.cachedImpulse[i] = this.cachedForce[i] * h;
    const isFilter = this.isFilter[row] === 1;
    const limit = this.cachedImpulse[i] * rows.friction[row];
    const filteredMass = isFilter ? mass[vertices[4 * row]] : 0;
    const across = friction.linearize(i, row, limit, STIFFNESS_RATIO / inverseTangentMass, h, filteredMass);
    const stiffness = isFilter ? 0 : STIFFNESS_RATIO / inverseEffectiveMass;
    const cached = isFilter ? 0 : this.cachedImpulse[i];
    // Up to here `restImpulse` is the velocity of the obstacle.
    const speed = restImpulse[at] * x + restImpulse[at + 1] * y + restImpulse[at + 2] * z;
    const closing = CLOSING_SHARE * Math.min(0, rows.targetSpeed[row]);
    const along = cached + stiffness * (closing + speed) - across * speed;
    for (let j = 0; j < 3; j++)
      restImpulse[at + j] =
        across * restImpulse[at + j] + along * normal[3 * row + j] + friction.tangentImpulse[at + j];
    this.normalStiffness[i] = stiffness;
    this.tangentStiffness[i] = across;
  }

  /**
   * Computes the impulses that the solve has applied, from its velocities v. `solverImpulse` of a
   * row becomes the part that exceeds the cached impulse, since the impulse solver has to apply
   * friction for it. Filters must have set theirs before.
   */
  evaluate(v: Float64Array): void {
    const { rows, mass, vector, restImpulse } = this;
    const { tangentImpulse } = this.friction;
    for (let i = 0; i < this.count; i++) {
      const { vertices, weights, normal } = rows;
      const row = this.selected[i];
      const at = 3 * i;
      const n = 3 * row;
      vector.fill(0);
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        if (vertices[k] >= mass.length) continue;
        for (let j = 0; j < 3; j++) vector[j] += weights[k] * v[3 * vertices[k] + j];
      }
      // First as if the stiffness were the same in all directions; then the difference along the
      // normal.
      let speed = 0;
      let impulse = 0;
      for (let j = 0; j < 3; j++) {
        tangentImpulse[at + j] = restImpulse[at + j] - this.tangentStiffness[i] * vector[j];
        speed += vector[j] * normal[n + j];
        impulse += tangentImpulse[at + j] * normal[n + j];
      }
      for (let j = 0; j < 3; j++) tangentImpulse[at + j] -= impulse * normal[n + j];
      const beyond = this.normalStiffness[i] - this.tangentStiffness[i];
      this.normalImpulse[i] =
        this.isFilter[row] === 1 ? rows.solverImpulse[row] : Math.max(0, impulse - beyond * speed);
      rows.solverImpulse[row] = Math.max(0, this.normalImpulse[i] - this.cachedImpulse[i]);
    }
  }

  /** Caches the forces of the first `rowCount` rows, after the impulses of a step of h seconds. */
  cacheImpulses(rowCount: number, h: number): void {
    const { cache, rows } = this;
    const { tangentImpulse } = this.friction;
    cache.clear(rowCount);
    for (let row = 0, i = 0; row < rowCount; row++) {
      while (i < this.count && this.selected[i] < row) i++;
      const contact = i < this.count && this.selected[i] === row ? i : -1;
      const bySolver = contact < 0 ? rows.solverImpulse[row] : this.normalImpulse[contact];
      const impulse = rows.normalImpulse[row] + bySolver;
      if (impulse === 0 || rows.key[row] < 0) continue;
      for (let j = 0; contact >= 0 && j < 3; j++) tangentImpulse[3 * contact + j] += rows.tangentImpulse[3 * row + j];
      if (rows.isOnObstacle(row, this.mass.length)) {
        const at = NUMBERS_PER_PARTICLE * rows.vertices[4 * row];
        if (impulse / h > cache.particles[at]) this.cacheRow(row, contact, impulse, h, cache.particles, at);
      } else {
        const at = NUMBERS_PER_ROW * cache.rowCount++;
        cache.rows[at] = rows.key[row];
        this.cacheRow(row, contact, impulse, h, cache.rows, at + 1);
      }
    }
  }

  /**
   * Writes force and friction of a row to the cache. `contact` is its contact, or −1 if it was none
   * in the solve.
   */
  private cacheRow(row: number, contact: number, impulse: number, h: number, to: Float64Array, at: number): void {
    to[at] = impulse / h;
    this.friction.cacheRow(row, contact, impulse * this.rows.friction[row], h, to, at + 1);
  }
}
