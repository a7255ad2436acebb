// What `graze convert --json` writes: what was converted, for scripts.
import type { ConvertSource } from './convert-source.ts';

/** An object in the JSON file. */
export interface ConvertedObjectJson {
  /** The name. */
  readonly name: string;
  /** Its first vertex among those of all objects. */
  readonly firstVertex: number;
  /** The number of its vertices; of one whose faces change, the largest of any frame. */
  readonly vertices: number;
  /** The frames that hide it, counted from 0. */
  readonly hidden: readonly number[];
}

/** The JSON file. */
export interface ConvertJson {
  /** The version of this format. */
  readonly version: 1;
  /** The input. */
  readonly input: string;
  /** The file or folder that was written. */
  readonly output: string;
  /** The number of frames. */
  readonly frames: number;
  /** The time of each frame in seconds; null if the input states none. */
  readonly times: readonly number[] | null;
  /** The objects, in the order of their vertices. */
  readonly objects: readonly ConvertedObjectJson[];
  /** What was written, and what is to be known about it, one line each. */
  readonly notes: readonly string[];
}

/** Returns the content of the JSON file; `notes` are the lines that people read. */
export function convertJson(source: ConvertSource, output: string, notes: readonly string[]): ConvertJson {
  const { label, frameCount, times, objects } = source;
  const frames = Array.from({ length: frameCount }, (_, frame) => frame);
  return {
    ...{ version: 1, input: label, output, frames: frameCount, times },
    objects: objects.map(({ name, first, end, isShown }) => ({
      ...{ name, firstVertex: first, vertices: end - first },
      hidden: frames.filter((frame) => !isShown(frame)),
    })),
    notes,
  };
}
