// Worker threads that colliders share, owned by the caller. A pool never decides an answer: a
// collider asks it for a job, works on the chunks of the job itself, and uses what workers have
// completed. Workers join when they are up; if they are busy, late, lost or missing, the caller
// does their share.
import type { LinearMemory } from '../../core/memory/linear-memory.ts';
import type { VertexMotion } from '../../core/motion/vertex-motion.ts';
import { meshKernels } from '../../core/wasm/mesh.generated.ts';
import type { RigidBody } from '../rigid/rigid-body.ts';
import { canSleep, coreCount, type Fallback, sharingFault, type WorkerThread } from './environment.ts';
import { type JobParameters, MAX_WORKERS, PoolControl, STARTING, WORD } from './pool-control.ts';
import { PoolJob } from './pool-job.ts';
import { PooledMemory, unlessFull } from './pooled-memory.ts';
import { PoolDescription } from './threaded-description.ts';
import { PoolPasses } from './threaded-passes.ts';
import { type ThreadedParts, ThreadedSearch } from './threaded-search.ts';
import type { WorkerMessage, WorkerStart } from './worker-loop.ts';
import type { WorldMessage } from './world-messages.ts';
import { WorldSearch } from './world-search.ts';

/** Options of a `ThreadPool`. */
export interface ThreadPoolOptions {
  /** Number of threads, the caller's included; by default one per core. */
  readonly size?: number;
}

/** The worker threads of a pool. */
export class WorkerPool {
  /** The control block that all threads share. */
  readonly control: PoolControl | null;
  /** Microseconds that a search must take for several threads; two are then faster than one. */
  minSearch = 800;
  /** Faces that a mesh must have for its bounds to be computed by several threads. */
  minFaces = 32_000;
  /** Contacts that must be described together for several threads to do it. */
  minHits = 4096;
  /**
   * Milliseconds without any progress after which a worker is taken for lost. A chunk takes less
   * than a millisecond; the rest is for machines with more threads than cores. A wrong guess costs
   * a new worker, and never changes an answer.
   */
  patience = 500;
  /** Whether the calling thread may sleep. */
  readonly canSleep: boolean = canSleep();
  private readonly asked: number;
  private readonly startWorker: () => WorkerThread;
  /** The workers by number; lost ones are removed. */
  private readonly workers = new Map<number, WorkerThread>();
  private started = 0;
  private reason: Fallback | null;
  private current: PoolJob | null = null;
  private jobs = 0;
  private memoryCount = 0;
  private readonly memories = new WeakMap<WebAssembly.Memory, PooledMemory>();
  /** The memories that workers know, by number. */
  private readonly known: Map<number, WeakRef<WebAssembly.Memory>> = new Map();
  private readonly collected: FinalizationRegistry<number> = new FinalizationRegistry((id) => this.forget(id));
  /** Numbers of the workers that have come up. */
  private readonly up: Set<number> = new Set();
  private settleReady: () => void = () => {};
  private readonly whenReady: Promise<void>;

  /** `startWorker` starts a thread that calls `runWorker`; null if there are no threads here. */
  constructor({ size = coreCount() }: ThreadPoolOptions, startWorker: (() => WorkerThread) | null) {
    if (!(Number.isSafeInteger(size) && size >= 1))
      throw new RangeError(`size must be a whole number of at least 1, not ${size}.`);
    this.asked = Math.min(size, MAX_WORKERS);
    this.reason = size === 1 ? null : (sharingFault() ?? (startWorker ? null : 'no-workers'));
    this.control = size === 1 || this.reason ? null : new PoolControl();
    this.startWorker = startWorker ?? noWorker;
    this.whenReady = new Promise((resolve) => {
      this.settleReady = resolve;
    });
    while (this.control && this.started < this.asked - 1 && this.addWorker());
    if (this.workers.size === 0) this.settleReady();
  }

  /** Number of threads, the caller's included: 1 if there is a `fallback`. */
  get size(): number {
    return this.control && !this.reason ? this.asked : 1;
  }

  /** Why there is one thread only; null if there are as many as were asked for. */
  get fallback(): Fallback | null {
    return this.reason;
  }

  /**
   * Resolves when every worker is up or has failed. Never required: calls are answered before, and
   * workers join when they are up.
   */
  get ready(): Promise<void> {
    // The process must not end while somebody waits.
    for (const worker of this.workers.values()) worker.ref?.();
    return this.whenReady.then(() => {
      for (const worker of this.workers.values()) worker.unref?.();
    });
  }

  /** Ends the workers. Colliders of the pool go on with one thread. */
  close(): void {
    if (this.reason === 'closed') return;
    this.reason = 'closed';
    if (this.control) Atomics.store(this.control.words, WORD.closed, 1);
    this.current?.loseWorkers();
    this.control?.wake();
    for (const worker of this.workers.values()) worker.terminate();
    this.workers.clear();
    // A job under way still uses its slots.
    for (const pooled of this.pooledMemories()) if (this.current?.pooled !== pooled) pooled.dispose();
    this.known.clear();
    this.settleReady();
  }

  /** Whether a job could have several threads now. */
  get isFree(): boolean {
    return this.workers.size > 0 && !this.current;
  }

  /** Whether memory can be shared with the workers of this pool. */
  get sharesMemory(): boolean {
    return this.control !== null;
  }

  /** Searches of a collider on the threads of this pool. */
  searchFor(parts: ThreadedParts): ThreadedSearch {
    return new ThreadedSearch(this, parts);
  }

  /** Passes that fit bounds and tree of a collider, on the threads of this pool. */
  passesFor(motion: VertexMotion): PoolPasses {
    return new PoolPasses(this, motion);
  }

