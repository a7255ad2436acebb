// The inputs of a command from its arguments: their names, and the files behind patterns that a
// shell has left unexpanded (`*` and `?` in file names, in natural order).
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { naturalOrder } from '../check/natural-order.ts';
import type { InputGroup } from '../check/sequence.ts';
import { UsageError } from '../check/usage-error.ts';
import { withFileFault } from './file-fault.ts';
import { fitsPattern } from './text/wildcard.ts';

/**
 * Returns the inputs. An argument `NAME=FILES` begins an input of this name, or continues it, and
 * the arguments without a name that follow belong to it. Arguments before any name form one input
 * without a name. An argument that is the name of a file is never taken apart. Throws `UsageError`.
 */
export function parseInputs(args: readonly string[]): InputGroup[] {
  const groups = new Map<string | undefined, string[]>();
  let name: string | undefined;
  for (const arg of args) {
    const match = /^([^=/\\]*)=(.*)$/s.exec(arg);
    const named = match && !isFile(arg) ? match : null;
    if (named) name = checkedName(named[1].trim(), named[2], arg);
    const group = groups.get(name) ?? [];
    group.push(named ? named[2] : arg);
    groups.set(name, group);
  }
  return Array.from(groups, ([name, patterns]) => ({ name, files: expandPatterns(patterns) }));
}

function checkedName(name: string, files: string, arg: string): string {
  if (name === '') throw new UsageError(`${arg}: there is no name before "="; write NAME=FILES, or FILES alone.`);
  if (files === '')
    throw new UsageError(`${arg}: there are no files behind "="; write them, such as ${name}=${name}*.obj.`);
  return name;
}

/** Whether an argument is a file, or a pattern that files match. */
function isFile(arg: string): boolean {
  return existsSync(arg) || (existsSync(dirname(arg)) && matches(arg).length > 0);
}

/**
 * Returns file names; names without a pattern stay as they are. Throws `UsageError` if a pattern
 * matches nothing.
 */
export function expandPatterns(inputs: readonly string[]): string[] {
  return inputs.flatMap((input) => {
    if (!/[*?]/.test(basename(input)) || existsSync(input)) return [input];
    const found = matches(input);
    if (found.length === 0) throw new UsageError(`${input}: no file has such a name; check the pattern.`);
    return found;
  });
}

/** Returns the files that match a pattern. */
function matches(input: string): string[] {
  const name = basename(input);
  const folder = dirname(input);
  const entries = withFileFault(folder, () => readdirSync(folder));
  const found = entries.filter(
    (entry) => fitsPattern(entry, name, '?') && entry.startsWith('.') === name.startsWith('.'),
  );
  return found.sort(naturalOrder).map((entry) => join(folder, entry));
}
