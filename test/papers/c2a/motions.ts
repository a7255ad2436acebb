// Random motions, as the code under test takes them and as the reference does.
import type { Velocities } from '../../../scenes/rigid/index.ts';
import type { Random } from '../../../src/core/math/random.ts';
import { RigidMotion } from '../../../src/core/motion/rigid-motion.ts';
import { ReferenceMotion, type Vec } from '../../oracle/rigid-motion.ts';
import { randomUnit, times } from './volumes.ts';

export interface Drawn {
  readonly motion: RigidMotion;
  readonly reference: ReferenceMotion;
}

export function drawn(draw: Velocities): Drawn {
  const motion = RigidMotion.withVelocity(draw.pose0, draw.velocity, draw.angularVelocity);
  return { motion, reference: new ReferenceMotion(draw) };
}

/** Turning by up to `angle`, from a place within `reach` over a way of up to `way`. */
export function randomMotion(random: Random, reach: number, way: number, angle: number): Drawn {
  const rotation = [0, 0, 0, 0].map(() => random.between(-1, 1)) as unknown as Velocities['pose0']['rotation'];
  return drawn({
    pose0: { position: times(randomUnit(random), reach * random.next()), rotation },
    velocity: times(randomUnit(random), way * random.next()),
    angularVelocity: times(randomUnit(random), angle * random.next()),
  });
}

export function straight(position: Vec, velocity: Vec, angularVelocity: Vec = [0, 0, 0]): Drawn {
  return drawn({ pose0: { position, rotation: [0, 0, 0, 1] }, velocity, angularVelocity });
}
