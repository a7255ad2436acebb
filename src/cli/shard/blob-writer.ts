// Writes a blob: the steps of a share as they arrive, their frames, and what is known of the input.
import { createHash } from 'node:crypto';
import { trianglesAtPlaces } from '../../check/triangle-places.ts';
import type { TriMesh } from '../../index.ts';
import type { CheckSequence } from '../check/check-sequence.ts';
import type { StepResult } from '../stepper.ts';
import type { StepRange } from '../work-queue.ts';
import { BlobFileWriter, type BlobIndex } from './blob-file.ts';
import {
  type BlobHead,
  type BlobShape,
  blobHead,
  blobInput,
  blobPositions,
  blobShape,
  blobStep,
} from './blob-records.ts';
import { u32s } from './byte-codec.ts';

type Places = BlobIndex['steps'][number][];

/** Writes one blob. */
export class BlobWriter {
  private readonly file: BlobFileWriter;
  private readonly input: CheckSequence;
  private readonly range: StepRange;
  private readonly meshes: Places = [];
  private readonly frames: Places = [];
  private readonly steps: Places = [];
  private readonly frameShapes: BlobShape['frames'][number][] = [];
  private readonly stepShapes: BlobShape['steps'][number][] = [];
  /** The number of each mesh that has been written; that of the input is 0. */
  private readonly numbers: WeakMap<TriMesh, number>;
  /** The hashes of the positions at both ends. */
  private ends = { first: '', last: '' };

  /** Throws `UsageError` if the file cannot be written. */
  constructor(path: string, input: CheckSequence, range: StepRange) {
    this.file = new BlobFileWriter(path);
    this.input = input;
    this.range = range;
    this.numbers = new WeakMap([[input.frames.unweldedMesh, 0]]);
  }

  /** Writes the next step; `x1` are the positions at its end. */
  add({ report, ms: _ms, ...rest }: StepResult, x1: Float64Array): void {
    const { frames } = this.input;
    const { index } = rest;
    this.steps.push(this.file.add(blobStep, { ...rest, step: report?.step ?? null }));
    this.stepShapes.push({
      mesh: this.numberOf(frames.unweldedMeshBetween(index, index + 1)),
      isCut: frames.isCut(index),
    });
    this.addFrame(index + 1, x1);
  }

  /**
   * Writes the frame at the start if no other share does: it belongs to the step before it. Call it
   * first.
   */
  async begin(): Promise<void> {
    const positions = await this.input.frames.read(this.range.from);
    const hash = hashOf(positions);
    this.ends = { first: hash, last: hash };
    if (hasFirstFrame(this.range, this.input.frames.frameCount)) this.addFrame(0, positions);
  }

  /** Writes the rest, and gives the file its name. */
  finish(head: Omit<BlobHead, 'ends' | 'range'>, hasAllWelds: boolean): void {
    const { input, range, meshes, frames, steps, file, ends } = this;
    const { frameCount } = input.frames;
    const { parts, unit, up, paths, notes, welds } = input;
    const { remeshed, nameOf, unweldedMesh } = input.frames;
    file.finish({
      meshes,
      frames,
      steps,
      input: file.add(blobInput, {
        vertexCount: unweldedMesh.vertexCount,
        triangles: trianglesAtPlaces(unweldedMesh),
        partNames: parts.names,
        partOfFace: Uint32Array.from(parts.partOfFace),
        ...{ unit, up, paths, notes, welds, hasAllWelds, remeshed },
        frameNames: Array.from({ length: frameCount }, (_, frame) => nameOf(frame)),
      }),
      shape: file.add(blobShape, { frames: this.frameShapes, steps: this.stepShapes }),
      head: file.add(blobHead, { ...head, range, ends }),
    });
  }

  private addFrame(frame: number, positions: Float64Array): void {
    const { frames } = this.input;
    const isSingle = positions.every((x) => Object.is(Math.fround(x), x));
    const [single, double] = isSingle ? [Float32Array.from(positions), null] : [null, positions];
    this.frames.push(this.file.add(blobPositions, { single, double }));
    this.frameShapes.push({ mesh: this.numberOf(frames.unweldedMeshOf(frame)), hidden: frames.hiddenIn(frame) });
    if (frame === this.range.to) this.ends = { ...this.ends, last: hashOf(positions) };
  }

  private numberOf(mesh: TriMesh): number {
    const known = this.numbers.get(mesh);
    if (known !== undefined) return known;
    const number = this.meshes.push(this.file.add(u32s, trianglesAtPlaces(mesh)));
    this.numbers.set(mesh, number);
    return number;
  }
}

/** Whether a share has the first frame of the sequence; a still scene has nothing else. */
export function hasFirstFrame({ from, to }: StepRange, frameCount: number): boolean {
  return from === 0 && (to > 0 || frameCount === 1);
}

/** Returns the hash of numbers. */
export function hashOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): string {
  return createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');
}

/** Returns the hash of the first frame: its faces and its positions. */
export async function hashOfFirstFrame({ frames }: Pick<CheckSequence, 'frames'>): Promise<string> {
  const positions = await frames.read(0);
  return createHash('sha256').update(hashOf(frames.unweldedMesh.triangles)).update(hashOf(positions)).digest('hex');
}
