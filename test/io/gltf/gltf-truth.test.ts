// Files whose positions are known: a scene from Blender in plain and compressed forms, instances,
// visibility, pointers, and two figures in every form.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MeshCollider } from '../../../src/index.ts';
import { GltfNodes } from '../../../src/io/gltf/gltf-nodes.ts';
import { type AnimatedScene, type GltfAnimation, readGltf, readGltfScene } from '../../../src/io.ts';
import { dataFolder } from '../../generate/data-folder.ts';
import { inKhrForm, jsonOf, quantised, withDraco, withMeshopt } from './compressed.ts';

const formats = join(dataFolder, 'formats');
const bytesOf = (folder: string, name: string): Uint8Array => readFileSync(join(dataFolder, folder, name));

interface SceneTruth {
  readonly objects: Readonly<Record<string, { readonly world: readonly (readonly number[])[] }>>;
}

function truthOf<T>(name: string): T {
  return JSON.parse(readFileSync(join(formats, `${name}.truth.json`), 'utf8'));
}

function positionsIn({ objects }: AnimatedScene, object: number, time: number): Float64Array {
  const out = new Float64Array(3 * objects[object].faces(time).vertexCount);
  objects[object].positions(time, out);
  return out;
}

/** The largest difference of two lists of numbers; Infinity if their lengths differ. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}

/** The largest distance on an axis from a point of one list to the nearest of the other. */
function distance(from: ArrayLike<number>, to: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < from.length; i += 3) {
    let least = Infinity;
    for (let k = 0; k < to.length; k += 3) {
      const axes = [0, 1, 2].map((axis) => Math.abs(from[i + axis] - to[k + axis]));
      least = Math.min(least, Math.max(...axes));
    }
    most = Math.max(most, least);
  }
  return most;
}

/** The quantum that a note states, in metres; 0 if there is no note. */
function quantumOf(notes: readonly string[]): number {
  const note = notes.find((text) => text.includes('quantised'));
  const [, value, unit] = / to ([\d.e-]+) (mm|m):/.exec(note ?? '') ?? ['', '0', 'm'];
  return Number(value) * (unit === 'mm' ? 1e-3 : 1);
}

