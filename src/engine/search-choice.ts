// How a mesh is searched: in one memory, or in partitions. A mesh of very many faces is cut from the
// start; any other when its memory does not suffice, and then more finely as often as it takes.
import type { TriMesh } from '../core/mesh/tri-mesh.ts';
import { iccd } from '../papers/iccd/iccd-recipes.ts';
import { type ColliderOptions, checkedPartitions } from './collide-options.ts';
import type { MeshSearch, SearchMeans } from './mesh-search.ts';
import { PartitionedSearch } from './partitions/partitioned-search.ts';
import type { Permissions } from './permissions.ts';
import { WholeSearch } from './whole-search.ts';

/** Meshes of more faces are cut from the start: in one memory, few meshes of that size fit. */
const MAX_FACES_IN_ONE = 8_000_000;
/** Faces of a partition, without ghosts: its memory is a fifth of what one may be. */
const FACES_PER_PARTITION = 2_000_000;
/** Partitions are not made any smaller: much is in one place then, and the ghosts are too many. */
const MIN_FACES_PER_PARTITION = 131_072;

/** Makes the searches of one collider. */
export class SearchChoice {
  private readonly permissions: Permissions;
  private readonly means: SearchMeans;
  /** How many partitions the caller asks for, if a number is asked for. */
  private readonly count: number | undefined;
  private keptBytes: number;

  /** Throws `RangeError` unless the options are valid. */
  constructor(permissions: Permissions, options: ColliderOptions) {
    const { recipe = iccd, pool } = options;
    this.permissions = permissions;
    this.means = { recipe, pool };
    const { count, keptBytes } = checkedPartitions(options);
    this.count = count;
    this.keptBytes = keptBytes;
  }

  /** A search of the mesh. */
  make(mesh: TriMesh): MeshSearch {
    const count = this.count ?? (mesh.faceCount > MAX_FACES_IN_ONE ? leastPartitions(mesh) : 1);
    if (count > 1) return this.partitioned(mesh, count);
    try {
      return new WholeSearch(mesh, this.permissions, this.means);
    } catch (error) {
      const finer = this.countAfter(mesh, 1, error);
      if (finer === null) throw error;
      return this.partitioned(mesh, finer);
    }
  }

  /**
   * A search in more partitions, of which fewer are kept, after this one failed; null if that would
   * not help.
   */
  cutFiner(mesh: TriMesh, search: MeshSearch, error: unknown): MeshSearch | null {
    const count = this.countAfter(mesh, search.partitionCount, error);
    if (count === null) return null;
    search.dispose();
    this.keptBytes /= 2;
    return this.partitioned(mesh, count, search.isPinned);
  }

  /** Whether a call may search partitions, which read positions until it ends. */
  mayCut({ faceCount }: TriMesh): boolean {
    return this.count === undefined ? faceCount >= 2 * MIN_FACES_PER_PARTITION : this.count > 1;
  }

  /**
   * The number of partitions after a search in fewer failed; null if it did not fail for want of
   * memory, or if there are enough.
   */
  private countAfter(mesh: TriMesh, count: number, error: unknown): number | null {
    if (!(error instanceof RangeError) || this.count !== undefined) return null;
    const more = Math.max(2 * count, leastPartitions(mesh));
    return mesh.faceCount >= more * MIN_FACES_PER_PARTITION ? more : null;
  }

  private partitioned(mesh: TriMesh, count: number, isPinned = false): MeshSearch {
    const { permissions, means, keptBytes } = this;
    return new PartitionedSearch(mesh, permissions, means, { count, keptBytes, isPinned });
  }
}

/** How many partitions have at most `FACES_PER_PARTITION`. */
function leastPartitions({ faceCount }: TriMesh): number {
  return Math.max(2, Math.ceil(faceCount / FACES_PER_PARTITION));
}
