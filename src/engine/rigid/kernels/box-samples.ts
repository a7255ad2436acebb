// Gaps of the four boxes of a node against a single box of the other body at a sample time, along
// their six face normals (sample-times.ts).
import { ROW } from './box-nodes';
import { LaneMath } from './lane-math';
import { RigidContext } from './rigid-context';
import { CENTRES_OF_FOUR, HALF_WIDTHS, HALF_WIDTHS_OF_FOUR, SampleTimes } from './sample-times';

/** Samples the gaps of boxes. */
export class BoxSamples {
  /** Writes the gaps of the present boxes at time i. */
  static test(context: RigidContext, i: i32): void {
    const at = changetype<usize>(context);
    const node = context.sampledNode;
    const box = context.sampledBox;
    const to = SampleTimes.beginTest(context, i);
    const pose = SampleTimes.pose(context, i);
    const error = SampleTimes.error(pose);
    const m0 = SampleTimes.row(context, pose, 0);
    const m1 = SampleTimes.row(context, pose, 1);
    const m2 = SampleTimes.row(context, pose, 2);
    const n0 = SampleTimes.rowAlong(box + 6 * ROW, m0, m1, m2);
    const n1 = SampleTimes.rowAlong(box + 9 * ROW, m0, m1, m2);
    const n2 = SampleTimes.rowAlong(box + 12 * ROW, m0, m1, m2);
    const r00 = SampleTimes.spread(n0, 0);
    const r01 = SampleTimes.spread(n0, 1);
    const r02 = SampleTimes.spread(n0, 2);
    const r10 = SampleTimes.spread(n1, 0);
    const r11 = SampleTimes.spread(n1, 1);
    const r12 = SampleTimes.spread(n1, 2);
    const r20 = SampleTimes.spread(n2, 0);
    const r21 = SampleTimes.spread(n2, 1);
    const r22 = SampleTimes.spread(n2, 2);
    let x = v128.load(at, CENTRES_OF_FOUR);
    let y = v128.load(at, CENTRES_OF_FOUR + ROW);
    let z = v128.load(at, CENTRES_OF_FOUR + 2 * ROW);
    const d0 = f32x4.add(LaneMath.dot<f32>(r00, r01, r02, x, y, z), SampleTimes.spread(n0, 3));
    const d1 = f32x4.add(LaneMath.dot<f32>(r10, r11, r12, x, y, z), SampleTimes.spread(n1, 3));
    const d2 = f32x4.add(LaneMath.dot<f32>(r20, r21, r22, x, y, z), SampleTimes.spread(n2, 3));
    const e0 = v128.load(at, HALF_WIDTHS);
    const e1 = v128.load(at, HALF_WIDTHS + ROW);
    const e2 = v128.load(at, HALF_WIDTHS + 2 * ROW);
    // Along each axis of the four. Meanwhile h0, h1 and h2 sum up their extents along the axes of
    // the single box.
    x = v128.load(node, 6 * ROW);
    y = v128.load(node, 7 * ROW);
    z = v128.load(node, 8 * ROW);
    let c0 = LaneMath.dot<f32>(r00, r01, r02, x, y, z);
    let c1 = LaneMath.dot<f32>(r10, r11, r12, x, y, z);
    let c2 = LaneMath.dot<f32>(r20, r21, r22, x, y, z);
    let q = LaneMath.dot<f32>(c0, c1, c2, d0, d1, d2);
    c0 = f32x4.abs(c0);
    c1 = f32x4.abs(c1);
    c2 = f32x4.abs(c2);
    let half = v128.load(at, HALF_WIDTHS_OF_FOUR);
    let gap = SampleTimes.beyond(q, f32x4.add(f32x4.add(half, error), LaneMath.dot<f32>(c0, c1, c2, e0, e1, e2)));
    let h0 = f32x4.add(f32x4.add(e0, error), f32x4.mul(half, c0));
    let h1 = f32x4.add(f32x4.add(e1, error), f32x4.mul(half, c1));
    let h2 = f32x4.add(f32x4.add(e2, error), f32x4.mul(half, c2));
    let bits = gap;
    v128.store(to, gap, 48);
    x = v128.load(node, 9 * ROW);
    y = v128.load(node, 10 * ROW);
    z = v128.load(node, 11 * ROW);
    c0 = LaneMath.dot<f32>(r00, r01, r02, x, y, z);
    c1 = LaneMath.dot<f32>(r10, r11, r12, x, y, z);
    c2 = LaneMath.dot<f32>(r20, r21, r22, x, y, z);
    q = LaneMath.dot<f32>(c0, c1, c2, d0, d1, d2);
    c0 = f32x4.abs(c0);
    c1 = f32x4.abs(c1);
    c2 = f32x4.abs(c2);
    half = v128.load(at, HALF_WIDTHS_OF_FOUR + ROW);
    gap = SampleTimes.beyond(q, f32x4.add(f32x4.add(half, error), LaneMath.dot<f32>(c0, c1, c2, e0, e1, e2)));
    h0 = f32x4.add(h0, f32x4.mul(half, c0));
    h1 = f32x4.add(h1, f32x4.mul(half, c1));
    h2 = f32x4.add(h2, f32x4.mul(half, c2));
    bits = v128.or(bits, gap);
    v128.store(to, gap, 64);
    x = v128.load(node, 12 * ROW);
    y = v128.load(node, 13 * ROW);
    z = v128.load(node, 14 * ROW);
    c0 = LaneMath.dot<f32>(r00, r01, r02, x, y, z);
    c1 = LaneMath.dot<f32>(r10, r11, r12, x, y, z);
    c2 = LaneMath.dot<f32>(r20, r21, r22, x, y, z);
    q = LaneMath.dot<f32>(c0, c1, c2, d0, d1, d2);
    c0 = f32x4.abs(c0);
    c1 = f32x4.abs(c1);
    c2 = f32x4.abs(c2);
    half = v128.load(at, HALF_WIDTHS_OF_FOUR + 2 * ROW);
    gap = SampleTimes.beyond(q, f32x4.add(f32x4.add(half, error), LaneMath.dot<f32>(c0, c1, c2, e0, e1, e2)));
    h0 = f32x4.add(h0, f32x4.mul(half, c0));
    h1 = f32x4.add(h1, f32x4.mul(half, c1));
    h2 = f32x4.add(h2, f32x4.mul(half, c2));
    bits = v128.or(bits, gap);
    v128.store(to, gap, 80);
    gap = SampleTimes.beyond(d0, h0);
    bits = v128.or(bits, gap);
    v128.store(to, gap);
    gap = SampleTimes.beyond(d1, h1);
    bits = v128.or(bits, gap);
    v128.store(to, gap, 16);
    gap = SampleTimes.beyond(d2, h2);
    v128.store(to, gap, 32);
    v128.store(to, v128.or(bits, gap), 96);
  }
}
