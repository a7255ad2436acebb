// `graze check` on frames, caches and animations: its output equals what the library finds.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MeshCollider, type TriMesh } from '../../src/index.ts';
import { readGltf, writeMdd, writeObj, writePc2 } from '../../src/io.ts';
import { dataFolder } from '../generate/data-folder.ts';
import { binaryStl } from '../io/samples.ts';
import { ballFrames, collided, contactsOf, Folder, graze, plyOf, rowsOf } from './command.ts';

const folder = new Folder();
const { mesh, frames } = ballFrames([0, 0.2, 0.8, 1]);
const expected = collided(mesh, frames);
const files = frames.map((frame, i) => folder.put(`ball${i}.ply`, plyOf(mesh, frame)));
/** Only the second step has contacts, so that a mistaken order shows. */
const contactCount = expected.reduce((sum, { vf, ee }) => sum + vf.length + ee.length, 0);

function offText({ triangles }: TriMesh, positions: Float64Array): string {
  const rows = (numbers: ArrayLike<number>, prefix: string) =>
    Array.from(
      { length: numbers.length / 3 },
      (_, i) =>
        `${prefix}${Array.from(numbers)
          .slice(3 * i, 3 * i + 3)
          .join(' ')}`,
    );
  return [
    'OFF',
    `${positions.length / 3} ${triangles.length / 3} 0`,
    ...rows(positions, ''),
    ...rows(triangles, '3 '),
    '',
  ].join('\n');
}

