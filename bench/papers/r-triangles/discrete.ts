// Discrete detection [R-Triangles §1, §5.1]: tests of an edge against a face at one instant, as
// published and by the recipes of the library, and their time beside tests of whole faces.
import { adjacency, basic, iccd, MeshCollider, noDuplicates, type Recipe, rTriangles } from '../../../src/index.ts';
import type { Report } from '../report.ts';
import type { Subject } from '../steps.ts';
import { mean, rounded, times } from '../table.ts';
import { agreed, interleaved } from './interleaved.ts';
import { discreteTests } from './published.ts';

const recipes: readonly Recipe[] = [basic, adjacency, noDuplicates, rTriangles, iccd];

/** Means over the steps of a scene. */
export interface Discrete {
  readonly published: { readonly basic: number; readonly noDupl: number; readonly rTri: number };
  /** Of BASIC, ADJ, NO-DUPL and R-TRI. */
  readonly tests: readonly number[];
  /** The same, then of faces tested as wholes. */
  readonly ms: readonly number[];
  readonly crossings: number;
}

/** Measures the ends of the steps of a scene and adds their rows. */
export function addDiscrete({ name, steps }: Subject, report: Report): Discrete {
  const measured = steps.map(({ mesh, x0, x1 }) => {
    const colliders = recipes.map((recipe) => new MeshCollider(mesh, { recipe }));
    const found = colliders.map((collider) => collider.intersections(x1).count);
    const tests = colliders.slice(0, -1).map((collider) => collider.tally.tests);
    const ms = interleaved(colliders.map((collider) => () => collider.intersections(x1)));
    for (const collider of colliders) collider.dispose();
    return { published: discreteTests({ mesh, x0, x1 }, x1), crossings: agreed(found), tests, ms };
  });
  const meanOf = (of: (step: (typeof measured)[number]) => number): number => mean(measured.map(of));
  const published = {
    basic: meanOf((step) => step.published.basic),
    noDupl: meanOf((step) => step.published.noDupl),
    rTri: meanOf((step) => step.published.rTri),
  };
  const tests = recipes.slice(0, -1).map((_, i) => meanOf((step) => step.tests[i]));
  const ms = recipes.map((_, i) => meanOf((step) => step.ms[i]));
  const crossings = meanOf((step) => step.crossings);
  const head = ['', 'BASIC', 'ADJ', 'NO-DUPL', 'R-TRI', 'BASIC / R-TRI', 'NO-DUPL / R-TRI'];
  report
    .table(
      'Discrete detection: tests of an edge against a face an instant',
      [...head, 'pairs of faces that meet'],
      'The paper claims the discrete case and prints no figures of it. As published, pairs of adjacent faces are candidates too, and where little else is close nearly all tests are theirs. Ours excludes nearly all of these pairs by one certificate per vertex, and separates faces by slabs and planes.',
    )
    .add(
      [
        `${name}, as published`,
        rounded(published.basic),
        '',
        rounded(published.noDupl),
        rounded(published.rTri),
        times(published.basic / published.rTri),
        times(published.noDupl / published.rTri),
      ],
      [
        `${name}, ours`,
        ...tests.map(rounded),
        ...[0, 2].map((i) => (tests[3] > 0 ? times(tests[i] / tests[3]) : '')),
        rounded(crossings),
      ],
    );
  report
    .table(
      'Discrete detection: CPU ms an instant, warm',
      [...head.slice(0, 5), 'faces as wholes', 'faces / R-TRI'],
      'The default recipe tests pairs of faces as wholes, which needs at most eight signs for a pair, and often two. Where much crosses, several edges are tested for one pair of faces, and their time shows; elsewhere the search for pairs is most of it.',
    )
    .add([`${name}, ours`, ...ms.map((value) => value.toFixed(1)), times(ms[4] / ms[3])]);
  return { published, tests, ms, crossings };
}
