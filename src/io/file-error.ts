// The one error of the readers: which format was read, where it went wrong, what was expected and
// what was found.

/** The format that was read; `'mesh'` if `readMesh` could not tell which one it is. */
export type FileFormat = 'OBJ' | 'PLY' | 'STL' | 'OFF' | 'PC2' | 'MDD' | 'glTF' | 'Alembic' | 'USD' | 'mesh';

/**
 * Where a fault is in a file: a line of a text file, a byte of a binary one, or an element of a
 * glTF document.
 */
export type FilePlace =
  | {
      /** Counted from 1. */
      readonly line: number;
    }
  | {
      /** Counted from 0. */
      readonly byte: number;
    }
  | {
      /** Such as `nodes[3]`. */
      readonly element: string;
    };

/**
 * Thrown by the readers for a file that is damaged or not of the format. The message names the
 * format, the place, what was expected and what was found.
 */
export class FileError extends Error {
  /** Always `'FileError'`. */
  override readonly name: string = 'FileError';
  /** The format that was read; `'mesh'` if `readMesh` could not tell which one it is. */
  readonly format: FileFormat;
  /** The line, counted from 1; set for text files. */
  readonly line: number | undefined;
  /** The byte offset, counted from 0; set for binary files. */
  readonly byte: number | undefined;
  /** The place in the JSON of a glTF document, such as `nodes[3]`; set for glTF files. */
  readonly element: string | undefined;

  /** The message is composed of all four arguments. */
  constructor(format: FileFormat, place: FilePlace, expected: string, found: string) {
    super(`${format} ${placeText(place)}: expected ${expected}, found ${found}`);
    this.format = format;
    this.line = 'line' in place ? place.line : undefined;
    this.byte = 'byte' in place ? place.byte : undefined;
    this.element = 'element' in place ? place.element : undefined;
  }
}

function placeText(place: FilePlace): string {
  if ('line' in place) return `line ${place.line}`;
  return 'byte' in place ? `byte ${place.byte}` : place.element;
}

/** How many bytes of a file an error message quotes. */
const QUOTED_BYTES = 24;

/**
 * Bytes as they stand in an error message: short, in quotes, with everything that is not printable
 * ASCII escaped.
 */
export function quoted(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < Math.min(end, start + QUOTED_BYTES); at++) {
    const byte = bytes[at];
    const printable = byte >= 0x20 && byte < 0x7f;
    text += printable ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return end - start > QUOTED_BYTES ? `"${text}…"` : `"${text}"`;
}

/** The content of a file as it stands in an error message. */
export function quotedFile(bytes: Uint8Array): string {
  return bytes.length === 0 ? 'an empty file' : quoted(bytes, 0, bytes.length);
}

/** The expectation of an error message about a vertex index outside [low, high]. */
export function vertexIndexIn(low: number, high: number): string {
  return low > high ? 'no vertex index, for there is no vertex' : `a vertex index between ${low} and ${high}`;
}
