// Impulses outlast a step: what rested against each other rests on. They are given again before the solve, so that the solver knows of them
// and the cloth around a contact does not fall for the length of a step; the sweeps after the solve then take back what was too much.
import type { ContactRows } from './contact-rows.ts';

/** The share of the impulse that is given before the solve: all of it keeps a folded stack from coming to rest. */
const SHARE = 0.8;

export class WarmStart {
  private readonly inverseMass: Float64Array;
  private readonly velocities: Float64Array;
  /** Three numbers a row, keys ascending: key, impulse, and what of it to give again. */
  private kept: Float64Array = new Float64Array(0);
  private count = 0;
  /** By row: the impulse of the step before. */
  private last: Float64Array = new Float64Array(0);
  /** The length of the step in which they were given. */
  private h = 0;

  constructor(inverseMass: Float64Array, velocities: Float64Array) {
    this.inverseMass = inverseMass;
    this.velocities = velocities;
  }

  /** The length of the step, then what is kept. */
  get memory(): Float64Array {
    const memory = new Float64Array(1 + 3 * this.count);
    memory[0] = this.h;
    memory.set(this.kept.subarray(0, 3 * this.count), 1);
    return memory;
  }

  set memory(memory: Float64Array) {
    this.h = memory[0];
    this.kept = memory.slice(1);
    this.count = this.kept.length / 3;
  }

  /** Gives rows the impulses that their pairs had, scaled to a step of h. Rows are of proximities, in their order. */
  apply(rows: ContactRows, h: number): void {
    const { kept, count } = this;
    const scale = h / this.h;
    if (this.last.length < rows.count) this.last = new Float64Array(2 * rows.count);
    this.last.fill(0, 0, rows.count);
    for (let row = 0, i = 0; row < rows.count && i < count; row++) {
      while (i < count && kept[3 * i] < rows.key[row]) i++;
      if (i === count || kept[3 * i] !== rows.key[row]) continue;
      if (!rows.isContact(row)) continue;
      this.last[row] = scale * kept[3 * i + 1];
      this.give(rows, row, SHARE * scale * kept[3 * i + 2]);
    }
  }

  private give({ vertices, shares, normal, push }: ContactRows, row: number, size: number): void {
    const { inverseMass, velocities } = this;
    push[row] = size;
    const nx = size * normal[3 * row];
    const ny = size * normal[3 * row + 1];
    const nz = size * normal[3 * row + 2];
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const factor = shares[k] * inverseMass[vertices[k]];
      const at = 3 * vertices[k];
      velocities[at] += factor * nx;
      velocities[at + 1] += factor * ny;
      velocities[at + 2] += factor * nz;
    }
  }

  /** Keeps the impulses of the first `count` rows, of a step of h: of a pair the lesser of two steps, so that no impact is given twice. */
  remember({ key, push }: ContactRows, count: number, h: number): void {
    if (this.kept.length < 3 * count) this.kept = new Float64Array(6 * count);
    this.count = 0;
    this.h = h;
    for (let row = 0; row < count; row++) {
      if (push[row] === 0) continue;
      const at = 3 * this.count++;
      this.kept[at] = key[row];
      this.kept[at + 1] = push[row];
      this.kept[at + 2] = Math.min(push[row], this.last[row]);
    }
  }
}
