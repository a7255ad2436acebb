// Contacts at hits of known shapes: every vertex and face and every two edges within the tolerance,
// each once, with points and normals.
import { describe, expect, it } from 'vitest';
import { closestPoints } from '../../../src/core/elementary/closest-points.ts';
import { eeDistance, vfDistance } from '../../../src/core/elementary/distance.ts';
import { firstContact, RigidBody, type RigidContact, type RigidFirstContact, RigidMotion } from '../../../src/rigid.ts';
import { box, plate, roof } from '../../oracle/rigid-shapes.ts';
import { cornersOf, type Posed } from './every-pair.ts';

const TOLERANCE = 1e-4;
const UNTURNED = [0, 0, 0, 1];
const body = ({ positions, triangles }: { positions: Float64Array; triangles: Uint32Array }): RigidBody =>
  RigidBody.from(positions, triangles);
const cube = body(box([-1, -1, -1], [2, 2, 2]));
const still = RigidMotion.still({ position: [0, 0, 0], rotation: UNTURNED });
const length = (v: readonly number[]): number => Math.hypot(...v);
const minus = (p: readonly number[], q: readonly number[]): number[] => p.map((x, k) => x - q[k]);

/** Moves straight from one place to another without turning, turned as given. */
function moving(from: readonly number[], to: readonly number[], rotation: readonly number[] = UNTURNED): RigidMotion {
  return RigidMotion.between({ position: from, rotation }, { position: to, rotation });
}

type Feature = { readonly name: string; readonly corners: number[] };

/** Vertices, edges and faces of a body with their corners in the world; each has one name. */
function featuresOf(of: Posed): Record<1 | 2 | 3, Feature[]> {
  const { triangles, faceCount } = of[0];
  const corners = cornersOf(of, [0, 0, 0]);
  const named = new Map<number, Map<string, number[]>>([1, 2, 3].map((n) => [n, new Map()]));
  for (let f = 0; f < faceCount; f++) {
    const at = (i: number): number[] => [...corners.subarray(9 * f + 3 * (i % 3), 9 * f + 3 * (i % 3) + 3)];
    for (let i = 0; i < 3; i++) {
      const [v, w] = [triangles[3 * f + i], triangles[3 * f + ((i + 1) % 3)]];
      named.get(1)?.set(`${v}`, at(i));
      named.get(2)?.set(`${Math.min(v, w)}-${Math.max(v, w)}`, [...at(i), ...at(i + 1)]);
    }
    named.get(3)?.set(triangles.subarray(3 * f, 3 * f + 3).join('-'), [...at(0), ...at(1), ...at(2)]);
  }
  const list = (n: number): Feature[] => [...(named.get(n) ?? [])].map(([name, at]) => ({ name, corners: at }));
  return { 1: list(1), 2: list(2), 3: list(3) };
}

/** Names of all pairs of features that are near enough. */
function everyContact(a: Posed, b: Posed, tolerance: number): string[] {
  const [ofA, ofB] = [featuresOf(a), featuresOf(b)];
  const out = closestPoints();
  const near = (kind: string, as: Feature[], bs: Feature[], apart: (p: number[], q: number[]) => number): string[] =>
    as.flatMap((p) =>
      bs.filter((q) => apart(p.corners, q.corners) <= tolerance).map((q) => `${kind} ${p.name} ${q.name}`),
    );
  const vf = (p: number[], q: number[]): number => vfDistance(Float64Array.from([...p, ...q]), 0, out);
  const ee = (p: number[], q: number[]): number => eeDistance(Float64Array.from([...p, ...q]), 0, out);
  return [
    ...near('vertex-face', ofA[1], ofB[3], vf),
    ...near('face-vertex', ofA[3], ofB[1], (p, q) => vf(q, p)),
    ...near('edge-edge', ofA[2], ofB[2], ee),
  ].sort();
}

function nameOf({ kind, a, b }: RigidContact): string {
  const name = (vertices: readonly number[]): string =>
    (vertices.length === 2 ? [...vertices].sort((p, q) => p - q) : vertices).join('-');
  return `${kind} ${name(a)} ${name(b)}`;
}

