// Reads a layer from a crate, the binary form of USD.
import type { Layer } from '../usd-layer.ts';
import type { CrateBytes } from './crate-bytes.ts';
import { CrateFile } from './crate-file.ts';
import { CratePrim } from './crate-prim.ts';

/** Reads the tables of a crate; prims and values are read when they are asked for. `name` is its path in a package. */
export function readCrate(bytes: CrateBytes, name: string): Layer {
  const file = new CrateFile(bytes);
  const fields = file.fieldsOf(file.paths.root);
  return {
    root: new CratePrim(file, file.paths.root),
    name,
    metadata: (name) => fields.get(name),
    defaultPrim: fields.get('defaultPrim')?.strings()[0] ?? '',
    subLayers: fields.get('subLayers')?.strings() ?? [],
    hasRelocates: fields.has('layerRelocates'),
  };
}
