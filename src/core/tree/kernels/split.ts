// Splits the faces of a tree node in two, along the axis on which their centres spread most.
// tree-build.ts chooses the sizes.

/** Splits ranges of faces. */
export class Split {
  /** A coordinate of the centre of the i-th face. */
  @inline static at(centres: usize, order: usize, i: i32, axis: usize): f32 {
    return load<f32>(centres + <usize>load<u32>(order + ((<usize>i) << 2)) * 12 + axis);
  }

  /**
   * The axis on which `n` faces from `start` on spread most, as the byte offset of its coordinate.
   */
  static longestAxis(centres: usize, order: usize, start: i32, n: i32): usize {
    let low = f32x4.splat(Infinity);
    let high = f32x4.splat(-Infinity);
    const end = order + ((<usize>(start + n)) << 2);
    for (let id = order + ((<usize>start) << 2); id < end; id += 4) {
      // Reads four bytes behind a centre; the buffer has room behind the last.
      const centre = v128.load(centres + <usize>load<u32>(id) * 12);
      low = f32x4.pmin(low, centre);
      high = f32x4.pmax(high, centre);
    }
    const spread = f32x4.sub(high, low);
    const x = f32x4.extract_lane(spread, 0);
    const y = f32x4.extract_lane(spread, 1);
    const z = f32x4.extract_lane(spread, 2);
    if (x >= y) return x >= z ? 0 : 8;
    return y >= z ? 4 : 8;
  }

  /**
   * Hoare's selection: afterwards no centre before `start + front` is greater than one from there
   * on. Equal coordinates are distributed over both sides, so that many of them do not make it
   * quadratic.
   */
  static run(centres: usize, order: usize, start: i32, n: i32, front: i32): void {
    const axis = Split.longestAxis(centres, order, start, n);
    const k = start + front;
    let left = start;
    let right = start + n - 1;
    while (left < right) {
      const pivot = Split.at(centres, order, (left + right) >> 1, axis);
      let i = left;
      let j = right;
      while (i <= j) {
        while (Split.at(centres, order, i, axis) < pivot) i++;
        while (Split.at(centres, order, j, axis) > pivot) j--;
        if (i <= j) {
          const a = order + ((<usize>i) << 2);
          const b = order + ((<usize>j) << 2);
          const swap = load<u32>(a);
          store<u32>(a, load<u32>(b));
          store<u32>(b, swap);
          i++;
          j--;
        }
      }
      if (k <= j) right = j;
      else if (k >= i) left = i;
      else return;
    }
  }
}
