// Selective restructuring of the tree over the objects [ICCD §VI-B]: 1,225 balls, more than are
// sorted anew in every step. Beside it the same steps with all objects sorted anew every time, and
// with the first tree refitted only.
import { nBody } from '../../scenes/n-body.ts';
import { TopTree } from '../../src/core/tree/top-tree.ts';
import { iccdWithoutCones, MeshCollider } from '../../src/index.ts';
import { cpuMs, median } from '../measure.ts';
import { stepAt } from './steps.ts';
import { mean } from './table.ts';

/** How the tree over the objects follows their motion. */
export const WAYS = ['selective', 'sorted anew', 'refitted only'] as const;
type Way = (typeof WAYS)[number];

/** One way, over all steps. */
export interface RestructuringRow {
  readonly way: Way;
  readonly objects: number;
  /** Objects that were sorted anew, per step, as a share of all. */
  readonly sorted: number;
  /** Steps in which some branch was sorted anew, as a share of all. */
  readonly steps: number;
  /** Pairs of nodes visited, per step. */
  readonly nodePairs: number;
  /** CPU milliseconds per step, the median, and those of restructuring. */
  readonly ms: number;
  readonly treeMs: number;
}

/** Size of the scene relative to 245 balls. */
const SCALE = 5;
/** From one measured step to the next, in frames: far enough for the balls to change places. */
const STRIDE = 3;

/** What the bench reads and replaces of a tree over objects. */
interface Inner {
  roots: Uint32Array;
  sizes: Uint32Array;
  isNew: boolean;
  arrange(node: number, ...rest: unknown[]): void;
}

/** Runs a task while all trees over objects go this way; returns what was done. */
function goingThisWay(way: Way, run: () => void): { sorted: number; ms: number } {
  const prototype = TopTree.prototype as unknown as Inner & Pick<TopTree, 'restructure'>;
  const { arrange, restructure } = prototype;
  const done = { sorted: 0, ms: 0 };
  prototype.arrange = function (node, ...rest) {
    done.sorted += this.sizes[node];
    arrange.call(this, node, ...rest);
  };
  prototype.restructure = function (this: Inner, ...rest: Parameters<TopTree['restructure']>) {
    done.ms += cpuMs(() => {
      if (way === 'sorted anew') this.isNew = true;
      if (way === 'refitted only' && !this.isNew) rest[2]();
      else restructure.apply(this as unknown as TopTree, rest);
    });
  };
  try {
    run();
  } finally {
    Object.assign(prototype, { arrange, restructure });
  }
  return done;
}

/** Measures all ways on the same steps. */
export function measureRestructuring(scale = SCALE): RestructuringRow[] {
  const scene = nBody({ scale });
  const frames = Array.from({ length: Math.floor((scene.frameCount - 1) / STRIDE) }, (_, k) => STRIDE * k);
  const colliders = WAYS.map(() => new MeshCollider(scene.mesh, { recipe: iccdWithoutCones }));
  const costs = WAYS.map(() => [] as { sorted: number; treeMs: number; nodePairs: number; ms: number }[]);
  for (const [k, frame] of frames.entries()) {
    const { x0, x1 } = stepAt(scene, frame);
    for (const [i, way] of WAYS.entries()) {
      let ms = 0;
      const { sorted, ms: treeMs } = goingThisWay(way, () => {
        ms = cpuMs(() => colliders[i].collide(x0, x1));
      });
      // The first step builds all trees.
      if (k > 0) costs[i].push({ sorted, treeMs, ms, nodePairs: colliders[i].tally.nodePairs });
    }
  }
  const objects = scene.mesh.topology.componentCount;
  return WAYS.map((way, i) => ({
    way,
    objects,
    sorted: mean(costs[i].map(({ sorted }) => sorted)) / objects,
    steps: mean(costs[i].map(({ sorted }) => (sorted > 0 ? 1 : 0))),
    nodePairs: mean(costs[i].map(({ nodePairs }) => nodePairs)),
    ms: median(costs[i].map(({ ms }) => ms)),
    treeMs: median(costs[i].map(({ treeMs }) => treeMs)),
  }));
}
