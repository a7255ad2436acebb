// What is no valid question throws and says why; degenerate faces and extreme distances have a defined answer.
import { describe, expect, it } from 'vitest';
import { MeshError, PolygonMesh, ProximityDetector, type ProximityQuery } from '../../../src/proximity.ts';
import { bruteProximities, facesOf } from '../../oracle/proximity.ts';

const square = (x: number, y: number, z: number): number[] => [x, y, z, x + 1, y, z, x + 1, y + 1, z, x, y + 1, z];

/** Two squares, one above the other. */
const mesh = PolygonMesh.from([0, 1, 2, 3, 4, 5, 6, 7], 4, 8);
const x = Float64Array.from([...square(0, 0, 0), ...square(0.2, 0.2, 0.5)]);

const countAt = (distance: number): number => new ProximityDetector(mesh).proximities(x, { distance }).count;

describe('the distance', () => {
  it('may be 0: then faces that meet are close', () => {
    expect(countAt(0)).toBe(0);
    const touching = Float64Array.from([...square(0, 0, 0), ...square(1, 1, 0)]);
    const crossing = Float64Array.from([...square(0, 0, 0), 0.5, 0.5, -1, 0.6, 0.5, -1, 0.6, 0.5, 1, 0.5, 0.5, 1]);
    for (const positions of [touching, crossing]) {
      const found = new ProximityDetector(mesh).proximities(positions, { distance: 0 });
      expect(found.count).toBe(1);
      expect(found.distance[0]).toBe(0);
    }
  });

  it('may be larger than the scene: then all pairs are close', () => {
    for (const distance of [10, 1e6, 1e300]) expect(countAt(distance)).toBe(1);
  });

  it.each([-1, -1e-300, Number.NaN, Number.POSITIVE_INFINITY])('may not be %d', (distance) => {
    expect(() => countAt(distance)).toThrow(RangeError);
    expect(() => countAt(distance)).toThrow(`distance must be finite and at least 0, not ${distance}.`);
  });
});

describe('positions', () => {
  const detector = new ProximityDetector(mesh);
  it.each([
    ['missing', new Float64Array(21), 'wrong-position-count', 7],
    ['too many', new Float64Array(27), 'wrong-position-count', 8],
    ['not a number', x.with(14, Number.NaN), 'position-not-finite', 4],
    ['infinite', x.with(0, Number.NEGATIVE_INFINITY), 'position-not-finite', 0],
    ['too large', x.with(23, 1e305), 'position-too-large', 7],
  ])('that are %s are refused', (_, positions, fault, at) => {
    const ask = (): unknown => detector.proximities(positions, { distance: 0.1 });
    expect(ask).toThrow(MeshError);
    expect(ask).toThrow(expect.objectContaining({ fault, at }));
    // The detector is none the worse for it.
    expect(detector.proximities(x, { distance: 0.6 }).count).toBe(1);
  });

  it('may be of single precision', () => {
    expect(detector.proximities(Float32Array.from(x), { distance: 0.5 }).count).toBe(1);
  });
});

describe('a step ahead', () => {
  const ask = (query: Partial<ProximityQuery>): number =>
    new ProximityDetector(mesh).proximities(x, { distance: 0.1, ahead: true, ...query }).count;
  const velocities = new Float64Array(24);

  it('needs velocities and a time step', () => {
    expect(() => ask({})).toThrow(RangeError);
    expect(() => ask({ velocities })).toThrow(RangeError);
    expect(() => ask({ timeStep: 0.01 })).toThrow(RangeError);
    expect(ask({ velocities, timeStep: 0.01 })).toBe(0);
  });

  it.each([
    ['a negative step', { velocities, timeStep: -1 }],
    ['no number', { velocities, timeStep: Number.NaN }],
    ['too few velocities', { velocities: new Float64Array(3), timeStep: 1 }],
    ['velocities that are no number', { velocities: velocities.with(3, Number.NaN), timeStep: 1 }],
  ])('refuses %s', (_, query) => {
    expect(() => ask(query)).toThrow(RangeError);
  });
});

describe('options', () => {
  it.each([
    ['directions', { directions: 8 as 6 }],
    ['arity', { arity: 3 as 4 }],
    ['inflation', { inflation: 'round' as 'oriented' }],
    ['lazy', { lazy: -1 }],
    ['tolerance', { tolerance: Number.NaN }],
    ['objectOf', { objectOf: [0] }],
    ['closeAngle', { lossy: { closeAngle: 4, significantAngle: 0 } }],
  ])('with a wrong %s are refused by name', (name, options) => {
    expect(() => new ProximityDetector(mesh, options)).toThrow(RangeError);
    expect(() => new ProximityDetector(mesh, options)).toThrow(name);
  });
});

describe('faces', () => {
  it('may be none, or one', () => {
    const none = new ProximityDetector(PolygonMesh.from([], 3, 0));
    expect(none.proximities(new Float64Array(0), { distance: 1 }).count).toBe(0);
    const one = new ProximityDetector(PolygonMesh.from([0, 1, 2, 3], 4, 4), { coherence: true, separationList: true });
    const positions = Float64Array.from(square(0, 0, 0));
    for (let step = 0; step < 2; step++) expect(one.proximities(positions, { distance: 1 }).count).toBe(0);
  });

  const arrow = [0, 0, 0, 1, 0, 0, 0.2, 0.2, 0, 0, 1, 0];
  const bowTie = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
  const needle = [0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0];
  const point = [0.3, 0.3, 0, 0.3, 0.3, 0, 0.3, 0.3, 0, 0.3, 0.3, 0];
  const warped = [0, 0, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1];
  const shapes = { arrow, bowTie, needle, point, warped };

  it.each(Object.entries(shapes))('may be dented, crossed, flat or warped: %s', (_, shape) => {
    for (const other of [...Object.values(shapes), square(0.4, 0.4, 0.2), square(0.4, 0.4, 0)]) {
      const positions = Float64Array.from([...shape, ...other.map((v, i) => (i % 3 === 0 ? v + 0.3 : v))]);
      for (const distance of [0, 0.2, 3]) {
        const [want] = bruteProximities({ faces: facesOf(mesh), x: positions }, { distance });
        const found = new ProximityDetector(mesh).proximities(positions, { distance });
        expect(found.count).toBe(want === undefined ? 0 : 1);
        if (want !== undefined) expect(found.distance[0]).toBeCloseTo(want.distance, 12);
      }
    }
  });
});
