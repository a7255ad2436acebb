// The tables of the papers, as `graze bench` runs them; scripts/build.mjs bundles this file into
// the package.
import type { PaperName, PaperTable } from '../../src/cli/bench.ts';
import { c2aTables } from './c2a/tables.ts';
import { iccdTables } from './iccd.ts';
import { mezgerTables } from './mezger/tables.ts';
import { quickCullideTables } from './quick-cullide/tables.ts';
import { rTrianglesTables } from './r-triangles.ts';
import { paperTable } from './report.ts';

/** The tables of every paper, by its name on the command line. */
export const tables: Readonly<Record<PaperName, PaperTable>> = {
  c2a: paperTable(c2aTables),
  iccd: paperTable(iccdTables),
  mezger: paperTable(mezgerTables),
  'quick-cullide': paperTable(quickCullideTables),
  'r-triangles': paperTable(rTrianglesTables),
};