/** Is the point on the feature with these vertices? */
function offFeature(point: readonly number[], vertices: readonly number[], of: Posed): number {
  const feature = featuresOf(of)[vertices.length as 1 | 2 | 3].find(
    ({ name }) => name.split('-').sort().join() === vertices.map(String).sort().join(),
  );
  if (feature === undefined) throw new Error(`no feature ${vertices}`);
  const corners = Array.from({ length: 9 }, (_, i) => feature.corners[i % feature.corners.length]);
  return vfDistance(Float64Array.from([...point, ...corners]), 0, closestPoints());
}

function checkContacts(
  hit: RigidFirstContact,
  a: RigidBody,
  motionA: RigidMotion,
  b: RigidBody,
  motionB: RigidMotion,
): void {
  expect(hit.state).toBe('hit');
  const [posedA, posedB]: Posed[] = [
    [a, motionA.at(hit.time)],
    [b, motionB.at(hit.time)],
  ];
  expect(hit.contacts.map(nameOf).sort()).toEqual(everyContact(posedA, posedB, hit.tolerance));
  expect(hit.contactsTruncated).toBe(false);
  for (const contact of hit.contacts) {
    const told = nameOf(contact);
    expect(contact.distance, told).toBeLessThanOrEqual(hit.tolerance);
    expect(length(contact.normal), told).toBeCloseTo(1, 14);
    expect(offFeature(contact.pointA, contact.a, posedA), told).toBeLessThan(1e-14);
    expect(offFeature(contact.pointB, contact.b, posedB), told).toBeLessThan(1e-14);
    const between = minus(contact.pointA, contact.pointB);
    expect(
      length(
        minus(
          between,
          contact.normal.map((x) => x * contact.distance),
        ),
      ),
      told,
    ).toBeLessThan(1e-14);
    for (const [of, vertices, face] of [
      [a, contact.a, contact.faceA],
      [b, contact.b, contact.faceB],
    ] as const)
      for (const vertex of vertices) expect([...of.triangles.subarray(3 * face, 3 * face + 3)], told).toContain(vertex);
  }
}

interface Known {
  readonly a: RigidBody;
  readonly motionA: RigidMotion;
  readonly b: RigidBody;
  readonly count: Record<string, number>;
}

const tip = RigidBody.from([0, 0, 0, 1, 0, 2, 0, 1, 2, -1, -1, 2], [0, 1, 2, 0, 2, 3, 0, 3, 1]);
const down = (x: number, y: number): RigidMotion => moving([x, y, 4], [x, y, 1]);
const cases: Record<string, Known> = {
  'a cube on a cube': {
    a: cube,
    motionA: down(0.6, 0.3),
    b: cube,
    count: { 'vertex-face': 1, 'face-vertex': 1, 'edge-edge': 4 },
  },
  'a turned cube on a cube': {
    a: cube,
    motionA: moving([0.1, 0.2, 4], [0.1, 0.2, 1], [0, 0, 0.4, 1]),
    b: cube,
    count: { 'vertex-face': 0, 'face-vertex': 0, 'edge-edge': 13 },
  },
  'a corner on a face': {
    a: tip,
    motionA: moving([0.5, 0.25, 3], [0.5, 0.25, 0]),
    b: body(plate(8, 1)),
    count: { 'vertex-face': 1, 'face-vertex': 0, 'edge-edge': 0 },
  },
  'a corner of a turned cube on a face': {
    a: cube,
    motionA: moving([0.4, 0.1, 4], [0.4, 0.1, 0.5], [0.3, 0.2, 0.1, 1]),
    b: body(plate(8, 1)),
    count: { 'vertex-face': 1, 'face-vertex': 0, 'edge-edge': 0 },
  },
  'an edge on an edge': {
    a: body(roof(4, 0, 1)),
    motionA: moving([-2, 1, 3], [-2, 1, -1]),
    b: body(roof(4, 1, -1)),
    count: { 'vertex-face': 0, 'face-vertex': 0, 'edge-edge': 1 },
  },
};

