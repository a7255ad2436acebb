// Expands the patterns that a shell has left unexpanded: `*` and `?` in file names, in natural
// order.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { naturalOrder } from '../check/natural-order.ts';
import { UsageError } from '../check/usage-error.ts';
import { withFileFault } from './file-fault.ts';

/**
 * Returns file names; names without a pattern stay as they are. Throws `UsageError` if a pattern
 * matches nothing.
 */
export function expandPatterns(inputs: readonly string[]): string[] {
  return inputs.flatMap((input) => {
    const name = basename(input);
    if (!/[*?]/.test(name) || existsSync(input)) return [input];
    const source = name
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.');
    const pattern = new RegExp(`^${source}$`);
    const folder = dirname(input);
    const entries = withFileFault(folder, () => readdirSync(folder));
    const found = entries.filter((entry) => pattern.test(entry) && entry.startsWith('.') === name.startsWith('.'));
    if (found.length === 0) throw new UsageError(`${input}: no file has such a name; check the pattern.`);
    return found.sort(naturalOrder).map((entry) => join(folder, entry));
  });
}
