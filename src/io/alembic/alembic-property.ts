// The properties of an object: which values they hold, how many samples, and where a sample is
// stored. Samples that repeat at the start and at the end are stored once.
import type { AlembicArchive } from './alembic-archive.ts';
import { maxSamples, SAME_INSTANT } from './alembic-limits.ts';
import { HeaderScanner } from './header-scanner.ts';
import type { OgawaAddress, OgawaBlock, OgawaFile, OgawaGroup } from './ogawa-file.ts';
import type { TimeSampling } from './time-sampling.ts';

/** The type of the elements of a property, as the file numbers it. */
export const ELEMENT = {
  bool: 0,
  uint8: 1,
  int8: 2,
  uint16: 3,
  int16: 4,
  uint32: 5,
  int32: 6,
  int64: 8,
  float16: 9,
  float32: 10,
  float64: 11,
  string: 12,
} as const;

/** The bytes of an element of each type; 0 for texts. */
const ELEMENT_BYTES = [1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8, 0, 0];
/** The hash before the elements of a sample. */
const HASH_BYTES = 16;

/** The header of a property in a compound. */
export interface PropertyHeader {
  /** Whether it holds further properties. */
  readonly isCompound: boolean;
  /** Whether a sample is an array of items; otherwise it is one item. */
  readonly isArray: boolean;
  /** The type of the elements, one of `ELEMENT`, or another one that this reader does not need. */
  readonly element: number;
  /** The number of elements of an item. */
  readonly extent: number;
  /** The number of samples; several may be stored as one. */
  readonly sampleCount: number;
  /** The first sample that differs from its predecessor. */
  readonly firstChanged: number;
  /** The last sample that differs from its predecessor. */
  readonly lastChanged: number;
  /** The index of the time sampling. */
  readonly sampling: number;
  /** The byte at which the header begins. */
  readonly place: number;
  /** The address of its samples, or of the properties in it. */
  readonly address: OgawaAddress;
}

/** Reads the properties of a compound that have one of these names. Throws `FileError`. */
export function propertiesOf(
  archive: AlembicArchive,
  address: OgawaAddress,
  wanted: readonly string[],
): Map<string, PropertyHeader> {
  const { file } = archive;
  const group = file.groupAt(address);
  const properties = new Map<string, PropertyHeader>();
  if (group.count === 0) return properties;
  const headers = new HeaderScanner(file, file.blockAt(file.child(group, group.count - 1)));
  let index = 0;
  for (; headers.hasMore; index++) {
    if (index >= group.count - 1) file.fail(headers.place, `headers of ${group.count - 1} properties`, 'more');
    const { name, header } = propertyHeader(archive, headers, file.child(group, index));
    if (wanted.includes(name)) properties.set(name, header);
  }
  if (index < group.count - 1) file.fail(group.at, `the ${index} properties that have a header`, group.count - 1);
  return properties;
}

/** Bits of a property header, as the format numbers them. */
function propertyHeader(
  archive: AlembicArchive,
  headers: HeaderScanner,
  address: OgawaAddress,
): { name: string; header: PropertyHeader } {
  const { place } = headers;
  const info = headers.uint(4, 'the header of a property');
  const kind = info & 3;
  const width = [1, 2, 4, 0][(info >>> 2) & 3];
  if (width === 0) archive.file.fail(place, 'counts of 1, 2 or 4 bytes', 'neither');
  const count = (): number => headers.uint(width, 'a count');
  let [sampleCount, firstChanged, lastChanged, sampling] = [0, 0, 0, 0];
  if (kind !== 0) {
    sampleCount = count();
    if (info & 0x200) [firstChanged, lastChanged] = [count(), count()];
    else if (!(info & 0x800)) [firstChanged, lastChanged] = [1, Math.max(sampleCount - 1, 0)];
    if (info & 0x100) sampling = count();
  }
  const name = headers.text(count(), 'the name of a property');
  archive.metadataAt((info >>> 20) & 0xff, headers, width);
  const [element, extent] = [(info >>> 4) & 15, (info >>> 12) & 0xff];
  const types = { isCompound: kind === 0, isArray: kind > 1, element, extent };
  return { name, header: { ...types, sampleCount, firstChanged, lastChanged, sampling, place, address } };
}

/** A property whose samples can be read. */
export class SampledProperty {
  /** The type of the elements, one of `ELEMENT`. */
  readonly element: number;
  /** The number of elements of an item. */
  readonly extent: number;
  /** The number of samples; 0 if there is nothing to read. */
  readonly sampleCount: number;
  /** The number of samples that are stored. */
  readonly storedCount: number;
  /** The times of the samples; undefined as long as nothing changes. */
  readonly sampling: TimeSampling;
  /** The sample at the time that was sought, or the last one before it. */
  lower = 0;
  /** The next sample; the same one at the time of a sample and where nothing follows. */
  upper = 0;
  /** The time of the upper sample in seconds; valid where `weight` is not 0. */
  upperTime = 0;
  /** How far the time that was sought lies between the two, from 0 to 1. */
  weight = 0;
  private readonly header: PropertyHeader;
  private readonly file: OgawaFile;
  private readonly group: OgawaGroup;
  private soughtTime = NaN;
  private latest: OgawaBlock | undefined;
  private latestStored = 0;

