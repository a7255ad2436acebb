// The bunnies of the C²A tables: one surface with body, head, ears and feet under a fine relief of
// fur, and a separate tail that penetrates the body. 26.4K and 69.7K triangles, radius about 1; it
// faces along +x.
import { along } from '../scene.ts';
import { ball } from '../shapes.ts';
import { join, moved, type Point, type Shape, type Soup } from './soup.ts';

interface Bump {
  readonly towards: Point;
  readonly height: number;
  readonly narrow: number;
}

/** The bumps of the round body: head, muzzle, ears, haunches, feet. */
const BUMPS: readonly Bump[] = [
  bump([0.62, 0, 0.78], 0.62, 9),
  bump([0.85, 0, 0.53], 0.2, 30),
  bump([0.28, 0.3, 0.91], 1.15, 60),
  bump([0.28, -0.3, 0.91], 1.15, 60),
  bump([-0.3, 0.85, -0.42], 0.2, 8),
  bump([-0.3, -0.85, -0.42], 0.2, 8),
  bump([0.7, 0.4, -0.6], 0.3, 20),
  bump([0.7, -0.4, -0.6], 0.3, 20),
];
/** Scales the tips of the ears to a distance of about 1. */
const SIZE = 0.46;
const FUR = 0.012;
const TAIL: Point = [-0.44, 0, -0.1];
const TAIL_RADIUS = 0.14;

const INSIDE: readonly Point[] = [
  [0, 0, 0],
  [0.2, 0, -0.1],
  [-0.2, 0.1, -0.1],
  [-0.2, -0.1, -0.1],
  [0.1, 0.2, 0],
  [0.1, -0.2, 0],
  [0.3, 0, 0.4],
  [0.35, 0, 0.35],
  [0.2, 0, 0.3],
];

/**
 * Cells along an edge of the icosahedra that body and tail are made of: 20 · cells² triangles each.
 */
const bunny = (body: number, tail: number): Shape => ({
  build: (scale = 1) => join([torso(along(body, scale, 4)), scut(along(tail, scale, 1))]),
  inside: INSIDE,
});

/** 26,420 triangles. */
export const bunnyCoarse: Shape = bunny(36, 5);
/** 69,700 triangles. */
export const bunnyFine: Shape = bunny(58, 11);

function torso(parts: number): Soup {
  const { mesh, points } = ball(parts);
  return moved({ positions: points, triangles: mesh.triangles }, (x, y, z) => {
    let size = 1 - 0.1 * z;
    for (const { towards, height, narrow } of BUMPS) {
      size += height * Math.exp(narrow * (x * towards[0] + y * towards[1] + z * towards[2] - 1));
    }
    size += FUR * Math.sin(31 * x + 9 * y) * Math.sin(33 * y - 7 * z) * Math.sin(29 * z + 8 * x);
    return [SIZE * size * x, SIZE * size * y, SIZE * size * z];
  });
}

function scut(parts: number): Soup {
  const { mesh, points } = ball(parts);
  return moved({ positions: points, triangles: mesh.triangles }, (x, y, z) => [
    TAIL[0] + TAIL_RADIUS * x,
    TAIL[1] + TAIL_RADIUS * y,
    TAIL[2] + TAIL_RADIUS * z,
  ]);
}

function bump([x, y, z]: Point, height: number, narrow: number): Bump {
  const length = Math.hypot(x, y, z);
  return { towards: [x / length, y / length, z / length], height, narrow };
}
