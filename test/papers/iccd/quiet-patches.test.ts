import { describe, expect, test } from 'vitest';
import { changeMesh } from '../../../src/core/mesh/change-mesh.ts';
import { type MovingMesh, meshClasses } from '../../generate/meshes.ts';
import { gridMesh, smoothShapes, times } from '../../generate/surfaces.ts';
import { Marking } from './quiet-marking.ts';
import { contactsWithin, facesByLabel } from './quiet-oracle.ts';

/** How many faces are quiet; throws at a contact within a quiet patch. */
function checkQuiet(moving: MovingMesh): number {
  const labels = new Uint32Array(moving.mesh.faceCount).fill(7);
  const count = new Marking(moving.mesh).mark(moving.x0, moving.x1, labels);
  expect(count).toBe(labels.filter((label) => label !== 0).length);
  for (const faces of facesByLabel(labels).values()) {
    expect(faces.length).toBeGreaterThan(3);
    expect(contactsWithin(moving, faces)).toEqual([]);
  }
  return count;
}

const SCALES = [2 ** 30, 2 ** -30, 2 ** 498, 2 ** -531, 2 ** 664];

describe('no contact within a quiet patch', () => {
  test.each(meshClasses.map((c) => [c.name, c] as const))('%s', (_, { make }) => {
    for (let seed = 1; seed <= 9; seed++) checkQuiet(make(seed));
  });

  test.each(smoothShapes.map((s) => [s.name, s] as const))('%s, where some are', (_, { make }) => {
    let quiet = 0;
    for (let seed = 1; seed <= 6; seed++) quiet += checkQuiet(make(seed));
    expect(quiet).toBeGreaterThan(0);
  });

  test('a gently curved sheet is quiet as a whole', () => {
    const sheet = gridMesh(30, 30, (u, v, t) => [u + t, v, 0.2 * Math.sin(3 * u + v + t)]);
    const labels = new Uint32Array(sheet.mesh.faceCount);
    expect(new Marking(sheet.mesh).mark(sheet.x0, sheet.x1, labels)).toBe(1800);
    expect(new Set(labels).size).toBe(1);
    expect(contactsWithin(sheet, [...labels.keys()])).toEqual([]);
  });

  test('a sheet rolled up until its borders meet, touch or overlap is not', () => {
    for (const turn of [1.999, 2, 2.001, 2.2]) {
      // A very flat cone: all normals look up, only the contour tells.
      const roll = gridMesh(40, 3, (u, v, t) => {
        const a = -Math.PI * (1.9 + (turn - 1.9) * t) * u;
        return [(1 + v) * Math.cos(a), (1 + v) * Math.sin(a), 0.001 * v];
      });
      const labels = new Uint32Array(roll.mesh.faceCount);
      new Marking(roll.mesh).mark(roll.x0, roll.x1, labels);
      checkQuiet(roll);
      expect(new Set(labels).size === 1).toBe(turn < 2);
    }
  });
});

