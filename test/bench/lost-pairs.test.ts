// Missed pairs by ring of neighbours, on a strip of quads in which the answer is known.
import { expect, it } from 'vitest';
import { lostByRing } from '../../bench/papers/mezger/lost-pairs.ts';
import { PolygonMesh, ProximityDetector } from '../../src/proximity.ts';

it('counts the faces between two on a strip', () => {
  const length = 8;
  const corners = Array.from({ length }, (_, i) => [2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2]).flat();
  const mesh = PolygonMesh.from(corners, 4, 2 * length + 2);
  const x = Float64Array.from({ length: 6 * (length + 1) }, (_, i) =>
    i % 3 === 0 ? Math.floor(i / 6) : i % 3 === 1 ? Math.floor(i / 3) % 2 : 0,
  );
  const all = new ProximityDetector(mesh).proximities(x, { distance: 100 });
  const none = new ProximityDetector(mesh).proximities(x, { distance: 0 });
  const near = new ProximityDetector(mesh).proximities(x, { distance: 1 });
  // Of faces k apart there are length - k pairs; those one apart share a vertex.
  expect(lostByRing(mesh, all, none)).toEqual([6, 5, 4, 3 + 2 + 1]);
  expect(lostByRing(mesh, all, near)).toEqual([0, 5, 4, 6]);
  expect(lostByRing(mesh, all, all)).toEqual([0, 0, 0, 0]);
});
