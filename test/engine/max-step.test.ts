// The step for a line search: scenes by hand, boxes against intervals, and that nothing goes through anything within the step.
import { describe, expect, it } from 'vitest';
import { orient3dSign } from '../../src/core/elementary/orientation.ts';
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { MeshCollider, TriMesh } from '../../src/index.ts';
import { type MovingMesh, meshClasses } from '../generate/meshes.ts';

type Vector = readonly number[];

interface Part {
  readonly triangles: readonly number[];
  readonly points: readonly Vector[];
}

function stepOf({ mesh, x0, x1 }: MovingMesh, slack = 0): number {
  return new MeshCollider(mesh).maxStep(x0, x1, { slack });
}

/** The parts side by side; `move` takes each point of the first part somewhere, the rest stays. */
function scene(moving: Part, still: Part, move: (p: Vector) => Vector): MovingMesh {
  const own = moving.points.length;
  const x0 = Float64Array.from([...moving.points, ...still.points].flat());
  const x1 = Float64Array.from([...moving.points.map((p) => p.map((x, k) => x + move(p)[k])), ...still.points].flat());
  const mesh = TriMesh.from([...moving.triangles, ...still.triangles.map((i) => i + own)], x0.length / 3);
  return { mesh, x0, x1 };
}

const quad = (a: Vector, b: Vector, c: Vector, d: Vector): Part => ({
  triangles: [0, 1, 2, 0, 2, 3],
  points: [a, b, c, d],
});

