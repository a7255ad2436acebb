// Contacts that the solver leans on: rows that carried something in the step before hold their points in the solve as well. Along the normal by an
// impulse that grows with how fast they approach, across it by friction that grows with how fast they slide, up to Coulomb's. Without braces all that a contact
// carries acts on the few particles of its row, after the solve and beyond what joins them to the others, and tears them out of their places
// in every step: a sheet on the tip of a cone was stretched by two thirds there, with more energy than it had fallen with. Braces are no
// springs: they know speeds, not distances, and last for one step. A row that its brace held back instead has carried nothing, and has none in
// the next. Impulses, and `collide`, have the last word.
import type { BlockMatrix } from './block-matrix.ts';
import type { ContactRows } from './contact-rows.ts';

/**
 * How much stiffer a brace is than what its row moves. What is left of an approach, a quarter and less where several rows hold one place, is
 * for impulses. A tenfold one makes a folded tape swell.
 */
const STIFFNESS = 3;

/** Numbers of a brace: stiffness along the normal and across it, then the momentum that it asks of the cloths' points. */
const NUMBERS = 5;

export class Braces {
  count = 0;
  private readonly particleCount: number;
  /** Rows that carried something in the step before, two numbers each, keys ascending: key, and the force along the normal. */
  private carried: Float64Array = new Float64Array(0);
  private carriedCount = 0;
  private rows: ContactRows | null = null;
  private velocities: Float64Array = new Float64Array(0);
  private chosen: Uint32Array = new Uint32Array(0);
  /** By brace: the force that it carried before. */
  private force: Float64Array = new Float64Array(0);
  private numbers: Float64Array = new Float64Array(0);
  /** By row: the impulse along the normal in the solve. */
  private load: Float64Array = new Float64Array(0);
  private readonly slide = new Float64Array(3);

  constructor(particleCount: number) {
    this.particleCount = particleCount;
  }

  /** What it knows of the step before. */
  get memory(): Float64Array {
    return this.carried.slice(0, 2 * this.carriedCount);
  }

  set memory(carried: Float64Array) {
    this.carried = carried.slice();
    this.carriedCount = carried.length / 2;
  }

  /** Braces the rows of proximities, in their order, that carried something. Velocities are those before the solve, of obstacles those of the step. */
  choose(rows: ContactRows, velocities: Float64Array): void {
    if (this.chosen.length < rows.count) {
      this.chosen = new Uint32Array(2 * rows.count);
      this.force = new Float64Array(2 * rows.count);
      this.load = new Float64Array(2 * rows.count);
      this.numbers = new Float64Array(2 * NUMBERS * rows.count);
    }
    const { carried, carriedCount } = this;
    this.rows = rows;
    this.velocities = velocities;
    this.count = 0;
    this.load.fill(0, 0, rows.count);
    for (let row = 0, i = 0; row < rows.count && i < carriedCount; row++) {
      while (i < carriedCount && carried[2 * i] < rows.key[row]) i++;
      if (i === carriedCount || carried[2 * i] !== rows.key[row] || !rows.isContact(row)) continue;
      this.force[this.count] = carried[2 * i + 1];
      this.chosen[this.count++] = row;
    }
  }

  /** A particle that the brace holds against an obstacle; -1 if it holds cloths against each other. */
  heldBy(brace: number): number {
    const { rows, particleCount } = this;
    let held = -1;
    let isAgainst = false;
    for (let k = 4 * this.chosen[brace]; rows && k < 4 * this.chosen[brace] + 4; k++) {
      if (rows.vertices[k] >= particleCount) isAgainst = true;
      else held = rows.vertices[k];
    }
    return isAgainst ? held : -1;
  }

