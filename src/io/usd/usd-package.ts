// A package (.usdz): a zip file whose first entry is the layer, and whose other entries are layers
// and pictures that it refers to. Entries are stored, not compressed, so they are read in place.
import type { ByteSource } from '../byte-source.ts';
import { FileError } from '../file-error.ts';
import { viewOf } from '../mesh-data.ts';
import { printable } from './usd-error.ts';

/** The size of the header of an entry before its name. */
const HEADER_BYTES = 30;
const ENTRY_MARK = 0x04034b50;
const LAYER_NAME = /\.usd[ac]?$/i;
/** Stands for a size that is written elsewhere. */
const NO_SIZE = 0xffffffff;

/** An entry of a package. */
export interface PackageEntry {
  /** The path in the package. */
  readonly name: string;
  /** The first byte. */
  readonly start: number;
  /** The size in bytes. */
  readonly size: number;
}

/** Whether a file begins with the header of a zip entry. */
export function isZip(head: Uint8Array): boolean {
  return head.length >= 4 && viewOf(head).getUint32(0, true) === ENTRY_MARK;
}

/** The entries of a package, found one after the other as they are asked for. */
export class UsdPackage {
  /** The first entry, which is the layer. */
  readonly first: PackageEntry;
  private readonly file: ByteSource;
  private readonly known: Map<string, PackageEntry> = new Map();
  private end = 0;

  /** Reads the header of the first entry. */
  constructor(file: ByteSource) {
    this.file = file;
    this.first = this.next();
    const { name } = this.first;
    if (LAYER_NAME.test(name)) return;
    this.fail(HEADER_BYTES, 'a layer (.usd, .usda, .usdc) as the first entry', `"${printable(name)}"`);
  }

  /** Returns the layer at a path in the package; undefined if there is none. */
  layer(name: string): PackageEntry | undefined {
    while (LAYER_NAME.test(name) && !this.known.has(name) && this.hasNext()) this.next();
    return LAYER_NAME.test(name) ? this.known.get(name) : undefined;
  }

  private hasNext(): boolean {
    const { file, end } = this;
    return end + HEADER_BYTES <= file.size && isZip(file.read(end, 4));
  }

  private next(): PackageEntry {
    const { file, end } = this;
    if (end + HEADER_BYTES > file.size) this.fail(file.size, 'the header of a zip entry', 'the end of the file');
    const head = viewOf(file.read(end, HEADER_BYTES).slice());
    const [flags, method, size] = [head.getUint16(6, true), head.getUint16(8, true), head.getUint32(18, true)];
    const [nameLength, extraLength] = [head.getUint16(26, true), head.getUint16(28, true)];
    const way = 'as packages have (usdzip makes one)';
    if (method !== 0) this.fail(end + 8, `a stored entry, ${way}`, `compression ${method}`);
    if (flags & 1) this.fail(end + 6, 'an entry that is not encrypted', `flags ${flags}`);
    if (flags & 8 || size === NO_SIZE) this.fail(end + 18, `the size of the entry in its header, ${way}`, 'no size');
    const start = end + HEADER_BYTES + nameLength + extraLength;
    if (start + size > file.size) this.fail(end + 18, `an entry of at most ${file.size - start} bytes`, String(size));
    const name = new TextDecoder().decode(file.read(end + HEADER_BYTES, nameLength).slice());
    const entry = { name, start, size };
    if (!this.known.has(name)) this.known.set(name, entry);
    this.end = start + size;
    return entry;
  }

  private fail(byte: number, expected: string, found: string): never {
    throw new FileError('USD', { byte }, expected, found);
  }
}

/** Returns the path of a file that the layer at `from` names, such as `./parts/leg.usda`. */
export function pathInPackage(asset: string, from: string): string {
  const folders = from.split('/').slice(0, -1);
  for (const name of asset.split('/')) {
    if (name === '..') folders.pop();
    else if (name !== '.' && name !== '') folders.push(name);
  }
  return folders.join('/');
}
