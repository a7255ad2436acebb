// Quick-CULLIDE [Govindaraju, Lin, Manocha]: the triangles that may collide, by rendering them along
// the axes. As published, with the paper's sampling, then so that nothing is missed; between two
// objects and within the first of them, in one run.
import { TriMesh, VisibilityCuller, type VisibilityOptions, visibleCrossings } from 'graze/gpu';

/** A sheet of n × n squares. */
const sheet = (n: number, at: (u: number, v: number) => number[]) => {
  const positions = Array.from({ length: (n + 1) ** 2 }, (_, k) => at((k % (n + 1)) / n, Math.floor(k / (n + 1)) / n));
  const squares = Array.from({ length: n * n }, (_, k) => k + Math.floor(k / n));
  const triangles = squares.flatMap((k) => [k, k + 1, k + n + 1, k + 1, k + n + 2, k + n + 1]);
  return { positions: positions.flat(), mesh: TriMesh.from(triangles, positions.length) };
};
const loop = sheet(20, (u, v) => [Math.sin(5 * u) + v / 3, v, u - Math.sin(7 * u) / 2 + v / 9]); // crosses itself
const blade = sheet(20, (u, v) => [2 * u - 1, 0.3 + v / 3 + u / 4, 1.2 * v]); // cuts through it
const { mesh } = TriMesh.merge([loop.mesh, blade.mesh]);
const x = Float64Array.from([...loop.positions, ...blade.positions]);
const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, face) => Number(face >= loop.mesh.faceCount));

const all = visibleCrossings(mesh, new VisibilityCuller(mesh).cull(x), x);
const cull = (name: string, options: VisibilityOptions) => {
  const culling = new VisibilityCuller(mesh, { objectOf, selfColliding: [0], resolution: 512, ...options }).cull(x);
  const missed = all.a.filter((face, i) => !culling.mayCollide(face, all.b[i])).length;
  const left = `${culling.size} of ${mesh.faceCount} triangles left`;
  console.log(`${name}: ${left}, ${missed} of ${all.count} crossings missed`);
  return culling;
};
cull('as published', { mode: 'lossy' });
cull('CULLIDE', { mode: 'lossy', algorithm: 'cullide' });
const { objects } = cull('ours', {});
console.log(`objects that may collide: ${objects?.pairs.join(' and ')}`);
