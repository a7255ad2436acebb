// However a sequence is cut, the blobs of its shards merge to the bytes of a single run.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nBody } from '../../../scenes/n-body.ts';
import type { CheckJson } from '../../../src/check/check-result.ts';
import type { CheckArguments } from '../../../src/cli/check/check-arguments.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { writePc2, writePly } from '../../../src/io.ts';
import { cube, inTriangles } from '../../check/scene/hand-made-scene.ts';
import { Folder, graze, plyOf } from '../command.ts';
import { usdaScene } from '../formats/usda-scene.ts';
import { merged, shard, shards, single } from './run-here.ts';

const folder = new Folder();
const FRAMES = 45;

/** Balls that fly through each other in most steps. */
function balls(scale = 0.05): string[] {
  const { mesh, positions } = nBody({ scale });
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    const out = new Float64Array(3 * mesh.vertexCount);
    positions(i, out);
    return out;
  });
  return [folder.put('balls.ply', plyOf(mesh, frames[0])), folder.put('balls.pc2', writePc2(frames))];
}

/** Two strips that touch along a seam; in frame `opens` they are apart. */
function seam(opens: number): string[] {
  return Array.from({ length: 12 }, (_, frame) => {
    const [height, gap] = [frame, frame === opens ? 0.5 : 0];
    const row = (xs: readonly number[], shift: number): number[] =>
      xs.flatMap((x) => [0, 1].flatMap((y) => [x + shift, y, height]));
    const positions = Float64Array.from([...row([0, 1, 2], 0), ...row([2, 3, 4], gap)]);
    const triangles = Uint32Array.from([0, 2, 6, 8].flatMap((v) => [v, v + 2, v + 1, v + 1, v + 2, v + 3]));
    return folder.put(`seam-${opens}-${frame}.ply`, writePly({ positions, triangles }));
  });
}

/** A box that another one passes; a third one is hidden in some frames, and one changes its faces. */
function scene(): string[] {
  const objects = {
    box: Array.from({ length: 9 }, () => cube(0, 0, 0)),
    moving: Array.from({ length: 9 }, (_, i) => cube(0.3 * i - 1.3, 0.2, 0.1)),
    blinking: Array.from({ length: 9 }, (_, i) => (i % 4 === 1 ? null : cube(0.4, 0.5, 0.1 * i))),
    changing: Array.from({ length: 9 }, (_, i) => {
      const shape = cube(1.2, 0.1, 0.05 * i);
      return i < 5 ? shape : inTriangles(shape);
    }),
  };
  return [folder.put('scene.usda', usdaScene(objects))];
}

describe('eight shards, run by the command line in any order', () => {
  it('merge to the bytes of a single run', async () => {
    const inputs = balls(0.1);
    const outputs = (name: string): string[] =>
      ['json', 'csv', 'report'].flatMap((option) => [`--${option}`, folder.at(`${name}.${option}`)]);
    const one = graze('check', ...inputs, ...outputs('one'));
    const random = seededRandom(7);
    const order = Array.from({ length: 8 }, (_, i) => ({ number: i + 1, key: random.between(0, 1) }));
    const blobs = order
      .sort((p, q) => p.key - q.key)
      .map(({ number }) => {
        const blob = folder.at(`cli/out/${number}.blob`);
        const { status, stderr } = graze('check', ...inputs, '--shard', `${number}/8`, '--blob', blob);
        expect([status, stderr]).toEqual([0, '']);
        return blob;
      });
    const all = graze('merge', ...blobs, ...outputs('all'));
    expect([all.status, all.stdout, all.stderr]).toEqual([1, one.stdout, '']);
    for (const option of ['json', 'csv', 'report'])
      expect(folder.text(`all.${option}`) === folder.text(`one.${option}`), option).toBe(true);
    const { steps, clashes } = JSON.parse(folder.text('one.json')) as CheckJson;
    expect(steps).toHaveLength(FRAMES - 1);
    expect(steps.filter(({ contacts: { vf, ee } }) => vf + ee > 0).length).toBeGreaterThan(0.7 * FRAMES);
    expect(clashes.length).toBeGreaterThan(10);
    expect(folder.text('one.report')).not.toContain('"ms"');
  });
});

describe('shards merge to the bytes of a single run', () => {
  const kinds: Record<string, { inputs: () => string[]; options?: Partial<CheckArguments> }> = {
    'parts and pairs': { inputs: () => balls(), options: { frames: '0-30:2', ignore: 'part 1:*', clearance: 0.01 } },
    'first contacts': { inputs: () => balls(), options: { first: true, frames: '3,7-20' } },
    'a seam that is welded': { inputs: () => seam(-1) },
    'a seam that opens in one shard': { inputs: () => seam(7) },
    'a seam that is kept': { inputs: () => seam(7), options: { weld: false } },
    'objects that come, go and change': { inputs: scene },
    'one frame': { inputs: () => balls().slice(0, 1) },
  };
  it.each(Object.entries(kinds))('%s', async (_, { inputs, options }) => {
    const files = inputs();
    const one = await single(folder, files, options);
    for (const count of [3, 20]) {
      const all = await merged(folder, await shards(folder, files, count, options));
      expect(all.stdout).toBe(one.stdout);
      expect(all.clashes).toBe(one.clashes);
      for (const name of ['json', 'csv', 'report'] as const)
        expect(all[name] === one[name], `${name} of ${count}`).toBe(true);
    }
  });

  it('with a baseline and without what is at rest', async () => {
    const files = balls();
    const blobs = await shards(folder, files, 3);
    const [one, all] = [folder.at('one.base'), folder.at('all.base')];
    await single(folder, files, { baseline: one, updateBaseline: true });
    await merged(folder, blobs, { baseline: all, updateBaseline: true });
    expect(readFileSync(all, 'utf8')).toBe(readFileSync(one, 'utf8'));
    const known = { baseline: one, ignoreRest: true };
    expect(await merged(folder, blobs, known)).toEqual(await single(folder, files, known));
  });

  it('contacts of shards are those of a single run, one after the other; times have a file of their own', async () => {
    const files = balls();
    const [contacts, times] = [folder.at('one.jsonl'), folder.at('one.csv')];
    await single(folder, files, { contacts, times });
    const parts: string[] = [];
    for (const number of [1, 2, 3]) {
      const own = folder.at(`${number}.jsonl`);
      await shard(folder, files, `${number}/3`, { contacts: own });
      parts.push(readFileSync(own, 'utf8'));
    }
    expect(parts.join('') === readFileSync(contacts, 'utf8')).toBe(true);
    const rows = readFileSync(times, 'utf8').trimEnd().split('\n');
    expect(rows[0]).toBe('from,to,ms');
    expect(rows.slice(1).map((row) => row.replace(/,[\d.]+$/, ''))).toEqual(
      Array.from({ length: FRAMES - 1 }, (_, step) => `${step},${step + 1}`),
    );
  });

  it('the bytes of a blob follow from its shard', async () => {
    const files = seam(7);
    const first = (await shards(folder, files, 3)).map((path) => readFileSync(path));
    const again = (await shards(folder, files, 3)).map((path) => readFileSync(path));
    expect(again.map((bytes, i) => bytes.equals(first[i]))).toEqual([true, true, true]);
  });
});
