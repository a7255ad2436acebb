// Coulomb friction of warm-started contacts within the implicit solve, where it must be linear:
// impulse = f − k · slip. f starts from the cached friction of the last step. Whether a contact
// slides is known from that step, too: the cache marks a sliding contact by a friction beyond
// Coulomb's limit.
import type { ContactRows } from './contact-rows.ts';

/** A contact begins to slide when its friction exceeds Coulomb's limit by this factor. */
const SLIDING_ONSET = 1.01;

/**
 * A row that took no part in the solve counts as sliding if its friction exceeds this share of
 * Coulomb's limit.
 */
const EXHAUSTED_SHARE = 0.99;

/**
 * A sliding contact is cached with a friction of twice Coulomb's limit. A cached friction beyond
 * this factor means that the contact slid.
 */
const SLIDING_MARK = 1.5;

/**
 * A particle keeps sliding only if the cosine between its slip and the cached sliding is at least
 * this. Vibration does not count as sliding.
 */
const MIN_SLIDING_COSINE = 0.7;

/**
 * The friction of a particle on an obstacle reaches Coulomb's limit within this share of the speed
 * that gravity gives in a step. If friction were as stiff as the cloth, the few particles that do
 * not slide yet would support the whole sheet. They are other ones in every step, and the sheet
 * would stick to any slope.
 */
const FRICTION_ONSET = 0.3;

/** Friction by contact. */
export class ContactFriction {
  /**
   * Friction in N·s, three numbers per contact: f before the solve, the applied impulse after it.
   */
  tangentImpulse: Float64Array = new Float64Array(0);
  private readonly gravity: number;
  private rows!: ContactRows;
  private velocities: Float64Array = new Float64Array(0);
  /** By contact: the friction of the last step in N, three numbers. */
  private cached: Float64Array = new Float64Array(0);
  /** By contact: the tangential velocity before the solve in m/s, three numbers. */
  private slip: Float64Array = new Float64Array(0);
  /** By contact: whether it slides, with Coulomb's friction at any speed. */
  private isSliding: Uint8Array = new Uint8Array(0);
  private readonly vector = new Float64Array(3);

  /** Gravity in m/s². */
  constructor(gravity: number) {
    this.gravity = gravity;
  }

  /** Begins a step. Velocities are those of all vertices, and change with the solve. */
  begin(rows: ContactRows, velocities: Float64Array): void {
    this.rows = rows;
    this.velocities = velocities;
  }

  /** Makes room for `count` contacts. */
  reserve(count: number): void {
    this.tangentImpulse = new Float64Array(3 * count);
    this.cached = new Float64Array(3 * count);
    this.slip = new Float64Array(3 * count);
    this.isSliding = new Uint8Array(count);
  }

  /** Takes the cached friction of contact i, which begins at `at` in `cached`. */
  take(i: number, cached: Float64Array, at: number): void {
    for (let j = 0; j < 3; j++) this.cached[3 * i + j] = cached[at + j];
  }

  /**
   * Sets f of contact i and returns k, so that friction stays within Coulomb's `limit` in N·s. A
   * contact that slid in the last step has Coulomb's friction at any speed; otherwise it would
   * resist like a viscous fluid. `filteredMass` is the mass of the row's particle if it has a
   * filter, else 0.
   */
  linearize(i: number, row: number, limit: number, maxStiffness: number, h: number, filteredMass: number): number {
    const { tangentImpulse, slip } = this;
    const at = 3 * i;
    setSlip(this.rows, row, this.velocities, slip, at);
    this.isSliding[i] = 0;
    if (!(limit > 0)) {
      tangentImpulse.fill(0, at, at + 3);
      return 0;
    }
    const against = this.project(i, row, h);
    const cached = norm(tangentImpulse, at);
    if (filteredMass === 0) return this.clamp(i, limit, cached, maxStiffness, false);
    const speed = norm(slip, at);
    const onset = FRICTION_ONSET * this.gravity * h;
    const isSlow = speed <= onset;
    if (cached > SLIDING_MARK * limit && (isSlow || against >= MIN_SLIDING_COSINE * cached * speed)) {
      this.isSliding[i] = 1;
      if (isSlow) scale(tangentImpulse, at, limit / cached);
      else for (let j = 0; j < 3; j++) tangentImpulse[at + j] = (-limit / speed) * slip[at + j];
      return 0;
    }
    return this.clamp(i, limit, cached, Math.min(maxStiffness, limit / onset), filteredMass * speed <= limit);
  }