/** The surface of a box, in cells of this length or in whole sides, with diagonals this way or that. */
function box(low: Vector, high: Vector, cell = 0, random: Random = seededRandom(1)): Part {
  const ids = new Map<string, number>();
  const points: number[][] = [];
  const triangles: number[] = [];
  const idOf = (p: number[]) => {
    const key = p.join();
    if (!ids.has(key)) ids.set(key, points.push(p) - 1);
    return ids.get(key) as number;
  };
  for (const axis of [0, 1, 2]) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const [du, dv] = [cell || high[u] - low[u], cell || high[v] - low[v]];
    for (const end of [low, high])
      for (let i = low[u]; i < high[u]; i += du)
        for (let j = low[v]; j < high[v]; j += dv) {
          const corner = (di: number, dj: number) => {
            const p = [0, 0, 0];
            p[axis] = end[axis];
            p[u] = i + di;
            p[v] = j + dj;
            return idOf(p);
          };
          const [a, b, c, d] = [corner(0, 0), corner(du, 0), corner(du, dv), corner(0, dv)];
          triangles.push(...(random.below(2) ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
        }
  }
  return { triangles, points };
}

const by =
  (...v: number[]) =>
  () =>
    v;

describe('scenes that start touching', () => {
  const table = box([-4, -4, -2], [4, 4, 0]);
  const onTable = box([-1, -1, 0], [1, 1, 2]);
  const alike = box([-4, -4, 0], [4, 4, 3]);
  const sheet = quad([0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]);
  const tent: Part = {
    triangles: [0, 1, 2, 0, 2, 3, 0, 3, 1],
    points: [
      [0, 0, 0],
      [-1, -1, 1],
      [1, -1, 1],
      [0, 1, 1],
    ],
  };
  const room = box([-8, -8, 0], [8, 8, 16]);
  const inCorner = box([-8, -1, 0], [-6, 1, 2]);
  const saddle: Part = {
    triangles: [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1],
    points: [
      [0, 0, 0],
      [-1, -1, 1],
      [1, -1, -1],
      [1, 1, 1],
      [-1, 1, -1],
    ],
  };
  // A side of a table, below its corner at the origin; at another corner of that side something rises above the table.
  const side: Part = {
    triangles: [0, 1, 2, 2, 3, 4],
    points: [
      [0, 0, 0],
      [0, 0, -4],
      [0, -4, 0],
      [-1, -4, 3],
      [1, -4, 3],
    ],
  };
  const corner: Part = {
    triangles: [0, 1, 2],
    points: [
      [-1, 0, 0],
      [0, 0, 0],
      [-1, -1, 0],
    ],
  };
  const shifted = (part: Part, v: Vector): Part => ({
    ...part,
    points: part.points.map((p) => p.map((x, k) => x + v[k])),
  });
  const scenes: [string, Part, Part, (p: Vector) => Vector, number][] = [
    ['a box lifts off a table', onTable, table, by(0, 0, 1), 1],
    ['a box rests on a table', onTable, table, by(0, 0, 0), 1],
    ['a box slides on a table', onTable, table, by(1, 0.5, 0), 1],
    ['a box is pressed into a table', onTable, table, by(0, 0, -1), 0],
    ['a box is pressed into a table aside', onTable, table, by(2, 1, -1), 0],
    ['a box tips over its edge', onTable, table, ([x, , z]) => [z, 0, (1 - x) / 2], 1],
    ['a box tips into the table', onTable, table, ([x]) => [0, 0, x], 0],
    ['a box of the same plan lifts off', alike, table, by(0, 0, 1), 1],
    ['a box of the same plan slides', alike, table, by(1, 0, 0), 1],
    ['a box of the same plan slides across', alike, table, by(1, 2, 0), 1],
    ['a box of the same plan is pressed in', alike, table, by(0, 0, -1), 0],
    ['a box beside another slides along it', shifted(table, [8, 0, 0]), table, by(0, 1, 3), 1],
    ['a box beside another is pressed in', shifted(table, [8, 0, 0]), table, by(-1, 1, 3), 0],
    ['a sheet lifts off a sheet', sheet, sheet, by(0, 0, 1), 1],
    ['a sheet leaves a sheet to the other side', sheet, sheet, by(0, 0, -1), 1],
    ['a sheet peels off along its side', sheet, sheet, ([x]) => [0, 0, x], 1],
    ['a sheet peels off from a corner', sheet, sheet, ([x, y]) => [0, 0, x === y ? x : 1], 1],
    ['a sheet rests on a sheet', sheet, sheet, by(0, 0, 0), 1],
    ['a sheet tilts through a sheet', sheet, sheet, ([x]) => [0, 0, x - 1], 0],
    ['a sheet tilts through a sheet about its diagonal', sheet, sheet, ([x, y]) => [0, 0, x - y], 0],
    ['a sheet tilts about the border of a table', shifted(sheet, [3, 0, 0]), table, ([x]) => [0, 0, 4 - x], 1],
    ['a sheet with a vertex above a border slides along it', shifted(sheet, [3, 0, 0]), table, by(0, 1, 0), 1],
    ['a sheet goes into the border of a table', shifted(sheet, [3, 0, 0]), table, ([x]) => [0, 0, x - 4.5], 0],
    ['a tip lifts off a face', shifted(tent, [1, 2, 0]), table, by(0, 0, 1), 1],
    ['a tip goes into a face', shifted(tent, [1, 2, 0]), table, by(0, 0, -1), 0],
    ['a tip slides on a face', shifted(tent, [1, 2, 0]), table, by(1, 1, 0), 1],
    ['a tip lifts off an edge', shifted(tent, [4, 1, 0]), table, by(0, 0, 1), 1],
    ['a tip slides along an edge', shifted(tent, [4, 1, 0]), table, by(0, 1, 0), 1],
    ['a tip slides off across an edge', shifted(tent, [4, 1, 0]), table, by(1, 0, 0), 1],
    ['a tip slides on across an edge', shifted(tent, [4, 1, 0]), table, by(-1, 0, 0), 1],
    ['a tip goes in at an edge', shifted(tent, [4, 1, 0]), table, by(0, 0, -1), 0],
    ['a tip lifts off a corner', shifted(tent, [4, 4, 0]), table, by(0, 0, 1), 1],
    ['a tip goes in at a corner', shifted(tent, [4, 4, 0]), table, by(-1, -1, -1), 0],
    ['a tip goes down beside a corner', shifted(tent, [4, 4, 0]), table, by(3, 3, -1), 1],
    ['a box slides along the corner of a room', inCorner, room, by(0, 1, 0), 1],
    ['a box leaves the corner of a room along the floor', inCorner, room, by(1, 1, 0), 1],
    ['a box goes into the wall of a room', inCorner, room, by(-1, 1, 0), 0],
    ['a saddle rests in a saddle', saddle, saddle, by(0, 0, 0), 1],
    ['a saddle lifts off a saddle', saddle, saddle, by(0, 0, 1), 1],
    ['a saddle slides into a saddle', saddle, saddle, by(1, 0, 0), 0],
    ['a corner slides over a corner', corner, side, by(1, 0, 0), 1],
    ['a fin goes through an edge of a sheet', quad([1, 1, 0], [2, 2, 0], [2, 2, 3], [1, 1, 3]), sheet, by(0, 0, -1), 0],
  ];
  it.each(scenes)('%s', (_, moving, still, move, expected) => {
    const forth = scene(moving, still, move);
    const step = stepOf(forth);
    // Other pairs may touch on the way; only where nothing does the whole step is free.
    if (expected === 0) expect(step).toBe(0);
    else expect(step).toBeGreaterThan(0);
    const { mesh, x0, x1 } = forth;
    const free = new MeshCollider(mesh).collide(x0, x1).time.every((time) => time === 0);
    if (expected === 1 && free) expect(step).toBe(1);
    // The same motion of both together changes nothing, nor does the one that moves the other part instead.
    const drift = x1.map((x, i) => x + [2, -3, 5][i % 3]);
    expect(Math.sign(stepOf({ mesh, x0, x1: drift }))).toBe(Math.sign(step));
    const own = 3 * moving.points.length;
    if (move([0, 0, 0]) === move([1, 1, 1])) {
      const instead = x0.map((x, i) => (i < own ? x : x - (x1[i % 3] - x0[i % 3])));
      expect(Math.sign(stepOf({ mesh, x0, x1: instead }))).toBe(Math.sign(step));
    }
  });

  it('what leaves elsewhere changes nothing', () => {
    const far = (part: Part) => shifted(part, [30, 0, 0]);
    const join = (...parts: Part[]) =>
      parts.reduce(({ triangles, points }, next) => ({
        triangles: [...triangles, ...next.triangles.map((i) => i + points.length)],
        points: [...points, ...next.points],
      }));
    // The tip has the first vertices, so its pairs come first.
    const move = ([x, , z]: Vector) => (x > 20 ? [0, 0, 0] : x > -3 ? [0, 0, z + 1] : [0, 1, 0]);
    expect(stepOf(scene(join(tent, inCorner, far(saddle)), join(room, far(saddle)), move))).toBe(1);
  });

  it('stops before a pair that left touches again', () => {
    // Above the point (1 + 4t, 1) the face has the height (1 + 4t)t; the vertex is at 2t: level again at t = 1/4.
    const mesh = TriMesh.from([0, 1, 2, 3, 4, 5], 6);
    const x0 = Float64Array.of(0, 0, 0, 8, 0, 0, 0, 8, 0, 1, 1, 0, 1, 1, 9, 2, 1, 9);
    const x1 = Float64Array.of(0, 0, 0, 8, 0, 8, 0, 8, 0, 5, 1, 2, 5, 1, 11, 6, 1, 11);
    const step = stepOf({ mesh, x0, x1 });
    expect(step).toBeLessThan(0.25);
    expect(step).toBeGreaterThan(0.25 - 1e-15);
    expect(stepOf({ mesh, x0: Float32Array.from(x0) as never, x1: Float32Array.from(x1) as never })).toBe(step);
  });
});

describe('slack', () => {
  const ball = box([0, 0, 1], [1, 1, 2]);
  const floor = box([-4, -4, -1], [4, 4, 0]);
  const falling = scene(ball, floor, by(0, 0, -2));

  it('is a share of the way, and without it the step still ends before the contact', () => {
    const { time } = new MeshCollider(falling.mesh).firstContact(falling.x0, falling.x1) ?? { time: 0 };
    expect(stepOf(falling)).toBeLessThan(time);
    expect(stepOf(falling)).toBeGreaterThan(time * (1 - 1e-15));
    expect(stepOf(falling, 0.25)).toBe(0.75 * time);
    expect(stepOf(falling, 2 ** -60)).toBeLessThan(time);
  });

  it('changes nothing where nothing is in the way', () => {
    expect(stepOf(scene(ball, floor, by(0, 0, 1)), 0.5)).toBe(1);
  });

  it('leaves a step of some length, however near the contact', () => {
    const least = Number.MIN_VALUE;
    const near = scene(box([0, 0, least], [1, 1, 2]), floor, by(0, 0, -8));
    for (const slack of [0, 0.5, 0.999]) {
      const step = stepOf(near, slack);
      expect(step).toBeGreaterThan(0);
      expect(step).toBeLessThan(1e-300);
    }
  });

  it.each([-0.1, 1, 2, Number.NaN, Number.POSITIVE_INFINITY])('%d is refused', (slack) => {
    expect(() => stepOf(falling, slack)).toThrow(RangeError);
  });
});

describe('two boxes on a lattice', () => {
  type Span = readonly [number, number];
  const overlap = (a: readonly Span[], b: readonly Span[]) =>
    a.every(([low, high], k) => Math.max(low, b[k][0]) < Math.min(high, b[k][1]));
  const inside = (a: readonly Span[], b: readonly Span[]) =>
    a.every(([low, high], k) => low >= b[k][0] && high <= b[k][1]);

  it('may not move exactly where their insides meet at once', () => {
    let touching = 0;
    let blocked = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const random = seededRandom(seed);
      const draw = () =>
        [0, 1, 2].map((): Span => [random.below(4), 0]).map(([low]): Span => [low, low + 1 + random.below(3)]);
      const [a, b] = [draw(), draw()];
      const move = [0, 1, 2].map(() => random.below(3) - 1);
      const soon = a.map(([low, high], k): Span => [low + move[k] / 1024, high + move[k] / 1024]);
      // One in the other is another question: there corners and edges lie in dents.
      if (overlap(a, b) || overlap(b, a)) continue;
      const part = (spans: readonly Span[]) =>
        box(
          spans.map(([low]) => low),
          spans.map(([, high]) => high),
          random.below(2),
          random,
        );
      const moving = scene(part(a), part(b), () => move);
      const contacts = new MeshCollider(moving.mesh).collide(moving.x0, moving.x1).copy();
      if (!contacts.startsTouching.includes(1)) continue;
      touching++;
      const crossing = overlap(soon, b) && !inside(soon, b);
      if (crossing) blocked++;
      expect(stepOf(moving) === 0, `seed ${seed}`).toBe(crossing);
    }
    expect(touching).toBeGreaterThan(80);
    expect(blocked).toBeGreaterThan(20);
  });
});

