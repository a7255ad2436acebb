// A value of a crate: 64 bits that hold it or tell where it is.
import type { LayerValue, ValueShape } from '../usd-layer.ts';
import type { CrateFile } from './crate-file.ts';
import { readArrayHead, readNumbers, repFrom, type ValueRep } from './crate-numbers.ts';
import { CRATE_TYPE, NUMBER_BYTES, NUMBER_TYPES, type NumberType } from './crate-types.ts';

/** The size of the index of a name. */
const INDEX_BYTES = 4;

/** A value of a crate. */
export class CrateValue implements LayerValue {
  /** The parts of its representation. */
  readonly rep: ValueRep;
  private readonly file: CrateFile;
  private readonly low: number;
  private readonly high: number;

  /** `low` and `high` are the halves of its representation. */
  constructor(file: CrateFile, low: number, high: number) {
    this.file = file;
    this.low = low;
    this.high = high;
    this.rep = repFrom(low, high);
  }

  /** Equal values are written once, so equal representations stand for equal values. */
  get key(): string {
    return `${this.high}:${this.low}`;
  }

  get isBlocked(): boolean {
    return this.rep.type === CRATE_TYPE.block || this.rep.type === CRATE_TYPE.animationBlock;
  }

  numbers(shape: ValueShape): Float64Array {
    return readNumbers(this.file.bytes, this.file.minor, this.rep, this.numberType(shape));
  }

  count(shape: ValueShape): number {
    const { width, number } = this.numberType(shape);
    if (!this.rep.isArray) return 1;
    if (this.rep.isInlined) return 0;
    return readArrayHead(this.file.bytes, this.file.minor, this.rep, width * NUMBER_BYTES[number]).count;
  }

  strings(): readonly string[] {
    const { file, rep } = this;
    const isString = rep.type === CRATE_TYPE.string || rep.type === CRATE_TYPE.stringVector;
    const text = (index: number): string => (isString ? file.string(index) : file.token(index));
    switch (rep.type) {
      case CRATE_TYPE.string:
      case CRATE_TYPE.token:
      case CRATE_TYPE.asset:
        if (!rep.isArray) return [text(rep.low)];
        return rep.isInlined ? [] : this.indices(readArrayHead(file.bytes, file.minor, rep, INDEX_BYTES)).map(text);
      case CRATE_TYPE.tokenVector:
      case CRATE_TYPE.stringVector:
        return this.indices({ count: file.bytes.u64(rep.at, 'the length of a list'), at: rep.at + 8 }).map(text);
      default:
        return this.fail('a token or a string');
    }
  }

  /** Throws a `FileError` that names the type found. */
  fail(expected: string): never {
    const { rep, file } = this;
    const at = rep.isInlined || rep.at > file.bytes.size ? 0 : rep.at;
    return file.bytes.fail(at, expected, `a value of type ${rep.type}`);
  }

  private numberType(shape: ValueShape): NumberType {
    const type = NUMBER_TYPES.get(this.rep.type);
    return type?.shape === shape ? type : this.fail(EXPECTED[shape]);
  }

  private indices({ count, at }: { readonly count: number; readonly at: number }): number[] {
    const view = this.file.bytes.view(at, 4 * count, 'a list of names');
    return Array.from({ length: count }, (_, i) => view.getUint32(4 * i, true));
  }
}

const EXPECTED: Readonly<Record<ValueShape, string>> = {
  scalar: 'numbers',
  vector: 'vectors of 3 numbers',
  quaternion: 'quaternions',
  matrix: 'matrices of 4 × 4 numbers',
};
