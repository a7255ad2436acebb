// What moves the points of a mesh besides their samples: blend shapes, then the joints of a
// skeleton.
import type { StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import type { UsdNotes } from '../usd-notes.ts';
import { blendShapesOf } from './usd-blend-shapes.ts';
import type { PointsAt } from './usd-faces.ts';
import { UsdSkeleton } from './usd-skeleton.ts';
import { isSkinned, skinnedPoints } from './usd-skin.ts';
import { type Surroundings, surroundingsAt } from './usd-surroundings.ts';

/** The points of a mesh over time and where they stand. */
export interface Deformation {
  /** The points, before `place`. */
  readonly points: PointsAt;
  /** The mesh itself, or the skeleton that moves it. */
  readonly place: Surroundings;
  /** The attributes that change the points, those of `points` left out. */
  readonly moving: readonly StageAttribute[];
}

/** The skeletons that are in use, because many meshes share one. */
export type SkeletonCache = Map<StagePrim, UsdSkeleton>;

/** Returns the points of a mesh over time, `points` deformed by what is bound to it. */
export function deformationOf(
  prim: StagePrim,
  here: Surroundings,
  points: PointsAt,
  skeletons: SkeletonCache,
  notes: UsdNotes,
): Deformation {
  const rigid: Deformation = { points, place: here, moving: [] };
  const place = here.skeleton === undefined ? undefined : surroundingsAt(here.skeleton, here);
  if (place?.prim?.typeName !== 'Skeleton') {
    if (isSkinned(here)) notes.add('Skinned meshes without a skeleton stay at rest, as in OpenUSD', prim.path);
    return rigid;
  }
  if (!here.isInSkelRoot) {
    notes.add('Skinned meshes outside of a SkelRoot stay at rest, as in OpenUSD', prim.path);
    return rigid;
  }
  const animation = animationOf(place);
  const shapes = blendShapesOf(prim, animation, points);
  const shaped: Deformation =
    shapes === undefined
      ? rigid
      : { points: shapes.points, place: here, moving: shapes.weights.isConstant ? [] : [shapes.weights] };
  if (!isSkinned(here)) return shaped;
  if (
    prim.token('primvars:skel:skinningMethod') === 'dualQuaternion' ||
    prim.token('skel:skinningMethod') === 'dualQuaternion'
  ) {
    notes.add('Dual-quaternion skinning is read as linear blend skinning', prim.path);
  }
  const skeleton = skeletons.get(place.prim) ?? new UsdSkeleton(place.prim, animation, notes);
  skeletons.set(place.prim, skeleton);
  return {
    points: skinnedPoints(here, skeleton, shaped.points),
    place,
    moving: [...shaped.moving, ...skeleton.moving],
  };
}

/** The animation is that of the skeleton or of the nearest prim above it that names one. */
function animationOf(skeleton: Surroundings): StagePrim | undefined {
  for (let one: Surroundings | undefined = skeleton; one?.prim; one = one.above) {
    const targets = one.prim.targets('skel:animationSource');
    if (targets === undefined) continue;
    const prim = targets[0] === undefined ? undefined : one.prim.primAt(targets[0]);
    return prim?.typeName === 'SkelAnimation' && prim.isActive ? prim : undefined;
  }
  return undefined;
}
