// A model of a cloth: masses, frames, quads as triangles, hinges whose energy is that of a bent
// plate; what is refused.
import { describe, expect, it } from 'vitest';
import { ClothModel } from '../../../../src/engine/cloth/model/cloth-model.ts';
import { clothEnergy } from '../../../oracle/cloth-energy.ts';
import { flatSheet } from '../solver/flat-sheet.ts';

const sheet = flatSheet({ width: 0.4, height: 0.3, columns: 4, rows: 3 });

describe('ClothModel', () => {
  it('has the mass of its area, more inside than at the rim', () => {
    const { mass } = ClothModel.from({ ...sheet, material: { areaDensity: 0.2 } });
    expect(mass.reduce((sum, m) => sum + m)).toBeCloseTo(0.2 * 0.4 * 0.3, 14);
    expect(mass[sheet.at(1, 1)]).toBeCloseTo(0.2 * 0.01, 14);
    expect(mass[sheet.at(1, 0)]).toBeCloseTo(0.1 * 0.01, 14);
  });

  it('takes quads as pairs of triangles along the shorter diagonal', () => {
    const positions = Float64Array.from([0, 0, 0, 1, 0, 0, 2, 1, 0, 1, 1, 0]);
    const { triangles } = ClothModel.from({ positions, faces: [0, 1, 2, 3], cornersPerFace: 4 });
    expect([...triangles]).toEqual([0, 1, 3, 1, 2, 3]);
    const quads = ClothModel.from(flatSheet({ width: 0.4, height: 0.3, columns: 4, rows: 3 }, 4));
    expect(quads.triangles).toEqual(ClothModel.from(sheet).triangles);
  });

  it.each([
    ['halved squares', 0, 1],
    ['equilateral triangles', 0.5, Math.sqrt(0.75)],
  ])('of %s costs the energy of a plate when it is bent to a cylinder', (_, slant, squeeze) => {
    const [radius, bend] = [2, 0.03];
    const fine = flatSheet({ width: 1, height: 1, columns: 60, rows: 60 });
    const rest = fine.positions.slice();
    for (let i = 0; i < rest.length; i += 3) {
      rest[i] -= slant * rest[i + 1];
      rest[i + 1] *= squeeze;
    }
    // No triangle is strained, up to the difference between an arc and its chord.
    const x = rest.slice();
    for (let i = 0; i < x.length; i += 3) {
      x[i] = radius * Math.sin(rest[i] / radius);
      x[i + 2] = radius * Math.cos(rest[i] / radius);
    }
    const model = ClothModel.from({ ...fine, positions: rest, material: { bend, stretch: 1e-9, shear: 0 } });
    const plate = (bend * squeeze) / (2 * radius * radius);
    // The outermost cells have no hinge on one side.
    const ratio = clothEnergy(model, x, [0, 0, 0]) / plate;
    expect(ratio).toBeGreaterThan(0.97);
    expect(ratio).toBeLessThan(1);
  });

  it('is several cloths as one, each with its own material and ids', () => {
    const heavy = ClothModel.from({ ...sheet, material: { areaDensity: 1 }, pinned: [3] });
    const light = ClothModel.from({ ...sheet, material: { areaDensity: 0.1 }, pinned: [5] });
    const both = ClothModel.merge([heavy, light]);
    const { particleCount } = heavy;
    expect(both.particleCount).toBe(2 * particleCount);
    expect([...both.pinned]).toEqual([3, particleCount + 5]);
    expect(both.mass[particleCount + 7]).toBe(light.mass[7]);
    expect([...both.triangles.subarray(heavy.triangles.length)]).toEqual(
      [...light.triangles].map((id) => id + particleCount),
    );
    const x = Float64Array.from(sheet.positions, (value) => 1.01 * value);
    const apart = [heavy, light].map((model) => clothEnergy(model, x, [0, 0, 0]));
    const together = clothEnergy(both, Float64Array.from([...x, ...x]), [0, 0, 0]);
    expect(together).toBeCloseTo(apart[0] + apart[1], 12);
  });

  it.each([
    ['a face without area', { positions: Float64Array.from([0, 0, 0, 1, 0, 0, 2, 0, 0]) }, /Face 0 .* no area/],
    ['a lone vertex', { positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5]) }, /uses vertex 3/],
    ['a repeated vertex', { faces: [0, 1, 1] }, /Face 0 repeats/],
    ['an id that is none', { faces: [0, 1, 7] }, /outside the 3 vertices/],
    ['ids left over', { faces: [0, 1] }, /not a multiple of 3/],
    ['a point nowhere', { positions: Float64Array.from([0, 0, 0, 1, 0, 0, 0, Number.NaN, 0]) }, /finite position/],
    ['a negative stiffness', { material: { bend: -1 } }, /bend must be at least 0/],
    ['a cloth without mass', { material: { areaDensity: 0 } }, /areaDensity must be positive/],
    ['a pin beside the cloth', { pinned: [3] }, /Pin 0 names particle 3/],
  ])('refuses %s', (_, change, message) => {
    const positions = Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(() => ClothModel.from({ positions, faces: [0, 1, 2], cornersPerFace: 3, ...change })).toThrow(message);
  });
});