describe('a ball through a cloth', () => {
  it('is the scene these tests think it is', () => {
    expect(expected.map(({ vf, ee }) => vf.length + ee.length > 0)).toEqual([false, true, false]);
  });

  it('ends with the number of contacts, and the time of the first', () => {
    const { stdout, stderr } = graze('check', ...files);
    expect(stderr).toBe('');
    const { vf, ee } = expected[1];
    const first = 1 + Math.min(...[...vf, ...ee].map((row) => row[row.length - 1]));
    const time = (Math.floor(100 * first) / 100).toFixed(2);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`Contacts: ${contactCount} in 1 of 3 steps, the first at ${time}.`);
    expect(lines).toContain(
      `4 frames of ${mesh.vertexCount} vertices and ${mesh.faceCount} triangles in 2 parts; every vertex moves in a straight line from one frame to the next.`,
    );
    expect(graze('check', files[1], files[2]).stdout).toMatch(/\nContacts: \d+ in the step, the first at 0\.\d\d\.\n$/);
  });

  it('begins with one sentence, has a table and status 1', () => {
    const { status, stdout } = graze('check', ...files);
    expect(status).toBe(1);
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('1 clash: part 1 passes through part 2 between frames 1 and 2.');
    expect(lines[4]).toMatch(/^parts +kind +frames +first at +depth +found by +status$/);
    expect(lines[5]).toMatch(/^part 1 – part 2 +passing +1 → 2 +1\.\d\d$/);
  });

  it('without the step through the cloth begins with one sentence and has status 0', () => {
    const { status, stdout, stderr } = graze('check', files[0], files[1]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Nothing clashes: in the step no part goes through another or itself\.\n/);
    expect(stdout).toMatch(/\n\nNo step has a contact\.\n$/);
    expect(graze('check', files[0], files[1], files[0]).stdout).toMatch(
      /^Nothing clashes: in 2 steps no part goes through another or itself\.\n/,
    );
  });

  it('has in the file of --contacts what the library finds', () => {
    const steps = folder.contacts(...files);
    expect(contactsOf(steps)).toEqual(expected);
    expect(steps.map(({ from, to }) => [from, to])).toEqual([0, 1, 2].map((i) => [files[i], files[i + 1]]));
    const { vf, ee } = expected[1];
    const first = Math.min(...[...vf, ...ee].map((row) => row[row.length - 1]));
    expect(steps.map(({ firstTime }) => firstTime)).toEqual([null, first, null]);
    for (const { tally } of steps)
      expect(tally).toEqual(expect.objectContaining({ tests: expect.any(Number), exact: expect.any(Number) }));
  });

  it('has in its JSON how many contacts each step has', () => {
    const steps = folder.contacts(...files);
    expect(folder.check(...files).steps.map(({ crossingPairs: _, ...step }) => step)).toEqual(
      steps.map(({ vf, ee, firstTime }, i) => ({
        from: i,
        to: i + 1,
        contacts: { vf: vf.length, ee: ee.length, resting: 0 },
        firstTime,
      })),
    );
  });

  it('has with --first the first contact of each step', () => {
    const first = new MeshCollider(mesh).firstContact(frames[1], frames[2]);
    const { edges } = mesh.topology;
    const ends = (e = 0) => [edges[2 * e], edges[2 * e + 1]];
    const row = first?.kind === 0 ? [first.a, first.b] : [...ends(first?.a), ...ends(first?.b)];
    const only = { vf: [], ee: [], [first?.kind === 0 ? 'vf' : 'ee']: [[...row, first?.time]] };
    const steps = folder.contacts(...files, '--first');
    expect(contactsOf(steps)).toEqual([{ vf: [], ee: [] }, only, { vf: [], ee: [] }]);
    expect(steps[1].firstTime).toBe(first?.time);
    for (const { tally } of steps) expect(tally.nodePairs).toBeGreaterThan(0);
    expect(graze('check', ...files, '--first').stdout).toMatch(/\nContacts: 1 in 1 of 3 steps, the first at /);
  });

  it('has with --max-contacts no more of them, and says so', () => {
    const { vf, ee } = expected[1];
    expect(contactCount).toBeGreaterThan(20);
    const steps = folder.contacts(...files, '--max-contacts', '5');
    expect(steps.map(({ truncated }) => truncated)).toEqual([undefined, true, undefined]);
    const found = steps[1].vf.length + steps[1].ee.length;
    expect(found).toBe(5);
    expect(vf).toEqual(expect.arrayContaining([...steps[1].vf]));
    expect(ee).toEqual(expect.arrayContaining([...steps[1].ee]));
    // The clashes, and what the JSON counts, do not depend on it.
    expect(folder.check(...files, '--max-contacts', '5')).toEqual(folder.check(...files));
    expect(graze('check', ...files, '--max-contacts', '5').stdout).toMatch(
      /\nContacts: at least 5 in 1 of 3 steps, the first at 1\.\d\d or before\. 1 step was not searched to the end \(--max-contacts\)\.\n$/,
    );
  });

  it('with as many --max-contacts as there are says nothing of the kind', () => {
    const steps = folder.contacts(...files, '--max-contacts', String(contactCount));
    expect(steps.map(({ truncated }) => truncated)).toEqual([undefined, undefined, undefined]);
    expect(contactsOf(steps)).toEqual(expected);
    for (const options of [
      ['--max-contacts', String(contactCount)],
      ['--max-contacts', '1', '--first'],
    ])
      expect(graze('check', ...files, ...options).stdout).toMatch(
        /\nContacts: \d+ in 1 of 3 steps, the first at 1\.\d\d\.\n$/,
      );
  });

  it('counts with --min-separation what comes that close', () => {
    const separated = new MeshCollider(mesh).collide(frames[0], frames[1], { minSeparation: 0.01 });
    expect(folder.contacts(files[0], files[1], '--min-separation', '0.01')[0]).toMatchObject(rowsOf(mesh, separated));
    const near = new MeshCollider(mesh).collide(frames[0], frames[1], { minSeparation: 0.3 });
    expect(near.count).toBeGreaterThan(separated.count);
    expect(folder.contacts(files[0], files[1], '--min-separation', '0.3')[0]).toMatchObject(rowsOf(mesh, near));
  });

  it.each(['iccd', 'r-triangles', 'basic'])('has the same contacts with --recipe %s', (recipe) => {
    expect(contactsOf(folder.contacts(...files, '--recipe', recipe))).toEqual(expected);
  });
});

describe('frames in other formats', () => {
  it.each([
    ['obj', (frame: Float64Array) => writeObj({ positions: frame, triangles: mesh.triangles })],
    ['off', (frame: Float64Array) => offText(mesh, frame)],
  ])('%s', (extension, write) => {
    const names = frames.map((frame, i) => folder.put(`ball${i}.${extension}`, write(frame)));
    expect(contactsOf(folder.contacts(...names))).toEqual(expected);
  });

  it('stl: as many contacts, with other names', () => {
    const corners = (frame: Float64Array) =>
      Array.from(mesh.triangles).flatMap((v) => [...frame.subarray(3 * v, 3 * v + 3)]);
    const names = frames.map((frame, i) => folder.put(`ball${i}.stl`, binaryStl(corners(frame))));
    const counts = contactsOf(folder.contacts(...names)).map(({ vf, ee }) => [vf.length, ee.length]);
    expect(counts).toEqual(expected.map(({ vf, ee }) => [vf.length, ee.length]));
  });

  it.each([
    ['pc2', writePc2(frames)],
    ['mdd', writeMdd(frames)],
  ])('%s: a mesh and a cache, in either order', (extension, bytes) => {
    const cache = folder.put(`ball.${extension}`, bytes);
    const steps = folder.contacts(files[2], cache);
    expect(contactsOf(steps)).toEqual(expected);
    expect(steps[1]).toMatchObject({ from: `${cache}#1`, to: `${cache}#2` });
    expect(contactsOf(folder.contacts(cache, files[2]))).toEqual(expected);
  });
});

