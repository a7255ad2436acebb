// Boxes against 18-DOPs [ICCD §VIII-A], with ICCD as published. The tree has boxes in both cases;
// without 18-DOPs every pair of faces whose boxes meet yields its tests.
import type { VertexMotion } from '../../src/core/motion/vertex-motion.ts';
import { iccdAsPublished, MeshCollider, type Recipe } from '../../src/index.ts';
import type { Frame } from '../frame-queries.ts';
import { cpuMs, median } from '../measure.ts';
import { mean } from './table.ts';

/** What one kind of volume leaves, and the CPU milliseconds of a step. */
interface VolumeCost {
  readonly facePairs: number;
  readonly tests: number;
  readonly ms: number;
}

/** Both kinds of volumes on one scene, means over its steps. */
export interface VolumesRow {
  readonly name: string;
  readonly boxes: VolumeCost;
  readonly dops: VolumeCost;
}

const ROUNDS = 3;

/** CPU milliseconds spent on opening slabs, which no collider with boxes alone would spend. */
let openingMs = 0;

// The layout of core/bounds/kernels/slabs.ts, in f32 of the 40 of a face: what is not of the axes.
const LOW = [3, 4, 5, 6, 7, 8, 9, 10, 11, 27, 28, 29, 30, 31];
const HIGH = [15, 16, 17, 18, 19, 20, 21, 22, 23, 35, 36, 37, 38, 39];

/** Makes all slabs but those of the axes infinite, once the tree has been traversed. */
function openSlabs({ memory, context }: VertexMotion): void {
  openingMs += cpuMs(() => {
    const slabs = memory.f32(context.slabs, 40 * context.placeCount);
    for (let face = 0; face < slabs.length; face += 40) {
      for (const k of LOW) slabs[face + k] = -Infinity;
      for (const k of HIGH) slabs[face + k] = Infinity;
    }
  });
}

const withBoxes: Recipe = {
  name: 'iccd as published, boxes',
  stages: (motion) =>
    Object.assign(iccdAsPublished.stages(motion), {
      thin: () => {
        if (!motion.isStatic) openSlabs(motion);
      },
    }),
};

function costOf({ mesh, x0, x1 }: Frame, recipe: Recipe): VolumeCost & { readonly contacts: number } {
  const collider = new MeshCollider(mesh, { recipe });
  const spent: number[] = [];
  for (let k = 0; k < 1 + ROUNDS; k++) {
    openingMs = 0;
    const ms = cpuMs(() => collider.collide(x0, x1));
    if (k > 0) spent.push(ms - openingMs);
  }
  const { count, tally } = collider.collide(x0, x1);
  collider.dispose();
  return { facePairs: tally.slabPairs, tests: tally.tests, ms: median(spent), contacts: count };
}

/** Measures both kinds of volumes on the steps of one scene. */
export function measureVolumes(name: string, steps: readonly Frame[]): VolumesRow {
  const costs = steps.map((step) => {
    const [boxes, dops] = [costOf(step, withBoxes), costOf(step, iccdAsPublished)];
    if (boxes.contacts !== dops.contacts) throw new Error(`${name}: boxes ${boxes.contacts}, 18-DOPs ${dops.contacts}`);
    return { boxes, dops };
  });
  const meanOf = (kind: 'boxes' | 'dops'): VolumeCost => ({
    facePairs: mean(costs.map((cost) => cost[kind].facePairs)),
    tests: mean(costs.map((cost) => cost[kind].tests)),
    ms: mean(costs.map((cost) => cost[kind].ms)),
  });
  return { name, boxes: meanOf('boxes'), dops: meanOf('dops') };
}
