// Simulations against known answers. A second collider checks every step.
import { describe, expect, it } from 'vitest';
import { ClothSimulation, type ObstacleOptions } from '../../../src/cloth.ts';
import { extent, fastest, plane, runProven, sheet, sphere } from './sheets.ts';

/** Moves an obstacle by a function of its starting positions and the time. */
function moving(
  obstacle: ObstacleOptions,
  move: (x: number, y: number, z: number, time: number) => number[],
): ObstacleOptions {
  const { positions } = obstacle;
  return {
    ...obstacle,
    move(time, out) {
      for (let i = 0; i < out.length; i += 3) out.set(move(positions[i], positions[i + 1], positions[i + 2], time), i);
    },
  };
}

/** The angle in radians by which particles turn about the z axis from x0 to x1, as a whole. */
function turnOf(particles: readonly number[], x0: Float64Array, x1: Float64Array): number {
  let [sine, cosine] = [0, 0];
  for (const i of particles) {
    const [ax, ay, bx, by] = [x0[3 * i], x0[3 * i + 1], x1[3 * i], x1[3 * i + 1]];
    sine += ax * by - ay * bx;
    cosine += ax * bx + ay * by;
  }
  return Math.atan2(sine, cosine);
}

const flat = (width: number, z: number, cells = 12) =>
  sheet(cells, cells, (u, v) => [width * (u - 0.49), width * (v - 0.48), z]);

describe('an obstacle', () => {
  it('has the velocity of its last step all over, far from any cloth too', () => {
    const floor = moving(
      plane(1, 5, () => 0),
      (x, y, z, time) => [x + 0.3 * time, y, z - time * time * (1 + x)],
    );
    const simulation = new ClothSimulation({ cloths: [flat(0.2, 0.0015)], obstacles: [floor] });
    for (let frame = 0; frame < 3; frame++) {
      const before = simulation.positions.slice();
      simulation.advance();
      const { positions, velocities } = simulation;
      for (let i = 3 * 169; i < positions.length; i++)
        expect(velocities[i]).toBeCloseTo((positions[i] - before[i]) / 0.01, 9);
    }
  });
});

describe('a cloth that falls', () => {
  it('comes to rest on a floor, at the thickness, and stays', () => {
    const { simulation } = runProven({ cloths: [flat(0.5, 0.05)], obstacles: [plane(1, 5, () => 0)] }, 60);
    const { least, most } = extent(simulation, 2, 169);
    expect(least).toBeGreaterThan(0.0009);
    expect(most).toBeLessThan(0.0013);
    expect(fastest(simulation, 169)).toBeLessThan(1e-6);
  });

  it('drapes over a still sphere', () => {
    const { simulation, frames } = runProven({ cloths: [flat(0.8, 0.22, 16)], obstacles: [sphere(0.2, 8)] }, 80);
    expect(frames.every(({ state }) => state === 'advanced')).toBe(true);
    const { least, most } = extent(simulation, 2, 289);
    expect(most).toBeGreaterThan(0.2);
    expect(most).toBeLessThan(0.21);
    expect(least).toBeLessThan(0);
  });

  it('comes to rest on a sphere: its energy of motion goes down and stays down', () => {
    const simulation = new ClothSimulation({ cloths: [flat(0.4, 0.16, 8)], obstacles: [sphere(0.15, 5)] });
    const energy = () =>
      simulation.masses.reduce((sum, mass, i) => {
        const [x, y, z] = simulation.velocities.subarray(3 * i, 3 * i + 3);
        return sum + 0.5 * mass * (x * x + y * y + z * z);
      }, 0);
    const most = (frames: number) =>
      Math.max(
        ...Array.from({ length: frames }, () => {
          simulation.advance();
          return energy();
        }),
      );
    const [fall, , later, last] = [most(60), most(60), most(60), most(60)];
    expect(later).toBeLessThan(0.01 * fall);
    expect(last).toBeLessThan(1.5 * later);
  });

  it('is dragged round by a spinning ball, by five sixths of its turn, on top a little further than at the sides', () => {
    const [RATE, FRAMES] = [5, 80];
    const ball = moving(sphere(0.2, 8), (x, y, z, time) => {
      const [c, s] = [Math.cos(RATE * time), Math.sin(RATE * time)];
      return [c * x - s * y, s * x + c * y, z];
    });
    const cloth = flat(0.6, 0.215, 14);
    const radius = (i: number) => Math.hypot(cloth.positions[3 * i], cloth.positions[3 * i + 1]);
    const ids = Array.from({ length: 225 }, (_, i) => i);
    const [top, sides] = [ids.filter((i) => radius(i) < 0.1), ids.filter((i) => radius(i) > 0.2)];
    const turned = [0, 0];
    const { simulation } = runProven(
      {
        cloths: [cloth],
        obstacles: [{ ...ball, friction: 0.8 }],
        onCommit: (x0, x1) => {
          [top, sides].forEach((part, k) => {
            turned[k] += turnOf(part, x0, x1);
          });
        },
      },
      FRAMES,
    );
    const [ofTop, ofSides] = turned.map((angle) => angle / (RATE * FRAMES * 0.01));
    expect(ofTop).toBeGreaterThan(0.8);
    expect(ofTop).toBeLessThan(0.87);
    expect(ofSides).toBeGreaterThan(0.78);
    expect(ofSides).toBeLessThan(ofTop);
    const { positions, velocities } = simulation;
    let spin = 0;
    for (let i = 0; i < 3 * 225; i += 3) spin += positions[i] * velocities[i + 1] - positions[i + 1] * velocities[i];
    expect(spin).toBeGreaterThan(0);
  });

  it('slides over the inner edges of a floor without friction as over one face', () => {
    const run = (cells: number) => {
      const cloth = { ...flat(0.3, 0.0011, 6), velocity: [1, 0, 0] };
      return runProven({ cloths: [cloth], obstacles: [plane(2, cells, () => 0)], friction: 0 }, 40).simulation;
    };
    const [coarse, fine] = [run(1), run(60)].map((simulation) => extent(simulation, 0, 49).mean);
    expect(coarse).toBeGreaterThan(0.35);
    expect(Math.abs(fine - coarse)).toBeLessThan(0.01);
  });
});

