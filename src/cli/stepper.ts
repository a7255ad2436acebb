// Checks steps on one thread and prepares what the outputs need. One detector serves all steps for
// as long as the mesh stays the same.

import { type UncheckedPart, uncheckedParts } from '../check/scene/unchecked-parts.ts';
import { type CheckOptions, copyOf, emptyStep, type Step, stepOf } from '../check/step.ts';
import { UsageError } from '../check/usage-error.ts';
import { faceIdsOf, withIdsOf } from '../check/with-ids-of.ts';
import { ClashDetector, type ClashOptions, type ContactPlace, type FrameClash, type FrameOptions } from '../clash.ts';
import { iccdWithoutCones, MeshError, SearchLimitError, type TriMesh } from '../index.ts';
import type { ThreadPool } from '../threads.ts';
import type { CheckInput } from './check/check-sequence.ts';
import { type ContactCounts, ContactLister, countsOf } from './check/contact-lister.ts';
import { type PairChoice, pairsOf } from './check/part-pairs.ts';
import { thousands } from './thousands.ts';
import type { WorkQueue } from './work-queue.ts';

/** Meshes of fewer faces are checked before threads have started. */
const MIN_THREADED_FACES = 20_000;

/** How steps and frames are checked. */
export interface StepperOptions extends CheckOptions {
  /** Which pairs of parts. */
  readonly choice: PairChoice;
  /** `--clearance`: different parts closer than this are near. */
  readonly clearance: number;
  /** `--max-tests`: a search that has more to test ends the check. */
  readonly maxTests?: number | undefined;
}

/** What every step prepares for the outputs. */
export interface Outputs {
  /** `--contacts`. */
  readonly contacts: boolean;
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
  /**
   * Whether no motion leads from its frame to the next, or no face is in both: contacts were not
   * searched.
   */
  readonly isCut: boolean;
  /** The parts whose motion could not be checked. */
  readonly unchecked: readonly UncheckedPart[];
  /** Milliseconds that the search for contacts took. */
  readonly ms: number;
  /** How many contacts there are. */
  readonly counts: ContactCounts;
  /** How many contacts are listed: others, if the options of contacts ask for others. */
  readonly listed: ContactCounts;
  /** The clashes of the frame at the start, for the first step; null for all others. */
  readonly before: readonly FrameClash[] | null;
  /** The places of contact. */
  readonly places: readonly ContactPlace[];
  /** The clashes of the frame at the end. */
  readonly after: readonly FrameClash[];
  /** The contacts as a line of JSON in UTF-8; null if not wanted. */
  readonly contacts: Uint8Array | null;
  /** The contacts, and the positions at the end of the step; null if no report is wanted. */
  readonly report: { readonly step: Step; readonly x1: Float64Array } | null;
}

/** The clashes of a frame, and the mesh whose face ids they have. */
interface FoundFrame {
  readonly frame: number;
  readonly mesh: TriMesh;
  readonly clashes: readonly FrameClash[];
}

/** The detector, the frames in memory and the text buffer of one thread. */
export class Stepper {
  /** Per part, whether it is closed when all of it is shown. */
  readonly isClosed: readonly boolean[];
  private readonly input: CheckInput;
  private readonly queue: WorkQueue;
  private readonly outputs: Outputs;
  private readonly clashOptions: ClashOptions;
  private readonly maxTests: number | undefined;
  private readonly lister: ContactLister;
  private detector: ClashDetector;
  /** The ids in the whole mesh of the faces of the detector; null if they are the same. */
  private faceIds: Uint32Array | null = null;
  /** The frame that the tree of the detector was built for. */
  private treeFrame = -1;
  /** The frame whose clashes were found last; the next step usually begins with it. */
  private found: FoundFrame | null = null;
  /** The frame that was read last, likewise. */
  private latest = -1;
  private positions: Float64Array | undefined;
  /** An array that nobody uses any more; the next frame is read into it. */
  private spare: Float64Array | undefined;

