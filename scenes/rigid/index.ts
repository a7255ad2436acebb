// Rigid bodies and motions for tests and benches, seeded and procedural: a seed always gives the
// same ones.
export { bracket } from './bracket.ts';
export { bunnyCoarse, bunnyFine } from './bunny.ts';
export { club } from './club.ts';
export { gear } from './gear.ts';
export { hammer } from './hammer.ts';
export { type PaperRow, type RigidPair, type RigidPairName, rigidPairs } from './pairs.ts';
export { plainMotions, plainSpreads } from './plain-motions.ts';
export { AT_REST, type MotionDraw, type Pose, type PosePair, type Rotation, type Velocities } from './pose.ts';
export type { PairMotion } from './random-motions.ts';
export type { Point, Shape, Soup } from './soup.ts';
export type { SpecialCase, SpecialMotions } from './special/special-case.ts';
export { type SpecialName, specialMotions } from './special/special-motions.ts';
export { torusKnot } from './torus-knot.ts';
