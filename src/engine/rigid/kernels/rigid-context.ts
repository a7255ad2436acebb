// The context of a rigid search: everything that its kernels read and write besides the bodies.
// TypeScript allocates it once (`rigidContextBytes`), writes the bodies and the motion segment into
// it (rigid-query.ts), and reads the answer from it. The struct comes first. Behind it follow
// blocks of scratch at constant offsets, each aligned to 16 bytes.
import { NearestScratch } from '../../../core/elementary/kernels/nearest-scratch';

/**
 * One search of two bodies. Lengths and times are those of the query unless a field says otherwise.
 * "In units" is said of floats: lengths times `perUnit`.
 */
@unmanaged
export class RigidContext {
  // The relative pose at `poseTime` (relative-pose.ts): 39 doubles from the first byte on. A copy
  // in floats lies behind the struct (FLOATS); its lengths are in units.
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
  /** Vector from b's centre to a's. */
  offsetX: f64;
  offsetY: f64;
  offsetZ: f64;
  /** Velocity of a's origin relative to b's. */
  velocityX: f64;
  velocityY: f64;
  velocityZ: f64;
  /** Angular velocity of a, relative to the directions of the query. */
  omegaAX: f64;
  omegaAY: f64;
  omegaAZ: f64;
  /** ω × centre of a: the velocity that turning gives the centre of a. */
  turningAX: f64;
  turningAY: f64;
  turningAZ: f64;
  /** Angular velocity of b. */
  omegaBX: f64;
  omegaBY: f64;
  omegaBZ: f64;
  /** ω × centre of b; 0 if b does not turn relative to the directions of the query. */
  turningBX: f64;
  turningBY: f64;
  turningBZ: f64;
  /** |ω| of a, relative to the directions of the query. */
  angularSpeedA: f64;
  /** |ω| of b. */
  angularSpeedB: f64;
  /** The length that 1 stands for in the boxes of a (`RigidBody.unit`). */
  scaleA: f64;
  /** The length that 1 stands for in the boxes of b. */
  scaleB: f64;
  /** Length by which gaps are reduced: their rounding error, and the separation. */
  gapError: f64;
  /** Rounding error of a speed. */
  speedError: f64;
  /** 1 / |ω| of a, rounded up; 0 if a does not turn. */
  inverseSpeedA: f64;
  /** 1 / |ω| of b, rounded up; 0 if b does not turn. */
  inverseSpeedB: f64;
  /**
   * Bound on the acceleration of every point in any direction, in addition to the one that turning
   * with ω causes.
   */
  extraAcceleration: f64;
  /** Bound on the speed that the extra acceleration may add later; infinite where none is known. */
  extraSpeed: f64;
  /** 1 where b turns relative to the directions of the query, else 0. */
  turnsB: f64;
  /**
   * Bound on the acceleration of every point perpendicular to ω of b, divided by |ω|: times |n × ω|
   * it bounds the acceleration along n.
   */
  crossAcceleration: f64;

  /** Time of the relative pose in doubles; NaN before the first. */
  poseTime: f64;
  /** Time of its copy in floats; NaN before the first. */
  floatPoseTime: f64;

  /** Centre of a in its own frame. */
  centreAX: f64;
  centreAY: f64;
  centreAZ: f64;
  /** Centre of b in its own frame. */
  centreBX: f64;
  centreBY: f64;
  centreBZ: f64;
  /** Sum of the radii of both bodies about their centres. */
  radii: f64;
  /** Units of the floats in a length of 1: a power of two. */
  perUnit: f64;
  /** Length by which rounding may change a gap in doubles, plus the separation. */
  margin: f64;
  /** By how much rounding may change a speed in doubles. */
  speedMargin: f64;
  /** Upper bound of the speed of every point at any time. */
  greatestSpeed: f64;
  /** Distance up to which bodies count as touching. */
  separation: f64;

