// `graze work` on the command line: its options and their help.
import type { Command } from 'commander';
import { numberThat, wholeFromOne } from '../number-arguments.ts';
import type { WorkArguments } from './work.ts';

const HELP = `
A job is a few steps of a check that was submitted with graze check … --queue. Files and results are
on storage that all machines see under the same names. Any number of workers may run; one that dies
loses nothing.`;

const seconds = numberThat('It must be a number of seconds above 0.', (value) => value > 0 && value < 1e6);

/** Adds the command to graze, whose version is `version`. */
export function addWorkCommand(graze: Command, version: string): void {
  graze
    .command('work')
    .description('does the jobs of a queue, until it is interrupted')
    .requiredOption('--queue <url>', 'the Redis server behind the queue, such as redis://HOST:6379')
    .option('--threads <count>', 'number of jobs at once', wholeFromOne, 1)
    .option('--idle <seconds>', 'end after so long without a job', seconds)
    .option('--lock <seconds>', 'how long the job of a worker that has died waits for another one', seconds, 10)
    .addHelpText('after', HELP)
    .action(async (options: WorkArguments) => {
      const { work } = await import('./work.ts');
      await work(options, version);
    });
}
