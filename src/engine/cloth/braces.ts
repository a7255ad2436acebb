// Contacts that the solver leans on: rows that carried something in the step before hold their points in the solve as well, with the force that
// they had, and more as the points approach or slide, less as they part or slide back. Without braces all that a contact carries acts on the few
// particles of its row, after the solve and beyond what joins them to the others, and tears them out of their places in every step: a sheet on the
// tip of a cone was stretched by two thirds there, with more energy than it had fallen with. At rest nothing moves in the solve, for
// braces carry it all, and impulses have nothing to do. Along the normal they know speeds, not distances: what is missing there is for impulses,
// which have the last word, and for `collide`.
//
// Friction is Coulomb's with the normal force of the step before. Of particles that filters hold (cloth-response.ts) braces are the friction alone,
// remembered by particle, since what slides goes from face to face.
import type { BlockMatrix } from './block-matrix.ts';
import type { ContactRows } from './contact-rows.ts';

/**
 * How much stiffer a brace is than what its row moves. What is left of an approach, a quarter and less where several rows hold one place, is
 * for impulses. A tenfold one makes a folded tape swell.
 */
const STIFFNESS = 3;

/** The share of a distance beyond the gap that a row which carries something is asked to close: in one step it would lose all that it carries. */
const CLOSING = 0.2;

/** Friction beyond Coulomb's is that of a particle that slides, and remembered as twice as much. It begins beyond the first number. */
const BEGINS_TO_SLIDE = 1.01;
const SLIDES = 1.5;

/** The friction of an impulse is used up from this share on. */
const USED_UP = 0.99;

/** The cosine of how far from its way a particle may turn that slides on: what shivers does not slide. */
const SAME_WAY = 0.7;

/**
 * The friction of a particle on an obstacle grows to Coulomb's within this share of the speed that gravity gives in a step. Were it as stiff as the
 * cloth, a few particles that have not begun to slide would hold a sheet back for a step, and others in the next: it would stick to any slope.
 */
const ONSET = 0.3;

/** Numbers of a brace: stiffness along the normal and across it, the momentum that it asks of the cloths' points, how they slid before. */
const NUMBERS = 8;
const SLID = 5;

/** Numbers of what is remembered, of a row and of a particle: key; force along the normal; friction. */
const ROW = 5;
const PARTICLE = 4;

export class Braces {
  count = 0;
  private mass: Float64Array;
  /** m/s². */
  private readonly gravity: number;
  /** Of rows that carried something in the step before, keys ascending. */
  private carried: Float64Array = new Float64Array(0);
  private carriedCount = 0;
  /** Of particles that lie on obstacles. */
  private readonly borne: Float64Array;
  private rows: ContactRows | null = null;
  private velocities: Float64Array = new Float64Array(0);
  /** By row: whether a filter takes the place of the brace along the normal. */
  private leads: Uint8Array = new Uint8Array(0);
  private chosen: Uint32Array = new Uint32Array(0);
  /** By brace: the impulse along the normal that the force before gives in this step. */
  private before: Float64Array = new Float64Array(0);
  /** By brace: friction before, a force; then what is asked at no speed, then what was given, both impulses. */
  private friction: Float64Array = new Float64Array(0);
  private slides: Uint8Array = new Uint8Array(0);
  private numbers: Float64Array = new Float64Array(0);
  /** By brace: the impulse along the normal in the solve. */
  private load: Float64Array = new Float64Array(0);
  private readonly sum = new Float64Array(3);

  /** kg a particle, and m/s². */
  constructor(mass: Float64Array, gravity: number) {
    this.mass = mass;
    this.gravity = gravity;
    this.borne = new Float64Array(PARTICLE * mass.length);
  }

  /** What it knows of the step before. */
  get memory(): Float64Array {
    const { borne, carried } = this;
    const memory = new Float64Array(borne.length + ROW * this.carriedCount);
    memory.set(borne);
    memory.set(carried.subarray(0, ROW * this.carriedCount), borne.length);
    return memory;
  }

  set memory(memory: Float64Array) {
    const { borne } = this;
    borne.set(memory.subarray(0, borne.length));
    this.carried = memory.slice(borne.length);
    this.carriedCount = this.carried.length / ROW;
  }

  /** The cloth has torn: particles are the same, rows have other keys now, or -1 where they have gone. */
  rename(mass: Float64Array, renamed: (key: number) => number): void {
    this.mass = mass;
    const { carried } = this;
    const rows = Array.from({ length: this.carriedCount }, (_, i) => carried.slice(ROW * i, ROW * (i + 1)));
    for (const row of rows) row[0] = renamed(row[0]);
    const left = rows.filter(([key]) => key >= 0).sort(([a], [b]) => a - b);
    left.forEach((row, i) => {
      carried.set(row, ROW * i);
    });
    this.carriedCount = left.length;
  }

