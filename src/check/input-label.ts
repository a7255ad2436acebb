// What an input is called in messages: the name that it was given, or the pattern of its files.
import type { InputGroup } from './sequence.ts';

/** Returns the name of an input, for people. */
export function inputLabel({ name, files }: InputGroup): string {
  if (name !== undefined || files.length === 1) return name ?? files[0];
  const prefix = commonLength(files, (file, i) => file[i]);
  const suffix = commonLength(files, (file, i) => (i < file.length - prefix ? file[file.length - 1 - i] : undefined));
  return `${files[0].slice(0, prefix)}*${files[0].slice(files[0].length - suffix)}`;
}

/** The number of characters that all files have in common, as long as there are any. */
function commonLength(files: readonly string[], charAt: (file: string, i: number) => string | undefined): number {
  let i = 0;
  while (charAt(files[0], i) !== undefined && files.every((file) => charAt(file, i) === charAt(files[0], i))) i++;
  return i;
}