/** Edges that go through the inside of a face, as text. */
function piercings(mesh: TriMesh, x: Float64Array): Set<string> {
  const { edges, edgeCount } = mesh.topology;
  const side = (a: number, b: number, c: number, d: number) => orient3dSign(x, 3 * a, 3 * b, 3 * c, 3 * d);
  const found = new Set<string>();
  for (let f = 0; f < mesh.faceCount; f++) {
    const [a, b, c] = mesh.triangles.subarray(3 * f, 3 * f + 3);
    const sides = Array.from({ length: mesh.vertexCount }, (_, v) => side(a, b, c, v));
    for (let e = 0; e < edgeCount; e++) {
      const u = edges[2 * e];
      const w = edges[2 * e + 1];
      if (sides[u] * sides[w] >= 0) continue;
      const turn = side(u, w, a, b);
      if (turn !== 0 && turn === side(u, w, b, c) && turn === side(u, w, c, a)) found.add(`${e} through ${f}`);
    }
  }
  return found;
}

/** Pairs of faces that meet, without those `flat` that slide over each other in a plane, which is no crossing. */
function crossings(collider: MeshCollider, x: Float64Array, flat: boolean): Set<string> {
  const { count, a, b } = collider.intersections(x);
  const corners = (f: number) => Array.from(collider.mesh.triangles.subarray(3 * f, 3 * f + 3), (v) => 3 * v);
  const inPlane = (f: number, g: number) => {
    const [p, q, r] = corners(g);
    return corners(f).every((v) => orient3dSign(x, p, q, r, v) === 0);
  };
  const found = new Set<string>();
  for (let i = 0; i < count; i++) {
    if (flat || !inPlane(a[i], b[i]) || !inPlane(b[i], a[i])) found.add(`${a[i]} ${b[i]}`);
  }
  return found;
}

