// `graze merge` on the command line: its options and their help.
import type { Command } from 'commander';
import { wholeFromOne } from '../number-arguments.ts';
import { runInThread } from '../thread/run-in-thread.ts';
import type { MergeArguments } from './merge.ts';

const HELP = `
A blob has the frames of its steps: the files that were checked need not be there.
All options that decide what is checked are in the blobs. The exit status is that of graze check.`;

/** Adds the command to graze, whose version is `version`. */
export function addMergeCommand(graze: Command, version: string): void {
  graze
    .command('merge')
    .description('the result of a check from the blobs of all its shards, as one run would have written it')
    .argument('<blobs...>', 'what graze check --shard … --blob FILE wrote, in any order')
    .option('--ignore-rest', 'what is there from the first frame does not count', false)
    .option('--baseline <file>', 'clashes that are known; only new and worse ones count')
    .option('--update-baseline', 'write the clashes to that file', false)
    .option('--json <file>', 'write the clashes as JSON; - for standard output')
    .option('--csv <file>', 'write the clashes as CSV')
    .option('--report <file>', 'write a report, one HTML file to open in a browser')
    .option('--overlay <file>', 'write the curves and faces of the clashes as GLB, or coloured frames into a folder')
    .option('--threads <count>', 'number of threads; all cores by default', wholeFromOne)
    .addHelpText('after', HELP)
    .action(async (blobs: string[], options: MergeArguments) => {
      if (await runInThread('merge', blobs, options, version)) process.exitCode = 1;
    });
}
