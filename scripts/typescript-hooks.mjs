// The loader behind typescript.mjs: strips the types of our own sources with rolldown, a dependency
// of vite.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, readFileSync(path, 'utf8'));
  if (errors.length > 0) throw errors[0];
  return { format: 'module', source: code, shortCircuit: true };
}
