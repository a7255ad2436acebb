// Which vertices and faces a glTF file yields.
import { describe, expect, it } from 'vitest';
import { MeshCollider } from '../../../src/index.ts';
import { readGltf } from '../../../src/io.ts';
import { Builder, CUBE_INDICES, CUBE_POINTS, difference, distinct, pointsAt, type Vector } from './gltf-samples.ts';

const SQUARE: readonly Vector[] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [1, 1, 0],
];
const shifted = (points: readonly Vector[], dx: number): Vector[] => points.map(([x, y, z]) => [x + dx, y, z]);
const trianglesIn = ({ mesh }: { mesh: { triangles: Uint32Array } }) => Array.from(mesh.triangles);

describe('seams', () => {
  it('between the sides of a cube are welded', async () => {
    const builder = new Builder();
    builder.cube();
    const read = await readGltf(await builder.glb());
    expect(read.mesh.vertexCount).toBe(8);
    expect(read.mesh.faceCount).toBe(12);
    expect(read.droppedFaces).toBe(0);
    expect(read.mesh.topology.edges.length / 2).toBe(18);
    expect(pointsAt(read)).toEqual(distinct(CUBE_POINTS));
    const rest = new Float64Array(pointsAt(read).flat());
    expect(new MeshCollider(read.mesh).collide(rest, rest).count).toBe(0);
  });

  it('between primitives of one mesh are welded, between meshes and instances not', async () => {
    const builder = new Builder();
    const halves = [builder.primitive(SQUARE, [0, 1, 2]), builder.primitive(SQUARE, [1, 3, 2])];
    const node = builder.node(...halves);
    builder.node().setMesh(node.getMesh());
    builder.node(builder.primitive(SQUARE, [0, 1, 2, 1, 3, 2]));
    const read = await readGltf(await builder.glb());
    expect(read.mesh.vertexCount).toBe(12);
    expect(trianglesIn(read)).toEqual([0, 4, 8].flatMap((first) => [0, 1, 2, 1, 3, 2].map((v) => v + first)));
    expect(read.names.map(({ vertices, faces }) => [vertices.first, vertices.end, faces.first, faces.end])).toEqual([
      [0, 4, 0, 2],
      [4, 8, 2, 4],
      [8, 12, 4, 6],
    ]);
    expect(read.names[1].primitives).toEqual([
      { name: 'primitive 0', material: undefined, faces: { first: 2, end: 3 } },
      { name: 'primitive 1', material: undefined, faces: { first: 3, end: 4 } },
    ]);
  });

  it('stay where morph targets part', async () => {
    const builder = new Builder();
    const points = [...SQUARE, ...SQUARE.slice(1)];
    const moved = points.map((_, i): Vector => [0, 0, i === 5 ? 1 : 0]);
    const target = builder.document.createPrimitiveTarget().setAttribute('POSITION', builder.vectors(moved));
    builder.node(builder.primitive(points, [0, 1, 2, 4, 6, 5]).addTarget(target));
    const read = await readGltf(await builder.glb());
    expect(read.mesh.vertexCount).toBe(5);
    expect(trianglesIn(read)).toEqual([0, 1, 2, 1, 3, 4]);
  });

  it('of a skin are welded whatever the order of joints, and stay where weights differ', async () => {
    const builder = new Builder();
    const points: Vector[] = [...SQUARE.slice(0, 3), SQUARE[0], SQUARE[1], SQUARE[2]];
    const joints = [0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0];
    const weights = [3, 1, 0, 0, 2, 2, 0, 0, 4, 0, 0, 0, 1, 3, 0, 0, 2, 2, 0, 0, 3, 1, 0, 0].map((w) => w / 4);
    const primitive = builder
      .primitive(points, [0, 1, 2, 3, 5, 4])
      .setAttribute('JOINTS_0', builder.accessor('VEC4', new Uint8Array(joints)))
      .setAttribute('WEIGHTS_0', builder.accessor('VEC4', new Float32Array(weights)));
    const skin = builder.document.createSkin().addJoint(builder.node()).addJoint(builder.node());
    builder.node(primitive).setSkin(skin);
    const read = await readGltf(await builder.glb());
    expect(trianglesIn(read)).toEqual([0, 1, 2, 0, 3, 1]);
    expect(pointsAt(read)).toEqual([...SQUARE.slice(0, 3), SQUARE[2]]);
  });

  it('that closed drop the faces between them, and say how many', async () => {
    const builder = new Builder();
    builder.node(builder.primitive([...SQUARE, SQUARE[1]], [0, 1, 2, 1, 4, 3, 1, 3, 2, 0, 0, 2]));
    const read = await readGltf(await builder.glb());
    expect(trianglesIn(read)).toEqual([0, 1, 2, 1, 3, 2]);
    expect(read.droppedFaces).toBe(2);
    expect(read.names[0].faces).toEqual({ first: 0, end: 2 });
  });
});

