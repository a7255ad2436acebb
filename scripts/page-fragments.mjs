// Markup that the pages of report and viewer share: `<!-- include NAME -->` stands for the file
// NAME in src/display.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the fragments. */
export const DISPLAY = join(dirname(fileURLToPath(import.meta.url)), '../src/display');

/** Replaces the include comments of a page by the files. @param {string} html */
export function withFragments(html) {
  return html.replace(/<!-- include (\S+) -->/g, (_, name) => readFileSync(join(DISPLAY, name), 'utf8').trim());
}
