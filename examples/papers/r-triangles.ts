// R-Triangles (Curtis, Tamstorf, Manocha): every feature has one face that tests it, so that no pair
// of features is tested twice. Continuous and discrete detection of a sheet that folds over, beside
// the base method; the assignment of features to faces and the bounds of edges are parameters.
import { basic, MeshCollider, rTriangles, TriMesh } from 'graze';

const CELLS = 24;
const triangles: number[] = [];
for (let i = 0; i < CELLS; i++)
  for (let j = 0; j < CELLS; j++) {
    const v = i * (CELLS + 1) + j;
    triangles.push(v, v + CELLS + 1, v + 1, v + 1, v + CELLS + 1, v + CELLS + 2);
  }
const mesh = TriMesh.from(triangles, (CELLS + 1) ** 2);
/** A sheet folded in the middle, whose upper half is tilted and `height` above the lower one. */
const sheet = (height: number): Float64Array =>
  Float64Array.from({ length: 3 * mesh.vertexCount }, (_, k) => {
    const v = Math.floor(k / 3);
    const [u, w] = [Math.floor(v / (CELLS + 1)) / CELLS - 0.5, (v % (CELLS + 1)) / CELLS];
    return [0.5 - Math.abs(u), w + 0.01 * u, u > 0 ? u * (height + 0.2 * w) : 0][k % 3];
  });
const [before, after] = [sheet(0.05), sheet(-0.1)];

const maximal = rTriangles.with({ assignment: 'maximal', edgeVolumes: 'stored' });
for (const [name, recipe] of [
  ['R-TRI', rTriangles],
  ['maximal', maximal],
  ['BASIC', basic],
] as const) {
  const collider = new MeshCollider(mesh, { recipe });
  const contacts = collider.collide(before, after);
  console.log(`${name}: ${contacts.count} contacts by ${contacts.tally.tests} tests of features`);
  const crossings = collider.intersections(after);
  console.log(`${name}: ${crossings.count} pairs of faces by ${collider.tally.tests} tests of an edge and a face`);
}
