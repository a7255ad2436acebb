// The base version with swept bounds, as the paper has it, and high-level culling alone [ICCD figure
// 15]. Neither is a recipe of the library. High-level culling alone runs all fifteen tests of every
// pair of faces, like the base version, except for pairs within one quiet patch.
import type { Tally } from '../../src/core/contacts/contacts.ts';
import type { VertexMotion } from '../../src/core/motion/vertex-motion.ts';
import type { PairBuffer } from '../../src/core/pairs/pair-buffer.ts';
import type { NodeLabeller, Recipe, Stages } from '../../src/core/recipe/recipe.ts';
import type { QuietLabels } from '../../src/core/tree/face-tree.ts';
import { basic, iccdWithCones } from '../../src/index.ts';
import { RepresentedStages } from '../../src/papers/r-triangles/represented-stages.ts';

class QuietBasicStages extends RepresentedStages {
  /** Whether bounds are swept. */
  readonly readsSweptBounds: boolean;
  /** Used for its labels only. */
  private readonly cones: Stages;
  private labels: QuietLabels | null = null;

  constructor(motion: VertexMotion, readsSweptBounds: boolean) {
    super(motion, { assignment: 'all', volumes: false });
    this.readsSweptBounds = readsSweptBounds;
    this.cones = iccdWithCones.stages(motion);
  }

  /**
   * Marks quiet patches, but does not pass their labels to the traversal, which would then drop
   * adjacent faces; these must stay here.
   */
  mark(tree: NodeLabeller, tally: Tally): null {
    this.labels = this.cones.mark?.(tree, tally) ?? null;
    return null;
  }

  override thin(pairs: PairBuffer): void {
    if (!this.labels) return;
    const { ids } = pairs;
    const labels = this.motion.memory.u32(this.labels.faces, this.motion.placeCount);
    let to = 0;
    for (let i = 0; i < ids.length; i += 2) {
      const label = labels[ids[i]];
      if (label !== 0 && label === labels[ids[i + 1]]) continue;
      ids[to++] = ids[i];
      ids[to++] = ids[i + 1];
    }
    pairs.count = to / 2;
  }
}

/** The base version with quiet patches. */
export const quietBasic: Recipe = {
  name: 'basic with cones',
  stages: (motion) => new QuietBasicStages(motion, false),
};

/** The same with swept bounds, as in the paper. */
export const quietSweptBasic: Recipe = {
  name: 'basic with cones, swept bounds',
  stages: (motion) => new QuietBasicStages(motion, true),
};

/** The base version with swept bounds, as in the paper. */
export const sweptBasic: Recipe = {
  name: 'basic, swept bounds',
  stages: (motion) => Object.assign(basic.stages(motion), { readsSweptBounds: true }),
};
