// The extent of a rotated soup in a direction.
import { inverse, type Rotation, rotate } from './pose.ts';
import type { Point, Soup } from './soup.ts';

/** Returns the outermost vertex in a direction of the world, in coordinates of the body. */
export function outermost({ positions }: Soup, rotation: Rotation, direction: Point): Point {
  const [x, y, z] = rotate(inverse(rotation), direction);
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < positions.length; i += 3) {
    const height = x * positions[i] + y * positions[i + 1] + z * positions[i + 2];
    if (height > most) [best, most] = [i, height];
  }
  return [positions[best], positions[best + 1], positions[best + 2]];
}

/** Returns the height of the outermost vertex above the origin of the frame. */
export function reach(soup: Soup, rotation: Rotation, direction: Point): number {
  const [x, y, z] = rotate(rotation, outermost(soup, rotation, direction));
  return x * direction[0] + y * direction[1] + z * direction[2];
}
