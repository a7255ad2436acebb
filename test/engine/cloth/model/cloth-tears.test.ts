// Cloth that tears: which faces tear and which do not, that nothing else changes, and that every
// step stays proven.
import { describe, expect, it } from 'vitest';
import { ClothSimulation } from '../../../../src/cloth.ts';
import { ClothModel } from '../../../../src/engine/cloth/model/cloth-model.ts';
import { COLUMNS, pulled, ROWS, strip } from '../pulled-strip.ts';
import { runProven, sheet, sphere } from '../sheets.ts';

const momentum = ({ masses, velocities }: ClothSimulation): number[] =>
  [0, 1, 2].map((k) => masses.reduce((sum, mass, i) => sum + mass * velocities[3 * i + k], 0));
const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

describe('a strip that is pulled apart', () => {
  it('tears across where it is weakest, and every step is proven', () => {
    const { simulation, frames } = runProven(pulled(0.1), 40);
    expect(frames.every(({ state }) => state === 'advanced')).toBe(true);
    expect(simulation.torn.length).toBe(frames.reduce((sum, { torn }) => sum + torn, 0));
    expect(simulation.torn.length).toBeGreaterThanOrEqual(2 * ROWS);
    const { componentOf } = simulation.mesh.topology;
    expect(componentOf[0]).not.toBe(componentOf[COLUMNS]);
    for (const face of simulation.torn) expect(Math.abs((Math.floor(face / 2) % COLUMNS) - 8)).toBeLessThanOrEqual(2);
  });

  it('holds where it is strong, or was given no strength', () => {
    expect(runProven(pulled(10), 12).simulation.torn).toHaveLength(0);
    const { cloths } = pulled(10);
    const whole = cloths.map(({ strength, ...rest }) => rest);
    expect(runProven({ cloths: whole }, 12).simulation.torn).toHaveLength(0);
  });

  it('opens a crack that is a triangle wide: neighbours do not go together', () => {
    const simulation = new ClothSimulation(pulled(0.1));
    const { faces } = pulled(0.1).cloths[0];
    for (let frame = 0; frame < 40; frame++) {
      const before = new Set(simulation.torn);
      simulation.advance();
      const corners = [...simulation.torn]
        .filter((f) => !before.has(f))
        .flatMap((f) => [0, 1, 2].map((k) => faces[3 * f + k]));
      expect(new Set(corners).size).toBe(corners.length);
    }
  });

  it('goes on from a saved state as if nothing had happened, forwards and back', () => {
    const [once, again] = [new ClothSimulation(pulled(0.1)), new ClothSimulation(pulled(0.1))];
    const start = once.save();
    while (once.torn.length < ROWS) once.advance();
    const state = once.save();
    for (let frame = 0; frame < 15; frame++) once.advance();
    again.restore(state);
    expect(again.torn).not.toEqual(once.torn);
    for (let frame = 0; frame < 15; frame++) again.advance();
    expect(again.save()).toEqual(once.save());
    expect([again.mesh.triangles, again.masses]).toEqual([once.mesh.triangles, once.masses]);
    again.restore(start);
    expect(again.torn).toHaveLength(0);
    again.advance();
    const fresh = new ClothSimulation(pulled(0.1));
    fresh.advance();
    expect(again.save()).toEqual(fresh.save());
  });
});

