// Alembic files by the format's own library, compared with the evaluated scenes that they were
// written from.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnimatedScene, readAlembic, type SceneFaces, type SceneObject } from '../../../src/io.ts';
import { dataFolder } from '../../generate/data-folder.ts';

const folder = join(dataFolder, 'formats');
/** The scenes are metres wide and stored in single precision. */
const MAX_ERROR = 1e-6;

interface TrueObject {
  readonly faces: readonly (readonly number[])[];
  readonly world: readonly (readonly number[])[];
  readonly visible?: readonly boolean[];
}

const jsonOf = (name: string): never => JSON.parse(readFileSync(join(folder, name), 'utf8')) as never;
const sceneOf = (name: string): AnimatedScene => readAlembic(readFileSync(join(folder, name)));

/** Objects by the name of the object above their shape. */
function byName({ objects }: AnimatedScene): Map<string, SceneObject> {
  return new Map(objects.map((object) => [object.name.split('/').at(-2) as string, object]));
}

function polygonsOf({ counts, corners }: SceneFaces): number[][] {
  let at = 0;
  return Array.from(counts, (count) => {
    at += count;
    return [...corners.subarray(at - count, at)];
  });
}

function largestError(object: SceneObject, time: number, truth: readonly number[]): number {
  const out = new Float64Array(3 * object.faces(time).vertexCount);
  expect(out.length).toBe(truth.length);
  object.positions(time, out);
  return out.reduce((most, x, i) => Math.max(most, Math.abs(x - truth[i])), 0);
}

function compareAll(scene: AnimatedScene, truths: Record<string, TrueObject>, times: readonly number[]): void {
  const objects = byName(scene);
  expect(scene.times).toHaveLength(times.length);
  scene.times.forEach((time, i) => {
    expect(time).toBeCloseTo(times[i], 12);
  });
  const shown = Object.entries(truths).filter(([, { visible }]) => visible?.some(Boolean) ?? true);
  expect([...objects.keys()].sort()).toEqual(shown.map(([name]) => name).sort());
  for (const [name, truth] of shown) {
    const object = objects.get(name) as SceneObject;
    const shownAt = scene.times.map((time) => object.isShown(time));
    expect(shownAt).toEqual(truth.visible ?? truth.world.map(() => true));
    expect(polygonsOf(object.faces(scene.times[0]))).toEqual(truth.faces);
    scene.times.forEach((time, i) => {
      expect(object.faces(time)).toBe(object.faces(scene.times[0]));
      expect(largestError(object, time, truth.world[i])).toBeLessThan(MAX_ERROR);
    });
  }
}

describe.skipIf(!existsSync(folder))(`Alembic files of ${folder}`, () => {
  it.each(['scene.abc', 'scene_ops.abc', 'scene_instances.abc'])('%s', (file) => {
    const truth: { fps: number; frames: number[]; objects: Record<string, TrueObject> } = jsonOf('scene.truth.json');
    const scene = sceneOf(file);
    compareAll(
      scene,
      truth.objects,
      truth.frames.map((frame) => frame / truth.fps),
    );
    expect(scene.notes).toEqual(['1 mesh is never shown and therefore left out.']);
    expect([scene.metresPerUnit, scene.up]).toEqual([null, null]);
  });

  it('scene_instances.abc: instances share the faces of their source', () => {
    const objects = byName(sceneOf('scene_instances.abc'));
    const [first, second] = ['inst_0', 'inst_2'].map((name) => objects.get(name) as SceneObject);
    expect(first.faces(1)).toBe(second.faces(1));
  });

  it.each(['scene_subframe.abc', 'scene_subframe_acyclic.abc', 'scene_subframe_cyclic.abc'])('%s', (file) => {
    const truth: { fps: number; times: number[]; objects: Record<string, TrueObject> } =
      jsonOf('scene_subframe.truth.json');
    const times = truth.times.map((time) => time / truth.fps);
    compareAll(sceneOf(file), truth.objects, times);
  });

  it('growing.abc: the faces change at every sample', () => {
    const truth: { frames: number[]; fps: number; objects: { growing: { perFrame: TrueObject[] } } } =
      jsonOf('growing.truth.json');
    const scene = sceneOf('growing.abc');
    const [object] = scene.objects;
    expect(scene.times).toHaveLength(truth.frames.length);
    scene.times.forEach((time, i) => {
      const { faces, world } = truth.objects.growing.perFrame[i];
      expect(time).toBeCloseTo(truth.frames[i] / truth.fps, 12);
      expect(polygonsOf(object.faces(time))).toEqual(faces);
      expect(largestError(object, time, world as never)).toBeLessThan(MAX_ERROR);
      expect(object.faces(time)).not.toBe(object.faces(scene.times[i - 1] ?? 1e9));
    });
  });

  it('kick.abc: single precision comes out bit for bit', () => {
    const scene = sceneOf('kick.abc');
    expect(scene.times).toHaveLength(40);
    const [object] = scene.objects;
    expect(object.faces(0).vertexCount).toBe(12_811);
    expect(object.faces(0).counts).toHaveLength(25_472);
    for (const frame of [0, 20, 39]) {
      const bytes = readFileSync(join(folder, `kick.frame${frame}.f32`));
      const truth = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      const out = new Float64Array(truth.length);
      object.positions(scene.times[frame], out);
      expect(scene.times[frame]).toBeCloseTo(frame / 25, 12);
      expect(out.every((x, i) => x === truth[i])).toBe(true);
    }
  });
});
