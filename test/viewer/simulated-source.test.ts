// A simulation as a source of steps: the frames of the simulation itself, checked along its actual
// paths; none after it is pinched.
import { expect, test } from 'vitest';
import type { SimulationScene } from '../../scenes/cloth/index.ts';
import { clothScenes } from '../../scenes/cloth/index.ts';
import { ClothSimulation } from '../../src/cloth.ts';
import type { SimulatedStep } from '../../src/viewer/protocol.ts';
import { DEFAULTS } from '../../src/viewer/settings.ts';
import { SimulatedSource } from '../../src/viewer/simulated-source.ts';
import { simulationSentence } from '../../src/viewer/simulation-sentence.ts';
import { StepChecker } from '../../src/viewer/step-checker.ts';
import { pulled } from '../engine/cloth/pulled-strip.ts';
import { closingPlates } from '../generate/closing-plates.ts';

const never = new AbortController().signal;

const press: SimulationScene = {
  name: 'press',
  options: { ...closingPlates, gravity: [0, 0, -9.81], timeStep: 0.01, thickness: 0.001, friction: 0.3 },
  seconds: 0.2,
  obstacleSpeed: 1,
  fault: () => null,
};

/** All steps, and the answer after them if it is pinched. */
function run(source: SimulatedSource, most: number): { steps: SimulatedStep[]; pinched: SimulatedStep | undefined } {
  const steps: SimulatedStep[] = [];
  while (steps.length < most) {
    const step = source.simulate();
    if (step.isPinched) return { steps, pinched: step };
    steps.push(step);
  }
  return { steps, pinched: undefined };
}

test.each([clothScenes['table-cloth'](3), press])(
  '$name: frames are those of the simulation, obstacles too',
  async (scene) => {
    const source = new SimulatedSource(scene, 3);
    const simulation = new ClothSimulation(scene.options);
    const { steps } = run(source, 3);
    expect(await source.read(0)).toEqual(simulation.positions);
    for (let frame = 1; frame <= 3; frame++) {
      simulation.advance();
      expect(await source.read(frame)).toEqual(simulation.positions);
    }
    for (const { ms, crossings, substeps } of steps) {
      expect(Object.values(ms).every((part) => part >= 0)).toBe(true);
      expect(ms.detection).toBeGreaterThan(0);
      expect(ms.solver).toBeGreaterThan(0);
      expect([crossings, substeps]).toEqual([0, 1]);
    }
    await expect(source.read(4)).rejects.toThrow('0.04 s is not simulated yet.');
  },
);

test('what is pinched is told and not kept; what is kept is free', async () => {
  const source = new SimulatedSource(press, 1);
  const { steps, pinched } = run(source, 20);
  expect(pinched).toMatchObject({ step: steps.length, isPinched: true, crossings: 0 });
  expect(steps.length).toBeGreaterThan(2);
  await expect(source.read(steps.length + 1)).rejects.toThrow('is not simulated yet');
  for (const { step, substeps } of steps) expect(source.bends(step)).toHaveLength(substeps - 1);
  const checker = await StepChecker.of(source);
  for (const { step } of steps) {
    const request = { type: 'check', number: 1, step, settings: DEFAULTS, isShown: false } as const;
    expect((await checker.check(request, never)).numbers).toMatchObject({ count: 0, firstTime: null });
  }
});

test('a line tells how it stands', () => {
  const ms = { detection: 1, response: 2, solver: 3 };
  const step = { step: 0, isPinched: false, substeps: 1, time: 0.01, ms, crossings: 0, fault: null };
  const proven = 'every one proven free of contact, 0 crossing pairs of faces.';
  expect(simulationSentence([], 2, undefined)).toBe('At its start.');
  expect(simulationSentence([step], 2, undefined)).toBe(`1 of 2 steps simulated, 0.01 s: ${proven}`);
  expect(simulationSentence([step, step], 2, undefined)).toMatch(/It is over\.$/);
  expect(simulationSentence([{ ...step, fault: 'it slips' }], 1, undefined)).toMatch(
    /not as it should be: it slips\.$/,
  );
  expect(simulationSentence([{ ...step, crossings: 2 }], 2, undefined)).toContain('2 crossing pairs');
  expect(simulationSentence([step], 2, { ...step, isPinched: true, time: 0.0123 })).toMatch(
    /^Pinched after 0.0123 s: /,
  );
});

test('of cloth that tears, a step is shown and checked with what was left at its start', async () => {
  const options = { gravity: [0, 0, -9.81], timeStep: 0.01, thickness: 0.001, friction: 0.3, obstacles: [] } as const;
  const scene = { ...press, name: 'pulled', options: { ...options, ...pulled(0.1) } };
  const source = new SimulatedSource(scene, 1);
  run(source, 18);
  const checker = await StepChecker.of(source);
  const whole = await checker.place(0);
  expect(whole.model?.objects).toEqual(['cloth', 'obstacle']);
  const { faceCount } = source.meshOf(17);
  expect(faceCount).toBeLessThan(source.mesh.faceCount);
  expect(source.meshOf(0)).toBe(source.mesh);
  const { model } = await checker.place(17);
  expect(model?.triangles).toHaveLength(3 * faceCount);
  expect(model?.objects).toEqual(['cloth', 'obstacle']);
  for (const step of [0, 12, 17]) {
    const { numbers } = await checker.check(
      { type: 'check', number: 1, step, settings: DEFAULTS, isShown: false },
      never,
    );
    expect([numbers.count, numbers.faceCount]).toEqual([0, source.meshOf(step).faceCount]);
  }
});
