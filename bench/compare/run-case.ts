// The process of one side of a comparison: it loads a package and the inputs of a case, then runs
// the case on request.
import { cpuClock } from '../measure.ts';
import { packageIn } from './package.ts';
import { preparations } from './process-cases.ts';
import type { Order, Reply } from './subject.ts';

/** CPU milliseconds: the minimum in total of the warm-up, and the minimum of a round. */
const [WARM_UP_MS, MIN_ROUND_MS] = [1500, 60];
/** The number of runs between two checks of the warm-up time. */
const MIN_WARM_UP_RUNS = 3;

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
    last = repeat(MIN_WARM_UP_RUNS);
    spent += MIN_WARM_UP_RUNS * last.ms;
    runs += MIN_WARM_UP_RUNS;
  } while (spent < WARM_UP_MS);
  return { ...last, runs, repeats: Math.max(1, Math.ceil(MIN_ROUND_MS / last.ms)) };
}

process.on('message', ({ repeats }: Order) => process.send?.(repeats === 0 ? warmUp() : repeat(repeats)));
