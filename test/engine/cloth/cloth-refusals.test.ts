// What a simulation refuses, and what it survives.
import { describe, expect, it } from 'vitest';
import { type ClothOptions, ClothSimulation, ClothStartError } from '../../../src/cloth.ts';
import { MeshError } from '../../../src/index.ts';
import { extent, plane, runProven, sheet, sphere } from './sheets.ts';

const flat = (z: number): ClothOptions => sheet(4, 4, (u, v) => [0.4 * u - 0.19, 0.4 * v - 0.18, z]);

const caught = (make: () => unknown): unknown => {
  try {
    make();
  } catch (error) {
    return error;
  }
  return null;
};

describe('a start with crossing triangles', () => {
  it('is refused, with the pairs', () => {
    const error = caught(
      () => new ClothSimulation({ cloths: [flat(0.1), flat(0)], obstacles: [plane(1, 1, (x) => x)] }),
    );
    expect(error).toBeInstanceOf(ClothStartError);
    const { message, pairs } = error as ClothStartError;
    expect(pairs.count).toBeGreaterThan(3);
    expect(message).toMatch(
      /^The simulation starts with crossing triangles: face \d+ of cloth 0 with face 0 of obstacle 0, /,
    );
    expect(message).toMatch(new RegExp(`and ${pairs.count - 3} pairs more\\.$`));
  });

  it('names the other cloth', () => {
    const crossing = sheet(1, 1, (u, v) => [0.01, 0.1 * v, 0.2 * u - 0.1]);
    expect(() => new ClothSimulation({ cloths: [flat(0), crossing] })).toThrow(/of cloth 0 with face 0 of cloth 1/);
  });

  it('does not care for obstacles in each other', () => {
    const obstacles = [plane(1, 1, () => -0.1), plane(1, 1, (x) => x - 2)];
    expect(() => new ClothSimulation({ cloths: [flat(0)], obstacles })).not.toThrow();
  });
});

describe('options', () => {
  it.each([
    [{ timeStep: 0 }, /timeStep must be a finite number above 0, not 0/],
    [{ timeStep: Number.NaN }, /timeStep/],
    [{ thickness: -1 }, /thickness must be a finite number above 0/],
    [{ friction: -0.1 }, /friction must be a finite number of at least 0/],
    [{ gravity: [0, 0, Number.NaN] as const }, /gravity is three finite numbers/],
    [{ cloths: [] }, /at least one cloth/],
    [{ cloths: [{ ...flat(0), velocity: [1] }] }, /velocity holds 1 numbers; it needs 3, or 75/],
    [{ cloths: [{ ...flat(0), velocity: [1, 0, Number.NaN] }] }, /velocity has numbers that are not finite/],
    [{ obstacles: [{ ...plane(1, 1, () => -1), friction: -1 }] }, /friction of obstacle 0/],
    [{ cloths: [{ ...flat(0), pinned: [99] }] }, /Pin 0 names particle 99/],
  ])('%j are refused', (options, message) => {
    expect(() => new ClothSimulation({ cloths: [flat(0)], ...options })).toThrow(message);
  });

  it('faces without area are refused by name', () => {
    const error = caught(() => new ClothSimulation({ cloths: [sheet(1, 1, (u) => [u, 0, 0])] }));
    expect(error).toBeInstanceOf(MeshError);
    expect((error as MeshError).fault).toBe('zero-area-face');
  });

  it('an obstacle that moves to no number is refused, and nothing has changed', () => {
    const obstacle = { ...plane(1, 1, () => -0.1), move: (_: number, out: Float64Array) => void out.fill(Number.NaN) };
    const simulation = new ClothSimulation({ cloths: [flat(0)], obstacles: [obstacle] });
    const before = simulation.save();
    expect(() => simulation.advance()).toThrow(MeshError);
    expect(simulation.save()).toEqual(before);
  });
});

describe('out of all measure', () => {
  it.each([1e-9, 1, 1000])('a step of %d s leaves a valid state', (timeStep) => {
    runProven({ cloths: [flat(0.3)], obstacles: [sphere(0.2, 4)], timeStep }, 4);
  });

  it.each([1e3, 1e12, 1e300])('a pull of %d m/s² leaves a valid state', (pull) => {
    const { simulation } = runProven(
      { cloths: [flat(0.1)], obstacles: [plane(1, 3, () => 0)], gravity: [0, 0, -pull] },
      4,
    );
    expect(extent(simulation, 2, 25).least).toBeGreaterThan(0);
  });

  it('pins that tear a cloth apart leave a valid state', () => {
    const pins = {
      pinned: [0, 24],
      movePinned(time: number, out: Float64Array) {
        out.set([-0.19 - 50 * time, -0.18, 0.1, 0.21 + 50 * time, 0.22, 0.1]);
      },
    };
    const { simulation, frames } = runProven({ cloths: [{ ...flat(0.1), ...pins }] }, 10);
    expect(frames.every(({ state }) => state === 'advanced')).toBe(true);
    expect(simulation.positions[0]).toBeCloseTo(-5.19, 12);
  });
});
