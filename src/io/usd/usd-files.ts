// Opens layers: that of the file, and in a package those that it refers to.
import type { ByteSource } from '../byte-source.ts';
import { FileError, quotedFile } from '../file-error.ts';
import { CrateBytes } from './crate/crate-bytes.ts';
import { readCrate } from './crate/read-crate.ts';
import { readUsda } from './text/read-usda.ts';
import type { Layer } from './usd-layer.ts';
import { isZip, pathInPackage, UsdPackage } from './usd-package.ts';

/** The layers of a file. */
export class UsdFiles {
  /** The layer that is shown. */
  readonly root: Layer;
  /** The size of the file in bytes, by which everything is bounded. */
  readonly size: number;
  private readonly file: ByteSource;
  private readonly entries: UsdPackage | undefined;
  private readonly layers: Map<string, Layer> = new Map();

  /** Opens the layer of the file. */
  constructor(file: ByteSource) {
    this.file = file;
    this.size = file.size;
    const isPackage = isZip(file.read(0, Math.min(4, file.size)));
    this.entries = isPackage ? new UsdPackage(file) : undefined;
    const { name, start, size } = this.entries?.first ?? { name: '', start: 0, size: file.size };
    this.root = this.open(name, start, size);
  }

  /** Returns another layer of the package, as the layer `from` names it; undefined if it is not there. */
  layer(asset: string, from: Layer): Layer | undefined {
    const name = pathInPackage(asset, from.name);
    const known = this.layers.get(name);
    if (known) return known;
    const entry = this.entries?.layer(name);
    return entry && this.open(name, entry.start, entry.size);
  }

  private open(name: string, start: number, size: number): Layer {
    const { file } = this;
    const head = file.read(start, Math.min(8, size)).slice();
    const magic = String.fromCharCode(...head);
    let layer: Layer;
    if (magic === 'PXR-USDC') layer = readCrate(new CrateBytes(file, start, size), name);
    else if (/^#(usda|sdf) /.test(magic)) layer = readUsda(file.read(start, size).slice(), name);
    else
      throw new FileError(
        'USD',
        { byte: start },
        'a crate ("PXR-USDC") or a text layer ("#usda 1.0")',
        quotedFile(head),
      );
    this.layers.set(name, layer);
    return layer;
  }
}
