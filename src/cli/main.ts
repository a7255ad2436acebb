#!/usr/bin/env node
// The command line. Exit status: 0 nothing collides; 1 something does; 2 bad input or usage, with
// one clear line on standard error; 70 a bug of graze itself.
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { UsageError } from '../check/usage-error.ts';
import type { Pose } from '../rigid.ts';
import { type BenchArguments, bench } from './bench.ts';
import { addCheckCommand } from './check/check-command.ts';
import { addConvertCommand } from './convert/convert-command.ts';
import { notNegative, numberThat, wholeFromOne } from './number-arguments.ts';
import { discardUnfinished } from './output-file.ts';
import { parsePose } from './pose-argument.ts';
import type { SweepArguments } from './rigid-commands.ts';
import { addMergeCommand } from './shard/merge-command.ts';
import type { SimulateArguments } from './simulate.ts';
import { printable } from './text/printable.ts';
import { memoryFault } from './thread/memory-fault.ts';
import { endThread, runInThread } from './thread/run-in-thread.ts';
import { usageLine } from './usage-line.ts';
import type { ViewArguments } from './view.ts';

/** Exit status if something collides. */
const COLLIDES = 1;
/** Exit status for bad input or usage. */
const BAD_USAGE = 2;
/**
 * A bug of graze. The status differs from all others, so that a bug is never mistaken for a
 * contact.
 */
const BUG = 70;

const portNumber = numberThat(
  'It must be a whole number from 0 to 65535.',
  (value) => Number.isInteger(value) && value >= 0 && value <= 65_535,
);

/** An option that takes a pose; a wrong one ends in a `UsageError`. */
function poseOption(name: string, description: string): Option {
  return new Option(`${name} <pose>`, description).argParser((text) => parsePose(text, name));
}

/** An option whose default is the origin, without rotation. */
function poseOrOrigin(name: string, description: string): Option {
  return poseOption(name, description).default(parsePose('0,0,0', name), '0,0,0');
}

function program(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const graze = new Command('graze')
    .description('Exact collision detection for moving triangle meshes.')
    .version(version)
    .configureOutput({ writeErr: () => {} })
    .exitOverride();
  addCheckCommand(graze, version);
  addMergeCommand(graze, version);
  addConvertCommand(graze);
  graze
    .command('sweep')
    .description('first contact of rigid mesh A, on its way from pose to pose, with B at rest')
    .argument('<a>')
    .argument('<b>')
    .addOption(poseOption('--from', 'pose of A at the start: x,y,z or x,y,z,qx,qy,qz,qw').makeOptionMandatory())
    .addOption(poseOption('--to', 'pose of A at the end, turned the shorter way round').makeOptionMandatory())
    .addOption(poseOrOrigin('--at', 'pose of B'))
    .option('--tolerance <length>', 'how far apart they may be where contact is reported', notNegative, 1e-4)
    .action(async (a: string, b: string, options: SweepArguments) => {
      if (await runInThread('sweep', a, b, options)) process.exitCode = COLLIDES;
    });
  graze
    .command('distance')
    .description('the distance of two rigid meshes, with the nearest points')
    .argument('<a>')
    .argument('<b>')
    .addOption(poseOrOrigin('--pose-a', 'pose of A: x,y,z or x,y,z,qx,qy,qz,qw'))
    .addOption(poseOrOrigin('--pose-b', 'pose of B'))
    .action(async (a: string, b: string, { poseA, poseB }: Record<'poseA' | 'poseB', Pose>) => {
      if (await runInThread('distance', a, b, poseA, poseB)) process.exitCode = COLLIDES;
    });
  graze
    .command('simulate')
    .description('cloth over time, every step proven free of contact; without a name, lists the scenes')
    .argument('[scene]')
    .option('--out <folder>', 'where frames are written: 0000.ply, 0001.ply, …; continues a run that was interrupted')
    .option('--frames <count>', 'number of frames, the start included; the whole scene by default', wholeFromOne)
    .option('--seed <number>', 'selects the initial state', wholeFromOne, 1)
    .option('--substeps', 'write every sub-step, so that each straight path from file to file is proven', false)
    .action(async (scene: string | undefined, options: SimulateArguments) => {
      if (await runInThread('simulate', scene, options)) process.exitCode = COLLIDES;
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
    .description("the papers' tables, our figures beside theirs; without a name, lists them")
    .argument('[name]')
    .option('--quick', 'small scenes and short simulations: a first impression', false)
    .option('--only <names>', 'only these scenes or pairs, separated by commas')
    .option('--cache <folder>', 'where simulated sequences are kept; by default in the folder for temporary files')
    .option('--json <file>', 'write the numbers as JSON')
    .option('--figures <folder>', 'draw the figures that the paper has')
    .action((name: string | undefined, options: BenchArguments) => bench(name, options, version));
  return graze;
}

function tellFault(graze: Command, error: unknown): void {
  // The user asked for help or the version, which is no error.
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const fault = error instanceof UsageError ? error.message : memoryFault(error);
  process.exitCode = error instanceof CommanderError || fault !== null ? BAD_USAGE : BUG;
  let text = error instanceof Error ? error.stack : String(error);
  if (fault !== null) text = printable(fault);
  if (error instanceof CommanderError) text = printable(usageLine(graze, error));
  process.stderr.write(`graze: ${text}\n`);
}

for (const [signal, status] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.on(signal, async () => {
    await endThread();
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
