// Whether a step stalls: the CPU time of every step of a sequence relative to the median of its
// neighbours, without garbage collection. A sequence runs in several processes of its own, because
// a first step and what follows it run cold; the least time of each step counts. Also prints what
// cones gain on the waving cloth. Optional: --case TEXT (a part of the name; may be repeated),
// --steps 60, --rounds 3, --table (every step), --limit 3 (the ratio that a step may reach).
import { spawnSync } from 'node:child_process';
import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { scenes } from '../scenes/index.ts';
import { iccd, iccdWithoutCones, MeshCollider, type Recipe } from '../src/index.ts';
import { type Figure, limbs, man } from './figures.ts';
import { loadFrame } from './frame-queries.ts';
import { cpuClock, median } from './measure.ts';
import { type Sequence, sequenceOfFrames, sequenceOfScene } from './sequence.ts';

/** Neighbours on each side of a step, of which the median is taken. */
const NEIGHBOURS = 5;

const { values } = parseArgs({
  options: {
    case: { type: 'string', multiple: true, default: [''] },
    steps: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
    limit: { type: 'string', default: '3' },
    table: { type: 'boolean', default: false },
    child: { type: 'string' },
  },
});
const steps = Number(values.steps);

/** A sequence and the recipe that runs it. */
interface Case {
  readonly recipe: Recipe;
  /** Null without its data. */
  readonly open: () => Promise<Sequence | null> | Sequence | null;
}

/** The frames of a figure, interpolated: it moves gently. */
const ofFigure = (figure: Figure | null) => figure && sequenceOfFrames(figure.mesh, figure.frames);

/** The two real frames of cloth-ball: back and forth, or the way between them in equal steps. */
function realFrames(isAlternated: boolean): Sequence | null {
  const frame = loadFrame('frames/cloth-ball/cloth_ball92.ply', 'frames/cloth-ball/cloth_ball93.ply');
  if (!frame) return null;
  const { mesh, x0, x1 } = frame;
  const between = (share: number) => x0.map((x, i) => x + share * (x1[i] - x));
  const frames = Array.from({ length: steps + 1 }, (_, i) => (isAlternated ? [x0, x1][i % 2] : between(i / steps)));
  return sequenceOfFrames(mesh, frames);
}

const cases: Record<string, Case> = {
  limbs: { recipe: iccd, open: () => ofFigure(limbs()) },
  man: { recipe: iccd, open: async () => ofFigure(await man()) },
  'cloth-ball frames, alternated': { recipe: iccd, open: () => realFrames(true) },
  'cloth-ball frames, interpolated': { recipe: iccd, open: () => realFrames(false) },
  'waving-cloth without cones': { recipe: iccdWithoutCones, open: () => sequenceOfScene(scenes['waving-cloth']()) },
};
for (const [name, make] of Object.entries(scenes)) cases[name] = { recipe: iccd, open: () => sequenceOfScene(make()) };

/** What a step cost. */
interface StepCost {
  /** CPU milliseconds without garbage collection. */
  readonly ms: number;
  /** Faces in quiet patches. */
  readonly quiet: number;
}

/** CPU time of every step, in this process. */
async function measure({ recipe, open }: Case): Promise<StepCost[] | null> {
  const sequence = await open();
  if (!sequence) return null;
  const collections: { start: number; ms: number }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) collections.push({ start: startTime, ms: duration });
  });
  observer.observe({ entryTypes: ['gc'] });
  const collider = new MeshCollider(sequence.mesh, { recipe });
  const costs: StepCost[] = [];
  for (let step = 0; step < Math.min(steps, sequence.stepCount); step++) {
    const { x0, x1, change } = sequence.step(step);
    collections.length = 0;
    // Entries arrive between tasks.
    await setImmediate();
    const start = performance.now();
    const before = cpuClock();
    if (change) collider.retopologize(change);
    const { tally } = collider.collide(x0, x1);
    const ms = cpuClock() - before;
    const end = performance.now();
    await setImmediate();
    const collected = collections.reduce((sum, c) => (c.start >= start && c.start < end ? sum + c.ms : sum), 0);
    costs.push({ ms: Math.max(0, ms - collected), quiet: tally.quietFaces });
  }
  return costs;
}

/** The same in a fresh process. */
function measureApart(name: string): StepCost[] | null {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      ...process.execArgv,
      '--single-threaded-gc',
      fileURLToPath(import.meta.url),
      '--child',
      name,
      '--steps',
      values.steps,
    ],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The median of the neighbours of a step, the first step apart. */
function medianAround(ms: readonly number[], step: number): number {
  const first = Math.max(1, step - NEIGHBOURS);
  return median([...ms.slice(first, step), ...ms.slice(step + 1, step + 1 + NEIGHBOURS)]);
}

/** Prints the steps of a case; returns what every step cost. */
function report(name: string): readonly StepCost[] | null {
  const rounds: StepCost[][] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const costs = measureApart(name);
    if (!costs) {
      console.log(`${name}: no data in GRAZE_DATA`);
      return null;
    }
    rounds.push(costs);
  }
  const ms = rounds[0].map((_, step) => Math.min(...rounds.map((costs) => costs[step].ms)));
  const ratios = ms.map((cost, step) => (step === 0 ? 0 : cost / medianAround(ms, step)));
  const worst = ratios.indexOf(Math.max(...ratios));
  const over = ratios.filter((ratio) => ratio > Number(values.limit)).length;
  const quiet = rounds[0].filter((cost) => cost.quiet > 0).length;
  console.log(
    `${name}: first step ${ms[0].toFixed(1)} ms, median ${median(ms.slice(1)).toFixed(1)}, ` +
      `worst ratio ${ratios[worst].toFixed(2)} in step ${worst + 1} (${ms[worst].toFixed(1)} ms), ` +
      `${over} steps over ${values.limit}, ${quiet} of ${ms.length} with cones`,
  );
  if (values.table)
    ms.forEach((cost, step) => {
      const around =
        step === 0 ? '' : ` ${medianAround(ms, step).toFixed(1).padStart(8)}${ratios[step].toFixed(2).padStart(8)}`;
      console.log(`${String(step + 1).padStart(6)}${cost.toFixed(1).padStart(9)}${around} ${rounds[0][step].quiet}`);
    });
  return ms.map((cost, step) => ({ ms: cost, quiet: rounds[0][step].quiet }));
}

if (values.child !== undefined) console.log(JSON.stringify(await measure(cases[values.child])));
else {
  if (values.table) console.log('  step       ms  median around, ratio, faces in quiet patches');
  const chosen = Object.keys(cases).filter((name) => values.case.some((text) => name.includes(text)));
  const found = new Map(chosen.map((name) => [name, report(name)]));
  const on = found.get('waving-cloth');
  const off = found.get('waving-cloth without cones');
  if (on && off) {
    const gains = on.flatMap(({ ms, quiet }, step) => (quiet > 0 ? off[step].ms / ms : []));
    const total = (costs: readonly StepCost[]) => costs.slice(1).reduce((sum, { ms }) => sum + ms, 0);
    console.log(
      `waving-cloth: without cones ÷ with them ${median(gains).toFixed(2)} (median of the ${gains.length} steps with cones), ` +
        `${(total(off) / total(on)).toFixed(2)} over all steps but the first`,
    );
  }
}
