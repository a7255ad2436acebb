// A separation list [Mezger §6.3, after Li and Chen]: the pairs of nodes at which the last
// traversal ended. The next traversal resumes there. Every pair of leaves is below one of them, so
// no pair is lost. Pairs only move down in the hierarchy, so a traversal starts from the roots
// again after some steps, or when the list has doubled. Pairs of nodes that the lazy update did not
// renew are not tested again.
import { PairList } from '../../core/pairs/pair-list.ts';
import type { DopTraversal, Front } from './dop-traversal.ts';

/** Steps after which the list is rebuilt from the roots. */
const MAX_AGE = 32;

/** The fronts of the last two traversals. */
export class SeparationList {
  /** The front of the current traversal. */
  private now: Front = emptyFront();
  /** The front of the last traversal. */
  private before: Front = emptyFront();
  /** Length of the list when it was built. */
  private length = 0;
  /** Steps since the list was built. */
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
    for (const list of [apart, touching]) {
      const ids = list.ids();
      for (let i = 0; i < ids.length; i += 2) {
        const a = ids[i];
        const b = ids[i + 1];
        // A quiet node is listed with itself; it may no longer be quiet.
        if (a === b || (isRenewed[a] | isRenewed[b]) !== 0) traversal.collect(a, b);
        else if (list === apart) this.now.apart.push(a, b);
        else traversal.emit(a, b);
      }
    }
    return true;
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
