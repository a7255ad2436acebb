// What a valid triangle soup of a rigid body is: finite coordinates within a limit, and vertex ids
// of triangles. It needs no topology: triangles without area and repeated vertices are fine.
import { MeshError } from './mesh-error.ts';
import { checkPositions, checkTriples } from './tri-mesh.ts';

/**
 * Largest magnitude of a coordinate; larger ones are refused. Fourth powers of lengths do not
 * overflow below it.
 */
const MAX_COORDINATE = 2 ** 200;

/** A copy of the positions of a rigid body, three numbers per vertex. Throws `MeshError`. */
export function copySoupPositions(positions: ArrayLike<number>): Float64Array {
  checkTriples(positions.length, 'Positions hold', 'numbers');
  const points = Float64Array.from(positions);
  checkPositions(points, points.length / 3);
  const large = points.findIndex((x) => Math.abs(x) > MAX_COORDINATE);
  if (large < 0) return points;
  const vertex = Math.floor(large / 3);
  const message = `Vertex ${vertex} has a coordinate of ${points[large]}; a rigid body reaches to ${MAX_COORDINATE} at most.`;
  throw new MeshError('position-too-large', vertex, message);
}