  /** Sets f to the cached friction, in the tangential plane. Returns −f · slip. */
  private project(i: number, row: number, h: number): number {
    const { cached, tangentImpulse, slip } = this;
    const { normal } = this.rows;
    const at = 3 * i;
    const n = 3 * row;
    let along = 0;
    for (let j = 0; j < 3; j++) along += cached[at + j] * normal[n + j];
    let against = 0;
    for (let j = 0; j < 3; j++) {
      tangentImpulse[at + j] = h * (cached[at + j] - along * normal[n + j]);
      against -= tangentImpulse[at + j] * slip[at + j];
    }
    return against;
  }

  /**
   * Scales f and k to Coulomb's limit at the present slip, and returns k. Friction that stops a
   * slow particle keeps its stiffness.
   */
  private clamp(i: number, limit: number, cached: number, stiffness: number, isStopping: boolean): number {
    const { tangentImpulse, slip } = this;
    const at = 3 * i;
    scale(tangentImpulse, at, Math.min(1, limit / cached));
    let lengthSq = 0;
    for (let j = 0; j < 3; j++) lengthSq += (tangentImpulse[at + j] - stiffness * slip[at + j]) ** 2;
    const share = isStopping ? 1 : Math.min(1, limit / Math.sqrt(lengthSq));
    scale(tangentImpulse, at, share);
    return share * stiffness;
  }

  /**
   * Writes the friction in N that the next step starts from. `contact` is −1 for a row that took no
   * part in the solve; `limit` is Coulomb's for the whole impulse of the row.
   */
  cacheRow(row: number, contact: number, limit: number, h: number, to: Float64Array, at: number): void {
    const friction = contact < 0 ? this.rows.tangentImpulse : this.tangentImpulse;
    const first = 3 * (contact < 0 ? row : contact);
    const length = norm(friction, first);
    let isSliding = length > (contact < 0 ? EXHAUSTED_SHARE : SLIDING_ONSET) * limit;
    if (contact >= 0 && this.isSliding[contact] === 1) isSliding = this.slidesOn(row, contact);
    const cached = isSliding ? 2 * limit : Math.min(length, limit);
    for (let j = 0; j < 3; j++) to[at + j] = length > 0 ? (cached / length / h) * friction[first + j] : 0;
  }

  /**
   * Whether a sliding contact still slides if its slip changes once more as it did in this step.
   */
  private slidesOn(row: number, contact: number): boolean {
    const { vector, slip, tangentImpulse } = this;
    const at = 3 * contact;
    setSlip(this.rows, row, this.velocities, vector, 0);
    let against = 0;
    for (let j = 0; j < 3; j++) against -= tangentImpulse[at + j] * (2 * vector[j] - slip[at + j]);
    return against > 0;
  }
}

/** Writes the tangential velocity of a row's first point relative to its second one. */
function setSlip(rows: ContactRows, row: number, v: Float64Array, out: Float64Array, at: number): void {
  const { vertices, weights, normal } = rows;
  out.fill(0, at, at + 3);
  for (let k = 4 * row; k < 4 * row + 4; k++) {
    for (let j = 0; j < 3; j++) out[at + j] += weights[k] * v[3 * vertices[k] + j];
  }
  const n = 3 * row;
  const along = out[at] * normal[n] + out[at + 1] * normal[n + 1] + out[at + 2] * normal[n + 2];
  for (let j = 0; j < 3; j++) out[at + j] -= along * normal[n + j];
}

function norm(a: Float64Array, at: number): number {
  return Math.sqrt(a[at] ** 2 + a[at + 1] ** 2 + a[at + 2] ** 2);
}

function scale(a: Float64Array, at: number, factor: number): void {
  for (let j = 0; j < 3; j++) a[at + j] *= factor;
}
