// A value of a text layer: the range of bytes that holds it, parsed when it is asked for.
import { EXACT_POWERS } from '../../parse-number.ts';
import { type LayerValue, SHAPE_WIDTH, type ValueShape } from '../usd-layer.ts';
import { endsWord, numberIn, type TextRange, UsdaScanner } from './usda-scanner.ts';

const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
/** As many digits are exact in a double, and so is their power of ten: their quotient is rounded once. */
const EXACT_DIGITS = 15;

const OPEN = 0x28;
const CLOSE = 0x29;
const HASH = 0x23;
const SLASH = 0x2f;

/** Numbers in the innermost parentheses; matrices are written row by row. */
const TUPLE_WIDTH: Readonly<Record<ValueShape, number>> = { scalar: 0, vector: 3, quaternion: 4, matrix: 4 };

/** How a type rounds its numbers. */
export type Precision = 'half' | 'single' | 'double';

/** Returns how a type rounds its numbers, such as `point3f[]`. */
export function precisionOf(typeName: string): Precision {
  const name = typeName.replace('[]', '');
  if (/^half\d?$|\dh$|^quath$/.test(name)) return 'half';
  return /^float\d?$|\df$|^quatf$/.test(name) ? 'single' : 'double';
}

/** Rounds to the nearest number in half precision, ties to even. */
export function roundToHalf(value: number): number {
  const size = Math.abs(value);
  if (!(size > 0 && size < Infinity)) return value;
  const step = 2 ** (Math.max(Math.floor(Math.log2(size)), -14) - 10);
  const steps = value / step;
  const low = Math.floor(steps);
  const isUp = steps - low > 0.5 || (steps - low === 0.5 && low % 2 !== 0);
  const rounded = (low + (isUp ? 1 : 0)) * step;
  return Math.abs(rounded) > 65504 ? Math.sign(value) * Infinity : rounded;
}

