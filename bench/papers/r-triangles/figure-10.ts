// Figure 10 of R-Triangles: elementary tests and CPU time of BASIC, ADJ, NO-DUPL and R-TRI, as
// published and by the recipes of the library. The contacts must be the same for all of them.
import { adjacency, basic, MeshCollider, noDuplicates, type Recipe, rTriangles } from '../../../src/index.ts';
import type { Frame } from '../../frame-queries.ts';
import type { Report } from '../report.ts';
import type { Subject } from '../steps.ts';
import { mean, rounded, times } from '../table.ts';
import { agreed, interleaved } from './interleaved.ts';
import { publishedRows } from './models.ts';
import { PublishedDetection, publishedMethods } from './published.ts';

/** The recipes that correspond to the methods as published. */
const recipes: readonly Recipe[] = [basic, adjacency, noDuplicates, rTriangles];

/** Tests and milliseconds of the methods, in their order. */
interface Work {
  readonly tests: number[];
  readonly ms: number[];
}

/** What figure 10 says of one scene: means over its steps. */
export interface Figure10 {
  readonly published: Work;
  readonly ours: Work;
}

function measureOurs({ mesh, x0, x1 }: Frame): Work & { contacts: number } {
  const colliders = recipes.map((recipe) => new MeshCollider(mesh, { recipe }));
  const found = colliders.map((collider) => {
    const { count, tally } = collider.collide(x0, x1);
    return { count, tests: tally.tests };
  });
  const ms = interleaved(colliders.map((collider) => () => collider.collide(x0, x1)));
  for (const collider of colliders) collider.dispose();
  return {
    contacts: agreed(found.map(({ count }) => count)),
    tests: found.map(({ tests }) => tests),
    ms,
  };
}

function measurePublished(frame: Frame): Work & { contacts: number } {
  const detection = new PublishedDetection(frame);
  const found = publishedMethods.map((method) => detection.run(method));
  return {
    contacts: agreed(found.map(({ contacts }) => contacts)),
    tests: found.map(({ tests }) => tests),
    ms: interleaved(publishedMethods.map((method) => () => detection.run(method))),
  };
}

function means(work: readonly Work[]): Work {
  return {
    tests: recipes.map((_, i) => mean(work.map(({ tests }) => tests[i]))),
    ms: recipes.map((_, i) => mean(work.map(({ ms }) => ms[i]))),
  };
}

/** Measures the steps of a scene and adds their rows. */
export function addFigure10({ name, steps }: Subject, report: Report): Figure10 {
  const work = steps.map((frame) => {
    const [published, ours] = [measurePublished(frame), measureOurs(frame)];
    agreed([published.contacts, ours.contacts]);
    return { published, ours };
  });
  const published = means(work.map((step) => step.published));
  const ours = means(work.map((step) => step.ours));
  const names = publishedMethods.map((method) => method.name);
  const testRow = (label: string, [base, adj, noDupl, rTri]: number[]): string[] => [
    label,
    ...[base, adj, noDupl, rTri].map(rounded),
    times(base / rTri),
    times(noDupl / rTri),
    times(base / noDupl),
  ];
  report
    .table(
      'Figure 10a: elementary tests a step',
      ['', ...names, 'BASIC / R-TRI', 'NO-DUPL / R-TRI', 'BASIC / NO-DUPL'],
      'The paper gives NO-DUPL some 3 times the tests of R-TRI, BASIC some 5 times those of NO-DUPL, and ADJ as many as R-TRI; it plots means and names the largest ratios. As published has the boxes of swept faces and edges. Where steps are short against the faces, boxes of edges cull nearly all that boxes of faces leave, and the ratios are far above those of the paper. Ours has 18-DOPs at both ends of the step, for faces before all methods: these leave BASIC fewer pairs, so that there is less to gain.',
    )
    .add(
      testRow(`${name}, as published`, published.tests),
      testRow(`${name}, ours`, ours.tests),
      ...publishedRows(name, ({ ratio }) => ['', '', '', '', `up to ${ratio}×`]),
    );
  const timeRow = (label: string, ms: number[]): string[] => [
    label,
    ...ms.map((value) => value.toFixed(1)),
    ...ms.slice(0, 3).map((value) => times(value / ms[3])),
  ];
  report
    .table(
      'Figure 10b: CPU ms a step, warm',
      ['', ...names, 'BASIC / R-TRI', 'ADJ / R-TRI', 'NO-DUPL / R-TRI'],
      'The paper gives BASIC up to 5 times the time of R-TRI, and NO-DUPL some 1.33 times. An elementary test here is a sieve that drops most pairs for a few nanoseconds, so that tests saved are worth less than those of the paper, each of which solved a cubic: as published, R-TRI gains nothing over NO-DUPL in time. As published is plain TypeScript with one tree of boxes; ours are kernels.',
    )
    .add(
      timeRow(`${name}, as published`, published.ms),
      timeRow(`${name}, ours`, ours.ms),
      ...publishedRows(name, ({ speedup }) => ['', '', '', '', `up to ${speedup}×`]),
    );
  return { published, ours };
}
