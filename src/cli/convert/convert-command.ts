// `graze convert` on the command line: its options and their help.
import { type Command, Option } from 'commander';
import type { ConvertArguments } from '../convert.ts';
import { sampleRate } from '../number-arguments.ts';
import { runInThread } from '../thread/run-in-thread.ts';

const HELP = `
The output is a file that ends in .pc2 or .mdd (a point cache of all vertices), one that ends in .glb
(with a morph target per frame), or with --format obj or ply a folder: 0000.obj, 0001.obj, … one per
frame, with a line "o NAME" for each object that the frame shows. Positions in a folder are those of
the file in double precision, in its unit and with its up axis; the other formats have single precision.`;

/** Adds the command to graze. */
export function addConvertCommand(graze: Command): void {
  graze
    .command('convert')
    .description('a sequence in another format: a point cache, GLB, or a folder of frames')
    .argument('<files...>', 'the input, as for check but one alone; then the output')
    .addOption(
      new Option('--format <name>', 'what is written; the extension of the output tells by default').choices([
        'obj',
        'ply',
        'pc2',
        'mdd',
        'glb',
      ]),
    )
    .option('--frames <ranges>', 'only these frames, counted from 0, such as 1-3,5,7-20:2')
    .option('--clip <name>', 'name or number of a glTF animation; by default all that move different things')
    .option('--rate <samples>', 'samples per second of glTF, Alembic and USD; those of the file by default', sampleRate)
    .option('--allow-outside', 'files such as glTF may name others outside of their own folder', false)
    .option('--json <file>', 'write what was converted as JSON; - for standard output')
    .addHelpText('after', HELP)
    .action(async (files: string[], options: ConvertArguments) => {
      await runInThread('convert', files, options);
    });
}
