// Entry point `graze/rigid`: distance, clearance and first contact of rigid bodies, which are
// triangle soups.

export { MotionError, type MotionFault } from './core/motion/motion-error.ts';
export type { Pose } from './core/motion/pose.ts';
export { RigidMotion } from './core/motion/rigid-motion.ts';
export { type Clearance, type ClearanceOptions, clearance } from './engine/rigid/clearance.ts';
export {
  type FirstContactOptions,
  firstContact,
  type RigidFirstContact,
  type RigidState,
} from './engine/rigid/first-contact.ts';
export { RigidBody } from './engine/rigid/rigid-body.ts';
export type { RigidContact } from './engine/rigid/rigid-contacts.ts';
export {
  type DistanceOptions,
  distance,
  intersects,
  type RigidDistance,
  within,
} from './engine/rigid/rigid-queries.ts';
export { type BodyPair, RigidWorld, type RigidWorldOptions, type WorldContact } from './engine/rigid/rigid-world.ts';