  /**
   * Time at which a search for contact starts, then the time that it has reached. No pair that is
   * left touches before it.
   */
  safeTime: f64;
  /**
   * Pairs with a key of at least this, a time or a distance, are dropped. The best answer lowers
   * it.
   */
  limit: f64;
  /** Distance that counts as contact, or within which pairs are listed. */
  near: f64;
  /** The best answer, a time or a distance; Infinity before the first. */
  answer: f64;
  /** Distance of the triangles of the best answer at that time. */
  answerDistance: f64;
  /** Time of the pose at which boxes are compared. */
  boxTime: f64;
  /** Key of the pair that was taken from the queue; negative for one from the stack. */
  nextKey: f64;
  /** Time at which the interval of the cull starts. */
  cullStart: f64;
  /** Time at which the interval of the cull ends. */
  cullEnd: f64;
  /** Distance of the last pair of triangles. */
  distance: f64;
  /** Unit direction n of the slab between two triangles (triangle-advancement.ts). */
  normalX: f64;
  normalY: f64;
  normalZ: f64;
  /** |n × ω| of body a for this direction. */
  crossA: f64;
  /** First of two edges whose common normal is the next direction. */
  edge0X: f64;
  edge0Y: f64;
  edge0Z: f64;
  /** Second of these edges. */
  edge1X: f64;
  edge1Y: f64;
  edge1Z: f64;

  /** Record of the motion of a (core/motion/kernels/turning-pose.ts). */
  motionA: usize;
  /** Record of the motion of b. */
  motionB: usize;
  /**
   * Six doubles, bounds on the acceleration of points of b relative to a: the bound in any
   * direction; two numbers c and d; a unit vector `axis`. Along a direction n that is fixed in a
   * the bound is c · |n × axis| + d.
   */
  accelerationsInA: usize;
  /** The same of points of a relative to b. */
  accelerationsInB: usize;
  /** Nodes of the box tree of a. */
  nodesA: usize;
  /** Nodes of the box tree of b. */
  nodesB: usize;
  /** Triangles of a in the order of the leaves of its tree. */
  trianglesA: usize;
  /** Triangles of b in the order of the leaves of its tree. */
  trianglesB: usize;
  /**
   * The frame in which directions are fixed, as in frame.ts: 0 b, which does not rotate; 1 the
   * world; 2 b, which rotates.
   */
  frame: i32;
  /** Kind of search: 0 first contact, 1 nearest triangles, 2 all pairs within a distance. */
  kind: i32;
  /** Leaf of a in the best answer; −1 before the first. */
  leafA: i32;
  /** Leaf of b in the best answer; −1 before the first. */
  leafB: i32;
  /** Number of pairs of boxes that were split. */
  boxPairs: i32;
  /** Number of tests of pairs of triangles. */
  trianglePairs: i32;
  /** Open time slots of the pair that is being split, and of all pairs below it (time-slots.ts). */
  openSlots: i32;
  /** Buffer of the heap of the queue (search-queue.ts). */
  heap: usize;
  /** Buffer of the families of the queue. */
  families: usize;
  /** Buffer of the stack of the queue. */
  stack: usize;
  /** Number of entries for which each of the three buffers has room. */
  capacity: i32;
  /** Number of entries of the heap. */
  heapCount: i32;
  /** Number of families ever used; some of them may be free again. */
  familyCount: i32;
  /** Number of pairs on the stack. */
  stackCount: i32;
  /** First of the free families, linked by their field OTHER; −1 ends the list. */
  freeFamily: i32;
  /** Box of a in the pair that was taken from the queue. */
  nextA: i32;
  /** Box of b in this pair. */
  nextB: i32;
  /** Open time slots of this pair. */
  nextOpen: i32;
  /** Level of time slots at which to test this pair. */
  nextLevel: i32;
  /** For how long this pair was last known to be safe; Infinity for a pair from the stack. */
  nextSafe: f32;
  /** Pairs of boxes whose gap is at most this go to the stack, in units. */
  stackGap: f32;
  /** Rounding error of a gap in floats at `floatPoseTime`, in units. */
  floatGapError: f32;
  /** Hint: a direction of at most unit length along which gaps at one pose are measured too. */
  hintX: f32;
  hintY: f32;
  hintZ: f32;
  /**
   * √(K/2) along the axes of boxes of a, rounded up: √f₀ + √f₁ has to exceed it for a slot of
   * length 1 (time-slots.ts).
   */
  rootSagA: f32;
  /** The same along the axes of boxes of b. */
  rootSagB: f32;
  /** Half of the bound on the acceleration along axis 0 of the single box (sample-times.ts). */
  halfAcceleration0: f32;
  /** The same along axis 1. */
  halfAcceleration1: f32;
  /** The same along axis 2. */
  halfAcceleration2: f32;
  /** Half of the bound on the acceleration along any axis of the four boxes. */
  halfAccelerationOfFour: f32;
  /** Estimate of the distance that points travel relative to each other, in units. */
  travel: f32;
  /** Bit i is set if time i of the finest level is in the table of poses (time-slots.ts). */
  filledTimes: u32;
  /** Number that identifies the four pairs whose gaps are sampled; counted up with every split. */
  sampledPairs: i32;
  /** Node of the four boxes. */
  sampledNode: usize;
  /** The single box that is tested against them. */
  sampledBox: usize;
  /** Offset of the pose of the four boxes relative to the single box, within a sampled pose. */
  sampledPose: usize;
  /** Length in parts of [0, 1] from which on an interval is not halved (slot-cull.ts). */
  shortestPart: i32;
  /** End of the stack of the cull (pair-cull.ts). */
  cullTop: usize;
  /** How many pairs the cull has split. */
  cullSplits: i32;
  /** Tests of triangles after which the cull ends, counted in `trianglePairs`. */
  cullTests: i32;
  /** Whether the cull has not run yet. */
  isUnculled: bool;
  /** Whether the cull runs again late in the search. */
  cullsLate: bool;
}

