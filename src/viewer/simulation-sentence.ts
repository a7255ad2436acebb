// The state of a simulation as one sentence.
import type { SimulatedStep } from './protocol.ts';

/** Returns the sentence. `pinched` is the step that could not be completed, if there is one. */
export function simulationSentence(
  steps: readonly SimulatedStep[],
  stepCount: number,
  pinched: SimulatedStep | undefined,
): string {
  if (pinched)
    return `Pinched after ${pinched.time.toFixed(4)} s: obstacles leave the cloth no room. What is shown is valid.`;
  const last = steps.at(-1);
  if (last === undefined) return 'At its start.';
  const crossings = steps.reduce((sum, step) => sum + step.crossings, 0);
  const proven = `every one proven free of contact, ${crossings} crossing pairs of faces`;
  const all = `${steps.length} of ${stepCount} steps simulated, ${last.time.toFixed(2)} s: ${proven}.`;
  if (last.fault) return `${all} Its end is not as it should be: ${last.fault}.`;
  return steps.length === stepCount ? `${all} It is over.` : all;
}
