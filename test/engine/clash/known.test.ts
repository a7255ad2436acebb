// Shapes with a known clash: the detector finds the kind, and the figures within three per cent,
// wherever the shapes are, however large, turned or ordered.
import { describe, expect, it } from 'vitest';
import { type KnownClash, knownClashes } from '../../generate/clash-known.ts';
import { merge, move, quarter, type Shape, scale, turn } from '../../generate/clash-shapes.ts';
import { detectorOf, gravestKinds } from './pair-states.ts';

const SHARE = 0.03;

function expectNear(name: string, found: number, expected: number | null, factor: number): void {
  if (expected === null) return;
  expect(found / factor, name).toBeGreaterThanOrEqual((1 - SHARE) * expected);
  expect(found / factor, name).toBeLessThanOrEqual((1 + SHARE) * expected);
}

interface Variant {
  readonly name: string;
  readonly place: (shape: Shape) => Shape;
  /** By how much lengths change. */
  readonly factor?: number;
  readonly isSwapped?: boolean;
  /** Whether coordinates are rounded, so that what touches may come apart or cross. */
  readonly isRounded?: boolean;
}

const variants: readonly Variant[] = [
  { name: 'as it is', place: (shape) => shape },
  { name: 'parts swapped', place: (shape) => shape, isSwapped: true },
  { name: 'times 1000', place: (shape) => scale(shape, 1000), factor: 1000, isRounded: true },
  { name: 'times 1/1000', place: (shape) => scale(shape, 0.001), factor: 0.001, isRounded: true },
  { name: 'moved', place: (shape) => move(shape, [10.3, -7.1, 3.7]), isRounded: true },
  { name: 'a quarter turn', place: (shape) => quarter(shape, 1) },
  { name: 'turned', place: (shape) => turn(turn(shape, 0.7, 0), 1.1, 1), isRounded: true },
];

/** Whether rounding may change the kind. */
function isFragile({ kind, name }: KnownClash): boolean {
  return kind === 'touching' || name.includes('ulp') || name.includes('spacing');
}

describe.each(variants)('known clashes, $name', ({ place, factor = 1, isSwapped = false, isRounded = false }) => {
  const chosen = knownClashes.filter((known) => !isRounded || !isFragile(known));
  it.each(chosen.map((known) => [known.name, known] as const))('%s', (_, known) => {
    const shapes = known.shapes.map(place);
    const [first, second, ...rest] = shapes;
    const scene = merge(...(isSwapped && second ? [second, first, ...rest] : shapes));
    const detector = detectorOf(scene);
    const b = shapes.length === 1 ? 0 : 1;
    const clashes = detector
      .frame(scene.positions, { refine: () => known.depth !== null })
      .filter((clash) => clash.a === 0 && clash.b === b);
    detector.dispose();
    expect(gravestKinds(clashes).get(`0 ${b}`) ?? 'apart').toBe(known.kind);
    expectNear('depth', Math.max(...clashes.map(({ depth }) => depth ?? 0)), known.depth, factor);
    expectNear('through', Math.max(...clashes.map(({ through }) => through ?? 0)), known.through, factor);
    const length = clashes.reduce((sum, { curveLength }) => sum + curveLength, 0);
    expectNear('curveLength', length, known.curveLength, factor);
    if (known.places !== undefined) expect(clashes.length).toBe(known.places);
  });
});