describe.skipIf(!existsSync(formats))(`files of ${formats}`, () => {
  it.each([
    ['scene', 2e-6],
    ['scene_merged', 2e-6],
    ['scene_meshopt', 2e-6],
    ['scene_draco', 4e-5],
  ])('%s.glb has the objects of the truth in all frames', async (name, tolerance) => {
    const truth = truthOf<SceneTruth>('scene');
    const scene = await readGltfScene(bytesOf('formats', `${name}.glb`));
    expect(scene.objects.map((object) => object.name).sort()).toEqual(Object.keys(truth.objects).sort());
    expect(scene.times).toHaveLength(12);
    expect([scene.metresPerUnit, scene.up]).toEqual([1, 'y']);
    scene.objects.forEach(({ name: object }, i) => {
      scene.times.forEach((time, frame) => {
        const { world } = truth.objects[object];
        const points = positionsIn(scene, i, time);
        // Y is up in glTF; Blender's exporter splits vertices at sharp edges.
        const turned = Array.from(points, (_, k) => [points[k], -points[k + 1], points[k - 1]][k % 3]);
        expect(Math.max(distance(turned, world[frame]), distance(world[frame], turned)), object).toBeLessThan(
          tolerance,
        );
      });
    });
    const quantum = quantumOf(scene.notes);
    if (name === 'scene_draco') expect(quantum).toBe(4.6e-5);
    else expect(scene.notes).toEqual([]);
  });

  it('scene.glb plays its six animations together, with the contacts of scene_merged.glb', async () => {
    const [parts, merged] = await Promise.all(
      ['scene.glb', 'scene_merged.glb'].map((name) => readGltf(bytesOf('formats', name))),
    );
    expect(parts.together.clips).toEqual([0, 1, 2, 3, 4, 5]);
    expect(parts.together.conflicts).toEqual([]);
    expect(parts.together.times).toEqual(merged.clips[0].times);
    const contacts = (read: GltfAnimation, playing: number | readonly number[]): number[] => {
      const frames = merged.clips[0].times.map((time) => {
        const out = new Float64Array(3 * read.mesh.vertexCount);
        read.positions(playing, time, out);
        return out;
      });
      const collider = new MeshCollider(read.mesh);
      return frames.slice(1).map((frame, i) => collider.collide(frames[i], frame).count);
    };
    const expected = contacts(merged, 0);
    expect(contacts(parts, parts.together.clips)).toEqual(expected);
    expect(expected.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    // One animation alone shows less of them.
    expect(contacts(parts, 0)).not.toEqual(expected);
  });

  it('instancing.gltf: each instance is an object', async () => {
    const { world } = truthOf<{ world: readonly (readonly (readonly number[])[])[] }>('instancing');
    const bytes = bytesOf('formats', 'instancing.gltf');
    const scene = await readGltfScene(bytes);
    expect(scene.objects.map(({ name }) => name)).toEqual(Array(5).fill('many'));
    expect(scene.times).toHaveLength(9);
    scene.times.forEach((time, frame) => {
      world[frame].forEach((expected, i) => {
        expect(difference(positionsIn(scene, i, time), expected)).toBeLessThan(1e-6);
      });
    });
    expect((await readGltf(bytes)).names).toHaveLength(5);
  });

  it('visibility.gltf: what is never shown is no object, and what blinks is shown at its frames', async () => {
    const truth = truthOf<{ mover: number[][]; blinker: number[]; blinkerVisible: boolean[] }>('visibility');
    const bytes = bytesOf('formats', 'visibility.gltf');
    const scene = await readGltfScene(bytes);
    expect(scene.objects.map(({ name }) => name)).toEqual(['mover', 'blinker']);
    const [mover, blinker] = scene.objects;
    expect(scene.times.map((time) => blinker.isShown(time))).toEqual(truth.blinkerVisible);
    expect(scene.times.every((time) => mover.isShown(time))).toBe(true);
    scene.times.forEach((time, frame) => {
      expect(difference(positionsIn(scene, 0, time), truth.mover[frame])).toBeLessThan(1e-6);
      expect(difference(positionsIn(scene, 1, time), truth.blinker)).toBeLessThan(1e-6);
    });
    // Visibility is asked for at many times, object by object: that must not move all nodes.
    const pose = vi.spyOn(GltfNodes.prototype, 'pose');
    for (const object of scene.objects) for (const time of scene.times) object.isShown(time);
    expect(pose).not.toHaveBeenCalled();
    pose.mockRestore();
    const read = await readGltf(bytes);
    expect(read.comesAndGoes).toBe(true);
    expect(scene.times.map((time) => read.isShown(1, 0, time))).toEqual(truth.blinkerVisible);
    expect(read.isShown(1, [], 0)).toBe(true);
    expect(() => read.isShown(2, 0, 0)).toThrow(RangeError);
  });

  it('pointer.gltf: pointers move nodes', async () => {
    const truth = truthOf<{ mover: number[][]; by_pointer: number[][] }>('pointer');
    const scene = await readGltfScene(bytesOf('formats', 'pointer.gltf'));
    scene.times.forEach((time, frame) => {
      expect(difference(positionsIn(scene, 0, time), truth.mover[frame])).toBeLessThan(1e-6);
      expect(difference(positionsIn(scene, 1, time), truth.by_pointer[frame])).toBeLessThan(1e-6);
    });
  });
});

const FORMS = {
  'Draco, 14 bits': (bytes: Uint8Array) => withDraco(bytes, 14),
  'Draco, 10 bits': (bytes: Uint8Array) => withDraco(bytes, 10),
  EXT_meshopt_compression: withMeshopt,
  KHR_meshopt_compression: async (bytes: Uint8Array) => inKhrForm(await withMeshopt(bytes)),
  KHR_mesh_quantization: quantised,
  'quantised and in meshopt': async (bytes: Uint8Array) => withMeshopt(await quantised(bytes)),
};

const files = [
  ['avatar', 'CesiumMan.glb'],
  ['avatar', 'RiggedFigure.glb'],
  ['formats', 'scene.glb'],
] as const;

describe.skipIf(!existsSync(formats)).each(files)('%s/%s', (folder, name) => {
  it.each(Object.entries(FORMS))('agrees with its plain form within the quantum: %s', async (form, compress) => {
    const plain = bytesOf(folder, name);
    const compressed = await compress(plain);
    const { extensionsRequired } = jsonOf(compressed);
    expect(extensionsRequired).toContain(
      form.startsWith('Draco')
        ? 'KHR_draco_mesh_compression'
        : form.replace('quantised and in meshopt', 'EXT_meshopt_compression'),
    );
    const [expected, found] = [await readGltfScene(plain), await readGltfScene(compressed)];
    const quantum = quantumOf(found.notes);
    const isExact = form === 'EXT_meshopt_compression' || form === 'KHR_meshopt_compression';
    if (isExact) expect(found.notes).toEqual([]);
    else expect(quantum).toBeGreaterThan(0);
    expect(found.objects.map((object) => object.faces(0).counts.length)).toEqual(
      expected.objects.map((object) => object.faces(0).counts.length),
    );
    const { times } = expected;
    expect(found.times).toEqual(times);
    let most = 0;
    for (const time of [times[times.length >> 1], times[times.length - 1]])
      expected.objects.forEach((_, i) => {
        const [a, b] = [positionsIn(expected, i, time), positionsIn(found, i, time)];
        // Draco orders vertices and faces anew.
        most = Math.max(most, form.startsWith('Draco') ? Math.max(distance(a, b), distance(b, a)) : difference(a, b));
      });
    // A vertex moves by at most half of the quantum on each axis of the mesh; weights are 8-bit in
    // Draco and moved by less than that.
    expect(most).toBeLessThan(isExact ? 1e-12 : quantum);
    if (!isExact) expect(most).toBeGreaterThan(quantum / 100);
  });
});
