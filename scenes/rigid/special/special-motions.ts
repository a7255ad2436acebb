// The special motions by name.
import { faceToFace } from './face-to-face.ts';
import { grazing } from './grazing.ts';
import { nearMiss } from './near-miss.ts';
import { resting, sliding } from './over-a-plate.ts';
import { overlapping } from './overlapping.ts';
import type { SpecialMotions } from './special-case.ts';

/** The name of a class of special motions. */
export type SpecialName = 'sliding' | 'face-to-face' | 'near-miss' | 'resting' | 'overlapping' | 'grazing';

/** All classes, by name. */
export const specialMotions: Readonly<Record<SpecialName, SpecialMotions>> = {
  sliding,
  'face-to-face': faceToFace,
  'near-miss': nearMiss,
  resting,
  overlapping,
  grazing,
};
