// The tree of oriented boxes: every box holds every corner below it, exactly; every triangle is a
// leaf once; it stays in its room.
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../src/core/math/random.ts';
import { KernelMemory } from '../../../../src/core/memory/kernel-memory.ts';
import { rigidKernels } from '../../../../src/core/wasm/rigid.generated.ts';
import { toIntegers } from '../../../oracle/doubles.ts';

const EMPTY = 0x7fffffff;
const NODE = 64;
const GUARD = 64;

interface Built {
  readonly triangles: Float64Array;
  readonly scale: number;
  readonly order: Uint32Array;
  readonly nodes: Float32Array;
  readonly children: Int32Array;
}

interface Box {
  readonly centre: readonly number[];
  readonly extents: readonly number[];
  readonly axes: readonly (readonly number[])[];
  readonly child: number;
}

/** Builds in memory full of `dirt`, and checks what lies behind every block. */
function build(triangles: Float64Array, dirt = 0x5a): Built {
  const count = triangles.length / 9;
  const radius = triangles.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const scale = radius > 0 ? 2 ** -Math.floor(Math.log2(radius)) : 1;
  const memory = new KernelMemory(rigidKernels);
  const sizes = [72 * count, 4 * count, 256 * (count + 1), memory.kernels.boxTreeScratch(count)];
  const [input, order, nodes, scratch] = sizes.map((size) => memory.allocate(size + GUARD));
  const blocks = [input, order, nodes, scratch];
  for (const [i, block] of blocks.entries()) memory.u8(block, sizes[i] + GUARD).fill(dirt);
  memory.f64(input, triangles.length).set(triangles);
  const nodeCount = memory.kernels.buildBoxTree(input, count, scale, order, nodes, scratch);
  for (const [i, block] of blocks.entries())
    expect(memory.u8(block + sizes[i], GUARD).every((byte) => byte === dirt)).toBe(true);
  expect(memory.f64(input, triangles.length)).toEqual(triangles);
  expect(nodeCount).toBeLessThanOrEqual(count + 1);
  return {
    triangles,
    scale,
    order: memory.u32(order, count).slice(),
    nodes: memory.f32(nodes, NODE * nodeCount).slice(),
    children: memory.i32(nodes, NODE * nodeCount).slice(),
  };
}

function boxAt({ nodes, children }: Built, node: number, lane: number): Box {
  const row = (k: number): number => nodes[NODE * node + 4 * k + lane];
  const vector = (k: number): number[] => [row(k), row(k + 1), row(k + 2)];
  return {
    centre: vector(0),
    extents: vector(3),
    axes: [vector(6), vector(9), vector(12)],
    child: children[NODE * node + 60 + lane],
  };
}

function boxesOf(built: Built): Box[] {
  const lanes = Array.from({ length: built.nodes.length / 16 }, (_, i) => boxAt(built, i >> 2, i & 3));
  return lanes.filter(({ child }) => child !== EMPTY);
}

const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: readonly number[], b: readonly number[]): number[] =>
  [0, 1, 2].map((k) => a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);

/**
 * Cramer's rule in doubles: true only if the box holds the point. For nearly orthonormal axes 2^−46
 * is four times the error.
 */
function surelyHolds({ centre, extents, axes }: Box, point: readonly number[]): boolean {
  const d = point.map((x, k) => x - centre[k]);
  const slack = 2 ** -46 * (Math.abs(d[0]) + Math.abs(d[1]) + Math.abs(d[2]));
  const determinant = dot(axes[0], cross(axes[1], axes[2]));
  return extents.every((extent, k) => {
    const coefficient = dot(d, cross(axes[(k + 1) % 3], axes[(k + 2) % 3])) / determinant;
    return Math.abs(coefficient) + slack <= extent;
  });
}

/** The same in integers. */
function holds({ centre, extents, axes }: Box, point: readonly number[]): boolean {
  const lengths = toIntegers([...point, ...centre, ...extents], 0, 9);
  const [a0, a1, a2, a3, a4, a5, a6, a7, a8, one] = toIntegers([...axes.flat(), 1], 0, 10);
  const rows = [
    [a0, a1, a2],
    [a3, a4, a5],
    [a6, a7, a8],
  ];
  const volume = (a: readonly bigint[], b: readonly bigint[], c: readonly bigint[]): bigint => {
    const minor = (i: number, j: number): bigint => b[i] * c[j] - b[j] * c[i];
    const value = a[0] * minor(1, 2) + a[1] * minor(2, 0) + a[2] * minor(0, 1);
    return value < 0n ? -value : value;
  };
  const d = [0, 1, 2].map((k) => lengths[k] - lengths[3 + k]);
  const whole = volume(rows[0], rows[1], rows[2]);
  return [0, 1, 2].every((k) => volume(d, rows[(k + 1) % 3], rows[(k + 2) % 3]) * one <= lengths[6 + k] * whole);
}

/**
 * Number of corners of leaves `first` up to, without, `end` that are outside; one in 23 is decided
 * in integers in any case.
 */
