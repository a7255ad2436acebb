// The block of shared memory through which the caller of a pool and its workers agree on the work.
// A job is a number, counted up; its chunks are handed out by an atomic counter. Every operation on
// the words is atomic and sequentially consistent, so one argument holds everywhere: a worker
// enters a job and then looks whether the job is still open, the caller closes the job and then
// looks who is inside. One of the two sees the other.

/** Most workers that a pool starts in its life, those that replace lost ones included. */
export const MAX_WORKERS = 128;

/** Indices of the words. */
export const WORD = {
  /** Counts everything that a sleeping worker has to wake up for. */
  wake: 0,
  /** The job that workers may enter; 0 if there is none. */
  open: 1,
  /** The next chunk that nobody has claimed. */
  next: 2,
  /** Counts what the caller may wait for: completed chunks, and workers that left a job. */
  progress: 3,
  /** 1 when the pool is closed. */
  closed: 4,
  /** Per worker: the job that it is in, `OUTSIDE`, or `STARTING`. */
  inside: 16,
  /** Per worker: how many messages have been posted to it after the first. */
  posted: 144,
} as const;

/** A worker that is up and in no job. */
export const OUTSIDE = 0;
/** A worker whose script has not run yet. Its word is 0 at first, so this is what is stored. */
export const STARTING = -1;

/** The parameters of a job, each a number; pointers are into the job's linear memory. */
export const PARAMETERS = [
  'memory',
  'kind',
  'bytes',
  'chunks',
  'table',
  'context',
  'traversal',
  'emitter',
  'tables',
  'tableBytes',
  'thinsSegments',
  'thinsFaces',
  'permitted',
  'mask',
  'limit',
  'seeds',
  'seedCount',
  'seedsPerChunk',
  'isMarked',
  'keepsMeeting',
  'pass',
  'used',
  'branches',
  'parts',
  'count',
  'perChunk',
  'vf',
  'vfCount',
  'ee',
  'eeCount',
  'isApart',
] as const;

/** The name of a parameter. */
export type Parameter = (typeof PARAMETERS)[number];

/** The parameters of a job by name. */
export type JobParameters = Readonly<Record<Parameter, number>>;

const WORDS = 144 + MAX_WORKERS;
const PARAMETER_BYTES = 8 * PARAMETERS.length;

/** Turns of a loop that a thread looks for work before it sleeps: ten to twenty microseconds. */
const SPINS = 2000;

/** The control block of one pool, as seen by one thread. */
export class PoolControl {
  /** The block, to be sent to workers. */
  readonly buffer: SharedArrayBuffer;
  /** The words. */
  readonly words: Int32Array;
  private readonly parameters: Float64Array;
  /** Per worker: the pointer to its slot in the memory of the job. */
  private readonly slots: Float64Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(4 * WORDS + PARAMETER_BYTES + 8 * MAX_WORKERS)) {
    this.buffer = buffer;
    this.words = new Int32Array(buffer, 0, WORDS);
    this.parameters = new Float64Array(buffer, 4 * WORDS, PARAMETERS.length);
    this.slots = new Float64Array(buffer, 4 * WORDS + PARAMETER_BYTES, MAX_WORKERS);
  }

  /** Sets the parameters of the next job; those that are not given are 0. */
  setParameters(values: Partial<JobParameters>): void {
    PARAMETERS.forEach((name, i) => {
      this.parameters[i] = values[name] ?? 0;
    });
  }

  /** The parameters of the job. */
  readParameters(): JobParameters {
    const values: Partial<Record<Parameter, number>> = {};
    PARAMETERS.forEach((name, i) => {
      values[name] = this.parameters[i];
    });
    return values as JobParameters;
  }

  /** Tells a worker where its slot is; 0 if it has none and must stay out. */
  setSlot(worker: number, pointer: number): void {
    this.slots[worker] = pointer;
  }

  /** Where the slot of a worker is. */
  slotOf(worker: number): number {
    return this.slots[worker];
  }

  /** Wakes sleeping workers. */
  wake(): void {
    Atomics.add(this.words, WORD.wake, 1);
    Atomics.notify(this.words, WORD.wake);
  }

  /** Says that a chunk is complete, or that a worker has left a job. */
  reportProgress(): void {
    Atomics.add(this.words, WORD.progress, 1);
    Atomics.notify(this.words, WORD.progress);
  }

  /** The job that a worker is in, `OUTSIDE`, or `STARTING`. */
  stateOf(worker: number): number {
    return Atomics.load(this.words, WORD.inside + worker);
  }

  /** Sets the state of a worker. */
  setState(worker: number, state: number): void {
    Atomics.store(this.words, WORD.inside + worker, state);
  }

  /**
   * Spins for a moment; true as soon as the word differs. For waits that are mostly short: falling
   * asleep and waking up takes longer.
   */
  spin(word: number, value: number): boolean {
    for (let turn = 0; turn < SPINS; turn++) if (Atomics.load(this.words, word) !== value) return true;
    return false;
  }
}