  /**
   * `queue` decides which frame's tree serves a step; the threads of `pool` help within a step.
   * Throws `UsageError` for unknown parts.
   */
  constructor(
    input: CheckInput,
    queue: WorkQueue,
    options: StepperOptions,
    outputs: Outputs,
    pool: ThreadPool | null = null,
  ) {
    this.input = input;
    this.queue = queue;
    this.outputs = outputs;
    this.lister = new ContactLister(input.frames, options, outputs.contacts, pool);
    const { clearance, choice, maxTests } = options;
    this.maxTests = maxTests;
    // ICCD runs without cones here. Building their patches costs as much as fifteen steps and saves
    // at most a third of each. Also, the patches learn from step to step, so the tally of a step
    // would depend on the steps before.
    this.clashOptions = {
      ...pairsOf(input.parts, choice),
      clearance,
      recipe: iccdWithoutCones,
      pool: pool ?? undefined,
    };
    this.detector = new ClashDetector(input.frames.mesh, { ...this.clashOptions, parts: input.parts });
    this.isClosed = this.detector.isClosed;
  }

  /** Checks the step from frame `index` to the next. */
  async check(index: number): Promise<StepResult> {
    const { frames } = this.input;
    const mesh = frames.meshBetween(index, index + 1);
    if (frames.isCut(index) || mesh.faceCount === 0) return this.cut(index);
    this.use(mesh);
    await this.pinTree(index);
    const x0 = await this.read(index);
    const before = this.clashesAt(index, x0);
    const x1 = await this.read(index + 1);
    const { collider } = this.detector;
    const start = performance.now();
    const { maxTests } = this;
    const contacts = this.within(`step ${index} to ${index + 1}`, () => collider.collide(x0, x1, { maxTests }));
    const step = stepOf(index, start, contacts);
    // After the step, clashes at its end cost less than before it.
    const after = this.clashesAt(index + 1, x1);
    const places = this.inWhole(this.detector.contactPlaces(x0, x1, before, after, contacts));
    const result = {
      index,
      isCut: false,
      ms: step.ms,
      unchecked: this.uncheckedIn(index),
      counts: countsOf(step),
      places,
      report: this.outputs.report ? { step: copyOf(withIdsOf(frames.mesh, mesh, step)), x1 } : null,
    };
    const { listed, text } = this.lister.list(step, mesh, x0, x1);
    const first = index === 0 ? await this.firstFrame(before, x0) : null;
    return { ...result, listed, contacts: text, before: first, after: await this.frameOf(index + 1, x1) };
  }

  /** The clashes of frame 0; `before` are those of the faces that the first step has. */
  private async firstFrame(before: readonly FrameClash[], x0: Float64Array): Promise<FrameClash[]> {
    return this.input.frames.meshOf(0) === this.detector.mesh ? this.inWhole(before) : this.frameOf(0, x0);
  }

  /** Two frames without a motion between them. */
  private async cut(index: number): Promise<StepResult> {
    const { isCut } = this.input.frames;
    const before = index === 0 ? await this.frame(0) : null;
    const x1 = await this.read(index + 1);
    const step = emptyStep(index);
    const counts = countsOf(step);
    const report = this.outputs.report ? { step, x1 } : null;
    const after = await this.frameOf(index + 1, x1);
    const unchecked = isCut(index) ? [] : this.uncheckedIn(index);
    return {
      index,
      isCut: true,
      ms: 0,
      unchecked,
      counts,
      listed: counts,
      before,
      places: [],
      contacts: null,
      report,
      after,
    };
  }

  /** Builds the tree for a step, unless that of the step before serves it, too. */
  private async pinTree(index: number): Promise<void> {
    // Where faces change, the vertices of another frame have nothing to do with those of this one.
    const treeFrame = this.input.frames.remeshed.length > 0 ? index : this.queue.treeFrame(index);
    if (treeFrame === this.treeFrame) return;
    const x = await this.read(treeFrame);
    this.detector.collider.pinTree(x);
    this.lister.pinTree(index, x);
    this.treeFrame = treeFrame;
  }

  private uncheckedIn(index: number): UncheckedPart[] {
    const { frames, parts } = this.input;
    const from = frames.meshOf(index);
    const to = frames.meshOf(index + 1);
    return uncheckedParts(frames.mesh, parts, { from, between: frames.meshBetween(index, index + 1), to });
  }

