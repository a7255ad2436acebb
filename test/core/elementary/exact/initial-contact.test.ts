// Pairs that touch at the start of a step: by hand, and on a lattice against crossings shortly
// after the start that no push undoes.
import { describe, expect, it } from 'vitest';
import { InitialContact, timeOfReturn } from '../../../../src/core/elementary/exact/initial-contact.ts';
import { orient3dSign } from '../../../../src/core/elementary/orientation.ts';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { MeshCollider, TriMesh } from '../../../../src/index.ts';

type Points = readonly (readonly number[])[];

/** Does any pair that touches at the start go in? */
function anythingEnters(mesh: TriMesh, x0: Float64Array, x1: Float64Array): boolean | null {
  const { count, kind, a, b, startsTouching } = new MeshCollider(mesh).collide(x0, x1);
  const initial = new InitialContact(mesh.topology, x0, x1);
  let touching = 0;
  let enters = false;
  for (let i = 0; i < count; i++) {
    touching += startsTouching[i];
    if (startsTouching[i]) enters ||= kind[i] ? initial.edgesEnter(a[i], b[i]) : initial.vertexEnters(a[i], b[i]);
  }
  return touching > 0 ? enters : null;
}

function enters(triangles: readonly number[], at0: Points, by: Points): boolean | null {
  const x0 = Float64Array.from(at0.flat());
  const move = by.flat();
  return anythingEnters(
    TriMesh.from(triangles, at0.length),
    x0,
    x0.map((x, i) => x + move[i]),
  );
}

const rest = [0, 0, 0];
const up = [0, 0, 1];
const down = [0, 0, -1];

describe('a vertex on a face', () => {
  const ground = [
    [0, 0, 0],
    [8, 0, 0],
    [0, 8, 0],
  ];
  const still = [rest, rest, rest];
  const tent = [0, 1, 2, 3, 4, 5, 3, 5, 6, 3, 6, 4];
  const standing = [...ground, [2, 2, 0], [1, 1, 2], [3, 1, 2], [2, 3, 2]];
  const cases: [string, readonly number[], boolean][] = [
    ['lifts off', up, false],
    ['lifts off aside', [3, 1, 1], false],
    ['slides', [3, 1, 0], false],
    ['rests', rest, false],
    ['goes in', down, true],
    ['goes in aside', [-1, 2, -1], true],
  ];
  it.each(cases)('%s', (_, move, expected) => {
    expect(enters(tent, standing, [...still, move, move, move, move])).toBe(expected);
    // Only the tip moves.
    expect(enters(tent, standing, [...still, move, rest, rest, rest])).toBe(expected);
  });

  it('goes in at second order, where the face turns towards it', () => {
    // The vertex slides, the corner ahead of it rises; and sinks.
    const slide = [1, 0, 0];
    expect(enters(tent, standing, [rest, up, rest, slide, slide, slide, slide])).toBe(true);
    expect(enters(tent, standing, [rest, down, rest, slide, slide, slide, slide])).toBe(false);
  });

  it('may leave to either side where it lies flat, all together', () => {
    const sheet = [0, 1, 2, 3, 4, 5];
    const flat = [...ground, [1, 1, 0], [2, 1, 0], [1, 2, 0]];
    for (const move of [up, down]) expect(enters(sheet, flat, [...still, move, move, move])).toBe(false);
    expect(enters(sheet, flat, [...still, up, rest, rest])).toBe(false);
    expect(enters(sheet, flat, [...still, up, down, rest])).toBe(true);
  });

  it('parts to both sides around a vertex that stays', () => {
    const bent = [0, 1, 2, 3, 4, 5, 3, 5, 6];
    const flat = [...ground, [2, 2, 0], [3, 2, 0], [2, 3, 0], [1, 2, 0]];
    expect(enters(bent, flat, [...still, rest, up, rest, down])).toBe(true);
    expect(enters(bent, flat, [...still, rest, up, rest, up])).toBe(false);
  });
});

describe('an edge on an edge', () => {
  // Two roofs, ridge across ridge.
  const roofs = [0, 1, 2, 0, 3, 1, 4, 5, 6, 4, 7, 5];
  const crossed = [
    [-2, 0, 0],
    [2, 0, 0],
    [0, -1, -2],
    [0, 1, -2],
    [0, -2, 0],
    [0, 2, 0],
    [-1, 0, 2],
    [1, 0, 2],
  ];
  const move = (by: readonly number[]) => [rest, rest, rest, rest, by, by, by, by];
  it('lifts off, slides, goes in', () => {
    expect(enters(roofs, crossed, move(up))).toBe(false);
    expect(enters(roofs, crossed, move([1, 1, 0]))).toBe(false);
    expect(enters(roofs, crossed, move(rest))).toBe(false);
    expect(enters(roofs, crossed, move(down))).toBe(true);
    expect(enters(roofs, crossed, move([1, 0, -1]))).toBe(true);
  });

  it('twists through where the ridges stay and a flat face parts', () => {
    // A strip across a longer fold that lies in its plane; then the fold opens to both sides, or to
    // one.
    const strip = [0, 1, 2, 3, 4, 5, 3, 6, 4];
    const flat = [
      [-1, -1, 0],
      [1, -1, 0],
      [0, 9, 0],
      [-8, 1, 0],
      [8, 1, 0],
      [0, 20, 0],
      [0, -20, 0],
    ];
    expect(enters(strip, flat, [rest, rest, rest, rest, rest, up, down])).toBe(true);
    expect(enters(strip, flat, [rest, rest, rest, rest, rest, up, up])).toBe(false);
  });
});

