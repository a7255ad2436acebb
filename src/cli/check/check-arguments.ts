// The options of `graze check`, by what they decide: what steps find, and what is made of it.
import type { PartsBy } from '../../check/name-parts.ts';
import type { RecipeName } from '../../check/recipe-names.ts';
import type { InputGroup, SequenceRequest } from '../../check/sequence.ts';
import type { Unit, UpAxis } from '../../check/space.ts';
import type { StepperOptions } from '../stepper.ts';

/** The options that decide what is checked, and how. */
export interface StepArguments {
  /** `--pairs`: only these pairs of parts. */
  readonly pairs?: string | undefined;
  /** `--ignore`: not these pairs of parts. */
  readonly ignore?: string | undefined;
  /** False with `--no-self`. */
  readonly self: boolean;
  /** `--clearance`: different parts closer than this are near. */
  readonly clearance: number;
  /** `--frames`: only these frames. */
  readonly frames?: string | undefined;
  /** `--clip`: name or number of a glTF animation. */
  readonly clip?: string | undefined;
  /** `--rate`: samples per second of glTF, Alembic and USD. */
  readonly rate?: number | undefined;
  /** `--unit`: the unit of the input. */
  readonly unit?: Unit | undefined;
  /** `--up`: the axis that points up. */
  readonly up?: UpAxis | undefined;
  /** False with `--no-weld`. */
  readonly weld: boolean;
  /** `--allow-outside`: files may name others outside of their own folder. */
  readonly allowOutside: boolean;
  /** `--parts`: what a part is. */
  readonly parts?: PartsBy | undefined;
  /** `--first`: only the first contact of each step. */
  readonly first: boolean;
  /** `--min-separation`: the distance that counts as contact. */
  readonly minSeparation: number;
  /** `--max-contacts`: the search of a step for contacts ends beyond this number. */
  readonly maxContacts?: number | undefined;
  /** `--max-tests`: a search that has more to test ends the check. */
  readonly maxTests?: number | undefined;
  /** `--recipe`. */
  readonly recipe: RecipeName;
}

/** The options that decide what is made of the steps once all of them are checked. */
export interface ResultArguments {
  /** `--ignore-rest`: what is there from the first frame does not count. */
  readonly ignoreRest: boolean;
  /** `--baseline`: a file with known clashes. */
  readonly baseline?: string | undefined;
  /** `--update-baseline`: writes that file. */
  readonly updateBaseline: boolean;
  /** `--json`: a file, or `-` for standard output. */
  readonly json?: string | undefined;
  /** `--csv`: a file. */
  readonly csv?: string | undefined;
  /** `--report`: a file. */
  readonly report?: string | undefined;
  /** `--overlay`: a file, or a folder. */
  readonly overlay?: string | undefined;
}

/** The options that write something of each step. */
export interface StepOutputArguments {
  /** `--contacts`: a file. */
  readonly contacts?: string | undefined;
  /** `--times`: a file. */
  readonly times?: string | undefined;
}

/** All options; file names are undefined if an output is not wanted. */
export interface CheckArguments extends StepArguments, ResultArguments, StepOutputArguments {
  /** `--threads`: all cores by default. */
  readonly threads?: number | undefined;
  /** `--shard`: only this share of the steps. */
  readonly shard?: string | undefined;
  /** `--blob`: the file for a shard, or the folder for those of a queue. */
  readonly blob?: string | undefined;
}

/** What is to be opened. */
export function requestOf(
  inputs: readonly InputGroup[],
  { rate, clip, frames, unit, up, parts: partsBy, allowOutside }: StepArguments,
): SequenceRequest {
  return { inputs, rate, clip, frames, unit, up, partsBy, allowOutside };
}

/** How its steps are checked. */
export function stepperOptions(args: StepArguments): StepperOptions {
  const { recipe, minSeparation, first, maxContacts = Infinity, maxTests, clearance, pairs, ignore, self } = args;
  return { recipe, minSeparation, first, maxContacts, maxTests, clearance, choice: { pairs, ignore, self } };
}
