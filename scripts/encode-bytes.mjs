// The other half of src/core/kernels/decode-bytes.ts, which has the format. It looks for the cheapest way to say the bytes, at prices that the last
// way has shown, a few times over.

const KINDS = 0;
const REPEATS = 8;
const LITERALS = 16;
const LENGTHS = LITERALS + 8 * 256;
const SLOTS = LENGTHS + 2 * 256;
const LOW_BITS = SLOTS + 4 * 64;
const EXPERTS = LOW_BITS + 64 * 16;
const ODDS = EXPERTS + 256 * 256;
const QUICK = 5;
const SLOW = 120;
const NARROW = 2 ** 24;
/** Digits of the size. */
const SIZE = 4;
const SHORTEST = 2;
const LONGEST = SHORTEST + 255;
/** Places that begin alike and are looked at, the latest first. */
const PLACES = 1000;
const ROUNDS = 8;
/** Of longer copies, only whole ones are tried. */
const EVERY = 24;

/** @typedef {{ length: number, back: number }} Copy of one byte, with nothing back: a literal */

/** @param {Uint8Array} bytes @returns {string} */
export function encodeBytes(bytes) {
  const copies = findCopies(bytes);
  let prices = evenOdds();
  let best = '';
  for (let round = 0; round < ROUNDS; round++) {
    const coder = new Coder();
    encode(coder, bytes, cheapest(bytes, copies, prices));
    const text = digits(bytes.length, SIZE) + coder.finish();
    if (round === 0 || text.length < best.length) best = text;
    prices = coder.meanOdds();
  }
  return best;
}

function evenOdds() {
  return new Uint16Array(ODDS).fill(32768);
}

/** For each place, the nearest copy of every length that is to be had. @param {Uint8Array} bytes @returns {Copy[][]} */
function findCopies(bytes) {
  /** @type {Map<number, number[]>} */
  const places = new Map();
  return Array.from(bytes, (byte, at) => {
    const key = byte | (bytes[at + 1] << 8);
    const earlier = places.get(key) ?? [];
    const copies = [];
    let longest = SHORTEST - 1;
    for (let i = earlier.length - 1; i >= Math.max(0, earlier.length - PLACES) && longest < LONGEST; i--) {
      let length = 0;
      while (length < LONGEST && at + length < bytes.length && bytes[earlier[i] + length] === bytes[at + length])
        length++;
      while (longest < Math.min(length, EVERY)) copies.push({ length: ++longest, back: at - earlier[i] });
      if (length > longest) copies.push({ length, back: at - earlier[i] });
      longest = Math.max(longest, length);
    }
    places.set(key, [...earlier.slice(-PLACES), at]);
    return copies;
  });
}

/** @param {Uint8Array} bytes @param {Copy[][]} copies @param {Uint16Array} odds @returns {Copy[]} */
function cheapest(bytes, copies, odds) {
  const meter = new Meter(odds);
  const costs = new Float64Array(bytes.length + 1).fill(Number.POSITIVE_INFINITY);
  /** How each place is reached at the least cost. @type {Copy[]} */
  const steps = [];
  /** The last distance, and the kinds of the last three steps, on the cheapest way to each place. */
  const backs = new Uint32Array(bytes.length + 1);
  const kinds = new Uint8Array(bytes.length + 1);
  costs[0] = 0;
  for (let at = 0; at < bytes.length; at++) {
    const reach = (/** @type {Copy} */ step) => {
      meter.cost = costs[at];
      say(meter, bytes, at, step, kinds[at], backs[at]);
      const to = at + step.length;
      if (meter.cost >= costs[to]) return;
      costs[to] = meter.cost;
      steps[to] = step;
      backs[to] = step.back === 0 ? backs[at] : step.back;
      kinds[to] = kindsAfter(kinds[at], step);
    };
    reach({ length: 1, back: 0 });
    copies[at].forEach(reach);
    const back = backs[at];
    for (let length = 0; back > 0 && length < LONGEST && at + length < bytes.length; ) {
      if (bytes[at + length] !== bytes[at + length - back]) break;
      if (++length >= SHORTEST && length <= EVERY) reach({ length, back });
    }
  }
  const way = [];
  for (let at = bytes.length; at > 0; at -= steps[at].length) way.push(steps[at]);
  return way.reverse();
}

/** @param {Coder} coder @param {Uint8Array} bytes @param {Copy[]} way */
function encode(coder, bytes, way) {
  let at = 0;
  let kinds = 0;
  let back = 0;
  for (const step of way) {
    say(coder, bytes, at, step, kinds, back);
    at += step.length;
    kinds = kindsAfter(kinds, step);
    if (step.back > 0) back = step.back;
  }
}

