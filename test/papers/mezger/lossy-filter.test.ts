// What is dropped on purpose [Mezger §5.1, §6.2]: figure 5, a flat region that is bent around onto itself, is missed by the curvature
// criterion and found with face groups; misses of the lossy mode are pairs of the kinds that it names.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/core/math/random.ts';
import { directions } from '../../../src/papers/mezger/directions.ts';
import { buildDopTree } from '../../../src/papers/mezger/dop-tree.ts';
import { FaceGroups } from '../../../src/papers/mezger/face-groups.ts';
import type { FaceProximities } from '../../../src/papers/mezger/face-proximities.ts';
import { NormalCones } from '../../../src/papers/mezger/normal-cones.ts';
import { PolygonMesh } from '../../../src/papers/mezger/polygon-mesh.ts';
import { ProximityDetector } from '../../../src/papers/mezger/proximity-detector.ts';
import { facesBelow } from './hierarchy.ts';

/** A strip of quads, `length` by `width` cells, its corners where `place` puts (u, v) of [0, 1]². */
function strip(length: number, width: number, place: (u: number, v: number) => number[]): [PolygonMesh, Float64Array] {
  const corners: number[] = [];
  for (let i = 0; i < length; i++) {
    for (let j = 0; j < width; j++) {
      const v = i * (width + 1) + j;
      corners.push(v, v + 1, v + width + 2, v + width + 1);
    }
  }
  const x = new Float64Array(3 * (length + 1) * (width + 1));
  for (let i = 0; i <= length; i++) {
    for (let j = 0; j <= width; j++) x.set(place(i / length, j / width), 3 * (i * (width + 1) + j));
  }
  return [PolygonMesh.from(corners, 4, x.length / 3), x];
}

/** Figure 5: one turn and a little more of a ring that hardly rises, and at its end dips through its beginning. */
const ring = (u: number, v: number): number[] => {
  const angle = 2 * Math.PI * 1.1 * u;
  const dip = 0.06 * Math.sin(40 * Math.max(0, u - 0.9));
  return [(1 + 0.5 * v) * Math.cos(angle), (1 + 0.5 * v) * Math.sin(angle), 0.02 * u - dip];
};

const pairsOf = ({ count, a, b }: FaceProximities): string[] =>
  Array.from({ length: count }, (_, i) => `${a[i]} ${b[i]}`);

describe('figure 5', () => {
  const [mesh, x] = strip(88, 3, ring);
  const lossy = { closeAngle: 0.9 * Math.PI, significantAngle: 0 };
  const distance = 0.001;
  const all = pairsOf(new ProximityDetector(mesh).proximities(x, { distance }));

  it('intersects itself although its normals are close together', () => {
    expect(all.length).toBeGreaterThan(5);
    const tree = buildDopTree(mesh, x, directions(18), 4, new Uint32Array(mesh.faceCount));
    const cones = new NormalCones(mesh, tree);
    cones.update(x);
    expect(2 * Math.acos(cones.cones.cosines[0])).toBeLessThan(lossy.closeAngle);
  });

  it('is missed where all is one group', () => {
    const groupOf = new Uint32Array(mesh.faceCount);
    const found = new ProximityDetector(mesh, { lossy: { ...lossy, groupOf } }).proximities(x, { distance });
    expect(found.count).toBe(0);
  });

  it('is found with face groups, whoever makes them', () => {
    const groupOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => Math.floor(f / 30));
    for (const options of [{ ...lossy, groupOf }, lossy]) {
      expect(pairsOf(new ProximityDetector(mesh, { lossy: options }).proximities(x, { distance }))).toEqual(all);
    }
  });
});