  /**
   * Returns the clashes of a frame, with the face ids of the whole mesh. A refinement is asked with
   * these ids, too.
   */
  async frame(index: number, options: FrameOptions = {}): Promise<FrameClash[]> {
    this.use(this.input.frames.meshOf(index));
    const { refine } = options;
    const x = await this.read(index);
    return this.inWhole(
      this.clashesOf(index, x, {
        ...options,
        ...(refine && { refine: (clash) => refine(this.inWhole([clash])[0]) }),
      }),
    );
  }

  /** The clashes at the end of a step by the mesh of that frame, which may have torn just then. */
  private async frameOf(index: number, x: Float64Array): Promise<FrameClash[]> {
    this.use(this.input.frames.meshOf(index));
    return this.inWhole(this.clashesAt(index, x));
  }

  /** Makes the detector that of a mesh. */
  private use(mesh: TriMesh): void {
    if (mesh === this.detector.mesh) return;
    const { frames, parts } = this.input;
    this.detector.dispose();
    this.faceIds = mesh === frames.mesh ? null : faceIdsOf(frames.mesh, mesh);
    const partOfFace = this.faceIds?.map((face) => parts.partOfFace[face]) ?? parts.partOfFace;
    this.detector = new ClashDetector(mesh, { ...this.clashOptions, parts: { names: parts.names, partOfFace } });
    this.treeFrame = -1;
  }

  private clashesAt(frame: number, x: Float64Array): readonly FrameClash[] {
    const { mesh } = this.detector;
    if (this.found?.frame !== frame || this.found.mesh !== mesh)
      this.found = { frame, mesh, clashes: this.clashesOf(frame, x) };
    return this.found.clashes;
  }

  private clashesOf(frame: number, x: Float64Array, options: FrameOptions = {}): FrameClash[] {
    const { detector, maxTests } = this;
    return this.within(`frame ${frame}`, () => detector.frame(x, { ...options, maxTests }));
  }

  /**
   * Throws `UsageError` if a search has more to test than `--max-tests`, or coordinates are beyond
   * the reach of the detector.
   */
  private within<T>(place: string, search: () => T): T {
    try {
      return search();
    } catch (error) {
      if (error instanceof SearchLimitError)
        throw new UsageError(
          `${place}: there are more than ${thousands(error.maxTests)} pairs to test; see whether many faces are in one place, or raise --max-tests.`,
        );
      if (error instanceof MeshError && error.fault === 'position-too-large')
        throw new UsageError(`${place}: ${error.message}`);
      throw error;
    }
  }

  /** Replaces the ids of faces by those in the whole mesh. */
  private inWhole<T extends { readonly facesA: Uint32Array; readonly facesB: Uint32Array }>(list: readonly T[]): T[] {
    const { faceIds } = this;
    if (faceIds === null) return [...list];
    const ids = (faces: Uint32Array): Uint32Array => faces.map((face) => faceIds[face]);
    return list.map((one) => ({ ...one, facesA: ids(one.facesA), facesB: ids(one.facesB) }));
  }

  /** Returns the positions of a frame, valid until the next step; those of the latest are at hand. */
  positionsAt(frame: number): Promise<Float64Array> {
    return this.read(frame);
  }

  private async read(frame: number): Promise<Float64Array> {
    const before = this.positions;
    if (before && frame === this.latest) return before;
    const positions = await this.input.frames.read(frame, this.spare);
    this.latest = frame;
    this.positions = positions;
    // A step needs only this frame and the one before, so the array of the latter is free. A report
    // keeps all frames.
    if (!this.outputs.report) this.spare = before;
    return positions;
  }
}

/**
 * Threads within the steps of one thread: a pool of this size, or null if it would not pay. For
 * checks of fewer steps than cores.
 */
export async function stepThreads(size: number, faceCount: number): Promise<ThreadPool | null> {
  if (size < 2 || faceCount < MIN_THREADED_FACES) return null;
  const { ThreadPool } = await import('../threads.ts');
  return new ThreadPool({ size });
}
