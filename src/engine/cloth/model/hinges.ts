// Bending stencils: two triangles that share an edge resist their fold by a quadratic form of the
// four particles, exact for isometric deformations of a flat rest shape. Its matrix is constant and
// positive semi-definite: Σ stiffness · w wᵀ ⊗ I. [Bergou, Wardetzky, Harmon, Zorin, Grinspun 2006]
// Departs from the paper: a third of its factor is used. It gives a cylinder the energy of a bent
// plate, on equilateral triangles bent in any direction and on halved squares bent along warp or
// weft. Across their diagonals halved squares are up to three times as stiff.
import type { Topology } from '../../../core/mesh/topology.ts';
import type { Positions } from '../../../core/mesh/tri-mesh.ts';

/** Columns with one row per hinge. */
export interface Hinges {
  /** Four per hinge: the ends of the edge, then the far corner of either triangle. */
  readonly particles: Uint32Array;
  /** Two per hinge: its triangles. */
  readonly faces: Uint32Array;
  /** Four per hinge: the weights w of its particles. Σ w x is the fold, as a vector. */
  readonly weights: Float64Array;
  /** Stiffness per hinge: the energy is stiffness / 2 · |Σ w x|². */
  readonly stiffness: Float64Array;
  /** Damping per hinge in seconds. */
  readonly damping: Float64Array;
}

/**
 * Makes one hinge for each pair of triangles at an edge. Two triangles with the same corners make
 * none.
 */
export function collectHinges(topology: Topology, x: Positions, bend: number, damping: number): Hinges {
  const { edges, edgeCount, edgeFaceStart, edgeFaces } = topology;
  const particles: number[] = [];
  const faces: number[] = [];
  const weights: number[] = [];
  const stiffness: number[] = [];
  for (let e = 0; e < edgeCount; e++) {
    const p = edges[2 * e];
    const q = edges[2 * e + 1];
    for (let i = edgeFaceStart[e]; i < edgeFaceStart[e + 1]; i++) {
      for (let j = i + 1; j < edgeFaceStart[e + 1]; j++) {
        const r = farCorner(topology, edgeFaces[i], p, q);
        const s = farCorner(topology, edgeFaces[j], p, q);
        if (r === s) continue;
        const [pr, qr, areaR] = corner(x, p, q, r);
        const [ps, qs, areaS] = corner(x, p, q, s);
        particles.push(p, q, r, s);
        faces.push(edgeFaces[i], edgeFaces[j]);
        weights.push(qr + qs, pr + ps, -pr - qr, -ps - qs);
        stiffness.push(bend / (areaR + areaS));
      }
    }
  }
  return {
    particles: Uint32Array.from(particles),
    faces: Uint32Array.from(faces),
    weights: Float64Array.from(weights),
    stiffness: Float64Array.from(stiffness),
    damping: new Float64Array(stiffness.length).fill(damping),
  };
}

/** The corner of a face that is neither p nor q. */
function farCorner({ triangles }: Topology, face: number, p: number, q: number): number {
  for (let k = 3 * face; k < 3 * face + 2; k++) if (triangles[k] !== p && triangles[k] !== q) return triangles[k];
  return triangles[3 * face + 2];
}

/** The cotangents of the angles at p and at q of the triangle p q r, and its area. */
function corner(x: Positions, p: number, q: number, r: number): [number, number, number] {
  const side = [0, 1, 2].map((k) => x[3 * q + k] - x[3 * p + k]);
  const fromP = [0, 1, 2].map((k) => x[3 * r + k] - x[3 * p + k]);
  const along = side[0] * fromP[0] + side[1] * fromP[1] + side[2] * fromP[2];
  const lengthSq = side[0] ** 2 + side[1] ** 2 + side[2] ** 2;
  const twice = Math.hypot(
    side[1] * fromP[2] - side[2] * fromP[1],
    side[2] * fromP[0] - side[0] * fromP[2],
    side[0] * fromP[1] - side[1] * fromP[0],
  );
  return [along / twice, (lengthSq - along) / twice, twice / 2];
}
