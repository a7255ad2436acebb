// Hierarchy update (HU) and collision test (CT) of every setup over the same steps of a scene, in
// turn: neighbouring steps from several positions of the animation, after one round to warm up.
// Setups with the same question must give the same answer.
import { type ClothSteps, TIME_STEP, velocities } from '../../../scenes/cloth-steps/index.ts';
import {
  type PolygonMesh,
  type Proximities,
  ProximityDetector,
  type ProximityDetectorOptions,
} from '../../../src/proximity.ts';
import { cpuMs, median } from '../../measure.ts';
import { mean } from '../table.ts';
import { lostByRing, RINGS } from './lost-pairs.ts';
import { CLOSE, type Setup, setups, still } from './setups.ts';

/** The cost of one setup on a scene. */
export interface Cost {
  readonly setup: Setup;
  /** Medians in CPU milliseconds per step. */
  readonly update: number;
  readonly test: number;
  readonly total: number;
  /** Means per step. */
  readonly nodesUpdated: number;
  readonly nodePairs: number;
  readonly distances: number;
  readonly kept: number;
  readonly pairs: number;
  /** Missed pairs; 0 except for lossy setups. */
  readonly missed: number;
  /** Missed pairs by ring of neighbours (lost-pairs.ts). */
  readonly lost: readonly number[];
}

/** Which steps of a scene are measured. */
export interface Sampling {
  /** Fractions of the animation, and the number of neighbouring steps from each. */
  readonly places: readonly number[];
  readonly steps: number;
  /** The number of rounds over all of them, after one to warm up. */
  readonly rounds: number;
}

interface Run {
  readonly setup: Setup;
  readonly detector: ProximityDetector;
  readonly update: number[];
  readonly test: number[];
  readonly found: { count: number; missed: number; lost: number[]; tally: Proximities['tally'] }[];
}

/** Measures all setups on a scene. */
export function measureSetups(scene: ClothSteps, { places, steps, rounds }: Sampling): Cost[] {
  const { mesh, stepCount } = scene;
  const x = new Float64Array(3 * mesh.vertexCount);
  const runs: Run[] = setups.map((setup) => {
    const detector = new ProximityDetector(mesh, { ...objectsOf(scene), ...setup.options });
    return { setup, detector, update: [], test: [], found: [] };
  });
  let turn = 0;
  for (let round = 0; round <= rounds; round++) {
    for (const place of places) {
      const first = Math.floor(place * (stepCount - steps - 1));
      for (let step = first; step < first + steps; step++) {
        scene.positions(step, x);
        const velocity = velocities(scene, step);
        // Data cached at an earlier position is useless: the first step of a position does not
        // count.
        takeStep(mesh, runs, turn++, x, velocity, round > 0 && step > first);
      }
    }
  }
  return runs.map(costOf);
}

/** The fraction of the animation at which everything is stopped, for the cost of a static step. */
const STOPPED_AT = 0.65;

/**
 * The median cost of a step in which nothing moves: computed from scratch, and with the data of the
 * previous step.
 */
export function measureStill(scene: ClothSteps, { rounds }: Sampling): { anew: number; kept: number } {
  const { mesh } = scene;
  const x = new Float64Array(3 * mesh.vertexCount);
  scene.positions(Math.floor(STOPPED_AT * scene.stepCount), x);
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

/**
 * Takes one step with every detector. The first detector finds colder caches, so each is first in
 * turn.
 */
function takeStep(
  mesh: PolygonMesh,
  runs: readonly Run[],
  first: number,
  x: Float64Array,
  velocity: Float64Array,
  counts: boolean,
): void {
  const results = new Map<Run, Proximities>();
  for (let i = 0; i < runs.length; i++) {
    const run = runs[(first + i) % runs.length];
    const { query } = run.setup;
    const asked = query.ahead ? { ...query, velocities: velocity, timeStep: TIME_STEP } : query;
    const updateMs = cpuMs(() => run.detector.update(x, asked));
    const testMs = cpuMs(() => results.set(run, run.detector.find()));
    if (!counts) continue;
    run.update.push(updateMs);
    run.test.push(testMs);
  }
  compare(mesh, runs, results, counts);
}

function compare(
  mesh: PolygonMesh,
  runs: readonly Run[],
  results: ReadonlyMap<Run, Proximities>,
  counts: boolean,
): void {
  const answers = new Map<string, Answer>();
  for (const run of runs) {
    const { name, query, options } = run.setup;
    const result = results.get(run);
    if (result === undefined) continue;
    const answer = answerOf(result);
    const question = `${query.distance} ${query.ahead}`;
    const wanted = answers.get(question) ?? answer;
    answers.set(question, wanted);
    if (!options.lossy && (answer.count !== wanted.count || answer.checksum !== wanted.checksum)) {
      throw new Error(
        `${name}: ${answer.count} pairs, checksum ${answer.checksum}; not ${wanted.count}, ${wanted.checksum}.`,
      );
    }
    if (!counts) continue;
    const lost = options.lossy ? lostByRing(mesh, wanted.result, result) : NOTHING_LOST;
    run.found.push({ count: answer.count, missed: wanted.count - answer.count, lost, tally: result.tally });
  }
}

const NOTHING_LOST: number[] = new Array(RINGS).fill(0);

interface Answer {
  readonly result: Proximities;
  readonly count: number;
  readonly checksum: number;
}

function answerOf(result: Proximities): Answer {
  const { count, a, b } = result;
  let checksum = 0;
  for (let i = 0; i < count; i++) checksum += (a[i] + 3 * b[i]) % 65_537;
  return { result, count, checksum };
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
    lost: NOTHING_LOST.map((_, ring) => mean(found.map(({ lost }) => lost[ring]))),
  };
}
