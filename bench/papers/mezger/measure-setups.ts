// Hierarchy update (HU) and collision test (CT) of every setup over the same steps of a scene, in turn: neighbouring steps from several
// places of the animation, once to warm up. Setups with the same question have to give the same answer.
import { type ClothSteps, TIME_STEP, velocities } from '../../../scenes/cloth-steps/index.ts';
import { type Proximities, ProximityDetector, type ProximityDetectorOptions } from '../../../src/proximity.ts';
import { cpuMs, median } from '../../measure.ts';
import { mean } from '../table.ts';
import { CLOSE, type Setup, setups, still } from './setups.ts';

export interface Cost {
  readonly setup: Setup;
  /** Medians, in CPU milliseconds a step. */
  readonly update: number;
  readonly test: number;
  readonly total: number;
  /** Means a step. */
  readonly nodesUpdated: number;
  readonly nodePairs: number;
  readonly distances: number;
  readonly kept: number;
  readonly pairs: number;
  /** Pairs that are close now and were not found; 0 but for lossy setups. */
  readonly missed: number;
}

const PLACES = [0.15, 0.4, 0.65, 0.9];

interface Run {
  readonly setup: Setup;
  readonly detector: ProximityDetector;
  readonly update: number[];
  readonly test: number[];
  readonly found: { count: number; missed: number; tally: Proximities['tally'] }[];
}

/** `count` neighbouring steps at each place, `rounds` times. */
export function measureSetups(scene: ClothSteps, count: number, rounds: number): Cost[] {
  const { mesh, stepCount } = scene;
  const x = new Float64Array(3 * mesh.vertexCount);
  const runs: Run[] = setups.map((setup) => {
    const detector = new ProximityDetector(mesh, { ...objectsOf(scene), ...setup.options });
    return { setup, detector, update: [], test: [], found: [] };
  });
  for (let round = 0; round <= rounds; round++) {
    for (const place of PLACES) {
      const first = Math.floor(place * (stepCount - count - 1));
      for (let step = first; step < first + count; step++) {
        scene.positions(step, x);
        const velocity = velocities(scene, step);
        // What is kept of an earlier place is of no use: the first step of a place does not count.
        takeStep(runs, x, velocity, round > 0 && step > first);
      }
    }
  }
  return runs.map(costOf);
}

/** What a step costs in which nothing moves, by median: computed anew, and with what is kept of the step before. */
export function measureStill(scene: ClothSteps, rounds: number): { anew: number; kept: number } {
  const { mesh } = scene;
  const x = new Float64Array(3 * mesh.vertexCount);
  scene.positions(Math.floor(PLACES[2] * scene.stepCount), x);
  const detectors = [{}, still].map((options) => new ProximityDetector(mesh, { ...objectsOf(scene), ...options }));
  const spent: number[][] = [[], []];
  for (let round = 0; round < 4 * rounds; round++) {
    detectors.forEach((detector, i) => {
      const ms = cpuMs(() => detector.proximities(x, { distance: CLOSE }));
      if (round >= rounds) spent[i].push(ms);
    });
  }
  return { anew: median(spent[0]), kept: median(spent[1]) };
}

function objectsOf({ objectOf }: ClothSteps): ProximityDetectorOptions {
  return { objectOf, obstacles: [...new Set(objectOf)].filter((object) => object > 0) };
}

function takeStep(runs: readonly Run[], x: Float64Array, velocity: Float64Array, counts: boolean): void {
  const answers = new Map<number, Answer>();
  for (const { setup, detector, update, test, found } of runs) {
    const query = setup.query.ahead ? { ...setup.query, velocities: velocity, timeStep: TIME_STEP } : setup.query;
    const updateMs = cpuMs(() => detector.update(x, query));
    let result: Proximities | undefined;
    const testMs = cpuMs(() => {
      result = detector.find();
    });
    if (result === undefined) continue;
    const answer = closeNow(setup, result);
    const first = answers.get(setup.query.distance) ?? answer;
    answers.set(setup.query.distance, first);
    if (!setup.options.lossy) compare(setup, answer, first);
    if (!counts) continue;
    update.push(updateMs);
    test.push(testMs);
    found.push({ count: result.count, missed: first.count - answer.count, tally: result.tally });
  }
}

interface Answer {
  readonly count: number;
  readonly checksum: number;
}

/** Of pairs that may come close ahead a setup finds all that do and some that do not; those that are close now are the same for all. */
function closeNow({ query, options }: Setup, result: Proximities): Answer {
  const limit = query.distance + (options.tolerance ?? 0);
  let count = 0;
  let checksum = 0;
  for (let i = 0; i < result.count; i++) {
    if (result.distance[i] > limit) continue;
    count++;
    checksum += (result.a[i] + 3 * result.b[i]) % 65_537;
  }
  return { count, checksum };
}

function compare({ name }: Setup, answer: Answer, first: Answer): void {
  if (answer.count === first.count && answer.checksum === first.checksum) return;
  throw new Error(
    `${name}: ${answer.count} pairs, checksum ${answer.checksum}; not ${first.count}, ${first.checksum}.`,
  );
}

function costOf({ setup, update, test, found }: Run): Cost {
  return {
    setup,
    update: median(update),
    test: median(test),
    total: median(update.map((ms, i) => ms + test[i])),
    nodesUpdated: mean(found.map(({ tally }) => tally.nodesUpdated)),
    nodePairs: mean(found.map(({ tally }) => tally.nodePairs)),
    distances: mean(found.map(({ tally }) => tally.distances)),
    kept: mean(found.map(({ tally }) => tally.kept)),
    pairs: mean(found.map(({ count }) => count)),
    missed: mean(found.map(({ missed }) => missed)),
  };
}
