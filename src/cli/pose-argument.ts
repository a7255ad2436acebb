// Poses on the command line: the three numbers of a position, or seven with a quaternion x y z w,
// separated by commas.

import { UsageError } from '../check/usage-error.ts';
import type { Pose } from '../rigid.ts';

/** Parses a pose; `option` names the argument in errors. Throws `UsageError`. */
export function parsePose(text: string, option: string): Pose {
  const parts = text.split(',').map((part) => part.trim());
  const numbers = parts.map(Number);
  if ((numbers.length !== 3 && numbers.length !== 7) || numbers.some((x, i) => parts[i] === '' || !Number.isFinite(x)))
    throw new UsageError(
      `${option} is "${text}"; a pose is x,y,z or x,y,z,qx,qy,qz,qw: three or seven numbers with commas.`,
    );
  const rotation = numbers.length === 7 ? numbers.slice(3) : [0, 0, 0, 1];
  if (rotation.every((x) => x === 0))
    throw new UsageError(`${option} has a rotation of 0,0,0,0; no rotation is 0,0,0,1.`);
  return { position: numbers.slice(0, 3), rotation };
}
