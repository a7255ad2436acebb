// Cloths, floors and bodies for tests, and a run that checks every committed sub-step with a
// collider of another recipe.
import { expect } from 'vitest';
import { ball, grid } from '../../../scenes/shapes.ts';
import type { Advance, ClothOptions, ClothSimulationOptions, ObstacleOptions } from '../../../src/cloth.ts';
import { ClothSimulation } from '../../../src/cloth.ts';
import { basic, type MeshCollider } from '../../../src/index.ts';
import { judgeOf } from '../../oracle/cloth-judge.ts';

/** x, y, z. */
export type Point = readonly [number, number, number];

/** A grid of columns × rows cells; `place` maps points of [0, 1]² to space. */
export function sheet(columns: number, rows: number, place: (u: number, v: number) => Point): ClothOptions {
  const { mesh, u, v } = grid(columns, rows);
  const positions = Float64Array.from(Array.from(u, (value, i) => place(value, v[i])).flat());
  return { positions, faces: mesh.triangles };
}

/** A static square with sides of 2 · half, in cells; its height is a function of x and y. */
export function plane(half: number, cells: number, height: (x: number, y: number) => number): ObstacleOptions {
  const { mesh, u, v } = grid(cells, cells);
  const positions = Float64Array.from(
    Array.from(u, (value, i) => {
      const [x, y] = [half * (2 * value - 1), half * (2 * v[i] - 1)];
      return [x, y, height(x, y)];
    }).flat(),
  );
  return { positions, triangles: mesh.triangles };
}

/** A ball around the origin. */
export function sphere(radius: number, parts: number): ObstacleOptions {
  const { mesh, points } = ball(parts);
  return { positions: points.map((value) => radius * value), triangles: mesh.triangles };
}

/** A finished run. */
export interface Run {
  readonly simulation: ClothSimulation;
  readonly frames: readonly Advance[];
}

/**
 * Advances, and fails unless every committed sub-step is free of contact and every frame of
 * crossings.
 */
export function runProven(options: ClothSimulationOptions, frameCount: number): Run {
  let contacts = 0;
  let lastEnd: Float64Array | null = null;
  const simulation = new ClothSimulation({
    ...options,
    onCommit(x0, x1, time0, time1) {
      options.onCommit?.(x0, x1, time0, time1);
      // Nothing moves between sub-steps.
      if (lastEnd) expect(x0).toEqual(lastEnd);
      lastEnd = x1.slice();
      contacts += second.collide(x0, x1).count;
    },
  });
  let second = secondOpinion(simulation);
  const frames: Advance[] = [];
  for (let i = 0; i < frameCount; i++) {
    frames.push(simulation.advance());
    if (frames[i].torn > 0) second = secondOpinion(simulation);
    expect(contacts).toBe(0);
    expect(second.intersections(simulation.positions).count).toBe(0);
    expect(simulation.positions.every(Number.isFinite)).toBe(true);
    if (frames[i].state === 'pinched') break;
  }
  return { simulation, frames };
}

function secondOpinion({ mesh, masses }: ClothSimulation): MeshCollider {
  return judgeOf(mesh, masses.length, basic);
}

/** The largest speed of the first `count` vertices. */
export function fastest({ velocities }: ClothSimulation, count: number): number {
  let most = 0;
  for (let i = 0; i < 3 * count; i += 3) most = Math.max(most, Math.hypot(...velocities.subarray(i, i + 3)));
  return most;
}

/** Least, mean and largest coordinate of the first `count` vertices. */
export function extent(
  { positions }: ClothSimulation,
  axis: number,
  count: number,
): { least: number; mean: number; most: number } {
  const values = Array.from({ length: count }, (_, i) => positions[3 * i + axis]);
  return { least: Math.min(...values), mean: values.reduce((sum, x) => sum + x, 0) / count, most: Math.max(...values) };
}
