// Table 1: detection, response and solver of a whole simulation, as measured in the run whose
// frames are stored.

import { particleCount } from '../../../scenes/cloth/obstacle-places.ts';
import { PARTS } from '../../../scenes/cloth/part-times.ts';
import type { Simulated, SimulationCost } from '../../simulated.ts';
import type { Report } from '../report.ts';
import { table1 } from './published.ts';

/** The cost and the size of a simulated scene. */
export interface SimulationResult extends SimulationCost {
  readonly particles: number;
  /** Triangles of the obstacles. */
  readonly solid: number;
}

/** Returns the row of a simulated scene. */
export function simulationResult({ clothScene, cost }: Simulated): SimulationResult {
  const solid = clothScene.options.obstacles.reduce((count, { triangles }) => count + triangles.length / 3, 0);
  return { ...cost, particles: particleCount(clothScene), solid };
}

/** Adds rows to table 1, beside the numbers of the paper. */
export function addTable1(
  report: Report,
  results: readonly { readonly name: string; readonly simulation: SimulationResult }[],
): void {
  report
    .table('Table 1: CPU s of a simulation, on the day when it ran; the paper: s on a Pentium 4', [
      '',
      'particles',
      'solid polygons',
      ...PARTS,
      'total',
      'steps',
      'ran',
    ])
    .add(
      ...results.flatMap(({ name, simulation: { spent, steps, date, particles, solid } }) => {
        const parts = PARTS.map((part) => spent[part] / 1000);
        const ours = [name, String(particles), String(solid), ...seconds(parts, 1), String(steps), date];
        const paper = table1[name];
        if (paper === undefined) return [ours];
        const theirs = PARTS.map((part) => paper[part]);
        return [ours, [`  paper, ${paper.name}`, String(paper.particles), String(paper.solid), ...seconds(theirs, 0)]];
      }),
    );
}

/** The times and their sum. */
function seconds(parts: readonly number[], digits: number): string[] {
  return [...parts, parts.reduce((a, b) => a + b)].map((value) => value.toFixed(digits));
}
