// glTF files for the fuzzer of file readers: plain, instanced, with visibility and pointers, sparse,
// quantised, compressed by Draco and by meshopt. Damage knows the JSON and the buffer of a file.
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import type { Random } from '../../src/core/math/random.ts';
import { readGltf, readGltfScene } from '../../src/io.ts';
import { inKhrForm, withDraco, withFilters, withMeshopt } from '../io/gltf/compressed.ts';
import { CUBE_INDICES, CUBE_POINTS } from '../io/gltf/gltf-samples.ts';
import { glbOf, glbParts, type Json, JsonGltf } from '../io/gltf/json-gltf.ts';
import { utf8 } from '../io/samples.ts';
import type { FileFuzz } from './file-fuzz.ts';
import { damagedJson } from './json-damage.ts';

const POINTS = CUBE_POINTS.flat();
const COUNT = CUBE_POINTS.length;

/** A skinned, morphed figure of two joints, with all interpolations. */
function figure(): Uint8Array {
  const gltf = new JsonGltf();
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const attributes = {
    POSITION: gltf.floats('VEC3', POINTS),
    JOINTS_0: gltf.accessor(
      'VEC4',
      Uint8Array.from({ length: 4 * COUNT }, (_, i) => (i % 8 === 4 ? 1 : 0)),
    ),
    WEIGHTS_0: gltf.accessor(
      'VEC4',
      Uint8Array.from({ length: 4 * COUNT }, (_, i) => (i % 4 ? 0 : 255)),
      { normalized: true },
    ),
  };
  const indices = gltf.accessor('SCALAR', new Uint16Array(CUBE_INDICES));
  const target = {
    POSITION: gltf.floats(
      'VEC3',
      POINTS.map((x) => x / 4),
    ),
  };
  const times = gltf.floats('SCALAR', [0, 0.5, 1]);
  const turn = gltf.accessor('VEC4', new Int16Array([0, 0, 0, 32767, 0, 0, 23170, 23170, 0, 0, 32767, 0]), {
    normalized: true,
  });
  const weights = gltf.floats('SCALAR', [0, 1, 0.5]);
  const spline = gltf.floats(
    'VEC3',
    Array.from({ length: 27 }, (_, i) => i / 9),
  );
  return gltf.glb({
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: 'figure', mesh: 0, skin: 0, weights: [0.5] },
      { name: 'hip', children: [2], matrix: identity },
      { name: 'knee', translation: [0, 1, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] },
    ],
    meshes: [
      { name: 'body', weights: [0.25], primitives: [{ attributes, indices, targets: [target], mode: 4, material: 0 }] },
    ],
    materials: [{ name: 'skin' }],
    skins: [{ joints: [1, 2], inverseBindMatrices: gltf.floats('MAT4', [...identity, ...identity]), skeleton: 1 }],
    animations: [
      {
        name: 'walk',
        samplers: [
          { input: times, output: turn, interpolation: 'LINEAR' },
          { input: times, output: weights, interpolation: 'STEP' },
          { input: times, output: spline, interpolation: 'CUBICSPLINE' },
        ],
        channels: [
          { sampler: 0, target: { node: 2, path: 'rotation' } },
          { sampler: 1, target: { node: 0, path: 'weights' } },
          { sampler: 2, target: { node: 1, path: 'translation' } },
        ],
      },
      { samplers: [{ input: times, output: turn }], channels: [{ sampler: 0, target: { node: 2, path: 'rotation' } }] },
    ],
  });
}