describe('patterns in quotes', () => {
  const numbers = [1, 2, 10, 11];
  const names = numbers.map((number, i) => folder.put(`take${number}.ply`, plyOf(mesh, frames[i])));

  it('are expanded in natural order', () => {
    const steps = folder.contacts(folder.at('take*.ply'));
    expect(steps.map(({ from }) => from)).toEqual(names.slice(0, 3));
    expect(contactsOf(steps)).toEqual(expected);
    expect(folder.contacts(folder.at('take?.ply')).length).toBe(1);
  });

  it('may match what is being written', () => {
    const inside = new Folder();
    for (const [i, frame] of frames.entries()) inside.put(`take${i}.ply`, plyOf(mesh, frame));
    const { status, stderr } = graze('check', inside.at('*'), '--threads', '2', '--json', inside.at('zero.json'));
    expect([status, stderr]).toEqual([1, '']);
  });

  it('that a shell has expanded in another order are told', () => {
    const { stdout } = graze('check', ...[...names].sort());
    expect(stdout).toMatch(
      /\nFrames are taken in the order given, take10\.ply before take2\.ply: put a pattern in quotes for natural order\.\n/,
    );
    expect(graze('check', ...names).stdout).not.toContain('order');
    expect(graze('check', ...[...names].reverse()).stdout).not.toContain('order');
  });
});

describe.skipIf(!existsSync(join(dataFolder, 'frames')))(`frames of ${dataFolder}`, () => {
  it.each([
    ['cloth-ball', ['cloth_ball92.ply', 'cloth_ball93.ply'], 19_032, 94_822],
    ['n-body', ['balls16_18.ply', 'balls16_19.ply'], 9_459, 41_031],
  ])('%s gives the truth', (name, pair, vfCount, eeCount) => {
    const at = (file: string) => join(dataFolder, 'frames', name, file);
    const truth = JSON.parse(readFileSync(at('truth.json'), 'utf8'));
    const { vf, ee } = folder.contacts(...pair.map(at))[0];
    const edges = (rows: readonly number[][]) =>
      rows.map(([a, b, c, d]) => [edge(a, b), edge(c, d)].sort().join(' ')).sort();
    const edge = (a: number, b: number) => (a < b ? `${a}-${b}` : `${b}-${a}`);
    const faces = (rows: readonly number[][]) => rows.map(([v, f]) => `${v} ${f}`).sort();
    expect([vf.length, ee.length]).toEqual([vfCount, eeCount]);
    expect(faces(vf)).toEqual(faces(truth.vf));
    expect(edges(ee)).toEqual(edges(truth.ee));
  });
});

const avatars = join(dataFolder, 'avatar');

describe.skipIf(!existsSync(avatars))(`figures of ${avatars}`, () => {
  const at = (name: string) => join(avatars, `${name}.glb`);

  async function sampled(name: string, times?: readonly number[]) {
    const animation = await readGltf(readFileSync(at(name)));
    const moments = times ?? animation.clips[0].times;
    const positions = moments.map((time) => {
      const out = new Float64Array(3 * animation.mesh.vertexCount);
      animation.positions(0, time, out);
      return out;
    });
    return collided(animation.mesh, positions);
  }

  it('the walking man touches himself frame by frame as the library finds', async () => {
    const steps = folder.contacts(at('CesiumMan'));
    expect(contactsOf(steps)).toEqual(await sampled('CesiumMan'));
    expect(steps.length).toBe(47);
  });

  it('the rigged figure walks without a contact', () => {
    const { status, stdout } = graze('check', at('RiggedFigure'), '--rate', '24');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Nothing clashes: /);
    expect(stdout).toMatch(
      / 24 a second; between two of them every vertex moves in a straight line\.\n\nNo step has a contact\.\n$/,
    );
  });

  it('--rate samples evenly, to the very end', async () => {
    const { clips } = await readGltf(readFileSync(at('CesiumMan')));
    const { times } = clips[0];
    const [first, last] = [times[0], times[times.length - 1]];
    const even = Array.from({ length: Math.ceil((last - first) * 7) + 1 }, (_, i) => Math.min(last, first + i / 7));
    const steps = folder.contacts(at('CesiumMan'), '--rate', '7');
    expect(contactsOf(steps)).toEqual(await sampled('CesiumMan', even));
    expect(steps.at(-1)?.to).toBe(`${at('CesiumMan')}@${Number(last.toFixed(6))}`);
  });
});
