// Queries that were answered wrongly once. `npm run fuzz` stores a failing query here; a test replays all of them for ever.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kind } from '../oracle/hit.ts';

export interface Fixture {
  readonly kind: Kind;
  /** What it showed, or how it came about. */
  readonly note: string;
  /** 0 for an exact test. */
  readonly separation: number;
  /** Degree of the paths; 1 where it is not given. */
  readonly degree?: number;
  /** 12 doubles for each control point, written so that they read back exactly. */
  readonly q: readonly number[];
}

const folder = fileURLToPath(new URL('../fixtures/elementary', import.meta.url));

export function loadFixtures(): (Fixture & { readonly name: string })[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => ({ name, ...JSON.parse(readFileSync(join(folder, name), 'utf8')) }));
}

/** Returns the path. JavaScript prints a double with as many digits as it takes to read it back. */
export function storeFixture(name: string, fixture: Fixture): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  const { kind, note, separation, degree = 1 } = fixture;
  const q = fixture.q.map((x) => (Object.is(x, -0) ? '-0' : String(x)));
  writeFileSync(
    path,
    `${JSON.stringify({ kind, note, separation, ...(degree > 1 ? { degree } : {}) }).slice(0, -1)},"q":[${q.join(',')}]}\n`,
  );
  return path;
}
