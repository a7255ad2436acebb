// From where a clash is seen, and what a view without graphics hardware sees.
import { describe, expect, it } from 'vitest';
import { focusOf } from '../../src/display/clash-focus.ts';
import { axesOf, isHidden, project, rasterise } from '../../src/display/face-raster.ts';
import { placeClash } from '../../src/display/placed-clash.ts';
import { dot, type Triple } from '../../src/display/view-triples.ts';
import { clashCheck, WORST } from '../cli/clash-check.ts';

const USUAL: Triple = [0.45, 0.37, 0.81];

describe('rasterise', () => {
  /** A small face in front of a large one, seen along z. */
  const positions = Float32Array.of(-4, -4, 0, 4, -4, 0, 0, 4, 0, -1, -1, 1, 1, -1, 1, 0, 1, 1);
  const view = { axes: axesOf([0, 0, 1]), centre: [0, 0, 0], scale: 10, width: 60, height: 60 } as const;
  const { depth, face } = rasterise(Uint32Array.of(0, 1), Uint32Array.of(0, 1, 2, 3, 4, 5), positions, view);
  const at = ([u, v]: Triple) => Math.floor(v) * view.width + Math.floor(u);

  it('sees the nearest face at each pixel', () => {
    const [middle, beside, outside] = [
      [0.01, -0.05, 0],
      [1.55, -1.55, 0],
      [-2.95, 2.95, 0],
    ].map((point) => at(project(point, 0, view)));
    expect([face[middle], face[beside], face[outside]]).toEqual([1, 0, -1]);
    expect(depth[middle]).toBeCloseTo(10, 4);
    expect(depth[beside]).toBeCloseTo(0, 4);
    expect(depth[outside]).toBe(-Infinity);
  });

  it('knows what is behind a face, and nothing outside of the picture', () => {
    expect(isHidden(project([0.01, -0.05, 0], 0, view), depth, view, 2)).toBe(true);
    expect(isHidden(project([0.01, -0.05, 0.9], 0, view), depth, view, 2)).toBe(false);
    expect(isHidden(project([50, 0, -9], 0, view), depth, view, 2)).toBe(false);
  });

  it('has the second axis of the model up, unless it looks along it', () => {
    expect(axesOf([0, 0, 1])[1]).toEqual([0, 1, 0]);
    for (const direction of [
      [0, 1, 0],
      [0.6, 0, 0.8],
    ] as const) {
      const [right, up, back] = axesOf(direction);
      for (const axis of [right, up, back]) expect(Math.hypot(...axis)).toBeCloseTo(1, 12);
      expect([dot(right, up), dot(up, back), dot(right, back)].map((x) => Math.abs(x) < 1e-12)).not.toContain(false);
    }
  });
});

describe('focusOf', () => {
  const check = clashCheck();
  const { triangles } = check.info.mesh;
  const none = new Uint32Array(0);
  const partOfFace = Uint32Array.from(check.parts.partOfFace);
  const model = { triangles, edges: none, objectOf: none, objects: [], parts: check.parts.names, partOfFace };
  const positions = Float32Array.from(check.positions(WORST));
  const clash = placeClash(check.found.list.clashes[0], model, [0, 0, 0]);

  it('looks at the curve, near enough to see it and far enough to see around it', () => {
    const { centre, reach } = focusOf(clash, model, positions, USUAL);
    const distances = Array.from({ length: clash.curve.length / 3 }, (_, i) =>
      Math.hypot(...centre.map((x, axis) => x - clash.curve[3 * i + axis])),
    );
    expect(Math.max(...distances)).toBeLessThan(reach);
    expect(Math.max(...distances)).toBeGreaterThan(reach / 5);
  });

  it('sees two balls from a side, wherever the usual direction is', () => {
    const between: Triple = [0, 0.15, 0.36];
    const length = Math.hypot(...between);
    for (const usual of [USUAL, [0, 0.38, 0.92], [0, -0.38, -0.92]] as const) {
      const { direction } = focusOf(clash, model, positions, usual);
      expect(Math.hypot(...direction)).toBeCloseTo(1, 9);
      expect(Math.abs(dot(direction, between)) / length).toBeLessThan(0.9);
    }
  });
});
