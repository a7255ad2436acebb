// Reads damaged files of one format, one after the other, and says what went wrong: a raw error, a
// hang, or too much memory.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { FileError } from '../../src/io.ts';
import type { AllocationMeter } from './allocation-meter.ts';
import type { FileFuzz } from './file-fuzz.ts';

/** A file may take this long. */
const MAX_MS = 1000;
/** How often a slow file is read again. */
const RETRIES = 3;
/** Files that are larger after the damage are cut. */
const MAX_FILE_BYTES = 2 ** 20 - 1;

/** A file that was not read as it should be. */
export interface Failure {
  /** The number of the file. */
  readonly index: number;
  /** What went wrong, in a line or with a stack. */
  readonly fault: string;
}

/** What became of the files. */
export interface Outcomes {
  /** Files that could be read. */
  read: number;
  /** Files that ended in a `FileError`. */
  refused: number;
}

const made = new WeakMap<FileFuzz, readonly Uint8Array[]>();

/** The whole files of a format, which are made once. */
function wholeFiles(fuzz: FileFuzz): readonly Uint8Array[] {
  const files = made.get(fuzz) ?? fuzz.files();
  made.set(fuzz, files);
  return files;
}

/** The damaged file of a number; the first ones are whole. */
export function damagedFile(fuzz: FileFuzz, seed: number, index: number): Uint8Array {
  const files = wholeFiles(fuzz);
  if (index < files.length) return files[index];
  const random: Random = seededRandom(seed * 2 ** 24 + index);
  return fuzz.damage(files[random.below(files.length)], random).subarray(0, MAX_FILE_BYTES).slice();
}

/** Reads one file; returns what went wrong, or null. */
export async function faultOfFile(
  fuzz: FileFuzz,
  file: Uint8Array,
  meter: AllocationMeter,
  outcomes: Outcomes,
): Promise<string | null> {
  let ms = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt <= RETRIES && ms > MAX_MS; attempt++) {
    const start = performance.now();
    const before = process.cpuUsage();
    const fault = await faultOfReading(fuzz, file.slice(), meter, attempt === 0 ? outcomes : null);
    // On a busy machine the processor's time is less; with threads that collect garbage it is more.
    ms = Math.min(ms, performance.now() - start, cpuSince(before));
    if (fault !== null) return fault;
  }
  return ms > MAX_MS ? `a hang: ${(ms / 1000).toFixed(1)} s` : null;
}

/** Milliseconds of the processor for this process since then. */
export function cpuSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function faultOfReading(
  fuzz: FileFuzz,
  file: Uint8Array,
  meter: AllocationMeter,
  outcomes: Outcomes | null,
): Promise<string | null> {
  let error: unknown = null;
  meter.begin();
  try {
    await fuzz.read(file);
  } catch (thrown) {
    error = thrown;
  }
  const exceeded = meter.end();
  if (exceeded) return `too much memory: ${exceeded.message}\n${exceeded.stack}`;
  if (error !== null && !(error instanceof FileError))
    return `a raw error: ${error instanceof Error ? error.stack : String(error)}`;
  if (outcomes) outcomes[error === null ? 'read' : 'refused']++;
  return null;
}
