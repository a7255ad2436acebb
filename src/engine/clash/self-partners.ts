// What a region of a part has gone through, where a part goes through itself: the faces that its
// rim pierces, and the regions cut off on the other side. Distances are taken from these faces; the
// rest of the part is next to the region in any case.
import { crossSides, dot } from '../../core/math/triples.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { CutRegion } from './cut-regions.ts';
import type { Instant } from './instant.ts';
import { PartTree } from './part-tree.ts';
import type { FarthestVertex } from './solid.ts';

/** Measures regions of a part from what they have gone through. */
export class SelfPartners {
  private readonly instant: Instant;
  private readonly cutOff: readonly CutRegion[];
  /** The faces that the rim of each region pierces, by region. */
  private readonly pierced = new Map<number, Set<number>>();

  constructor(instant: Instant, arcs: Int32Array, cutOff: readonly CutRegion[]) {
    this.instant = instant;
    this.cutOff = cutOff;
    const { tracer, mesh, regions } = instant;
    const { edges } = mesh.topology;
    for (let j = 0; j < 2 * arcs.length; j++) {
      const node = tracer.ends[2 * arcs[j >> 1] + (j & 1)];
      if (node < 0 || tracer.nodeEdge[node] === NONE) continue;
      this.addPierced(regions.regionOf(edges[2 * tracer.nodeEdge[node]]), tracer.nodeFace[node]);
      this.addPierced(regions.regionOf(edges[2 * tracer.nodeEdge[node] + 1]), tracer.nodeFace[node]);
    }
  }

  private addPierced(region: number, face: number): void {
    const faces = this.pierced.get(region);
    if (faces) faces.add(face);
    else this.pierced.set(region, new Set([face]));
  }

  /**
   * The vertex of a region that is farthest from its partners. The partners of a fold, a region
   * that has gone through itself, are those faces of the fold that look the other way than the
   * vertex.
   */
  farthest(region: CutRegion): FarthestVertex {
    const pierced = this.pierced.get(region.index) ?? new Set<number>();
    const isFold = this.isFold(region, pierced);
    const partners = new Set(pierced);
    for (const other of this.cutOff) if (isFold === (other === region)) this.addFaces(other, partners);
    return Distances.farthest(this.instant, [...partners], isFold, region.vertices);
  }

  /** Most of the faces that a fold pierces are its own rim. */
  private isFold(region: CutRegion, pierced: ReadonlySet<number>): boolean {
    const { mesh, regions } = this.instant;
    const { triangles } = mesh;
    const { index } = region;
    let own = 0;
    for (const f of pierced)
      if (
        regions.regionOf(triangles[3 * f]) === index ||
        regions.regionOf(triangles[3 * f + 1]) === index ||
        regions.regionOf(triangles[3 * f + 2]) === index
      )
        own++;
    return 2 * own > pierced.size;
  }

  /** Adds the faces whose first corner is in a region. */
  private addFaces({ vertices }: CutRegion, faces: Set<number>): void {
    const { triangles, topology } = this.instant.mesh;
    const { starStart, starFaces } = topology;
    for (let j = 0; j < vertices.length; j++)
      for (let i = starStart[vertices[j]]; i < starStart[vertices[j] + 1]; i++)
        if (triangles[3 * starFaces[i]] === vertices[j]) faces.add(starFaces[i]);
  }
}

/** Distances from some faces of a mesh. */
class Distances {
  private readonly instant: Instant;
  private readonly tree: PartTree;
  /** The normals of the faces, if only faces that look the other way count. */
  private readonly normals: Float64Array | null;
  private readonly normal = new Float64Array(3);

  private constructor(instant: Instant, faces: readonly number[], isFold: boolean) {
    const { mesh, positions } = instant;
    this.instant = instant;
    const corners = new Uint32Array(3 * faces.length);
    for (let i = 0; i < corners.length; i++) corners[i] = 3 * mesh.triangles[3 * faces[(i / 3) | 0] + (i % 3)];
    this.normals = isFold ? new Float64Array(3 * faces.length) : null;
    if (this.normals) for (let i = 0; i < faces.length; i++) addNormal(instant, faces[i], this.normals, 3 * i);
    this.tree = new PartTree(corners, positions, this.normals ? { normals: this.normals } : {});
  }

  /** The vertex that is farthest from some faces. */
  static farthest(
    instant: Instant,
    faces: readonly number[],
    isFold: boolean,
    vertices: ArrayLike<number>,
  ): FarthestVertex {
    const distances = new Distances(instant, faces, isFold);
    try {
      return distances.farthest(vertices);
    } finally {
      distances.tree.dispose();
    }
  }

  private farthest(vertices: ArrayLike<number>): FarthestVertex {
    const { tree, normals } = this;
    const { x } = this.instant;
    let best = 0;
    let point = -1;
    let hint = -1;
    for (let i = 0; i < vertices.length; i++) {
      const at = 3 * vertices[i];
      if (normals) {
        this.setNormal(vertices[i]);
        tree.along(this.normal[0], this.normal[1], this.normal[2]);
      }
      // The face that was nearest to the vertex before is often near enough.
      const isNear = hint >= 0 && (normals === null || this.looksBack(normals, hint));
      const most = isNear ? tree.squaredFrom(x[at], x[at + 1], x[at + 2], hint) : Infinity;
      if (most <= best) continue;
      const squared = tree.distanceSquared(x[at], x[at + 1], x[at + 2], most, best);
      if (tree.nearest >= 0) hint = tree.nearest;
      if (squared <= best || squared === Infinity) continue;
      best = squared;
      point = at;
    }
    return { distance: Math.sqrt(best), point };
  }

  /** Whether a face looks the other way than the vertex. */
  private looksBack(normals: Float64Array, face: number): boolean {
    return dot(this.normal, 0, normals, 3 * face) < 0;
  }

  private setNormal(v: number): void {
    const { starStart, starFaces } = this.instant.mesh.topology;
    this.normal.fill(0);
    for (let i = starStart[v]; i < starStart[v + 1]; i++) addNormal(this.instant, starFaces[i], this.normal, 0);
  }
}

const one = new Float64Array(3);

/** Adds the normal of a face, as long as twice its area, to three numbers. */
function addNormal({ mesh, x }: Instant, f: number, sum: Float64Array, at: number): void {
  const { triangles } = mesh;
  const a = 3 * triangles[3 * f];
  crossSides(x, a, 3 * triangles[3 * f + 1], a, 3 * triangles[3 * f + 2], one);
  for (let k = 0; k < 3; k++) sum[at + k] += one[k];
}