describe('groups', () => {
  const [mesh, x] = strip(40, 10, (u, v) => [u, v, 0]);
  const groups = FaceGroups.grow(mesh, 25);

  it('are connected and not too large, every face in one', () => {
    const { groupOf, count } = groups;
    expect(groupOf.length).toBe(mesh.faceCount);
    for (let group = 0; group < count; group++) {
      const faces = [...groupOf.keys()].filter((f) => groupOf[f] === group);
      expect(faces.length).toBeGreaterThan(0);
      expect(faces.length).toBeLessThanOrEqual(25);
      const reached = [faces[0]];
      for (const f of reached) reached.push(...faces.filter((g) => !reached.includes(g) && mesh.sharesVertex(f, g)));
      expect(new Set(reached)).toEqual(new Set(faces));
    }
  });

  it('are adjacent where their faces share a vertex', () => {
    const { groupOf, count } = groups;
    const isAdjacent = new Set<string>();
    for (let f = 0; f < mesh.faceCount; f++) {
      for (let g = 0; g < mesh.faceCount; g++)
        if (mesh.sharesVertex(f, g)) isAdjacent.add(`${groupOf[f]} ${groupOf[g]}`);
    }
    for (let g = 0; g < count; g++) {
      for (let h = 0; h < count; h++) expect(groups.areAdjacent(g, h)).toBe(isAdjacent.has(`${g} ${h}`));
    }
  });

  it('make nodes coherent only where all of them are adjacent', () => {
    const tree = buildDopTree(mesh, x, directions(18), 4, new Uint32Array(mesh.faceCount));
    const isCoherent = groups.coherentNodes(tree);
    const below = facesBelow(tree).map((faces) => [...new Set(faces.map((f) => groups.groupOf[f]))]);
    below.forEach((list, node) => {
      const areAdjacent = list.every((g) => list.every((h) => groups.areAdjacent(g, h)));
      if (isCoherent[node] === 1) expect(areAdjacent).toBe(true);
      else expect(areAdjacent && list.length <= 8).toBe(false);
    });
    expect(isCoherent[0]).toBe(0);
    expect(isCoherent).toContain(1);
  });
});

describe('misses', () => {
  /** Three layers of one sheet, a little crumpled: neighbours in a layer are within the distance, and so are layers. */
  const random = seededRandom(9);
  const layers = (u: number, v: number): number[] => {
    const turn = 3 * u - Math.floor(Math.min(2.999, 3 * u));
    const layer = Math.floor(Math.min(2.999, 3 * u));
    const along = layer % 2 === 0 ? turn : 1 - turn;
    return [along, v, 0.03 * layer + 0.004 * random.next()];
  };
  const [mesh, x] = strip(60, 12, layers);
  const distance = 0.06;
  const full = pairsOf(new ProximityDetector(mesh).proximities(x, { distance }));
  const lossy = { closeAngle: Math.PI / 2, significantAngle: 0.6 };
  const detector = new ProximityDetector(mesh, { lossy });
  const found = detector.proximities(x, { distance });

  it('are pairs of the full answer, and only pairs close on the surface', () => {
    const isFound = new Set(pairsOf(found));
    const missed = full.filter((pair) => !isFound.has(pair));
    const groups = FaceGroups.grow(mesh, 32);
    expect(isFound.size + missed.length).toBe(full.length);
    expect(missed.length).toBeGreaterThan(0);
    expect(found.tally.dropped).toBeGreaterThan(0);
    for (const pair of missed) {
      const [f, g] = pair.split(' ').map((face) => groups.groupOf[Number(face)]);
      expect(groups.areAdjacent(f, g)).toBe(true);
    }
  });

  it('vanish with both angles at 0', () => {
    const none = new ProximityDetector(mesh, { lossy: { closeAngle: 0, significantAngle: 0 } });
    expect(pairsOf(none.proximities(x, { distance }))).toEqual(full);
  });
});

it('a face without area has any normal', () => {
  const mesh = PolygonMesh.from([0, 1, 2, 1, 2, 3], 3, 4);
  const x = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 1, 1, 0);
  const tree = buildDopTree(mesh, x, directions(6), 2, new Uint32Array(2));
  const cones = new NormalCones(mesh, tree);
  cones.update(x);
  expect(cones.cones.cosines[0]).toBe(-1);
});
