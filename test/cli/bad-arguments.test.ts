// Wrong arguments: status 2, one line that says what to do, and no output. Files are not read
// before.
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/check/usage-error.ts';
import { parsePose } from '../../src/cli/pose-argument.ts';
import { fault, graze } from './command.ts';

describe('arguments', () => {
  it.each([
    [[], 'name a command: check, merge, work, convert, sweep'],
    [['chek', 'a'], "unknown command 'chek' (Did you mean check?)"],
    [['collide'], "unknown command 'collide'; there are check, "],
    [['check'], "missing required argument 'frames'; graze check --help tells more."],
    [['distance', 'a.ply'], "missing required argument 'b'; graze distance --help tells more."],
    [['sweep', 'a.ply', 'b.ply'], "required option '--from <pose>' not specified; graze sweep --help tells more."],
    [['distance', 'a', 'b', 'c'], "too many arguments for 'distance'. Expected 2 arguments but got 3."],
    [['check', 'a', 'b', '--jason', 'x'], "unknown option '--jason' (Did you mean --json?)"],
    [['check', 'a', 'b', '--min-sep', '1'], "unknown option '--min-sep'; there are --pairs, --ignore, "],
    [['--thread', '2'], "unknown option '--thread'"],
    [['check', 'a', 'b', '--json'], "option '--json <file>' argument missing; graze check --help tells more."],
    [
      ['check', 'a', 'b', '--recipe', 'fast'],
      "option '--recipe <name>' argument 'fast' is invalid. Allowed choices are iccd, r-triangles, basic.",
    ],
  ])('%j', (args, expected) => {
    expect(fault(...args).slice(0, expected.length)).toBe(expected);
  });

  it.each([
    ['--threads', ['0', '1.5', '']],
    ['--min-separation', ['-1', 'NaN']],
    ['--max-contacts', ['0', '2.5']],
    ['--rate', ['0', '24x']],
  ])('%s', (option, texts) => {
    for (const text of texts)
      expect(fault('check', 'a', 'b', option, text)).toMatch(
        new RegExp(`^option '${option} <.*>' argument '${text}' is invalid\\. It must be `),
      );
  });

  it.each(['1,2', '1,2,3,4', 'x,0,0', '1,,2', '', '1,2,NaN', '1,2,Infinity', '1 2 3'])('pose "%s"', (pose) => {
    const expected = `--from is "${pose}"; a pose is x,y,z or x,y,z,qx,qy,qz,qw: three or seven numbers with commas.`;
    expect(() => parsePose(pose, '--from')).toThrow(new UsageError(expected));
  });

  it('poses of both commands', () => {
    const rest = 'a pose is x,y,z or x,y,z,qx,qy,qz,qw: three or seven numbers with commas.';
    expect(fault('sweep', 'a', 'b', '--from', '1,2', '--to', '0,0,0')).toBe(`--from is "1,2"; ${rest}`);
    expect(fault('distance', 'a', 'b', '--pose-b', '')).toBe(`--pose-b is ""; ${rest}`);
  });

  it('a rotation of zero', () => {
    const expected = 'has a rotation of 0,0,0,0; no rotation is 0,0,0,1.';
    expect(fault('sweep', 'a', 'b', '--from', '0,0,0', '--to', '0,0,0,0,0,0,0')).toBe(`--to ${expected}`);
    expect(fault('sweep', 'a', 'b', '--from', '0,0,0', '--to', '0,0,0', '--tolerance', '-1')).toMatch(
      /It must be 0 or more\.$/,
    );
  });

  it.each([['--help'], ['check', '--help'], ['help', 'sweep'], ['distance', '-h'], ['--version']])(
    '%s %s is no fault',
    (...args) => {
      const { status, stdout, stderr } = graze(...args);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(args[0] === '--version' ? /^\d+\.\d+\.\d+\n$/ : /^Usage: graze /);
    },
  );
});
