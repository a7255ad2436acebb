// Checks the house rules of kernels, the AssemblyScript in the `kernels` folders of src. A function
// takes at most six parameters, unless it is inlined. Mutable state is in the collider's context or
// in a scratch struct: no block of memory has a fixed address and no variable of a module outlives
// a call. A second collider in the same memory, or in another thread, relies on this.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAX_PARAMETERS = 6;

/** As biome formats them: methods two columns in, functions at the margin. */
const FUNCTION =
  /^(?: {2})?((?:@inline |export |static |private )*)(?:function )?(\w+)(?:<[^>(]*>)?\(([^)]*)\): [\w<>]+ \{/gm;
const CONTROL = /^(?:if|for|while|switch|return|constructor)$/;
const FIXED_ADDRESS = /\bmemory\.data\b/;
/** A variable of the module, or a static field that is not read-only: both outlive a call. */
const MODULE_VARIABLE = /^(?:export )?let (\w+)|^ {2}(?:private )?static (?!readonly )(\w+)(?:: [\w<>]+)?(?: =|;)/gm;

/** @param {string} file @param {string} text @returns {string[]} one line per violation */
export function kernelViolations(file, text) {
  const violations = [];
  for (const [, modifiers, name, parameters] of text.matchAll(FUNCTION)) {
    if (CONTROL.test(name) || modifiers.includes('@inline')) continue;
    const count = parameters.split(',').filter((one) => one.trim() !== '').length;
    if (count > MAX_PARAMETERS)
      violations.push(`${file}: ${name} takes ${count} parameters, more than ${MAX_PARAMETERS}`);
  }
  text.split('\n').forEach((line, i) => {
    if (FIXED_ADDRESS.test(line)) violations.push(`${file}:${i + 1}: memory at a fixed address: ${line.trim()}`);
  });
  for (const [, variable, field] of text.matchAll(MODULE_VARIABLE))
    violations.push(`${file}: ${variable ?? field} outlives a call: it belongs into a context or scratch struct`);
  return violations;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = join(dirname(fileURLToPath(import.meta.url)), '../src');
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => /(^|\/)kernels\/[^/]+\.ts$/.test(name)).sort();
  const violations = files.flatMap((file) => kernelViolations(`src/${file}`, readFileSync(join(src, file), 'utf8')));
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
  else console.log(`kernel rule: ${files.length} files`);
}
