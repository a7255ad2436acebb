// The shape of the walking body at the start: limbs as round cones, blended smoothly into one
// closed surface. A standing figure of 1.75 m that faces along y, with arms and legs apart, so that
// cloth fits between them.

/** A limb from a to b; its radius changes linearly. */
export interface Limb {
  readonly bone: Bone;
  readonly a: readonly [number, number, number];
  readonly b: readonly [number, number, number];
  readonly radiusA: number;
  readonly radiusB: number;
}

/** The bones of the body. */
export const BONES = [
  'torso',
  'left-thigh',
  'left-shin',
  'right-thigh',
  'right-shin',
  'left-arm',
  'left-forearm',
  'right-arm',
  'right-forearm',
] as const;
/** The name of a bone. */
export type Bone = (typeof BONES)[number];

/** The left hip. The left side is x > 0; the right side mirrors all joints. */
export const HIP = [0.115, 0, 0.93] as const;
/** The left knee. */
export const KNEE = [0.13, 0, 0.51] as const;
/** The left ankle. */
export const ANKLE = [0.145, 0, 0.09] as const;
/** The left shoulder. */
export const SHOULDER = [0.18, 0, 1.42] as const;
/** The left elbow. */
export const ELBOW = [0.366, 0, 1.198] as const;
/** The left wrist. */
export const WRIST = [0.533, 0, 0.999] as const;
/** The tip of the left foot. */
const TOE = [0.155, 0.14, 0.045] as const;
const FINGERS = [0.6, 0, 0.92] as const;

/** The distance in metres over which limbs blend into each other. */
const BLEND = 0.04;

function limb(bone: Bone, a: Limb['a'], radiusA: number, b: Limb['b'], radiusB: number): Limb {
  return { bone, a, b, radiusA, radiusB };
}

const mirror = ([x, y, z]: Limb['a']): Limb['a'] => [-x, y, z];

const left: readonly Limb[] = [
  limb('left-thigh', HIP, 0.08, KNEE, 0.055),
  limb('left-shin', KNEE, 0.055, ANKLE, 0.038),
  limb('left-shin', ANKLE, 0.042, TOE, 0.036),
  limb('left-arm', SHOULDER, 0.055, ELBOW, 0.042),
  limb('left-forearm', ELBOW, 0.042, WRIST, 0.03),
  limb('left-forearm', WRIST, 0.034, FINGERS, 0.026),
];

const LIMBS: readonly Limb[] = [
  limb('torso', [-0.085, 0, 0.99], 0.11, [0.085, 0, 0.99], 0.11),
  limb('torso', [-0.045, 0, 1.12], 0.1, [0.045, 0, 1.12], 0.1),
  limb('torso', [-0.08, 0, 1.3], 0.115, [0.08, 0, 1.3], 0.115),
  limb('torso', [-0.13, 0, 1.42], 0.065, [0.13, 0, 1.42], 0.065),
  limb('torso', [0, 0, 1.42], 0.055, [0, 0.01, 1.56], 0.05),
  limb('torso', [0, 0.02, 1.64], 0.09, [0, 0.02, 1.67], 0.09),
  ...left,
  ...left.map(({ bone, a, b, radiusA, radiusB }) =>
    limb(bone.replace('left', 'right') as Bone, mirror(a), radiusA, mirror(b), radiusB),
  ),
];

/** The approximate distance to the body; negative inside. */
export function bodyDistance(x: number, y: number, z: number): number {
  let sum = Infinity;
  for (const one of LIMBS) {
    const d = limbDistance(one, x, y, z);
    const mix = Math.max(0, BLEND - Math.abs(sum - d)) / BLEND;
    sum = Math.min(sum, d) - (mix * mix * BLEND) / 4;
  }
  return sum;
}

/** Writes, for each bone, the distance to the nearest of its limbs. */
export function boneDistances(x: number, y: number, z: number, out: Float64Array): void {
  out.fill(Infinity);
  for (const one of LIMBS) {
    const k = BONES.indexOf(one.bone);
    out[k] = Math.min(out[k], limbDistance(one, x, y, z));
  }
}

function limbDistance({ a, b, radiusA, radiusB }: Limb, x: number, y: number, z: number): number {
  const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
  const along = Math.min(1, Math.max(0, (px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz)));
  const [qx, qy, qz] = [px - along * dx, py - along * dy, pz - along * dz];
  return Math.sqrt(qx * qx + qy * qy + qz * qz) - radiusA - along * (radiusB - radiusA);
}
