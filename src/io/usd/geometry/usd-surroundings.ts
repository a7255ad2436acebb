// What comes down to a prim from those above it: where it stands, what hides it, what it is for,
// and the skeleton that moves it.
import type { StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import type { UsdTransform } from './usd-transform.ts';
import { type UsdVisibility, visibilityOf } from './usd-visibility.ts';
import { transformOf } from './usd-xform-ops.ts';

/** What comes down to a prim, and what it adds. */
export interface Surroundings {
  /** The prim; undefined for the world. */
  readonly prim: StagePrim | undefined;
  /** What comes down to it. */
  readonly above: Surroundings | undefined;
  /** What replaces the start of paths in the names of objects; '' outside of instancers. */
  readonly prefix: string;
  /** How many characters of a path `prefix` replaces. */
  readonly prefixLength: number;
  /** Leads from the prim into the world; undefined for the world itself. */
  readonly transform: UsdTransform | undefined;
  /** The attributes that move it. */
  readonly moving: readonly StageAttribute[];
  /** What hides it. */
  readonly visibility: UsdVisibility | undefined;
  /** `default`, `render`, `proxy` or `guide`. */
  readonly purpose: string;
  /** Whether the instance that it belongs to is there at a time; undefined outside of instancers. */
  readonly exists: ((time: number) => boolean) | undefined;
  /** How many instancers are above. */
  readonly instancerDepth: number;
  /** Whether a SkelRoot is above, without which skeletons move nothing. */
  readonly isInSkelRoot: boolean;
  /** The path of the skeleton that moves meshes. */
  readonly skeleton: string | undefined;
}

/** What comes down to the prims at the top. */
export const WORLD: Surroundings = {
  prim: undefined,
  above: undefined,
  prefix: '',
  prefixLength: 0,
  transform: undefined,
  moving: [],
  visibility: undefined,
  purpose: 'default',
  exists: undefined,
  instancerDepth: 0,
  isInSkelRoot: false,
  skeleton: undefined,
};

/** Returns what a prim has and hands down. */
export function surroundingsOf(prim: StagePrim, above: Surroundings): Surroundings {
  const { transform, moving } = transformOf(prim, above.transform);
  const targets = prim.targets('skel:skeleton');
  return {
    ...above,
    prim,
    above,
    transform,
    moving: moving.length === 0 ? above.moving : [...above.moving, ...moving],
    visibility: visibilityOf(prim, above.visibility),
    purpose: prim.token('purpose') ?? above.purpose,
    isInSkelRoot: above.isInSkelRoot || prim.typeName === 'SkelRoot',
    skeleton: targets === undefined ? above.skeleton : targets[0],
  };
}

/** Returns the name of an object: the path of its prim, with the instances that it belongs to. */
export function objectName(prim: StagePrim, { prefix, prefixLength }: Surroundings): string {
  return prefix === '' ? prim.path : prefix + prim.path.slice(prefixLength);
}

/** Returns what the prim at a path has if it stands below the nearest prim that both have above them. */
export function surroundingsAt(path: string, from: Surroundings): Surroundings | undefined {
  let common: Surroundings | undefined = from;
  while (common?.prim && !path.startsWith(`${common.prim.path}/`)) common = common.above;
  if (common === undefined) return undefined;
  let here = common;
  const names = path
    .slice(common.prim?.path.length ?? 0)
    .split('/')
    .filter(Boolean);
  let prim = common.prim ?? from.prim?.primAt('/');
  for (const name of names) {
    prim = prim?.children.get(name);
    if (prim === undefined) return undefined;
    here = surroundingsOf(prim, here);
  }
  return here;
}
