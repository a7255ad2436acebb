// The ways in which an advancement can run: our defaults, the paper's scheme and its steps.
import { type AdvancementOptions, AS_PUBLISHED } from '../../../src/papers/c2a/advancement-options.ts';

/** Options by name; the first are our defaults. */
export const ways: readonly (readonly [string, AdvancementOptions])[] = [
  ['ours', {}],
  ['ours, w = 1', { control: false }],
  ['as published', AS_PUBLISHED],
  ['algorithm 1, from infinity', { ...AS_PUBLISHED, coherence: false }],
  ['cached distance, w = 1', { ...AS_PUBLISHED, control: false }],
  ['from infinity, w = 1', { ...AS_PUBLISHED, control: false, coherence: false }],
];
