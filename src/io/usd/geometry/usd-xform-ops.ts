// The transform operations of a prim: the attribute `xformOpOrder` lists them, the outermost first.
import { AFFINE, composeTrs, multiply } from '../../gltf/gltf-affine.ts';
import type { StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import type { ValueShape } from '../usd-layer.ts';
import { MAX_XFORM_OPS } from '../usd-limits.ts';
import { affineOfRows, invertAffine, type LocalMap, UsdTransform } from './usd-transform.ts';

/** Types without a transform of their own: what they say about one does not count. */
const WITHOUT_TRANSFORM: ReadonlySet<string> = new Set(['', 'Scope']);

const INVERT = '!invert!';
const RESET = '!resetXformStack!';

/** One operation: a map from the numbers of its attribute. */
interface XformOp {
  readonly kind: string;
  readonly attribute: StageAttribute;
  readonly shape: ValueShape;
  readonly isInverted: boolean;
}

/** Returns the transform of a prim below another one, and the attributes that move it. */
export function transformOf(
  prim: StagePrim,
  above: UsdTransform | undefined,
): { readonly transform: UsdTransform | undefined; readonly moving: readonly StageAttribute[] } {
  const names = WITHOUT_TRANSFORM.has(prim.typeName) ? [] : orderOf(prim);
  const reset = names.lastIndexOf(RESET);
  const ops = names.slice(reset + 1).flatMap((name) => opOf(prim, name) ?? []);
  const outer = reset < 0 ? above : undefined;
  const moving = ops.map(({ attribute }) => attribute).filter(({ isConstant }) => !isConstant);
  if (ops.length === 0) return { transform: outer, moving };
  return { transform: new UsdTransform(outer, mapOf(ops), moving.length === 0), moving };
}

function orderOf(prim: StagePrim): readonly string[] {
  const value = prim.attribute('xformOpOrder')?.firstValue();
  const names = value === undefined || value.isBlocked ? [] : value.strings();
  if (names.length > MAX_XFORM_OPS) {
    throw usdError(`${prim.path}.xformOpOrder`, `at most ${MAX_XFORM_OPS} operations`, names.length);
  }
  return names;
}

/** An operation without a value changes nothing. */
function opOf(prim: StagePrim, entry: string): XformOp | undefined {
  const isInverted = entry.startsWith(INVERT);
  const name = isInverted ? entry.slice(INVERT.length) : entry;
  const kind = name.split(':')[1] ?? '';
  const shape = shapeOf(kind);
  if (!name.startsWith('xformOp:') || shape === undefined) {
    throw usdError(`${prim.path}.xformOpOrder`, 'transform operations such as xformOp:translate', `"${entry}"`);
  }
  const attribute = prim.attribute(name);
  return attribute && { kind, attribute, shape, isInverted };
}

function shapeOf(kind: string): ValueShape | undefined {
  if (kind === 'transform') return 'matrix';
  if (kind === 'orient') return 'quaternion';
  if (/^(translate|scale|rotate(XYZ|XZY|YXZ|YZX|ZXY|ZYX))$/.test(kind)) return 'vector';
  return /^(translate|scale|rotate)[XYZ]$/.test(kind) ? 'scalar' : undefined;
}

/** The last operation acts first. */
function mapOf(ops: readonly XformOp[]): LocalMap {
  return (time, out) => {
    const op = new Float64Array(AFFINE);
    const sum = new Float64Array(AFFINE);
    setIdentity(out);
    for (const one of ops) {
      if (!writeOp(one, time, op)) continue;
      sum.set(out);
      multiply(sum, 0, op, 0, out, 0);
    }
  };
}

/** Writes the map of an operation; false if it has no value at the time. */
function writeOp({ kind, attribute, shape, isInverted }: XformOp, time: number, out: Float64Array): boolean {
  const width = shape === 'matrix' ? 16 : shape === 'quaternion' ? 4 : shape === 'vector' ? 3 : 1;
  const value = attribute.singleAt(time, shape, width);
  if (value === undefined) return false;
  setIdentity(out);
  const isAlongAxis = width === 1;
  const axis = isAlongAxis ? 'XYZ'.indexOf(kind.at(-1) as string) : 0;
  if (kind === 'transform') affineOfRows(value, 0, out, 0);
  else if (kind === 'orient') composeTrs(Float64Array.of(0, 0, 0, ...value, 1, 1, 1), 0, out, 0);
  else if (kind.startsWith('translate')) out.set(value, 9 + axis);
  else if (kind.startsWith('scale')) for (let i = 0; i < width; i++) out[4 * (axis + i)] = value[i];
  else if (isAlongAxis) rotate(axis, value[0], out);
  // The first axis in the name acts first, so it is multiplied last.
  else
    for (const letter of [...kind.slice('rotate'.length)].reverse())
      rotate('XYZ'.indexOf(letter), value['XYZ'.indexOf(letter)], out);
  if (isInverted) invertAffine(out.slice(), 0, out, 0);
  return true;
}

/** Appends a rotation about an axis, which acts before what `out` holds. */
function rotate(axis: number, degrees: number, out: Float64Array): void {
  const [cos, sin] = cosSinOf(degrees);
  const [b, c] = [3 * ((axis + 1) % 3), 3 * ((axis + 2) % 3)];
  for (let row = 0; row < 3; row++) {
    const [y, z] = [out[b + row], out[c + row]];
    out[b + row] = cos * y + sin * z;
    out[c + row] = cos * z - sin * y;
  }
}

/** Exact for multiples of 90°, so that a quarter turn leaves a box a box. */
function cosSinOf(degrees: number): readonly [number, number] {
  if (degrees % 90 !== 0) return [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const quarter = (((degrees / 90) % 4) + 4) % 4;
  return [[1, 0, -1, 0][quarter], [0, 1, 0, -1][quarter]];
}

function setIdentity(out: Float64Array): void {
  for (let i = 0; i < AFFINE; i++) out[i] = i < 9 && i % 4 === 0 ? 1 : 0;
}
