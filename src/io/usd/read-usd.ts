// Reads scenes from USD files: text, crates, and packages of either. This is the entry of the
// folder: the layer is parsed (`crate`, `text`), composed (`stage`), and its meshes are placed
// (`geometry`).
import type { AnimatedScene } from '../animated-scene.ts';
import { type ByteSource, sourceOf } from '../byte-source.ts';
import { FileError, quotedFile } from '../file-error.ts';
import { CrateBytes } from './crate/crate-bytes.ts';
import { readCrate } from './crate/read-crate.ts';
import { sceneOf } from './geometry/usd-scene.ts';
import { UsdStage } from './stage/usd-stage.ts';
import { readUsda } from './text/read-usda.ts';
import type { Layer } from './usd-layer.ts';
import { firstEntry, isZip } from './usdz-entry.ts';

/**
 * Reads a USD file: `.usdc`, `.usda`, `.usdz` or `.usd`, told apart by content. Of a crate in a
 * source the tables are read at once, points when they are asked for. Throws `FileError` for a
 * damaged file and for one that needs other files; the methods of the objects do so, too.
 */
export function readUsd(source: Uint8Array | ArrayBuffer | ByteSource): AnimatedScene {
  const file = sourceOf(source);
  const head = file.read(0, Math.min(8, file.size));
  const layer = isZip(head) ? readPackage(file) : layerIn(file, 0, file.size);
  return sceneOf(new UsdStage(layer));
}

function readPackage(file: ByteSource): Layer {
  const { start, size } = firstEntry(file);
  return layerIn(file, start, size);
}

function layerIn(file: ByteSource, start: number, size: number): Layer {
  const head = file.read(start, Math.min(8, size)).slice();
  const magic = String.fromCharCode(...head);
  if (magic === 'PXR-USDC') return readCrate(new CrateBytes(file, start, size));
  if (magic.startsWith('#usda ') || magic.startsWith('#sdf ')) return readUsda(file.read(start, size).slice());
  throw new FileError('USD', { byte: start }, 'a crate ("PXR-USDC") or a text layer ("#usda 1.0")', quotedFile(head));
}
