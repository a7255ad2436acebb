// Warm-started contacts in the solver's system: they repeat the forces of the last step, resist
// approach and sliding within Coulomb's limit, and create no momentum. And what they are for: a
// contact under load does not stretch the cloth around it, so that energy never exceeds what there
// was and does not grow at rest.
import { describe, expect, it } from 'vitest';
import { lathe } from '../../../../scenes/cloth/lathe.ts';
import { type ClothOptions, ClothSimulation, type ObstacleOptions } from '../../../../src/cloth.ts';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { modelOf } from '../../../../src/engine/cloth/cloth-options.ts';
import { ClothModel } from '../../../../src/engine/cloth/model/cloth-model.ts';
import { ContactRows } from '../../../../src/engine/cloth/response/contact-rows.ts';
import { WarmStartedContacts } from '../../../../src/engine/cloth/response/warm-started-contacts.ts';
import { Bending } from '../../../../src/engine/cloth/solver/bending.ts';
import { BlockMatrix } from '../../../../src/engine/cloth/solver/block-matrix.ts';
import { MeshCollider, TriMesh } from '../../../../src/index.ts';
import { clothEnergy } from '../../../oracle/cloth-energy.ts';
import { plane, sheet } from '../sheets.ts';
import { product } from '../solver/product.ts';

/** Seconds of the step before, in which rows got their impulses, and of the one that is solved. */
const [LAST_STEP, STEP] = [0.01, 0.02];
/** Forces stay: impulses grow with the step. */
const GROWTH = STEP / LAST_STEP;
const GRAVITY = 9.81;

interface Scene {
  readonly model: ClothModel;
  readonly rows: ContactRows;
}

/** Cloths, and an obstacle of one triangle, with a row for each pair within a distance. */
function sceneOf(cloths: readonly ClothOptions[], obstacle: readonly number[], distance: number): Scene {
  const model = ClothModel.merge(cloths.map(modelOf));
  const { particleCount } = model;
  const positions = Float64Array.from([...cloths.flatMap((each) => [...each.positions]), ...obstacle]);
  const corners = [particleCount, particleCount + 1, particleCount + 2];
  const mesh = TriMesh.from([...model.triangles, ...corners], particleCount + 3);
  const rows = new ContactRows(mesh);
  rows.takeProximities(new MeshCollider(mesh).proximities(positions, { distance }), positions);
  return { model, rows };
}

/**
 * The system of a step after one in which rows had their impulses; `velocities` are those before
 * the solve. Particles have 1 kg; those over the obstacle have filters.
 */
function systemOf({ model, rows }: Scene, velocities: Float64Array) {
  const { particleCount } = model;
  const { full, scalar } = new Bending(model);
  const matrix = new BlockMatrix(full, scalar);
  for (let i = 0; i < particleCount; i++) matrix.diagonal.set([2, 0.1, 0.2, 3, 0.3, 4], 6 * i);
  const contacts = new WarmStartedContacts(new Float64Array(particleCount).fill(1), GRAVITY);
  const isFilter = Uint8Array.from({ length: rows.count }, (_, row) => (rows.isOnObstacle(row, particleCount) ? 1 : 0));
  const rank = new Uint8Array(particleCount);
  contacts.select(rows, velocities, isFilter, rank);
  contacts.cacheImpulses(rows.count, LAST_STEP);
  contacts.select(rows, velocities, isFilter, rank);
  const right = new Float64Array(3 * particleCount);
  const plain = (v: Float64Array) => product(matrix, v);
  const unit = (i: number) => new Float64Array(right.length).with(i, 1);
  const before = Array.from(right.keys(), (i) => plain(unit(i)));
  contacts.addToSystem(matrix, right, STEP);
  const added = Array.from(right.keys(), (i) => plain(unit(i)).map((value, j) => value - before[i][j]));
  /** What contacts add to A v. */
  const stiffness = (v: Float64Array) =>
    right.map((_, i) => added.reduce((sum, column, j) => sum + column[i] * v[j], 0));
  /** N·s that contacts give each particle if v is the solution. */
  const impulses = (v: Float64Array) => {
    const product = stiffness(v);
    return right.map((value, i) => value - product[i]);
  };
  return { contacts, added, stiffness, impulses };
}

const random = seededRandom(3);
const noise = (length: number) => Float64Array.from({ length }, () => random.between(-0.1, 0.1));
/** The sum over all particles. */
const total = (vectors: Float64Array) =>
  [0, 1, 2].map((axis) => vectors.reduce((sum, value, i) => (i % 3 === axis ? sum + value : sum), 0));
/** One velocity for `count` vertices, and none for the three of the obstacle. */
const moving = (velocity: readonly number[], count: number) =>
  Float64Array.from({ length: 3 * count + 9 }, (_, i) => (i < 3 * count ? velocity[i % 3] : 0));

