// Table 2 of R-Triangles: how many vertex–face pairs the box of a swept vertex culls, and how many
// its segment. On longer steps too: over one frame the path of a vertex is short beside a face, and its
// segment little better than its box.
import type { Scene } from '../../../scenes/scene.ts';
import { MeshCollider } from '../../../src/index.ts';
import type { Frame } from '../../frame-queries.ts';
import type { Report } from '../report.ts';
import { stepAt, strideOf } from '../steps.ts';
import { percent, rounded } from '../table.ts';
import { publishedRows } from './models.ts';
import { PublishedDetection } from './published.ts';
import { countingVertexCulls, VertexCulls } from './vertex-culls.ts';

/** How many times as long steps are measured beside those of the animation. */
const LENGTHS = [4, 16];
/** Steps measured of each length. */
const STEPS = 3;

/** The culls of the pairs as published, and of the pairs that our slabs leave. */
export interface Table2 {
  /** How many times as long as in the animation. */
  readonly length: number;
  readonly published: VertexCulls;
  readonly ours: VertexCulls;
}

function cullsOf(length: number, steps: readonly Frame[]): Table2 {
  const published = new VertexCulls();
  const ours = new VertexCulls();
  const recipe = countingVertexCulls(ours);
  for (const frame of steps) {
    const culls = new PublishedDetection(frame).vertexCulls();
    published.pairs += culls.pairs;
    published.byBox += culls.byBox;
    published.bySegment += culls.bySegment;
    const collider = new MeshCollider(frame.mesh, { recipe });
    collider.collide(frame.x0, frame.x1);
    collider.dispose();
  }
  return { length, published, ours };
}

/** Steps over so many frames, spread over the animation. */
function longSteps(scene: Scene, frames: number): Frame[] {
  const last = scene.frameCount - frames;
  if (last < 1) return [];
  return Array.from({ length: STEPS }, (_, k) => stepAt(scene, Math.floor(((k + 0.5) / STEPS) * last), frames));
}

/** Adds the rows of a scene; `scene` is null for steps that are no part of an animation. */
export function addTable2(name: string, steps: readonly Frame[], scene: Scene | null, report: Report): Table2[] {
  const tables = [
    cullsOf(1, steps),
    ...LENGTHS.flatMap((length) => {
      const long = scene ? longSteps(scene, length * strideOf(name)) : [];
      return long.length > 0 ? [cullsOf(length, long)] : [];
    }),
  ];
  const rates = ({ pairs, byBox, bySegment }: VertexCulls): string[] => [
    rounded(pairs),
    percent(byBox / pairs),
    percent(bySegment / pairs),
  ];
  const over = ({ byBox, bySegment }: VertexCulls): string => (byBox > 0 ? percent(bySegment / byBox - 1) : '');
  report
    .table(
      'Table 2: vertex–face pairs culled, of those that NO-DUPL has for pairs of faces whose swept boxes overlap, or for pairs that our slabs leave',
      ['', 'pairs', 'box', 'segment', '18-DOPs at both ends', 'segment over box'],
      'The gain of the segment grows with the step, as the path of a vertex becomes long beside a face; over one frame it is short. The paper does not say how long its steps are. Slabs along nine directions at both ends of the step cull more than either, and a face pair that these leave has less to cull.',
    )
    .add(
      ...tables.flatMap(({ length, published, ours }) => {
        const label = length === 1 ? name : `${name}, steps ${length} times as long`;
        return [
          [`${label}, as published`, ...rates(published), '', over(published)],
          [`${label}, ours`, ...rates(ours), percent(ours.bySlabs / ours.pairs), over(ours)],
        ];
      }),
      ...publishedRows(name, ({ box, segment }) => [
        '',
        percent(box),
        percent(segment),
        '',
        percent(segment / box - 1),
      ]),
    );
  return tables;
}
