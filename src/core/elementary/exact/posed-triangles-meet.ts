// Do triangles of two rigid bodies share a point at given poses? Exact: the rotation of a
// quaternion q of any length is N(q) / |q|², where the entries of N are quadratic in q, hence
// rational in the doubles. So all six corners become integers over one common denominator, which
// does not change signs. This is the last stage for pairs that floating point cannot decide.
import { integerTrianglesMeet, type Point } from './integer-triangles-meet.ts';
import { toIntegers } from './integers.ts';

/** A rotation as a fraction: the matrix N(q), row by row, and |q|². */
interface Rotation {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

const ORIGIN: Point = [0n, 0n, 0n];
/** Corners of a, corners of b, position of a, position of b. */
const lengths = new Float64Array(24);

/**
 * Do two posed triangles share a point? Nine doubles at a[aOffset…] and at b[bOffset…] in the
 * coordinates of each body; a pose is px py pz qx qy qz qw, q ≠ 0. Closed sets: touching counts,
 * degenerate triangles are their segment or point.
 */
export function posedTrianglesMeet(
  a: ArrayLike<number>,
  aOffset: number,
  poseA: Float64Array,
  b: ArrayLike<number>,
  bOffset: number,
  poseB: Float64Array,
): boolean {
  for (let i = 0; i < 9; i++) {
    lengths[i] = a[aOffset + i];
    lengths[9 + i] = b[bOffset + i];
  }
  for (let k = 0; k < 3; k++) {
    lengths[18 + k] = poseA[k];
    lengths[21 + k] = poseB[k];
  }
  const x = toIntegers(lengths, 0, 24);
  const turnA = rotationOf(poseA);
  const turnB = rotationOf(poseB);
  // Coordinates are relative to the position of a, and times a common denominator of both
  // rotations. If the denominators are equal, one of them is enough, and the integers stay short.
  const equal = turnA.denominator === turnB.denominator;
  const factorA = equal ? 1n : turnB.denominator;
  const factorB = equal ? 1n : turnA.denominator;
  const common = turnA.denominator * factorA;
  const apart: Point = [(x[21] - x[18]) * common, (x[22] - x[19]) * common, (x[23] - x[20]) * common];
  return integerTrianglesMeet(
    placed(x, 0, scaled(turnA, factorA), ORIGIN),
    placed(x, 9, scaled(turnB, factorB), apart),
  );
}

function rotationOf(pose: Float64Array): Rotation {
  const [x, y, z, w] = toIntegers(pose, 3, 4);
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  const ww = w * w;
  const xy = x * y;
  const xz = x * z;
  const yz = y * z;
  const wx = w * x;
  const wy = w * y;
  const wz = w * z;
  // biome-ignore format: one row per line
  const numerators = [
    ww + xx - yy - zz, (xy - wz) << 1n, (xz + wy) << 1n,
    (xy + wz) << 1n, ww - xx + yy - zz, (yz - wx) << 1n,
    (xz - wy) << 1n, (yz + wx) << 1n, ww - xx - yy + zz,
  ];
  return { numerators, denominator: xx + yy + zz + ww };
}

function scaled({ numerators }: Rotation, factor: bigint): readonly bigint[] {
  return factor === 1n ? numerators : numerators.map((n) => n * factor);
}

/** The corners from x[at] on, rotated by the matrix m and translated by `to`. */
function placed(x: readonly bigint[], at: number, m: readonly bigint[], to: Point): [Point, Point, Point] {
  const corner = (i: number): Point => [
    m[0] * x[i] + m[1] * x[i + 1] + m[2] * x[i + 2] + to[0],
    m[3] * x[i] + m[4] * x[i + 1] + m[5] * x[i + 2] + to[1],
    m[6] * x[i] + m[7] * x[i + 1] + m[8] * x[i + 2] + to[2],
  ];
  return [corner(at), corner(at + 3), corner(at + 6)];
}
