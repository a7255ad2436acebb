// The blobs of one check, all of its steps together: the frames as a sequence, and the steps. Blobs
// that do not belong together are refused.
import { KeptMeshes } from '../../check/scene/kept-meshes.ts';
import type { VertexRange } from '../../check/sequence.ts';
import { UsageError } from '../../check/usage-error.ts';
import { MeshError, TriMesh } from '../../index.ts';
import type { Frames } from '../check/check-sequence.ts';
import type { StepResult } from '../stepper.ts';
import { BlobFileReader } from './blob-file.ts';
import {
  type BlobHead,
  type BlobInput,
  type BlobShape,
  blobHead,
  blobInput,
  blobPositions,
  blobShape,
  blobStep,
} from './blob-records.ts';
import { hasFirstFrame } from './blob-writer.ts';
import { refuseStrangers } from './blobs-belong.ts';
import { u32s } from './byte-codec.ts';
import { isStepOf } from './step-fits.ts';

/** An open blob. */
export interface Blob {
  /** The file. */
  readonly file: BlobFileReader;
  /** What it is. */
  readonly head: BlobHead;
  /** What may change from frame to frame. */
  readonly shape: BlobShape;
  /** The vertex that each vertex was welded to. */
  readonly welds: Uint32Array;
}

/** The blobs of a check. */
export class BlobSet {
  /** What all blobs have in common: the head of one of them. */
  readonly head: BlobHead;
  /** What is known of the input as a whole. */
  readonly input: BlobInput;
  /** The blobs with steps or frames, in their order. */
  private readonly blobs: readonly Blob[];
  private readonly mesh: TriMesh;
  private readonly meshes = new KeptMeshes();

  /** Throws `UsageError` if the blobs are damaged, or not all of one check. */
  constructor(paths: readonly string[]) {
    const found: Blob[] = [];
    // Inputs are large, and equal but for welds: one is kept.
    let kept: { readonly blob: Blob; readonly input: BlobInput } | null = null;
    for (const path of paths) {
      const file = new BlobFileReader(path);
      const head = file.read(blobHead, file.places.head);
      const input = file.read(blobInput, file.places.input);
      const welds = found.find((other) => isSame(other.welds, input.welds))?.welds ?? input.welds;
      const blob = { file, head, shape: file.read(blobShape, file.places.shape), welds };
      found.push(blob);
      // A blob that has looked at all frames has seen that vertices part that others have welded.
      if (kept === null || (input.hasAllWelds && !kept.input.hasAllWelds)) kept = { blob, input };
    }
    if (kept === null) throw new Error('There are no blobs to merge.');
    refuseStrangers(found.map(({ file, head }) => ({ path: file.path, head })));
    const { file, head } = kept.blob;
    this.head = head;
    this.input = kept.input;
    this.mesh = meshFrom(file, this.input.triangles, this.input.vertexCount);
    if (!isInputOf(this.input, head.frameCount, this.mesh)) throw file.damaged();
    this.blobs = found
      .filter(({ head: { range, frameCount } }) => range.to > range.from || hasFirstFrame(range, frameCount))
      .sort((p, q) => p.head.range.from - q.head.range.from);
    for (const blob of this.blobs) if (!this.isShapeOf(blob)) throw blob.file.damaged();
  }

  /** The frames without welds. `known` is their mesh if another thread has built it. */
  frames(known: TriMesh | null): Frames {
    const mesh = known ?? this.mesh;
    const { frameNames, remeshed } = this.input;
    return {
      mesh,
      frameCount: this.head.frameCount,
      nameOf: (frame) => frameNames[frame],
      isCut: (frame) => this.stepShape(frame).isCut,
      meshOf: (frame) => {
        const [blob, at] = this.placeOfFrame(frame);
        return this.meshAt(blob, blob.shape.frames[at].mesh, mesh);
      },
      // Only motions from a frame to the next one are asked for.
      meshBetween: (from) => this.meshAt(this.blobOfStep(from), this.stepShape(from).mesh, mesh),
      remeshed,
      hiddenIn: (frame) => {
        const [blob, at] = this.placeOfFrame(frame);
        return blob.shape.frames[at].hidden;
      },
      read: async (frame) => this.positions(frame),
    };
  }