/** Times up to the step at which positions on a lattice are exact, or nearly the step. */
function timesWithin(step: number): number[] {
  const last = Math.floor(step * 4096 * 0.999) / 4096;
  const small = 2 ** Math.floor(Math.log2(step / 2));
  return [...new Set([small, Math.min(small, 2 ** -14), last, Math.floor(last * 64) / 64])].filter((t) => t > 0);
}

/** Within the step no face meets another that it did not meet at the start, and no edge goes through a face that did not. */
function expectNothingNew({ mesh, x0, x1 }: MovingMesh): number {
  const collider = new MeshCollider(mesh);
  const contacts = collider.collide(x0, x1).copy();
  const step = collider.maxStep(x0, x1);
  const later = contacts.time.filter((time) => time > 0);
  expect(step).toBeLessThanOrEqual(later.length > 0 ? Math.min(...later) : 1);
  const apart = !contacts.startsTouching.includes(1);
  if (apart) expect(step).toBeGreaterThan(0);
  if (step === 0) return step;
  const crossed = crossings(collider, x0, true);
  const small = mesh.faceCount <= 100;
  const piercedAtStart = small ? piercings(mesh, x0) : new Set();
  for (const t of timesWithin(step)) {
    const x = x0.map((value, i) => value + t * (x1[i] - value));
    for (const pair of crossings(collider, x, apart)) expect(crossed.has(pair), `faces ${pair} at ${t}`).toBe(true);
    if (!small) continue;
    for (const pair of piercings(mesh, x)) expect(piercedAtStart.has(pair), `edge ${pair} at ${t}`).toBe(true);
  }
  return step;
}

