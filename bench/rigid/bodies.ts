// Bodies and motions of the scenes as the engine takes them.
import {
  type MotionDraw,
  type PairMotion,
  type RigidPairName,
  rigidPairs,
  type Soup,
} from '../../scenes/rigid/index.ts';
import { RigidBody, RigidMotion } from '../../src/rigid.ts';

/** The motions of both bodies. */
export type Motions = readonly [RigidMotion, RigidMotion];

const built = new Map<Soup, RigidBody>();

/** Returns the same body for the same soup. */
export function bodyOf(soup: Soup): RigidBody {
  const body = built.get(soup) ?? RigidBody.from(soup.positions, soup.triangles);
  built.set(soup, body);
  return body;
}

const soups = new Map<RigidPairName, Soup>();

/** The body of a pair of two equal ones. */
export function soupOf(name: 'torusknot-torusknot' | 'bunny-bunny'): Soup {
  const soup = soups.get(name) ?? pairNamed(name).bodies().a;
  soups.set(name, soup);
  return soup;
}

/** Returns the pair of this name. */
export function pairNamed(name: RigidPairName): (typeof rigidPairs)[number] {
  return rigidPairs.filter((pair) => pair.name === name)[0];
}

/** Returns drawn motions as the engine takes them. */
export function motionsOf({ a, b }: PairMotion | { readonly a: MotionDraw; readonly b: MotionDraw }): Motions {
  return [motionOf(a), motionOf(b)];
}

function motionOf(draw: MotionDraw): RigidMotion {
  if ('pose1' in draw) return RigidMotion.between(draw.pose0, draw.pose1);
  return RigidMotion.withVelocity(draw.pose0, draw.velocity, draw.angularVelocity);
}
