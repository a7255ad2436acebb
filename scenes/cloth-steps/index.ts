// The moving scenes after the paper of Mezger et al., by name, with the paper's table that each
// belongs to.
import type { ClothOptions, ClothSteps } from './cloth-steps.ts';
import { foldingTape } from './folding-tape.ts';
import { sheetOverBall } from './sheet-over-ball.ts';
import { turningSkirt } from './turning-skirt.ts';
import { walkingTrousers } from './walking-trousers.ts';

export { type ClothOptions, type ClothSteps, TIME_STEP, velocities } from './cloth-steps.ts';
export { randomFaces } from './random-faces.ts';

/** All scenes, by name. */
export const clothSteps: Readonly<Record<string, (options?: ClothOptions) => ClothSteps>> = {
  'walking-trousers': walkingTrousers,
  'turning-skirt': turningSkirt,
  'folding-tape': foldingTape,
  'sheet-over-ball': sheetOverBall,
};
