// Decodes the elements of a sample in bulk. Positions may be stored in half, single or double
// precision.
import { ELEMENT } from './alembic-property.ts';

/** Whether elements of this type are numbers with a fraction. */
export function isFloat(element: number): boolean {
  return element === ELEMENT.float16 || element === ELEMENT.float32 || element === ELEMENT.float64;
}

/** Whether elements of this type are integers of 32 bits. */
export function isInt32(element: number): boolean {
  return element === ELEMENT.int32 || element === ELEMENT.uint32;
}

/** Fills `out` with the elements of a sample. Returns whether all of them are finite. */
export function readFloats(view: DataView, element: number, out: Float64Array): boolean {
  const { length } = out;
  // The sum of x * 0 is NaN as soon as one x is not finite; that costs less than a test of each.
  let check = 0;
  if (element === ELEMENT.float32) {
    for (let i = 0; i < length; i++) {
      const x = view.getFloat32(4 * i, true);
      out[i] = x;
      check += x * 0;
    }
  } else if (element === ELEMENT.float64) {
    for (let i = 0; i < length; i++) {
      const x = view.getFloat64(8 * i, true);
      out[i] = x;
      check += x * 0;
    }
  } else {
    for (let i = 0; i < length; i++) {
      const x = halfFloat(view.getUint16(2 * i, true));
      out[i] = x;
      check += x * 0;
    }
  }
  return check === 0;
}

/** Fills `out` with the integers of a sample; a negative one becomes greater than 2^31. */
export function readIntegers(view: DataView, out: Uint32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = view.getUint32(4 * i, true);
}

/** The number whose bits in half precision are given. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 31;
  const fraction = (bits & 0x3ff) / 1024;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
}
