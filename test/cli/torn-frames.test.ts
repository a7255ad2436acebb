// Frames of cloth that tears: what is written, how a run continues, and what `graze check` finds in
// them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SimulationFolder, type SubStep } from '../../src/cli/simulation-folder.ts';
import { ClothSimulation } from '../../src/cloth.ts';
import { readPly, writePly } from '../../src/io.ts';
import { pulled } from '../engine/cloth/pulled-strip.ts';
import { Folder, graze } from './command.ts';

const root = new Folder();

/** Continues up to `frames` in total. */
function run(name: string, frames: number, substeps = false): ClothSimulation {
  const ways: SubStep[] = [];
  const onCommit = (_: Float64Array, x1: Float64Array, from: number, to: number) =>
    ways.push({ from, to, end: x1.slice() });
  const simulation = new ClothSimulation({ ...pulled(0.1), onCommit });
  const folder = new SimulationFolder(root.at(name), { scene: 'pulled', seed: 1, substeps });
  const saved = folder.resume();
  if (saved) simulation.restore(saved);
  else folder.begin(simulation);
  while (folder.frameCount < frames) {
    ways.length = 0;
    folder.add(simulation, ways, simulation.advance().state === 'advanced');
  }
  return simulation;
}

const contents = (name: string): Record<string, Buffer> =>
  Object.fromEntries(readdirSync(root.at(name)).map((file) => [file, readFileSync(join(root.at(name), file))]));
const tornIn = (triangles: Uint32Array): number[] =>
  Array.from({ length: triangles.length / 3 }, (_, f) => f).filter((f) => triangles[3 * f] === triangles[3 * f + 1]);

describe('cloth that tears', () => {
  it('is written with every triangle in its place, torn ones as points, and check passes it', () => {
    const simulation = run('whole', 32);
    const frames = readdirSync(root.at('whole'))
      .filter((file) => file.endsWith('.ply'))
      .sort();
    expect(frames).toHaveLength(32);
    const { triangles } = simulation.startMesh;
    let before: number[] = [];
    for (const frame of frames) {
      const written = readPly(readFileSync(root.at(`whole/${frame}`))).triangles;
      const torn = tornIn(written);
      expect(torn.filter((f) => before.includes(f))).toEqual(before);
      expect(written.filter((_, i) => !torn.includes(Math.floor(i / 3)))).toEqual(
        triangles.filter((_, i) => !torn.includes(Math.floor(i / 3))),
      );
      before = torn;
    }
    expect(before).toEqual([...simulation.torn]);
    expect(before.length).toBeGreaterThan(5);
    const { status, stdout } = graze('check', '--threads', '2', root.at('whole/*.ply'));
    expect([status, stdout]).toEqual([0, expect.stringContaining('\nNo step has a contact.\n')]);
  });

  it('gives the same bytes when a run is interrupted while it tears', () => {
    const { torn } = run('parts', 22);
    expect(torn.length).toBeGreaterThan(0);
    run('parts', 32);
    expect(contents('parts')).toEqual(contents('whole'));
  });

  it('--substeps: the end of a frame alone has new tears', () => {
    const simulation = run('substeps', 32, true);
    const files = readdirSync(root.at('substeps'))
      .filter((file) => file.endsWith('.ply'))
      .sort();
    expect(tornIn(readPly(readFileSync(root.at(`substeps/${files[files.length - 1]}`))).triangles)).toEqual([
      ...simulation.torn,
    ]);
    expect(graze('check', '--threads', '1', root.at('substeps/*.ply')).status).toBe(0);
  });
});

describe('check', () => {
  /** A spike of one triangle goes down through a square of two, and back. */
  const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
  const spike = (x: number, z: number): number[] => [x, 0.5, z, x + 0.01, 0.5, z + 1, x, 0.51, z + 1];
  const whole = [0, 1, 2, 0, 2, 3, 4, 5, 6];
  const frame = (name: string, x: number, z: number, triangles: readonly number[]): string =>
    root.put(
      name,
      writePly({ positions: Float64Array.of(...square, ...spike(x, z)), triangles: Uint32Array.from(triangles) }),
    );
  const tornFirst = [0, 0, 0, 0, 2, 3, 4, 5, 6];

  it('goes by the triangles of the frame that a step starts from, and keeps the ids of the first', () => {
    const above = frame('above.ply', 0.7, 0.1, whole);
    const aboveTorn = frame('above-torn.ply', 0.7, 0.1, tornFirst);
    const below = frame('below.ply', 0.7, -0.1, whole);
    const steps = root.contacts(above, below, aboveTorn, below);
    expect(steps.map(({ vf }) => vf.map(([vertex, face]) => [vertex, face]))).toEqual([[[4, 0]], [[4, 0]], []]);
    const [left, under] = [frame('left.ply', 0.2, 0.1, tornFirst), frame('under.ply', 0.2, -0.1, tornFirst)];
    const again = root.contacts(above, aboveTorn, left, under);
    expect(again.map(({ vf }) => vf.map(([vertex, face]) => [vertex, face]))).toEqual([[], [], [[4, 1]]]);
  });

  it('finds crossings of what has not torn, with the faces of the first frame', () => {
    const deep = frame('deep.ply', 0.7, -0.5, whole);
    const deepTorn = frame('deep-torn.ply', 0.7, -0.5, tornFirst);
    const aside = frame('aside-torn.ply', 0.2, -0.5, tornFirst);
    const { clashes } = root.check(deep, deepTorn, aside, '--baseline', root.at('torn.json'), '--update-baseline');
    expect(clashes.map(({ first, last, kind }) => [first, last, kind])).toEqual([[0, 2, 'crossing']]);
    expect(clashes[0].perFrame.map(({ frame }) => frame)).toEqual([0, 2]);
    expect(JSON.parse(root.text('torn.json')).clashes[0].faces).toEqual({ a: [[0, 1]], b: [[0, 0]] });
  });

  it('names edges as if nothing had torn', () => {
    const blade = (name: string, x: number, triangles: readonly number[]): string => {
      const positions = Float64Array.of(...square, x, 0.5, -0.5, x, 0.5, 0.5, x - 0.2, 0.5, 0.5);
      return root.put(name, writePly({ positions, triangles: Uint32Array.from(triangles) }));
    };
    const first = blade('blade-0.ply', -0.2, whole);
    const [before, after] = [blade('blade-1.ply', -0.1, tornFirst), blade('blade-2.ply', 0.05, tornFirst)];
    const steps = root.contacts(first, before, after);
    expect(steps[0].ee).toEqual([]);
    expect(steps[1].ee.map((row) => row.slice(0, 4))).toEqual([[0, 3, 4, 5]]);
  });

  it('still refuses triangles that are others', () => {
    const [first, other] = [
      frame('first.ply', 0.7, 0.1, whole),
      frame('other.ply', 0.7, 0.1, [0, 1, 3, ...tornFirst.slice(3)]),
    ];
    const { status, stderr } = graze('check', first, other);
    expect([status, stderr]).toEqual([2, expect.stringContaining('triangle 0 differs from ')]);
  });
});
