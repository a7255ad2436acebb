// Face groups [Mezger §5.1]: connected parts of the surface, and which of them are adjacent, that
// is, share a vertex. A region may be bent so that distant flat parts come close (figure 5). So the
// lossy mode drops a pair of faces only if their groups are equal or adjacent.
import { PairList } from '../../core/pairs/pair-list.ts';
import { sortedPairs } from '../../core/pairs/sorted-pairs.ts';
import type { DopTree } from './dop-tree.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Marks a face without a group. */
const NO_GROUP = 0xffffffff;
/**
 * A node with more groups than this counts as not coherent: that many groups are hardly all
 * adjacent.
 */
const MAX_GROUPS_PER_NODE = 8;

/** The groups of a mesh and their adjacency. */
export class FaceGroups {
  /** The group of every face. */
  readonly groupOf: Uint32Array;
  /** Number of groups. */
  readonly count: number;
  /**
   * The adjacency matrix by rows: the groups adjacent to g are `adjacent` at [start[g], start[g +
   * 1]), ascending.
   */
  private readonly start: Uint32Array;
  private readonly adjacent: Uint32Array;

  constructor(mesh: PolygonMesh, groupOf: Uint32Array) {
    this.groupOf = groupOf;
    this.count = groupOf.reduce((most, group) => Math.max(most, group + 1), 0);
    const pairs = adjacentGroups(mesh, groupOf);
    this.start = new Uint32Array(this.count + 1);
    for (let i = 0; i < pairs.length; i += 2) this.start[pairs[i] + 1]++;
    for (let g = 0; g < this.count; g++) this.start[g + 1] += this.start[g];
    this.adjacent = pairs.filter((_, i) => i % 2 === 1);
  }

  /**
   * Divides a mesh into connected groups of at most `facesPerGroup` faces, each grown around its
   * first face.
   */
  static grow(mesh: PolygonMesh, facesPerGroup: number): FaceGroups {
    const groupOf = new Uint32Array(mesh.faceCount).fill(NO_GROUP);
    const queue = new Uint32Array(mesh.faceCount);
    let count = 0;
    for (let f = 0; f < mesh.faceCount; f++) {
      if (groupOf[f] === NO_GROUP) growGroup(mesh, f, facesPerGroup, groupOf, count++, queue);
    }
    return new FaceGroups(mesh, groupOf);
  }

  /** Whether two groups are equal or share a vertex. */
  areAdjacent(g: number, h: number): boolean {
    if (g === h) return true;
    const { start, adjacent } = this;
    for (let i = start[g]; i < start[g + 1]; i++) if (adjacent[i] === h) return true;
    return false;
  }

  /**
   * A byte per node: 1 if it is coherent, that is, all groups below it are adjacent to each other.
   */
  coherentNodes({ link, childCount, nodeCount }: DopTree): Uint8Array {
    const isCoherent = new Uint8Array(nodeCount);
    const groups: number[][] = new Array(nodeCount);
    for (let node = nodeCount - 1; node >= 0; node--) {
      const first = link[node];
      if (first < 0) groups[node] = [this.groupOf[~first]];
      else
        groups[node] = [...new Set(groups.slice(first, first + childCount[node]).flat())].slice(
          0,
          MAX_GROUPS_PER_NODE + 1,
        );
      isCoherent[node] = this.areAllAdjacent(groups[node]) ? 1 : 0;
    }
    return isCoherent;
  }

  private areAllAdjacent(groups: readonly number[]): boolean {
    return (
      groups.length <= MAX_GROUPS_PER_NODE &&
      groups.every((g, i) => groups.slice(0, i).every((h) => this.areAdjacent(g, h)))
    );
  }
}

/** All ordered pairs of different groups that share a vertex, sorted. */
function adjacentGroups({ starStart, starFaces }: PolygonMesh, groupOf: Uint32Array): Uint32Array {
  const pairs = new PairList(64);
  for (let v = 0; v < starStart.length - 1; v++) {
    for (let i = starStart[v]; i < starStart[v + 1]; i++) {
      for (let j = starStart[v]; j < starStart[v + 1]; j++) {
        const g = groupOf[starFaces[i]];
        const h = groupOf[starFaces[j]];
        if (g !== h) pairs.push(g, h);
      }
    }
  }
  return sortedPairs(pairs.ids());
}

/** Grows a group in rings around a face, across vertices, among the faces without a group. */
function growGroup(
  { start, corners, starStart, starFaces }: PolygonMesh,
  face: number,
  most: number,
  groupOf: Uint32Array,
  group: number,
  queue: Uint32Array,
): void {
  queue[0] = face;
  groupOf[face] = group;
  let size = 1;
  for (let next = 0; next < size; next++) {
    const f = queue[next];
    for (let c = start[f]; c < start[f + 1]; c++) {
      const v = corners[c];
      for (let i = starStart[v]; i < starStart[v + 1] && size < most; i++) {
        const g = starFaces[i];
        if (groupOf[g] !== NO_GROUP) continue;
        groupOf[g] = group;
        queue[size++] = g;
      }
    }
  }
}
