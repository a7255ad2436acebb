// Checks steps on one thread and prepares what the outputs need. One collider serves all steps for
// as long as the mesh stays the same.

import type { RecipeName } from '../check/recipe-names.ts';
import { recipesByName } from '../check/recipes-by-name.ts';
import type { Sequence } from '../check/sequence.ts';
import { type CheckOptions, checkStep, copyOf, edgeContacts, firstTime, type Step } from '../check/step.ts';
import { withIdsOf } from '../check/with-ids-of.ts';
import { iccdWithoutCones, MeshCollider, type Recipe, type TriMesh } from '../index.ts';
import { addCsv, addJson } from './step-text.ts';
import { Utf8Text } from './utf8-text.ts';
import type { WorkQueue } from './work-queue.ts';

/** Which outputs a check writes. */
export interface Outputs {
  /** `--json`. */
  readonly json: boolean;
  /** `--csv`. */
  readonly csv: boolean;
  /** `--report`. */
  readonly report: boolean;
}

/**
 * The result of a step that the writing thread needs. It is small, because it travels between
 * threads.
 */
export interface StepResult {
  /** The number of the step, from 0. */
  readonly index: number;
  /** The number of vertex–face contacts. */
  readonly vf: number;
  /** The number of edge–edge contacts. */
  readonly ee: number;
  /** The time of the first contact found, in [0, 1]; null if there is none. */
  readonly first: number | null;
  /** Milliseconds spent in the collider. */
  readonly ms: number;
  /** Whether the search ended at `maxContacts`: there are more contacts, perhaps earlier ones. */
  readonly truncated: boolean;
  /** The step as JSON in UTF-8; null if not wanted. */
  readonly json: Uint8Array | null;
  /** The step as rows of CSV in UTF-8; null if not wanted. */
  readonly csv: Uint8Array | null;
  /** The contacts, and the positions at the end of the step; null if no report is wanted. */
  readonly report: { readonly step: Step; readonly x1: Float64Array } | null;
}

/** The collider, the frames in memory and the text buffer of one thread. */
export class Stepper {
  private readonly sequence: Sequence;
  private readonly queue: WorkQueue;
  private readonly options: CheckOptions;
  private readonly outputs: Outputs;
  private readonly text = new Utf8Text();
  private collider: MeshCollider;
  /** The frame that the collider's tree was built for. */
  private treeFrame = -1;
  /** The frame that was read last; the next step usually begins with it. */
  private latest = -1;
  private positions: Float64Array | undefined;
  /** An array that nobody uses any more; the next frame is read into it. */
  private spare: Float64Array | undefined;

  /** `queue` decides which frame's tree serves a step. */
  constructor(sequence: Sequence, queue: WorkQueue, options: CheckOptions, outputs: Outputs) {
    this.sequence = sequence;
    this.queue = queue;
    this.options = options;
    this.outputs = outputs;
    this.collider = this.colliderOf(sequence.mesh);
  }

  private colliderOf(mesh: TriMesh): MeshCollider {
    return new MeshCollider(mesh, { recipe: recipeOf(this.options.recipe) });
  }

  /** Checks the step from frame `index` to the next. */
  async check(index: number): Promise<StepResult> {
    const { sequence, options } = this;
    const mesh = sequence.meshOf(index);
    if (mesh !== this.collider.mesh) {
      this.collider = this.colliderOf(mesh);
      this.treeFrame = -1;
    }
    const treeFrame = this.queue.treeFrame(index);
    if (treeFrame !== this.treeFrame) this.collider.pinTree(await this.read(treeFrame));
    this.treeFrame = treeFrame;
    const x0 = await this.read(index);
    const x1 = await this.read(index + 1);
    const step = checkStep(this.collider, index, x0, x1, options);
    return this.resultOf(withIdsOf(sequence.mesh, mesh, step), x1);
  }

  private async read(frame: number): Promise<Float64Array> {
    const before = this.positions;
    if (before && frame === this.latest) return before;
    const positions = await this.sequence.read(frame, this.spare);
    this.latest = frame;
    this.positions = positions;
    // A step needs only this frame and the one before, so the array of the latter is free. A report
    // keeps all frames.
    if (!this.outputs.report) this.spare = before;
    return positions;
  }

  private resultOf(step: Step, x1: Float64Array): StepResult {
    const { outputs } = this;
    const ee = edgeContacts(step);
    return {
      index: step.index,
      vf: step.count - ee,
      ee,
      first: firstTime(step),
      ms: step.ms,
      truncated: step.truncated,
      json: outputs.json ? this.textOf(addJson, step) : null,
      csv: outputs.csv ? this.textOf(addCsv, step) : null,
      report: outputs.report ? { step: copyOf(step), x1 } : null,
    };
  }

  private textOf(add: (out: Utf8Text, sequence: Sequence, step: Step) => void, step: Step): Uint8Array {
    add(this.text, this.sequence, step);
    return this.text.take();
  }
}

/**
 * Returns the recipe of a name. ICCD runs without cones here. Building their patches costs as much
 * as fifteen steps and saves at most a third of each. Also, the patches learn from step to step, so
 * the tally of a step would depend on the steps before.
 */
function recipeOf(name: RecipeName): Recipe {
  return name === 'iccd' ? iccdWithoutCones : recipesByName[name];
}
