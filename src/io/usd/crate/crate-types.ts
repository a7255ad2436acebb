// The types of values in a crate, and how the numbers of each are stored.
import type { ValueShape } from '../usd-layer.ts';

/** The numbers of types that the reader looks at; others are left alone. */
export const CRATE_TYPE = {
  string: 10,
  token: 11,
  asset: 12,
  dictionary: 31,
  tokenListOp: 32,
  stringListOp: 33,
  pathListOp: 34,
  referenceListOp: 35,
  int64ListOp: 37,
  pathVector: 40,
  tokenVector: 41,
  specifier: 42,
  variantSelections: 45,
  timeSamples: 46,
  payload: 47,
  doubleVector: 48,
  stringVector: 50,
  block: 51,
  payloadListOp: 55,
  relocates: 58,
  animationBlock: 60,
} as const;

/** How one number is stored. */
export type CrateNumber = 'u8' | 'i32' | 'u32' | 'i64' | 'u64' | 'f16' | 'f32' | 'f64';

/** A type that consists of numbers. */
export interface NumberType {
  /** What the numbers are. */
  readonly shape: ValueShape;
  /** Numbers per element. */
  readonly width: number;
  /** How each number is stored. */
  readonly number: CrateNumber;
}

const SCALARS: readonly [number, CrateNumber][] = [
  [1, 'u8'],
  [2, 'u8'],
  [3, 'i32'],
  [4, 'u32'],
  [5, 'i64'],
  [6, 'u64'],
  [7, 'f16'],
  [8, 'f32'],
  [9, 'f64'],
  [42, 'i32'],
  [56, 'f64'],
];
const VECTOR_NUMBERS: readonly CrateNumber[] = ['f64', 'f32', 'f16', 'i32'];

/** The types that consist of numbers; those of 2 numbers, of 4 and of small matrices move no mesh. */
export const NUMBER_TYPES: ReadonlyMap<number, NumberType> = new Map<number, NumberType>([
  ...SCALARS.map(([type, number]) => [type, { shape: 'scalar', width: 1, number }] as const),
  [15, { shape: 'matrix', width: 16, number: 'f64' }],
  [16, { shape: 'quaternion', width: 4, number: 'f64' }],
  [17, { shape: 'quaternion', width: 4, number: 'f32' }],
  [18, { shape: 'quaternion', width: 4, number: 'f16' }],
  ...VECTOR_NUMBERS.map((number, i) => [23 + i, { shape: 'vector', width: 3, number }] as const),
]);

/** How many bytes a number takes. */
export const NUMBER_BYTES: Readonly<Record<CrateNumber, number>> = {
  u8: 1,
  i32: 4,
  u32: 4,
  i64: 8,
  u64: 8,
  f16: 2,
  f32: 4,
  f64: 8,
};

/** Returns a number in half precision from its bits. */
export function halfFrom(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? Number.NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