describe('faces that are taken out', () => {
  /** A strip that flies and turns without external forces. */
  const flying = (): ClothSimulation => {
    const cloth = strip();
    const velocity = Float64Array.from(cloth.positions, (_, i) => [0.3, -0.2, 2 * cloth.positions[i - 2]][i % 3]);
    return new ClothSimulation({ cloths: [{ ...cloth, velocity, material: { airDrag: 0 } }], gravity: [0, 0, 0] });
  };

  it('leave mass and momentum as they were, then and later, even of particles that lose all of their faces', () => {
    const simulation = flying();
    for (let frame = 0; frame < 5; frame++) simulation.advance();
    const before = { mass: total(simulation.masses), momentum: momentum(simulation) };
    const around = [
      ...simulation.mesh.topology.starFaces.subarray(...simulation.mesh.topology.starStart.subarray(40, 42)),
    ];
    const place = simulation.positions.slice(120, 123);
    expect(simulation.tear([0, 1, ...around])).toBe(2 + around.length);
    const check = (): void => {
      expect(total(simulation.masses)).toBeCloseTo(before.mass, 14);
      momentum(simulation).forEach((value, k) => {
        expect(value).toBeCloseTo(before.momentum[k], 12);
      });
    };
    check();
    expect(simulation.masses[40]).toBeLessThan(1e-9);
    for (let frame = 0; frame < 20; frame++) expect(simulation.advance().state).toBe('advanced');
    check();
    expect(simulation.positions.every(Number.isFinite)).toBe(true);
    expect(simulation.positions.slice(120, 123)).toEqual(place);
    expect(simulation.mesh.faceCount).toBe(2 * COLUMNS * ROWS - 2 - around.length);
  });

  it('are no more, whatever is asked: once is enough, and the last face of a piece stays', () => {
    const simulation = flying();
    const all = Array.from({ length: 2 * COLUMNS * ROWS }, (_, face) => face);
    expect(simulation.tear([3, 3])).toBe(1);
    expect(simulation.tear([3])).toBe(0);
    simulation.tear(all);
    const { mesh } = simulation;
    expect(mesh.faceCount).toBeGreaterThan(0);
    expect(mesh.topology.componentCount).toBe(mesh.faceCount);
    expect(simulation.advance().state).toBe('advanced');
    expect(simulation.tear(all)).toBe(0);
  });

  it.each([-1, 0.5, 2 * COLUMNS * ROWS, Number.NaN])('are faces of the cloth: not %s', (face) => {
    expect(() => flying().tear([face])).toThrow(
      /The cloths had 192 faces at the start, counted from 0; there is no face /,
    );
  });

  it('make the model that the faces left would have made', () => {
    const { positions, faces } = strip();
    const isTorn = new Uint8Array(faces.length / 3);
    for (const face of [5, 18, 77, 190]) isTorn[face] = 1;
    const left = Array.from(faces).filter((_, i) => isTorn[Math.floor(i / 3)] === 0);
    const other = strip();
    const both = (first: ArrayLike<number>) =>
      ClothModel.merge([
        ClothModel.from({ positions, faces: first, cornersPerFace: 3 }),
        ClothModel.from({ positions: other.positions, faces: other.faces, cornersPerFace: 3 }),
      ]);
    const torn = both(faces).without(Uint8Array.from([...isTorn, ...new Uint8Array(isTorn.length)]));
    const made = both(left);
    expect(torn.triangles).toEqual(made.triangles);
    expect(torn.elements).toEqual(made.elements);
    expect(torn.hinges).toEqual(made.hinges);
    expect(torn.pinned).toEqual(made.pinned);
    expect(torn.topology.edges).toEqual(made.topology.edges);
  });
});

it.each([
  [0, 'strength must be above 0, not 0.'],
  [Number.NaN, 'strength must be above 0, not NaN.'],
  [[0.1, 0.2], 'strength holds 2 numbers; it needs one, or 192.'],
])('a strength of %j is refused', (strength, message) => {
  expect(() => new ClothSimulation({ cloths: [{ ...strip(), strength }] })).toThrow(message);
});

describe('a sheet that lies on a ball', () => {
  it('goes on lying there when it tears elsewhere, since cached forces survive', () => {
    const radius = 0.1;
    const cloth = sheet(14, 14, (u, v) => [0.3 * (u - 0.49), 0.3 * (v - 0.48), radius + 0.0015]);
    const simulation = new ClothSimulation({ cloths: [cloth], obstacles: [sphere(radius, 5)] });
    const fastestOnTop = (): number => {
      const { positions, velocities, masses } = simulation;
      const speeds = Array.from(masses, (_, i) => Math.hypot(...velocities.subarray(3 * i, 3 * i + 3)));
      return Math.max(...speeds.filter((_, i) => positions[3 * i + 2] > 0.8 * radius));
    };
    for (let frame = 0; frame < 250; frame++) simulation.advance();
    const before = fastestOnTop();
    expect(before).toBeLessThan(0.005);
    expect(simulation.tear([0])).toBe(1);
    for (let frame = 0; frame < 3; frame++) {
      simulation.advance();
      expect(fastestOnTop()).toBeLessThan(5 * before);
    }
  });
});