describe('cloth on cloth', () => {
  it('a tape folds on itself', () => {
    const tape = sheet(80, 4, (u, v) => [
      0.04 * (v - 0.5) + 0.003 * Math.sin(9 * u),
      0.002 * Math.sin(14 * u),
      0.02 + 0.6 * u,
    ]);
    const { simulation, frames } = runProven({ cloths: [tape], obstacles: [plane(0.5, 3, () => 0)] }, 90);
    expect(frames.every(({ state }) => state === 'advanced')).toBe(true);
    expect(extent(simulation, 2, 405).most).toBeLessThan(0.15);
  });

  it('two sheets stay one above the other', () => {
    const { simulation, frames } = runProven(
      { cloths: [flat(0.6, 0.17), flat(0.6, 0.19)], obstacles: [sphere(0.15, 6)] },
      70,
    );
    expect(frames.every(({ state }) => state === 'advanced')).toBe(true);
    const top = (first: number) =>
      Math.max(...Array.from({ length: 169 }, (_, i) => simulation.positions[3 * (first + i) + 2]));
    expect(top(169)).toBeGreaterThan(top(0));
  });

  it('two sheets that meet in the air keep their momentum', () => {
    const cloths = [
      { ...flat(0.3, 0, 8), velocity: [0, 0, 1], material: { airDrag: 0 } },
      {
        ...sheet(8, 8, (u, v) => [0.3 * u - 0.1, 0.3 * v - 0.2, 0.02 + 0.01 * u]),
        velocity: [0.2, 0, -2],
        material: { airDrag: 0 },
      },
    ];
    const momentum = ({ masses, velocities }: ClothSimulation, axis: number) =>
      masses.reduce((sum, mass, i) => sum + mass * velocities[3 * i + axis], 0);
    const before = new ClothSimulation({ cloths });
    const { simulation } = runProven({ cloths, gravity: [0, 0, 0] }, 30);
    const mass = simulation.masses.reduce((sum, value) => sum + value, 0);
    // They have met: both move the same way now.
    expect(extent(simulation, 2, 81).mean).toBeLessThan(0.1);
    // Impulses conserve it exactly, the solver to a thousandth of what a step changes. They met at
    // 3 m/s.
    for (const axis of [0, 1, 2])
      expect(Math.abs(momentum(simulation, axis) - momentum(before, axis))).toBeLessThan(5e-3 * mass);
  });
});

