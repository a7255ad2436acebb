// What a region of a part has gone through, where a part goes through itself: the faces that its
// rim pierces, and the regions cut off on the other side. Distances are taken from these faces; the
// rest of the part is next to the region in any case.
import { crossSides, dot } from '../../core/math/triples.ts';
import { NONE } from '../../core/mesh/topology.ts';
import type { CutRegion } from './cut-regions.ts';
import type { Instant } from './instant.ts';
import { PartTree } from './part-tree.ts';

/** Measures regions of a part from what they have gone through. */
export class SelfPartners {
  private readonly instant: Instant;
  private readonly cutOff: readonly CutRegion[];
  /** The faces that the rim of each region pierces, by region. */
  private readonly pierced = new Map<number, Set<number>>();

  constructor(instant: Instant, arcs: readonly number[], cutOff: readonly CutRegion[]) {
    this.instant = instant;
    this.cutOff = cutOff;
    const { tracer, mesh, regions } = instant;
    for (const arc of arcs)
      for (let k = 2 * arc; k < 2 * arc + 2; k++) {
        const node = tracer.ends[k];
        if (node < 0 || tracer.nodeEdge[node] === NONE) continue;
        for (let i = 0; i < 2; i++) {
          const region = regions.regionOf(mesh.topology.edges[2 * tracer.nodeEdge[node] + i]);
          const faces = this.pierced.get(region);
          if (faces) faces.add(tracer.nodeFace[node]);
          else this.pierced.set(region, new Set([tracer.nodeFace[node]]));
        }
      }
  }

  /**
   * The greatest distance of vertices of a region from its partners, and the offset of the vertex;
   * −1 if there is none. The partners of a fold, a region that has gone through itself, are those
   * faces of the fold that look the other way than the vertex.
   */
  farthest(region: CutRegion): [number, number] {
    const pierced = this.pierced.get(region.index) ?? new Set<number>();
    const isFold = this.isFold(region, pierced);
    const partners = new Set(pierced);
    for (const other of this.cutOff)
      if (isFold === (other === region)) for (const f of this.facesOf(other)) partners.add(f);
    return new Distances(this.instant, [...partners], isFold).farthest(region.vertices);
  }

  /** Most of the faces that a fold pierces are its own rim. */
  private isFold(region: CutRegion, pierced: ReadonlySet<number>): boolean {
    const { mesh, regions } = this.instant;
    let own = 0;
    for (const f of pierced)
      if (mesh.triangles.subarray(3 * f, 3 * f + 3).some((v) => regions.regionOf(v) === region.index)) own++;
    return 2 * own > pierced.size;
  }

  /** The faces whose first corner is in a region. */
  private facesOf({ vertices }: CutRegion): number[] {
    const { triangles, topology } = this.instant.mesh;
    const { starStart, starFaces } = topology;
    const faces: number[] = [];
    for (const v of vertices)
      for (let i = starStart[v]; i < starStart[v + 1]; i++)
        if (triangles[3 * starFaces[i]] === v) faces.push(starFaces[i]);
    return faces;
  }
}

/** Distances from some faces of a mesh. */
class Distances {
  private readonly instant: Instant;
  private readonly tree: PartTree;
  /** The normals of the faces, if only faces that look the other way count. */
  private readonly normals: Float64Array | null;
  private readonly normal = new Float64Array(3);

  constructor(instant: Instant, faces: readonly number[], isFold: boolean) {
    const { mesh, x } = instant;
    this.instant = instant;
    const corners = new Uint32Array(3 * faces.length);
    faces.forEach((f, i) => {
      for (let k = 0; k < 3; k++) corners[3 * i + k] = 3 * mesh.triangles[3 * f + k];
    });
    this.tree = new PartTree(corners, x);
    this.normals = isFold ? new Float64Array(3 * faces.length) : null;
    if (this.normals) for (let i = 0; i < faces.length; i++) addNormal(instant, faces[i], this.normals, 3 * i);
  }

  /** The greatest distance of vertices from these faces, and the offset of the vertex. */
  farthest(vertices: readonly number[]): [number, number] {
    const { tree, normals, normal } = this;
    const { x } = this.instant;
    const looksBack = (i: number): boolean => normals !== null && dot(normal, 0, normals, 3 * i) < 0;
    const isAsked = normals ? looksBack : null;
    let best = 0;
    let at = -1;
    let hint = -1;
    for (const v of vertices) {
      if (normals) this.setNormal(v);
      const [px, py, pz] = [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
      // The face that was nearest to the vertex before is often near enough.
      const most = hint >= 0 && (!isAsked || isAsked(hint)) ? tree.squaredFrom(px, py, pz, hint) : Infinity;
      if (most <= best) continue;
      const squared = tree.distanceSquared(px, py, pz, most, best, isAsked);
      if (tree.nearest >= 0) hint = tree.nearest;
      if (squared <= best || !(squared < Infinity)) continue;
      best = squared;
      at = 3 * v;
    }
    return [Math.sqrt(best), at];
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
