// A cloth tears along a line: faces are removed, others with new vertices are added, and the
// collider keeps what it knows of the rest.
import { MeshCollider, TriMesh } from 'graze';

/** A strip of cells: vertices 2i and 2i + 1 are the lower and upper end of rung i. */
const CELLS = 6;
const triangles = Array.from({ length: CELLS }, (_, i) => [
  2 * i,
  2 * i + 2,
  2 * i + 3,
  2 * i,
  2 * i + 3,
  2 * i + 1,
]).flat();
const collider = new MeshCollider(TriMesh.from(triangles, 2 * CELLS + 2));
const rungs = [...Array(CELLS + 1).keys()];
const x0 = Float64Array.from(rungs.flatMap((i) => [i, 0, 0, i, 1, 0]));
const bent = Float64Array.from(rungs.flatMap((i) => [i, 0, 0.1 * i, i, 1, 0.1 * i]));
console.log(`whole: ${collider.collide(x0, bent).count} contacts`);

// Cell 3 gets a left rung of its own: the strip is in two pieces.
const [low, high] = [2 * CELLS + 2, 2 * CELLS + 3];
collider.retopologize({ removeFaces: [6, 7], addFaces: [low, 8, 9, low, 9, high], vertexCount: 2 * CELLS + 4 });
const torn = Float64Array.from([...bent, 3, 0, 0.3, 3, 1, 0.3]);
const right = new Set([8, 9, 10, 11, 12, 13, low, high]);
const moved = (dx: number, dz: number): Float64Array =>
  torn.map((x, i) => (right.has(Math.floor(i / 3)) ? x + [dx, 0, dz][i % 3] : x));
// The right piece, lifted off, falls through the left one.
const contacts = collider.collide(moved(-2, 1), moved(-2, -1));
console.log(`torn: ${contacts.count} contacts between the pieces`);
