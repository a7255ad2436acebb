// The polygons of a mesh: their corners are reversed, because Alembic winds clockwise seen from
// outside, and what is no polygon is left out. Meshes whose faces are stored in the same blocks
// share one result.
import type { SceneFaces } from '../animated-scene.ts';
import type { AlembicArchive } from './alembic-archive.ts';
import { isInt32, readIntegers } from './alembic-numbers.ts';
import type { SampledProperty } from './alembic-property.ts';
import type { OgawaBlock } from './ogawa-file.ts';

/** The number of corners below which a face is no polygon. */
const MIN_CORNERS = 3;

/** Reads the polygons of all meshes of an archive. All methods throw `FileError`. */
export class FaceReader {
  private readonly archive: AlembicArchive;
  private readonly onDrop: () => void;
  private readonly constant = new Map<string, SceneFaces>();
  private readonly blocks = new Set<number>();
  private blockBytes = 0;

  /** `onDrop` is called whenever faces of fewer than 3 corners are left out. */
  constructor(archive: AlembicArchive, onDrop: () => void) {
    this.archive = archive;
    this.onDrop = onDrop;
  }

  /** Notices faces of fewer than 3 corners in a sample without reading the polygons. */
  check(counts: SampledProperty): void {
    const block = counts.block(0);
    if (this.blocks.has(block.at)) return;
    if (this.integers(counts, block).some((count) => count < MIN_CORNERS)) this.onDrop();
  }

  /**
   * Returns the polygons that two blocks hold. Those that `isConstant` are kept for other meshes
   * that share the blocks.
   */
  faces(
    counts: SampledProperty,
    countBlock: OgawaBlock,
    indices: SampledProperty,
    indexBlock: OgawaBlock,
    vertexCount: number,
  ): SceneFaces {
    const isConstant = counts.isConstant && indices.isConstant;
    const key = `${countBlock.at} ${indexBlock.at} ${vertexCount}`;
    const known = isConstant ? this.constant.get(key) : undefined;
    if (known) return known;
    const sizes = this.integers(counts, countBlock);
    const corners = this.integers(indices, indexBlock);
    this.checkCorners(corners, indexBlock, vertexCount);
    this.checkSum(sizes, countBlock, corners.length);
    const faces = this.polygons(sizes, corners, vertexCount);
    if (isConstant) this.constant.set(key, faces);
    return faces;
  }

  private integers(property: SampledProperty, block: OgawaBlock): Uint32Array {
    const { file } = this.archive;
    if (!isInt32(property.element) || property.extent !== 1) {
      const found = `element type ${property.element} times ${property.extent}`;
      file.fail(property.place, 'faces as integers of 32 bits', found);
    }
    const integers = new Uint32Array(property.itemCount(block));
    if (integers.length > 0) this.charge(block);
    readIntegers(property.elements(block), integers);
    return integers;
  }

  /**
   * Blocks of an honest file lie side by side. Were they allowed to overlap, a small file could
   * hold any number of large meshes.
   */
  private charge({ at, length }: OgawaBlock): void {
    if (this.blocks.has(at)) return;
    this.blocks.add(at);
    this.blockBytes += length;
    const { file } = this.archive;
    if (this.blockBytes > file.size) file.fail(at, 'blocks of faces that do not overlap', 'more bytes than the file');
  }

  private checkCorners(corners: Uint32Array, block: OgawaBlock, vertexCount: number): void {
    const bad = corners.findIndex((vertex) => vertex >= vertexCount);
    if (bad < 0) return;
    this.archive.file.fail(block.at, `indices of ${vertexCount} vertices`, `${corners[bad] | 0} at corner ${bad}`);
  }

  private checkSum(sizes: Uint32Array, block: OgawaBlock, cornerCount: number): void {
    let sum = 0;
    for (const size of sizes) sum += size;
    if (sum === cornerCount) return;
    this.archive.file.fail(block.at, `faces of ${cornerCount} corners in all`, sum);
  }

  private polygons(sizes: Uint32Array, corners: Uint32Array, vertexCount: number): SceneFaces {
    const counts = sizes.filter((size) => size >= MIN_CORNERS);
    if (counts.length < sizes.length) this.onDrop();
    let kept = 0;
    for (const count of counts) kept += count;
    const reversed = new Uint32Array(kept);
    let [to, at] = [0, 0];
    for (const size of sizes) {
      at += size;
      if (size < MIN_CORNERS) continue;
      for (let k = 1; k <= size; k++) reversed[to++] = corners[at - k];
    }
    return { vertexCount, counts, corners: reversed };
  }
}

/** Whether two meshes have the same polygons in the same order. */
export function isSameFaces(a: SceneFaces, b: SceneFaces): boolean {
  return a.vertexCount === b.vertexCount && isEqual(a.counts, b.counts) && isEqual(a.corners, b.corners);
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
