// The thread in which a command works. The main thread only waits for it, so that it takes signals
// at once, also during one long search, and outlives this thread if the memory ends.
import { parentPort, workerData } from 'node:worker_threads';
import { UsageError } from '../../check/usage-error.ts';
import { discardUnfinished, tellUnfinished } from '../output-file.ts';
import { memoryFault } from './memory-fault.ts';
import type { CommandStart, Commands, ThreadMessage } from './run-in-thread.ts';

const commands: Commands = {
  check: async (inputs, options, version) => (await import('../check.ts')).check(inputs, options, version),
  merge: async (blobs, options, version) => (await import('../shard/merge.ts')).merge(blobs, options, version),
  convert: async (names, options) => {
    await (await import('../convert.ts')).convert(names, options);
    return false;
  },
  sweep: async (a, b, options) => (await import('../rigid-commands.ts')).sweep(a, b, options),
  distance: async (a, b, poseA, poseB) => (await import('../rigid-commands.ts')).printDistance(a, b, poseA, poseB),
  simulate: async (scene, options) => !(await (await import('../simulate.ts')).simulate(scene, options)),
};

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

const { name, parameters } = workerData as CommandStart;
tellUnfinished((begun, file) => send(begun ? { begun: file } : { ended: file }));
try {
  const command = commands[name] as (...all: unknown[]) => Promise<boolean>;
  send({ collides: await command(...parameters) });
} catch (error) {
  discardUnfinished();
  const fault = error instanceof UsageError ? error.message : memoryFault(error);
  send(fault === null ? { bug: error instanceof Error ? `${error.stack}` : String(error) } : { fault });
}
