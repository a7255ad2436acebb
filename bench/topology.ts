// CPU time of `TriMesh.from` with its topology on a grid of 1 M triangles, in file order and with
// vertices and faces shuffled, which is the worst case for the caches. Required: 2 yardsticks. Run:
//   node --import ./scripts/typescript.mjs bench/topology.ts

import { seededRandom } from '../src/core/math/random.ts';
import { TriMesh } from '../src/core/mesh/tri-mesh.ts';
import { yardstick } from './yardstick.ts';

const QUADS = 708; // per side: 1,002,528 triangles, 502,681 vertices
const RUNS = 7;
const SEED = 1;

function gridTriangles(quads: number): Uint32Array {
  const triangles = new Uint32Array(6 * quads * quads);
  let n = 0;
  for (let y = 0; y < quads; y++) {
    for (let x = 0; x < quads; x++) {
      const a = y * (quads + 1) + x;
      const b = a + quads + 1;
      triangles.set([a, a + 1, b + 1, a, b + 1, b], n);
      n += 6;
    }
  }
  return triangles;
}

function shuffledIds(count: number, seed: number): Uint32Array {
  const random = seededRandom(seed);
  const ids = new Uint32Array(count).map((_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const id = ids[i];
    ids[i] = ids[j];
    ids[j] = id;
  }
  return ids;
}

function shuffle(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const vertexIds = shuffledIds(vertexCount, SEED);
  const faceIds = shuffledIds(triangles.length / 3, SEED + 1);
  return triangles.map((_, i) => vertexIds[triangles[3 * faceIds[Math.floor(i / 3)] + (i % 3)]]);
}

function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

const vertexCount = (QUADS + 1) ** 2;
const grid = gridTriangles(QUADS);
const cases = [
  { name: 'grid', triangles: grid, build: [] as number[], boundary: [] as number[], check: '' },
  { name: 'shuffled', triangles: shuffle(grid, vertexCount), build: [], boundary: [], check: '' },
];
for (let run = 0; run < RUNS; run++) {
  for (const it of cases) {
    let mesh = TriMesh.from([], 0);
    it.build.push(
      cpuMs(() => {
        mesh = TriMesh.from(it.triangles, vertexCount);
        mesh.topology;
      }),
    );
    it.boundary.push(cpuMs(() => mesh.topology.boundary));
    const { edgeCount, componentCount, boundary } = mesh.topology;
    it.check = `${edgeCount} edges, ${componentCount} component, ${boundary.edges.length} boundary edges in ${boundary.count} loop`;
  }
}

const unit = yardstick();
const figure = (ms: number): string => `${ms.toFixed(0)} ms = ${(ms / unit).toFixed(2)} yardsticks`;
console.log(`yardstick ${unit.toFixed(0)} CPU ms; ${grid.length / 3} triangles, ${vertexCount} vertices, seed ${SEED}`);
for (const { name, build, boundary, check } of cases) {
  const sorted = build.toSorted((a, b) => a - b);
  console.log(`${name}: ${check}`);
  console.log(`  first ${figure(build[0])}; median ${figure(sorted[RUNS >> 1])}; least ${figure(sorted[0])}`);
  console.log(`  and its boundary, least ${figure(Math.min(...boundary))}`);
}
