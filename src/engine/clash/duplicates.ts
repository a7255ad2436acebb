// Are faces that touch the same faces twice?
import type { Instant } from './instant.ts';

/**
 * Whether a place holds a surface twice: two faces of open pieces have the same corners, or all
 * faces of a piece have a twin. Blocks stacked on each other share faces as well, but are solid on
 * different sides of them: if they were on the same side, they would cross. Which way faces are
 * wound does not matter.
 */
export function areDuplicates(instant: Instant, arcs: Int32Array): boolean {
  const { pairs, pieces } = instant;
  /** The faces of each piece that have a twin. */
  const twins = new Map<number, Set<number>>();
  for (const arc of arcs) {
    const faces = [pairs.a[arc], pairs.b[arc]];
    if (!coincide(instant, faces[0], faces[1])) continue;
    const own = faces.map((face) => pieces.pieceOfFace[face]);
    if (own.every((piece) => !pieces.list[piece].isClosed)) return true;
    own.forEach((piece, i) => {
      twins.set(piece, (twins.get(piece) ?? new Set()).add(faces[i]));
    });
  }
  return [...twins].some(([piece, faces]) => faces.size === pieces.list[piece].faces.length);
}

/** Whether two faces have the same corners, in any order. */
function coincide({ mesh, x }: Instant, f: number, g: number): boolean {
  const corners = (face: number): number[] => [0, 1, 2].map((k) => 3 * mesh.triangles[3 * face + k]);
  const isSame = (p: number, q: number): boolean => x[p] === x[q] && x[p + 1] === x[q + 1] && x[p + 2] === x[q + 2];
  const rest = corners(g);
  for (const p of corners(f)) {
    const at = rest.findIndex((q) => isSame(p, q));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}
