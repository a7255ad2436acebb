// Puts the cases of the reference to the engine; bodies are built once for every soup.
import type { MotionDraw, Soup } from '../../../scenes/rigid/index.ts';
import { firstContact, RigidBody, type RigidFirstContact, RigidMotion } from '../../../src/rigid.ts';
import type { RigidCase } from '../../oracle/rigid-check.ts';

const bodies = new WeakMap<Soup, RigidBody>();

export function bodyOf(soup: Soup): RigidBody {
  const body = bodies.get(soup) ?? RigidBody.from(soup.positions, soup.triangles);
  bodies.set(soup, body);
  return body;
}

export function motionOf(draw: MotionDraw): RigidMotion {
  return 'pose1' in draw
    ? RigidMotion.between(draw.pose0, draw.pose1)
    : RigidMotion.withVelocity(draw.pose0, draw.velocity, draw.angularVelocity);
}

export function ask({ a, b, motionA, motionB }: RigidCase, tolerance: number): RigidFirstContact {
  return firstContact(bodyOf(a), motionOf(motionA), bodyOf(b), motionOf(motionB), { tolerance });
}