  /**
   * Returns a step; null if it was checked with other welds than those of `input`, so that it must be
   * checked again. `isReported`: whether it has what a report needs.
   */
  step(index: number, isReported: boolean): StepResult | null {
    const blob = this.blobOfStep(index);
    if (!isSame(blob.welds, this.input.welds)) return null;
    const { file, head } = blob;
    const stored = file.read(blobStep, file.places.steps[index - head.range.from]);
    if (stored.index !== index || !isStepOf(stored, this.mesh, this.input.partNames.length)) throw file.damaged();
    const { step, ...rest } = stored;
    if (!isReported) return { ...rest, ms: 0, report: null };
    if (step === null) throw new UsageError(`${file.path}: it was written without what a report needs.`);
    return { ...rest, ms: 0, report: { step: { ...step, index, ms: 0 }, x1: this.positions(index + 1) } };
  }

  private positions(frame: number): Float64Array {
    const [{ file }, at] = this.placeOfFrame(frame);
    const { single, double } = file.read(blobPositions, file.places.frames[at]);
    const positions = single ? Float64Array.from(single) : double;
    const isWhole = positions?.length === 3 * this.input.vertexCount && positions.every(Number.isFinite);
    if (!positions || !isWhole) throw file.damaged();
    return positions;
  }

  private stepShape(step: number): BlobShape['steps'][number] {
    const blob = this.blobOfStep(step);
    return blob.shape.steps[step - blob.head.range.from];
  }

  private blobOfStep(step: number): Blob {
    const { blobs } = this;
    let low = 0;
    for (let high = blobs.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (blobs[middle].head.range.from <= step) low = middle;
      else high = middle;
    }
    return blobs[low];
  }

  /** The blob that has a frame: that of the step before. The first frame is in the first blob. */
  private placeOfFrame(frame: number): [blob: Blob, at: number] {
    const blob = this.blobOfStep(Math.max(0, frame - 1));
    const { from } = blob.head.range;
    return [blob, from === 0 ? frame : frame - 1 - from];
  }

  private meshAt({ file }: Blob, number: number, whole: TriMesh): TriMesh {
    if (number === 0) return whole;
    return this.meshes.of(`${number} ${file.path}`, () => {
      const mesh = meshFrom(file, file.read(u32s, file.places.meshes[number - 1]), whole.vertexCount);
      if (mesh.faceCount + mesh.droppedFaces.length !== whole.faceCount + whole.droppedFaces.length)
        throw file.damaged();
      return mesh;
    });
  }

  private isShapeOf({ file: { places }, head: { range, frameCount }, shape }: Blob): boolean {
    const stepCount = range.to - range.from;
    const own = stepCount + (hasFirstFrame(range, frameCount) ? 1 : 0);
    return (
      [places.steps, shape.steps].every(({ length }) => length === stepCount) &&
      [places.frames, shape.frames].every(({ length }) => length === own) &&
      [...shape.frames, ...shape.steps].every(({ mesh }) => mesh <= places.meshes.length) &&
      shape.frames.every(({ hidden }) => areRanges(hidden, this.input.vertexCount))
    );
  }
}

function meshFrom(file: BlobFileReader, triangles: Uint32Array, vertexCount: number): TriMesh {
  try {
    return TriMesh.from(triangles, vertexCount, { repeatedVertices: 'drop' });
  } catch (error) {
    if (error instanceof MeshError) throw file.damaged();
    throw error;
  }
}

function isInputOf(input: BlobInput, frameCount: number, mesh: TriMesh): boolean {
  const { vertexCount, partOfFace, partNames, welds, frameNames, remeshed } = input;
  return (
    frameNames.length === frameCount &&
    partOfFace.length === mesh.faceCount &&
    partOfFace.every((part) => part < partNames.length) &&
    welds.length === vertexCount &&
    welds.every((target, v) => target <= v) &&
    areRanges(remeshed, vertexCount)
  );
}

function areRanges(ranges: readonly VertexRange[], vertexCount: number): boolean {
  return ranges.every(({ first, end }) => first <= end && end <= vertexCount);
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