  /** Descriptions of the contacts of a collider, on the threads of this pool. */
  descriptionFor(motion: VertexMotion): PoolDescription {
    return new PoolDescription(this, motion);
  }

  /** Searches of a rigid world on the threads of this pool. */
  worldFor(bodies: readonly RigidBody[]): WorldSearch {
    return new WorldSearch(this, bodies);
  }

  /** The blocks of the pool in a collider's memory, made on first use. */
  memoryOf(memory: LinearMemory): PooledMemory {
    let pooled = this.memories.get(memory.memory);
    if (!pooled) {
      const id = ++this.memoryCount;
      pooled = new PooledMemory(id, memory);
      this.memories.set(memory.memory, pooled);
      this.known.set(id, new WeakRef(memory.memory));
      this.collected.register(memory.memory, id);
      this.post(memoryMessage(id, memory.memory));
    }
    return pooled;
  }

  /**
   * Starts a job of this many chunks, or returns null if there is another one, no worker, or no
   * room for what they need.
   */
  open(memory: LinearMemory, chunks: number, parameters: Partial<JobParameters>): PoolJob | null {
    const { control } = this;
    if (!control || !this.isFree) return null;
    const job = unlessFull(() => {
      const pooled = this.memoryOf(memory);
      return new PoolJob(this, control, { number: ++this.jobs, memory, pooled, chunks });
    });
    if (!job) return null;
    this.current = job;
    job.publish(parameters);
    return job;
  }

  /** Called by a job when it has ended. */
  end(job: PoolJob): void {
    if (this.current === job) this.current = null;
    if (this.reason === 'closed') job.pooled.dispose();
  }

  /** The numbers of all workers. */
  get workerNumbers(): number[] {
    return [...this.workers.keys()];
  }

  /**
   * Gives up a worker that does not answer. Termination stops it at its next loop, which a
   * browser may delay by seconds; until then it writes only where nobody else does: to its slot, and
   * to columns that the collider has left.
   */
  lose(worker: number): void {
    const thread = this.workers.get(worker);
    if (!thread) return;
    this.workers.delete(worker);
    // If it outlives its termination, it stays out of later jobs.
    this.control?.setSlot(worker, 0);
    thread.terminate();
    for (const pooled of this.pooledMemories()) pooled.quarantine(worker);
    if (this.reason === 'closed') return;
    // One that never came up would not come up the next time either.
    if (this.control?.stateOf(worker) !== STARTING) this.replace();
    if (this.workers.size === 0) this.reason = 'no-workers';
    this.settleIfReady();
  }

  /** Starts a worker for one that was lost, unless too many were. */
  private replace(): void {
    const worker = this.started;
    if (worker >= MAX_WORKERS || !this.addWorker()) return;
    for (const [id, ref] of this.known) {
      const memory = ref.deref();
      if (memory) this.postTo(worker, memoryMessage(id, memory));
    }
  }

  /** The blocks of the pool in all memories that are still in use. */
  private *pooledMemories(): Generator<PooledMemory, void, undefined> {
    for (const ref of this.known.values()) {
      const memory = ref.deref();
      const pooled = memory && this.memories.get(memory);
      if (pooled) yield pooled;
    }
  }

  /** Starts a worker; false if that is impossible. */
  private addWorker(): boolean {
    const { control } = this;
    if (!control) return false;
    const worker = this.started;
    try {
      const thread = this.startWorker();
      this.started++;
      control.setState(worker, STARTING);
      control.setSlot(worker, 0);
      this.listen(worker, thread);
      thread.unref?.();
      thread.postMessage({ control: control.buffer, worker } satisfies WorkerStart);
      this.workers.set(worker, thread);
      return true;
    } catch {
      // Pages can forbid workers by their Content-Security-Policy.
      if (this.workers.size === 0) this.reason = 'no-workers';
      return false;
    }
  }

  private listen(worker: number, thread: WorkerThread): void {
    const up = () => {
      this.up.add(worker);
      this.settleIfReady();
    };
    const gone = () => this.lose(worker);
    if (thread.on) {
      thread.on('message', up);
      thread.on('error', gone);
      thread.on('exit', gone);
    } else {
      thread.addEventListener?.('message', up);
      thread.addEventListener?.('error', (event) => {
        event.preventDefault();
        gone();
      });
    }
  }

  /** Makes workers know the bodies of a world, until `owner` is collected; returns its number. */
  addWorld(owner: object, bodies: WorldMessage['bodies']): number {
    const id = ++this.memoryCount;
    this.collected.register(owner, id);
    this.post({ world: id, bodies: bodies.map(({ positions, triangles }) => ({ positions, triangles })) });
    return id;
  }

  /** Posts a message to every worker and wakes them up to read it. */
  post(message: WorkerMessage): void {
    for (const worker of this.workers.keys()) this.postTo(worker, message);
    this.control?.wake();
  }

  private postTo(worker: number, message: WorkerMessage): void {
    this.workers.get(worker)?.postMessage(message);
    if (this.control) Atomics.add(this.control.words, WORD.posted + worker, 1);
  }

  private forget(id: number): void {
    this.known.delete(id);
    this.post({ forget: id });
  }

  private settleIfReady(): void {
    if ([...this.workers.keys()].every((worker) => this.up.has(worker))) this.settleReady();
  }
}

function memoryMessage(id: number, memory: WebAssembly.Memory): WorkerMessage {
  return { id, memory, module: meshKernels.threaded };
}

function noWorker(): never {
  throw new Error('There are no workers here.');
}