describe('within the step nothing begins to cross', () => {
  it.each(meshClasses)('on $name', ({ make }) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { mesh, x0, x1 } = make(seed);
      expectNothingNew({ mesh, x0, x1 });
      expectNothingNew({ mesh, x0: x1, x1: x0 });
    }
  });

  it('at starts on a lattice', () => {
    const shapes = [
      [0, 1, 2],
      [0, 1, 2, 0, 2, 3],
      [0, 1, 2, 0, 2, 3, 0, 3, 1],
      [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2],
    ];
    let moving = 0;
    for (let seed = 1; seed <= 600; seed++) {
      const random = seededRandom(seed);
      const part = (flat: boolean): Part => ({
        triangles: shapes[random.below(4)],
        points: [0, 1, 2, 3].map(() => [random.below(4), random.below(4), flat ? 0 : random.below(3)]),
      });
      const still = scene(part(random.below(2) === 0), part(random.below(2) === 0), by(0, 0, 0));
      const together = random.below(3) === 0;
      const common = [0, 1, 2].map(() => random.below(3) - 1);
      const x1 = still.x0.map((x, i) => x + (together && i < 12 ? common[i % 3] : together ? 0 : random.below(3) - 1));
      if (expectNothingNew({ ...still, x1 }) > 0) moving++;
    }
    expect(moving).toBeGreaterThan(200);
  });
});

describe('with a minimum separation', () => {
  const lower = quad([0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]);
  const above = (z: number) => quad([0.5, 0.3, z], [1.5, 0.3, z], [1.5, 1.2, z], [0.5, 1.2, z]);

  it('keeps pairs apart that are', () => {
    const { mesh, x0, x1 } = scene(above(1), lower, by(0, 0, -2));
    const step = new MeshCollider(mesh).maxStep(x0, x1, { minSeparation: 0.25 });
    expect(step).toBeGreaterThan(0.37);
    expect(step).toBeLessThanOrEqual(0.375);
  });

  it('lets a pair that starts nearer come nearer, but not touch', () => {
    const { mesh, x0, x1 } = scene(above(0.125), lower, by(0, 0, -1));
    const step = new MeshCollider(mesh).maxStep(x0, x1, { minSeparation: 0.25 });
    expect(step).toBeGreaterThan(0.124);
    expect(step).toBeLessThan(0.125);
  });

  it('refuses a bad slack', () => {
    const { mesh, x0, x1 } = scene(above(1), lower, by(0, 0, -2));
    for (const slack of [-0.1, 1, Number.NaN]) {
      expect(() => new MeshCollider(mesh).maxStep(x0, x1, { slack })).toThrow(RangeError);
    }
  });
});
