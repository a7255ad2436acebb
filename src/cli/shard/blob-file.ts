// The layout of a blob: records one after the other, then an index that says where each of them is
// and what its checksum is, then the place of the index. Records are read one by one, so a merge
// needs the memory of a few steps.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { UsageError } from '../../check/usage-error.ts';
import { withFileFault } from '../file-fault.ts';
import { OutputFile } from '../output-file.ts';
import { type Codec, CodecFault, decode, encode, f64, list, record, u32 } from './byte-codec.ts';

/** The first bytes of every blob. It changes with the layout. */
const MAGIC = Buffer.from('graze blob 1\n');

/** Where a record is, and the checksum of its bytes. */
interface RecordPlace {
  readonly at: number;
  readonly length: number;
  readonly checksum: number;
}

const recordPlace: Codec<RecordPlace> = record<RecordPlace>({ at: f64, length: u32, checksum: u32 });

/** Where the records are, by what they are. */
export interface BlobIndex {
  /** What the blob is. */
  readonly head: RecordPlace;
  /** The input as a whole. */
  readonly input: RecordPlace;
  /** What changes from frame to frame. */
  readonly shape: RecordPlace;
  /** Meshes other than that of the input. */
  readonly meshes: readonly RecordPlace[];
  /** The positions of frames. */
  readonly frames: readonly RecordPlace[];
  /** The steps. */
  readonly steps: readonly RecordPlace[];
}

const index: Codec<BlobIndex> = record<BlobIndex>({
  head: recordPlace,
  input: recordPlace,
  shape: recordPlace,
  meshes: list(recordPlace),
  frames: list(recordPlace),
  steps: list(recordPlace),
});

/** The bytes at the end: the place of the index. */
const FOOTER_BYTES = 16;

/** Writes the records of a blob. */
export class BlobFileWriter {
  private readonly file: OutputFile;
  private at = 0;

  /** Throws `UsageError` if the file cannot be written. */
  constructor(path: string) {
    this.file = new OutputFile(path);
    this.append(MAGIC);
  }

  /** Writes a record. */
  add<T>(codec: Codec<T>, value: T): RecordPlace {
    const bytes = encode(codec, value);
    const place = { at: this.at, length: bytes.length, checksum: crc32(bytes) };
    this.append(bytes);
    return place;
  }

  /** Writes the index, and gives the file its name. */
  finish(places: BlobIndex): void {
    this.append(encode(recordPlace, this.add(index, places)));
    this.file.finish();
  }

  private append(bytes: Uint8Array): void {
    this.file.write(bytes);
    this.at += bytes.length;
  }
}

/**
 * Reads the records of a blob. The file is open only while a record is read: there may be more blobs
 * than a process may have open files. Whatever is wrong with the file is a `UsageError`.
 */
export class BlobFileReader {
  /** The name of the file. */
  readonly path: string;
  /** Where the records are. */
  readonly places: BlobIndex;
  private readonly size: number;

  constructor(path: string) {
    this.path = path;
    const there = withFileFault(path, () => statSync(path));
    this.size = there.size;
    // A pipe or a device is not opened: that may take for ever.
    if (!there.isFile() || !this.bytes(0, Math.min(MAGIC.length, this.size)).equals(MAGIC))
      throw new UsageError(`${path}: it is no blob of this version of graze; blobs are what --shard … --blob writes.`);
    const footer = this.size - FOOTER_BYTES;
    if (footer < MAGIC.length) throw this.damaged();
    const place = { at: footer, length: FOOTER_BYTES, checksum: crc32(this.bytes(footer, FOOTER_BYTES)) };
    this.places = this.read(index, this.read(recordPlace, place));
  }

  /** Reads a record. */
  read<T>(codec: Codec<T>, { at, length, checksum }: RecordPlace): T {
    if (!Number.isInteger(at) || at < 0 || at + length > this.size) throw this.damaged();
    const bytes = this.bytes(at, length);
    if (bytes.length < length || crc32(bytes) !== checksum) throw this.damaged();
    try {
      return decode(codec, bytes);
    } catch (error) {
      if (error instanceof CodecFault) throw this.damaged();
      throw error;
    }
  }

  /** The error for a file whose content is not what it should be. */
  damaged(): UsageError {
    return new UsageError(`${this.path}: the blob is damaged or not complete; write it again.`);
  }

  private bytes(at: number, length: number): Buffer {
    const { path } = this;
    const file = withFileFault(path, () => openSync(path, 'r'));
    try {
      const bytes = Buffer.alloc(length);
      let end = 0;
      for (let more = -1; more !== 0 && end < length; end += more)
        more = withFileFault(path, () => readSync(file, bytes, end, length - end, at + end));
      return bytes.subarray(0, end);
    } finally {
      closeSync(file);
    }
  }
}
