// Whole scenes of cloth: what detection, response and solver take, in seconds of CPU time beside table 1 of Mezger et al., and in
// yardsticks a step; crossing faces at every frame, which must be none. Arguments: names of scenes, all of the table by default; --frames N ends them early.
import { parseArgs } from 'node:util';
import { clothScenes } from '../scenes/cloth/index.ts';
import { ClothSimulation } from '../src/cloth.ts';
import { ImplicitSolver } from '../src/engine/cloth/implicit-solver.ts';
import { MeshCollider } from '../src/index.ts';
import { cpuMs } from './measure.ts';
import { yardstick } from './yardstick.ts';

/** Seconds of the paper on a Pentium 4 at 2 GHz: detection, response, solver. */
const PAPER: Readonly<Record<string, readonly [number, number, number]>> = {
  'walk-pants': [88, 24, 35],
  'walk-low': [63, 25, 89],
  'walk-high': [98, 41, 6430],
  tape: [23, 7, 315],
};

const { values, positionals } = parseArgs({
  options: { frames: { type: 'string', default: 'Infinity' } },
  allowPositionals: true,
});

/** CPU time that was spent inside methods since the last call of `take`. */
function watch<T extends object>(prototype: T, names: readonly (keyof T)[]): { take(): number } {
  let spent = 0;
  for (const name of names) {
    const method = prototype[name] as (...input: unknown[]) => unknown;
    const watched = function (this: T, ...input: unknown[]): unknown {
      let answer: unknown;
      spent += cpuMs(() => {
        answer = method.apply(this, input);
      });
      return answer;
    };
    Object.assign(prototype, { [name]: watched });
  }
  return {
    take() {
      const taken = spent;
      spent = 0;
      return taken;
    },
  };
}

const detection = watch(MeshCollider.prototype, ['collide', 'maxStep', 'proximities']);
const solver = watch(ImplicitSolver.prototype, ['solve']);
const unit = yardstick();
const names = positionals.length > 0 ? positionals : Object.keys(PAPER);

for (const name of names) {
  const make = clothScenes[name];
  if (!make) throw new RangeError(`No scene ${name}; there are ${Object.keys(clothScenes).join(', ')}.`);
  const { options, seconds, fault } = make(1);
  const simulation = new ClothSimulation(options);
  const most = Math.min(Number(values.frames), Math.round(seconds / options.timeStep));
  const spent = [0, 0, 0];
  let frames = 0;
  let cuts = 0;
  let crossings = 0;
  for (let state = 'advanced'; state === 'advanced' && frames < most; frames++) {
    [detection, solver].forEach((watched) => {
      watched.take();
    });
    const all = cpuMs(() => {
      const advance = simulation.advance();
      state = advance.state;
      cuts += advance.tally.cuts;
    });
    const [detected, solved] = [detection.take(), solver.take()];
    [detected, all - detected - solved, solved].forEach((part, i) => {
      spent[i] += part;
    });
    crossings += simulation.crossings().count;
  }
  const paper = PAPER[name];
  console.log(
    `\n${name}: ${simulation.masses.length} particles, ${simulation.mesh.faceCount} faces, ${frames} steps, ${cuts} cut, ${crossings} crossing pairs`,
  );
  ['detection', 'response', 'solver'].forEach((part, i) => {
    const perStep = (spent[i] / frames / unit).toFixed(4);
    const theirs = paper ? `; the paper ${paper[i]} s` : '';
    console.log(`  ${part.padEnd(9)} ${(spent[i] / 1000).toFixed(2)} s, ${perStep} yardsticks a step${theirs}`);
  });
  const wrong =
    frames * options.timeStep < seconds - options.timeStep / 2 ? 'ended early' : fault(simulation.positions);
  console.log(`  in the end: ${wrong ?? 'as it should be'}`);
}
