// The parts of a sequence: which faces belong together, and what they are called.
import { describe, expect, it } from 'vitest';
import { partsOfTorn } from '../../src/check/name-parts.ts';
import { writePc2 } from '../../src/io.ts';
import { Builder, CUBE_POINTS } from '../io/gltf/gltf-samples.ts';
import { type Files, open, partRuns, tetrahedron } from './memory-files.ts';

const four = (x: number, first: number) => tetrahedron(x, { first });
const twoPlain = `${four(0, 0)}${four(3, 4)}`;
const twoNamed = `o left\nusemtl wool\n${four(0, 0)}o right\nusemtl silk\n${four(3, 4)}`;

async function runs(
  groups: Readonly<Record<string, readonly string[]>>,
  files: Files,
  partsBy?: 'object' | 'material' | 'component',
): Promise<[string, number][]> {
  const { parts, mesh } = await open(groups, files, { partsBy, unit: 'm', up: 'y' });
  expect(parts.partOfFace).toHaveLength(mesh.faceCount);
  expect(new Set(parts.names).size).toBe(parts.names.length);
  return partRuns(parts);
}

describe('an input without a name', () => {
  it('has the names in its file', async () => {
    expect(await runs({ '': ['a.obj'] }, { 'a.obj': twoNamed })).toEqual([
      ['left', 4],
      ['right', 4],
    ]);
  });

  it('has numbered components where the file has no names', async () => {
    expect(await runs({ '': ['a.obj'] }, { 'a.obj': twoPlain })).toEqual([
      ['part 1', 4],
      ['part 2', 4],
    ]);
  });

  it('numbers only the components without a name', async () => {
    const text = `o body\n${four(0, 0)}o\n${four(3, 4)}${four(6, 8)}o body\n${four(9, 12)}`;
    expect(await runs({ '': ['a.obj'] }, { 'a.obj': text })).toEqual([
      ['body', 4],
      ['part 1', 4],
      ['part 2', 4],
      ['body', 4],
    ]);
  });

  it('never has one name for two parts', async () => {
    const text = `o part 1\n${four(0, 0)}o part 1.1\n${four(3, 4)}o\n${four(6, 8)}`;
    const { parts } = await open({ '': ['a.obj'] }, { 'a.obj': text });
    expect(parts.names).toEqual(['part 1', 'part 1.1', 'part 1.2']);
  });

  it('keeps the names where triangles are dropped', async () => {
    const text = `o left\nf 1 1 2\n${four(0, 0)}o right\n${four(3, 4)}f 1 2 2\n`;
    expect(await runs({ '': ['a.obj'] }, { 'a.obj': text })).toEqual([
      ['left', 4],
      ['right', 4],
    ]);
  });

  it('has the names of the base mesh of a cache', async () => {
    const cache = writePc2([new Float64Array(24), new Float64Array(24)]);
    expect(await runs({ '': ['a.obj', 'a.pc2'] }, { 'a.obj': twoNamed, 'a.pc2': cache })).toEqual([
      ['left', 4],
      ['right', 4],
    ]);
  });

  it('has the names of solids', async () => {
    const facet = 'facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet';
    const text = `solid left arm\n${facet}\nendsolid\nsolid right arm\n${facet}\nendsolid\n`;
    expect(await runs({ '': ['a.stl'] }, { 'a.stl': text })).toEqual([
      ['left arm', 1],
      ['right arm', 1],
    ]);
  });
});

describe('an input with a name', () => {
  it('is one part if the file has no names, or one', async () => {
    for (const text of [twoPlain, `o Dress_v3\n${twoPlain}`])
      expect(await runs({ dress: ['a.obj'] }, { 'a.obj': text })).toEqual([['dress', 8]]);
  });

  it('is in front of the names in its file', async () => {
    const text = `${twoNamed}o\n${four(6, 8)}${four(9, 12)}`;
    expect(await runs({ dress: ['a.obj'] }, { 'a.obj': text })).toEqual([
      ['dress/left', 4],
      ['dress/right', 4],
      ['dress/part 1', 4],
      ['dress/part 2', 4],
    ]);
  });
});

