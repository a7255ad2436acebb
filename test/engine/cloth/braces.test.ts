// Braces are the matrix and the right side of what they say they are, and a contact that carries much does not stretch the cloth around it:
// energy is never more than there was, and does not grow at rest.
import { describe, expect, it } from 'vitest';
import { lathe } from '../../../scenes/cloth/lathe.ts';
import { type ClothOptions, ClothSimulation, type ObstacleOptions } from '../../../src/cloth.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { Bending } from '../../../src/engine/cloth/bending.ts';
import { BlockMatrix } from '../../../src/engine/cloth/block-matrix.ts';
import { Braces } from '../../../src/engine/cloth/braces.ts';
import { ClothModel } from '../../../src/engine/cloth/cloth-model.ts';
import { modelOf } from '../../../src/engine/cloth/cloth-options.ts';
import { ContactRows } from '../../../src/engine/cloth/contact-rows.ts';
import { ImplicitSolver } from '../../../src/engine/cloth/implicit-solver.ts';
import { MeshCollider, TriMesh } from '../../../src/index.ts';
import { product } from './product.ts';
import { plane, sheet } from './sheets.ts';

describe('the system with braces', () => {
  // Two layers of cloth that lie on an obstacle's face, all near each other.
  const layers = [sheet(2, 2, (u, v) => [u, v, 0.01]), sheet(2, 2, (u, v) => [u + 0.1, v + 0.2, 0.02])];
  const model = ClothModel.merge(layers.map(modelOf));
  const { particleCount } = model;
  const n = 3 * particleCount;
  const positions = Float64Array.from([...layers.flatMap((each) => [...each.positions]), -2, -2, 0, 4, -2, 0, 0, 4, 0]);
  const floor = [particleCount, particleCount + 1, particleCount + 2];
  const mesh = TriMesh.from([...model.triangles, ...floor], particleCount + 3);
  const rows = new ContactRows(mesh);
  rows.takeNear(new MeshCollider(mesh).proximities(positions, { distance: 0.015 }), positions);
  const random = seededRandom(3);
  for (let row = 0; row < rows.count; row++) {
    rows.aim[row] = random.between(-0.1, 0.1);
    rows.friction[row] = random.between(0, 2);
    rows.push[row] = random.between(0.001, 3);
    // Friction of an impulse, every other time used up.
    const across = tangent(row, [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)]);
    const size = (rows.friction[row] * rows.push[row] * Math.min(1, random.between(0, 2))) / Math.hypot(...across);
    rows.drag.set(
      across.map((value) => size * value),
      3 * row,
    );
  }
  const velocities = Float64Array.from(positions, () => random.between(-0.1, 0.1));
  const STEP = 0.02;
  /** xx xy xz yy yz zz. */
  const DIAGONAL = [2, 0.1, 0.2, 3, 0.3, 4];

  /** A matrix with something on its diagonal, and the system that braces make of it. */
  function braced() {
    const { near, far } = new Bending(model);
    const matrix = new BlockMatrix(near, far);
    for (let i = 0; i < particleCount; i++) matrix.diagonal.set(DIAGONAL, 6 * i);
    const plain = product(matrix, velocities.subarray(0, n));
    const braces = new Braces(new Float64Array(particleCount).fill(1), 9.81);
    const leads = Uint8Array.from({ length: rows.count }, (_, row) => (isLed(row) ? 1 : 0));
    const taken = new Uint8Array(particleCount);
    // As after a step of 0.01 in which these impulses were given.
    braces.choose(rows, velocities, leads, taken);
    braces.remember(rows, rows.count, 0.01);
    braces.choose(rows, velocities, leads, taken);
    const right = new Float64Array(n);
    braces.add(matrix, right, STEP);
    const added = product(matrix, velocities.subarray(0, n)).map((y, i) => y - plain[i]);
    return { braces, matrix, right, added };
  }

  it('has rows of both kinds, against the obstacle and between the cloths', () => {
    const { braces } = braced();
    const held = Array.from({ length: braces.count }, (_, i) => braces.heldBy(i) >= 0);
    expect(held.filter((each) => each).length).toBeGreaterThan(3);
    expect(held.filter((each) => !each).length).toBeGreaterThan(3);
  });

  it('asks for the force of the step before and what a row is short of along its normal, and friction across it, of all its points', () => {
    const { right, added } = braced();
    const expected = new Float64Array(n);
    const seen = new Map<string, number>();
    for (let row = 0; row < rows.count; row++) {
      if (!rows.isContact(row)) continue;
      const { impulse, state } = frictionOf(row);
      seen.set(state, (seen.get(state) ?? 0) + 1);
      const short = 0.2 * Math.min(0, rows.aim[row]) - rows.along(row, velocities);
      const along = isLed(row) ? 0 : (rows.push[row] * STEP) / 0.01 + resistance(row).along * short;
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        const p = rows.vertices[k];
        if (p >= particleCount) continue;
        for (let j = 0; j < 3; j++)
          expected[3 * p + j] += rows.shares[k] * (along * rows.normal[3 * row + j] + impulse[j]);
      }
    }
    for (const state of ['cloth slips', 'cloth sticks', 'held slides', 'held sticks'])
      expect(seen.get(state), state).toBeGreaterThan(0);
    for (let i = 0; i < n; i++) expect(right[i] - added[i]).toBeCloseTo(expected[i], 9);
  });

  /** Filters hold the vertices of the cloth that are over the obstacle. */
  function isLed(row: number): boolean {
    return rows.isOver(row, particleCount);
  }

  /** What is left of a vector across the normal. */
  function tangent(row: number, vector: readonly number[]): number[] {
    const normal = rows.normal.subarray(3 * row, 3 * row + 3);
    const along = vector.reduce((sum, value, j) => sum + value * normal[j], 0);
    return vector.map((value, j) => value - along * normal[j]);
  }

  /** The velocity of the first point against the second, across the normal. */
  function slideOf(row: number): number[] {
    const ids = [0, 1, 2, 3].map((k) => 4 * row + k);
    const at = (j: number) => ids.reduce((sum, k) => sum + rows.shares[k] * velocities[3 * rows.vertices[k] + j], 0);
    return tangent(row, [at(0), at(1), at(2)]);
  }

  /** Three times what the row would resist an impulse with if all others stood still. */
  function resistance(row: number): { along: number; across: number } {
    const [x, y, z] = rows.normal.subarray(3 * row, 3 * row + 3);
    const [xx, xy, xz, yy, yz, zz] = DIAGONAL;
    const d = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
    let squares = 0;
    for (let k = 4 * row; k < 4 * row + 4; k++) if (rows.vertices[k] < particleCount) squares += rows.shares[k] ** 2;
    return { along: (3 * d) / squares, across: (3 * (xx + yy + zz - d)) / 2 / squares };
  }

  /** The impulse of friction at these velocities: as before, and more against the slide, at most Coulomb's; where it was used up, what a filter holds slides. */
  function frictionOf(row: number): { impulse: number[]; state: string } {
    const slide = slideOf(row);
    const speed = Math.hypot(...slide);
    const drag = [...rows.drag.subarray(3 * row, 3 * row + 3)].map((value) => (value * STEP) / 0.01);
    const most = (rows.friction[row] * rows.push[row] * STEP) / 0.01;
    const size = Math.hypot(...drag);
    const onset = 0.3 * 9.81 * STEP;
    if (isLed(row) && size > 0.99 * most) {
      const along = -drag.reduce((sum, value, j) => sum + value * slide[j], 0);
      const state = 'held slides';
      if (speed <= onset) return { impulse: drag.map((value) => (value * most) / size), state };
      if (along > 0.7 * size * speed) return { impulse: slide.map((value) => (-value * most) / speed), state };
    }
    // Friction that was used up counts as all that Coulomb allows.
    const before = drag.map((value) => (size > 0.99 * most ? (value * most) / size : value));
    const across = isLed(row) ? Math.min(resistance(row).across, most / onset) : resistance(row).across;
    const asked = before.map((value, j) => value - across * slide[j]);
    const length = Math.hypot(...asked);
    // Of 1 kg.
    if (isLed(row) && speed <= most) return { impulse: asked, state: 'held sticks' };
    const share = Math.min(1, most / length);
    return {
      impulse: asked.map((value) => share * value),
      state: `${isLed(row) ? 'held' : 'cloth'} ${share < 1 ? 'slips' : 'sticks'}`,
    };
  }

  it('is symmetric', () => {
    const { matrix } = braced();
    const unit = (i: number) => product(matrix, new Float64Array(n).with(i, 1));
    const columns = Array.from({ length: n }, (_, i) => unit(i));
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(columns[i][j]).toBeCloseTo(columns[j][i], 12);
  });
});

