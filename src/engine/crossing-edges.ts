// The exact stage of `MeshCollider.intersections` for recipes that test edges against faces, each
// pair once [R-Triangles §1, §4.2]. Two faces share a point if and only if an edge of one shares a
// point with the other, so a pair of an edge and a face that meet tells of all faces at the edge.
//
// Which points count: those beyond the vertices that two faces share. An edge e of face a meets face
// g in a point z beyond the vertices of e in g. If the third corner of a is not in g, z is beyond
// all that a and g share. If it is, and a has an area, z is too, for that corner is not on e. If a
// has no area, nothing follows from e, and one of the other two edges of a finds what there is: all
// edges of a are on one line. That leaves two faces without area at one edge, and a face that is
// there twice; no edge tells about these.
//
// No pair is lost: the face that represents e has e in it, so it meets g whenever e does, and its
// pair with g is among the candidates. Those that share a vertex are there unless a certificate
// excludes them, and around a face without area there is none.
import type { Tally } from '../core/contacts/contacts.ts';
import { projectionAxis, segmentMeetsTriangle } from '../core/elementary/segment-meets-triangle.ts';
import { trianglesMeet } from '../core/elementary/triangles-meet.ts';
import type { Positions, TriMesh } from '../core/mesh/tri-mesh.ts';
import type { VertexMotion } from '../core/motion/vertex-motion.ts';
import type { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs, Stages } from '../core/recipe/recipe.ts';
import { type FacePairs, facesMeet, sortedPairs } from './crossing-faces.ts';
import { emitPieces } from './feature-pieces.ts';

/** What the stage works on. */
interface EdgeParts {
  readonly motion: VertexMotion;
  readonly facePairs: PairBuffer;
  readonly stages: Stages;
  readonly features: FeaturePairs;
}

/** The ends of an edge, the second twice, then the corners of a face; a common vertex is first. */
const query = new Float64Array(18);

/** Decides which faces share a point from pairs of an edge and a face. */
export class CrossingEdges {
  private readonly parts: EdgeParts;

  constructor(parts: EdgeParts) {
    this.parts = parts;
  }

  /**
   * The pairs of faces that share a point, among the faces at the listed pairs of places, of which
   * the first `distinctCount` share no vertex. Counts its tests into the tally.
   */
  find(x: Positions, distinctCount: number, tally: Tally): FacePairs {
    const { motion, facePairs, stages, features } = this.parts;
    const { mesh, faceOf } = motion;
    const found = new Set<number>();
    const add = (f: number, g: number): void => {
      found.add(Math.min(f, g) * mesh.faceCount + Math.max(f, g));
    };
    const emit = (from: number, count: number, { vf }: FeaturePairs): void => stages.emitEdgeFaces?.(from, count, vf);
    stages.startEdgeFaces?.();
    for (const { vf: edgeFaces } of emitPieces(facePairs, features, emit, () => false)) {
      const { ids } = edgeFaces;
      tally.tests += edgeFaces.count;
      for (let i = 0; i < ids.length; i += 2) {
        const face = faceOf[ids[i + 1]];
        if (edgeMeetsFace(mesh, x, ids[i], face)) for (const other of facesAt(mesh, x, ids[i], face)) add(other, face);
      }
    }
    const { ids } = facePairs;
    for (let i = 2 * distinctCount; i < ids.length; i += 2) {
      const [f, g] = [faceOf[ids[i]], faceOf[ids[i + 1]]];
      if (isUntoldByEdges(mesh, x, f, g) && facesMeet(mesh.triangles, x, f, g)) add(f, g);
    }
    return sortedPairs(Float64Array.from(found), mesh.faceCount);
  }
}

/** Whether an edge and a face share a point beyond the vertex that they share, if they do. */
function edgeMeetsFace({ triangles, topology }: TriMesh, x: ArrayLike<number>, edge: number, face: number): boolean {
  let p = topology.edges[2 * edge];
  let q = topology.edges[2 * edge + 1];
  let a = triangles[3 * face];
  let b = triangles[3 * face + 1];
  let c = triangles[3 * face + 2];
  if (q === a || q === b || q === c) [p, q] = [q, p];
  if (p === b) [a, b] = [b, a];
  else if (p === c) [a, c] = [c, a];
  put(x, p, 0);
  put(x, q, 3);
  put(x, a, 9);
  put(x, b, 12);
  put(x, c, 15);
  if (p !== a) return segmentMeetsTriangle(query, 0, 3, 9, 12, 15);
  // The edge as a face without area, which is the set of its points.
  put(x, q, 6);
  return trianglesMeet(query, 0, 1);
}

/** The faces at an edge that share a point with another face because the edge does. */
function facesAt({ triangles, topology }: TriMesh, x: ArrayLike<number>, edge: number, face: number): number[] {
  const { edges, edgeFaceStart, edgeFaces } = topology;
  const [p, q] = [edges[2 * edge], edges[2 * edge + 1]];
  const at: number[] = [];
  for (let k = edgeFaceStart[edge]; k < edgeFaceStart[edge + 1]; k++) {
    const other = edgeFaces[k];
    let third = triangles[3 * other];
    for (let j = 1; third === p || third === q; j++) third = triangles[3 * other + j];
    if (!isCorner(triangles, face, third) || hasArea(triangles, x, other)) at.push(other);
  }
  return at;
}

/** Whether no edge tells about a pair: the same face twice, or faces without area at one edge. */
function isUntoldByEdges({ triangles }: TriMesh, x: ArrayLike<number>, f: number, g: number): boolean {
  let shared = 0;
  for (let j = 0; j < 3; j++) if (isCorner(triangles, g, triangles[3 * f + j])) shared++;
  return shared === 3 || (shared === 2 && !hasArea(triangles, x, f) && !hasArea(triangles, x, g));
}

function isCorner(triangles: Uint32Array, face: number, vertex: number): boolean {
  return triangles[3 * face] === vertex || triangles[3 * face + 1] === vertex || triangles[3 * face + 2] === vertex;
}

function hasArea(triangles: Uint32Array, x: ArrayLike<number>, face: number): boolean {
  for (let j = 0; j < 3; j++) put(x, triangles[3 * face + j], 3 * j);
  return projectionAxis(query, 0, 3, 6) >= 0;
}

/** Writes the position of a vertex into the query. */
function put(x: ArrayLike<number>, vertex: number, to: number): void {
  query[to] = x[3 * vertex];
  query[to + 1] = x[3 * vertex + 1];
  query[to + 2] = x[3 * vertex + 2];
}
