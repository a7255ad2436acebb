// What keeps two faces apart for a whole step, if every vertex goes its way straight on. Along a fixed direction the gap between two sets
// of moving points is concave in time (a least of linear functions, minus a greatest), so it is smallest at an end of the step: a gap at
// both ends, the same face ahead, is one throughout. Any direction is a sound one.
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { directions } from './directions.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/** Below this length products with a normal may vanish: it proves nothing. */
const SHORTEST = 2 ** -400;
const ALL = directions(26);

export class StepSlabs {
  private readonly mesh: PolygonMesh;
  private x: Positions = new Float64Array(0);
  private ways: Float64Array | null = null;
  private readonly normal: Float64Array = new Float64Array(3);
  /** Of a face along a direction: least and greatest now, least and greatest then. */
  private readonly slabF: Float64Array = new Float64Array(4);
  private readonly slabG: Float64Array = new Float64Array(4);

  constructor(mesh: PolygonMesh) {
    this.mesh = mesh;
  }

  /** `ways` is null if nobody moves. */
  set(x: Positions, ways: Float64Array | null): void {
    this.x = x;
    this.ways = ways;
  }

  /**
   * Whether faces stay farther apart than `limit`, which has room for rounding, along the normal of one of them. A glance at a twentieth
   * of the cost of a distance, by which most pairs of layers above each other are settled.
   */
  separateByNormals(f: number, g: number, limit: number): boolean {
    const { normal } = this;
    return (
      this.separateAlong(normal, this.setNormal(f), f, g, limit) ||
      this.separateAlong(normal, this.setNormal(g), f, g, limit)
    );
  }

  /** The same along the normals of all k-DOPs: what any volumes would have told apart, whichever are in use. */
  separateByDirections(f: number, g: number, limit: number): boolean {
    const { normal } = this;
    for (let i = 0; i < ALL.count; i++) {
      for (let k = 0; k < 3; k++) normal[k] = ALL.normals[3 * i + k];
      if (this.separateAlong(normal, ALL.lengths[i], f, g, limit)) return true;
    }
    return false;
  }

  /** Along a direction of this length. */
  separateAlong(direction: Float64Array, length: number, f: number, g: number, limit: number): boolean {
    if (!(length > SHORTEST)) return false;
    const { slabF, slabG } = this;
    this.setSlab(slabF, f, direction);
    this.setSlab(slabG, g, direction);
    const gap = limit * length;
    if (slabF[0] - slabG[1] > gap && slabF[2] - slabG[3] > gap) return true;
    return slabG[0] - slabF[1] > gap && slabG[2] - slabF[3] > gap;
  }

  /** Of a triangle; of a quad across both diagonals. Returns the length. */
  private setNormal(face: number): number {
    const { normal, x } = this;
    const { start, corners } = this.mesh;
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

  private setSlab(slab: Float64Array, face: number, direction: Float64Array): void {
    const { x, ways } = this;
    const { start, corners } = this.mesh;
    const nx = direction[0];
    const ny = direction[1];
    const nz = direction[2];
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

  /** Two faces come no closer by more than this in the step. */
  reach(f: number, g: number): number {
    return this.longestWay(f) + this.longestWay(g);
  }

  private longestWay(face: number): number {
    const { ways } = this;
    const { start, corners } = this.mesh;
    let most = 0;
    if (ways === null) return 0;
    for (let c = start[face]; c < start[face + 1]; c++) {
      const v = 3 * corners[c];
      const way = Math.abs(ways[v]) + Math.abs(ways[v + 1]) + Math.abs(ways[v + 2]);
      if (way > most) most = way;
    }
    return most;
  }
}
