// Which proximities are contacts of surfaces and not only of features: the direction between the nearest points must not lean into a
// face next to them, because then that face is nearer still, and its own pair speaks for it. Rows along such directions would hold what slides
// over the inner edges of a flat floor. Nothing is lost: the step is proven afterwards, whatever rows there were.
import type { Proximities } from '../../core/contacts/proximities.ts';
import { NONE, type Topology } from '../../core/mesh/topology.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';

/** Weights below this are of a point on the border. */
const BORDER = 1e-9;

/** The sine of the angle by which a direction may lean into a face: surfaces are not quite smooth. */
const LEAN = 0.1;

/** Whether pair i speaks for its place: neighbours that share it report the same point, and the first of them speaks. */
export function isSpeaker({ triangles, topology }: TriMesh, { kind, b, weights }: Proximities, i: number): boolean {
  const u = weights[3 * i];
  const v = weights[3 * i + 1];
  // An end of an edge is a vertex, whose pairs with faces speak for it.
  if (kind[i] === 1) return u > BORDER && v > BORDER && u < 1 - BORDER && v < 1 - BORDER;
  const w = weights[3 * i + 2];
  if (u > BORDER && v > BORDER && w > BORDER) return true;
  const face = b[i];
  const edge = edgeAt(topology, face, u, v, w);
  if (edge !== NONE) return topology.edgeFaces[topology.edgeFaceStart[edge]] === face;
  return topology.starFaces[topology.starStart[triangles[3 * face + cornerAt(u, v)]]] === face;
}

/** Whether the direction of pair i leans into a face beside its points. */
export function leansIntoFace(mesh: TriMesh, near: Proximities, i: number, x: Float64Array): boolean {
  const { kind, a, b, normal, weights } = near;
  if (kind[i] === 1)
    return leansFromEdge(mesh, b[i], normal, 3 * i, 1, x) || leansFromEdge(mesh, a[i], normal, 3 * i, -1, x);
  const u = weights[3 * i];
  const v = weights[3 * i + 1];
  const w = weights[3 * i + 2];
  if (u > BORDER && v > BORDER && w > BORDER) return false;
  const edge = edgeAt(mesh.topology, b[i], u, v, w);
  if (edge !== NONE) return leansFromEdge(mesh, edge, normal, 3 * i, 1, x);
  return leansFromVertex(mesh, mesh.triangles[3 * b[i] + cornerAt(u, v)], normal, 3 * i, x);
}

/** The edge of a face on which a point of its border is, or `NONE` for a corner. */
function edgeAt({ faceEdges }: Topology, face: number, u: number, v: number, w: number): number {
  if (u > BORDER && v > BORDER) return faceEdges[3 * face];
  if (v > BORDER && w > BORDER) return faceEdges[3 * face + 1];
  return u > BORDER && w > BORDER ? faceEdges[3 * face + 2] : NONE;
}

function cornerAt(u: number, v: number): number {
  if (u > BORDER) return 0;
  return v > BORDER ? 1 : 2;
}

/** Whether sign · normal leans from the edge into one of its faces. */
function leansFromEdge(
  { triangles, topology }: TriMesh,
  edge: number,
  normal: Float64Array,
  n: number,
  sign: number,
  x: Float64Array,
): boolean {
  const { edges, edgeFaces, edgeFaceStart } = topology;
  const p = 3 * edges[2 * edge];
  const q = 3 * edges[2 * edge + 1];
  const ex = x[q] - x[p];
  const ey = x[q + 1] - x[p + 1];
  const ez = x[q + 2] - x[p + 2];
  const square = ex * ex + ey * ey + ez * ez;
  const nx = normal[n];
  const ny = normal[n + 1];
  const nz = normal[n + 2];
  for (let k = edgeFaceStart[edge]; k < edgeFaceStart[edge + 1]; k++) {
    const face = 3 * edgeFaces[k];
    const sum = triangles[face] + triangles[face + 1] + triangles[face + 2];
    const o = 3 * (sum - edges[2 * edge] - edges[2 * edge + 1]);
    const ox = x[o] - x[p];
    const oy = x[o + 1] - x[p + 1];
    const oz = x[o + 2] - x[p + 2];
    const along = (ox * ex + oy * ey + oz * ez) / square;
    const ux = ox - along * ex;
    const uy = oy - along * ey;
    const uz = oz - along * ez;
    const lean = sign * (nx * ux + ny * uy + nz * uz);
    if (lean > 0 && lean * lean > LEAN * LEAN * (ux * ux + uy * uy + uz * uz)) return true;
  }
  return false;
}

function leansFromVertex(
  { triangles, topology }: TriMesh,
  vertex: number,
  normal: Float64Array,
  n: number,
  x: Float64Array,
): boolean {
  const { starStart, starFaces } = topology;
  const p = 3 * vertex;
  for (let k = starStart[vertex]; k < starStart[vertex + 1]; k++) {
    for (let corner = 0; corner < 3; corner++) {
      const q = 3 * triangles[3 * starFaces[k] + corner];
      const ux = x[q] - x[p];
      const uy = x[q + 1] - x[p + 1];
      const uz = x[q + 2] - x[p + 2];
      const lean = normal[n] * ux + normal[n + 1] * uy + normal[n + 2] * uz;
      if (lean > LEAN * Math.sqrt(ux * ux + uy * uy + uz * uz)) return true;
    }
  }
  return false;
}