describe('contacts at a hit', () => {
  it.each(Object.entries(cases))('%s', (_, { a, motionA, b, count }) => {
    const hit = firstContact(a, motionA, b, still, { tolerance: TOLERANCE });
    checkContacts(hit, a, motionA, b, still);
    for (const { normal } of hit.contacts) expect(normal[2]).toBeGreaterThan(0.999999);
    for (const [kind, n] of Object.entries(count))
      expect(hit.contacts.filter((c) => c.kind === kind).length, kind).toBe(n);
  });

  it.each(Object.entries(cases))('%s, with the bodies exchanged', (_, { a, motionA, b }) => {
    const hit = firstContact(a, motionA, b, still, { tolerance: TOLERANCE });
    const other = firstContact(b, still, a, motionA, { tolerance: TOLERANCE });
    checkContacts(other, b, still, a, motionA);
    const exchanged = (name: string): string => {
      const [kind, p, q] = name.split(' ');
      return [kind.split('-').reverse().join('-'), q, p].join(' ');
    };
    expect(other.contacts.map(nameOf).map(exchanged).sort()).toEqual(hit.contacts.map(nameOf).sort());
    for (const { normal } of other.contacts) expect(normal[2]).toBeLessThan(-0.999999);
  });

  it.each(Object.entries(cases))('%s, turned in the world and far from its origin', (_, { a, motionA, b }) => {
    const [turn, far] = [
      [0.5, 0.5, 0.5, 0.5],
      [1e3, -2e3, 500],
    ];
    // x → y → z → x.
    const carried = ([x, y, z]: readonly number[]): number[] => [z + far[0], x + far[1], y + far[2]];
    const { pose } = motionA.legs[0];
    const [p, q, r, s] = pose.rotation;
    const rotation = [0.5 * (p + s + r - q), 0.5 * (q - r + s + p), 0.5 * (r + q - p + s), 0.5 * (s - p - q - r)];
    const motion = moving(carried(pose.position), carried(motionA.at(1).position), rotation);
    const floor = RigidMotion.still({ position: far, rotation: turn });
    const hit = firstContact(a, motion, b, floor, { tolerance: TOLERANCE });
    expect(hit.time).toBeCloseTo(firstContact(a, motionA, b, still, { tolerance: TOLERANCE }).time, 9);
    for (const { normal, pointA, pointB, distance } of hit.contacts) {
      expect(normal[0]).toBeGreaterThan(0.999999);
      expect(Math.abs(length(minus(pointA, pointB)) - distance)).toBeLessThan(1e-11);
    }
    expect(hit.contacts.length).toBe(firstContact(a, motionA, b, still, { tolerance: TOLERANCE }).contacts.length);
  });
});

describe('the list of contacts', () => {
  it.each([0, 1, 2])('has at most %d, also of one pair of faces', (maxContacts) => {
    const triangle = RigidBody.from([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const hit = firstContact(triangle, moving([0.1, 0.1, 1], [0.1, 0.1, -1]), triangle, still, { maxContacts });
    expect(hit.contacts.length).toBe(maxContacts);
    expect(hit.contactsTruncated).toBe(true);
  });

  it('is complete where there is just room for it', () => {
    const hit = firstContact(a, motionA, b, still, { tolerance: TOLERANCE, maxContacts: all.length });
    expect(hit.contacts.map(nameOf).sort()).toEqual([...all].sort());
    expect(hit.contactsTruncated).toBe(false);
  });

  const { a, motionA, b } = cases['a cube on a cube'];
  const all = firstContact(a, motionA, b, still, { tolerance: TOLERANCE }).contacts.map(nameOf);

  it.each([0, 1, 3, 5])('has at most %d', (maxContacts) => {
    const hit = firstContact(a, motionA, b, still, { tolerance: TOLERANCE, maxContacts });
    expect(hit.contacts.length).toBe(maxContacts);
    expect(hit.contactsTruncated).toBe(true);
    for (const contact of hit.contacts) expect(all).toContain(nameOf(contact));
  });

  it('is the same list each time it is asked for, and empty where nothing touches', () => {
    const hit = firstContact(a, motionA, b, still);
    expect(hit.contacts).toBe(hit.contacts);
    const free = firstContact(a, moving([0, 0, 4], [0, 0, 3]), b, still);
    expect([free.state, free.time, free.contacts, free.contactsTruncated]).toEqual(['separated', Infinity, [], false]);
  });

  it('names what crosses where bodies overlap at the start', () => {
    const hit = firstContact(cube, moving([1.5, 0.3, 0.2], [3, 0, 0]), cube, still, { tolerance: 0 });
    expect([hit.state, hit.time, hit.distance]).toEqual(['overlapping', 0, 0]);
    for (const contact of hit.contacts) expect(contact.distance).toBeLessThanOrEqual(hit.tolerance);
  });
});
