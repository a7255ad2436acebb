import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { type ColliderOptions, MeshCollider, TriMesh } from '../../src/index.ts';

const COLUMNS = 9;

/** A crumpled sheet and a second one across it; parts are stripes of the first, and the second. */
function scene(seed: number): { mesh: TriMesh; x0: Float64Array; x1: Float64Array; partOfFace: Uint32Array } {
  const random = seededRandom(seed);
  const triangles: number[] = [];
  const partOfFace: number[] = [];
  const side = COLUMNS + 1;
  for (let sheet = 0; sheet < 2; sheet++)
    for (let j = 0; j < COLUMNS; j++)
      for (let i = 0; i < COLUMNS; i++) {
        const v = sheet * side * side + j * side + i;
        triangles.push(v, v + 1, v + side + 1, v, v + side + 1, v + side);
        partOfFace.push(...Array(2).fill(sheet === 1 ? 3 : Math.floor(i / 3)));
      }
  const place = (): Float64Array =>
    Float64Array.from({ length: 6 * side * side }, (_, k) => {
      const v = Math.floor(k / 3) % (side * side);
      return [(v % side) / 4, Math.floor(v / side) / 4, 0][k % 3] + random.between(-0.4, 0.4);
    });
  const mesh = TriMesh.from(triangles, 2 * side * side);
  return { mesh, x0: place(), x1: place(), partOfFace: Uint32Array.from(partOfFace) };
}

const NAMES = ['left', 'middle', 'right', 'other'];

/** Left and middle may not collide; nothing else is left out. */
const GROUPS = [0, 1, 2, 3];
const MAY = [1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

type Query = (collider: MeshCollider) => string[];

/**
 * Which rows of an unrestricted answer stay: some pair of faces of the two features may collide.
 */
function expected(
  { mesh, partOfFace }: ReturnType<typeof scene>,
  rows: string[],
  may: (p: number, q: number) => boolean,
): string[] {
  const { starStart, starFaces, edgeFaceStart, edgeFaces } = mesh.topology;
  const ofEdge = (e: number): number[] => [...edgeFaces.subarray(edgeFaceStart[e], edgeFaceStart[e + 1])];
  return rows.filter((row) => {
    const [kind, a, b] = row.split(' ');
    const [p, q] = [Number(a), Number(b)];
    const first =
      kind === 'face' ? [p] : kind === 'ee' ? ofEdge(p) : [...starFaces.subarray(starStart[p], starStart[p + 1])];
    const second = kind === 'ee' ? ofEdge(q) : [q];
    return first.some((f) => second.some((g) => may(partOfFace[f], partOfFace[g])));
  });
}

function rowsOf({ count, kind, a, b }: { count: number; kind?: Uint8Array; a: Uint32Array; b: Uint32Array }): string[] {
  const nameOf = (i: number): string => (kind ? ['vf', 'ee', 'face'][kind[i]] : 'face');
  return Array.from({ length: count }, (_, i) => `${nameOf(i)} ${a[i]} ${b[i]}`);
}

describe('parts of a collider', () => {
  for (const seed of [1, 2, 3]) {
    const given = scene(seed);
    const { mesh, x0, x1, partOfFace } = given;
    const parts = { names: NAMES, partOfFace };
    const queries: Record<string, Query> = {
      collide: (collider) => rowsOf(collider.collide(x0, x1)),
      intersections: (collider) => rowsOf(collider.intersections(x0)),
      'proximities of features': (collider) => rowsOf(collider.proximities(x0, { distance: 0.05 })),
      'proximities of faces': (collider) => rowsOf(collider.proximities(x0, { distance: 0.05, level: 'face' })),
    };
    const cases: [string, ColliderOptions, (p: number, q: number) => boolean][] = [
      ['without self-collision', { parts, selfCollision: false }, (p, q) => p !== q],
      ['by groups of parts', { parts, groups: GROUPS, mayCollide: MAY }, (p, q) => MAY[4 * p + q] === 1],
      ['with parts that are still', { parts, still: [0, 1] }, (p, q) => p > 1 || q > 1],
    ];
    for (const [name, options, may] of cases)
      for (const [query, run] of Object.entries(queries))
        it(`finds what may collide, ${name}: ${query}, seed ${seed}`, () => {
          const all = run(new MeshCollider(mesh));
          const kept = expected(given, all, may);
          expect(run(new MeshCollider(mesh, options))).toEqual(kept);
          expect(kept.length).toBeGreaterThan(0);
          expect(kept.length).toBeLessThan(all.length);
        });
  }

  it('gives the same as groups of components, where parts share no vertex', () => {
    const { mesh, x0, x1 } = scene(4);
    const partOfFace = Uint32Array.from({ length: mesh.faceCount }, (_, f) => (f < mesh.faceCount / 2 ? 0 : 1));
    const byParts = new MeshCollider(mesh, { parts: { names: ['a', 'b'], partOfFace }, selfCollision: false });
    const byComponents = new MeshCollider(mesh, { selfCollision: false });
    expect(rowsOf(byParts.collide(x0, x1))).toEqual(rowsOf(byComponents.collide(x0, x1)));
    expect(rowsOf(byParts.intersections(x0))).toEqual(rowsOf(byComponents.intersections(x0)));
  });

  it('keeps parts when the mesh changes', () => {
    const given = scene(5);
    const { mesh, x0, x1, partOfFace } = given;
    const collider = new MeshCollider(mesh, { parts: { names: NAMES, partOfFace }, selfCollision: false });
    const [a, b, c] = mesh.triangles.subarray(0, 3);
    const { faceRemap, addedFaces } = collider.retopologize({ removeFaces: [0, 40], addFaces: [a, c, b] });
    const parts = new Uint32Array(collider.mesh.faceCount);
    faceRemap.forEach((now, f) => {
      if (now !== 0xffffffff) parts[now] = partOfFace[f];
    });
    parts[addedFaces[0]] = partOfFace[0];
    const all = rowsOf(new MeshCollider(collider.mesh).collide(x0, x1));
    const changed = { ...given, mesh: collider.mesh, partOfFace: parts };
    expect(rowsOf(collider.collide(x0, x1))).toEqual(expected(changed, all, (p, q) => p !== q));
  });

  it('refuses parts that do not fit', () => {
    const { mesh } = scene(1);
    const fits = new Uint32Array(mesh.faceCount);
    const make = (names: string[], partOfFace: ArrayLike<number>) => () =>
      new MeshCollider(mesh, { parts: { names, partOfFace } });
    expect(make(['a'], [0])).toThrow('partOfFace holds 1 entries; the mesh has 324 faces.');
    expect(make(['a', 'a'], fits)).toThrow('Two parts are named a; names must differ.');
    expect(make([], fits)).toThrow('Face 0 is in part 0; there are 0 parts, from 0 on.');
  });
});