function countOutside(built: Built, box: Box, first: number, end: number): number {
  let outside = 0;
  for (let corner = 3 * first; corner < 3 * end; corner++) {
    const at = 9 * built.order[Math.floor(corner / 3)] + 3 * (corner % 3);
    const point = [0, 1, 2].map((k) => built.triangles[at + k] * built.scale);
    if (corner % 23 === 0 || !surelyHolds(box, point)) outside += holds(box, point) ? 0 : 1;
  }
  return outside;
}

function checkTree(built: Built): void {
  const count = built.order.length;
  expect(Array.from(built.order).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
  let visited = 1;
  let outside = 0;
  /** Leaves follow each other: those below a lane begin at `first`; where they end. */
  const checkLane = (node: number, lane: number): [number, number] => {
    const box = boxAt(built, node, lane);
    const [first, end] = box.child < 0 ? [~box.child, ~box.child + 1] : checkNode(node, box.child);
    outside += countOutside(built, box, first, end);
    return [first, end];
  };
  const checkNode = (parent: number, node: number): [number, number] => {
    expect(node).toBeGreaterThan(parent);
    visited++;
    const lanes = [0, 1, 2, 3].filter((lane) => boxAt(built, node, lane).child !== EMPTY);
    expect(lanes.length).toBeGreaterThanOrEqual(2);
    const ranges = lanes.map((lane) => checkLane(node, lane)).sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < ranges.length; i++) expect(ranges[i][0]).toBe(ranges[i - 1][1]);
    return [ranges[0][0], ranges[ranges.length - 1][1]];
  };
  expect(checkLane(0, 0)).toEqual([0, count]);
  expect(outside).toBe(0);
  expect(visited).toBe(built.nodes.length / NODE);
  checkEmptyLanes(built);
}

function checkEmptyLanes(built: Built): void {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (const lane of [1, 2, 3]) expect(boxAt(built, 0, lane).child).toBe(EMPTY);
  for (let node = 0; node < built.nodes.length / NODE; node++)
    for (let lane = 0; lane < 4; lane++) {
      const box = boxAt(built, node, lane);
      if (box.child === EMPTY) expect(box).toEqual({ centre: [0, 0, 0], extents: [0, 0, 0], axes, child: EMPTY });
    }
}

type Place = (random: Random, triangle: number, corner: number) => readonly number[];

function soup(seed: number, count: number, place: Place): Float64Array {
  const random = seededRandom(seed);
  return Float64Array.from(Array.from({ length: 3 * count }, (_, i) => place(random, Math.floor(i / 3), i % 3)).flat());
}

const anywhere = (random: Random): number[] => [random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)];
const around = (random: Random, centre: readonly number[], size: number): number[] =>
  anywhere(random).map((x, k) => centre[k] + size * x);
const centreOf = (seed: number, triangle: number): number[] => anywhere(seededRandom(1000 * seed + triangle));

/** Small triangles here and there. */
const scattered =
  (seed: number, size: (triangle: number) => number): Place =>
  (random, triangle) =>
    around(random, centreOf(seed, triangle), size(triangle));

const onPlane = (u: number, v: number): number[] => [0.6 * u - 0.3 * v, 0.5 * u + 0.7 * v, 0.2 * u + 0.4 * v];

const soups: [string, Float64Array][] = [
  ...[1, 2, 3, 5, 17, 1000].map((n): [string, Float64Array] => [
    `${n} triangles`,
    soup(
      n,
      n,
      scattered(n, () => 0.05),
    ),
  ]),
  ['large triangles that overlap', soup(11, 300, anywhere)],
  ['1000 equal triangles', soup(12, 1000, (_, __, corner) => anywhere(seededRandom(corner)))],
  ['points', soup(13, 300, (_, triangle) => centreOf(13, triangle))],
  ['one point many times', soup(14, 100, () => [0.1, 0.2, 0.3])],
  ['nothing but the origin', new Float64Array(9 * 6)],
  ['segments', soup(15, 300, (_, triangle, corner) => centreOf(15, 2 * triangle + (corner & 1)))],
  ['collinear', soup(16, 300, (random) => onPlane(random.between(-1, 1), 0))],
  ['coplanar', soup(17, 500, (random) => onPlane(random.between(-1, 1), random.between(-1, 1)))],
  ['coplanar along the axes', soup(18, 200, (random) => [random.between(-1, 1), 0.25, random.between(-1, 1)])],
  [
    'sizes from 1 to 1e-3',
    soup(
      19,
      500,
      scattered(19, (triangle) => 10 ** (-3 * ((triangle % 50) / 49))),
    ),
  ],
  [
    'sizes from 1 to 1e-14',
    soup(
      20,
      300,
      scattered(20, (triangle) => 10 ** -(triangle % 15)),
    ),
  ],
  ['slivers', soup(21, 300, (random, triangle, corner) => sliver(random, triangle, corner))],
  ['far from the centre', soup(22, 300, (random) => around(random, [1000, -2000, 500], 1))],
  ['very far from the centre', soup(23, 300, (random) => around(random, [1e6, 1e6, 1e5], 1e-3))],
  ['nearer and nearer to a point', soup(24, 200, (random, triangle) => around(random, [0, 0, 0], 0.75 ** triangle))],
  ['nearer and nearer to a line', soup(25, 120, (random, triangle) => [2 ** -triangle, random.next(), 0])],
  ['a small body', soup(26, 200, (random) => anywhere(random).map((x) => 1e-6 * x))],
  ['a tiny body', soup(27, 100, (random) => anywhere(random).map((x) => 1e-200 * x))],
  ['a huge body', soup(28, 100, (random) => anywhere(random).map((x) => 1e200 * x))],
];

