// Which partitions exist. Those that fit into a limit of bytes are kept between searches; all others
// are built for one search, in one memory one after another. A kept partition has more ghosts than
// its first step needs. It serves as long as it has all that a step needs; else it is built anew.
import { hasOwnSpace, type MeshSpace, spaceFor } from '../../core/memory/linear-memory.ts';
import type { Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { SearchMeans } from '../mesh-search.ts';
import type { Permissions } from '../permissions.ts';
import type { Wait, Work } from '../slices.ts';
import { Partition } from './partition.ts';
import { PartitionCut } from './partition-cut.ts';

/**
 * Further reach of a partition that is kept, as a share of the mean extent of the cells. It doubles
 * whenever it was not enough for a step, up to the most.
 */
const SPARE_REACH = 0.25;
const MAX_SPARE_REACH = 4;

/** The mesh is cut anew when the cells have become this many times as large as after the last cut. */
const MAX_GROWTH = 2;

/** How a mesh is cut. */
export interface CutOptions {
  /** Number of partitions. */
  readonly count: number;
  /** Bytes of linear memory up to which partitions are kept between searches. */
  readonly keptBytes: number;
  /** Whether it stays as it is from the first step on. */
  readonly isPinned: boolean;
}

/** Work with a result. */
type Building<Result> = Generator<Wait | undefined, Result, undefined>;

/** The partitions of one mesh. */
export class KeptPartitions {
  /** Whether partitions and their trees stay until the next `pin`. */
  isPinned: boolean;
  private mesh: TriMesh;
  private readonly permissions: Permissions;
  private readonly means: SearchMeans;
  private readonly count: number;
  private readonly keptBytes: number;
  private cut: PartitionCut | null = null;
  private readonly kept = new Map<number, Partition>();
  /** The further reach of the partitions that have been kept. */
  private readonly spares = new Map<number, number>();
  /** Whether a partition was found not to fit: then no further one is kept. */
  private isFull = false;
  /** Memories that no partition uses at present. */
  private readonly spaces: MeshSpace[] = [];
  private marks: Uint8Array = new Uint8Array(0);
  /** The present step: its start, and the distance up to which features count. */
  private start: Positions = new Float64Array(0);
  private reach = 0;
  /** The mean extent of the cells in the first step of this cut. */
  private firstExtent = 0;

  constructor(mesh: TriMesh, permissions: Permissions, means: SearchMeans, options: CutOptions) {
    const { count, keptBytes, isPinned } = options;
    this.mesh = mesh;
    this.isPinned = isPinned;
    this.permissions = permissions;
    this.means = means;
    this.count = count;
    this.keptBytes = keptBytes;
  }

  /** The partition of each face. */
  get partitionOf(): Uint16Array {
    return this.cut?.partitionOf ?? new Uint16Array(0);
  }

  /** Cuts the mesh at these positions, and builds the partitions that are kept. */
  *pin(x: Positions): Work {
    this.forget();
    this.isPinned = true;
    const cut = this.setStep(x, x, 0);
    for (let p = 0; p < this.count && !this.isFull; p++)
      if (cut.sizeOf(p) > 0) this.keepOrRelease(yield* this.build(cut, p, true));
  }

  /** Prepares for a step. Features that come within `reach` of each other count. */
  *begin(x0: Positions, x1: Positions, reach: number): Work {
    if (!this.cut && this.isPinned) yield* this.pin(x0);
    const { boxes } = this.setStep(x0, x1, reach);
    // Extents that overflow are not numbers, and nothing would be gained.
    if (this.isPinned || !(boxes.meanExtent > MAX_GROWTH * this.firstExtent)) return;
    this.forget();
    this.setStep(x0, x1, reach);
  }

  /** A partition with all ghosts that the step needs; null if it has no faces. */
  *open(p: number): Building<Partition | null> {
    const { cut } = this;
    if (!cut || cut.sizeOf(p) === 0) return null;
    const kept = this.kept.get(p);
    if (kept && !cut.lacksGhosts(p, kept.faces, this.reach, this.marks)) return kept;
    if (this.isPinned) return yield* this.build(cut, p, false);
    if (kept) {
      this.kept.delete(p);
      this.release(kept);
      this.spares.set(p, Math.min(MAX_SPARE_REACH, 2 * this.spareOf(p)));
    }
    return yield* this.build(cut, p, kept !== undefined || !this.isFull);
  }

  /** Ends the use of a partition: keeps or releases it. */
  close(partition: Partition): void {
    if (this.kept.get(partition.number) === partition) return;
    if (partition.hasSpare) this.keepOrRelease(partition);
    else this.release(partition);
  }

  /** Ends the step. */
  end(): void {
    this.start = new Float64Array(0);
    this.cut?.boxes.release();
  }

  /** Follows a change of the mesh: the next search cuts it anew. */
  change(mesh: TriMesh): void {
    this.forget();
    this.mesh = mesh;
  }

  /** Releases all memory. */
  dispose(): void {
    this.forget();
    this.spaces.length = 0;
  }

  private forget(): void {
    for (const partition of this.kept.values()) this.release(partition);
    this.kept.clear();
    this.spares.clear();
    this.cut = null;
    this.isFull = false;
  }

  private setStep(x0: Positions, x1: Positions, reach: number): PartitionCut {
    const { faceCount } = this.mesh;
    if (this.marks.length !== faceCount) this.marks = new Uint8Array(faceCount);
    this.start = x0;
    this.reach = reach;
    const cut = this.cut ?? new PartitionCut(this.mesh, this.count, x0);
    cut.boxes.fit(x0, x1);
    if (!this.cut) this.firstExtent = cut.boxes.meanExtent;
    this.cut = cut;
    return cut;
  }

  /** Builds a partition for the present step. One that may be kept gets further ghosts. */
  private *build(cut: PartitionCut, number: number, hasSpare: boolean): Building<Partition> {
    const { mesh, permissions, means, reach } = this;
    const spare = hasSpare ? this.spareOf(number) * cut.boxes.meanExtent : 0;
    const faces = cut.facesOf(number, reach + spare, this.marks);
    const space = this.takeSpace(faces.length);
    const partition = new Partition(mesh, { number, faces, space, hasSpare }, permissions, means);
    if (this.isPinned) {
      const buffer = new Float64Array(3 * partition.vertexCount);
      yield* partition.search.pin(partition.positionsIn(buffer, this.start));
    }
    return partition;
  }

  private spareOf(p: number): number {
    return this.spares.get(p) ?? SPARE_REACH;
  }

  /** A memory for a partition; undefined for a small one, which shares that of small meshes. */
  private takeSpace(faceCount: number): MeshSpace | undefined {
    if (!hasOwnSpace(faceCount)) return undefined;
    return this.spaces.pop() ?? spaceFor(faceCount, this.means.pool?.workers.sharesMemory ?? false);
  }

  private release({ search, space }: Partition): void {
    search.dispose();
    if (space) this.spaces.push(space);
  }

  /** Keeps a partition if all that are kept stay within the limit. */
  private keepOrRelease(partition: Partition): void {
    let bytes = partition.search.heldBytes;
    for (const { search } of this.kept.values()) bytes += search.heldBytes;
    if (bytes <= this.keptBytes) this.kept.set(partition.number, partition);
    else {
      this.isFull = true;
      this.release(partition);
    }
  }
}
