// Contact forces of the last step, from which warm-started contacts start. Rows are found by the
// key of their pair. Particles on obstacles are found by their id, since they slide from face to
// face. A saved simulation contains these numbers (`ClothState.grips`).

/** Numbers per cached row: key, normal force in N, friction in N (three). */
export const NUMBERS_PER_ROW = 5;

/** Numbers per particle: normal force in N, friction in N (three). */
export const NUMBERS_PER_PARTICLE = 4;

/**
 * Forces by row and by particle. Friction of more than Coulomb's limit marks a contact that slides.
 */
export class ImpulseCache {
  /** Numbers of all particles; 0 for those that are on no obstacle. */
  readonly particles: Float64Array;
  /** Numbers of `rowCount` rows, keys ascending. */
  rows: Float64Array = new Float64Array(0);
  /** How many rows are cached. */
  rowCount = 0;

  /** Makes an empty cache. */
  constructor(particleCount: number) {
    this.particles = new Float64Array(NUMBERS_PER_PARTICLE * particleCount);
  }

  /** All cached numbers, particles first. */
  get numbers(): Float64Array {
    const { particles, rows, rowCount } = this;
    const numbers = new Float64Array(particles.length + NUMBERS_PER_ROW * rowCount);
    numbers.set(particles);
    numbers.set(rows.subarray(0, NUMBERS_PER_ROW * rowCount), particles.length);
    return numbers;
  }

  set numbers(numbers: Float64Array) {
    const { particles } = this;
    particles.set(numbers.subarray(0, particles.length));
    this.rows = numbers.slice(particles.length);
    this.rowCount = this.rows.length / NUMBERS_PER_ROW;
  }

  /** Whether a cache of `particleCount` particles can have `length` numbers. */
  static canHold(length: number, particleCount: number): boolean {
    const rest = length - NUMBERS_PER_PARTICLE * particleCount;
    return rest >= 0 && rest % NUMBERS_PER_ROW === 0;
  }

  /** Forgets everything, and makes room for `count` rows. */
  clear(count: number): void {
    if (this.rows.length < NUMBERS_PER_ROW * count) this.rows = new Float64Array(2 * NUMBERS_PER_ROW * count);
    this.rowCount = 0;
    this.particles.fill(0);
  }

  /**
   * Gives rows their keys in another mesh of the same particles; rows whose new key is −1 are
   * dropped.
   */
  remapKeys(remap: (key: number) => number): void {
    const { rows, rowCount } = this;
    const all = Array.from({ length: rowCount }, (_, i) => rows.slice(NUMBERS_PER_ROW * i, NUMBERS_PER_ROW * (i + 1)));
    for (const row of all) row[0] = remap(row[0]);
    const kept = all.filter(([key]) => key >= 0).sort(([a], [b]) => a - b);
    kept.forEach((row, i) => {
      rows.set(row, NUMBERS_PER_ROW * i);
    });
    this.rowCount = kept.length;
  }
}