describe('timeOfReturn', () => {
  const query = (at0: Points, by: Points) => {
    const x0 = at0.flat();
    return Float64Array.from([...x0, ...x0.map((x, i) => x + by.flat()[i])]);
  };
  const face = [
    [0, 0, 0],
    [8, 0, 0],
    [0, 8, 0],
  ];

  it('is the next root, and never where the features stay in a plane or part for good', () => {
    // Above the point (1 + 4t, 1) the face has the height (1 + 4t)t; the vertex is at 2t.
    const back = query([[1, 1, 0], ...face], [[4, 0, 2], rest, [0, 0, 8], rest]);
    expect(timeOfReturn(back, false)).toBe(0.25);
    expect(timeOfReturn(query([[1, 1, 0], ...face], [up, rest, rest, rest]), false)).toBe(Number.POSITIVE_INFINITY);
    expect(timeOfReturn(query([[1, 1, 0], ...face], [[9, 0, 0], rest, rest, rest]), false)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('is positive also before the least double', () => {
    const least = Number.MIN_VALUE;
    const close = query([[1, 1, least], ...face], [[0, 0, -8], rest, rest, rest]);
    expect(timeOfReturn(close, false)).toBe(least);
  });
});

const shapes: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 1, 2, 0, 2, 3],
  [0, 1, 2, 0, 2, 3, 0, 3, 1],
  [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2],
];

/** Two small objects on a lattice, often flat; the first moves, or all vertices do. */
function latticeScene(random: Random): { mesh: TriMesh; x0: Float64Array; x1: Float64Array; ownVertices: number } {
  const [some, others] = [shapes[random.below(4)], shapes[random.below(4)]];
  const ownVertices = Math.max(...some) + 1;
  const vertexCount = ownVertices + Math.max(...others) + 1;
  const size = 2 + random.below(3);
  const flat = random.below(4);
  const place = (v: number, axis: number) =>
    axis === 2 && (flat === 0 || (flat === 1 && v >= ownVertices)) ? 0 : random.below(size);
  const x0 = Float64Array.from({ length: 3 * vertexCount }, (_, i) => place(Math.floor(i / 3), i % 3));
  const kind = random.below(4);
  const common = [0, 1, 2].map(() => random.below(3) - 1);
  const by = (v: number, axis: number) => {
    if (kind === 0) return v < ownVertices ? common[axis] : 0;
    if (kind === 1) return axis === 2 ? random.below(3) - 1 : 0;
    return kind === 2 || v < ownVertices ? random.below(3) - 1 : 0;
  };
  const x1 = x0.map((x, i) => x + by(Math.floor(i / 3), i % 3));
  const mesh = TriMesh.from([...some, ...others.map((i) => i + ownVertices)], vertexCount);
  return { mesh, x0, x1, ownVertices };
}

/** Does an edge go through the inside of a face? */
function pierced(mesh: TriMesh, x: Float64Array): boolean {
  const { edges, edgeCount } = mesh.topology;
  const side = (a: number, b: number, c: number, d: number) => orient3dSign(x, 3 * a, 3 * b, 3 * c, 3 * d);
  for (let f = 0; f < mesh.faceCount; f++) {
    const [a, b, c] = mesh.triangles.subarray(3 * f, 3 * f + 3);
    for (let e = 0; e < edgeCount; e++) {
      const u = edges[2 * e];
      const w = edges[2 * e + 1];
      if ([a, b, c].includes(u) || [a, b, c].includes(w)) continue;
      if (side(a, b, c, u) * side(a, b, c, w) >= 0) continue;
      const turn = side(u, w, a, b);
      if (turn !== 0 && turn === side(u, w, b, c) && turn === side(u, w, c, a)) return true;
    }
  }
  return false;
}

const PUSH = 2 ** -38;

/**
 * Does some push, tiny and in general position, leave no edge in a face? Objects move, grow,
 * shrink; or all vertices move.
 */
function pushedFree(mesh: TriMesh, x: Float64Array, ownVertices: number, random: Random): boolean {
  const push = (size: number) => Math.round(random.between(-size, size) * 2 ** 49) / 2 ** 49;
  for (let i = 0; i < 160; i++) {
    const kind = i % 4;
    const common = [push(PUSH), push(PUSH), push(PUSH)];
    const grow = kind === 1 ? PUSH : kind === 2 ? -PUSH : 0;
    const y = x.map((value, k) => {
      if (kind === 3) return value + push(PUSH);
      const own = k < 3 * ownVertices ? common[k % 3] / (kind === 0 ? 1 : 8) + (value - 0.5) * grow : 0;
      return value + Math.round(own * 2 ** 49) / 2 ** 49 + push(PUSH / 64);
    });
    if (!pierced(mesh, y)) return true;
  }
  return false;
}

describe('on a lattice', () => {
  it('a crossing that no push undoes has begun exactly where something enters', () => {
    let touching = 0;
    const missed: number[] = [];
    const cautious: number[] = [];
    let entering = 0;
    for (let seed = 1; seed <= 700; seed++) {
      const random = seededRandom(seed);
      const { mesh, x0, x1, ownVertices } = latticeScene(random);
      const found = anythingEnters(mesh, x0, x1);
      if (found === null || !pushedFree(mesh, x0, ownVertices, random)) continue;
      touching++;
      // Coordinates are so small that no sign changes up to here, and no length is near the push.
      const soon = x0.map((x, i) => x + (x1[i] - x) * 2 ** -12);
      const free = pushedFree(mesh, soon, ownVertices, random);
      if (!free && !found) missed.push(seed);
      if (free && found) cautious.push(seed);
      if (found) entering++;
    }
    expect(touching).toBeGreaterThan(400);
    expect(entering).toBeGreaterThan(100);
    expect(missed).toEqual([]);
    // What is only suspected, at the corners of flat and degenerate faces that turn about each
    // other.
    expect(cautious.length).toBeLessThan(touching / 100);
  });
});
