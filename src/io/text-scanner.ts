// The scanner under all text formats: words and numbers straight from the bytes, no string per
// line, and the line number for errors. Lines end in LF, CRLF or CR.
import { FileError, type FileFormat, quoted } from './file-error.ts';
import { asciiText, parseInteger, parseNumber } from './parse-number.ts';

const LF = 0x0a;
const CR = 0x0d;

// The effect of a byte on the scanner. Only some formats have COMMENT, which skips the rest of the
// line, and JOIN, which continues a line if a line break follows.
const WORD = 0;
const SPACE = 1;
const BREAK = 2;
const COMMENT = 3;
const JOIN = 4;
const END = 5;

/** Syntax that only some formats have; off by default. */
export interface TextRules {
  /** `#` starts a comment that ends with the line. */
  readonly comments?: boolean;
  /** A backslash at the end of a line joins the next line to it. */
  readonly continuation?: boolean;
}

/**
 * A position in a text file. Methods that take a value throw `FileError` if the file has something
 * else.
 */
export class TextScanner {
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** The format that errors name. */
  readonly format: FileFormat;
  /** The line of the current word, from 1. */
  line = 1;
  /** The current word is bytes[start, end); it is empty at the end of a line and of the file. */
  start = 0;
  /** The end of the current word. */
  end = 0;
  private readonly roles: Uint8Array;

  /** The scanner begins before the first word. */
  constructor(bytes: Uint8Array, format: FileFormat, rules: TextRules = {}) {
    this.bytes = bytes;
    this.format = format;
    this.roles = rolesOf(rules);
    const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    if (hasByteOrderMark) this.start = this.end = 3;
  }

  /** Takes the next word of this line; false at the end of the line. */
  nextInLine(): boolean {
    let at = this.afterSpace(this.end);
    if (this.roleAt(at) === COMMENT) at = this.afterComment(at);
    this.start = at;
    while (this.roleAt(at) === WORD) at++;
    this.end = at;
    return at > this.start;
  }

  /** Takes the next word on this line or a later one; false at the end of the file. */
  next(): boolean {
    while (!this.nextInLine()) {
      if (this.end >= this.bytes.length) return false;
      this.start = this.end = afterBreak(this.bytes, this.end);
      this.line++;
    }
    return true;
  }

  /**
   * Moves before the next word, past blank lines, so that `nextInLine` takes it; false at the end
   * of the file.
   */
  skipBlank(): boolean {
    const found = this.next();
    this.end = this.start;
    return found;
  }

  /** Skips the rest of the line, up to its line break. */
  skipLine(): void {
    while (this.nextInLine());
  }

  /**
   * Takes the words that are left on this line as text, with one space between them. Only a word of
   * its own starts a comment here, because names may contain `#`.
   */
  restOfLine(): string {
    const words: string[] = [];
    for (;;) {
      const start = this.afterSpace(this.end);
      let at = start;
      if (this.roleAt(at) === COMMENT) at = this.afterComment(at);
      else while (this.roleAt(at) === WORD || this.roleAt(at) === COMMENT) at++;
      this.start = start;
      this.end = at;
      if (at === start || this.roleAt(start) === COMMENT) return words.join(' ');
      words.push(new TextDecoder().decode(this.bytes.subarray(start, at)));
    }
  }

  /** Fails unless the line ends here. */
  endLine(): void {
    if (this.nextInLine()) this.fail('the end of the line');
  }

  /** Fails unless only blank lines follow. */
  endFile(): void {
    if (this.next()) this.fail('the end of the file');
  }

  /** Takes a finite number of this line. */
  number(): number {
    this.nextInLine();
    return this.wordAsNumber();
  }

  /** Returns the current word as a finite number. */
  wordAsNumber(): number {
    const value = parseNumber(this.bytes, this.start, this.end);
    if (!Number.isFinite(value)) this.fail('a finite number');
    return value;
  }

  /** Takes an integer of this line; NaN if the next word is none. */
  integer(): number {
    this.nextInLine();
    return parseInteger(this.bytes, this.start, this.end);
  }

  /** Takes an integer of this line that is not negative. */
  count(what: string): number {
    const value = this.integer();
    if (!(value >= 0)) this.fail(what);
    return value;
  }

  /** Fails if the bytes ahead cannot hold a declared count, before anything is allocated by it. */
  checkCount(count: number, bytesEach: number, what: string): void {
    const most = Math.floor((this.bytes.length - this.end + 1) / bytesEach);
    if (count > most) this.fail(`at most ${most} ${what} in the bytes that follow`, String(count));
  }

  /** Whether the current word is this one, given in lower case; case is ignored. */
  isWord(letters: string): boolean {
    const { bytes, start, end } = this;
    if (end - start !== letters.length) return false;
    for (let i = 0; i < letters.length; i++) if ((bytes[start + i] | 0x20) !== letters.charCodeAt(i)) return false;
    return true;
  }

  /** Returns the current word; '' for a very long one, which no format uses. */
  word(): string {
    return this.end - this.start > 64 ? '' : asciiText(this.bytes, this.start, this.end);
  }

  /** Throws a `FileError` at the current line. */
  fail(expected: string, found: string = this.found()): never {
    throw new FileError(this.format, { line: this.line }, expected, found);
  }

  private found(): string {
    if (this.end > this.start) return quoted(this.bytes, this.start, this.end);
    return this.end < this.bytes.length ? 'the end of the line' : 'the end of the file';
  }

  private roleAt(at: number): number {
    const { bytes, roles } = this;
    if (at >= bytes.length) return END;
    const role = roles[bytes[at]];
    return role === JOIN && roles[bytes[at + 1]] !== BREAK ? WORD : role;
  }

  private afterSpace(from: number): number {
    for (let at = from; ; ) {
      const role = this.roleAt(at);
      if (role === SPACE) at++;
      else if (role === JOIN) {
        at = afterBreak(this.bytes, at + 1);
        this.line++;
      } else return at;
    }
  }

  private afterComment(from: number): number {
    const { bytes, roles } = this;
    let at = from;
    while (at < bytes.length && roles[bytes[at]] !== BREAK) at++;
    return at;
  }
}

/** Returns the position behind the line break at `at`. */
function afterBreak(bytes: Uint8Array, at: number): number {
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
}

function rolesOf(rules: TextRules): Uint8Array {
  const roles = new Uint8Array(256);
  for (const space of ' \t\v\f') roles[space.charCodeAt(0)] = SPACE;
  roles[LF] = roles[CR] = BREAK;
  if (rules.comments) roles['#'.charCodeAt(0)] = COMMENT;
  if (rules.continuation) roles['\\'.charCodeAt(0)] = JOIN;
  return roles;
}
