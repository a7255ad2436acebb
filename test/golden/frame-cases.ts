// The collider of deforming meshes on the two real frames of GRAZE_DATA: every recipe there, in two
// halves and back; all questions.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MeshCollider, TriMesh } from '../../src/index.ts';
import { readPly } from '../../src/io.ts';
import { dataFolder } from '../generate/data-folder.ts';
import type { MovingMesh } from '../generate/meshes.ts';
import type { ColumnHashes } from './column-hashes.ts';
import { addContacts, addFirstContact, type GoldenCase } from './golden-case.ts';
import { askAll } from './mesh-cases.ts';
import { recipes } from './recipes.ts';

const FRAMES = {
  'cloth-ball': ['cloth_ball92.ply', 'cloth_ball93.ply'],
  'n-body': ['balls16_18.ply', 'balls16_19.ply'],
} as const;

type FrameName = keyof typeof FRAMES;

const loaded = new Map<FrameName, MovingMesh>();

function load(name: FrameName): MovingMesh {
  const known = loaded.get(name);
  if (known) return known;
  const [a, b] = FRAMES[name].map((file) => readPly(readFileSync(join(dataFolder, 'frames', name, file))));
  const frame = { mesh: TriMesh.from(a.triangles, a.vertexCount), x0: a.positions, x1: b.positions };
  loaded.set(name, frame);
  return frame;
}

function collideOnTheWay(hashes: ColumnHashes, { mesh, x0, x1 }: MovingMesh, recipeName: string): void {
  const half = x0.map((x, i) => x + 0.5 * (x1[i] - x));
  const collider = new MeshCollider(mesh, { recipe: recipes[recipeName] });
  hashes.add('input', half);
  const steps = [
    [x0, x1],
    [x0, half],
    [half, x1],
    [x1, x0],
  ];
  for (const [from, to] of steps) {
    addContacts(hashes, collider.collide(from, to));
    addFirstContact(hashes, 'firstContact', collider.firstContact(from, to));
  }
}

/** What `npm test` runs: the default recipe, and one of another paper. */
const QUICK = ['iccd', 'rTriangles'];

export const frameCases: readonly GoldenCase[] = (Object.keys(FRAMES) as FrameName[]).flatMap((name): GoldenCase[] => [
  ...Object.keys(recipes).map((recipeName) => ({
    name: `frame of ${name}: collide with ${recipeName}`,
    isQuick: QUICK.includes(recipeName),
    needsData: true,
    run: (hashes: ColumnHashes) => collideOnTheWay(hashes, load(name), recipeName),
  })),
  {
    name: `frame of ${name}: all questions`,
    // Seconds: contacts within a separation take the longest.
    isQuick: false,
    needsData: true,
    run: (hashes) => {
      const { mesh, x0, x1 } = load(name);
      const collider = new MeshCollider(mesh);
      hashes.addAll('input.', { triangles: mesh.triangles, edges: mesh.topology.edges, x1 });
      askAll(hashes, collider, x0, x1);
      askAll(hashes, collider, x1, x0);
    },
  },
]);
