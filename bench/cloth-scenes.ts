// Whole cloth scenes: the time of detection, response and solver, in seconds of CPU time beside
// table 1 of Mezger et al., and in yardsticks per step; and the number of crossing faces at every
// frame, which must be 0. The yardstick is measured in between, because machines slow down and
// recover within a scene; its median counts. Arguments: names of scenes (those of the table by
// default); --frames N ends them early; --figure FILE draws the parts of every scene, stacked, step
// by step.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { clothScenes } from '../scenes/cloth/index.ts';
import { movedApart, PARTS, type PartTimes, watchParts } from '../scenes/cloth/part-times.ts';
import { ClothSimulation } from '../src/cloth.ts';
import { cpuClock, median } from './measure.ts';
import { table1 } from './papers/mezger/published.ts';
import { type Course, partChart } from './part-chart.ts';
import { yardstick } from './yardstick.ts';

const { values, positionals } = parseArgs({
  options: { frames: { type: 'string', default: 'Infinity' }, figure: { type: 'string' } },
  allowPositionals: true,
});

/** The number of yardstick measurements per scene. */
const UNIT_COUNT = 9;

const timed = watchParts(cpuClock);
const names = positionals.length > 0 ? positionals : Object.keys(table1);

/** Runs a scene; the times are in yardsticks. */
function run(name: string): Course {
  const make = clothScenes[name];
  if (!make) throw new RangeError(`No scene ${name}; there are ${Object.keys(clothScenes).join(', ')}.`);
  const { options, seconds, fault } = make(1);
  const obstacles = movedApart(options.obstacles ?? [], cpuClock);
  const simulation = new ClothSimulation({ ...options, obstacles });
  const most = Math.min(Number(values.frames), Math.round(seconds / options.timeStep));
  const steps: PartTimes[] = [];
  const units: number[] = [];
  let cuts = 0;
  let crossings = 0;
  for (let state = 'advanced'; state === 'advanced' && steps.length < most; ) {
    if (steps.length * UNIT_COUNT >= most * units.length) units.push(yardstick(1));
    steps.push(
      timed(() => {
        const advance = simulation.advance();
        state = advance.state;
        cuts += advance.tally.cuts;
      }),
    );
    crossings += simulation.crossings().count;
  }
  const unit = median(units);
  console.log(
    `\n${name}: ${simulation.masses.length} particles, ${simulation.mesh.faceCount} faces, ${steps.length} steps, ${cuts} cut, ${crossings} crossing pairs; yardstick ${unit.toFixed(0)} ms (${Math.min(...units).toFixed(0)} to ${Math.max(...units).toFixed(0)})`,
  );
  for (const part of PARTS) {
    const spent = steps.reduce((sum, step) => sum + step[part], 0);
    const perStep = (spent / steps.length / unit).toFixed(4);
    const theirs = table1[name] ? `; the paper ${table1[name][part]} s` : '';
    console.log(`  ${part.padEnd(9)} ${(spent / 1000).toFixed(2)} s, ${perStep} yardsticks a step${theirs}`);
  }
  const isEarly = steps.length * options.timeStep < seconds - options.timeStep / 2;
  console.log(
    `  in the end: ${(isEarly ? 'ended early' : fault(simulation.positions, simulation.mesh)) ?? 'as it should be'}`,
  );
  const inUnits = ({ detection, response, solver }: PartTimes): PartTimes => ({
    detection: detection / unit,
    response: response / unit,
    solver: solver / unit,
  });
  return { name, steps: steps.map(inUnits) };
}

const courses = names.map(run);
if (values.figure)
  writeFileSync(values.figure, partChart('What simulations of cloth take', 'yardsticks of CPU time', courses));
