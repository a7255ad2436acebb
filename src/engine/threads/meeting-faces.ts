// Decides on one thread which pairs of faces share a point at one instant, exactly, as
// engine/crossing-faces.ts does. The faces of a pair have no vertex in common.
import { trianglesMeet } from '../../core/elementary/triangles-meet.ts';
import type { MeshContext } from '../../core/wasm/mesh.generated.ts';
import type { ThreadMemory } from './thread-slot.ts';

/** Doubles per vertex: x, y, z, each at both ends of the step. */
const POINT_DOUBLES = 6;

const query = new Float64Array(18);

/**
 * Keeps the pairs whose faces meet, in place; returns how many remain. `scratch` has 256 bytes.
 */
export function keepMeeting(
  memory: ThreadMemory,
  { address, points, faces }: MeshContext,
  scratch: number,
  pairs: number,
  count: number,
): number {
  const left = memory.kernels.sortMeeting(address, scratch, pairs, count);
  const { words, doubles } = memory;
  const start = pairs / 4;
  let to = start + 2 * memory.ints[scratch / 4];
  for (let at = to; at < start + 2 * left; at += 2) {
    const a = words[at];
    const b = words[at + 1];
    for (let corner = 0; corner < 6; corner++) {
      const vertex = words[faces / 4 + 3 * (corner < 3 ? a : b) + (corner % 3)];
      const point = points / 8 + POINT_DOUBLES * vertex;
      for (let axis = 0; axis < 3; axis++) query[3 * corner + axis] = doubles[point + 2 * axis];
    }
    if (!trianglesMeet(query, 0, 0)) continue;
    words[to++] = a;
    words[to++] = b;
  }
  return (to - start) / 2;
}
