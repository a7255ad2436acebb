// A sheet between two plates that close upon it at 1 m/s and meet after 0.05 s: cut steps first, then no room.
import { lathe } from '../../scenes/cloth/lathe.ts';
import { piece } from '../../scenes/cloth/piece.ts';
import { grid } from '../../scenes/shapes.ts';
import type { ClothSimulationOptions, ObstacleOptions } from '../../src/cloth.ts';

export const closingPlates = {
  cloths: [piece(grid(4, 4), 3, (u, v) => [0.2 * (u - 0.5), 0.2 * (v - 0.5), 0.05])],
  obstacles: [plate(-0.01, 1), plate(0.1, -1)],
} satisfies ClothSimulationOptions;

function plate(low: number, sign: 1 | -1): ObstacleOptions {
  const profile = [
    [0, low + 0.01],
    [0.3, low + 0.01],
    [0.3, low],
    [0, low],
  ] as const;
  const { positions, triangles } = lathe(profile, 12);
  const move = (time: number, out: Float64Array): void =>
    positions.forEach((x, i) => {
      out[i] = i % 3 === 2 ? x + sign * time : x;
    });
  return { positions, triangles, move };
}
