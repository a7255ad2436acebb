// An opened crate: its tables, and how names, strings and paths are looked up in them.
import { usdError } from '../usd-error.ts';
import { MAX_NAME_LENGTH } from '../usd-limits.ts';
import type { CrateBytes } from './crate-bytes.ts';
import { type CratePaths, readCratePaths } from './crate-paths.ts';
import {
  CrateFields,
  type CrateSpecs,
  CrateTokens,
  readCrateHeader,
  readCrateSpecs,
  readCrateStrings,
} from './crate-sections.ts';
import { CrateValue } from './crate-value.ts';

/** The time codes of samples, and where their values are. */
export interface CrateSamples {
  /** Ascending and distinct. */
  readonly times: Float64Array;
  /** The position of the first value representation. */
  readonly at: number;
  /** Whether all values are the same. */
  readonly isConstant: boolean;
}

/** An opened crate. */
export class CrateFile {
  /** Its bytes. */
  readonly bytes: CrateBytes;
  /** The minor version, which decides how arrays are stored. */
  readonly minor: number;
  /** The tree of paths. */
  readonly paths: CratePaths;
  /** The specs by path. */
  readonly specs: CrateSpecs;
  /** Time codes by the position of their values, because attributes share them. */
  readonly timesAt: Map<number, Float64Array> = new Map();
  /** Samples by the position of their description, because attributes may share them, too. */
  readonly samplesAt: Map<number, CrateSamples> = new Map();
  private sampleCount = 0;
  private readonly tokens: CrateTokens;
  private readonly strings: Uint32Array;
  private readonly fields: CrateFields;

  /** Reads the tables. */
  constructor(bytes: CrateBytes) {
    this.bytes = bytes;
    const { minor, section } = readCrateHeader(bytes);
    this.minor = minor;
    this.tokens = new CrateTokens(bytes, section('TOKENS'));
    this.strings = readCrateStrings(bytes, section('STRINGS'));
    this.fields = new CrateFields(bytes, section('FIELDS'), section('FIELDSETS'));
    this.paths = readCratePaths(bytes, section('PATHS'), this.tokens.count);
    this.specs = readCrateSpecs(bytes, section('SPECS'), this.paths.parentOf.length);
  }

  /** Returns a name; '' for an index outside of the table. */
  token(index: number): string {
    return this.tokens.at(index);
  }

  /** Returns a string; '' for an index outside of the table. */
  string(index: number): string {
    return index < this.strings.length ? this.tokens.at(this.strings[index]) : '';
  }

  /** Returns the name of the last element of a path. */
  nameOf(path: number): string {
    const name = this.tokens.at(this.paths.nameOf[path]);
    if (name.length > MAX_NAME_LENGTH)
      throw usdError(name, `a name of at most ${MAX_NAME_LENGTH} letters`, name.length);
    return name;
  }

  /** Returns a path as text; '' for an index outside of the table. */
  pathText(path: number): string {
    const { parentOf, isProperty, root } = this.paths;
    if (!(path >= 0 && path < parentOf.length)) return '';
    let text = '';
    for (let at = path; at >= 0 && at !== root; at = parentOf[at]) {
      const name = this.nameOf(at);
      const mark = isProperty[at] ? '.' : name.startsWith('{') || name.startsWith('[') ? '' : '/';
      text = mark + name + text;
    }
    return text === '' ? '/' : text;
  }

  /**
   * Counts time codes, or values of samples, that are stored at a position not seen before. Each
   * takes 8 bytes of its own; lists that overlap would take more memory than the file has bytes.
   */
  countSamples(count: number, at: number): void {
    this.sampleCount += count;
    if (8 * this.sampleCount > this.bytes.size) this.bytes.fail(at, 'samples that do not overlap', `${count} that do`);
  }

  /** Returns the fields of a path by name. */
  fieldsOf(path: number): Map<string, CrateValue> {
    const found = new Map<string, CrateValue>();
    const { fields } = this;
    for (const field of fields.of(this.specs.fieldsOf[path])) {
      const name = this.tokens.at(fields.nameOf[field]);
      found.set(name, new CrateValue(this, fields.reps[2 * field], fields.reps[2 * field + 1]));
    }
    return found;
  }
}
