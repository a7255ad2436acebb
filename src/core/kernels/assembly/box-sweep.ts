// The four boxes of a node, or the triangles in them, against one of the other body over the stretches of time that are open for them, by
// the proof of box-stretches.ts: a moment that is looked at serves four pairs and what comes before and after it. A run of open stretches
// is tried as one, and where it stays open for some pair again in halves; they may be finer than the bits that tell what is open, and then
// a bit is closed if both of its halves are. Doubt leaves it open.
import { BoxMoments } from './box-moments';
import { Moments } from './moments';
import { TriangleMoments } from './triangle-moments';

/** Parts of [0, 1] in a stretch that has a bit, and log₂ of it. */
const BIT: i32 = 4;
const PER_BIT: i32 = 2;

/** Parts that are not tried in halves. */
let least: i32 = 0;
/** Whether the triangles are looked at, not their boxes. */
let ofTriangles: bool = false;
/** What remains open by lane. */
let rest: v128 = i32x4.splat(0);

export class BoxSweep {
  /** What remains open of each of the four pairs that are set, by lane; parts as short as `shortest` are not halved. */
  static run(areTriangles: bool, open: i32, lanes: v128, shortest: i32): v128 {
    ofTriangles = areTriangles;
    least = shortest;
    rest = v128.and(i32x4.splat(open), lanes);
    for (let from = 0; open; ) {
      const skipped = ctz(open);
      from += skipped;
      open >>= skipped;
      const length = ctz(~open);
      open >>= length;
      BoxSweep.close(from << PER_BIT, length << PER_BIT, lanes);
      from += length;
    }
    return rest;
  }

  @inline static look(i: i32): void {
    if (ofTriangles) TriangleMoments.look(i);
    else BoxMoments.look(i);
  }

  /** Which of the lanes are apart during so many parts; their bits are closed. */
  static close(at: i32, parts: i32, lanes: v128): v128 {
    if (!Moments.isLooked(at)) BoxSweep.look(at);
    if (!Moments.isLooked(at + parts)) BoxSweep.look(at + parts);
    let closed = v128.and(lanes, Moments.apart(at, at + parts));
    const left = v128.andnot(lanes, closed);
    if (parts > least && v128.any_true(left)) {
      if (parts > BIT) BoxSweep.closeHalves(at, parts, left);
      else closed = v128.or(closed, BoxSweep.closeBoth(at, parts >> 1, left));
    }
    if (parts >= BIT) {
      const bits = ((1 << (parts >> PER_BIT)) - 1) << (at >> PER_BIT);
      rest = v128.andnot(rest, v128.and(closed, i32x4.splat(bits)));
    }
    return closed;
  }

  @inline static closeHalves(at: i32, parts: i32, lanes: v128): void {
    const half = ((parts >> PER_BIT) >> 1) << PER_BIT;
    BoxSweep.close(at, half, lanes);
    BoxSweep.close(at + half, parts - half, lanes);
  }

  /** Lanes that are apart in both halves; those without a gap at an end cannot be. */
  @inline static closeBoth(at: i32, half: i32, lanes: v128): v128 {
    let both = v128.and(lanes, v128.and(Moments.isApartAt(at), Moments.isApartAt(at + 2 * half)));
    if (v128.any_true(both)) both = BoxSweep.close(at, half, both);
    return v128.any_true(both) ? BoxSweep.close(at + half, half, both) : both;
  }
}
