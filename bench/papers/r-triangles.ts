// The tables and figures of R-Triangles beside results on scenes of the same kind. "As published" is
// bench/papers/r-triangles/published.ts; "ours" are the recipes of the library.

import { addAssignments } from './r-triangles/assignments.ts';
import { addDiscrete } from './r-triangles/discrete.ts';
import { addFigure10 } from './r-triangles/figure-10.ts';
import { models } from './r-triangles/models.ts';
import { addTable2 } from './r-triangles/table-2.ts';
import { addEdgeVolumes, addHierarchies } from './r-triangles/volumes.ts';
import type { PaperBench } from './report.ts';
import { FULL, QUICK, sceneOf, subjects } from './steps.ts';

/** Every how many steps the tables that the paper has no figures for are measured. */
const SPARSE = 3;

/** The tables of R-Triangles, for `graze bench r-triangles`. */
export const rTrianglesTables: PaperBench = {
  subjects: [...new Set(models.map(({ scene }) => scene))],
  run(names, { quick, cache }, report) {
    const size = quick ? QUICK : FULL;
    const made = subjects(names, size, cache);
    const rows = made.map((subject, i) => {
      const { name, steps } = subject;
      report.progress(i, made.length);
      const few = { name, steps: steps.filter((_, k) => k % SPARSE === Math.floor((steps.length - 1) / 2) % SPARSE) };
      const scene = names.includes(name) ? sceneOf(name, size.scale, cache) : null;
      return {
        name,
        figure10: addFigure10(subject, report),
        table2: addTable2(name, steps, scene, report),
        discrete: addDiscrete(few, report),
        assignments: addAssignments(few, report),
        edgeVolumes: addEdgeVolumes(few, report),
        hierarchies: addHierarchies(few, report),
      };
    });
    report.progress(made.length, made.length);
    return { numbers: rows };
  },
};
