// Do faces share a point at one instant? Nearly all pairs are decided here, by signs that floating
// point proves; core/elementary/triangles-meet.ts decides the others. The test is the same: Guigue
// and Devillers (2003), for faces without a common vertex and without zero signs.
import { MeshContext } from '../../kernels/mesh-context';
import { FilteredSigns, POINT_BYTES, TRIANGLE_BYTES } from './filtered-signs';

/**
 * Relative bound of a gap along a direction, 2^-49: a height takes a difference, a product and two
 * sums, hence errs by (4 + small)u of its permanent; a gap by twice that, and its own rounding.
 */
const GAP_ROUNDING: f64 = 1.7763568394002505e-15 * (<f64>BOUND_PERCENT / 100);
/** 2^-1020: more than underflow takes, times lengths. */
const GAP_UNDERFLOW: f64 = 8.900295434028806e-308 * (<f64>BOUND_PERCENT / 100);

/** What is known of a pair. */
const APART: i32 = 0;
const MEETING: i32 = 1;
const UNKNOWN: i32 = 2;

/** Bytes of a vertex of a step: both ends of each coordinate. */
const STEP_POINT_BYTES: usize = 48;

/** Decides about pairs of triangles, nine doubles each. */
export class FilteredMeeting {
  /** Copies the corners of a face at the start of the step. */
  @inline static gather(context: MeshContext, place: usize, to: usize): void {
    const corners = context.faces + place * 12;
    for (let k: usize = 0; k < 3; k++) {
      const point = context.points + <usize>load<u32>(corners + 4 * k) * STEP_POINT_BYTES;
      store<f64>(to + k * POINT_BYTES, load<f64>(point));
      store<f64>(to + k * POINT_BYTES, load<f64>(point, 16), 8);
      store<f64>(to + k * POINT_BYTES, load<f64>(point, 32), 16);
    }
  }

  /** The corner that is alone on its side. */
  @inline static apexOf(sides: i32): i32 {
    const first = sides & 3;
    const second = (sides >> 2) & 3;
    return second == sides >> 4 ? 0 : first == sides >> 4 ? 1 : 2;
  }

  /** What is known of two triangles. */
  static decide(a: usize, b: usize): i32 {
    const aSides = FilteredSigns.planeSides(b, a);
    if (FilteredSigns.areEqual(aSides)) return APART;
    const bSides = FilteredSigns.planeSides(a, b);
    if (FilteredSigns.areEqual(bSides)) return APART;
    if (FilteredSigns.areKnown(aSides) && FilteredSigns.areKnown(bSides)) {
      const found = FilteredMeeting.compareCrossings(a, b, aSides, bSides);
      if (found != UNKNOWN) return found;
    }
    // Nearly coplanar faces of one surface, most likely.
    return FilteredMeeting.isBesideEdge(a, b) || FilteredMeeting.isBesideEdge(b, a) ? APART : UNKNOWN;
  }

  /** Whether b is surely beyond an edge of a, along the direction in a's plane across that edge. */
  static isBesideEdge(a: usize, b: usize): bool {
    const ex = load<f64>(a, 24) - load<f64>(a);
    const ey = load<f64>(a, 32) - load<f64>(a, 8);
    const ez = load<f64>(a, 40) - load<f64>(a, 16);
    const fx = load<f64>(a, 48) - load<f64>(a);
    const fy = load<f64>(a, 56) - load<f64>(a, 8);
    const fz = load<f64>(a, 64) - load<f64>(a, 16);
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    return (
      FilteredMeeting.isBeyond(a, b, ey * nz - ez * ny, ez * nx - ex * nz, ex * ny - ey * nx) ||
      FilteredMeeting.isBeyond(a, b, fz * ny - fy * nz, fx * nz - fz * nx, fy * nx - fx * ny) ||
      FilteredMeeting.isBeyond(
        a,
        b,
        (fy - ey) * nz - (fz - ez) * ny,
        (fz - ez) * nx - (fx - ex) * nz,
        (fx - ex) * ny - (fy - ey) * nx,
      )
    );
  }

