// The parts of an archive that all objects share: its time samplings and its table of metadata.
// The tree of objects begins at `top`.

import type { ByteSource } from '../byte-source.ts';
import { HeaderScanner } from './header-scanner.ts';
import { type OgawaAddress, OgawaFile } from './ogawa-file.ts';
import { TimeSampling } from './time-sampling.ts';

// Children of the root group.
const FORMAT_VERSION = 0;
const TOP = 2;
const SAMPLINGS = 4;
const METADATA = 5;
const ROOT_CHILDREN = 6;

/** The metadata index of a header that brings its own text. */
const OWN_METADATA = 0xff;

/** An open Alembic file. */
export class AlembicArchive {
  /** The container. */
  readonly file: OgawaFile;
  /** The address of the object at the top, which has no name. */
  readonly top: OgawaAddress;
  private readonly samplings: readonly TimeSampling[];
  private readonly metadata: readonly string[];
  private scratchMemory = new Float64Array();

  /** Reads what all objects share. Throws `FileError`. */
  constructor(source: ByteSource) {
    const file = new OgawaFile(source);
    const { root } = file;
    if (root.count < ROOT_CHILDREN) file.fail(root.at, `${ROOT_CHILDREN} children of the root group`, root.count);
    this.file = file;
    checkVersion(file);
    this.top = file.child(root, TOP);
    this.samplings = samplingsOf(file);
    this.metadata = metadataOf(file);
  }

  /** Returns a time sampling by its index; `place` is where the file names it. */
  sampling(index: number, place: number): TimeSampling {
    const { samplings, file } = this;
    if (index >= samplings.length) file.fail(place, `one of ${samplings.length} time samplings`, `number ${index}`);
    return samplings[index];
  }

  /** Returns memory for `length` numbers, which the next call returns again. */
  scratch(length: number): Float64Array {
    if (this.scratchMemory.length < length) this.scratchMemory = new Float64Array(length);
    return this.scratchMemory.subarray(0, length);
  }

  /**
   * Returns the metadata that a header names by an index; where the text stands in the header
   * itself, reads it, after its length of `width` bytes.
   */
  metadataAt(index: number, headers: HeaderScanner, width: number): string {
    if (index === OWN_METADATA) return headers.text(headers.uint(width, 'the length of metadata'), 'metadata');
    const { metadata, file } = this;
    if (index >= metadata.length) {
      file.fail(headers.place, `one of ${metadata.length} entries of metadata`, `number ${index}`);
    }
    return metadata[index];
  }
}

/** Returns a value of metadata, which is a list of `key=value` with semicolons between. */
export function metadataValue(metadata: string, key: string): string | undefined {
  const entry = metadata.split(';').find((one) => one.startsWith(`${key}=`));
  return entry?.slice(key.length + 1);
}

function checkVersion(file: OgawaFile): void {
  const { at, length } = file.blockAt(file.child(file.root, FORMAT_VERSION));
  if (length !== 4) file.fail(at, 'a version of 4 bytes', length);
  const version = file.view(at, length).getInt32(0, true);
  if (version !== 0) file.fail(at, 'version 0 of Alembic in Ogawa', version);
}

function samplingsOf(file: OgawaFile): TimeSampling[] {
  const headers = new HeaderScanner(file, file.blockAt(file.child(file.root, SAMPLINGS)));
  const samplings: TimeSampling[] = [];
  while (headers.hasMore) samplings.push(new TimeSampling(headers, file));
  return samplings;
}

function metadataOf(file: OgawaFile): string[] {
  const headers = new HeaderScanner(file, file.blockAt(file.child(file.root, METADATA)));
  const texts = [''];
  while (headers.hasMore) texts.push(headers.text(headers.uint(1, 'the length of metadata'), 'metadata'));
  return texts;
}
