// Long fuzz runs of the elementary tests against the second oracle: npm run fuzz -- --queries N --seed S
// All classes, vertex–face and edge–edge. A failing query is stored as a fixture, which a test replays from then on.
// With --separation the same for minimum separations, against a fine reference.
import { parseArgs } from 'node:util';
import { QueryTimer } from '../src/core/elementary/query-timer.ts';
import { seededRandom } from '../src/core/math/random.ts';
import { storeFixture } from './generate/fixtures.ts';
import { queryClasses } from './generate/queries.ts';
import { SievedQueries } from './generate/sieved-queries.ts';
import { drawSeparation, faultOfSeparation, separationClasses } from './oracle/check-separation.ts';
import { faultOfTime } from './oracle/check-time.ts';
import type { Kind } from './oracle/hit.ts';

/** Classes whose oracle takes ten milliseconds and more get a smaller share. */
const SLOW = new Set(['extreme-mixed', 'extreme-axes']);

function whole(text: string, name: string): number {
  const n = Number(text);
  if (Number.isSafeInteger(n) && n >= 0) return n;
  console.error(`fuzz: --${name} takes a whole number, not "${text}"`);
  process.exit(2);
}

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    separation: { type: 'boolean', default: false },
  },
});
const queries = whole(values.queries, 'queries');
const seed = whole(values.seed, 'seed');
const timer = new QueryTimer();
const sieve = new SievedQueries();
const random = seededRandom(seed);
const q = new Float64Array(24);
const started = Date.now();
let wrong = 0;
let dropped = 0;
let hits = 0;
let shown = 0;

function progress(done: number): void {
  const seconds = (Date.now() - started) / 1000;
  const left = done === 0 ? 0 : (seconds * (queries - done)) / done;
  const line = `${done} of ${queries} queries, ${hits} hits, ${dropped} dropped by the sieve, ${timer.exactCount} exact, ${wrong} wrong, ${seconds.toFixed(0)} s, ${left.toFixed(0)} s left`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line} `);
  else if (seconds > shown + 30) {
    shown = seconds;
    console.error(line);
  }
}

/** Answers the query in q and says what is wrong with the answer. */
function check(kind: Kind): { fault: string | null; time: number; separation: number } {
  if (!values.separation) {
    // As in a mesh, the sieve comes first.
    const isDropped = sieve.drops(kind, q);
    if (isDropped) dropped++;
    const time = isDropped ? Infinity : timer[kind](q, 0, 0);
    return { fault: faultOfTime(kind, q, 0, time), time, separation: 0 };
  }
  const { separation, least } = drawSeparation(kind, q, random);
  const time = timer[kind](q, 0, separation);
  return { fault: faultOfSeparation(kind, q, separation, least, time), time, separation };
}

const classes = values.separation ? separationClasses : queryClasses;
console.log(`fuzz: ${queries} queries, seed ${seed}, ${classes.length} classes`);
for (let i = 0; i < queries; ) {
  const { name, fill } = classes[random.below(classes.length)];
  if (SLOW.has(name) && random.next() < 0.9) continue;
  const kind = random.next() < 0.5 ? 'vf' : 'ee';
  fill(kind, random, q, 0);
  const { fault, time, separation } = check(kind);
  if (time <= 1) hits++;
  if (fault) {
    wrong++;
    const note = `${fault}: time ${time}, class ${name}, fuzz seed ${seed}, query ${i}`;
    const file = `${kind}-${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${seed}-${i}`;
    console.error(`\n${kind} ${note}: ${storeFixture(file, { kind, note, separation, q: [...q] })}`);
  }
  if (++i % 256 === 0) progress(i);
}
if (process.stderr.isTTY) process.stderr.write('\n');
console.log(
  `${queries} queries, ${hits} hits, ${dropped} dropped by the sieve, ${timer.exactCount} by exact arithmetic, ${wrong} wrong or late, seed ${seed}`,
);
process.exitCode = wrong > 0 ? 1 : 0;
