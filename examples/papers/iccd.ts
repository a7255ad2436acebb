// ICCD as its authors published it, beside the default recipe: the same contacts, with the counters
// of the paper. A strip of cloth folds onto itself within one step.
import { countAdjacentPairs, findOrphans, iccd, iccdAsPublished, MeshCollider, TriMesh } from 'graze';

const [columns, rows] = [80, 10];
const triangles: number[] = [];
for (let j = 0; j < rows; j++)
  for (let i = 0; i < columns; i++) {
    const v = j * (columns + 1) + i;
    triangles.push(v, v + 1, v + columns + 2, v, v + columns + 2, v + columns + 1);
  }
const mesh = TriMesh.from(triangles, (columns + 1) * (rows + 1));

/** The strip, its right half turned by an angle around its middle. */
function strip(angle: number): Float64Array {
  const positions = new Float64Array(3 * mesh.vertexCount);
  for (let v = 0; v < mesh.vertexCount; v++) {
    const x = (v % (columns + 1)) - columns / 2;
    const turned = x > 0 ? angle : 0;
    positions.set([x * Math.cos(turned), Math.floor(v / (columns + 1)), x * Math.sin(turned)], 3 * v);
  }
  return positions;
}

const { vertexAdjacent, edgeAdjacent } = countAdjacentPairs(mesh);
const { vf, ee } = findOrphans(mesh);
console.log(`${vertexAdjacent + edgeAdjacent} adjacent pairs, ${(vf.length + ee.length) / 2} orphans`);

for (const recipe of [iccdAsPublished, iccdAsPublished.with({ cones: 'never' }), iccd]) {
  const { count, tally } = new MeshCollider(mesh, { recipe }).collide(strip(3), strip(3.3));
  console.log(`${recipe.name}: ${count} contacts, ${tally.tests} tests, ${tally.orphansTested} orphans tested`);
}
