// Parsers of numbers on the command line. A number that is not valid ends in one line that says
// which ones are.
import { InvalidArgumentError } from 'commander';

/** Returns a parser for commander; `what` tells the user which numbers are valid. */
export function numberThat(what: string, isValid: (value: number) => boolean): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value) || !isValid(value)) throw new InvalidArgumentError(what);
    return value;
  };
}

/** A number from 0 on. */
export const notNegative: (text: string) => number = numberThat('It must be 0 or more.', (value) => value >= 0);
/** A rate in samples per second. */
export const sampleRate: (text: string) => number = numberThat('It must be above 0.', (value) => value >= 1e-6);
/** A count. */
export const wholeFromOne: (text: string) => number = numberThat(
  'It must be a whole number from 1 to 9007199254740991.',
  (value) => Number.isSafeInteger(value) && value >= 1,
);
