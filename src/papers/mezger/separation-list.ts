// A separation list [Mezger §6.3, after Li and Chen]: the pairs of nodes at which the last traversal ended, from which the next one goes
// on. All pairs of leaves are below some of them, so nothing is lost. Only ways down are followed; after some steps, or when the list has
// doubled, it starts from the roots again. Pairs of nodes that the lazy update left alone are as they were.
import { PairList } from '../../core/pairs/pair-list.ts';
import type { Front, Traversal } from './traverse.ts';

/** Steps until the list is made anew. */
const STEPS = 32;

export class SeparationList {
  private now: Front = emptyFront();
  private before: Front = emptyFront();
  /** Of the list when it was made. */
  private length = 0;
  private age = STEPS;

  /** Everything starts from the roots with the next step. */
  forget(): void {
    this.age = STEPS;
  }

  /** The list to fill in this step. */
  turn(): Front {
    [this.now, this.before] = [this.before, this.now];
    this.now.apart.clear();
    this.now.touching.clear();
    return this.now;
  }

  /** Goes on from the last step; false if the traversal has to start from the roots. */
  resume(traversal: Traversal, isRenewed: Uint8Array): boolean {
    const { apart, touching } = this.before;
    const length = apart.count + touching.count;
    if (++this.age >= STEPS || length > 2 * this.length) return false;
    this.resumeApart(traversal, apart.ids(), isRenewed);
    const ids = touching.ids();
    for (let i = 0; i < ids.length; i += 2) {
      if ((isRenewed[ids[i]] | isRenewed[ids[i + 1]]) === 0) traversal.emit(ids[i], ids[i + 1]);
      else traversal.collect(ids[i], ids[i + 1]);
    }
    return true;
  }

  private resumeApart(traversal: Traversal, ids: Uint32Array, isRenewed: Uint8Array): void {
    const { apart } = this.now;
    for (let i = 0; i < ids.length; i += 2) {
      const isSame = ids[i] !== ids[i + 1] && (isRenewed[ids[i]] | isRenewed[ids[i + 1]]) === 0;
      if (isSame) apart.push(ids[i], ids[i + 1]);
      else traversal.collect(ids[i], ids[i + 1]);
    }
  }

  /** After a step that started from the roots. */
  restart(): void {
    this.length = this.now.apart.count + this.now.touching.count;
    this.age = 0;
  }
}

function emptyFront(): Front {
  return { apart: new PairList(1024), touching: new PairList(1024) };
}
