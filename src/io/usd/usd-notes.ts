// Collects what the reader leaves out or only approximates, one sentence for each kind.
import { printable } from './usd-error.ts';

/** Prims of one kind: the first and how many there are. */
interface NotedPrims {
  readonly first: string;
  count: number;
}

/** Collects notes. */
export class UsdNotes {
  private readonly kinds: Map<string, NotedPrims> = new Map();

  /** Notes that something holds of a prim; `sentence` begins the note. */
  add(sentence: string, path: string): void {
    const known = this.kinds.get(sentence);
    if (known) known.count++;
    else this.kinds.set(sentence, { first: path, count: 1 });
  }

  /** Returns the sentences. */
  sentences(): string[] {
    return Array.from(this.kinds, ([sentence, { first, count }]) => {
      const more = count === 1 ? '' : ` and ${count - 1} more`;
      return `${sentence}: ${printable(first)}${more}.`;
    });
  }
}
