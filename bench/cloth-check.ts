// Verifies whole cloth scenes independently: every committed path by a separate collider with
// another recipe, every frame by exact intersections of a fresh one, except for obstacles among
// themselves. Any contact or crossing ends it with status 1. It also prints sub-steps and the
// energy at the end: kinetic energy, and how much the total energy grew over the last second and in
// one frame of it. Arguments: names of scenes (all by default), or cloth-ball-92k; --frames N,
// --seed S.
import { parseArgs } from 'node:util';
import { clothBall } from '../scenes/cloth/cloth-ball.ts';
import { clothScenes } from '../scenes/cloth/index.ts';
import type { SimulationScene } from '../scenes/cloth/simulation-scene.ts';
import { ClothSimulation } from '../src/cloth.ts';
import { modelOf } from '../src/engine/cloth/cloth-options.ts';
import { ClothModel } from '../src/engine/cloth/model/cloth-model.ts';
import { type MeshCollider, rTriangles } from '../src/index.ts';
import { clothEnergy } from '../test/oracle/cloth-energy.ts';
import { judgeOf } from '../test/oracle/cloth-judge.ts';

const { values, positionals } = parseArgs({
  options: { frames: { type: 'string', default: 'Infinity' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});

/** The number of frames between two lines of progress. */
const PROGRESS_FRAMES = 50;

const makers: Readonly<Record<string, (seed: number) => SimulationScene>> = {
  ...clothScenes,
  'cloth-ball-92k': (seed) => clothBall(seed, 215),
};

class Trial {
  readonly scene: SimulationScene;
  readonly simulation: ClothSimulation;
  private readonly model: ClothModel;
  private judge: MeshCollider | null = null;
  frames = 0;
  substeps = 0;
  cuts = 0;
  contacts = 0;
  crossings = 0;
  /** The energy of the previous frame in joules; `gain` is what was gained over the last second. */
  private energy = 0;
  gain = 0;
  /** The largest increase of the energy in a frame of the last second, in joules. */
  rise = 0;

  constructor(scene: SimulationScene) {
    this.scene = scene;
    this.simulation = new ClothSimulation({ ...scene.options, onCommit: (x0, x1) => this.verify(x0, x1) });
    this.model = ClothModel.merge(scene.options.cloths.map(modelOf));
  }

  get frameCount(): number {
    return Math.round(this.scene.seconds / this.scene.options.timeStep);
  }

  private verify(x0: Float64Array, x1: Float64Array): void {
    const { mesh, masses } = this.simulation;
    if (this.judge?.mesh !== mesh) this.judge = judgeOf(mesh, masses.length, rTriangles);
    this.contacts += this.judge.collide(x0, x1).count;
  }

  /** Returns false if the cloth is pinched. */
  advance(): boolean {
    const { simulation } = this;
    const { state, substeps, tally } = simulation.advance();
    this.frames++;
    this.substeps += substeps;
    this.cuts += tally.cuts;
    this.crossings += judgeOf(simulation.mesh, simulation.masses.length).intersections(simulation.positions).count;
    const particles = simulation.positions.slice(0, 3 * simulation.masses.length);
    const energy = this.kinetic() + clothEnergy(this.model, particles, this.scene.options.gravity);
    if (simulation.time > this.scene.seconds - 1) {
      this.gain += energy - this.energy;
      this.rise = Math.max(this.rise, energy - this.energy);
    }
    this.energy = energy;
    return state === 'advanced';
  }

  kinetic(): number {
    const { masses, velocities } = this.simulation;
    return masses.reduce((sum, mass, i) => {
      const [x, y, z] = velocities.subarray(3 * i, 3 * i + 3);
      return sum + (mass * (x * x + y * y + z * z)) / 2;
    }, 0);
  }
}

for (const name of positionals.length > 0 ? positionals : Object.keys(clothScenes)) {
  const make = makers[name];
  if (!make) throw new RangeError(`No scene ${name}; there are ${Object.keys(makers).join(', ')}.`);
  const trial = new Trial(make(Number(values.seed)));
  const { simulation, scene } = trial;
  const most = Math.min(Number(values.frames), trial.frameCount);
  const found = () => `${trial.crossings} crossing pairs, ${trial.contacts} contacts`;
  let isFree = true;
  console.log(`${name}: ${simulation.masses.length} particles, ${simulation.mesh.faceCount} faces`);
  while (isFree && trial.frames < most) {
    isFree = trial.advance();
    if (trial.frames % PROGRESS_FRAMES === 0)
      console.log(`  ${trial.frames} frames: ${found()}, ${trial.substeps} sub-steps`);
  }
  const end =
    trial.frames < trial.frameCount
      ? 'not reached'
      : (scene.fault(simulation.positions, simulation.mesh) ?? 'as it should be');
  console.log(`  ${trial.frames} frames, ${trial.substeps} sub-steps, ${trial.cuts} cut: ${found()}; its end: ${end}`);
  const [kinetic, gain, rise] = [trial.kinetic(), trial.gain, trial.rise].map((joules) => joules.toExponential(1));
  // The sum includes all faces of the start; torn faces no longer pull.
  const all = `; all energy gained ${gain} J in the last second, ${rise} J at most in a frame`;
  console.log(`  kinetic energy ${kinetic} J${simulation.torn.length > 0 ? '' : all}`);
  if (trial.crossings + trial.contacts > 0 || !isFree) process.exitCode = 1;
}