/** J of motion, stretch and height, frame by frame. */
function energies(cloth: ClothOptions, obstacle: ObstacleOptions, frames: number, thickness = 0.001): number[] {
  const simulation = new ClothSimulation({ cloths: [cloth], obstacles: [obstacle], friction: 0.3, thickness });
  const solver = new ImplicitSolver(modelOf(cloth));
  const { masses } = simulation;
  return Array.from({ length: frames }, () => {
    expect(simulation.advance().state).toBe('advanced');
    const { positions, velocities } = simulation;
    const kinetic = masses.reduce((sum, mass, i) => {
      const [x, y, z] = velocities.subarray(3 * i, 3 * i + 3);
      return sum + (mass / 2) * (x * x + y * y + z * z);
    }, 0);
    return kinetic + solver.energy(positions.slice(0, 3 * masses.length));
  });
}

describe('energy', () => {
  const cone = lathe(
    [
      [0, 0.3],
      [0.2, 0],
      [0, -0.05],
    ],
    16,
  );
  const drum = lathe(
    [
      [0, 0.3],
      [0.12, 0.3],
      [0.12, 0],
      [0, 0],
    ],
    16,
  );

  it.each([
    ['the tip of a cone', cone],
    ['the rim of a drum', drum],
  ])('of a sheet that falls on %s is at most what it had, and stays where it comes to rest', (_, obstacle) => {
    const cloth = sheet(16, 16, (u, v) => [0.5 * (u - 0.47), 0.5 * (v - 0.52), 0.32]);
    const all = energies(cloth, obstacle, 250);
    const start = energies(cloth, obstacle, 1)[0];
    const fallen = start - all[all.length - 1];
    // The first touch stops particles one by one, and stretches a little.
    expect(Math.max(...all)).toBeLessThan(start + 0.15 * fallen);
    // The last second: neither up nor, much, down.
    const last = all.slice(150);
    expect(Math.max(...last) - last[0]).toBeLessThan(0.02 * fallen);
  });

  it('of a folded tape does not grow while it lies', () => {
    const tape = sheet(80, 4, (u, v) => [
      0.03 * (v - 0.5) + 0.003 * Math.sin(9 * u),
      0.002 * Math.sin(14 * u),
      0.02 + 0.6 * u,
    ]);
    const all = energies(
      tape,
      plane(0.5, 3, () => 0),
      480,
      0.0008,
    );
    // Friction after the solve alone made it half as much again, in these 2.4 seconds.
    const last = all.slice(240);
    expect(Math.max(...last)).toBeLessThan(1.02 * last[0]);
  });
});
