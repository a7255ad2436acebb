// Which proximities are contacts of surfaces and not only of features: the direction between the nearest points must not lean into a
// face next to them, because then that face is nearer still, and its own pair speaks for it. Rows along such directions would hold what slides
// over the inner edges of a flat floor. Nothing is lost: the step is proven afterwards, whatever rows there were.
import type { Proximities } from '../../core/contacts/proximities.ts';
import type { TriMesh } from '../../core/mesh/tri-mesh.ts';

/** Weights below this are of a point on the border. */
const BORDER = 1e-9;

/** The sine of the angle by which a direction may lean into a face: surfaces are not quite smooth. */
const LEAN = 0.1;

export function isSurfaceContact(mesh: TriMesh, near: Proximities, i: number, x: Float64Array): boolean {
  return near.kind[i] === 0 ? fitsFace(mesh, near, i, x) : fitsEdges(mesh, near, i, x);
}

function fitsFace(mesh: TriMesh, { b, normal, weights }: Proximities, i: number, x: Float64Array): boolean {
  const { triangles, topology } = mesh;
  const face = b[i];
  let inside = 0;
  let corner = 0;
  let opposite = 0;
  for (let k = 0; k < 3; k++) {
    if (weights[3 * i + k] > BORDER) {
      inside++;
      corner = k;
    } else opposite = k;
  }
  if (inside === 3) return true;
  // Neighbours report the same point: the first of them speaks.
  if (inside === 2) {
    const edge = topology.faceEdges[3 * face + ((opposite + 1) % 3)];
    return topology.edgeFaces[topology.edgeFaceStart[edge]] === face && !leansFromEdge(mesh, edge, normal, 3 * i, 1, x);
  }
  const vertex = triangles[3 * face + corner];
  return topology.starFaces[topology.starStart[vertex]] === face && !leansFromVertex(mesh, vertex, normal, 3 * i, x);
}

/** An end of an edge is a vertex, whose pairs with faces speak for it. */
function fitsEdges(mesh: TriMesh, { a, b, normal, weights }: Proximities, i: number, x: Float64Array): boolean {
  const s = weights[3 * i];
  const t = weights[3 * i + 1];
  if (Math.min(s, t) <= BORDER || Math.max(s, t) >= 1 - BORDER) return false;
  return !leansFromEdge(mesh, b[i], normal, 3 * i, 1, x) && !leansFromEdge(mesh, a[i], normal, 3 * i, -1, x);
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
  for (let k = edgeFaceStart[edge]; k < edgeFaceStart[edge + 1]; k++) {
    const face = 3 * edgeFaces[k];
    const sum = triangles[face] + triangles[face + 1] + triangles[face + 2];
    const o = 3 * (sum - edges[2 * edge] - edges[2 * edge + 1]);
    let ux = x[o] - x[p];
    let uy = x[o + 1] - x[p + 1];
    let uz = x[o + 2] - x[p + 2];
    const along = (ux * ex + uy * ey + uz * ez) / square;
    ux -= along * ex;
    uy -= along * ey;
    uz -= along * ez;
    const lean = sign * (normal[n] * ux + normal[n + 1] * uy + normal[n + 2] * uz);
    if (lean > LEAN * Math.sqrt(ux * ux + uy * uy + uz * uz)) return true;
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
