// ADJ, after [Tang et al. 2007] as R-Triangles §5.2 describes it: pairs of faces that share no
// vertex come first, then adjacent ones. A database keeps every pair of features that the step has
// tested, so that none is tested twice.
import type { PairBuffer } from '../../core/pairs/pair-buffer.ts';
import type { FeaturePairs } from '../../core/recipe/recipe.ts';
import { PairSet } from './pair-set.ts';
import { RepresentedStages } from './represented-stages.ts';

/** The stages of ADJ: all tests of a pair of faces, but none twice in a step. */
export class RememberedStages extends RepresentedStages {
  /** The database removes repetitions. */
  override readonly repeats = false;
  /** Pairs of features that the current step, or the current instant, has tested. */
  private readonly tested = { vf: new PairSet(), ee: new PairSet(), ef: new PairSet() };

  /** Empties the database and moves adjacent pairs behind the others. */
  override thin(pairs: PairBuffer): void {
    const { ids } = pairs;
    const { mesh, faceOf } = this.motion;
    this.tested.vf.clear();
    this.tested.ee.clear();
    let front = 0;
    for (let i = 0; i < ids.length; i += 2) {
      if (mesh.topology.sharesVertex(faceOf[ids[i]], faceOf[ids[i + 1]])) continue;
      for (let k = 0; k < 2; k++) {
        const id = ids[front + k];
        ids[front + k] = ids[i + k];
        ids[i + k] = id;
      }
      front += 2;
    }
  }

  /** Emits the pairs of features that the step has not tested yet. */
  override emit(pairs: number, count: number, to: FeaturePairs): void {
    super.emit(pairs, count, to);
    to.vf.keep((v, f) => this.tested.vf.add(v, f));
    to.ee.keep((e, g) => this.tested.ee.add(e, g));
  }

  /** Empties the database. */
  startEdgeFaces(): void {
    this.tested.ef.clear();
  }

  /** Emits the pairs of edges and faces that this instant has not tested yet. */
  override emitEdgeFaces(pairs: number, count: number, to: PairBuffer): void {
    super.emitEdgeFaces(pairs, count, to);
    to.keep((e, f) => this.tested.ef.add(e, f));
  }

  /** None: the database needs all pairs of a step in one place. */
  override emission(): null {
    return null;
  }
}