function enlarged(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

function failAt(scanner: UsdaScanner, at: number, shape: ValueShape): never {
  scanner.at = at;
  return scanner.fail(expectedOf(shape));
}

/** A value of a text layer. */
export class UsdaValue implements LayerValue {
  private readonly bytes: Uint8Array;
  private readonly range: TextRange;
  private readonly precision: Precision;
  private parsed: { readonly shape: ValueShape; readonly numbers: Float64Array } | undefined;

  /** `range` holds the value. */
  constructor(bytes: Uint8Array, range: TextRange, precision: Precision) {
    this.bytes = bytes;
    this.range = range;
    this.precision = precision;
  }

  get key(): string {
    return String(this.range.start);
  }

  get isBlocked(): boolean {
    const { start, end } = this.range;
    if (end - start !== 4 && end - start !== 14) return false;
    return ['None', 'AnimationBlock'].includes(this.scanner().word());
  }

  count(shape: ValueShape): number {
    const isParsed = this.parsed?.shape === shape || shape === 'scalar' || shape === 'matrix';
    const tuples = isParsed ? undefined : this.countTuples();
    return tuples ?? this.parse(shape).length / SHAPE_WIDTH[shape];
  }

  /**
   * Counts parentheses, which takes a quarter of the time of parsing; undefined where that may not
   * be the number of tuples: with comments, parentheses in parentheses, or none at all.
   */
  private countTuples(): number | undefined {
    const { bytes, range } = this;
    let count = 0;
    let isOpen = false;
    for (let at = range.start; at < range.end; at++) {
      const byte = bytes[at];
      if (byte === OPEN || byte === CLOSE) {
        if (isOpen === (byte === OPEN)) return undefined;
        isOpen = !isOpen;
        if (isOpen) count++;
      } else if (byte === HASH || byte === SLASH) return undefined;
    }
    return isOpen || count === 0 ? undefined : count;
  }

  numbers(shape: ValueShape): Float64Array {
    return this.parse(shape).slice();
  }

  /** Numbers are parsed once and take less memory than their text. */
  private parse(shape: ValueShape): Float64Array {
    if (this.parsed?.shape !== shape) this.parsed = { shape, numbers: this.parseNumbers(shape) };
    return this.parsed.numbers;
  }

  private parseNumbers(shape: ValueShape): Float64Array {
    const { bytes, range, precision } = this;
    const tupleWidth = TUPLE_WIDTH[shape];
    // Most numbers take 8 bytes or more with their separator; none takes fewer than 2.
    let out = new Float64Array(4 + ((range.end - range.start) >> 3));
    const scanner: UsdaScanner = this.scanner();
    let [count, open] = [0, -1];
    for (let at = range.start; at < range.end; ) {
      const byte = bytes[at];
      if (byte <= 0x20 || byte === 0x2c || byte === 0x5b || byte === 0x5d) at++;
      else if (byte === OPEN || byte === CLOSE) {
        scanner.at = at++;
        if (byte === CLOSE && open >= 0 && count - open !== tupleWidth) scanner.fail(expectedOf(shape));
        open = byte === OPEN ? count : -1;
      } else if (endsWord(byte) || byte === 0x2f) {
        scanner.at = at;
        if (byte !== 0x23 && byte !== 0x2f) scanner.fail(expectedOf(shape));
        scanner.peek();
        if (scanner.at === at) scanner.fail(expectedOf(shape));
        at = scanner.at;
      } else {
        const start = at;
        // Nearly all numbers are short decimals: they are read here, in the pass that finds their end.
        const isNegative = byte === MINUS;
        let mantissa = 0;
        let digits = 0;
        let point = -1;
        for (at += isNegative ? 1 : 0; at < range.end; at++) {
          const digit = bytes[at] - ZERO;
          if (digit >= 0 && digit <= 9) {
            mantissa = 10 * mantissa + digit;
            digits++;
          } else if (bytes[at] === POINT && point < 0) point = digits;
          else break;
        }
        const isWhole = at === range.end || endsWord(bytes[at]);
        while (at < range.end && !endsWord(bytes[at])) at++;
        if (tupleWidth > 0 && open < 0) failAt(scanner, start, shape);
        if (count === out.length) out = enlarged(out);
        if (isWhole && digits > 0 && digits <= EXACT_DIGITS) {
          const size = point < 0 ? mantissa : mantissa / EXACT_POWERS[digits - point];
          out[count++] = isNegative ? -size : size;
        } else out[count++] = numberIn(bytes, start, at) ?? failAt(scanner, start, shape);
      }
    }
    scanner.at = range.start;
    if (count % SHAPE_WIDTH[shape] !== 0) scanner.fail(expectedOf(shape));
    const numbers = out.slice(0, count);
    if (precision === 'single') for (let i = 0; i < count; i++) numbers[i] = Math.fround(numbers[i]);
    if (precision === 'half') for (let i = 0; i < count; i++) numbers[i] = roundToHalf(numbers[i]);
    return shape === 'quaternion' ? realPartLast(numbers) : numbers;
  }

  strings(): readonly string[] {
    const scanner = this.scanner();
    const found: string[] = [];
    while (scanner.peek() >= 0 && scanner.at < this.range.end) {
      const mark = String.fromCharCode(scanner.peek());
      if (mark === '[' || mark === ']' || mark === ',') scanner.at++;
      else if (mark === '@') found.push(scanner.asset());
      else if (mark === '<') found.push(scanner.path());
      else found.push(scanner.string());
    }
    return found;
  }

  /** Returns a scanner at the start of the value. */
  scanner(): UsdaScanner {
    const scanner = new UsdaScanner(this.bytes);
    scanner.at = this.range.start;
    return scanner;
  }
}

/** Text has the real part of quaternions first. */
function realPartLast(numbers: Float64Array): Float64Array {
  for (let i = 0; i < numbers.length; i += 4) {
    const w = numbers[i];
    numbers.copyWithin(i, i + 1, i + 4);
    numbers[i + 3] = w;
  }
  return numbers;
}

function expectedOf(shape: ValueShape): string {
  switch (shape) {
    case 'scalar':
      return 'numbers';
    case 'vector':
      return 'vectors of 3 numbers';
    case 'quaternion':
      return 'quaternions of 4 numbers';
    default:
      return 'matrices of 4 rows of 4 numbers';
  }
}