describe('primitives', () => {
  it.each([
    ['triangles', 4, [0, 1, 2, 1, 3, 2], [0, 1, 2, 1, 3, 2]],
    ['a strip', 5, [0, 1, 2, 3], [0, 1, 2, 1, 3, 2]],
    ['a fan', 6, [0, 1, 3, 2], [1, 2, 0, 2, 3, 0]],
  ] as const)('of %s, with indices or without', async (_, mode, indices, triangles) => {
    const builder = new Builder();
    builder.node(builder.primitive(SQUARE, indices).setMode(mode));
    const bare = indices.map((i) => SQUARE[i]);
    builder.node(builder.primitive(bare, null).setMode(mode));
    const read = await readGltf(await builder.glb());
    const corners = read.mesh.triangles;
    const points = pointsAt(read);
    expect(corners.length).toBe(12);
    for (const first of [0, 6]) {
      const found = Array.from(corners.subarray(first, first + 6), (v) => points[v]);
      const order = mode === 6 ? triangles.map((i) => indices[i]) : triangles;
      expect(found).toEqual(order.map((i) => SQUARE[i]));
    }
  });

  it('of points and lines are left out, and it is said', async () => {
    const builder = new Builder();
    const lines = builder.primitive(SQUARE, [0, 1]).setMode(1);
    const empty = builder.document.createPrimitive();
    builder.node(lines, builder.primitive(SQUARE, [0, 1, 2]), empty, builder.primitive(SQUARE, null).setMode(0));
    const read = await readGltf(await builder.glb());
    expect(trianglesIn(read)).toEqual([0, 1, 2]);
    expect(read.ignored).toEqual([
      'meshes[0].primitives[0]: LINES',
      'meshes[0].primitives[2]: no positions',
      'meshes[0].primitives[3]: POINTS',
    ]);
    expect(read.names[0].primitives.map(({ faces }) => faces.end - faces.first)).toEqual([0, 1, 0, 0]);
  });

  it('of quantised and sparse positions', async () => {
    const builder = new Builder();
    const small = new Int16Array([0, 0, 0, 32767, 0, 0, 0, -32768, 0]);
    const normalised = builder.accessor('VEC3', small).setNormalized(true);
    builder.node(builder.document.createPrimitive().setAttribute('POSITION', normalised));
    const whole = builder.accessor('VEC3', new Int8Array([0, 0, 0, 100, 0, 0, 0, -128, 0]));
    builder.node(builder.document.createPrimitive().setAttribute('POSITION', whole));
    const sparse = builder.accessor('VEC3', new Float32Array(12).fill(3, 4, 6).fill(5, 9)).setSparse(true);
    builder.node(
      builder.document
        .createPrimitive()
        .setAttribute('POSITION', sparse)
        .setIndices(builder.accessor('SCALAR', new Uint16Array([0, 1, 3]))),
    );
    const file = await builder.text((json) => {
      json.extensionsUsed = ['KHR_mesh_quantization'];
      json.extensionsRequired = ['KHR_mesh_quantization'];
    });
    const read = await readGltf(file);
    const expected = ['0,0,0', '1,0,0', '0,-1,0', '0,0,0', '100,0,0', '0,-128,0', '0,0,0', '0,3,3', '5,5,5'];
    expect(pointsAt(read).map((point) => point.join())).toEqual(expected);
    expect(read.ignored).toEqual([]);
    expect(read.notes).toEqual([
      "Positions of 2 of 3 parts are quantised to 1 m: nearer contacts are not the artist's.",
    ]);
  });
});

describe('the scene', () => {
  async function twoScenes(change: (builder: Builder) => void): Promise<number[]> {
    const builder = new Builder();
    builder.cube();
    const { document } = builder;
    const other = document
      .createNode()
      .setMesh(builder.document.createMesh().addPrimitive(builder.primitive(SQUARE, [0, 1, 2])));
    document.createScene().addChild(document.createNode().addChild(other));
    change(builder);
    return (await readGltf(await builder.glb())).names.map(({ faces }) => faces.end - faces.first);
  }

  it('is the default one, or the first, or all nodes', async () => {
    expect(
      await twoScenes(({ document }) => document.getRoot().setDefaultScene(document.getRoot().listScenes()[1])),
    ).toEqual([1]);
    expect(await twoScenes(() => {})).toEqual([12]);
    expect(
      await twoScenes(({ document }) => {
        for (const scene of document.getRoot().listScenes()) scene.dispose();
      }),
    ).toEqual([12, 1]);
  });

  it('names its parts', async () => {
    const builder = new Builder();
    const { document } = builder;
    builder.cube().setName('box').getMesh()?.listPrimitives()[0].setMaterial(document.createMaterial('stone'));
    builder.cube().getMesh()?.setName('crate');
    builder.cube();
    const { names } = await readGltf(await builder.glb());
    expect(names.map(({ name }) => name)).toEqual(['box', 'crate', 'node 2']);
    expect(names[0].primitives[0]).toMatchObject({ name: 'stone', material: 'stone' });
  });
});

describe('files', () => {
  it('of JSON take their buffer from a data URI or from a file beside them', async () => {
    const builder = new Builder();
    builder.cube();
    expect((await readGltf(await builder.text())).mesh.faceCount).toBe(12);
    const { json, binary } = await builder.parts();
    const image = { uri: 'nowhere.png' };
    const file = new TextEncoder().encode(
      JSON.stringify({ ...json, images: [image], buffers: [{ byteLength: binary.length, uri: 'a%20b.bin' }] }),
    );
    const asked: string[] = [];
    const read = await readGltf(file, {
      resources: async (uri) => {
        asked.push(uri);
        return binary;
      },
    });
    expect(asked).toEqual(['a b.bin']);
    expect(difference(pointsAt(read), distinct(CUBE_POINTS))).toBe(0);
  });

  it('may lie at any offset of their memory', async () => {
    const builder = new Builder();
    builder.node(builder.primitive(shifted(CUBE_POINTS, 0.5), CUBE_INDICES));
    const bytes = await builder.glb();
    const memory = new Uint8Array(bytes.length + 1);
    memory.set(bytes, 1);
    expect(difference(pointsAt(await readGltf(memory.subarray(1))), distinct(shifted(CUBE_POINTS, 0.5)))).toBe(0);
  });
});