describe('two layers of cloth on an obstacle', () => {
  const layers = [sheet(2, 2, (u, v) => [u, v, 0.01]), sheet(2, 2, (u, v) => [u + 0.1, v + 0.2, 0.02])];
  const floor = [-2, -2, 0, 4, -2, 0, 0, 4, 0];

  /**
   * Rows with random impulses and friction, some of it exhausted; with `isInner` only rows between
   * the layers have any.
   */
  function loaded(isInner = false): Scene {
    const scene = sceneOf(layers, floor, 0.015);
    const { rows, model } = scene;
    for (let row = 0; row < rows.count; row++) {
      const ids = [...rows.vertices.subarray(4 * row, 4 * row + 4)];
      if (isInner && ids.some((id) => id >= model.particleCount)) continue;
      rows.targetSpeed[row] = random.between(-0.1, 0.1);
      rows.friction[row] = random.between(0, 2);
      rows.normalImpulse[row] = random.between(0.001, 3);
      const normal = rows.normal.subarray(3 * row, 3 * row + 3);
      const vector = [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
      const along = vector.reduce((sum, value, j) => sum + value * normal[j], 0);
      const across = vector.map((value, j) => value - along * normal[j]);
      const limit = rows.friction[row] * rows.normalImpulse[row];
      const share = random.between(0, 2);
      const size = (share < 0.9 ? share * limit : limit) / Math.hypot(...across);
      rows.tangentImpulse.set(
        across.map((value) => size * value),
        3 * row,
      );
    }
    return scene;
  }

  it('has contacts of both kinds, against the obstacle and between the cloths', () => {
    const { contacts } = systemOf(loaded(), noise(81));
    const particles = Array.from({ length: contacts.count }, (_, i) => contacts.particleOnObstacle(i));
    expect(particles.filter((particle) => particle >= 0).length).toBeGreaterThan(3);
    expect(particles.filter((particle) => particle < 0).length).toBeGreaterThan(3);
  });

  it('feels the forces of the last step while it does not move', () => {
    const scene = loaded();
    const { rows, model } = scene;
    rows.targetSpeed.fill(0);
    const n = 3 * model.particleCount;
    const expected = new Float64Array(n);
    for (let row = 0; row < rows.count; row++) {
      if (!rows.isContact(row)) continue;
      // A filter, not the contact, supports a particle over the obstacle.
      const normalImpulse = rows.isOnObstacle(row, model.particleCount) ? 0 : rows.normalImpulse[row];
      for (let k = 4 * row; k < 4 * row + 4; k++) {
        const at = 3 * rows.vertices[k];
        for (let j = 0; at < n && j < 3; j++) {
          const impulse = normalImpulse * rows.normal[3 * row + j] + rows.tangentImpulse[3 * row + j];
          expected[at + j] += GROWTH * rows.weights[k] * impulse;
        }
      }
    }
    const impulses = systemOf(scene, new Float64Array(n + 9)).impulses(new Float64Array(n));
    for (let i = 0; i < n; i++) expect(impulses[i]).toBeCloseTo(expected[i], 9);
  });

  it('exchanges momentum between the layers and creates none', () => {
    const scene = loaded(true);
    const v = noise(3 * scene.model.particleCount + 9);
    const { contacts, impulses } = systemOf(scene, v);
    expect(contacts.count).toBeGreaterThan(3);
    const given = impulses(v.subarray(0, 3 * scene.model.particleCount));
    expect(Math.max(...given.map(Math.abs))).toBeGreaterThan(0.1);
    for (const sum of total(given)) expect(sum).toBeCloseTo(0, 10);
  });

  it('keeps the matrix symmetric and positive', () => {
    const scene = loaded();
    const n = 3 * scene.model.particleCount;
    const { added, stiffness } = systemOf(scene, noise(n + 9));
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) expect(added[i][j]).toBeCloseTo(added[j][i], 12);
    for (let round = 0; round < 20; round++) {
      const v = noise(n);
      expect(stiffness(v).reduce((sum, value, i) => sum + value * v[i], 0)).toBeGreaterThan(-1e-12);
    }
  });
});

