// Entry point `graze/c2a`: first contact of two rigid triangle soups by controlled conservative
// advancement, as the paper C²A describes it, with its parameters and counters. For answers in
// little time there is `graze/rigid`.

export { MeshError, type MeshFault } from './core/mesh/mesh-error.ts';
export { MotionError, type MotionFault } from './core/motion/motion-error.ts';
export type { Pose } from './core/motion/pose.ts';
export { RigidMotion } from './core/motion/rigid-motion.ts';
export { Advancement, type AdvancementResult } from './papers/c2a/advancement.ts';
export { type AdvancementOptions, AS_PUBLISHED } from './papers/c2a/advancement-options.ts';
export { SweptSpheres } from './papers/c2a/swept-spheres.ts';
export { type Kind as VolumeKind, LSS, PSS, RSS } from './papers/c2a/swept-volume.ts';
