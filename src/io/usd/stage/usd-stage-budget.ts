// What a scene has taken of each limit. Instances multiply what a file says; this is where it ends.
import { usdError } from '../usd-error.ts';
import {
  maxFaceNumbers,
  maxKeptNumbers,
  maxObjects,
  maxPathLetters,
  maxSampleTimes,
  maxSampleVisits,
  maxSites,
} from '../usd-limits.ts';

/** Something that is limited. */
export type StageLimit =
  | 'sites'
  | 'visits'
  | 'instances'
  | 'objects'
  | 'times'
  | 'sampleVisits'
  | 'keptNumbers'
  | 'pathLetters';

/** What is limited, with the words of the error message and the limit for a file of some bytes. */
const LIMITS = {
  sites: ['prims and references', maxSites],
  visits: ['prims and instances', maxSites],
  instances: ['instances', maxObjects],
  objects: ['meshes and instances', maxObjects],
  times: ['time samples', maxSampleTimes],
  sampleVisits: ['samples of visibility and instances', maxSampleVisits],
  keptNumbers: ['numbers of joints, weights and blend shapes', maxKeptNumbers],
  pathLetters: ['letters in all paths', maxPathLetters],
} as const satisfies Readonly<Record<StageLimit, readonly [string, (fileSize: number) => number]>>;

/** Counts what all prims of a stage take together. */
export class StageBudget {
  /** How many numbers of polygons may be kept. */
  readonly faceNumbers: number;
  private readonly fileSize: number;
  private readonly taken: Map<StageLimit, number> = new Map();

  /** All limits follow from the size of the file in bytes. */
  constructor(fileSize: number) {
    this.fileSize = fileSize;
    this.faceNumbers = maxFaceNumbers(fileSize);
  }

  /** Takes some of a limit; throws a `FileError` that names the prim if nothing is left. */
  take(limit: StageLimit, amount: number, path: string): void {
    const taken = (this.taken.get(limit) ?? 0) + amount;
    this.taken.set(limit, taken);
    const [what, mostOf] = LIMITS[limit];
    const most = mostOf(this.fileSize);
    if (taken > most) throw usdError(path, `at most ${most} ${what} in a file of ${this.fileSize} bytes`, 'more');
  }
}
