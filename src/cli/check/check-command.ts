// `graze check` on the command line: its options and their help.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { recipeNames } from '../../check/recipe-names.ts';
import { type UpAxis, units } from '../../check/space.ts';
import { notNegative, sampleRate, wholeFromOne } from '../number-arguments.ts';
import { runInThread } from '../thread/run-in-thread.ts';
import type { CheckArguments } from './check-arguments.ts';

const HELP = `
A pair of parts is A:B, and A:A a part with itself; "*" in a name stands for any characters, so that
--ignore "hair*:*" leaves out all hair. --first, --min-separation, --max-contacts and --recipe
concern the contacts between frames, which --contacts writes; the clashes do not depend on them.

Exit status: 1 if parts go through or pass each other, are inside one another, lie on each other
twice, or come closer than --clearance; 0 if not, touching alone included; 2 for bad input.`;

function upAxis(text: string): UpAxis {
  const axis = text.toLowerCase();
  if (axis !== 'y' && axis !== 'z') throw new InvalidArgumentError('It must be Y or Z.');
  return axis;
}

/** Adds the command to graze, whose version is `version`. */
export function addCheckCommand(graze: Command, version: string): void {
  graze
    .command('check')
    .description('what goes through what, when, where and how deep, over a sequence of frames')
    .argument(
      '<frames...>',
      'OBJ, PLY, STL or OFF files in their order; or Alembic (.abc), USD or glTF/GLB; or a mesh and a PC2/MDD cache; NAME=FILES names a part',
    )
    .option('--pairs <A:B,...>', 'check only these pairs of parts')
    .option('--ignore <A:B,...>', 'do not check these pairs of parts')
    .option('--no-self', 'do not check parts against themselves')
    .option('--clearance <length>', 'different parts closer than this clash, too', notNegative, 0)
    .option('--frames <ranges>', 'only these frames, counted from 0, such as 1-3,5,7-20:2')
    .option(
      '--clip <name>',
      'name or number of a glTF animation, or all, one after the other; by default those that move different things',
    )
    .option('--rate <samples>', 'samples per second of glTF, Alembic and USD; those of the file by default', sampleRate)
    .addOption(
      new Option('--unit <name>', 'unit of the input, unless its format states one; m by default').choices(units),
    )
    .option('--up <axis>', 'axis of the input that points up, Y or Z, unless its format states one', upAxis)
    .option('--no-weld', 'keep vertices apart that coincide in every frame')
    .addOption(new Option('--parts <kind>', 'what a part is').choices(['object', 'material', 'component']))
    .option('--allow-outside', 'files such as glTF may name others outside of their own folder', false)
    .option('--ignore-rest', 'what is there from the first frame does not count', false)
    .option('--baseline <file>', 'clashes that are known; only new and worse ones count')
    .option('--update-baseline', 'write the clashes to that file', false)
    .option('--json <file>', 'write the clashes as JSON; - for standard output')
    .option('--csv <file>', 'write the clashes as CSV')
    .option('--report <file>', 'write a report, one HTML file to open in a browser')
    .option('--overlay <file>', 'write the curves and faces of the clashes as GLB, or coloured frames into a folder')
    .option('--contacts <file>', 'write all contacts between frames, one line of JSON per step')
    .option('--times <file>', 'write how long each step took, as CSV')
    .option('--first', 'only the first contact of each step', false)
    .option('--min-separation <length>', 'distance that counts as contact', notNegative, 0)
    .option('--max-contacts <count>', 'stop the search of a step beyond this number; no limit by default', wholeFromOne)
    .option(
      '--max-tests <count>',
      'end the check where a frame or a step has more pairs of faces, or of features, to test',
      wholeFromOne,
    )
    .addOption(new Option('--recipe <name>', 'culling recipe').choices(recipeNames).default('iccd'))
    .option('--threads <count>', 'number of threads; all cores by default', wholeFromOne)
    .option('--shard <number/count>', 'check only this share of the steps, such as 3/8, for graze merge')
    .option('--blob <file>', 'with --shard: where its results are written')
    .addHelpText('after', HELP)
    .action(async (frames: string[], options: CheckArguments) => {
      if (await runInThread('check', frames, options, version)) process.exitCode = 1;
    });
}
