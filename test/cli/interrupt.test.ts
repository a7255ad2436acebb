// Outputs are complete or absent, however a run ends.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writePc2, writePly } from '../../src/io.ts';
import { ballFrames, Folder, PROGRAM, plyOf } from './command.ts';

const { mesh, frames } = ballFrames([0, 0.2]);

describe('a signal', () => {
  const folder = new Folder();
  const base = folder.put('base.ply', plyOf(mesh, frames[0]));
  const many = folder.put('many.pc2', writePc2(Array.from({ length: 4000 }, (_, i) => frames[i % 2])));

  // 1,500 triangles in one place: a step takes a minute, and gigabytes towards its end.
  const count = 1500;
  const soup = Float64Array.from({ length: 9 * count }, (_, i) => [0, 0, 0, 1, 0, 0, 0, 1, 0][i % 9]);
  const moved = soup.map((x, i) => x + Math.floor(i / 9) / count);
  const triangles = Uint32Array.from({ length: 3 * count }, (_, i) => i);
  const crowd = folder.put('crowd.ply', writePly({ positions: soup, triangles }));
  const crowds = folder.put('crowd.pc2', writePc2([soup, moved]));

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends one long step, and leaves nothing behind', async (signal, status) => {
    const inside = new Folder();
    const child = spawn(process.execPath, [PROGRAM, 'check', crowd, crowds, '--contacts', inside.at('out.jsonl')]);
    while (!readdirSync(inside.path).some((name) => name.endsWith('.part')))
      await new Promise((resolve) => setTimeout(resolve, 10));
    // The step begins when the file is there.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const ended = new Promise((resolve) => child.on('exit', (code, by) => resolve([code, by])));
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
    expect(readdirSync(inside.path)).toEqual([]);
  });

  it.each([
    ['SIGINT', '1', 130],
    ['SIGINT', '2', 130],
    ['SIGHUP', '1', 129],
    ['SIGTERM', '2', 143],
  ] as const)('%s leaves nothing behind, --threads %s', async (signal, threads, status) => {
    const inside = new Folder();
    inside.put('out.csv', 'kept');
    const files = { json: 'out.json', csv: 'out.csv', contacts: 'out.jsonl', report: 'out.html' };
    const outputs = Object.entries(files).flatMap(([option, file]) => [`--${option}`, inside.at(file)]);
    const child = spawn(process.execPath, [PROGRAM, 'check', base, many, '--threads', threads, ...outputs]);
    const begun = () => readdirSync(inside.path).filter((name) => name.endsWith('.part')).length >= 2;
    while (!begun()) await new Promise((resolve) => setTimeout(resolve, 10));
    const ended = new Promise((resolve) => child.on('exit', (code, by) => resolve([code, by])));
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
    expect(readdirSync(inside.path)).toEqual(['out.csv']);
    expect(inside.text('out.csv')).toBe('kept');
  });
});
