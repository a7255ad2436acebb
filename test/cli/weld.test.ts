// Vertices that coincide in every frame are welded: a seam does not clash with itself. A frame in
// the middle that parts them refutes the weld, on whatever thread it is read.
import { describe, expect, it } from 'vitest';
import { writePly } from '../../src/io.ts';
import { Folder, graze } from './command.ts';

const folder = new Folder();

/** A strip of four squares, cut in the middle; the right half is `gap` away from the left. */
function strip(name: string, height: number, gap: number): string {
  const row = (xs: readonly number[], shift: number): number[] =>
    xs.flatMap((x) => [0, 1].flatMap((y) => [x + shift, y, height]));
  const positions = Float64Array.from([...row([0, 1, 2], 0), ...row([2, 3, 4], gap)]);
  const square = (v: number): number[] => [v, v + 2, v + 1, v + 1, v + 2, v + 3];
  const triangles = Uint32Array.from([0, 2, 6, 8].flatMap(square));
  return folder.put(name, writePly({ positions, triangles }));
}

const closed = Array.from({ length: 12 }, (_, i) => strip(`closed${i}.ply`, i, 0));
const opening = closed.map((file, i) => (i === 7 ? strip('open.ply', i, 0.5) : file));
const NOTE = '2 vertices that coincide in every frame were welded (--no-weld keeps them apart).';

function check(files: readonly string[], ...options: readonly string[]): { stdout: string; json: string } {
  const { status, stdout, stderr } = graze('check', ...files, '--json', folder.at('out.json'), ...options);
  expect([status, stderr]).toEqual([0, '']);
  return { stdout, json: folder.text('out.json') };
}

describe.each(['1', '2'])('--threads %s', (threads) => {
  it('a seam is welded, and told', () => {
    const { stdout, json } = check(closed, '--threads', threads);
    expect(stdout).toContain(`\n${NOTE}\n`);
    expect(JSON.parse(json)).toMatchObject({ parts: [{ name: 'part 1', faces: 8 }], clashes: [] });
    expect(stdout).toMatch(/\nNo step has a contact\.\n$/);
  });

  it('--no-weld keeps the vertices apart: the halves touch', () => {
    const { stdout, json } = check(closed, '--no-weld', '--threads', threads);
    expect(stdout).not.toContain('welded');
    const { parts, clashes } = JSON.parse(json);
    expect(parts).toHaveLength(2);
    expect(clashes).toMatchObject([{ a: 'part 1', b: 'part 2', kind: 'touching', frames: 12 }]);
  });

  it('a seam that opens in one frame is not welded', () => {
    const outputs = ['--contacts', folder.at('contacts.jsonl'), '--report', folder.at('report.html')];
    const { stdout, json } = check(opening, '--threads', threads, ...outputs);
    expect(stdout).not.toContain('welded');
    expect(json).toBe(check(opening, '--no-weld', '--threads', threads).json);
    expect(JSON.parse(json).clashes[0].perFrame.map(({ frame }: { frame: number }) => frame)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11,
    ]);
    expect(folder.text('contacts.jsonl').trimEnd().split('\n')).toHaveLength(11);
  });
});

it('contacts are those of the mesh as it was read', () => {
  check(closed.slice(0, 2), '--contacts', folder.at('welded.jsonl'));
  check(closed.slice(0, 2), '--no-weld', '--contacts', folder.at('unwelded.jsonl'));
  expect(folder.text('welded.jsonl')).toBe(folder.text('unwelded.jsonl'));
  expect(JSON.parse(folder.text('welded.jsonl')).vf.length).toBeGreaterThan(0);
});
