// Random scenes of cloth that start free of contact: sheets above each other, pinned or not, of any material, some that tear, and balls and boxes
// below that fly up through them, slowly or much faster than they are wide.
import { lathe } from '../../scenes/cloth/lathe.ts';
import { ball, grid } from '../../scenes/shapes.ts';
import {
  type ClothOptions,
  type ClothSimulationOptions,
  cotton,
  denim,
  type ObstacleOptions,
  silk,
} from '../../src/cloth.ts';
import type { Random } from '../../src/core/math/random.ts';
import { chance, pick, whole } from './draw.ts';

/** Metres between two sheets at the start. */
const LAYER = 0.1;

export function randomCloth(random: Random): ClothSimulationOptions {
  const [columns, rows, size] = [whole(random, 4, 17), whole(random, 4, 17), random.between(0.3, 1.3)];
  const cloths = Array.from({ length: whole(random, 1, 3) }, (_, k) => sheetAt(random, columns, rows, size, LAYER * k));
  return {
    cloths,
    obstacles: Array.from({ length: whole(random, 1, 3) }, (_, k) => flying(random, -0.4 - 0.6 * k)),
    timeStep: pick(random, [0.005, 0.01, 0.02, 0.033]),
    thickness: pick(random, [0.0005, 0.001, 0.003]),
    friction: random.next(),
  };
}

function sheetAt(random: Random, columns: number, rows: number, size: number, height: number): ClothOptions {
  const { mesh, u, v } = grid(columns, rows);
  const tilt = random.between(-0.01, 0.01);
  const place = (i: number): number[] => [
    size * (u[i] - 0.5),
    size * (v[i] - 0.5),
    height + tilt * size * (u[i] - 0.5),
  ];
  return {
    positions: Float64Array.from(Array.from(u, (_, i) => place(i)).flat()),
    faces: mesh.triangles,
    pinned: chance(random, 0.5) ? [0, columns] : [],
    material: pick(random, [cotton, silk, denim]),
    ...(chance(random, 0.2) && { strength: random.between(0.02, 0.2) }),
  };
}

/** A ball or a box at a height, which flies and turns, or stays. */
function flying(random: Random, height: number): ObstacleOptions {
  const shape = chance(random, 0.5) ? aBall(random.between(0.03, 0.25)) : aBox(random);
  const from = [random.between(-0.3, 0.3), random.between(-0.3, 0.3), height];
  const speed = [random.between(-1, 1), random.between(-1, 1), random.between(-0.5, 8)].map(
    (each) => each * (chance(random, 0.2) ? 10 : 1),
  );
  const spin = random.between(-8, 8);
  const move = (time: number, out: Float64Array): void => {
    const [cos, sin] = [Math.cos(spin * time), Math.sin(spin * time)];
    for (let i = 0; i < out.length; i += 3) {
      const [x, y, z] = shape.positions.subarray(i, i + 3);
      const turned = [cos * x - sin * y, sin * x + cos * y, z];
      for (let k = 0; k < 3; k++) out[i + k] = from[k] + speed[k] * time + turned[k];
    }
  };
  const positions = new Float64Array(shape.positions.length);
  move(0, positions);
  return { positions, triangles: shape.triangles, ...(chance(random, 0.8) && { move }) };
}

interface Shape {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

function aBall(radius: number): Shape {
  const { mesh, points } = ball(4);
  return { positions: Float64Array.from(points, (value) => radius * value), triangles: mesh.triangles };
}

function aBox(random: Random): Shape {
  const [radius, half] = [random.between(0.02, 0.3), random.between(0.005, 0.2)];
  return lathe(
    [
      [0, half],
      [radius, half],
      [radius, -half],
      [0, -half],
    ],
    4,
  );
}
