// Interleaves the positions of a step: the start and the end of every coordinate stand side by
// side, as all other kernels read them.
import { Lane } from '../../kernels/lanes';
import { MeshContext } from '../../kernels/mesh-context';

/**
 * Writes `count` coordinates, rounded up to an even number, from coordinate `first` on. Updates in
 * the context the largest magnitude, and whether a start differs from that of the step before; a
 * call with `first` = 0 resets both.
 */
export function placePositions(context: MeshContext, from0: usize, from1: usize, count: i32, first: i32): void {
  let points = context.points + ((<usize>first) << 4);
  let most = f64x2.splat(first == 0 ? 0 : context.largest);
  let check = f64x2.splat(0);
  let other = i64x2.splat(first != 0 && context.startDiffers ? 1 : 0);
  for (let i = 0; i < count; i += 2, from0 += 16, from1 += 16, points += 32) {
    const a = v128.load(from0);
    const b = v128.load(from1);
    const old = v128.shuffle<f64>(v128.load(points), v128.load(points, 16), 0, 2);
    other = v128.or(other, v128.xor(a, old));
    v128.store(points, v128.shuffle<f64>(a, b, 0, 2));
    v128.store(points, v128.shuffle<f64>(a, b, 1, 3), 16);
    most = f64x2.pmax(f64x2.pmax(most, f64x2.abs(a)), f64x2.abs(b));
    // 0·x is 0 for finite x and NaN for the rest.
    check = f64x2.add(check, f64x2.mul(f64x2.splat(0), a));
    check = f64x2.add(check, f64x2.mul(f64x2.splat(0), b));
  }
  context.largest = Lane.first(Lane.reach(most)) + Lane.first(check) + Lane.second(check);
  context.startDiffers = v128.any_true(other);
}
