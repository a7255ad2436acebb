// The state of every pair of parts as a detector sees it: the gravest kind among its clashes.
import { ClashDetector, type ClashKind, type FrameClash } from '../../../src/clash.ts';
import { TriMesh } from '../../../src/index.ts';
import type { MergedParts } from '../../generate/clash-shapes.ts';

const GRAVEST: readonly ClashKind[] = ['crossing', 'inside', 'duplicate', 'touching', 'near'];

/** A detector of a scene, whose parts are named by their numbers. */
export function detectorOf({ positions, triangles, partOfFace }: MergedParts): ClashDetector {
  const names = Array.from({ length: Math.max(...partOfFace) + 1 }, (_, part) => `${part}`);
  return new ClashDetector(TriMesh.from(triangles, positions.length / 3), { parts: { names, partOfFace } });
}

/** Per pair `a b` with a ≤ b that clashes, the gravest kind. */
export function gravestKinds(clashes: readonly FrameClash[]): Map<string, ClashKind> {
  const kinds = new Map<string, ClashKind>();
  for (const { a, b, kind } of clashes) {
    const before = kinds.get(`${a} ${b}`);
    if (before === undefined || GRAVEST.indexOf(kind) < GRAVEST.indexOf(before)) kinds.set(`${a} ${b}`, kind);
  }
  return kinds;
}
