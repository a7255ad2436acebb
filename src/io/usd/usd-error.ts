// Errors of the USD reader that name a prim or a property, and the way out where a file has to be
// converted first.
import { FileError } from '../file-error.ts';

/** How many characters of a name an error message quotes. */
const QUOTED_CHARACTERS = 200;

/** The command that brings a layer and all that it refers to into one file. */
export const FLATTEN = 'usdcat --flatten in.usd -o flat.usdc';

/** Returns the error of a prim or property, by its path. */
export function usdError(path: string, expected: string, found: string | number): FileError {
  return new FileError('USD', { element: printable(path) }, expected, printable(String(found)));
}

/** Returns the error of a layer that has to be flattened first. */
export function needsFlattening(path: string, without: string, found: string): FileError {
  return usdError(path, `a layer without ${without} ("${FLATTEN}" makes one)`, found);
}

/** Names as they stand in an error message: short, with control characters escaped. */
export function printable(text: string): string {
  const short = text.length > QUOTED_CHARACTERS ? `${text.slice(0, QUOTED_CHARACTERS)}…` : text;
  return short.replace(/\p{C}/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`);
}