/** Number of times at which the cull samples poses: the ends of 3 · 2^5 parts of [0, 1]. */
export const SAMPLE_COUNT: usize = 97;
/** Bytes of a sampled pose, and of the gaps of four pairs at one sample time. */
export const SAMPLE_BYTES: usize = 112;
/** Pairs for which the stack of the cull has room. */
export const CULL_ENTRIES: usize = 256;
/** Bytes of a pair on the stack of the cull. */
export const CULL_ENTRY_BYTES: usize = 32;

// Offsets of the blocks of scratch, from the start of the context. The file that uses a block
// says how it is laid out.
/** The scalars of the relative pose in floats (relative-pose.ts). */
export const FLOATS: usize = (offsetof<RigidContext>() + 15) & ~15;
/** The triangle of a in coordinates of b (triangle-advancement.ts). */
export const PLACED: usize = FLOATS + 160;
/** One box in all four lanes (box-nodes.ts). */
export const SPREAD_BOX: usize = PLACED + 80;
/** Two boxes of a node in doubles (pair-gaps.ts). */
export const WIDE_NODE: usize = SPREAD_BOX + 240;
/** The single box in both lanes, in doubles (pair-gaps.ts). */
export const WIDE_BOX: usize = WIDE_NODE + 240;
/** Results and velocities of the present boxes (box-gaps.ts, gap-times.ts). */
export const GAPS: usize = WIDE_BOX + 240;
/** Four rows of scratch, one number per lane (pair-search.ts, pair-cull.ts, slot-cull.ts). */
export const LANES: usize = GAPS + 14 * 16;
/** Poses at the ends of time slots (time-slots.ts). */
export const SLOT_POSES: usize = LANES + 4 * 16;
/** Poses at the sample times (sample-times.ts). */
export const SAMPLE_POSES: usize = SLOT_POSES + 13 * 256;
/** Gaps of the present pairs at the sample times (sample-times.ts). */
export const SAMPLE_GAPS: usize = SAMPLE_POSES + SAMPLE_COUNT * SAMPLE_BYTES;
/** A byte per sample time: whether its pose is computed. */
export const SAMPLE_FILLED: usize = SAMPLE_GAPS + SAMPLE_COUNT * SAMPLE_BYTES;
/** An i32 per sample time: the pairs to which its gaps belong (`sampledPairs`). */
export const SAMPLE_TESTED: usize = SAMPLE_FILLED + 112;
/** Centres and half widths of the present boxes (sample-times.ts). */
export const SAMPLE_BOXES: usize = SAMPLE_TESTED + 400;
/** Corners of the present triangles (triangle-samples.ts). */
export const SAMPLE_TRIANGLES: usize = SAMPLE_BOXES + 12 * 16;
/** Stack of the cull (pair-cull.ts). */
export const CULL_STACK: usize = SAMPLE_TRIANGLES + 18 * 16;
/** Nearest points of two triangles (triangle-advancement.ts). */
export const NEAREST_SCRATCH: usize = CULL_STACK + CULL_ENTRIES * CULL_ENTRY_BYTES;
/** Bytes of the struct and all blocks. */
export const CONTEXT_BYTES: usize = NEAREST_SCRATCH + ((offsetof<NearestScratch>() + 15) & ~15);