describe('invariances', () => {
  test('powers of two change nothing, and no contact appears at any size', () => {
    for (const { make } of smoothShapes) {
      const moving = make(3);
      const labels = new Uint32Array(moving.mesh.faceCount);
      const scaled = new Uint32Array(moving.mesh.faceCount);
      const quiet = new Marking(moving.mesh);
      quiet.mark(moving.x0, moving.x1, labels);
      for (const scale of SCALES) {
        const larger = times(moving, scale);
        quiet.mark(larger.x0, larger.x1, scaled);
        expect(scaled).toEqual(labels);
      }
    }
    for (const scale of [1e9, 1e-9, 1e150, 1e-160, 1e200]) checkQuiet(times(smoothShapes[2].make(2), scale));
  });

  test('beyond the range of doubles nothing is quiet', () => {
    const sheet = gridMesh(8, 8, (u, v, t) => [u + t, v, 0]);
    const labels = new Uint32Array(sheet.mesh.faceCount);
    const quiet = new Marking(sheet.mesh);
    for (const scale of [1e304, 8e307, 1e-305, Number.POSITIVE_INFINITY, Number.NaN, 0]) {
      const { x0, x1 } = times(sheet, scale);
      expect(quiet.mark(x0, x1, labels)).toBe(0);
      expect(labels.every((label) => label === 0)).toBe(true);
    }
    // One coordinate far off, or none at all: its base patch at least is not quiet.
    for (const far of [1e300, 1e308, Number.POSITIVE_INFINITY, Number.NaN]) {
      const x1 = sheet.x1.slice();
      x1[3 * 40] = far;
      expect(quiet.mark(sheet.x0, x1, labels)).toBeLessThan(sheet.mesh.faceCount);
      const star = sheet.mesh.topology.starFaces.subarray(...sheet.mesh.topology.starStart.subarray(40, 42));
      expect([...star].every((face) => labels[face] === 0)).toBe(true);
    }
  });

  test('f32 positions, repeated calls, a probe in between', () => {
    const { mesh, x0, x1 } = smoothShapes[0].make(4);
    const quiet = new Marking(mesh);
    const [a, b] = [new Uint32Array(mesh.faceCount), new Uint32Array(mesh.faceCount)];
    const [f0, f1] = [Float32Array.from(x0), Float32Array.from(x1)];
    expect(quiet.mark(f0, f1, a)).toBeGreaterThan(0);
    quiet.mark(Float64Array.from(f0), Float64Array.from(f1), b);
    expect(b).toEqual(a);
    quiet.mark(x0, x1, a);
    quiet.probe(x1, x0, 16);
    quiet.mark(x0, x1, b);
    expect(b).toEqual(a);
  });

  test('a probe counts large patches', () => {
    const { mesh, x0, x1 } = gridMesh(30, 30, (u, v, t) => [u + t, v, 0]);
    const quiet = new Marking(mesh);
    expect(quiet.probe(x0, x1)).toBe(1800);
    expect(quiet.probe(x0, x1, 1801)).toBe(0);
    expect(quiet.mark(x0, x1, new Uint32Array(1800), { minFaces: 1801 })).toBe(0);
  });
});

describe('a changed mesh', () => {
  test('patches that lost faces or vertices are not quiet until they are built anew, the others stay', () => {
    const { mesh, x0, x1 } = gridMesh(30, 30, (u, v, t) => [u + t, v, 0.1 * Math.sin(3 * u)]);
    const marking = new Marking(mesh);
    expect(marking.mark(x0, x1, new Uint32Array(1800))).toBe(1800);
    // The last vertices go with all their faces.
    const vertexCount = mesh.vertexCount - 40;
    const isLost = (f: number) => mesh.triangles.subarray(3 * f, 3 * f + 3).some((v) => v >= vertexCount);
    const changed = changeMesh(mesh, {
      removeFaces: Array.from({ length: 1800 }, (_, f) => f).filter(isLost),
      vertexCount,
    });
    marking.motion.change(changed);
    const whole = marking.quiet.change(changed.faceRemap);
    const { faceCount } = changed.mesh;
    const after = { mesh: changed.mesh, x0: x0.slice(0, 3 * vertexCount), x1: x1.slice(0, 3 * vertexCount) };
    const labels = new Uint32Array(faceCount);
    const quiet = marking.mark(after.x0, after.x1, labels);
    // An estimate never sees a broken patch either.
    expect(marking.probe(after.x0, after.x1, 4)).toBe(quiet);
    expect(whole).toBeGreaterThan(0.75);
    expect(quiet).toBeGreaterThan(0.7 * faceCount);
    expect(quiet).toBeLessThanOrEqual(Math.round(whole * faceCount));
    expect(whole).toBeLessThan(1);
    expect(quiet).toBe(labels.filter((label) => label !== 0).length);
    for (const faces of facesByLabel(labels).values()) expect(contactsWithin(after, faces)).toEqual([]);
    marking.quiet.renew();
    expect(marking.mark(after.x0, after.x1, labels)).toBe(faceCount);
  });
});
