// A position in a text layer: words, strings, and values that are skipped until they are asked for.
// Unlike the other text formats, this one has brackets, quotes and comments instead of lines.
import { FileError, quoted } from '../../file-error.ts';
import { asciiText, parseNumber } from '../../parse-number.ts';
import { MAX_BRACKET_DEPTH } from '../usd-limits.ts';

const LF = 0x0a;
const QUOTE = 0x22;
const HASH = 0x23;
const APOSTROPHE = 0x27;
const OPEN = 0x28;
const CLOSE = 0x29;
const STAR = 0x2a;
const COMMA = 0x2c;
const SLASH = 0x2f;
const SEMICOLON = 0x3b;
const LESS = 0x3c;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const AT = 0x40;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_BLOCK = 0x7b;
const CLOSE_BLOCK = 0x7d;

/** Bytes that end a word. */
const ENDS_WORD = new Uint8Array(256);
for (const end of ' \t\r\n\v\f()[]{},;=<>@"\'#') ENDS_WORD[end.charCodeAt(0)] = 1;

/** A range of bytes that holds a value. */
export interface TextRange {
  /** The first byte. */
  readonly start: number;
  /** Behind the last byte. */
  readonly end: number;
}

/** A position in a text layer. Methods throw `FileError` with the line if the file has something else. */
export class UsdaScanner {
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** The current position. */
  at = 0;
  // The next byte from `at` on that could start a comment.
  private nextHash = -1;
  private nextSlash = -1;

  /** The scanner begins at the first byte. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Skips blanks, line breaks, semicolons and comments, and returns the byte there; -1 at the end of the file. */
  peek(): number {
    const { bytes } = this;
    for (;;) {
      const byte = bytes[this.at];
      if (byte === undefined) return -1;
      if (byte <= 0x20 || byte === SEMICOLON) this.at++;
      else if (byte === HASH || (byte === SLASH && this.isComment())) this.skipComment();
      else return byte;
    }
  }

  /** Takes a punctuation mark if it is next. */
  take(mark: string): boolean {
    if (this.peek() !== mark.charCodeAt(0)) return false;
    this.at++;
    return true;
  }

  /** Takes a punctuation mark. */
  expect(mark: string): void {
    if (!this.take(mark)) this.fail(`"${mark}"`);
  }

  /** Whether the file ends here. */
  atEnd(): boolean {
    return this.peek() < 0;
  }

  /** Takes a word: all up to a blank or a punctuation mark; '' if a mark is next. */
  word(): string {
    if (this.peek() < 0) return '';
    const start = this.at;
    while (this.at < this.bytes.length && ENDS_WORD[this.bytes[this.at]] === 0) this.at++;
    return new TextDecoder().decode(this.bytes.subarray(start, this.at));
  }

  /** Takes a word and what lies in its square brackets, such as `float3[]`. */
  typeName(): string {
    const name = this.word();
    if (this.bytes[this.at] !== OPEN_LIST) return name;
    this.skipBrackets();
    return `${name}[]`;
  }

  /** Takes a string in quotes. */
  string(): string {
    const mark = this.peek();
    if (mark !== QUOTE && mark !== APOSTROPHE) this.fail('a string in quotes');
    const start = this.at;
    this.skipString();
    const edge = isTriple(this.bytes, start) && this.at - start >= 6 ? 3 : 1;
    return unescaped(new TextDecoder().decode(this.bytes.subarray(start + edge, this.at - edge)));
  }

  /** Takes the text between `@` marks; `@@@` marks allow single ones within. */
  asset(): string {
    if (this.peek() !== AT) this.fail('a file name between "@"');
    const start = this.at;
    this.skipAsset();
    const edge = isTriple(this.bytes, start) && this.at - start >= 6 ? 3 : 1;
    return new TextDecoder().decode(this.bytes.subarray(start + edge, this.at - edge));
  }

  /** Takes a path between angle brackets. */
  path(): string {
    if (this.peek() !== LESS) this.fail('a path between "<" and ">"');
    const start = this.at;
    this.skipPath();
    return new TextDecoder().decode(this.bytes.subarray(start + 1, this.at - 1)).trim();
  }

  /** Takes a number, which may be infinite or NaN. */
  number(): number {
    this.peek();
    const start = this.at;
    while (this.at < this.bytes.length && ENDS_WORD[this.bytes[this.at]] === 0 && this.bytes[this.at] !== 0x3a)
      this.at++;
    const value = numberIn(this.bytes, start, this.at);
    if (value !== undefined) return value;
    this.at = start;
    return this.fail('a number');
  }

  /** Skips a value and returns where it is. Numeric arrays, the bulk of most files, are skipped fastest. */
  value(isNumeric: boolean): TextRange {
    const mark = this.peek();
    const start = this.at;
    if (mark === OPEN_LIST && isNumeric) this.skipNumbers();
    else if (mark === OPEN || mark === OPEN_LIST || mark === OPEN_BLOCK) this.skipBrackets();
    else if (mark === QUOTE || mark === APOSTROPHE) this.skipString();
    else if (mark === AT) this.skipAsset();
    else if (mark === LESS) this.skipPath();
    else if (this.word() === '') this.fail('a value');
    return { start, end: this.at };
  }

  /** Throws a `FileError` at the line of the current position. */
  fail(expected: string, found: string = this.found()): never {
    let line = 1;
    for (let at = this.bytes.indexOf(LF); at >= 0 && at < this.at; at = this.bytes.indexOf(LF, at + 1)) line++;
    throw new FileError('USD', { line }, expected, found);
  }

