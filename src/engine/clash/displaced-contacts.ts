// Does a contact persist whichever way one of the parts is displaced a little? Grazing a border,
// touching and leaving, resting and sliding do not; passing through does, even where all vertices
// of two sheets meet at once.
import { type Positions, TriMesh } from '../../core/mesh/tri-mesh.ts';
import { MeshCollider } from '../mesh-collider.ts';

/** The displacement, as a share of the size of the faces around the place. */
const SHARE = 1e-6;

/** The displacements: along the axes and the diagonals, both ways. */
const DIRECTIONS: readonly (readonly number[])[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x + 0.1 * y, y + 0.1 * z, z + 0.1 * x])))
  .filter((direction) => direction.some((value) => value !== 0));

/** The faces of two parts around a place. */
export class DisplacedContacts {
  /** Vertices around the place; the mesh of the place numbers them anew. */
  private readonly vertices: number[] = [];
  private readonly isOfB: boolean[] = [];
  private readonly collider: MeshCollider;

  constructor(mesh: TriMesh, partOfFace: Uint32Array, a: number, b: number, around: readonly number[]) {
    const { starStart, starFaces } = mesh.topology;
    const faces = new Set<number>();
    let ring = new Set(around);
    for (let grow = 0; grow < 2; grow++) {
      const next = new Set<number>();
      for (const v of ring)
        for (let i = starStart[v]; i < starStart[v + 1]; i++) {
          const f = starFaces[i];
          if (partOfFace[f] !== a && partOfFace[f] !== b) continue;
          faces.add(f);
          for (let k = 3 * f; k < 3 * f + 3; k++) next.add(mesh.triangles[k]);
        }
      ring = next;
    }
    const numbers = new Map<string, number>();
    const triangles = [...faces].flatMap((f) =>
      [0, 1, 2].map((k) => {
        // A vertex that both parts have is split: only one of its copies is displaced.
        const v = mesh.triangles[3 * f + k];
        const key = `${v}:${partOfFace[f]}`;
        const known = numbers.get(key);
        if (known !== undefined) return known;
        numbers.set(key, this.vertices.length);
        this.isOfB.push(partOfFace[f] === b);
        return this.vertices.push(v) - 1;
      }),
    );
    this.collider = new MeshCollider(TriMesh.from(triangles, this.vertices.length));
  }

  /** Whether there is a contact of both parts for every displacement. */
  persist(x0: Positions, x1: Positions): boolean {
    const size = this.sizeOf(x0);
    const result = DIRECTIONS.every((direction) => {
      const offset = direction.map((value) => value * SHARE * size);
      return this.touches(this.displaced(x0, offset), this.displaced(x1, offset));
    });
    this.collider.dispose();
    return result;
  }

  private touches(x0: Float64Array, x1: Float64Array): boolean {
    const { kind, a, b, count } = this.collider.collide(x0, x1);
    const { triangles, topology } = this.collider.mesh;
    for (let i = 0; i < count; i++) {
      const first = kind[i] === 1 ? topology.edges[2 * a[i]] : a[i];
      const second = kind[i] === 1 ? topology.edges[2 * b[i]] : triangles[3 * b[i]];
      if (this.isOfB[first] !== this.isOfB[second]) return true;
    }
    return false;
  }

  private displaced(x: Positions, offset: readonly number[]): Float64Array {
    return Float64Array.from({ length: 3 * this.vertices.length }, (_, i) => {
      const v = Math.floor(i / 3);
      return x[3 * this.vertices[v] + (i % 3)] + (this.isOfB[v] ? offset[i % 3] : 0);
    });
  }

  private sizeOf(x: Positions): number {
    const extents = [0, 1, 2].map((k) => {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (const v of this.vertices) {
        low = Math.min(low, x[3 * v + k]);
        high = Math.max(high, x[3 * v + k]);
      }
      return high - low;
    });
    return Math.max(...extents);
  }
}
