// The process of one side of a comparison: loads a package and the inputs of a case, then runs it
// whenever it is told to.
import { cpuClock } from '../measure.ts';
import { packageIn } from './package.ts';
import { preparations } from './process-cases.ts';
import type { Order, Reply } from './subject.ts';

/** CPU ms: in all to warm up, and of a round at least. */
const [WARM_UP, ROUND] = [1500, 60];
/** Runs that warm up at least. */
const LEAST_RUNS = 3;

const [name, root] = process.argv.slice(2);
const run = await preparations[name](packageIn(root));

function repeat(repeats: number): Reply {
  const before = cpuClock();
  let checksum = 0;
  for (let i = 0; i < repeats; i++) checksum += run();
  return { ms: (cpuClock() - before) / repeats, checksum, runs: repeats, repeats };
}

function warmUp(): Reply {
  let [spent, runs] = [0, 0];
  let last: Reply;
  do {
    last = repeat(LEAST_RUNS);
    spent += LEAST_RUNS * last.ms;
    runs += LEAST_RUNS;
  } while (spent < WARM_UP);
  return { ...last, runs, repeats: Math.max(1, Math.ceil(ROUND / last.ms)) };
}

process.on('message', ({ repeats }: Order) => process.send?.(repeats === 0 ? warmUp() : repeat(repeats)));
