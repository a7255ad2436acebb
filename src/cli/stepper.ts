// Checks steps on one thread, with one collider for all of them as long as the mesh stays the same, and makes of each what the outputs need.

import { withIdsOf } from '../check/ids-of.ts';
import type { RecipeName } from '../check/recipe-names.ts';
import { recipes } from '../check/recipes.ts';
import type { Sequence } from '../check/sequence.ts';
import { type CheckOptions, checkStep, copyOf, edgeContacts, firstTime, type Step } from '../check/step.ts';
import { iccdWithoutCones, MeshCollider, type Recipe, type TriMesh } from '../index.ts';
import type { StepShares } from './step-shares.ts';
import { addCsv, addJson } from './step-text.ts';
import { Utf8Text } from './utf8-text.ts';

/** Which outputs are asked for. */
export interface Wanted {
  readonly json: boolean;
  readonly csv: boolean;
  readonly report: boolean;
}

/** What is left of a step for the thread that writes: as little as it can do with. */
export interface StepResult {
  readonly index: number;
  readonly vf: number;
  readonly ee: number;
  /** Null where nothing touches. */
  readonly first: number | null;
  readonly ms: number;
  readonly truncated: boolean;
  /** Text in UTF-8, where it is wanted. */
  readonly json: Uint8Array | null;
  readonly csv: Uint8Array | null;
  /** Contacts, and positions at the end of the step. */
  readonly report: { readonly step: Step; readonly x1: Float64Array } | null;
}

/** How many times as long the first tree takes as those after it: its code is not compiled well yet, and its memory is new. */
const COLD = 2.5;

export class Stepper {
  private readonly sequence: Sequence;
  private readonly shares: StepShares;
  private readonly options: CheckOptions;
  private readonly wanted: Wanted;
  private readonly text = new Utf8Text();
  private collider: MeshCollider;
  /** The frame that the collider's tree was built for. */
  private settledAt = -1;
  /** Milliseconds that another tree will take, and that the last step took without one. */
  private treeTime = 0;
  private stepTime = 0;
  /** The frame read last, where the next step mostly begins. */
  private latest = -1;
  private positions: Float64Array | undefined;
  /** Positions that nobody needs any more, where the next ones go. */
  private spare: Float64Array | undefined;

  constructor(sequence: Sequence, shares: StepShares, options: CheckOptions, wanted: Wanted) {
    this.sequence = sequence;
    this.shares = shares;
    this.options = options;
    this.wanted = wanted;
    this.collider = this.colliderOf(sequence.mesh);
  }

  private colliderOf(mesh: TriMesh): MeshCollider {
    return new MeshCollider(mesh, { recipe: recipeOf(this.options.recipe) });
  }

  /** The next step for this thread; null where there is none, or none yet. */
  take(thread: number): number | null {
    const treeCost = this.stepTime > 0 ? this.treeTime / this.stepTime : 0;
    return this.shares.take(thread, treeCost, this.settledAt);
  }

  async check(index: number): Promise<StepResult> {
    const { sequence, options } = this;
    const begun = performance.now();
    const mesh = sequence.meshOf(index);
    if (mesh !== this.collider.mesh) {
      this.collider = this.colliderOf(mesh);
      this.settledAt = -1;
    }
    const tree = this.shares.treeOf(index);
    if (tree !== this.settledAt) {
      this.collider.settle(await this.read(tree));
      const isFirst = this.treeTime === 0;
      this.treeTime = (performance.now() - begun) / (isFirst ? COLD : 1);
    }
    this.settledAt = tree;
    const settled = performance.now();
    const x0 = await this.read(index);
    const x1 = await this.read(index + 1);
    const step = checkStep(this.collider, index, x0, x1, options);
    const result = this.resultOf(withIdsOf(sequence.mesh, mesh, step), x1);
    this.stepTime = performance.now() - settled;
    return result;
  }

  private async read(frame: number): Promise<Float64Array> {
    const before = this.positions;
    if (before && frame === this.latest) return before;
    const positions = await this.sequence.read(frame, this.spare);
    this.latest = frame;
    this.positions = positions;
    // A step needs these and the ones before; a report keeps all.
    if (!this.wanted.report) this.spare = before;
    return positions;
  }

  private resultOf(step: Step, x1: Float64Array): StepResult {
    const { wanted } = this;
    const ee = edgeContacts(step);
    return {
      index: step.index,
      vf: step.count - ee,
      ee,
      first: firstTime(step),
      ms: step.ms,
      truncated: step.truncated,
      json: wanted.json ? this.textOf(addJson, step) : null,
      csv: wanted.csv ? this.textOf(addCsv, step) : null,
      report: wanted.report ? { step: copyOf(step), x1 } : null,
    };
  }

  private textOf(add: (out: Utf8Text, sequence: Sequence, step: Step) => void, step: Step): Uint8Array {
    add(this.text, this.sequence, step);
    return this.text.take();
  }
}

/** Patches for cones cost as much as fifteen steps and save a third of each at best; and what they learn would show in the tally. */
function recipeOf(name: RecipeName): Recipe {
  return name === 'iccd' ? iccdWithoutCones : recipes[name];
}