describe('a triangle of cloth on a tip of the obstacle', () => {
  const FRICTION = 0.5;
  const cloth = { positions: Float64Array.of(-1, -1, 0.01, 1, -1, 0.01, 0, 2, 0.01), faces: [0, 1, 2] };
  const scene = sceneOf([cloth], [0, 0, 0, 1, 0, -1, 0, 1, -1], 0.015);
  const { rows } = scene;
  const row = Array.from({ length: rows.count }, (_, i) => i).find((i) => rows.isContact(i)) ?? -1;
  rows.friction[row] = FRICTION;
  rows.normalImpulse[row] = 0.4;
  const weight = GROWTH * 0.4;
  const still = [0, 0, 0];

  /**
   * What the contact gives the cloth in all, linearised at a velocity of the cloth and solved to
   * another.
   */
  const given = (before: readonly number[], after = before) =>
    total(systemOf(scene, moving(before, 3)).impulses(moving(after, 3).subarray(0, 9)));

  it('is supported by the force of the last step, by more as it approaches, by less as it parts', () => {
    expect(given(still)[2]).toBeCloseTo(weight, 12);
    expect(given(still, [0, 0, -0.1])[2]).toBeGreaterThan(1.5 * weight);
    expect(given(still, [0, 0, 0.01])[2]).toBeLessThan(weight);
  });

  it('leaves to the friction of impulses what it is supported by beyond the last step', () => {
    const support = given(still, [0, 0, -0.1])[2];
    const { contacts } = systemOf(scene, moving(still, 3));
    const [approaching, parting] = [-0.1, 0.1].map((vz) => {
      contacts.evaluate(moving([0, 0, vz], 3).subarray(0, 9));
      return rows.solverImpulse[row];
    });
    rows.solverImpulse[row] = 0;
    expect(approaching).toBeCloseTo(support - weight, 12);
    expect(parting).toBe(0);
  });

  it.each([0.01, 0.1, 1, 10])('is slowed against its motion, within the limit of Coulomb, at %d m/s', (speed) => {
    const [x, y] = given([speed, 2 * speed, 0]);
    expect(y / x).toBeCloseTo(2, 9);
    expect(x).toBeLessThan(0);
    expect(Math.hypot(x, y)).toBeLessThan(FRICTION * weight * (1 + 1e-12));
    if (speed >= 1) expect(Math.hypot(x, y)).toBeCloseTo(FRICTION * weight, 9);
  });
});

describe('a particle with a filter on an obstacle', () => {
  const FRICTION = 0.5;
  const cloth = { positions: Float64Array.of(0, 0, 0.01, 1, 0, 1, 0, 1, 1), faces: [0, 1, 2] };
  const scene = sceneOf([cloth], [-2, -2, 0, 4, -2, 0, 0, 4, 0], 0.015);
  const { rows } = scene;
  const row = Array.from({ length: rows.count }, (_, i) => i).find((i) => rows.isContact(i)) ?? -1;
  rows.friction[row] = FRICTION;
  rows.normalImpulse[row] = 0.4;
  const limit = FRICTION * GROWTH * 0.4;

  /**
   * What the contact gives the particle, whose friction was this share of Coulomb's limit, against
   * x.
   */
  const given = (share: number, before: readonly number[], after = before) => {
    rows.tangentImpulse.set([-share * FRICTION * 0.4, 0, 0], 3 * row);
    return systemOf(scene, moving(before, 3)).impulses(moving(after, 3).subarray(0, 9)).subarray(0, 3);
  };

  it('gets friction alone: the filter supports it', () => {
    for (const vz of [-1, 0, 1]) expect(given(0.5, [0.01, 0, 0], [0.01, 0, vz])[2]).toBeCloseTo(0, 12);
  });

  it.each([0.01, 0.1, 1, 10])('has the friction of Coulomb while it slides on, at %d m/s', (speed) => {
    expect(given(1, [speed, 0, 0])[0]).toBeCloseTo(-limit, 12);
    // It does not depend on the speed after the step.
    expect(given(1, [speed, 0, 0], [speed / 2, 0, 0])[0]).toBeCloseTo(-limit, 12);
  });

  it('slides no more when it turns back: friction turns against the new motion, within the limit', () => {
    const [x] = given(1, [-10, 0, 0]);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(limit * (1 + 1e-12));
  });

  it('gets more friction as it begins to slide, and less as it returns', () => {
    const atRest = given(0.5, [0, 0, 0])[0];
    expect(atRest).toBeCloseTo(-limit / 2, 12);
    expect(given(0.5, [0, 0, 0], [0.01, 0, 0])[0]).toBeLessThan(atRest);
    expect(given(0.5, [0, 0, 0], [-0.01, 0, 0])[0]).toBeGreaterThan(atRest);
  });
});

/** Kinetic, elastic and potential energy in J, frame by frame. */
function energies(cloth: ClothOptions, obstacle: ObstacleOptions, frames: number, thickness = 0.001): number[] {
  const simulation = new ClothSimulation({ cloths: [cloth], obstacles: [obstacle], friction: 0.3, thickness });
  const model = modelOf(cloth);
  const { masses } = simulation;
  return Array.from({ length: frames }, () => {
    expect(simulation.advance().state).toBe('advanced');
    const { positions, velocities } = simulation;
    const kinetic = masses.reduce((sum, mass, i) => {
      const [x, y, z] = velocities.subarray(3 * i, 3 * i + 3);
      return sum + (mass / 2) * (x * x + y * y + z * z);
    }, 0);
    return kinetic + clothEnergy(model, positions.slice(0, 3 * masses.length));
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
    // The first contact stops particles one by one, which stretches the cloth a little.
    expect(Math.max(...all)).toBeLessThan(start + 0.15 * fallen);
    // In the last second energy hardly changes.
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
    // With friction only after the solve, energy grew by half in these 2.4 seconds.
    const last = all.slice(240);
    expect(Math.max(...last)).toBeLessThan(1.02 * last[0]);
  });
});