  /** Whether so many numbers can be what was known of so many particles. */
  static isMemory(length: number, particleCount: number): boolean {
    const rest = length - PARTICLE * particleCount;
    return rest >= 0 && rest % ROW === 0;
  }

  /**
   * Braces the rows of proximities, in their order, that carried something, and those that lead filters. `taken` says which particles filters hold.
   * Velocities are those before the solve, of obstacles those of the step.
   */
  choose(rows: ContactRows, velocities: Float64Array, leads: Uint8Array, taken: Uint8Array): void {
    if (this.chosen.length < rows.count) this.makeRoom(2 * rows.count);
    const { carried, carriedCount, borne } = this;
    this.rows = rows;
    this.velocities = velocities;
    this.leads = leads;
    this.count = 0;
    for (let row = 0, i = 0; row < rows.count; row++) {
      while (i < carriedCount && carried[ROW * i] < rows.key[row]) i++;
      if (leads[row] === 1) {
        const at = PARTICLE * rows.vertices[4 * row];
        if (borne[at] > 0) this.take(row, borne, at);
      } else if (i < carriedCount && carried[ROW * i] === rows.key[row]) {
        if (!this.isSpokenFor(rows, row, taken) && rows.isContact(row)) this.take(row, carried, ROW * i + 1);
      }
    }
  }

  private makeRoom(count: number): void {
    this.chosen = new Uint32Array(count);
    this.before = new Float64Array(count);
    this.friction = new Float64Array(3 * count);
    this.slides = new Uint8Array(count);
    this.numbers = new Float64Array(NUMBERS * count);
    this.load = new Float64Array(count);
  }

  private take(row: number, memory: Float64Array, at: number): void {
    const i = this.count++;
    this.chosen[i] = row;
    this.before[i] = memory[at];
    for (let j = 0; j < 3; j++) this.friction[3 * i + j] = memory[at + 1 + j];
  }

