// The one error of the readers: which format was being read, where it went wrong, what was expected and what stood there.

export type FileFormat = 'OBJ' | 'PLY' | 'STL' | 'OFF' | 'PC2' | 'MDD' | 'glTF' | 'mesh';

/** A line (counted from 1) of a text file, a byte offset (counted from 0) in a binary one, or an element such as `nodes[3]`. */
export type FilePlace = { readonly line: number } | { readonly byte: number } | { readonly element: string };

export class FileError extends Error {
  override readonly name: string = 'FileError';
  /** `'mesh'` where `readMesh` could not tell the format. */
  readonly format: FileFormat;
  /** Set for text. */
  readonly line: number | undefined;
  /** Set for binary data. */
  readonly byte: number | undefined;
  /** Set for what a glTF document describes: its place in the JSON. */
  readonly element: string | undefined;

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

const QUOTED_BYTES = 24;

/** Bytes as they stand in an error message: short, in quotes, with everything that is not printable ASCII escaped. */
export function quoted(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < Math.min(end, start + QUOTED_BYTES); at++) {
    const byte = bytes[at];
    const printable = byte >= 0x20 && byte < 0x7f;
    text += printable ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return end - start > QUOTED_BYTES ? `"${text}…"` : `"${text}"`;
}

/** What an index outside [low, high] should have been. */
export function vertexIndexIn(low: number, high: number): string {
  return low > high ? 'no vertex index, for there is no vertex' : `a vertex index between ${low} and ${high}`;
}
