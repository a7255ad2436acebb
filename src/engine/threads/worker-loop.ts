// The life of a worker of a pool: it sleeps until there is a job, claims chunks until none are
// left, and sleeps again. A job in a memory that it does not know yet is skipped until the message
// with that memory has arrived. Nothing waits for a worker that is late.
import { MemoryViews } from '../../core/memory/memory-views.ts';
import { instantiateKernels } from '../../core/wasm/kernel-module.ts';
import type { MeshKernels } from '../../core/wasm/mesh.generated.ts';
import { ChunkRunner, JOB, NoRoom } from './chunk-runner.ts';
import { CHUNK, ChunkTable } from './chunk-table.ts';
import { DescriptionChunks } from './description-chunks.ts';
import { PassChunks } from './pass-chunks.ts';
import { type JobParameters, OUTSIDE, PoolControl, WORD } from './pool-control.ts';
import { WorkerWorlds } from './rigid-pairs.ts';
import { type ThreadMemory, ThreadSlot } from './thread-slot.ts';
import type { PairsMessage, WorldMessage } from './world-messages.ts';

/** The first message to a worker. */
export interface WorkerStart {
  /** The control block of the pool. */
  readonly control: SharedArrayBuffer;
  /** The number of the worker. */
  readonly worker: number;
}

/** Every other message: a memory or a world to know or to forget, or pairs of a world. */
export type WorkerMessage =
  | WorldMessage
  | PairsMessage
  | {
      /** The number that jobs give the memory. */
      readonly id: number;
      /** The memory. */
      readonly memory: WebAssembly.Memory;
      /** The compiled kernels. */
      readonly module: WebAssembly.Module;
    }
  | {
      /** The number of a memory or a world to forget. */
      readonly forget: number;
    };

/** Where a worker hears from its pool; `self` of a browser, the parent port of Node. */
export interface WorkerPort {
  /** Called with every message. */
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  /** Sends a message to the pool. */
  postMessage(message: unknown): void;
}

/** A linear memory with the kernels that a worker has instantiated in it. */
class WorkerMemory extends MemoryViews implements ThreadMemory {
  readonly kernels: MeshKernels;

  constructor(memory: WebAssembly.Memory, module: WebAssembly.Module) {
    super(memory);
    this.kernels = instantiateKernels(module, memory);
  }
}

/** Makes this thread a worker of the pool that sends it messages. */
export function runWorker(port: WorkerPort): void {
  port.onmessage = ({ data }) => {
    const { control, worker } = data as WorkerStart;
    const loop = new WorkerLoop(new PoolControl(control), worker);
    port.onmessage = (event) => loop.receive(event.data as WorkerMessage);
    port.postMessage('up');
    void loop.run();
  };
}

/** Leaves a chunk to the caller. */
function refuse(): never {
  throw new NoRoom();
}

/** Runs the chunks of a job. */
function runnerOf(slot: ThreadSlot, job: JobParameters): PassChunks | DescriptionChunks | ChunkRunner {
  if (job.kind === JOB.fit) return new PassChunks(slot, job);
  if (job.kind === JOB.describe) return new DescriptionChunks(slot, job, refuse);
  return new ChunkRunner(slot, job, refuse);
}

class WorkerLoop {
  private readonly control: PoolControl;
  private readonly worker: number;
  private readonly memories = new Map<number, WorkerMemory>();
  private readonly worlds = new WorkerWorlds();
  private received = 0;
  private wakeUp: () => void = () => {};

  constructor(control: PoolControl, worker: number) {
    this.control = control;
    this.worker = worker;
  }

  /** Takes in a message. */
  receive(message: WorkerMessage): void {
    this.received++;
    if ('forget' in message) {
      this.memories.delete(message.forget);
      this.worlds.forget(message.forget);
    } else if ('world' in message) this.worlds.add(message);
    else if ('moves' in message) this.worlds.search(message);
    else this.memories.set(message.id, new WorkerMemory(message.memory, message.module));
    this.wakeUp();
  }

  /** Works until the pool is closed. */
  async run(): Promise<void> {
    const { control, worker } = this;
    const { words } = control;
    let last = 0;
    control.setState(worker, OUTSIDE);
    while (Atomics.load(words, WORD.closed) === 0) {
      const wake = Atomics.load(words, WORD.wake);
      if (this.received < Atomics.load(words, WORD.posted + worker)) {
        // Messages arrive only while this thread does not sleep.
        await new Promise<void>((resolve) => {
          this.wakeUp = resolve;
        });
        continue;
      }
      const job = Atomics.load(words, WORD.open);
      if (job !== OUTSIDE && job !== last) {
        last = job;
        this.enter(job);
        continue;
      }
      if (!control.spin(WORD.wake, wake)) Atomics.wait(words, WORD.wake, wake);
    }
  }

  /** Takes part in a job, if it is still open. */
  private enter(job: number): void {
    const { control, worker } = this;
    control.setState(worker, job);
    try {
      if (Atomics.load(control.words, WORD.open) === job) this.runChunks(job);
    } finally {
      control.setState(worker, OUTSIDE);
      control.reportProgress();
    }
  }

  private runChunks(job: number): void {
    const { control, worker } = this;
    // First the parameters: if they are those of a later job, because the caller has given up this
    // worker, it no longer has a slot.
    const parameters = control.readParameters();
    const memory = this.memories.get(parameters.memory);
    const address = control.slotOf(worker);
    if (!memory || address === 0) return;
    memory.forget();
    // Another thread has grown the memory, and this one has not noticed yet.
    if (memory.memory.buffer.byteLength < parameters.bytes) return;
    const table = new ChunkTable(memory, parameters.table, parameters.chunks, job);
    const slot = new ThreadSlot(memory, address);
    const runner = runnerOf(slot, parameters);
    for (;;) {
      const chunk = Atomics.add(control.words, WORD.next, 1);
      if (chunk >= parameters.chunks) return;
      try {
        table.complete(chunk, worker, runner.run(chunk));
      } catch {
        // No room for the results, or a bug: in either case the caller runs the chunk, and throws
        // what there is to throw.
        table.change(chunk, CHUNK.refused);
        return;
      } finally {
        control.reportProgress();
      }
    }
  }
}
