// The tables of the papers, as `graze bench` runs them; scripts/build.mjs bundles this file into
// the package.
import type { PaperName, PaperTable } from '../../src/cli/bench.ts';
import { c2aTables } from './c2a/table-1.ts';
import { iccdTables } from './iccd.ts';
import { mezgerTables } from './mezger/tables.ts';
import { quickCullideTables } from './quick-cullide/tables.ts';
import { rTrianglesTables } from './r-triangles.ts';

/** The tables of every paper, by its name on the command line. */
export const tables: Readonly<Record<PaperName, PaperTable>> = {
  c2a: c2aTables,
  iccd: iccdTables,
  mezger: mezgerTables,
  'quick-cullide': quickCullideTables,
  'r-triangles': rTrianglesTables,
};
