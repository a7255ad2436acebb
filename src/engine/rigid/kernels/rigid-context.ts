// The context of a rigid search: everything that its kernels read and write besides the bodies.
// TypeScript allocates it once (`rigidContextBytes`), writes the bodies and the motion segment into
// it (rigid-query.ts), and reads the answer from it. The struct comes first. Behind it follow
// blocks of scratch at constant offsets, each aligned to 16 bytes.
import { NearestScratch } from '../../../core/elementary/kernels/nearest-scratch';

/**
 * One search of two bodies. Lengths and times are those of the query unless a field says otherwise.
 */
@unmanaged
export class RigidContext {
  // The relative pose at `poseTime` (relative-pose.ts): 39 doubles from the first byte on. Behind
  // the struct there is a copy in floats, in which lengths are multiples of the unit.
  /** Rotation from a to b, row-major. */
  r00: f64;
  r01: f64;
  r02: f64;
  r10: f64;
  r11: f64;
  r12: f64;
  r20: f64;
  r21: f64;
  r22: f64;
  /** From b's centre to a's. */
  offsetX: f64;
  offsetY: f64;
  offsetZ: f64;
  /** Velocity of a's origin relative to b's. */
  velocityX: f64;
  velocityY: f64;
  velocityZ: f64;
  /** Angular velocity of a. */
  omegaAX: f64;
  omegaAY: f64;
  omegaAZ: f64;
  /** ω × centre of a: what turning adds to the velocity of its centre. */
  turningAX: f64;
  turningAY: f64;
  turningAZ: f64;
  /** Angular velocity of b. */
  omegaBX: f64;
  omegaBY: f64;
  omegaBZ: f64;
  /** ω × centre of b. */
  turningBX: f64;
  turningBY: f64;
  turningBZ: f64;
  /** |ω| of each body. */
  angularSpeedA: f64;
  angularSpeedB: f64;
  /** Lengths in one unit of the boxes of each body. */
  scaleA: f64;
  scaleB: f64;
  /** Rounding error of a gap, and of a speed. */
  gapError: f64;
  speedError: f64;
  /** 1 / |ω| of each body, rounded up; 0 where it does not turn. */
  inverseSpeedA: f64;
  inverseSpeedB: f64;
  /**
   * Bound on the acceleration of every point in any direction, besides what turning with ω causes.
   */
  extraAcceleration: f64;
  /** Bound on the speed that may be added later; infinite where nothing is known. */
  extraSpeed: f64;
  /** 1 where b turns relative to the directions of the query, else 0. */
  turnsB: f64;
  /** Bound on the acceleration of every point perpendicular to ω of b, divided by |ω|. */
  crossAcceleration: f64;

  /** Time of the relative pose in doubles, and of its copy in floats; NaN before the first. */
  poseTime: f64;
  floatPoseTime: f64;

  /** Centres of the bodies in their own frames. */
  centreAX: f64;
  centreAY: f64;
  centreAZ: f64;
  centreBX: f64;
  centreBY: f64;
  centreBZ: f64;
  /** Sum of the radii of both bodies about their centres. */
  radii: f64;
  /** Units of the floats in a length of 1: a power of two. */
  perUnit: f64;
  /** Lengths by which a gap in doubles may err, plus the separation. */
  margin: f64;
  /** The same of speeds, without a separation. */
  speedMargin: f64;
  /** A bound on the speed of every point. */
  greatestSpeed: f64;
  /** Distance up to which bodies count as touching. */
  separation: f64;
  /**
   * Acceleration of points of b relative to a: at most `max` in any direction, and at most cross ·
   * |n × axis| + rest along a direction n that is fixed in a.
   */
  maxAccelerationInA: f64;
  crossAccelerationInA: f64;
  restAccelerationInA: f64;
  axisInAX: f64;
  axisInAY: f64;
  axisInAZ: f64;
  /** The same of points of a relative to b. */
  maxAccelerationInB: f64;
  crossAccelerationInB: f64;
  restAccelerationInB: f64;
  axisInBX: f64;
  axisInBY: f64;
  axisInBZ: f64;

  /** Time at which a search for contact starts. No pair that is left touches before it. */
  safeTime: f64;
  /**
   * Pairs with a key of at least this are dropped: a time or a distance. The best answer lowers it.
   */
  limit: f64;
  /** Distance that counts as contact, or within which pairs are listed. */
  near: f64;
  /** The best answer, a time or a distance; Infinity before the first. */
  answer: f64;
  /** Distance of its triangles at that time. */
  answerDistance: f64;
  /** Time of the pose at which boxes are compared. */
  boxTime: f64;
  /** Key of the pair that was taken from the queue; negative for one from the stack. */
  nextKey: f64;
  /** Time interval of the cull, and the distance that counts as contact in it. */
  cullStart: f64;
  cullEnd: f64;
  /** Distance of the last pair of triangles. */
  distance: f64;
  /** Direction of the slab between two triangles, and |n × ω| of both bodies. */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  crossA: f64;
  crossB: f64;
  /** Two edges whose common normal is the next direction. */
  edge0X: f64;
  edge0Y: f64;
  edge0Z: f64;
  edge1X: f64;
  edge1Y: f64;
  edge1Z: f64;

