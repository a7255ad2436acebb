// Where the criterion loses real contacts if it is taken at its word [ICCD §IV], one fixture for each correction.
import { describe, expect, test } from 'vitest';
import type { QuietPatches } from '../../../src/papers/iccd/quiet-patches.ts';
import type { MovingMesh } from '../../generate/meshes.ts';
import {
  branchedAnnulus,
  dentedSpiral,
  fixture,
  gridMesh,
  type Point,
  sheetsThatMeetInAVertex,
  sheetsWoundAgainstEachOther,
} from '../../generate/surfaces.ts';
import { Marking } from './quiet-marking.ts';
import { contactsWithin, facesByLabel } from './quiet-oracle.ts';

/** Twice the area of the projection along z. */
function areaOf({ mesh, x0 }: MovingMesh, f: number): number {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * mesh.triangles[3 * f + k]);
  return (x0[b] - x0[a]) * (x0[c + 1] - x0[a + 1]) - (x0[c] - x0[a]) * (x0[b + 1] - x0[a + 1]);
}

/** Closed segments in the plane, no three points in line in these fixtures unless they are apart. */
function cross2d({ x0 }: MovingMesh, [a, b]: number[], [c, d]: number[]): boolean {
  const side = (p: number, q: number, r: number) =>
    (x0[3 * q] - x0[3 * p]) * (x0[3 * r + 1] - x0[3 * p + 1]) -
    (x0[3 * r] - x0[3 * p]) * (x0[3 * q + 1] - x0[3 * p + 1]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/** Axis-aligned boxes in space, as the paper culls pairs of contour edges. */
function apartInSpace({ x0 }: MovingMesh, a: number[], b: number[]): boolean {
  return [0, 1, 2].some((k) => {
    const [ra, rb] = [a, b].map((ids) => ids.map((v) => x0[3 * v + k]));
    return Math.max(...ra) < Math.min(...rb) || Math.max(...rb) < Math.min(...ra);
  });
}

/**
 * The paper's words for a mesh that moves along z at most and whose contour is at rest, all faces in one node: connected, all normals within a right angle of an axis (here z), and no
 * two edges of the contour, but neighbours, that intersect in projection, as far as their bounds in space overlap.
 */
function isQuietByTheWord(still: MovingMesh, cullInSpace = true): boolean {
  const { mesh } = still;
  const { edges, edgeFaceStart, componentCount } = mesh.topology;
  if (componentCount !== 1) return false;
  for (let f = 0; f < mesh.faceCount; f++) if (!(areaOf(still, f) > 0)) return false;
  const contour: number[][] = [];
  for (let e = 0; e < mesh.topology.edgeCount; e++) {
    if (edgeFaceStart[e + 1] - edgeFaceStart[e] === 1) contour.push([edges[2 * e], edges[2 * e + 1]]);
  }
  return contour.every((a, i) =>
    contour
      .slice(0, i)
      .every(
        (b) => a.some((v) => b.includes(v)) || (cullInSpace && apartInSpace(still, a, b)) || !cross2d(still, a, b),
      ),
  );
}

/** The paper's words would drop contacts that exist; ours keep them all. Returns the quiet patches found. */
function checkCorrection(still: MovingMesh): { quiet: QuietPatches; labels: Uint32Array } {
  expect(isQuietByTheWord(still)).toBe(true);
  const faces = Array.from({ length: still.mesh.faceCount }, (_, f) => f);
  expect(contactsWithin(still, faces).length).toBeGreaterThan(0);
  const marking = new Marking(still.mesh);
  const labels = new Uint32Array(still.mesh.faceCount);
  marking.mark(still.x0, still.x1, labels);
  for (const group of facesByLabel(labels).values()) expect(contactsWithin(still, group)).toEqual([]);
  return { quiet: marking.quiet, labels };
}

test('(a) a spiral ramp, its upper turn dented through the lower one: the contour crosses in projection only', () => {
  const spiral = dentedSpiral();
  const { quiet } = checkCorrection(spiral);
  expect(quiet.patches.faceCount[0]).toBe(spiral.mesh.faceCount);
  expect(isQuietByTheWord(spiral, false)).toBe(false);
});

test('(b1) an annulus that covers a square twice: two loops, disjoint and simple in projection, around branch points', () => {
  const annulus = branchedAnnulus();
  const { quiet } = checkCorrection(annulus);
  const { patches } = quiet;
  // It is a patch by all rules of topology, so the loops must tell.
  expect(patches.faceCount[0]).toBe(annulus.mesh.faceCount);
  expect(patches.loopStart[1] - patches.loopStart[0]).toBe(2);
});

test('(b2) two sheets wound against each other along their common border, one folded onto the other', () => {
  checkCorrection(sheetsWoundAgainstEachOther());
});

test('(b3) two sheets that meet in one vertex', () => {
  const { labels } = checkCorrection(sheetsThatMeetInAVertex());
  // Each sheet by itself is quiet.
  expect([...facesByLabel(labels).values()].map((faces) => faces.length)).toEqual([72, 32]);
});

describe('(c) straight borders and shared vertices', () => {
  /** Coefficients of the paper's equation (1) for vertex a and edge cd in the plane. */
  function veQuadratic(a: Point[], c: Point[], d: Point[]): number[] {
    const minus = (p: Point, q: Point): Point => [p[0] - q[0], p[1] - q[1], 0];
    const cross = (p: Point, q: Point) => p[0] * q[1] - p[1] * q[0];
    const [ad, cd] = [minus(a[0], d[0]), minus(c[0], d[0])];
    const [va, vc] = [minus(minus(a[1], d[1]), ad), minus(minus(c[1], d[1]), cd)];
    return [cross(ad, cd), cross(va, cd) + cross(ad, vc), cross(va, vc)];
  }

  test('a flat grid that moves in its plane is quiet, though the quadratics of its borders vanish', () => {
    const grid = gridMesh(12, 12, (u, v, t) => [16 * u * (1 + t), 16 * v + 8 * t, 0]);
    const at = (v: number): Point[] => [grid.x0, grid.x1].map((x) => [x[3 * v], x[3 * v + 1], 0] as const);
    expect(veQuadratic(at(0), at(1), at(2))).toEqual([0, 0, 0]);
    expect(veQuadratic(at(0), at(5), at(6))).toEqual([0, 0, 0]);
    const labels = new Uint32Array(grid.mesh.faceCount);
    expect(new Marking(grid.mesh).mark(grid.x0, grid.x1, labels)).toBe(288);
    expect(new Set(labels).size).toBe(1);
  });

  test('a slit that closes around its end is not', () => {
    // A fan around vertex 0 whose first and last rim vertices pass each other, at a different time from rest.
    const n = 24;
    const rim = (turn: number): Point[] =>
      Array.from({ length: n + 1 }, (_, i) => [Math.cos((turn * i) / n), Math.sin((turn * i) / n), 0]);
    const triangles = Array.from({ length: n }, (_, i) => [0, i + 1, i + 2]).flat();
    for (const [from, to] of [
      [6, 6.2],
      [6, 6.4],
      [6.27, 6.3],
    ]) {
      const fan = fixture(triangles, [[0, 0, 0], ...rim(from)], [[0, 0, 0], ...rim(to)]);
      const labels = new Uint32Array(n);
      new Marking(fan.mesh).mark(fan.x0, fan.x1, labels);
      const contacts = contactsWithin(fan, [...labels.keys()]).length;
      expect(contacts > 0).toBe(to > 2 * Math.PI);
      expect(labels.every((label) => label !== 0 && label === labels[0])).toBe(contacts === 0);
      for (const group of facesByLabel(labels).values()) expect(contactsWithin(fan, group)).toEqual([]);
    }
  });
});
