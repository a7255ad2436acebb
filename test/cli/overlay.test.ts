// The overlay of clashes as other programs read it: GLB by three.js, PLY by our own reader.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { AnimationMixer, LineSegments, Mesh, type Object3D } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/check/usage-error.ts';
import { clashNames, type OverlayClash, OverlayWriter } from '../../src/cli/overlay/overlay-writer.ts';
import { readPly } from '../../src/io.ts';
import { Folder } from './command.ts';

const folder = new Folder();
const FRAMES = 6;
const RATE = 24;
/** Two triangles that meet in some frames. */
const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);

const positions = (frame: number) =>
  Float64Array.of(frame, 0, 0, frame + 1, 0, 0, frame, 1, 0, frame, 0, -1, frame + 1, 0, 1, frame, 1, 1);

function clash(name: string, frame: number): OverlayClash {
  const curve = Float64Array.of(frame, 0, 0, frame + 0.5, 0, 0, frame + 0.5, 0, 0, frame + 0.5, 0.5, 0);
  return { name, facesA: Uint32Array.of(0), facesB: Uint32Array.of(1), curve };
}

/** The frames in which each clash is there. */
const there: Readonly<Record<string, readonly number[]>> = { 'body–dress 1': [0, 1, 4], 'body–dress 2': [3, 5] };

function addFrames(writer: OverlayWriter): Promise<void> {
  for (let frame = 0; frame < FRAMES; frame++) {
    const names = Object.keys(there).filter((name) => there[name].includes(frame));
    writer.addFrame(
      frame,
      { positions: positions(frame), triangles },
      names.map((name) => clash(name, frame)),
    );
  }
  return writer.finish();
}

async function load(path: string): Promise<GLTF> {
  const bytes = readFileSync(path);
  return new GLTFLoader().parseAsync(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    '',
  );
}

/** The x of the first point of every curve that is visible, and the number of visible triangles. */
function seen(root: Object3D): { curves: number[]; triangles: number } {
  const curves: number[] = [];
  let count = 0;
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (object.matrixWorld.determinant() === 0) return;
    if (object instanceof LineSegments) curves.push(object.geometry.attributes.position.getX(0));
    else if (object instanceof Mesh) count += object.geometry.attributes.position.count / 3;
  });
  return { curves, triangles: count };
}

describe('a GLB overlay', () => {
  it('shows each curve exactly in its frames when the animation plays', async () => {
    await addFrames(new OverlayWriter(folder.at('clashes.glb')));
    const { scene, animations } = await load(folder.at('clashes.glb'));
    expect(animations).toHaveLength(1);
    // three.js replaces blanks in names.
    expect(scene.children.map(({ name }) => name)).toEqual(['body–dress_1', 'body–dress_2']);
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations[0]).play();
    for (let frame = 0; frame < FRAMES; frame++) {
      mixer.setTime(frame / RATE);
      for (const [i, name] of Object.keys(there).entries()) {
        const isThere = there[name].includes(frame);
        expect(seen(scene.children[i]), `${name} in frame ${frame}`).toEqual(
          isThere ? { curves: [frame], triangles: 2 } : { curves: [], triangles: 0 },
        );
      }
    }
  });

  it('shows the first frame where nothing plays it', async () => {
    await addFrames(new OverlayWriter(folder.at('still.glb')));
    expect(seen((await load(folder.at('still.glb'))).scene)).toEqual({ curves: [0], triangles: 2 });
  });

  it('is a file without clashes too, and absent until it is complete', async () => {
    const writer = new OverlayWriter(folder.at('none.glb'));
    writer.addFrame(0, { positions: positions(0), triangles }, []);
    expect(existsSync(folder.at('none.glb'))).toBe(false);
    await writer.finish();
    expect(seen((await load(folder.at('none.glb'))).scene)).toEqual({ curves: [], triangles: 0 });
  });

  it('refuses a folder that is not there', () => {
    expect(() => new OverlayWriter(folder.at('missing/clashes.glb'))).toThrow(UsageError);
  });
});

describe('a folder of PLY frames', () => {
  it('has every frame, coloured where faces cross', async () => {
    await addFrames(new OverlayWriter(folder.at('frames')));
    const names = readdirSync(folder.at('frames')).sort();
    expect(names).toEqual(['0000.ply', '0001.ply', '0002.ply', '0003.ply', '0004.ply', '0005.ply']);
    for (const [frame, name] of names.entries()) {
      const bytes = readFileSync(folder.at(`frames/${name}`));
      const mesh = readPly(bytes);
      expect([...mesh.positions]).toEqual([...positions(frame)]);
      expect([...mesh.triangles]).toEqual([...triangles]);
      const body = bytes.subarray(bytes.indexOf('end_header\n') + 'end_header\n'.length);
      const colours = Array.from({ length: 6 }, (_, v) => [...body.subarray(27 * v + 24, 27 * v + 27)]);
      const crosses = Object.values(there).some((frames) => frames.includes(frame));
      const [blue, orange, grey] = [
        [31, 95, 191],
        [217, 115, 13],
        [200, 204, 210],
      ];
      const expected = crosses ? [blue, blue, blue, orange, orange, orange] : Array(6).fill(grey);
      expect(colours, name).toEqual(expected);
    }
  });
});

it('clashes are named after their parts and numbered among them', () => {
  const pair = { a: 'body', b: 'dress' };
  expect(clashNames([pair, { a: 'body', b: 'hair' }, pair])).toEqual(['body–dress 1', 'body–hair 1', 'body–dress 2']);
});
