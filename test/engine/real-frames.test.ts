// Two real frames with exact truth: exactly those pairs, none missing, none extra, none twice.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  adjacency,
  basic,
  iccd,
  iccdAsPublished,
  iccdWithCones,
  iccdWithoutCones,
  MeshCollider,
  noDuplicates,
  rTriangles,
  TriMesh,
} from '../../src/index.ts';
import { readPly } from '../../src/io.ts';
import { dataFolder } from '../generate/data-folder.ts';

const frames = [
  { name: 'cloth-ball', files: ['cloth_ball92.ply', 'cloth_ball93.ply'], vf: 19_032, ee: 94_822 },
  { name: 'n-body', files: ['balls16_18.ply', 'balls16_19.ply'], vf: 9_459, ee: 41_031 },
];

const recipes = [iccd, iccdAsPublished, iccdWithCones, iccdWithoutCones, rTriangles, adjacency, noDuplicates, basic];

const sorted = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);
const edgePair = (a: string, b: string) => `ee ${[a, b].sort().join(' ')}`;

describe.each(frames)('$name', ({ name, files, vf, ee }) => {
  const folder = join(dataFolder, 'frames', name);
  it.skipIf(!existsSync(folder)).each(recipes)('has exactly the contacts of the truth with $name', (recipe) => {
    const [first, second] = files.map((file) => readPly(readFileSync(join(folder, file))));
    const mesh = TriMesh.from(first.triangles, first.vertexCount);
    const contacts = new MeshCollider(mesh, { recipe }).collide(first.positions, second.positions);
    const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'));
    const expected = new Set<string>([
      ...truth.vf.map(([v, f]: number[]) => `vf ${v} ${f}`),
      ...truth.ee.map(([a, b, c, d]: number[]) => edgePair(sorted(a, b), sorted(c, d))),
    ]);
    expect(expected.size).toBe(vf + ee);
    const { edges } = mesh.topology;
    const edge = (e: number) => sorted(edges[2 * e], edges[2 * e + 1]);
    for (let i = 0; i < contacts.count; i++) {
      const [a, b] = [contacts.a[i], contacts.b[i]];
      const pair = contacts.kind[i] === 0 ? `vf ${a} ${b}` : edgePair(edge(a), edge(b));
      if (!expected.delete(pair)) expect.fail(`extra or twice: ${pair}`);
    }
    expect([...expected].slice(0, 5), 'missing').toEqual([]);
  });
});
