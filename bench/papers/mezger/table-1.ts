// Table 1: detection, response and solver of a whole simulation: ours, as measured in the run whose
// frames are stored; with the paper's own detector and response; and the paper's figures.
import { particleCount } from '../../../scenes/cloth/obstacle-places.ts';
import { PARTS, type PartTimes } from '../../../scenes/cloth/part-times.ts';
import type { Simulated, SimulationCost } from '../../simulated.ts';
import type { Report } from '../report.ts';
import { rounded } from '../table.ts';
import { table1 } from './published.ts';
import type { PublishedRun } from './published-run.ts';

/** The cost and the size of a simulated scene. */
export interface SimulationResult extends SimulationCost {
  readonly particles: number;
  /** Triangles of the obstacles. */
  readonly solid: number;
  /** The run with the paper's own detector and response. */
  readonly published: PublishedRun;
}

/** Six seconds of walking, or four of the tape, in steps of a hundredth of a second. */
const PAPER_STEPS = { walk: 600, tape: 400 };

const REMARK =
  "As published: the paper's detector (18-DOPs, quadtrees, oriented inflation), its response order and its constraints, with our integrator, on our scenes, without stiction. Ours spends its response on proofs: every step is proven free of crossings. The paper's response proves nothing and leaves open how faces that have crossed part again; steps that end with crossings are counted.";

/** Returns the row of a simulated scene. */
export function simulationResult({ clothScene, cost }: Simulated, published: PublishedRun): SimulationResult {
  const solid = clothScene.options.obstacles.reduce((count, { triangles }) => count + triangles.length / 3, 0);
  return { ...cost, particles: particleCount(clothScene), solid, published };
}

/** Adds the rows of a scene to table 1. */
export function addTable1(report: Report, name: string, result: SimulationResult): void {
  const { spent, steps, date, particles, solid, published } = result;
  const table = report.table(
    'Table 1: CPU s of a simulation, and ms a step; the paper: on a Pentium 4 of 2 GHz',
    ['', 'particles', 'solid polygons', ...PARTS, 'total', 'steps', 'ms a step', 'with crossings', 'most pairs', 'ran'],
    REMARK,
  );
  table.add(
    [name, String(particles), String(solid), ...seconds(spent, 1e-3, steps, 1), 'proven none', '', date],
    [
      '  as published',
      '',
      '',
      ...seconds(published.spent, 1e-3, published.steps, 1),
      String(published.stepsWithCrossings),
      rounded(published.mostCrossings),
      published.date,
    ],
  );
  const paper = table1[name];
  if (paper === undefined) return;
  const paperSteps = name === 'tape' ? PAPER_STEPS.tape : PAPER_STEPS.walk;
  table.add([
    `  paper, ${paper.name}`,
    String(paper.particles),
    String(paper.solid),
    ...seconds(paper, 1, paperSteps, 0),
  ]);
}

/**
 * Seconds of the parts and in total, which the paper prints by itself; the number of steps;
 * milliseconds per step.
 */
function seconds(spent: PartTimes, unit: number, steps: number, digits: number, printed?: number): string[] {
  const parts = PARTS.map((part) => spent[part] * unit);
  const total = printed ?? parts.reduce((a, b) => a + b);
  return [
    ...[...parts, total].map((value) => value.toFixed(digits)),
    String(steps),
    ((1000 * total) / steps).toFixed(1),
  ];
}
