// `graze bench`: its list, the tables of the built package with the paper's numbers beside ours,
// and what it refuses.
import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/cli/nearest-name.ts';
import { Folder, fault, graze } from './command.ts';

const NAMES = ['c2a', 'iccd', 'mezger', 'quick-cullide', 'r-triangles'];

it('lists the tables with a line each', () => {
  const { status, stdout, stderr } = graze('bench');
  expect([status, stderr]).toEqual([0, '']);
  const [head, ...lines] = stdout.split('\n\n')[0].split('\n');
  expect(head).toMatch(/^name +tables$/);
  expect(lines.map((line) => line.split(/ {2,}/)[0])).toEqual(NAMES);
  for (const line of lines) expect(line).toMatch(/table|figure/);
});

describe('a quick run', () => {
  const folder = new Folder();

  it.each([
    [
      'iccd',
      'n-body',
      [
        'Table I:',
        'Table II:',
        'Table III:',
        'Figure 15:',
        'Counters',
        'Memory:',
        'Boxes and 18-DOPs',
        'Contours',
        'Cones:',
      ],
      '  paper, N-body ',
    ],
    [
      'r-triangles',
      'n-body',
      ['Figure 10a:', 'Figure 10b:', 'Table 2:', 'Discrete', 'Discrete', 'Table 1:', 'Assign', 'Bounds', 'Feature'],
      '  paper, Balls ',
    ],
    ['mezger', 'tape', ['tape:', 'Table 1:', 'Pairs that', 'Oriented', 'A step', 'Close now'], "the paper's best"],
    [
      'quick-cullide',
      'falling-leaves',
      ['Table 1:', 'Table 2:', 'Figure 7:', 'Figure 8:', 'Factors', 'Objects', 'In use:'],
      '  paper  ',
    ],
    [
      'c2a',
      'hammer-cad',
      ['Table I:', 'N_τ and N_BV', 'Control apart', 'What our', 'The parameter w', 'Free motions', 'Building both'],
      '  paper  ',
    ],
  ])('of %s', (name, subject, titles, paper) => {
    const file = folder.at(`${name}.json`);
    const { status, stdout, stderr } = graze(
      'bench',
      name,
      '--quick',
      '--only',
      subject,
      '--cache',
      folder.at('cache'),
      '--json',
      file,
    );
    expect(status).toBe(0);
    expect(stderr).toContain(`${name}: a quick run`);
    const tables = stdout.trim().split('\n\n');
    expect(tables.map((table, i) => table.slice(0, titles[i]?.length))).toEqual(titles);
    for (const table of tables) {
      expect(table).toMatch(new RegExp(`^${subject}`, 'm'));
      expect(table.split('\n')[0]).toMatch(/ \[quick run: .*\]$/);
    }
    const json = JSON.parse(folder.text(`${name}.json`));
    expect(json).toMatchObject({ paper: name, quick: true, version: expect.any(String), date: expect.any(String) });
    // Rows are shown on standard error as they are measured.
    for (const { rows } of json.tables) for (const [first] of rows) expect(stderr).toContain(`\n${first}`);
    expect(json.tables.map(({ title }: { title: string }) => title)).toEqual(
      tables.map((table) => table.split('\n')[0]),
    );
    expect(tables[0]).toContain(`\n${paper}`);
    expect(stdout).not.toMatch(/NaN|undefined/);
    expect(folder.text(`${name}.json`)).toContain(`"name": "${subject}"`);
  });

  it('draws figures', () => {
    const { status } = graze('bench', 'c2a', '--quick', '--only', 'torusknot-torusknot', '--figures', folder.path);
    expect(status).toBe(0);
    expect(folder.text('c2a-figure-6.svg')).toMatch(/^<svg [\s\S]*N_BV[\s\S]*<\/svg>\n$/);
  });
});

describe('refuses', () => {
  it.each([
    [['icdd'], "unknown table 'icdd' (Did you mean iccd?)"],
    [['R-Triangle'], "unknown table 'R-Triangle' (Did you mean r-triangles?)"],
    [['toString'], "unknown table 'toString'; there are c2a, iccd, mezger, quick-cullide, r-triangles."],
    [['iccd', '--only', 'n-body,princes'], "--only has the unknown name 'princes' (Did you mean princess?)"],
    [['c2a', '--only', ''], "--only has the unknown name ''; there are club-club, "],
    [['c2a', '--quik'], "unknown option '--quik' (Did you mean --quick?)"],
    [['c2a', 'iccd'], "too many arguments for 'bench'."],
    [['c2a', '--json', 'nowhere/a.json'], 'nowhere/a.json: there is no folder '],
    [['c2a', '--figures', 'nowhere'], 'nowhere/c2a.svg: there is no folder '],
  ])('%j', (args, expected) => {
    expect(fault('bench', ...args).slice(0, expected.length)).toBe(expected);
  });
});

it('the nearest name needs most of its letters', () => {
  expect(nearestName('c2', NAMES)).toBe('c2a');
  expect(nearestName('triangles', NAMES)).toBe('r-triangles');
  expect(nearestName('x', NAMES)).toBeUndefined();
  expect(nearestName('', NAMES)).toBeUndefined();
});
