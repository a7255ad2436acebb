// Reads scenes from USD files: text, crates, and packages of both. This is the entry of the folder:
// layers are parsed (`crate`, `text`), composed (`stage`), and their meshes are placed (`geometry`).
import type { AnimatedScene } from '../animated-scene.ts';
import { type ByteSource, sourceOf } from '../byte-source.ts';
import { sceneOf } from './geometry/usd-scene.ts';
import { UsdStage } from './stage/usd-stage.ts';
import { UsdFiles } from './usd-files.ts';

/**
 * Reads a USD file: `.usdc`, `.usda`, `.usdz` or `.usd`, told apart by content. Of a crate in a
 * source the tables are read at once, points when they are asked for. Throws `FileError` for a
 * damaged file and for one that needs other files; the methods of the objects do so, too.
 */
export function readUsd(source: Uint8Array | ArrayBuffer | ByteSource): AnimatedScene {
  return sceneOf(new UsdStage(new UsdFiles(sourceOf(source))));
}
