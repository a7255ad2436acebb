// `graze simulate`: frames that `graze check` passes, what it reports as proven, how it continues
// after an interruption, and what it refuses.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clothScenes } from '../../scenes/cloth/index.ts';
import { readPly } from '../../src/io.ts';
import { Folder, fault, graze, PROGRAM } from './command.ts';

const folder = new Folder();
const run = (out: string, ...args: string[]): string => {
  const { status, stdout, stderr } = graze('simulate', 'table-cloth', '--out', folder.at(out), ...args);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
};
const contents = (out: string): Record<string, Buffer> =>
  Object.fromEntries(
    readdirSync(folder.at(out))
      .sort()
      .map((name) => [name, readFileSync(join(folder.at(out), name))]),
  );
const proven = (out: string): { paths: { from: string; to: string; times: number[] }[] } =>
  JSON.parse(folder.text(`${out}/proven.json`));

it('lists the scenes with a line each', () => {
  const { status, stdout, stderr } = graze('simulate');
  expect([status, stderr]).toEqual([0, '']);
  const [head, ...lines] = stdout.split('\n\n')[0].split('\n');
  expect(head).toMatch(/^name +scene$/);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(Object.keys(clothScenes).sort());
});

describe('frames', () => {
  const names = ['0000.ply', '0001.ply', '0002.ply', '0003.ply', '0004.ply'];

  it('as many as asked for, the start first, in one vertex order', () => {
    expect(run('five', '--frames', '5')).toMatch(/^table-cloth: 5 frames of 339 vertices and 648 triangles in /);
    expect(Object.keys(contents('five'))).toEqual([...names, 'proven.json', 'state.json']);
    const start = clothScenes['table-cloth'](1).options.cloths[0].positions;
    const frames = names.map((name) => readPly(readFileSync(folder.at(`five/${name}`))));
    expect([...frames[0].positions.slice(0, start.length)]).toEqual([...start]);
    for (const frame of frames) expect(frame.triangles).toEqual(frames[0].triangles);
    expect(frames[4].positions[2]).toBeLessThan(frames[0].positions[2]);
  });

  it('another seed, another start', () => {
    run('other', '--frames', '1', '--seed', '2');
    expect(contents('other')['0000.ply']).not.toEqual(contents('five')['0000.ply']);
  });

  it('with what is proven of the ways between them', () => {
    const { paths } = proven('five');
    expect(paths.map(({ from, to }) => [from, to])).toEqual(names.slice(1).map((name, i) => [names[i], name]));
    paths.forEach(({ times }, i) => {
      expect(times[0]).toBeCloseTo(0.01 * i, 12);
      expect(times[times.length - 1]).toBeCloseTo(0.01 * (i + 1), 12);
    });
  });

  it('--substeps: every way from file to file is one straight way, and graze check passes them', () => {
    run('substeps', '--frames', '70', '--substeps');
    const { paths } = proven('substeps');
    expect(paths.length).toBeGreaterThanOrEqual(69);
    for (const { times } of paths) expect(times).toHaveLength(2);
    expect(paths[0]).toMatchObject({ from: '000000.ply', to: '000001.ply' });
    const { status, stdout } = graze('check', '--threads', '1', folder.at('substeps/*.ply'));
    expect([status, stdout]).toEqual([0, expect.stringContaining('\nNo step has a contact.\n')]);
  });
});

describe('an interrupted run', () => {
  it('goes on where it ended, and gives the same bytes', () => {
    run('whole', '--frames', '60');
    run('parts', '--frames', '17');
    expect(run('parts', '--frames', '60')).toContain('the first 17 of them from before');
    expect(contents('parts')).toEqual(contents('whole'));
    expect(run('parts', '--frames', '60')).toContain('60 frames');
    expect(contents('parts')).toEqual(contents('whole'));
  });

  it('by Ctrl-C leaves whole files alone, and goes on', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'simulate', 'table-cloth', '--out', folder.at('cut')]);
    const count = () => readdirSync(folder.path).includes('cut') && readdirSync(folder.at('cut')).length;
    while (Number(count()) < 8) await new Promise((resolve) => setTimeout(resolve, 5));
    const ended = new Promise((resolve) => child.on('exit', (code, signal) => resolve([code, signal])));
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(readdirSync(folder.at('cut')).filter((name) => !/^(\d+\.ply|proven\.json|state\.json)$/.test(name))).toEqual(
      [],
    );
    run('cut', '--frames', '60');
    const { paths } = proven('cut');
    const whole = contents('whole');
    for (const { to } of paths.slice(0, 59)) expect(contents('cut')[to]).toEqual(whole[to]);
  });

  it('does not trust what was written after its last state', () => {
    run('torn', '--frames', '5');
    writeFileSync(folder.at('torn/0005.ply'), 'half');
    run('torn', '--frames', '60');
    expect(contents('torn')).toEqual(contents('whole'));
  });
});

describe('refuses', () => {
  it.each([
    [['tabel-cloth', '--out', 'x'], "unknown scene 'tabel-cloth' (Did you mean table-cloth?)"],
    [['toString', '--out', 'x'], "unknown scene 'toString'; there are "],
    [['tape'], 'name a folder for the frames: --out FOLDER.'],
    [['tape', '--out'], "option '--out <folder>' argument missing; graze simulate --help tells more."],
    [['tape', '--out', 'x', '--frames', '0'], "option '--frames <count>' argument '0' is invalid. It must be "],
    [['tape', '--out', 'x', '--seed', '-1'], "option '--seed <number>' argument '-1' is invalid. It must be "],
    [['tape', '--out', 'x', '--sub'], "unknown option '--sub'; there are --out, --frames, --seed, --substeps."],
    [['tape', 'sheets', '--out', 'x'], "too many arguments for 'simulate'."],
  ])('%j', (args, expected) => {
    expect(fault('simulate', ...args).slice(0, expected.length)).toBe(expected);
  });

  it('a place that is no folder', () => {
    const file = folder.put('file', '');
    expect(fault('simulate', 'tape', '--out', file)).toMatch(/file: /);
    expect(fault('simulate', 'tape', '--out', join(file, 'below'))).toContain('a part of its path is not a directory');
  });

  it("a folder with another's frames, or a run that cannot go on", () => {
    run('kept', '--frames', '2');
    const before = contents('kept');
    const again = (...args: string[]): string => fault('simulate', ...args, '--out', folder.at('kept'));
    const holds = `${folder.at('kept')} holds scene table-cloth, seed 1; go on with that or name another folder.`;
    expect(again('tape')).toBe(holds);
    expect(again('table-cloth', '--seed', '2')).toBe(holds);
    expect(again('table-cloth', '--substeps')).toBe(holds);
    expect(contents('kept')).toEqual(before);
    writeFileSync(folder.at('kept/proven.json'), '{');
    expect(again('table-cloth')).toContain('proven.json: it is not what graze wrote');
    rmSync(folder.at('kept/0001.ply'));
    expect(again('table-cloth')).toBe(
      `${folder.at('kept/0001.ply')} is missing; name another folder or remove this one.`,
    );
    rmSync(folder.at('kept/state.json'));
    expect(again('table-cloth')).toBe(
      `${folder.at('kept/0000.ply')} is there, but no state.json to go on from; name another folder.`,
    );
    mkdirSync(folder.at('odd'));
    for (const odd of ['[]', 'null', '{"version":2}']) {
      writeFileSync(folder.at('odd/state.json'), odd);
      expect(fault('simulate', 'tape', '--out', folder.at('odd'))).toContain('state.json: it is not what graze wrote');
    }
  });
});
