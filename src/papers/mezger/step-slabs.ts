// Proves that two faces stay apart for a whole step in which every vertex moves in a straight line.
// Along a fixed direction, the gap between two sets of moving points is concave in time: a minimum
// of linear functions minus a maximum. So the gap is smallest at an end of the step. Faces that
// have a gap at both ends, on the same side, have one throughout.
// Safe direction: any direction is sound, and a pair that no tested direction separates is kept.
// Departs from the paper: it has no such test before the distance. Between cloth and body this test
// decides most candidates.
import { crossSides } from '../../core/math/triples.ts';
import type { Positions } from '../../core/mesh/tri-mesh.ts';
import { directions } from './directions.ts';
import type { PolygonMesh } from './polygon-mesh.ts';

/**
 * Least length of a usable normal. Products with a shorter one may underflow, so it proves nothing.
 */
const SHORTEST_NORMAL = 2 ** -400;
/** The normals of the 26-DOP, which include those of all other k-DOPs. */
const ALL_DIRECTIONS = directions(26);

/** The separation tests of one step. */
export class StepSlabs {
  private readonly mesh: PolygonMesh;
  private x: Positions = new Float64Array(0);
  private displacements: Float64Array | null = null;
  private readonly normal: Float64Array = new Float64Array(3);
  /**
   * Scratch, face f along a direction: least and greatest value at the start of the step, then at
   * its end.
   */
  private readonly slabF: Float64Array = new Float64Array(4);
  /** The same for face g. */
  private readonly slabG: Float64Array = new Float64Array(4);

  constructor(mesh: PolygonMesh) {
    this.mesh = mesh;
  }

  /** Sets the step; `displacements` is null for a query at one instant. */
  set(x: Positions, displacements: Float64Array | null): void {
    this.x = x;
    this.displacements = displacements;
  }

  /**
   * Whether faces stay farther apart than `limit` along the normal of one of them. `limit` includes
   * a margin for rounding. The test costs a twentieth of a distance and decides most pairs of
   * parallel layers.
   */
  separateByNormals(f: number, g: number, limit: number): boolean {
    const { normal } = this;
    return (
      this.separateAlong(normal, this.setNormal(f), f, g, limit) ||
      this.separateAlong(normal, this.setNormal(g), f, g, limit)
    );
  }

  /**
   * The same along the normals of all k-DOPs, so that the answer does not depend on the volumes in
   * use.
   */
  separateByDirections(f: number, g: number, limit: number): boolean {
    const { normal } = this;
    for (let i = 0; i < ALL_DIRECTIONS.count; i++) {
      for (let k = 0; k < 3; k++) normal[k] = ALL_DIRECTIONS.normals[3 * i + k];
      if (this.separateAlong(normal, ALL_DIRECTIONS.lengths[i], f, g, limit)) return true;
    }
    return false;
  }

  /** The same along one direction of the given length. */
  separateAlong(direction: Float64Array, length: number, f: number, g: number, limit: number): boolean {
    if (!(length > SHORTEST_NORMAL)) return false;
    const { slabF, slabG } = this;
    this.setSlab(slabF, f, direction);
    this.setSlab(slabG, g, direction);
    const gap = limit * length;
    if (slabF[0] - slabG[1] > gap && slabF[2] - slabG[3] > gap) return true;
    return slabG[0] - slabF[1] > gap && slabG[2] - slabF[3] > gap;
  }

  /**
   * Sets `normal` to the normal of a triangle, or of a larger face by two diagonals. Returns its
   * length.
   */
  private setNormal(face: number): number {
    const { normal, x } = this;
    const { start, corners } = this.mesh;
    const a = 3 * corners[start[face]];
    const b = 3 * corners[start[face] + 1];
    const c = 3 * corners[start[face] + 2];
    const d = 3 * corners[start[face + 1] - 1];
    return crossSides(x, a, c, b, d, normal);
  }

  /** Sets the slab of a face along a direction. */
  private setSlab(slab: Float64Array, face: number, direction: Float64Array): void {
    const { x, displacements } = this;
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
      const then =
        displacements === null
          ? now
          : now + (nx * displacements[v] + ny * displacements[v + 1] + nz * displacements[v + 2]);
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

  /** Upper bound of how much closer two faces come in the step. */
  reach(f: number, g: number): number {
    return this.longestDisplacement(f) + this.longestDisplacement(g);
  }

  /** Upper bound of the displacement of a vertex of a face. */
  private longestDisplacement(face: number): number {
    const { displacements } = this;
    const { start, corners } = this.mesh;
    let most = 0;
    if (displacements === null) return 0;
    for (let c = start[face]; c < start[face + 1]; c++) {
      const v = 3 * corners[c];
      const length = Math.abs(displacements[v]) + Math.abs(displacements[v + 1]) + Math.abs(displacements[v + 2]);
      if (length > most) most = length;
    }
    return most;
  }
}