  /** Checks the counts of a property. Throws `FileError`. */
  constructor(archive: AlembicArchive, header: PropertyHeader) {
    const { file } = archive;
    const { sampleCount, firstChanged, lastChanged, place } = header;
    this.file = file;
    this.header = header;
    this.element = header.element;
    this.extent = header.extent;
    this.sampleCount = sampleCount;
    this.group = file.groupAt(header.address);
    this.sampling = archive.sampling(header.sampling, place);
    const isConstant = sampleCount <= 1 || (firstChanged === 0 && lastChanged === 0);
    if (!isConstant && (firstChanged > lastChanged || lastChanged >= sampleCount)) {
      file.fail(place, `changes between samples 0 and ${sampleCount - 1}`, `${firstChanged} to ${lastChanged}`);
    }
    this.storedCount = sampleCount === 0 ? 0 : isConstant ? 1 : lastChanged - firstChanged + 2;
    const children = this.storedCount * this.blocksPerSample;
    if (this.group.count < children) file.fail(this.group.at, `${children} blocks of samples`, this.group.count);
    if (isConstant) return;
    const most = maxSamples(file.size);
    if (sampleCount > most) file.fail(place, `at most ${most} samples in a file of this size`, sampleCount);
    this.sampling.check(sampleCount, file);
  }

  /** Whether all samples are the same. */
  get isConstant(): boolean {
    return this.storedCount <= 1;
  }

  /** Sets `lower`, `upper` and `weight` for a time in seconds. */
  seek(time: number): void {
    if (this.isConstant || time === this.soughtTime) return;
    const { sampling, sampleCount } = this;
    const sample = sampling.floor(time, sampleCount);
    const start = sampling.time(sample);
    this.soughtTime = time;
    this.lower = this.upper = this.storedIndex(sample);
    this.weight = 0;
    if (sample === sampleCount - 1 || time - start <= SAME_INSTANT) return;
    this.upper = this.storedIndex(sample + 1);
    if (this.upper === this.lower) return;
    this.upperTime = sampling.time(sample + 1);
    this.weight = (time - start) / (this.upperTime - start);
  }

  /** Returns the times of the stored samples in seconds. */
  changes(): number[] {
    const { firstChanged } = this.header;
    return Array.from({ length: this.storedCount }, (_, i) => this.sampling.time(i === 0 ? 0 : firstChanged + i - 1));
  }

  /** The byte at which the header of the property begins. */
  get place(): number {
    return this.header.place;
  }

  /** Returns the block that stores a sample, by its number among the stored ones. */
  block(stored: number): OgawaBlock {
    // Objects that share a property ask for the same sample one after the other.
    if (this.latest === undefined || stored !== this.latestStored) {
      this.latest = this.file.blockAt(this.file.child(this.group, stored * this.blocksPerSample));
      this.latestStored = stored;
    }
    return this.latest;
  }

  /** Returns the number of items in a block of this property. Throws `FileError`. */
  itemCount(block: OgawaBlock): number {
    if (block.length === 0) return 0;
    const bytes = ELEMENT_BYTES[this.element] * this.extent;
    const count = (block.length - HASH_BYTES) / bytes;
    if (!(Number.isInteger(count) && count >= 0)) {
      this.file.fail(block.at, `${HASH_BYTES} bytes of hash and items of ${bytes} bytes`, `${block.length} bytes`);
    }
    return count;
  }

  /** Returns the elements of a block; the next access to the file may overwrite them. */
  elements(block: OgawaBlock): DataView {
    const length = Math.max(0, block.length - HASH_BYTES);
    return length === 0 ? new DataView(new ArrayBuffer(0)) : this.file.view(block.at + HASH_BYTES, length);
  }

  /** Returns the text that a stored sample of a single text holds. */
  text(stored: number): string {
    const { file } = this;
    const block = this.block(stored);
    const length = Math.max(0, block.length - HASH_BYTES);
    const bytes = file.header(length === 0 ? block : { at: block.at + HASH_BYTES, length });
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  }

  private storedIndex(sample: number): number {
    const { firstChanged, lastChanged } = this.header;
    return Math.max(0, Math.min(sample, lastChanged) - firstChanged + 1);
  }

  private get blocksPerSample(): number {
    return this.header.isArray ? 2 : 1;
  }
}
