// Decodes the elements of a sample in bulk. Positions may be stored in half, single or double
// precision.
import { ELEMENT } from './alembic-property.ts';

/** Whether elements of this type are numbers with a fraction. */
export function isFloat(element: number): boolean {
  return element === ELEMENT.float16 || element === ELEMENT.float32 || element === ELEMENT.float64;
}

/** Whether elements of this type are integers. */
export function isInteger(element: number): boolean {
  return element >= ELEMENT.uint8 && element <= ELEMENT.int64;
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

/** Fills `out` with the integers of a sample; one that is negative or too large exceeds any index. */
export function readIntegers(view: DataView, element: number, out: Uint32Array): void {
  const { length } = out;
  switch (element) {
    case ELEMENT.int32:
    case ELEMENT.uint32:
      // Negative ones are above 2^31, where no index is.
      for (let i = 0; i < length; i++) out[i] = view.getUint32(4 * i, true);
      return;
    case ELEMENT.uint8:
      for (let i = 0; i < length; i++) out[i] = view.getUint8(i);
      return;
    case ELEMENT.int8:
      for (let i = 0; i < length; i++) out[i] = view.getInt8(i);
      return;
    case ELEMENT.uint16:
      for (let i = 0; i < length; i++) out[i] = view.getUint16(2 * i, true);
      return;
    case ELEMENT.int16:
      for (let i = 0; i < length; i++) out[i] = view.getInt16(2 * i, true);
      return;
    default:
      for (let i = 0; i < length; i++) {
        const isSmall = view.getUint32(8 * i + 4, true) === 0;
        out[i] = isSmall ? view.getUint32(8 * i, true) : 0xffff_ffff;
      }
  }
}

/** The number whose bits in half precision are given. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >>> 10) & 31;
  const fraction = (bits & 0x3ff) / 1024;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
}
