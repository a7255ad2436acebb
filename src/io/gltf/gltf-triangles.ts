// The triangles of a primitive, from its indices or from the order of its vertices, in the three
// modes that have triangles.
import { gltfError } from './gltf-json.ts';

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

const OTHER_MODES = ['POINTS', 'LINES', 'LINE_LOOP', 'LINE_STRIP'];

/**
 * Returns the name of a mode that has no triangles; `undefined` for one that has. Throws `FileError`
 * for what is no mode.
 */
export function modeWithoutTriangles(mode: unknown, element: string): string | undefined {
  if (!(Number.isInteger(mode) && (mode as number) >= 0 && (mode as number) <= FAN)) {
    throw gltfError(`${element}.mode`, `a mode from 0 to ${FAN}`, mode);
  }
  return OTHER_MODES[mode as number];
}

/** Returns three of the corners per triangle, wound as the specification says for the mode. */
export function trianglesOf(corners: Uint32Array, mode: unknown, element: string): Uint32Array {
  if (mode !== TRIANGLES) return unrolled(corners, mode === STRIP);
  if (corners.length % 3 === 0) return corners;
  throw gltfError(element, 'three corners for each triangle', `${corners.length} corners`);
}

/** Every second triangle of a strip is reversed, so that all face the same way. */
function unrolled(corners: Uint32Array, isStrip: boolean): Uint32Array {
  const count = Math.max(0, corners.length - 2);
  const triangles = new Uint32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const odd = i % 2;
    triangles[3 * i] = corners[isStrip ? i : i + 1];
    triangles[3 * i + 1] = corners[isStrip ? i + 1 + odd : i + 2];
    triangles[3 * i + 2] = corners[isStrip ? i + 2 - odd : 0];
  }
  return triangles;
}
