// The polygons of a mesh: their corners are reversed, because Alembic winds clockwise seen from
// outside, and what is no polygon is left out. Meshes whose faces are stored in the same blocks
// share one result.
import type { SceneFaces } from '../animated-scene.ts';
import type { AlembicArchive } from './alembic-archive.ts';
import { isInteger, readIntegers } from './alembic-numbers.ts';
import type { SampledProperty } from './alembic-property.ts';
import type { OgawaBlock } from './ogawa-file.ts';

/** The number of corners below which a face is no polygon. */
const MIN_CORNERS = 3;
/** The number of polygons in memory below which nothing is forgotten. */
const MIN_SWEEP = 256;

/** Reads the polygons of all meshes of an archive. All methods throw `FileError`. */
export class FaceReader {
  private readonly archive: AlembicArchive;
  private readonly onDrop: () => void;
  /** By the blocks that hold them; meshes keep those in use. */
  private readonly known = new Map<string, WeakRef<SceneFaces>>();
  private sweepAt = MIN_SWEEP;
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
   * Returns the polygons that two blocks hold. While a mesh keeps them, other meshes that share the
   * blocks get the same memory, and the same object if they have as many vertices.
   */
  faces(
    counts: SampledProperty,
    countBlock: OgawaBlock,
    indices: SampledProperty,
    indexBlock: OgawaBlock,
    vertexCount: number,
  ): SceneFaces {
    const key = `${countBlock.at} ${indexBlock.at}`;
    const known = this.known.get(key)?.deref();
    if (known?.vertexCount === vertexCount) return known;
    if (known) {
      this.checkCorners(known.corners, indexBlock, vertexCount);
      return { ...known, vertexCount };
    }
    const sizes = this.integers(counts, countBlock);
    const corners = this.integers(indices, indexBlock);
    this.checkCorners(corners, indexBlock, vertexCount);
    const faces = this.polygons(sizes, countBlock, corners, vertexCount);
    this.known.set(key, new WeakRef(faces));
    this.sweep();
    return faces;
  }

  /** Forgets what no mesh keeps, whenever twice as many have been read as were in use. */
  private sweep(): void {
    const { known } = this;
    if (known.size < this.sweepAt) return;
    for (const [key, faces] of known) if (faces.deref() === undefined) known.delete(key);
    this.sweepAt = Math.max(MIN_SWEEP, 2 * known.size);
  }

  private integers(property: SampledProperty, block: OgawaBlock): Uint32Array {
    const { file } = this.archive;
    if (!isInteger(property.element) || property.extent !== 1) {
      const found = `element type ${property.element} times ${property.extent}`;
      file.fail(property.place, 'faces as integers', found);
    }
    const integers = new Uint32Array(property.itemCount(block));
    if (integers.length > 0) this.charge(block);
    readIntegers(property.elements(block), property.element, integers);
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
    for (let i = 0; i < corners.length; i++) {
      if (corners[i] < vertexCount) continue;
      this.archive.file.fail(block.at, `indices of ${vertexCount} vertices`, corners[i] | 0);
    }
  }

  private polygons(sizes: Uint32Array, block: OgawaBlock, corners: Uint32Array, vertexCount: number): SceneFaces {
    let [sum, polygonCount, kept] = [0, 0, 0];
    for (let i = 0; i < sizes.length; i++) {
      const size = sizes[i];
      sum += size;
      if (size < MIN_CORNERS) continue;
      polygonCount++;
      kept += size;
    }
    if (sum !== corners.length) this.archive.file.fail(block.at, `faces of ${corners.length} corners in all`, sum);
    if (polygonCount < sizes.length) this.onDrop();
    const counts = new Uint32Array(polygonCount);
    const reversed = new Uint32Array(kept);
    let [face, to, end] = [0, 0, 0];
    for (let i = 0; i < sizes.length; i++) {
      const size = sizes[i];
      end += size;
      if (size < MIN_CORNERS) continue;
      counts[face++] = size;
      for (let k = 1; k <= size; k++) reversed[to++] = corners[end - k];
    }
    return { vertexCount, counts, corners: reversed };
  }
}

/** Whether two meshes have the same polygons in the same order. */
export function isSameFaces(a: SceneFaces, b: SceneFaces): boolean {
  return a.vertexCount === b.vertexCount && isEqual(a.counts, b.counts) && isEqual(a.corners, b.corners);
}

function isEqual(a: Uint32Array, b: Uint32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