/** Instances, visibility over time, pointers, two scenes. */
function extended(): Uint8Array {
  const gltf = new JsonGltf();
  const indices = gltf.accessor('SCALAR', new Uint8Array(CUBE_INDICES));
  const primitives = [{ attributes: { POSITION: gltf.floats('VEC3', POINTS) }, indices }];
  const instances = {
    TRANSLATION: gltf.floats('VEC3', [0, 0, 0, 3, 0, 0, 6, 0, 0]),
    ROTATION: gltf.accessor('VEC4', new Int8Array([0, 0, 0, 127, 0, 90, 0, 90, 127, 0, 0, 0]), { normalized: true }),
    SCALE: gltf.floats('VEC3', [1, 1, 1, 2, 2, 2, 1, 2, 3]),
  };
  const times = gltf.floats('SCALAR', [0, 1]);
  const move = gltf.floats('VEC3', [0, 0, 0, 0, 5, 0]);
  const blink = gltf.accessor('SCALAR', new Uint8Array([0, 1]));
  const pointer = (to: string): Json => ({ path: 'pointer', extensions: { KHR_animation_pointer: { pointer: to } } });
  const names = ['EXT_mesh_gpu_instancing', 'KHR_node_visibility', 'KHR_animation_pointer'];
  return gltf.text({
    extensionsUsed: names,
    extensionsRequired: names,
    scenes: [{ nodes: [0] }, { nodes: [3] }],
    nodes: [
      { children: [1, 2] },
      { name: 'many', mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: instances } } },
      { name: 'blinker', mesh: 0, extensions: { KHR_node_visibility: { visible: false } }, translation: [0, -9, 0] },
      { name: 'elsewhere', mesh: 0 },
    ],
    meshes: [{ primitives }],
    animations: [
      {
        samplers: [
          { input: times, output: move },
          { input: times, output: blink, interpolation: 'STEP' },
        ],
        channels: [
          { sampler: 0, target: pointer('/nodes/1/translation') },
          { sampler: 1, target: pointer('/nodes/2/extensions/KHR_node_visibility/visible') },
          { sampler: 0, target: pointer('/materials/0/emissiveFactor') },
        ],
      },
    ],
  });
}

/** Sparse, strided and quantised accessors, strips and fans. */
function packed(): Uint8Array {
  const gltf = new JsonGltf();
  const quantised = gltf.accessor(
    'VEC3',
    Int16Array.from(POINTS, (x) => x * 32767),
    { normalized: true },
  );
  const strided = gltf.floats('VEC3', POINTS);
  gltf.views[gltf.accessors[strided].bufferView as number].byteStride = 12;
  const sparse = gltf.accessors.push({
    componentType: 5126,
    count: COUNT,
    type: 'VEC3',
    sparse: {
      count: 2,
      indices: { bufferView: gltf.view(new Uint16Array([1, 3])), componentType: 5123 },
      values: { bufferView: gltf.view(new Float32Array([1, 2, 3, 4, 5, 6])), byteOffset: 0 },
    },
  });
  const primitives = [
    { attributes: { POSITION: quantised }, mode: 5 },
    { attributes: { POSITION: strided }, mode: 6 },
    { attributes: { POSITION: sparse - 1 }, indices: gltf.accessor('SCALAR', new Uint32Array([0, 1, 3])) },
    { attributes: { POSITION: strided }, mode: 1 },
  ];
  return gltf.glb({ nodes: [{ mesh: 0, rotation: [0, 0, 1, 0] }], meshes: [{ primitives }] });
}

/** Positions that meshopt has rounded, beside indices in its form. */
function rounded(): Uint8Array {
  const gltf = new JsonGltf();
  const points = MeshoptEncoder.encodeFilterExp(new Float32Array(POINTS), COUNT, 12, 12, 'SharedComponent');
  const streams = [
    { bytes: MeshoptEncoder.encodeVertexBuffer(points, COUNT, 12), byteStride: 12, count: COUNT, mode: 'ATTRIBUTES' },
    {
      bytes: MeshoptEncoder.encodeIndexBuffer(
        new Uint8Array(new Uint16Array(CUBE_INDICES).buffer),
        CUBE_INDICES.length,
        2,
      ),
      byteStride: 2,
      count: CUBE_INDICES.length,
      mode: 'TRIANGLES',
    },
  ];
  const sources = streams.map(({ bytes }) => gltf.views[gltf.view(bytes)]);
  streams.forEach(({ byteStride, count, mode }, i) => {
    const filter = mode === 'ATTRIBUTES' ? 'EXPONENTIAL' : 'NONE';
    const EXT_meshopt_compression = { ...sources[i], byteStride, count, mode, filter };
    gltf.views.push({ buffer: 0, byteLength: byteStride * count, extensions: { EXT_meshopt_compression } });
  });
  gltf.accessors.push({ bufferView: 2, componentType: 5126, count: COUNT, type: 'VEC3' });
  gltf.accessors.push({ bufferView: 3, componentType: 5123, count: CUBE_INDICES.length, type: 'SCALAR' });
  return gltf.glb({
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  });
}

