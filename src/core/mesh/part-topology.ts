// The topology of some faces of a mesh, taken from that of the mesh: what is sorted there stays
// sorted, so nothing has to be sorted again. Vertices, edges and faces keep their order.
import { groupByKey } from './group-by-key.ts';
import { labelComponents, Topology } from './topology.ts';

/** Some faces of a mesh as a mesh of their own. */
export interface PartTopology {
  /** Their topology; its vertices, edges and faces are numbered anew. */
  readonly topology: Topology;
  /** The vertex of the whole mesh that each vertex is, ascending. */
  readonly vertices: Uint32Array;
}

/** The topology of these faces, ascending. Equals that of their triangles alone. */
export function partTopology(whole: Topology, faces: Uint32Array): PartTopology {
  const vertexNumbers = new Uint32Array(whole.componentOf.length);
  const edgeNumbers = new Uint32Array(whole.edgeCount);
  const vertices = number(whole.triangles, faces, vertexNumbers);
  const kept = number(whole.faceEdges, faces, edgeNumbers);
  const ends = whole.edges;
  const edges = new Uint32Array(2 * kept.length);
  for (let e = 0; e < kept.length; e++) {
    edges[2 * e] = vertexNumbers[ends[2 * kept[e]]];
    edges[2 * e + 1] = vertexNumbers[ends[2 * kept[e] + 1]];
  }
  const triangles = renumbered(whole.triangles, faces, vertexNumbers);
  const faceEdges = renumbered(whole.faceEdges, faces, edgeNumbers);
  const stars = facesByKey(triangles, vertices.length);
  const sides = facesByKey(faceEdges, kept.length);
  const columns = {
    edges,
    faceEdges,
    edgeFaceStart: sides.start,
    edgeFaces: sides.items,
    starStart: stars.start,
    starFaces: stars.items,
    ...labelComponents(edges, stars.start),
  };
  return { topology: new Topology(triangles, vertices.length, columns), vertices };
}

/** The entries of some faces in a table of three per face, by their numbers. */
function renumbered(table: Uint32Array, faces: Uint32Array, numbers: Uint32Array): Uint32Array {
  const own = new Uint32Array(3 * faces.length);
  for (let i = 0; i < faces.length; i++) {
    const from = 3 * faces[i];
    own[3 * i] = numbers[table[from]];
    own[3 * i + 1] = numbers[table[from + 1]];
    own[3 * i + 2] = numbers[table[from + 2]];
  }
  return own;
}

/** Ids are numbered in blocks of 2 to the power of this; blocks without any are passed over. */
const BLOCK_BITS = 9;

/**
 * Numbers the ids that some faces have in a table of three per face, in ascending order. Writes the
 * number of each id; returns the ids.
 */
function number(table: Uint32Array, faces: Uint32Array, numbers: Uint32Array): Uint32Array {
  const isUsed = new Uint8Array((numbers.length >>> BLOCK_BITS) + 1);
  let count = 0;
  for (let i = 0; i < faces.length; i++)
    for (let k = 3 * faces[i]; k < 3 * faces[i] + 3; k++) {
      const id = table[k];
      if (numbers[id] === 1) continue;
      numbers[id] = 1;
      isUsed[id >>> BLOCK_BITS] = 1;
      count++;
    }
  const ids = new Uint32Array(count);
  count = 0;
  for (let block = 0; block < isUsed.length; block++) {
    if (isUsed[block] === 0) continue;
    const end = Math.min(numbers.length, (block + 1) * 2 ** BLOCK_BITS);
    for (let id = block * 2 ** BLOCK_BITS; id < end; id++) {
      if (numbers[id] === 0) continue;
      numbers[id] = count;
      ids[count++] = id;
    }
  }
  return ids;
}

/** The faces of each key; there are three keys per face. */
function facesByKey(keys: Uint32Array, count: number): { start: Uint32Array; items: Uint32Array } {
  const { start, items } = groupByKey(keys, count);
  for (let i = 0; i < items.length; i++) items[i] = (items[i] / 3) >>> 0;
  return { start, items };
}
