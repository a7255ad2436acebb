// Lists the contacts of steps for `--contacts`: those of the mesh as it was read, without welds, as
// `--first`, `--min-separation`, `--max-contacts` and `--recipe` ask for them. Where none of these
// matters, they are the contacts that the clashes were found from; otherwise a collider of its own
// finds them.
import { recipesByName } from '../../check/recipes-by-name.ts';
import { type CheckOptions, checkStep, edgeContacts, firstTime, type Step } from '../../check/step.ts';
import { withFacesOf } from '../../check/with-ids-of.ts';
import { iccdWithoutCones, MeshCollider, type TriMesh } from '../../index.ts';
import type { ThreadPool } from '../../threads.ts';
import { addContacts } from '../step-text.ts';
import { Utf8Text } from '../utf8-text.ts';
import type { CheckFrames } from './check-sequence.ts';

/** How many contacts a step has. */
export interface ContactCounts {
  /** The number of vertex–face contacts. */
  readonly vf: number;
  /** The number of edge–edge contacts. */
  readonly ee: number;
  /** The time of the first contact found, in [0, 1]; null if there is none. */
  readonly first: number | null;
  /** Whether the search ended at `maxContacts`: there are more contacts, perhaps earlier ones. */
  readonly truncated: boolean;
}

/** Counts the contacts of a step. */
export function countsOf(step: Step): ContactCounts {
  const ee = edgeContacts(step);
  return { vf: step.count - ee, ee, first: firstTime(step), truncated: step.truncated };
}

/** The contacts of a step for the outputs. */
export interface ListedContacts {
  /** How many they are. */
  readonly listed: ContactCounts;
  /** A line of JSON in UTF-8; null if it is not wanted. */
  readonly text: Uint8Array | null;
}

/** Lists contacts on one thread. */
export class ContactLister {
  private readonly frames: CheckFrames;
  private readonly options: CheckOptions;
  private readonly isWritten: boolean;
  private readonly pool: ThreadPool | null;
  private readonly text = new Utf8Text();
  private collider: MeshCollider | null = null;

  /** `isWritten`: whether the steps are formatted as text. */
  constructor(frames: CheckFrames, options: CheckOptions, isWritten: boolean, pool: ThreadPool | null) {
    this.frames = frames;
    this.pool = pool;
    this.options = options;
    this.isWritten = isWritten;
  }

  /** Builds the tree for the next steps, the first of which is `index`, from these positions. */
  pinTree(index: number, x: Float64Array): void {
    if (!this.needsSearch) return;
    const mesh = this.frames.unweldedMeshBetween(index, index + 1);
    if (this.collider?.mesh !== mesh) {
      this.collider?.dispose();
      const { recipe: name } = this.options;
      const recipe = name === 'iccd' ? iccdWithoutCones : recipesByName[name];
      this.collider = new MeshCollider(mesh, { recipe, pool: this.pool ?? undefined });
    }
    this.collider.pinTree(x);
  }

  /** Lists the contacts of a step; `found` are all contacts of `welded`, the mesh of the step. */
  list(found: Step, welded: TriMesh, x0: Float64Array, x1: Float64Array): ListedContacts {
    const { frames, isWritten, collider } = this;
    const step = collider ? checkStep(collider, found.index, x0, x1, this.options) : found;
    if (isWritten) {
      const names = [frames.nameOf(step.index), frames.nameOf(step.index + 1)] as const;
      const mesh = collider?.mesh ?? welded;
      addContacts(this.text, names, mesh, withFacesOf(frames.unweldedMesh, mesh, step));
    }
    return { listed: countsOf(step), text: isWritten ? this.text.take() : null };
  }

  /** Whether the contacts to list may differ from those that the clashes were found from. */
  private get needsSearch(): boolean {
    const { recipe, first, minSeparation, maxContacts } = this.options;
    if (first || minSeparation > 0 || maxContacts < Infinity) return true;
    return this.isWritten && (recipe !== 'iccd' || this.frames.mesh !== this.frames.unweldedMesh);
  }
}