const plain = figure();
const meshopt = await withMeshopt(plain);
const files: readonly Uint8Array[] = [
  plain,
  extended(),
  packed(),
  await withDraco(plain, 12),
  meshopt,
  inKhrForm(meshopt),
  await withFilters(figure()),
  rounded(),
];

const PREFIX = 'data:application/octet-stream;base64,';

/** Applies changes to the JSON and to the buffer of a file, which stays whole. */
function changed(
  file: Uint8Array,
  json: (value: unknown) => unknown,
  binary: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  if (file[0] !== '{'.charCodeAt(0)) {
    const parts = glbParts(file);
    return glbOf(json(parts.json), binary(parts.binary));
  }
  const document = JSON.parse(new TextDecoder().decode(file));
  const bytes = Buffer.from(document.buffers[0].uri.slice(PREFIX.length), 'base64');
  document.buffers[0].uri = PREFIX + Buffer.from(binary(bytes)).toString('base64');
  return utf8(JSON.stringify(json(document)));
}

/** Changes a few bytes, cuts the end or repeats a part. */
function damagedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const kind = random.below(8);
  if (kind === 0) return copy.subarray(0, random.below(copy.length + 1));
  if (kind === 1) {
    const from = random.below(copy.length);
    copy.copyWithin(random.below(copy.length), from, from + random.below(64));
    return copy;
  }
  for (let left = 1 + random.below(8); left > 0; left--) {
    copy[random.below(copy.length)] = random.below(2) ? random.below(256) : 255 * random.below(2);
  }
  return copy;
}

function damage(file: Uint8Array, random: Random): Uint8Array {
  const kind = random.below(8);
  const count = 1 + random.below(3);
  if (kind === 0) return damagedBytes(file, random);
  if (kind < 5)
    return changed(
      file,
      (json) => damagedJson(json, random, count),
      (bytes) => bytes,
    );
  if (kind < 7)
    return changed(
      file,
      (json) => json,
      (bytes) => damagedBytes(bytes, random),
    );
  return changed(
    file,
    (json) => damagedJson(json, random, 1),
    (bytes) => damagedBytes(bytes, random),
  );
}

/** How many times of an animation are tried: damage may give it many. */
const MAX_TIMES = 20;

async function read(file: Uint8Array): Promise<void> {
  const merged = await readGltf(file);
  const out = new Float64Array(3 * merged.mesh.vertexCount);
  merged.restPositions(out);
  for (const playing of [merged.together.clips, ...merged.clips.keys()]) {
    const { times } = typeof playing === 'number' ? merged.clips[playing] : merged.together;
    for (const time of times.slice(0, MAX_TIMES)) {
      merged.positions(playing, time, out);
      if (!out.every(Number.isFinite)) throw new Error('positions that are not finite');
      merged.names.forEach((_, part) => {
        merged.isShown(part, playing, time);
      });
    }
  }
  const scene = await readGltfScene(file);
  for (const object of scene.objects)
    for (const time of scene.times.slice(0, MAX_TIMES)) {
      object.isShown(time);
      object.positions(time, new Float64Array(3 * object.faces(time).vertexCount));
    }
}

/** The fuzzer of glTF. */
export const gltfFuzz: FileFuzz = { name: 'gltf', files: () => files, damage, read };
