// The context of a query of C²A: two hierarchies with their triangles and motions, the state of the
// search, and the answer of an iteration. swept-query.ts makes one for each pair of bodies.
import { NearestScratch } from '../../../core/elementary/kernels/nearest-scratch';
import { RectanglePair } from './rectangle-pair';
import { RelativeMotion } from './relative-motion';

/** Everything that the kernels of a query read and write; RelativeMotion lies behind it. */
@unmanaged
export class C2aContext {
  /** Record of a's motion, as in turning-pose.ts. */
  motionA: usize;
  /** Record of b's motion. */
  motionB: usize;
  /** Hierarchy of a: rows of SweptVolume, the root first. */
  volumesA: usize;
  /** Hierarchy of b. */
  volumesB: usize;
  /** Triangles of a in the order of its leaves, nine doubles each. */
  trianglesA: usize;
  /** Triangles of b in the order of its leaves. */
  trianglesB: usize;
  /** Room for the pairs that wait: a WaitingPair for each level of both hierarchies. */
  stack: usize;
  /** Room for nine doubles: the triangle of a in b's frame. */
  placed: usize;
  /** Scratch of triangle-pair.ts: the nearest points of two triangles. */
  nearest: NearestScratch;
  /** Scratch of swept-distance.ts. */
  rectangles: RectanglePair;
  /** Number of the query; cached reaches of volumes carry it. */
  query: i32;

  /** Bound on the rounding error of a gap, a length. */
  margin: f64;
  /** Bound on the rounding error of a closing speed. */
  speedMargin: f64;
  /** Upper bound of the speed at which any two points of the bodies approach each other. */
  maxSpeed: f64;

  /** Option: an iteration starts from the distance of a known pair, not from infinity. */
  coherence: bool;
  /** Option: pairs that are safe for at least the step so far are not opened. */
  stepRejection: bool;
  /** Option: v·n keeps its sign in lemmas 1 and 2; else its magnitude counts. */
  signedSpeed: bool;
  /** Option: of two volumes a's is opened while it has children, and not the larger one. */
  opensFirst: bool;
  /** D_threshold [C²A §V-B], a length: below it w counts as 1. */
  threshold: f64;
  /** w [C²A §V-B]: pairs whose gap is at least w times the closest distance are not opened. */
  w: f64;
  /**
   * Λ, the early rejection of [C²A §V-C]: time left of the motion. Pairs that are safe for at least
   * as long are rejected.
   */
  rest: f64;

  /** Answer: Δt_cur, the least safe step of the front nodes so far. */
  step: f64;
  /** Answer: d_cur, the distance of the closest pair of triangles known. */
  closest: f64;
  /** Answer: number of front nodes, the pairs at which the search stopped. */
  front: i32;
  /** Answer: place of a's triangle in the closest pair known; −1 if there is none. */
  leafA: i32;
  /** Answer: place of b's triangle in that pair. */
  leafB: i32;

  /**
   * Gap below which pairs are opened: w times the closest distance, or the whole distance below the
   * threshold.
   */
  open: f64;
  /** Safe step of the pair of volumes measured last. */
  pairStep: f64;
  /** Gap of these volumes along n, less the margin; negative where n does not separate them. */
  gap: f64;
  /** Unit vector n from a to b, the direction of the gap; zero if the points coincide. */
  nx: f64;
  ny: f64;
  nz: f64;
  /** Upper bound of the gap: the distance of the points found, less the radii. */
  upper: f64;

  /**
   * The relative motion at the time of the iteration. It lies behind the context: a pointer to it
   * would cost the search 1 % of its time.
   */
  @inline get motion(): RelativeMotion {
    return changetype<RelativeMotion>(changetype<usize>(this) + offsetof<C2aContext>());
  }

  /** Moves the bodies to time t. */
  @inline static setTime(context: C2aContext, t: f64): void {
    RelativeMotion.set(context.motion, context.motionA, context.motionB, t);
  }
}

/** Begins a query on new motions: no pair of triangles is known. */
export function beginQuery(context: C2aContext): void {
  context.query++;
  context.leafA = -1;
  RelativeMotion.begin(context.motion, context.motionA, context.motionB);
}

/** Moves the bodies to time t, for the functions that measure a single pair. */
export function setTime(context: C2aContext, t: f64): void {
  C2aContext.setTime(context, t);
}
