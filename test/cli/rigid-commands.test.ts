// `graze sweep` and `graze distance` on cubes, whose distances are known.
import { describe, expect, it } from 'vitest';
import { writeObj } from '../../src/io.ts';
import { CUBE_INDICES, CUBE_POINTS } from '../io/gltf/gltf-samples.ts';
import { Folder, graze } from './command.ts';

const folder = new Folder();
/** From −1 to 1 along each axis. */
const cube = folder.put('cube.obj', writeObj({ positions: CUBE_POINTS.flat(), triangles: CUBE_INDICES }));

const QUARTER = Math.SQRT1_2;

function lines(...args: readonly string[]): { status: number | null; head: string[]; last: string } {
  const { status, stdout, stderr } = graze(...args);
  expect(stderr).toBe('');
  const all = stdout.trimEnd().split('\n');
  return { status, head: all.slice(0, -1), last: all[all.length - 1] };
}

describe('sweep', () => {
  it('hits where the faces meet', () => {
    const { status, head, last } = lines('sweep', cube, cube, '--from', '-5,0.1,0', '--to', '5,0.1,0');
    expect(status).toBe(1);
    expect(head[0]).toBe(`${cube}: 12 triangles on its way; ${cube}: 12 triangles at rest.`);
    const [, time, apart] =
      last.match(/^Contact at t = (\S+): proven free before, and at most (\S+) apart then\.$/) ?? [];
    // The faces meet after 3 of 10 units.
    expect(Number(time)).toBeLessThanOrEqual(0.3);
    expect(10 * (0.3 - Number(time))).toBeLessThanOrEqual(Number(apart));
    expect(Number(apart)).toBe(1e-4);
    expect(head.find((line) => line.startsWith('contact'))).toMatch(/^contact +of a +of b +at +normal$/);
    const contact = head[head.findIndex((line) => line.startsWith('contact')) + 1];
    expect(contact).toMatch(/^(vertex-face|face-vertex|edge-edge) .* -1, \S+, \S+ +-1, 0, 0$/);
  });

  it('plots the distance over the motion until contact', () => {
    const { head } = lines('sweep', cube, cube, '--from', '-5,0,0', '--to', '5,0,0');
    const at = head.indexOf('distance over the motion, t from 0 to 1');
    const rows = head.slice(at + 1, at + 5);
    expect(rows.map((row) => row.slice(0, 8).trim())).toEqual(['3', '', '', '0']);
    // Falls evenly from 3 at t = 0 to 0 at t = 0.3, that is in 22 of 72 columns.
    const heights = Array.from({ length: 72 }, (_, k) =>
      rows.reduce((sum, row) => sum + Math.max(0, ' ▁▂▃▄▅▆▇█'.indexOf(row[9 + k] ?? ' ')), 0),
    );
    expect(heights[0]).toBe(32);
    for (let k = 0; k < 72; k++) expect(heights[k]).toBe(Math.max(0, Math.round(32 * (1 - k / 71 / 0.3))));
  });

  it('passes by, with the clearance', () => {
    const { status, last } = lines('sweep', cube, cube, '--from', '-5,2.5,0', '--to', '5,2.5,0');
    expect(status).toBe(0);
    const [, least, apart] =
      last.match(/^No contact: proven free all the way; never nearer than (\S+), and (\S+) apart at t = \S+\.$/) ?? [];
    expect(Number(apart)).toBeCloseTo(0.5, 3);
    expect(Number(least)).toBeLessThanOrEqual(0.5);
    expect(Number(least)).toBeGreaterThan(0.4998);
  });

  it('starts overlapping', () => {
    const { status, last } = lines('sweep', cube, cube, '--from', '1,0.5,0.2', '--to', '9,0,0');
    expect([status, last]).toEqual([1, 'The bodies overlap at the start.']);
  });

  it('places b with --at, turned as well', () => {
    const far = lines('sweep', cube, cube, '--from', '-5,0,0', '--to', '5,0,0', '--at', '0,9,0');
    expect([far.status, far.last.slice(0, 10)]).toEqual([0, 'No contact']);
    // A cube on its edge reaches √2: they meet after 4 − √2 of 10 units.
    const turned = `0,0,0,0,0,${Math.sin(Math.PI / 8)},${Math.cos(Math.PI / 8)}`;
    const { last } = lines('sweep', cube, cube, '--from', '-5,0,0', '--to', '5,0,0', '--at', turned);
    const time = Number(last.match(/t = (\S+):/)?.[1]);
    expect(time).toBeLessThanOrEqual((4 - Math.SQRT2) / 10);
    expect(time).toBeGreaterThan((4 - Math.SQRT2) / 10 - 2e-5);
  });

  it('--tolerance is how far apart they may be where contact is reported', () => {
    const way = ['--from', '-5,0,0', '--to', '5,0,0'];
    for (const tolerance of [0.5, 1e-9]) {
      const { status, last } = lines('sweep', cube, cube, ...way, '--tolerance', String(tolerance));
      expect([status, last]).toEqual([1, expect.stringMatching(new RegExp(`at most ${tolerance} apart then\\.$`))]);
      const time = Number(last.match(/t = (\S+):/)?.[1]);
      expect(time).toBeLessThanOrEqual(0.3);
      expect(10 * (0.3 - time)).toBeLessThanOrEqual(1.0001 * tolerance);
    }
    // What never touches is no contact, however near.
    const past = lines('sweep', cube, cube, '--from', '-5,2.001,0', '--to', '5,2.001,0', '--tolerance', '0');
    expect(past.status).toBe(0);
  });
});

describe('distance', () => {
  it('of two cubes, with the nearest points', () => {
    const { status, head, last } = lines('distance', cube, cube, '--pose-a', '-2,-3,0', '--pose-b', '1,1,0');
    // 1 and 2 apart along two axes.
    expect([status, last]).toEqual([0, `The bodies are ${Math.sqrt(5)} apart.`]);
    expect(head[0]).toMatch(/^mesh +face +nearest point$/);
    expect(head[1]).toMatch(/ -1, -2, \S+$/);
    expect(head[2]).toMatch(/ 0, 0, \S+$/);
  });

  it('of a cube that is turned', () => {
    const turned = `4,0,0,0,0,${Math.sin(Math.PI / 8)},${Math.cos(Math.PI / 8)}`;
    const { last } = lines('distance', cube, cube, '--pose-b', turned);
    expect(Number(last.split(' ')[3])).toBeCloseTo(3 - Math.SQRT2, 12);
    // A quarter turn leaves a cube as it is.
    const quarter = lines('distance', cube, cube, '--pose-b', `4,0,0,${QUARTER},0,0,${QUARTER}`);
    expect(Number(quarter.last.split(' ')[3])).toBeCloseTo(2, 12);
  });

  it('of cubes that touch or cross', () => {
    for (const pose of ['2,0,0', '1,0.5,0.3']) {
      const { status, last } = lines('distance', cube, cube, '--pose-b', pose);
      expect([status, last]).toEqual([1, 'The bodies touch or overlap.']);
    }
  });
});
