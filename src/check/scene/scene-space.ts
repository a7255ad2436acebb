// The unit and the up axis of a scene, in the words of a check.
import type { AnimatedScene } from '../../io.ts';
import { type Space, unitOf } from '../space.ts';

/** How the coordinates of a scene are meant. */
export interface SceneSpace {
  /** The unit and the up axis; null if the file states no unit. */
  readonly space: Space | null;
  /** Coordinates are multiplied by this, because their unit has no name; 1 for most files. */
  readonly scale: number;
  /** What the user should know of this, one line each. */
  readonly notes: readonly string[];
}

/** Returns the unit and the up axis of a scene. A file that states a unit but no axis is Y up. */
export function sceneSpace({ metresPerUnit, up }: Pick<AnimatedScene, 'metresPerUnit' | 'up'>): SceneSpace {
  if (metresPerUnit === null) return { space: null, scale: 1, notes: [] };
  const axis = up === 'z' ? 'z' : 'y';
  const turned = up === 'x' ? ['The file says that x points up; it is shown with y up.'] : [];
  const unit = unitOf(metresPerUnit);
  if (unit !== null) return { space: { unit, up: axis }, scale: 1, notes: turned };
  const note = `Lengths are converted to metres: in the file a unit is ${metresPerUnit} m.`;
  return { space: { unit: 'm', up: axis }, scale: metresPerUnit, notes: [note, ...turned] };
}