function sliver(random: Random, triangle: number, corner: number): number[] {
  const [a, b] = [centreOf(21, 2 * triangle), centreOf(21, 2 * triangle + 1)];
  const share = corner === 2 ? random.next() : corner;
  const height = corner === 2 ? 2 ** -(triangle % 60) : 0;
  return a.map((x, k) => x + share * (b[k] - x) + height * random.between(-1, 1));
}

/** Two triangles a cell over the unit square. */
function grid(columns: number, rows: number, point: (u: number, v: number) => number[]): Float64Array {
  const corners = [0, 1, 3, 0, 3, 2];
  return soup(0, 2 * columns * rows, (_, triangle, corner) => {
    const cell = triangle >> 1;
    const k = corners[3 * (triangle & 1) + corner];
    return point(((cell % columns) + (k & 1)) / columns, (Math.floor(cell / columns) + (k >> 1)) / rows);
  });
}

describe('the tree of oriented boxes', () => {
  it.each(soups)('holds every triangle: %s', (_, triangles) => {
    checkTree(build(triangles));
  });

  it('is the same whatever was in memory before', () => {
    for (const [, triangles] of soups) {
      const [a, b] = [build(triangles, 0), build(triangles, 0xff)];
      expect(Buffer.compare(Buffer.from(a.order.buffer), Buffer.from(b.order.buffer))).toBe(0);
      expect(Buffer.compare(Buffer.from(a.nodes.buffer), Buffer.from(b.nodes.buffer))).toBe(0);
    }
  });

  it('has no leaf for no triangle', () => {
    const built = build(new Float64Array(0));
    expect(built.nodes.length).toBe(NODE);
    expect(boxAt(built, 0, 0).child).toBe(EMPTY);
    checkEmptyLanes(built);
  });

  it('keeps leaves as thin as single precision allows', () => {
    for (const [name, triangles] of soups) {
      const thick = boxesOf(build(triangles)).filter(({ centre, extents, child }) => {
        const reach = Math.hypot(...centre) + Math.hypot(...extents);
        return child < 0 && Math.min(...extents) > 2 ** -22 * reach + 2 ** -95;
      });
      expect(thick, name).toEqual([]);
    }
  });

  it('splits a surface into compact parts', () => {
    const rows = 32;
    const surface = grid(rows, rows, (u, v) => [u, v, 0.1 * Math.sin(9 * u) * Math.cos(7 * v)]);
    const size = { leaf: 0, inner: 0 };
    for (const { extents, child } of boxesOf(build(surface)))
      size[child < 0 ? 'leaf' : 'inner'] += Math.hypot(...extents);
    // Squares of 4, 16, 64 … triangles, each level with half the length of the one below: 0.5 +
    // 0.25 + …, and some for the others.
    expect(size.inner).toBeLessThan(1.1 * size.leaf);
  });

  it('does not lie across a square, whose spread has no direction, or a wrong one', () => {
    const [along, across] = [
      [2 / 3, 2 / 3, 1 / 3],
      [-2 / 3, 1 / 3, 2 / 3],
    ];
    const square = grid(12, 12, (u, v) => along.map((x, axis) => x * u + across[axis] * v));
    // More of it along the diagonal, which the principal axes then follow.
    const cells = Array.from({ length: 12 }, (_, i) => square.subarray(18 * 13 * i, 18 * (13 * i + 1)));
    const built = build(Float64Array.from([...square, ...cells.flatMap((cell) => [...cell])]));
    checkTree(built);
    const [, narrow, wide] = boxAt(built, 0, 0).extents.toSorted((a, b) => a - b);
    expect((narrow * wide) / built.scale ** 2).toBeLessThan(1.05 * 0.25);
  });

  it('fits a turned plate', () => {
    const along = [2 / 3, 2 / 3, 1 / 3];
    const across = [-2 / 3, 1 / 3, 2 / 3];
    const built = build(grid(8, 5, (u, v) => along.map((x, axis) => 0.9 * x * u + 0.3 * across[axis] * v)));
    checkTree(built);
    const extents = boxAt(built, 0, 0).extents.map((extent) => extent / built.scale);
    extents.sort((a, b) => a - b);
    expect(extents[0]).toBeLessThan(1e-6);
    expect(extents[1]).toBeCloseTo(0.15, 5);
    expect(extents[2]).toBeCloseTo(0.45, 5);
  });
});