  /** Adds the braces to A v = b, for a step of h. */
  add(matrix: BlockMatrix, right: Float64Array, h: number): void {
    const { rows, particleCount, numbers } = this;
    matrix.reserveCouplings(this.count);
    if (!rows) return;
    const { vertices, shares, normal } = rows;
    // All of them are as stiff as the cloth is without any.
    for (let i = 0; i < this.count; i++) this.measure(i, matrix, rows, h);
    for (let i = 0; i < this.count; i++) {
      const row = this.chosen[i];
      const at = NUMBERS * i;
      const across = numbers[at + 1];
      const beyond = numbers[at] - across;
      let sides = 0;
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        const p = vertices[k];
        if (p >= particleCount || shares[k] === 0) continue;
        sides |= shares[k] > 0 ? 1 : 2;
        for (let j = 0; j < 3; j++) right[3 * p + j] += shares[k] * numbers[at + 2 + j];
        for (let l = 4 * row; l < 4 * row + 4; l++) {
          const q = vertices[l];
          const share = shares[k] * shares[l];
          // Blocks of the upper half; across the gap there are none.
          if (q < p || q >= particleCount || !(share > 0)) continue;
          matrix.addBlock(p, q, share * beyond, normal, 3 * row, share * across);
        }
      }
      if (sides === 3) matrix.couple(vertices, shares, 4 * row, normal, 3 * row, beyond, across);
    }
  }

  /** The numbers of a brace. */
  private measure(i: number, { diagonal }: BlockMatrix, rows: ContactRows, h: number): void {
    const { particleCount, numbers, slide, velocities: v } = this;
    const { vertices, shares, normal } = rows;
    const row = this.chosen[i];
    const x = normal[3 * row];
    const y = normal[3 * row + 1];
    const z = normal[3 * row + 2];
    // How much speed an impulse of 1 gives the row while all but its own particles stand still; of both points, and of obstacles alone.
    let ease = 0;
    let easeAcross = 0;
    const target = NUMBERS * i + 2;
    numbers.fill(0, target, target + 3);
    slide.fill(0);
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const p = 3 * vertices[k];
      for (let j = 0; j < 3; j++) slide[j] += shares[k] * v[p + j];
      if (vertices[k] >= particleCount) {
        for (let j = 0; j < 3; j++) numbers[target + j] -= shares[k] * v[p + j];
        continue;
      }
      const d = 2 * p;
      const xs = diagonal[d] * x + 2 * (diagonal[d + 1] * y + diagonal[d + 2] * z);
      const along = x * xs + y * (diagonal[d + 3] * y + 2 * diagonal[d + 4] * z) + z * diagonal[d + 5] * z;
      ease += shares[k] ** 2 / along;
      easeAcross += (2 * shares[k] ** 2) / (diagonal[d] + diagonal[d + 3] + diagonal[d + 5] - along);
    }
    const approach = slide[0] * x + slide[1] * y + slide[2] * z;
    const sliding = Math.hypot(slide[0] - approach * x, slide[1] - approach * y, slide[2] - approach * z);
    const stiffness = STIFFNESS / ease;
    const most = rows.friction[row] * this.force[i] * h;
    const across = sliding * STIFFNESS > most * easeAcross ? most / sliding : STIFFNESS / easeAcross;
    const speed = numbers[target] * x + numbers[target + 1] * y + numbers[target + 2] * z;
    const more = stiffness * (rows.aim[row] + speed) - across * speed;
    for (let j = 0; j < 3; j++) numbers[target + j] = across * numbers[target + j] + more * normal[3 * row + j];
    numbers[NUMBERS * i] = stiffness;
    numbers[NUMBERS * i + 1] = across;
  }

  /** After the solve: what braces carried along their normals. */
  judge(v: Float64Array): void {
    const { rows, particleCount, numbers } = this;
    for (let i = 0; rows && i < this.count; i++) {
      const { vertices, shares, normal } = rows;
      const row = this.chosen[i];
      const at = NUMBERS * i;
      let load = 0;
      for (let j = 0; j < 3; j++) load += numbers[at + 2 + j] * normal[3 * row + j];
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        const p = 3 * vertices[k];
        if (vertices[k] >= particleCount) continue;
        const along = normal[3 * row] * v[p] + normal[3 * row + 1] * v[p + 1] + normal[3 * row + 2] * v[p + 2];
        load -= numbers[at] * shares[k] * along;
      }
      this.load[row] = Math.max(0, load);
    }
  }

  /** After the impulses, of a step of h: which of the first `count` rows carried something. */
  remember({ key, push }: ContactRows, count: number, h: number): void {
    if (this.carried.length < 2 * count) this.carried = new Float64Array(4 * count);
    this.carriedCount = 0;
    for (let row = 0; row < count; row++) {
      const impulse = this.load[row] + push[row];
      if (impulse === 0) continue;
      this.carried[2 * this.carriedCount] = key[row];
      this.carried[2 * this.carriedCount++ + 1] = impulse / h;
    }
  }
}