  /** Whether filters hold all that a row could move against an obstacle. The two would strain against each other, unseen. */
  private isSpokenFor({ vertices }: ContactRows, row: number, taken: Uint8Array): boolean {
    const { length } = this.mass;
    let isAgainst = false;
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      if (vertices[k] >= length) isAgainst = true;
      else if (taken[vertices[k]] === 0) return false;
    }
    return isAgainst;
  }

  /** A particle that the brace holds against an obstacle; -1 if it holds cloths against each other. */
  heldBy(brace: number): number {
    const { rows, mass } = this;
    let held = -1;
    let isAgainst = false;
    for (let k = 4 * this.chosen[brace]; rows && k < 4 * this.chosen[brace] + 4; k++) {
      if (rows.vertices[k] >= mass.length) isAgainst = true;
      else held = rows.vertices[k];
    }
    return isAgainst ? held : -1;
  }

  /** Adds the braces to A v = b, for a step of h. */
  add(matrix: BlockMatrix, right: Float64Array, h: number): void {
    const { rows, mass, numbers } = this;
    matrix.reserveCouplings(this.count);
    if (!rows) return;
    const { vertices, shares, normal } = rows;
    // All of them are as stiff as the cloth is without any.
    for (let i = 0; i < this.count; i++) {
      this.before[i] *= h;
      this.measure(i, matrix, rows, h);
    }
    for (let i = 0; i < this.count; i++) {
      const row = this.chosen[i];
      const at = NUMBERS * i;
      const across = numbers[at + 1];
      const beyond = numbers[at] - across;
      let sides = 0;
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        const p = vertices[k];
        if (p >= mass.length || shares[k] === 0) continue;
        sides |= shares[k] > 0 ? 1 : 2;
        for (let j = 0; j < 3; j++) right[3 * p + j] += shares[k] * numbers[at + 2 + j];
        for (let l = 4 * row; l < 4 * row + 4; l++) {
          const q = vertices[l];
          const share = shares[k] * shares[l];
          // Blocks of the upper half; across the gap there are none.
          if (q < p || q >= mass.length || !(share > 0)) continue;
          matrix.addBlock(p, q, share * beyond, normal, 3 * row, share * across);
        }
      }
      if (sides === 3) matrix.couple(vertices, shares, 4 * row, normal, 3 * row, beyond, across);
    }
  }

  /** The numbers of a brace. */
  private measure(i: number, { diagonal }: BlockMatrix, rows: ContactRows, h: number): void {
    const { mass, numbers, friction, velocities: v } = this;
    const { vertices, shares, normal } = rows;
    const row = this.chosen[i];
    const x = normal[3 * row];
    const y = normal[3 * row + 1];
    const z = normal[3 * row + 2];
    // How much speed an impulse of 1 gives the row while all but its own particles stand still.
    let ease = 0;
    let easeAcross = 0;
    const target = NUMBERS * i + 2;
    numbers.fill(0, target, target + 3);
    for (let k = 4 * row; k < 4 * row + 4; k++) {
      const p = 3 * vertices[k];
      if (vertices[k] >= mass.length) {
        for (let j = 0; j < 3; j++) numbers[target + j] -= shares[k] * v[p + j];
        continue;
      }
      const d = 2 * p;
      const xs = diagonal[d] * x + 2 * (diagonal[d + 1] * y + diagonal[d + 2] * z);
      const along = x * xs + y * (diagonal[d + 3] * y + 2 * diagonal[d + 4] * z) + z * diagonal[d + 5] * z;
      ease += shares[k] ** 2 / along;
      easeAcross += (2 * shares[k] ** 2) / (diagonal[d] + diagonal[d + 3] + diagonal[d + 5] - along);
    }
    slideOf(rows, row, v, numbers, NUMBERS * i + SLID);
    const across = this.rub(i, rows, STIFFNESS / easeAcross, h);
    const stiffness = this.leads[row] === 1 ? 0 : STIFFNESS / ease;
    const before = this.leads[row] === 1 ? 0 : this.before[i];
    const speed = numbers[target] * x + numbers[target + 1] * y + numbers[target + 2] * z;
    const more = before + stiffness * (CLOSING * Math.min(0, rows.aim[row]) + speed) - across * speed;
    for (let j = 0; j < 3; j++)
      numbers[target + j] = across * numbers[target + j] + more * normal[3 * row + j] + friction[3 * i + j];
    numbers[NUMBERS * i] = stiffness;
    numbers[NUMBERS * i + 1] = across;
  }

  /**
   * Friction of a brace, f − k · slide at most Coulomb's: makes f of what it was before, and gives k. A particle that slides has Coulomb's friction
   * whatever its speed, so that it does not start as if through honey; whether it slides is known from the step before.
   */
  private rub(i: number, rows: ContactRows, stiffest: number, h: number): number {
    const { friction, numbers } = this;
    const row = this.chosen[i];
    const f = 3 * i;
    const s = NUMBERS * i + SLID;
    this.slides[i] = 0;
    const most = this.before[i] * rows.friction[row];
    let into = 0;
    for (let j = 0; j < 3; j++) into += friction[f + j] * rows.normal[3 * row + j];
    let against = 0;
    for (let j = 0; j < 3; j++) {
      friction[f + j] = most > 0 ? h * (friction[f + j] - into * rows.normal[3 * row + j]) : 0;
      against -= friction[f + j] * numbers[s + j];
    }
    if (most === 0) return 0;
    const before = lengthOf(friction, f);
    const speed = lengthOf(numbers, s);
    let stiffness = stiffest;
    let isStopping = false;
    if (this.leads[row] === 1) {
      const onset = ONSET * this.gravity * h;
      stiffness = Math.min(stiffest, most / onset);
      const isSlow = speed <= onset;
      if (before > SLIDES * most && (isSlow || against >= SAME_WAY * before * speed)) {
        this.slides[i] = 1;
        if (isSlow) scale(friction, f, most / before);
        else for (let j = 0; j < 3; j++) friction[f + j] = (-most / speed) * numbers[s + j];
        return 0;
      }
      isStopping = this.mass[rows.vertices[4 * row]] * speed <= most;
    }
    scale(friction, f, Math.min(1, most / before));
    let square = 0;
    for (let j = 0; j < 3; j++) square += (friction[f + j] - stiffness * numbers[s + j]) ** 2;
    // Coulomb's friction stops what is slow: such a one is not to be spared.
    const share = isStopping ? 1 : Math.min(1, most / Math.sqrt(square));
    scale(friction, f, share);
    return share * stiffness;
  }

  /** After the solve, and what filters held is known: what braces carried. Impulses have friction for what is more than before. */
  judge(v: Float64Array): void {
    const { rows, mass, numbers, sum, friction, load } = this;
    for (let i = 0; rows && i < this.count; i++) {
      const { vertices, shares, normal } = rows;
      const row = this.chosen[i];
      const at = NUMBERS * i;
      const n = 3 * row;
      sum.fill(0);
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        if (vertices[k] >= mass.length) continue;
        for (let j = 0; j < 3; j++) sum[j] += shares[k] * v[3 * vertices[k] + j];
      }
      // As if it were as stiff along the normal as across it; then what is different there.
      let along = 0;
      let given = 0;
      for (let j = 0; j < 3; j++) {
        friction[3 * i + j] = numbers[at + 2 + j] - numbers[at + 1] * sum[j];
        along += sum[j] * normal[n + j];
        given += friction[3 * i + j] * normal[n + j];
      }
      for (let j = 0; j < 3; j++) friction[3 * i + j] -= given * normal[n + j];
      load[i] = this.leads[row] === 1 ? rows.held[row] : Math.max(0, given - (numbers[at] - numbers[at + 1]) * along);
      rows.held[row] = Math.max(0, load[i] - this.before[i]);
    }
  }

  /** After the impulses, of a step of h: what the first `count` rows carried. */
  remember(rows: ContactRows, count: number, h: number): void {
    if (this.carried.length < ROW * count) this.carried = new Float64Array(2 * ROW * count);
    const { borne, carried, friction } = this;
    this.carriedCount = 0;
    borne.fill(0);
    for (let row = 0, i = 0; row < count; row++) {
      while (i < this.count && this.chosen[i] < row) i++;
      const brace = i < this.count && this.chosen[i] === row ? i : -1;
      const impulse = rows.push[row] + (brace < 0 ? rows.held[row] : this.load[brace]);
      if (impulse === 0 || rows.key[row] < 0) continue;
      for (let j = 0; brace >= 0 && j < 3; j++) friction[3 * brace + j] += rows.drag[3 * row + j];
      if (rows.isOver(row, this.mass.length)) {
        const at = PARTICLE * rows.vertices[4 * row];
        if (impulse / h > borne[at]) this.put(borne, at, rows, row, brace, impulse, h);
      } else {
        carried[ROW * this.carriedCount] = rows.key[row];
        this.put(carried, ROW * this.carriedCount++ + 1, rows, row, brace, impulse, h);
      }
    }
  }

  /** Writes force and friction of a row, which has this brace or -1. */
  private put(
    to: Float64Array,
    at: number,
    rows: ContactRows,
    row: number,
    brace: number,
    impulse: number,
    h: number,
  ): void {
    const from = brace < 0 ? rows.drag : this.friction;
    const first = 3 * (brace < 0 ? row : brace);
    const most = impulse * rows.friction[row];
    const used = lengthOf(from, first);
    let isSliding = used > (brace < 0 ? USED_UP : BEGINS_TO_SLIDE) * most;
    if (brace >= 0 && this.slides[brace] === 1) isSliding = this.isAhead(rows, row, brace);
    const size = isSliding ? 2 * most : Math.min(used, most);
    to[at] = impulse / h;
    for (let j = 0; j < 3; j++) to[at + 1 + j] = used > 0 ? (size / used / h) * from[first + j] : 0;
  }

  /** Whether what slides will still do so if its speed changes once more as it did. */
  private isAhead(rows: ContactRows, row: number, brace: number): boolean {
    const { sum, numbers, friction } = this;
    slideOf(rows, row, this.velocities, sum, 0);
    let ahead = 0;
    for (let j = 0; j < 3; j++) ahead -= friction[3 * brace + j] * (2 * sum[j] - numbers[NUMBERS * brace + SLID + j]);
    return ahead > 0;
  }
}

/** The velocity of a row's first point against its second, across the normal. */
function slideOf(
  { vertices, shares, normal }: ContactRows,
  row: number,
  v: Float64Array,
  out: Float64Array,
  at: number,
): void {
  out.fill(0, at, at + 3);
  for (let k = 4 * row; k < 4 * row + 4; k++) {
    for (let j = 0; j < 3; j++) out[at + j] += shares[k] * v[3 * vertices[k] + j];
  }
  const n = 3 * row;
  const along = out[at] * normal[n] + out[at + 1] * normal[n + 1] + out[at + 2] * normal[n + 2];
  for (let j = 0; j < 3; j++) out[at + j] -= along * normal[n + j];
}

function lengthOf(a: Float64Array, at: number): number {
  return Math.sqrt(a[at] ** 2 + a[at + 1] ** 2 + a[at + 2] ** 2);
}

function scale(a: Float64Array, at: number, factor: number): void {
  for (let j = 0; j < 3; j++) a[at + j] *= factor;
}
