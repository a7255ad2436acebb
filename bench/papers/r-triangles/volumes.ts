// What bounds of edges and hierarchies of features cost in memory and time [R-Triangles §3, §5.1].
import { MeshCollider, rTriangles } from '../../../src/index.ts';
import type { Frame } from '../../frame-queries.ts';
import type { Report } from '../report.ts';
import type { Subject } from '../steps.ts';
import { mean, percent, rounded, times } from '../table.ts';
import { FeatureHierarchies } from './feature-hierarchies.ts';
import { agreed, interleaved } from './interleaved.ts';
import { PublishedDetection, publishedRTri } from './published.ts';

const volumes = ['on-demand', 'stored'] as const;

/** Bytes that a collider holds. */
function bytesOf(collider: MeshCollider): number {
  return (collider as unknown as { search: { heldBytes: number } }).search.heldBytes;
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const milliseconds = (ms: number): string => ms.toFixed(1);

/** Means over steps: of bounds on demand, then stored. */
export interface EdgeVolumeCost {
  readonly ours: readonly { readonly bytes: number; readonly ms: number }[];
  readonly published: readonly { readonly bytes: number; readonly ms: number }[];
}

function measureVolumes(frame: Frame): EdgeVolumeCost {
  const colliders = volumes.map(
    (edgeVolumes) => new MeshCollider(frame.mesh, { recipe: rTriangles.with({ edgeVolumes }) }),
  );
  const detection = new PublishedDetection(frame);
  const ours = colliders.map((collider) => () => collider.collide(frame.x0, frame.x1).count);
  const published = [false, true].map((stored) => () => detection.run(publishedRTri, stored).contacts);
  const runs = [...ours, ...published];
  agreed(runs.map((run) => run()));
  const ms = interleaved(runs);
  const bytes = colliders.map(bytesOf);
  for (const collider of colliders) collider.dispose();
  const tree = detection.tree.bytes;
  return {
    ours: bytes.map((held, i) => ({ bytes: held, ms: ms[i] })),
    published: [tree, tree + detection.edgeBoxes.byteLength].map((held, i) => ({ bytes: held, ms: ms[2 + i] })),
  };
}

/** Measures bounds of edges on the steps of a scene and adds their rows. */
export function addEdgeVolumes({ name, steps }: Subject, report: Report): EdgeVolumeCost {
  const all = steps.map(measureVolumes);
  const meanOf = (side: keyof EdgeVolumeCost) =>
    [0, 1].map((i) => ({
      bytes: mean(all.map((cost) => cost[side][i].bytes)),
      ms: mean(all.map((cost) => cost[side][i].ms)),
    }));
  const cost = { ours: meanOf('ours'), published: meanOf('published') };
  const row = (label: string, [demand, stored]: EdgeVolumeCost['ours']): string[] => [
    label,
    megabytes(demand.bytes),
    megabytes(stored.bytes),
    percent(stored.bytes / demand.bytes - 1),
    milliseconds(demand.ms),
    milliseconds(stored.ms),
    times(demand.ms / stored.ms),
  ];
  report
    .table(
      'Bounds of edges: MB and CPU ms a step, on demand and stored',
      ['', 'MB on demand', 'stored', 'more', 'ms on demand', 'stored', 'on demand / stored'],
      "As published, MB are those of the tree alone. Its share of boxes differs from the paper's 75 % by what else a node holds. Ours are those of the whole collider, and a stored edge has slabs at both ends of the step instead of one box.",
    )
    .add(row(`${name}, as published`, cost.published), row(`${name}, ours`, cost.ours), ['  paper', '', '', '75 %']);
  return cost;
}

/** Means over steps: of R-TRI on one tree, then of three trees. */
export interface HierarchyCost {
  readonly bytes: readonly number[];
  readonly ms: readonly number[];
  readonly tests: readonly number[];
  /** Bytes of the tree over faces alone. */
  readonly faceTree: number;
}

function measureHierarchies(frame: Frame): HierarchyCost {
  const detection = new PublishedDetection(frame);
  const hierarchies = new FeatureHierarchies(frame);
  const runs = [() => detection.run(publishedRTri), () => hierarchies.run()];
  const found = runs.map((run) => run());
  agreed(found.map(({ contacts }) => contacts));
  return {
    faceTree: detection.tree.bytes,
    bytes: [detection.tree.bytes + detection.edgeBoxes.byteLength, hierarchies.bytes],
    ms: interleaved(runs),
    tests: found.map(({ tests }) => tests),
  };
}

/** Measures three feature hierarchies on the steps of a scene and adds their row. */
export function addHierarchies({ name, steps }: Subject, report: Report): HierarchyCost {
  const all = steps.map(measureHierarchies);
  const meanOf = (of: (cost: HierarchyCost) => number): number => mean(all.map(of));
  const pair = (of: (cost: HierarchyCost) => readonly number[]): number[] =>
    [0, 1].map((i) => meanOf((cost) => of(cost)[i]));
  const cost = {
    faceTree: meanOf((one) => one.faceTree),
    bytes: pair((one) => one.bytes),
    ms: pair((one) => one.ms),
    tests: pair((one) => one.tests),
  };
  report
    .table(
      'Feature hierarchies, as published: a tree each over vertices, edges and faces beside one tree of R-TRI',
      [
        '',
        'MB face tree',
        'R-TRI',
        'three trees',
        'three / face tree',
        'ms R-TRI',
        'three trees',
        'tests R-TRI',
        'three trees',
      ],
      'Three binary trees over the features of a mesh have three times the leaves of one over its faces, hence three times the nodes; the paper says 4 to 7 times the space, perhaps with more per node. Three trees test the boxes of vertices where R-TRI tests segments. They take about as long here: there is more to refit and to traverse, but boxes of features drop pairs earlier in the traversal than those of faces.',
    )
    .add(
      [
        name,
        megabytes(cost.faceTree),
        ...cost.bytes.map(megabytes),
        times(cost.bytes[1] / cost.faceTree),
        ...cost.ms.map(milliseconds),
        ...cost.tests.map(rounded),
      ],
      ['  paper', '', '', '', '4–7×'],
    );
  return cost;
}