describe('several inputs', () => {
  it('have their parts side by side', async () => {
    expect(await runs({ dress: ['a.obj'], body: ['b.obj'] }, { 'a.obj': twoNamed, 'b.obj': twoPlain })).toEqual([
      ['dress/left', 4],
      ['dress/right', 4],
      ['body', 8],
    ]);
  });

  it('tell equal names apart by the names of their files', async () => {
    const files = { 'in/scene.v2.obj': `o body\n${four(0, 0)}o hat\n${four(3, 4)}`, 'b.obj': four(0, 0) };
    expect(await runs({ '': ['in/scene.v2.obj'], body: ['b.obj'] }, files)).toEqual([
      ['scene.v2/body', 4],
      ['hat', 4],
      ['body', 4],
    ]);
  });
});

describe('parts by material or component', () => {
  it('by material, with components where there is none', async () => {
    const files = {
      'a.obj': `${four(6, 0)}usemtl wool\n${four(0, 4)}usemtl silk\n${four(3, 8)}usemtl wool\n${four(9, 12)}`,
    };
    expect(await runs({ '': ['a.obj'] }, files, 'material')).toEqual([
      ['part 1', 4],
      ['wool', 4],
      ['silk', 4],
      ['wool', 4],
    ]);
    expect(await runs({ dress: ['a.obj'] }, { 'a.obj': twoNamed }, 'material')).toEqual([
      ['dress/wool', 4],
      ['dress/silk', 4],
    ]);
  });

  it('by component, numbered under their names', async () => {
    const files = { 'a.obj': `o left\n${twoPlain}o right\n${four(6, 8)}`, 'b.obj': twoPlain };
    expect(await runs({ '': ['a.obj'] }, files, 'component')).toEqual([
      ['left part 1', 4],
      ['left part 2', 4],
      ['right', 4],
    ]);
    expect(await runs({ '': ['b.obj'] }, files, 'component')).toEqual([
      ['part 1', 4],
      ['part 2', 4],
    ]);
    expect(await runs({ dress: ['b.obj'] }, files, 'component')).toEqual([
      ['dress part 1', 4],
      ['dress part 2', 4],
    ]);
  });
});

describe('a glTF file', () => {
  async function scene(): Promise<Uint8Array> {
    const builder = new Builder();
    const [wool, silk] = ['wool', 'silk'].map((name) => builder.document.createMaterial(name));
    const half = () => builder.primitive(CUBE_POINTS, [0, 1, 3]);
    builder.node(half().setMaterial(wool), half().setMaterial(silk)).setName('sleeve');
    builder.node(half().setMaterial(wool)).setName('sleeve').setTranslation([5, 0, 0]);
    builder.node(half()).setName('hat').setTranslation([9, 0, 0]);
    return builder.glb();
  }

  it('has a part for every node, whatever their names', async () => {
    expect(await runs({ '': ['a.glb'] }, { 'a.glb': await scene() })).toEqual([
      ['sleeve', 2],
      ['sleeve.1', 1],
      ['hat', 1],
    ]);
  });

  it('has one part for every material', async () => {
    expect(await runs({ dress: ['a.glb'] }, { 'a.glb': await scene() }, 'material')).toEqual([
      ['dress/wool', 1],
      ['dress/silk', 1],
      ['dress/wool', 1],
      ['dress/part 1', 1],
    ]);
  });
});

it('a mesh that has torn keeps its parts', async () => {
  const torn = twoNamed.replace('f 1 2 4', 'f 1 2 2');
  const { mesh, parts, meshOf } = await open({ '': ['0.obj', '1.obj'] }, { '0.obj': twoNamed, '1.obj': torn });
  const left = partsOfTorn(mesh, parts, meshOf(1));
  expect(Array.from(left.partOfFace as Uint32Array)).toEqual([0, 0, 0, 1, 1, 1, 1]);
  expect(left.names).toEqual(['left', 'right']);
  expect(partsOfTorn(mesh, parts, mesh)).toBe(parts);
});
