// Hands out numbered tasks to threads: every thread takes the next one from a counter in shared
// memory.

/** The view of one thread on the tasks that all threads share. */
export class TaskCounter {
  private readonly next: Int32Array;
  private readonly taskCount: number;

  /** `buffer` comes from `createBuffer` and is the same for all threads. */
  constructor(taskCount: number, buffer: SharedArrayBuffer) {
    this.next = new Int32Array(buffer);
    this.taskCount = taskCount;
  }

  /** Allocates the memory that all threads share. */
  static createBuffer(): SharedArrayBuffer {
    return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  }

  /** Returns the next task; null if all have been taken. */
  take(): number | null {
    const task = Atomics.add(this.next, 0, 1);
    return task < this.taskCount ? task : null;
  }
}
