// Long fuzz runs of the elementary tests against the second oracle: npm run fuzz -- --queries N --seed S
// All classes, vertex–face and edge–edge. A failing query is stored as a fixture, which a test replays from then on.
// With --separation the same for minimum separations, against a fine reference. With --degree 2 or 3 the points move
// along Bézier curves of that degree.
import { parseArgs } from 'node:util';
import { QueryTimer } from '../src/core/elementary/query-timer.ts';
import { seededRandom } from '../src/core/math/random.ts';
import { curvedQueries } from './generate/curved-queries.ts';
import { storeFixture } from './generate/fixtures.ts';
import { queryClasses } from './generate/queries.ts';
import { SievedQueries } from './generate/sieved-queries.ts';
import { drawSeparation, faultOfSeparation, separationClasses } from './oracle/check-separation.ts';
import { faultOfTime } from './oracle/check-time.ts';
import type { Kind } from './oracle/hit.ts';

/** Classes whose oracle takes ten milliseconds and more get a smaller share. */
const SLOW = new Set(['extreme-mixed', 'extreme-axes']);
/** Those of curved motion take up to seconds. */
const SLOW_CURVED = /extreme/;

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
    degree: { type: 'string', default: '1' },
  },
});
const queries = whole(values.queries, 'queries');
const seed = whole(values.seed, 'seed');
const degree = whole(values.degree, 'degree');
if (degree < 1 || degree > 3) {
  console.error(`fuzz: --degree takes 1, 2 or 3, not ${degree}`);
  process.exit(2);
}
const timer = new QueryTimer();
const sieve = new SievedQueries();
const random = seededRandom(seed);
const q = new Float64Array(12 * (degree + 1));
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
  if (values.separation) {
    const { separation, least } = drawSeparation(kind, q, random, degree);
    const time = timer[kind](q, 0, separation, degree);
    return { fault: faultOfSeparation(kind, q, separation, least, time, degree), time, separation };
  }
  if (degree === 1) {
    // As in a mesh, the sieve comes first.
    const isDropped = sieve.drops(kind, q);
    if (isDropped) dropped++;
    const time = isDropped ? Infinity : timer[kind](q, 0, 0);
    return { fault: faultOfTime(kind, q, 0, time), time, separation: 0 };
  }
  const time = timer[kind](q, 0, 0, degree);
  return { fault: faultOfTime(kind, q, 0, time, degree), time, separation: 0 };
}

function classesOf(): typeof queryClasses {
  const all = degree === 2 || degree === 3 ? curvedQueries(degree) : queryClasses;
  return values.separation ? separationClasses(all) : all;
}

const classes = classesOf();
console.log(`fuzz: ${queries} queries of degree ${degree}, seed ${seed}, ${classes.length} classes`);
for (let i = 0; i < queries; ) {
  const { name, fill } = classes[random.below(classes.length)];
  if (SLOW.has(name) && random.next() < 0.9) continue;
  if (degree > 1 && SLOW_CURVED.test(name) && random.next() < 0.998) continue;
  const kind = random.next() < 0.5 ? 'vf' : 'ee';
  fill(kind, random, q, 0);
  const { fault, time, separation } = check(kind);
  if (time <= 1) hits++;
  if (fault) {
    wrong++;
    const note = `${fault}: time ${time}, class ${name}, fuzz seed ${seed}, query ${i}`;
    const file = `${kind}-${degree > 1 ? `degree-${degree}-` : ''}${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${seed}-${i}`;
    console.error(`\n${kind} ${note}: ${storeFixture(file, { kind, note, separation, degree, q: [...q] })}`);
  }
  if (++i % 256 === 0) progress(i);
}
if (process.stderr.isTTY) process.stderr.write('\n');
console.log(
  `${queries} queries, ${hits} hits, ${dropped} dropped by the sieve, ${timer.exactCount} by exact arithmetic, ${wrong} wrong or late, seed ${seed}`,
);
process.exitCode = wrong > 0 ? 1 : 0;
