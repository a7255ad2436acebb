// The cost of the exact elementary tests compared with a plain float cubic: CPU time in one
// process, interleaved, median of the rounds. Prints, for each set, the nanoseconds of both, their
// ratio, the hits, and how many queries reached exact arithmetic.
import { QueryTimer } from '../src/core/elementary/query-timer.ts';
import { seededRandom } from '../src/core/math/random.ts';
import { loadPublishedQueries } from '../test/generate/published-queries.ts';
import { framePairs, type Kind, loadFrame, pairVertices, sampleQueries } from './frame-queries.ts';
import { plainEe, plainVf } from './plain-cubic.ts';

const ROUNDS = 9;
const SAMPLE = 300_000;

interface QuerySet {
  name: string;
  kind: Kind;
  q: Float64Array;
}

function randomSet(kind: Kind, count: number, seed: number): QuerySet {
  const random = seededRandom(seed);
  return { name: 'uniformly random', kind, q: Float64Array.from({ length: 24 * count }, () => random.between(-1, 1)) };
}

function craftedSets(): QuerySet[] {
  const all = loadPublishedQueries();
  return (['vf', 'ee'] as const).map((kind) => {
    const parts = all.filter((set) => set.kind === kind).map((set) => [...set.q]);
    return { name: 'hand-crafted', kind, q: Float64Array.from(parts.flat()) };
  });
}

function frameSets(): QuerySet[] {
  const frame = loadFrame('frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply');
  if (!frame) return [];
  return (['vf', 'ee'] as const).map((kind) => {
    const pairs: number[] = [];
    framePairs(frame, kind, (a, b) => pairs.push(...pairVertices(frame, kind, a, b)));
    console.log(`cloth-ball ${kind}: ${pairs.length / 4} pairs with overlapping swept boxes`);
    return { name: 'cloth-ball', kind, q: sampleQueries(frame, pairs, SAMPLE, 1) };
  });
}

const timer = new QueryTimer();
const ours = {
  vf: (q: Float64Array, o: number) => timer.vf(q, o, 0),
  ee: (q: Float64Array, o: number) => timer.ee(q, o, 0),
};
const plain = { vf: plainVf, ee: plainEe };

/** Returns CPU nanoseconds per query and the number of hits. */
function run(test: (q: Float64Array, o: number) => number, q: Float64Array, repeats: number): [number, number] {
  let hits = 0;
  const before = process.cpuUsage();
  for (let r = 0; r < repeats; r++) for (let o = 0; o < q.length; o += 24) if (test(q, o) < 2) hits++;
  const { user, system } = process.cpuUsage(before);
  return [((user + system) * 1e3) / ((repeats * q.length) / 24), hits / repeats];
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

const sets = [...frameSets(), randomSet('vf', 100_000, 2), randomSet('ee', 100_000, 3), ...craftedSets()];
console.log('set                 kind   queries   plain ns   graze ns   ratio   hits plain/graze   exact');
for (const { name, kind, q } of sets) {
  if (q.length === 0) continue;
  const count = q.length / 24;
  const repeats = Math.max(1, Math.round(100_000 / count));
  const a: number[] = [];
  const b: number[] = [];
  let hits = [0, 0];
  let exact = 0;
  for (let round = -2; round < ROUNDS; round++) {
    const [p, plainHits] = run(plain[kind], q, repeats);
    timer.exactCount = 0;
    const [g, ourHits] = run(ours[kind], q, repeats);
    exact = timer.exactCount / repeats;
    if (round >= 0) {
      a.push(p);
      b.push(g);
    }
    hits = [plainHits, ourHits];
  }
  const [p, g] = [median(a), median(b)];
  console.log(
    `${name.padEnd(20)}${kind} ${String(count).padStart(11)} ${p.toFixed(1).padStart(10)} ${g.toFixed(1).padStart(10)} ${(g / p).toFixed(2).padStart(7)}   ${hits[0]}/${hits[1]}   ${((100 * exact) / count).toFixed(3)} %`,
  );
}
