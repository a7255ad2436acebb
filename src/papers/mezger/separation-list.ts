// A separation list [Mezger §6.3, after Li and Chen]: the pairs of nodes at which the last
// traversal ended; the next one resumes there. Every pair of leaves is below one of them, so
// nothing is lost. Pairs only move down in the hierarchy: after some steps, or when the list has
// doubled, a traversal starts from the roots again. Pairs of nodes that the lazy update did not
// renew are not tested again.
import { PairList } from '../../core/pairs/pair-list.ts';
import type { DopTraversal, Front } from './dop-traversal.ts';

/** Steps until the list is rebuilt. */
const MAX_AGE = 32;

/** The fronts of the last two traversals. */
export class SeparationList {
  private now: Front = emptyFront();
  private before: Front = emptyFront();
  /** Length of the list when it was built. */
  private length = 0;
  private age = MAX_AGE;

  /** The front that the traversal of this step has to fill. */
  advance(): Front {
    [this.now, this.before] = [this.before, this.now];
    this.now.apart.clear();
    this.now.touching.clear();
    return this.now;
  }

  /** Resumes from the last step. Returns false if the traversal has to start from the roots. */
  resume(traversal: DopTraversal, isRenewed: Uint8Array): boolean {
    const { apart, touching } = this.before;
    const length = apart.count + touching.count;
    if (++this.age >= MAX_AGE || length > 2 * this.length) return false;
    this.resumeApart(traversal, apart.ids(), isRenewed);
    const ids = touching.ids();
    for (let i = 0; i < ids.length; i += 2) {
      if ((isRenewed[ids[i]] | isRenewed[ids[i + 1]]) === 0) traversal.emit(ids[i], ids[i + 1]);
      else traversal.collect(ids[i], ids[i + 1]);
    }
    return true;
  }

  private resumeApart(traversal: DopTraversal, ids: Uint32Array, isRenewed: Uint8Array): void {
    const { apart } = this.now;
    for (let i = 0; i < ids.length; i += 2) {
      const isSame = ids[i] !== ids[i + 1] && (isRenewed[ids[i]] | isRenewed[ids[i + 1]]) === 0;
      if (isSame) apart.push(ids[i], ids[i + 1]);
      else traversal.collect(ids[i], ids[i + 1]);
    }
  }

  /** To be called after a traversal from the roots. */
  noteRebuilt(): void {
    this.length = this.now.apart.count + this.now.touching.count;
    this.age = 0;
  }
}

function emptyFront(): Front {
  return { apart: new PairList(1024), touching: new PairList(1024) };
}
