// Files by OpenUSD against the positions, faces and visibilities that Blender evaluated.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AnimatedScene, readUsd, type SceneFaces } from '../../../src/io.ts';
import { dataFolder } from '../../generate/data-folder.ts';

const folder = join(dataFolder, 'formats');
/** The truth is in single precision on a scene of 4 m. */
const TOLERANCE = 1e-6;

interface TruthAt {
  readonly faces: readonly (readonly number[])[];
  readonly world: readonly number[];
  readonly isVisible: boolean;
}

/** The truth of one file: objects by name, each with a state for every time in seconds. */
type Truth = ReadonlyMap<string, ReadonlyMap<number, TruthAt>>;

interface TruthObject {
  readonly faces: readonly (readonly number[])[];
  readonly world: readonly (readonly number[])[];
  readonly visible?: readonly boolean[];
  readonly perFrame?: readonly { faces: readonly (readonly number[])[]; world: readonly number[] }[];
}

function truthOf(name: string): Truth {
  const { fps, frames, times, objects } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const seconds: number[] = (times ?? frames).map((frame: number) => frame / fps);
  const stateOf = ({ faces, world, visible, perFrame }: TruthObject, i: number): TruthAt => ({
    faces: perFrame?.[i]?.faces ?? faces,
    world: perFrame?.[i]?.world ?? world[i] ?? [],
    isVisible: visible?.[i] ?? true,
  });
  return new Map(
    Object.entries<TruthObject>(objects).map(([object, states]) => [
      object,
      new Map(seconds.map((time, i) => [time, stateOf(states, i)])),
    ]),
  );
}

function polygonsOf({ counts, corners }: SceneFaces): number[][] {
  let from = 0;
  return Array.from(counts, (count) => {
    from += count;
    return [...corners.subarray(from - count, from)];
  });
}

/** Returns the farthest distance from the truth, and fails if anything else differs. */
function farthestFrom(scene: AnimatedScene, truth: Truth, nameOf: (path: string) => string): number {
  const shown = [...truth].filter(([, states]) => [...states.values()].some(({ isVisible }) => isVisible));
  expect(scene.objects.map(({ name }) => nameOf(name)).sort()).toEqual(shown.map(([name]) => name).sort());
  let farthest = 0;
  for (const object of scene.objects) {
    for (const [time, { faces, world, isVisible }] of truth.get(nameOf(object.name)) ?? []) {
      expect(object.isShown(time)).toBe(isVisible);
      const found = object.faces(time);
      expect(polygonsOf(found)).toEqual(faces);
      expect(3 * found.vertexCount).toBe(world.length);
      const positions = new Float64Array(world.length);
      object.positions(time, positions);
      for (let i = 0; i < world.length; i++) farthest = Math.max(farthest, Math.abs(positions[i] - world[i]));
    }
  }
  return farthest;
}

/** Meshes have the name of the object with "Shape" behind it, or stand below a prim of its name. */
const NOT_SHOWN = /^Meshes that are never shown are left out: \/root\/hidden_box\/(hidden_box)?Shape\.$/;

const objectIn = (path: string): string => path.split('/').at(-2) ?? '';

describe.skipIf(!existsSync(folder))(`USD files of ${folder}`, () => {
  it.each([
    ['scene.usda', 'scene.truth.json'],
    ['scene.usdc', 'scene.truth.json'],
    ['scene.usdz', 'scene.truth.json'],
    ['scene_trs.usdc', 'scene.truth.json'],
    ['scene_instances.usda', 'scene.truth.json'],
    ['scene_instances.usdc', 'scene.truth.json'],
    ['scene_subframe.usdc', 'scene_subframe.truth.json'],
    ['growing.usda', 'growing.truth.json'],
    ['growing.usdc', 'growing.truth.json'],
  ])('%s', (name, truthName) => {
    const truth = truthOf(truthName);
    const scene = readUsd(readFileSync(join(folder, name)));
    const [states] = truth.values();
    expect(scene.times).toEqual([...states.keys()]);
    const notes = truthName === 'scene.truth.json' ? [expect.stringMatching(NOT_SHOWN)] : [];
    expect([scene.up, scene.metresPerUnit, scene.notes]).toEqual(['z', 1, notes]);
    expect(farthestFrom(scene, truth, objectIn)).toBeLessThan(TOLERANCE);
  });

  it.each(['tube_skel.usda', 'tube_skel.usdc'])('%s: a tube that two joints bend', (name) => {
    const truth: Truth = new Map([...truthOf('scene.truth.json')].filter(([object]) => object === 'tube'));
    const scene = readUsd(readFileSync(join(folder, name)));
    expect(scene.times).toHaveLength(12);
    expect(farthestFrom(scene, truth, (path) => path.split('/').at(-1) ?? '')).toBeLessThan(TOLERANCE);
  });

  it('kick.usdc: a garment of 25,472 triangles', () => {
    const scene = readUsd(readFileSync(join(folder, 'kick.usdc')));
    expect(scene.times).toEqual(Array.from({ length: 12 }, (_, frame) => frame / 25));
    const [garment] = scene.objects;
    expect(garment.faces(0).counts.length).toBe(25_472);
    const bytes = readFileSync(join(folder, 'kick.frame0.f32'));
    const truth = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const positions = new Float64Array(truth.length);
    garment.positions(0, positions);
    expect(Math.max(...positions.map((x, i) => Math.abs(x - truth[i])))).toBeLessThan(TOLERANCE);
  });
});
