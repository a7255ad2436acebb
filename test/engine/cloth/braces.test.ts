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
import { sheet } from './sheets.ts';

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
    const braces = new Braces(particleCount);
    // As after a step of 0.01 in which these impulses were given.
    braces.choose(rows, velocities);
    braces.remember(rows, rows.count, 0.01);
    braces.choose(rows, velocities);
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

  it('asks what a row is short of along its normal, and friction across it, of all its points', () => {
    const { right, added } = braced();
    const expected = new Float64Array(n);
    let slipping = 0;
    let sticking = 0;
    for (let row = 0; row < rows.count; row++) {
      if (!rows.isContact(row)) continue;
      const { along, across, isSlipping } = stiffnessOf(row);
      if (isSlipping) slipping++;
      else sticking++;
      const normal = rows.normal.subarray(3 * row, 3 * row + 3);
      const approach = rows.along(row, velocities);
      const slide = slideOf(row);
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        const p = rows.vertices[k];
        if (p >= particleCount) continue;
        for (let j = 0; j < 3; j++) {
          const impulse = along * (rows.aim[row] - approach) * normal[j] - across * slide[j];
          expected[3 * p + j] += rows.shares[k] * impulse;
        }
      }
    }
    expect(slipping).toBeGreaterThan(2);
    expect(sticking).toBeGreaterThan(2);
    for (let i = 0; i < n; i++) expect(right[i] - added[i]).toBeCloseTo(expected[i], 9);
  });

  /** The velocity of the first point against the second, across the normal. */
  function slideOf(row: number): number[] {
    const approach = rows.along(row, velocities);
    return [0, 1, 2].map((j) => {
      let sum = -approach * rows.normal[3 * row + j];
      for (let k = 4 * row; k < 4 * row + 4; k++) sum += rows.shares[k] * velocities[3 * rows.vertices[k] + j];
      return sum;
    });
  }

  /** Three times what the row would resist an impulse with if all others stood still; across the normal no more than Coulomb allows. */
  function stiffnessOf(row: number): { along: number; across: number; isSlipping: boolean } {
    const [x, y, z] = rows.normal.subarray(3 * row, 3 * row + 3);
    const [xx, xy, xz, yy, yz, zz] = DIAGONAL;
    const d = xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
    let squares = 0;
    for (let k = 4 * row; k < 4 * row + 4; k++) if (rows.vertices[k] < particleCount) squares += rows.shares[k] ** 2;
    const most = (rows.friction[row] * rows.push[row] * STEP) / 0.01;
    const speed = Math.hypot(...slideOf(row));
    const stuck = (3 * (xx + yy + zz - d)) / 2 / squares;
    return { along: (3 * d) / squares, across: Math.min(stuck, most / speed), isSlipping: most / speed < stuck };
  }

  it('is symmetric', () => {
    const { matrix } = braced();
    const unit = (i: number) => product(matrix, new Float64Array(n).with(i, 1));
    const columns = Array.from({ length: n }, (_, i) => unit(i));
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(columns[i][j]).toBeCloseTo(columns[j][i], 12);
  });
});

/** J of motion, stretch and height, frame by frame. */
function energies(cloth: ClothOptions, obstacle: ObstacleOptions, frames: number): number[] {
  const simulation = new ClothSimulation({ cloths: [cloth], obstacles: [obstacle], friction: 0.3 });
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
});