  /**
   * Whether all corners of b are surely farther along a direction than those of a. The direction
   * may be any, so its rounding does not matter.
   */
  static isBeyond(a: usize, b: usize, x: f64, y: f64, z: f64): bool {
    const ox = load<f64>(a);
    const oy = load<f64>(a, 8);
    const oz = load<f64>(a, 16);
    let most: f64 = 0;
    let least = Infinity;
    let permanent: f64 = 0;
    // The first corner of a has height 0.
    for (let k: usize = 1; k < 6; k++) {
      const point = k < 3 ? a + k * POINT_BYTES : b + (k - 3) * POINT_BYTES;
      const dx = x * (load<f64>(point) - ox);
      const dy = y * (load<f64>(point, 8) - oy);
      const dz = z * (load<f64>(point, 16) - oz);
      const height = dx + dy + dz;
      // A sum, which overflow and NaN do not leave again: no comparison with them holds.
      permanent += abs(dx) + abs(dy) + abs(dz);
      if (k >= 3) {
        if (height < least) least = height;
      } else if (height > most) most = height;
    }
    return least - most > GAP_ROUNDING * permanent + GAP_UNDERFLOW * (abs(x) + abs(y) + abs(z) + 1);
  }

  /** Compares the intervals in which both cross the line of both planes: `comparedCrossings`. */
  @inline static compareCrossings(a: usize, b: usize, aSides: i32, bSides: i32): i32 {
    const i = FilteredMeeting.apexOf(aSides);
    const j = FilteredMeeting.apexOf(bSides);
    const s = FilteredSigns.at(aSides, i);
    const t = FilteredSigns.at(bSides, j);
    const aApex = a + <usize>i * POINT_BYTES;
    const aNext = a + <usize>((i + 1) % 3) * POINT_BYTES;
    const aLast = a + <usize>((i + 2) % 3) * POINT_BYTES;
    const bApex = b + <usize>j * POINT_BYTES;
    const bNext = b + <usize>((j + 1) % 3) * POINT_BYTES;
    const bLast = b + <usize>((j + 2) % 3) * POINT_BYTES;
    const first = FilteredSigns.orientation(aApex, s < 0 ? aLast : aNext, bApex, t < 0 ? bLast : bNext);
    if (first * s * t > 0) return APART;
    const second = FilteredSigns.orientation(aApex, s < 0 ? aNext : aLast, bApex, t < 0 ? bNext : bLast);
    if (second * s * t < 0) return APART;
    return first == 0 || second == 0 ? UNKNOWN : MEETING;
  }
}

/**
 * Drops the pairs of faces that surely share no point at the start of the step, in place; returns
 * how many remain. Those that surely share one come first; their number is the first i32 of
 * `scratch`. The faces of a pair have no vertex in common.
 */
export function sortMeeting(context: MeshContext, scratch: usize, pairs: usize, count: i32): i32 {
  const a = scratch + 16;
  const b = a + TRIANGLE_BYTES;
  let known = pairs;
  let to = pairs;
  let from = pairs;
  let gathered: u32 = 0xffffffff;
  for (let i = 0; i < count; i++, from += 8) {
    const p = load<u32>(from);
    const q = load<u32>(from, 4);
    if (p != gathered) FilteredMeeting.gather(context, p, a);
    gathered = p;
    FilteredMeeting.gather(context, q, b);
    const meeting = FilteredMeeting.decide(a, b);
    if (meeting == APART) continue;
    store<u64>(to, load<u64>(from));
    if (meeting == MEETING) {
      store<u64>(to, load<u64>(known));
      store<u32>(known, p);
      store<u32>(known, q, 4);
      known += 8;
    }
    to += 8;
  }
  store<i32>(scratch, <i32>((known - pairs) >> 3));
  return <i32>((to - pairs) >> 3);
}
