// The triangles of a primitive, from its indices or from the order of its vertices, in the three
// modes that have triangles.
import type { Primitive } from '@gltf-transform/core';
import { gltfError } from './gltf-file.ts';

const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

const OTHER_MODES = ['POINTS', 'LINES', 'LINE_LOOP', 'LINE_STRIP'];

/**
 * Returns the name of the primitive's mode if that mode has no triangles; otherwise `undefined`.
 */
export function modeWithoutTriangles(primitive: Primitive): string | undefined {
  const mode = primitive.getMode();
  return mode >= TRIANGLES && mode <= FAN ? undefined : (OTHER_MODES[mode] ?? `mode ${mode}`);
}

/** Returns three vertex ids per triangle, wound as the specification says. */
export function trianglesOf(primitive: Primitive, vertexCount: number, element: string): Uint32Array {
  const corners = cornersOf(primitive, vertexCount, element);
  if (primitive.getMode() !== TRIANGLES) return unrolled(corners, primitive.getMode() === STRIP);
  if (corners.length % 3 === 0) return corners;
  throw gltfError(element, 'three corners for each triangle', `${corners.length} corners`);
}

function cornersOf(primitive: Primitive, vertexCount: number, element: string): Uint32Array {
  const indices = primitive.getIndices()?.getArray();
  if (!indices) return Uint32Array.from({ length: vertexCount }, (_, i) => i);
  const corners = Uint32Array.from(indices);
  const bad = corners.findIndex((index) => index >= vertexCount);
  if (bad < 0) return corners;
  throw gltfError(`${element}.indices`, `indices below ${vertexCount}`, corners[bad]);
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