/** Whether each of the last three steps was a copy. @param {number} kinds @param {Copy} step */
function kindsAfter(kinds, { back }) {
  return ((2 * kinds) & 7) + (back === 0 ? 0 : 1);
}

/** @param {Meter | Coder} to @param {Uint8Array} bytes @param {number} at @param {Copy} step @param {number} kinds @param {number} lastBack */
function say(to, bytes, at, { length, back }, kinds, lastBack) {
  to.bit(KINDS + kinds, back === 0 ? 0 : 1);
  if (back === 0) {
    const last = at > 0 ? bytes[at - 1] : 0;
    leaf(to, LITERALS + 256 * (last >> 5), 256, bytes[at], EXPERTS + 256 * last);
    return;
  }
  const repeats = back === lastBack ? 1 : 0;
  to.bit(REPEATS + kinds, repeats);
  leaf(to, LENGTHS + 256 * repeats, 256, length - SHORTEST);
  if (repeats === 0) sayDistance(to, back - 1, Math.min(length - SHORTEST, 3));
}

/** @param {Meter | Coder} to @param {number} far @param {number} context */
function sayDistance(to, far, context) {
  const bits = far < 4 ? 0 : 30 - Math.clz32(far);
  const slot = far < 4 ? far : 2 * bits + (far >> bits);
  leaf(to, SLOTS + 64 * context, 64, slot);
  for (let i = bits - 1; i >= 0; i--) to.bit(LOW_BITS + 16 * slot + i, (far >> i) & 1);
}

/** @param {Meter | Coder} to @param {number} tree @param {number} leaves @param {number} value @param {number} experts */
function leaf(to, tree, leaves, value, experts = tree) {
  for (let node = 1, mask = leaves >> 1; mask > 0; mask >>= 1) {
    const bit = (value & mask) === 0 ? 0 : 1;
    to.bit(tree + node, bit, experts + node);
    node = 2 * node + bit;
  }
}

/** Adds up what bits cost. */
class Meter {
  cost = 0;

  /** @param {Uint16Array} odds */
  constructor(odds) {
    this.costs = [0, 1].map((bit) => Float64Array.from(odds, (p) => -Math.log2((bit === 0 ? p : 65536 - p) / 65536)));
  }

  /** @param {number} context @param {number} bit */
  bit(context, bit) {
    this.cost += this.costs[bit][context];
  }
}

/** Writes bits. What was written may still be raised by one: a carry runs through digits that are full. */
class Coder {
  quick = evenOdds();
  slow = evenOdds();
  quickCounts = new Uint8Array(ODDS);
  slowCounts = new Uint8Array(ODDS);
  seen = [0, 1].map(() => new Float64Array(this.quick.length).fill(0.4));
  low = 0;
  range = 2 ** 30 - 1;
  /** @type {number[]} */
  digits = [];

  /** @param {number} context @param {number} bit @param {number} expert */
  bit(context, bit, expert = context) {
    const { quick, slow, quickCounts, slowCounts } = this;
    const bound = (this.range >>> 12) * (((quick[context] + slow[expert]) >>> 5) | 1);
    this.seen[bit][context]++;
    const seen = bit === 1 ? 0 : 65535;
    if (quickCounts[context] < QUICK) quickCounts[context]++;
    if (slowCounts[expert] < SLOW) slowCounts[expert]++;
    quick[context] += (seen - quick[context]) / (quickCounts[context] + 1);
    slow[expert] += (seen - slow[expert]) / (slowCounts[expert] + 1);
    if (bit === 1) this.low += bound;
    this.range = bit === 1 ? this.range - bound : bound;
    while (this.range < NARROW) {
      this.range *= 64;
      this.shift();
    }
  }

  shift() {
    if (this.low >= 2 ** 30) {
      this.low -= 2 ** 30;
      let i = this.digits.length - 1;
      for (; this.digits[i] === 63; i--) this.digits[i] = 0;
      this.digits[i]++;
    }
    this.digits.push(Math.floor(this.low / NARROW));
    this.low = (this.low % NARROW) * 64;
  }

  /** Zeros at the end need not be written. */
  finish() {
    for (let i = 0; i < 6; i++) this.shift();
    return this.digits.map(character).join('').replace(/=+$/, '');
  }

  /** What every bit was on the whole, for prices. */
  meanOdds() {
    const [zeros, ones] = this.seen;
    return Uint16Array.from(zeros, (zero, i) => Math.max(64, Math.min(65472, (65536 * zero) / (zero + ones[i]))));
  }
}

/** @param {number} digit */
function character(digit) {
  return String.fromCharCode(61 + digit + (digit > 30 ? 1 : 0) + (digit > 33 ? 1 : 0));
}

/** @param {number} value @param {number} count */
function digits(value, count) {
  return Array.from({ length: count }, (_, i) => character(Math.floor(value / 64 ** (count - 1 - i)) % 64)).join('');
}
