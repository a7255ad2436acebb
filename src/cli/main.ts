#!/usr/bin/env node
// The command line. Exit status: 0 nothing collides, 1 something does, 2 bad input or usage, with
// one clear line on standard error, 70 a bug of ours.
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { recipeNames } from '../check/recipe-names.ts';
import { UsageError } from '../check/usage-error.ts';
import { type BenchArguments, bench } from './bench.ts';
import { type CheckArguments, check } from './check.ts';
import { discardUnfinished } from './output-file.ts';
import { parsePose } from './pose-argument.ts';
import type { SimulateArguments } from './simulate.ts';
import { usageLine } from './usage-line.ts';
import type { ViewArguments } from './view.ts';

const COLLIDES = 1;
const BAD_USAGE = 2;
/** Different from all other states, so that a bug is never mistaken for a contact. */
const BUG = 70;

function atLeast(least: number, what: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || value < least) throw new InvalidArgumentError(what);
    return value;
  };
}

function wholeFromOne(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return value;
}

function portNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < 0 || value > 65_535)
    throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
  return value;
}

function program(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const graze = new Command('graze')
    .description('Exact collision detection for moving triangle meshes.')
    .version(version)
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
  graze
    .command('check')
    .description('continuous collisions between consecutive frames')
    .argument(
      '<frames...>',
      'OBJ, PLY, STL or OFF files in their order; or one animated glTF/GLB; or a mesh and a PC2/MDD cache',
    )
    .option('--first', 'only the first contact of each step', false)
    .option(
      '--min-separation <length>',
      'count what comes this close as contact',
      atLeast(0, 'It must be 0 or more.'),
      0,
    )
    .option('--max-contacts <count>', 'stop at so many contacts in a step; all by default', wholeFromOne)
    .addOption(new Option('--recipe <name>', 'culling recipe').choices(recipeNames).default('iccd'))
    .option('--threads <count>', 'workers; all cores by default', wholeFromOne)
    .option(
      '--rate <samples>',
      'samples a second of a glTF animation; its keyframes by default',
      atLeast(1e-6, 'It must be above 0.'),
    )
    .option('--clip <name>', 'name or number of a glTF animation; the first by default')
    .option('--json <file>', 'write all contacts as JSON')
    .option('--csv <file>', 'write all contacts as CSV')
    .option('--report <file>', 'write a report, one HTML file to open in a browser')
    .action(async (frames: string[], options: CheckArguments) => {
      if (await check(frames, options, version)) process.exitCode = COLLIDES;
    });
  graze
    .command('sweep')
    .description('does rigid mesh A hit B on its way?')
    .argument('<a>')
    .argument('<b>')
    .requiredOption('--from <pose>', 'pose of A at the start: x,y,z or x,y,z,qx,qy,qz,qw')
    .requiredOption('--to <pose>', 'pose of A at the end, turned the shorter way round')
    .option('--at <pose>', 'pose of B', '0,0,0')
    .option(
      '--tolerance <length>',
      'how far apart they may be where contact is reported',
      atLeast(0, 'It must be 0 or more.'),
      1e-4,
    )
    .action(
      async (
        a: string,
        b: string,
        { from, to, at, tolerance }: Record<'from' | 'to' | 'at', string> & { tolerance: number },
      ) => {
        const poses = { from: parsePose(from, '--from'), to: parsePose(to, '--to'), at: parsePose(at, '--at') };
        const { sweep } = await import('./rigid-commands.ts');
        if (sweep(a, b, { ...poses, tolerance })) process.exitCode = COLLIDES;
      },
    );
  graze
    .command('distance')
    .description('the distance of two rigid meshes, with the nearest points')
    .argument('<a>')
    .argument('<b>')
    .option('--pose-a <pose>', 'pose of A: x,y,z or x,y,z,qx,qy,qz,qw', '0,0,0')
    .option('--pose-b <pose>', 'pose of B', '0,0,0')
    .action(async (a: string, b: string, { poseA, poseB }: Record<'poseA' | 'poseB', string>) => {
      const poses = [parsePose(poseA, '--pose-a'), parsePose(poseB, '--pose-b')] as const;
      const { printDistance } = await import('./rigid-commands.ts');
      if (printDistance(a, b, ...poses)) process.exitCode = COLLIDES;
    });
  graze
    .command('simulate')
    .description('cloth over time, every step proven free of contact; without a name it tells which scenes there are')
    .argument('[scene]')
    .option('--out <folder>', 'where frames go: 0000.ply, 0001.ply, …; a run that was interrupted goes on there')
    .option('--frames <count>', 'frames, the start included; all of the scene by default', wholeFromOne)
    .option('--seed <number>', 'another number, another start', wholeFromOne, 1)
    .option('--substeps', 'write every proven sub-step, so that all ways from file to file are proven', false)
    .action(async (scene: string | undefined, options: SimulateArguments) => {
      const { simulate } = await import('./simulate.ts');
      if (!(await simulate(scene, options))) process.exitCode = COLLIDES;
    });
  graze
    .command('view')
    .description('the viewer in the browser: files, or demonstration scenes')
    .argument('[files...]', 'as for check; more can be dropped onto the page')
    .option('--port <number>', 'port on this computer; any free one by default', portNumber, 0)
    .option('--no-open', 'do not open the browser')
    .action(async (files: string[], options: ViewArguments) => {
      const { view } = await import('./view.ts');
      await view(files, options);
    });
  graze
    .command('bench')
    .description("the papers' tables: ours beside theirs; without a name it tells which there are")
    .argument('[name]')
    .option('--quick', 'small scenes, and of simulations only the beginning: for a look', false)
    .option('--only <names>', 'some of the scenes or pairs, with commas')
    .option('--cache <folder>', 'where simulated sequences are kept; by default in that of temporary files')
    .option('--json <file>', 'write the numbers as JSON')
    .option('--figures <folder>', 'draw the figures that the paper has')
    .action((name: string | undefined, options: BenchArguments) => bench(name, options));
  return graze;
}

function tellFault(graze: Command, error: unknown): void {
  // The user asked for help or the version; that is no fault.
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const isUsage = error instanceof CommanderError || error instanceof UsageError;
  const bug = error instanceof Error ? error.stack : String(error);
  const text =
    error instanceof CommanderError ? usageLine(graze, error) : error instanceof UsageError ? error.message : bug;
  process.stderr.write(`graze: ${text}\n`);
  process.exitCode = isUsage ? BAD_USAGE : BUG;
}

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, () => {
    discardUnfinished();
    process.exit(status);
  });
// The reader of a pipe may stop early, as `head` does.
process.stdout.on('error', () => {});

const graze = program();
try {
  await graze.parseAsync();
} catch (error) {
  discardUnfinished();
  tellFault(graze, error);
}
