// A glance at two faces before their distance: along the normal of either they may be farther apart than asked, now and at the end of the
// step (see ahead.ts). Most pairs of layers that lie above each other end here, at a twentieth of the cost of a distance. Any direction is
// a sound one, so a warped polygon may have any normal.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Below this length products with a normal may vanish: it proves nothing. */
const SHORTEST = 2 ** -400;

export class NormalSlabs {
  private readonly mesh: PolygonMesh;
  private readonly normal: Float64Array = new Float64Array(3);
  /** Of a face along the normal: least and greatest now, least and greatest then. */
  private readonly slabF: Float64Array = new Float64Array(4);
  private readonly slabG: Float64Array = new Float64Array(4);

  constructor(mesh: PolygonMesh) {
    this.mesh = mesh;
  }

  /** True proves that two faces stay farther apart than `limit`, which has room for rounding. `ways` is null if nobody moves. */
  separate(x: Positions, ways: Float64Array | null, f: number, g: number, limit: number): boolean {
    return this.separateAlong(f, x, ways, f, g, limit) || this.separateAlong(g, x, ways, f, g, limit);
  }

  private separateAlong(
    face: number,
    x: Positions,
    ways: Float64Array | null,
    f: number,
    g: number,
    limit: number,
  ): boolean {
    const { slabF, slabG } = this;
    const length = this.setNormal(face, x);
    if (!(length > SHORTEST)) return false;
    this.setSlab(slabF, f, x, ways);
    this.setSlab(slabG, g, x, ways);
    const gap = limit * length;
    if (slabF[0] - slabG[1] > gap && slabF[2] - slabG[3] > gap) return true;
    return slabG[0] - slabF[1] > gap && slabG[2] - slabF[3] > gap;
  }

  /** Across both diagonals of a quad; of a triangle its normal. Returns the length. */
  private setNormal(face: number, x: Positions): number {
    const { start, corners } = this.mesh;
    const { normal } = this;
    const a = 3 * corners[start[face]];
    const b = 3 * corners[start[face] + 1];
    const c = 3 * corners[start[face] + 2];
    const d = 3 * corners[start[face + 1] - 1];
    const ex = x[c] - x[a];
    const ey = x[c + 1] - x[a + 1];
    const ez = x[c + 2] - x[a + 2];
    const fx = x[d] - x[b];
    const fy = x[d + 1] - x[b + 1];
    const fz = x[d + 2] - x[b + 2];
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    normal[0] = nx;
    normal[1] = ny;
    normal[2] = nz;
    return Math.sqrt(nx * nx + ny * ny + nz * nz);
  }

  private setSlab(slab: Float64Array, face: number, x: Positions, ways: Float64Array | null): void {
    const { start, corners } = this.mesh;
    const { normal } = this;
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    let low0 = Infinity;
    let high0 = -Infinity;
    let low1 = Infinity;
    let high1 = -Infinity;
    const end = start[face + 1];
    for (let c = start[face]; c < end; c++) {
      const v = 3 * corners[c];
      const now = nx * x[v] + ny * x[v + 1] + nz * x[v + 2];
      const then = ways === null ? now : now + (nx * ways[v] + ny * ways[v + 1] + nz * ways[v + 2]);
      if (now < low0) low0 = now;
      if (now > high0) high0 = now;
      if (then < low1) low1 = then;
      if (then > high1) high1 = then;
    }
    slab[0] = low0;
    slab[1] = high0;
    slab[2] = low1;
    slab[3] = high1;
  }
}