describe('an inclined plane', () => {
  const slide = (degrees: number, friction: number) => {
    const angle = (degrees * Math.PI) / 180;
    const gravity = [9.81 * Math.sin(angle), 0, -9.81 * Math.cos(angle)] as const;
    const material = { airDrag: 0 };
    const options = {
      cloths: [{ ...flat(0.3, 0.0011, 6), material }],
      obstacles: [plane(2, 7, () => 0)],
      gravity,
      friction,
    };
    const { simulation } = runProven(options, 60);
    return extent(simulation, 0, 49).mean - 0.3 * 0.01;
  };

  it.each([0.3, 0.6])('holds a cloth below its friction angle, μ = %d', (friction) => {
    const limit = (Math.atan(friction) * 180) / Math.PI;
    expect(slide(limit - 1, friction)).toBeLessThan(0.002);
  });

  it.each([0.3, 0.6])('lets it go a degree above, μ = %d', (friction) => {
    const angle = Math.atan(friction) + Math.PI / 180;
    const way = 0.5 * 9.81 * (Math.sin(angle) - friction * Math.cos(angle)) * 0.6 ** 2;
    expect(slide((angle * 180) / Math.PI, friction)).toBeGreaterThan(0.8 * way);
  });

  it.each([0.3, 0.6])('lets it slide above, as fast as Coulomb says, μ = %d', (friction) => {
    const degrees = (Math.atan(friction) * 180) / Math.PI + 5;
    const angle = (degrees * Math.PI) / 180;
    const way = 0.5 * 9.81 * (Math.sin(angle) - friction * Math.cos(angle)) * 0.6 ** 2;
    expect(slide(degrees, friction)).toBeGreaterThan(0.9 * way);
    expect(slide(degrees, friction)).toBeLessThan(1.15 * way);
  });
});

describe('no room', () => {
  it('between closing plates it ends pinched, in a valid state, and says so again', () => {
    const plate = (z: number, speed: number) =>
      moving(
        plane(0.4, 3, () => z),
        (x, y, _, time) => [x, y, z + speed * time],
      );
    const cloth = sheet(8, 8, (u, v) => [0.4 * u - 0.2, 0.4 * v - 0.2, 0.01 * Math.sin(7 * u) * Math.cos(5 * v)]);
    const options = { cloths: [cloth], obstacles: [plate(-0.03, 0.5), plate(0.03, -0.5)] };
    const { simulation, frames } = runProven(options, 20);
    const last = frames.at(-1);
    expect(last?.state).toBe('pinched');
    expect(last?.committed).toBe(simulation.time);
    for (const means of ['impulseRounds', 'zoneRounds', 'frozenRounds', 'cuts'] as const)
      expect(last?.tally[means]).toBeGreaterThan(0);
    expect(simulation.time).toBeGreaterThan(0.04);
    expect(simulation.time).toBeLessThan(0.06);
    expect(simulation.advance().state).toBe('pinched');
  });

  it('pins that a body runs into end pinched', () => {
    const body = moving(sphere(0.05, 3), (x, y, z, time) => [x, y, z - 0.2 + 5 * time]);
    const options = {
      cloths: [{ ...flat(0.4, 0, 6), pinned: Array.from({ length: 49 }, (_, i) => i) }],
      obstacles: [moveTo(body, 0)],
    };
    const { frames } = runProven(options, 10);
    expect(frames.at(-1)?.state).toBe('pinched');
  });

  it('a body faster than it is wide takes the cloth along', () => {
    const body = moveTo(
      moving(sphere(0.05, 4), (x, y, z, time) => [x, y, z - 0.2 + 30 * time]),
      0,
    );
    const { simulation } = runProven({ cloths: [flat(0.4, 0, 10)], obstacles: [body] }, 4);
    expect(extent(simulation, 2, 121).most).toBeGreaterThan(0.3);
  });
});

/** The obstacle with the positions of a later time as its start. */
function moveTo(obstacle: ObstacleOptions, time: number): ObstacleOptions {
  const positions = Float64Array.from(obstacle.positions);
  obstacle.move?.(time, positions);
  return { ...obstacle, positions };
}

describe('a state', () => {
  it('that is saved goes on bit for bit', () => {
    const options = { cloths: [flat(0.5, 0.16, 10)], obstacles: [sphere(0.15, 5)] };
    const through = new ClothSimulation(options);
    for (let i = 0; i < 20; i++) through.advance();
    const state = through.save();
    for (let i = 0; i < 20; i++) through.advance();
    const resumed = new ClothSimulation(options);
    resumed.restore(state);
    for (let i = 0; i < 20; i++) resumed.advance();
    expect(resumed.time).toBe(through.time);
    expect(resumed.positions).toEqual(through.positions);
    expect(resumed.velocities).toEqual(through.velocities);
  });
});