  private found(): string {
    const { bytes, at } = this;
    if (at >= bytes.length) return 'the end of the file';
    if (bytes[at] === QUOTE || bytes[at] === APOSTROPHE) return 'a string';
    let end = at + 1;
    while (end < bytes.length && ENDS_WORD[bytes[end]] === 0) end++;
    return quoted(bytes, at, end);
  }

  private isComment(): boolean {
    const next = this.bytes[this.at + 1];
    return next === SLASH || next === STAR;
  }

  private skipComment(): void {
    const { bytes } = this;
    if (bytes[this.at] === SLASH && bytes[this.at + 1] === STAR) {
      this.at += 2;
      while (this.at < bytes.length && !(bytes[this.at] === STAR && bytes[this.at + 1] === SLASH)) this.at++;
      this.at = Math.min(this.at + 2, bytes.length);
      return;
    }
    const end = bytes.indexOf(LF, this.at);
    this.at = end < 0 ? bytes.length : end;
  }

  private skipString(): void {
    const { bytes } = this;
    const start = this.at;
    const mark = bytes[start];
    const isLong = isTriple(bytes, start);
    for (let at = start + (isLong ? 3 : 1); at < bytes.length; at++) {
      if (bytes[at] === BACKSLASH) at++;
      else if (bytes[at] === LF && !isLong) break;
      else if (bytes[at] === mark && (!isLong || isTriple(bytes, at))) {
        this.at = at + (isLong ? 3 : 1);
        return;
      }
    }
    this.fail('a string that ends');
  }

  private skipAsset(): void {
    const { bytes } = this;
    const isLong = isTriple(bytes, this.at);
    for (let at = this.at + (isLong ? 3 : 1); at < bytes.length; at++) {
      if (isLong && bytes[at] === BACKSLASH && isTriple(bytes, at + 1)) at += 3;
      else if (bytes[at] === LF && !isLong) break;
      else if (bytes[at] === AT && (!isLong || isTriple(bytes, at))) {
        this.at = at + (isLong ? 3 : 1);
        while (isLong && bytes[this.at] === AT) this.at++;
        return;
      }
    }
    this.fail('a file name that ends with "@"');
  }

  private skipPath(): void {
    for (let at = this.at + 1; at < this.bytes.length && this.bytes[at] !== LF; at++) {
      if (this.bytes[at] !== GREATER) continue;
      this.at = at + 1;
      return;
    }
    this.fail('a path that ends with ">"');
  }

  /** Skips a bracket and all up to the one that closes it. */
  private skipBrackets(): void {
    const closers: number[] = [];
    for (;;) {
      const mark = this.peek();
      if (mark < 0) this.fail('a closing bracket');
      if (mark === OPEN || mark === OPEN_LIST || mark === OPEN_BLOCK) {
        if (closers.length === MAX_BRACKET_DEPTH) this.fail(`at most ${MAX_BRACKET_DEPTH} brackets in brackets`);
        closers.push(mark === OPEN ? CLOSE : mark + 2);
        this.at++;
      } else if (mark === CLOSE || mark === CLOSE_LIST || mark === CLOSE_BLOCK) {
        const closer = closers.pop() as number;
        if (mark !== closer) this.fail(`"${String.fromCharCode(closer)}"`);
        this.at++;
        if (closers.length === 0) return;
      } else if (mark === QUOTE || mark === APOSTROPHE) this.skipString();
      else if (mark === AT) this.skipAsset();
      else if (mark === LESS) this.skipPath();
      else if (mark === COMMA || mark === EQUALS || mark === GREATER) this.at++;
      else while (ENDS_WORD[this.bytes[this.at]] === 0) this.at++;
    }
  }

  /** A list of numbers ends at the first closing bracket, unless there is a comment in it. */
  private skipNumbers(): void {
    const { bytes, at } = this;
    if (this.nextHash < at) this.nextHash = positionOf(bytes, HASH, at);
    if (this.nextSlash < at) this.nextSlash = positionOf(bytes, SLASH, at);
    const end = positionOf(bytes, CLOSE_LIST, at);
    if (end > this.nextHash || end > this.nextSlash || end === bytes.length) this.skipBrackets();
    else this.at = end + 1;
  }
}

/** Returns the number in bytes[start, end), `inf` and `nan` among them; undefined if there is none. */
export function numberIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  const value = parseNumber(bytes, start, end);
  if (!Number.isNaN(value)) return value;
  if (end - start > 5) return undefined;
  switch (asciiText(bytes, start, end)) {
    case 'inf':
      return Infinity;
    case '-inf':
      return -Infinity;
    case 'nan':
    case '-nan':
      return Number.NaN;
    case 'true':
    case 'True':
      return 1;
    case 'false':
    case 'False':
      return 0;
    default:
      return undefined;
  }
}

/** Whether a byte ends a word. */
export function endsWord(byte: number): boolean {
  return ENDS_WORD[byte] === 1;
}

function positionOf(bytes: Uint8Array, byte: number, from: number): number {
  const at = bytes.indexOf(byte, from);
  return at < 0 ? bytes.length : at;
}

function isTriple(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === bytes[at + 1] && bytes[at] === bytes[at + 2];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b', f: '\f', v: '\v' };

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)/gs, (_, code: string) => {
    if (/^x./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return ESCAPES[code] ?? code;
  });
}