  /** Motions of both bodies (turning-pose.ts). */
  motionA: usize;
  motionB: usize;
  /** Nodes of the box trees, and the triangles in the order of their leaves. */
  nodesA: usize;
  nodesB: usize;
  trianglesA: usize;
  trianglesB: usize;
  /**
   * Directions in which gaps are measured: 0 those of b, which does not turn; 1 of the world; 2 of
   * b, which turns.
   */
  frame: i32;
  /** What is asked: 0 first contact, 1 nearest triangles, 2 all within a distance. */
  kind: i32;
  /** Leaves of the best answer; −1 before the first. */
  leafA: i32;
  leafB: i32;
  /** Pairs of boxes that were split, and tests of pairs of triangles. */
  boxPairs: i32;
  trianglePairs: i32;
  /** Slots of the pair at hand and of all below it (time-slots.ts). */
  openSlots: i32;
  /** Buffers of the queue (search-queue.ts), and the number of entries for which each has room. */
  heap: usize;
  families: usize;
  stack: usize;
  capacity: i32;
  heapCount: i32;
  familyCount: i32;
  stackCount: i32;
  /** First of the unused families, linked by their field OTHER; −1 ends the list. */
  freeFamily: i32;
  /**
   * The pair that was taken from the queue, its open slots, and the level at which to test these.
   */
  nextA: i32;
  nextB: i32;
  nextOpen: i32;
  nextLevel: i32;
  /** For how long that pair was last known to be safe; Infinity for one from the stack. */
  nextSafe: f32;
  /** Boxes with a smaller gap go to the stack, in units of the floats. */
  stackGap: f32;
  /** Rounding error of a gap in floats at `floatPoseTime`, in their units. */
  floatGapError: f32;
  /** A direction of at most unit length along which gaps at one pose are measured too. */
  hintX: f32;
  hintY: f32;
  hintZ: f32;
  /**
   * √(K/2) along the axes of each body, rounded up: what √f₀ + √f₁ has to exceed for a slot of
   * length 1.
   */
  rootSagA: f32;
  rootSagB: f32;
  /**
   * Half of the greatest acceleration along each axis of the single box, and along any axis of the
   * four.
   */
  halfAcceleration0: f32;
  halfAcceleration1: f32;
  halfAcceleration2: f32;
  halfAccelerationOfFour: f32;
  /** Distance that points travel relative to each other, roughly, in units of the floats. */
  travel: f32;
  /** Bit i: whether time i of the finest level is in the table of poses (time-slots.ts). */
  filledTimes: u32;
  /**
   * Number of the four pairs whose gaps are sampled; their node, the single box, and the offset of
   * its pose.
   */
  sampledPairs: i32;
  sampledNode: usize;
  sampledBox: usize;
  sampledPose: usize;
  /** Parts of [0, 1] that are not halved (slot-cull.ts). */
  shortestPart: i32;
  /** End of the stack of the cull, and how many pairs the cull has split (pair-cull.ts). */
  cullTop: usize;
  cullSplits: i32;
  /** Tests of triangles after which the cull ends. */
  cullTests: i32;
  /** Whether the cull has not run yet, and whether it runs again late in the search. */
  isUnculled: bool;
  cullsLate: bool;
}

/** Times at which the cull samples poses: the ends of 3 · 2^5 parts of [0, 1]. */
export const SAMPLE_COUNT: usize = 97;
/** Bytes of a sampled pose, and of the gaps of four pairs at a time. */
export const SAMPLE_BYTES: usize = 112;
/** Pairs for which the stack of the cull has room, and bytes of one. */
export const CULL_ENTRIES: usize = 256;
export const CULL_ENTRY_BYTES: usize = 32;

/**
 * Offsets of the blocks of scratch, from the start of the context. The file that uses a block says
 * what is in it.
 */
export const FLOATS: usize = (offsetof<RigidContext>() + 15) & ~15;
export const PLACED: usize = FLOATS + 160;
export const SPREAD_BOX: usize = PLACED + 80;
export const WIDE_NODE: usize = SPREAD_BOX + 240;
export const WIDE_BOX: usize = WIDE_NODE + 240;
export const GAPS: usize = WIDE_BOX + 240;
export const LANES: usize = GAPS + 18 * 16;
export const SLOT_POSES: usize = LANES + 4 * 16;
export const SAMPLE_POSES: usize = SLOT_POSES + 13 * 256;
export const SAMPLE_GAPS: usize = SAMPLE_POSES + SAMPLE_COUNT * SAMPLE_BYTES;
export const SAMPLE_FILLED: usize = SAMPLE_GAPS + SAMPLE_COUNT * SAMPLE_BYTES;
export const SAMPLE_TESTED: usize = SAMPLE_FILLED + 112;
export const SAMPLE_BOXES: usize = SAMPLE_TESTED + 400;
export const SAMPLE_TRIANGLES: usize = SAMPLE_BOXES + 12 * 16;
export const CULL_STACK: usize = SAMPLE_TRIANGLES + 18 * 16;
export const NEAREST_SCRATCH: usize = CULL_STACK + CULL_ENTRIES * CULL_ENTRY_BYTES;
export const CONTEXT_BYTES: usize = NEAREST_SCRATCH + ((offsetof<NearestScratch>() + 15) & ~15);
