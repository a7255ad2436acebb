// The batch gives what the elementary tests give one by one, sorted, whatever the order and number
// of the pairs.
import { describe, expect, it } from 'vitest';
import { Contacts } from '../../../src/core/contacts/contacts.ts';
import { FeatureTimer } from '../../../src/core/elementary/feature-timer.ts';
import { seededRandom } from '../../../src/core/math/random.ts';
import { LinearMemory } from '../../../src/core/memory/linear-memory.ts';
import { VertexMotion } from '../../../src/core/motion/vertex-motion.ts';
import { PairBuffer } from '../../../src/core/pairs/pair-buffer.ts';
import { eeContact, elementaryContact, MeshError, TriMesh, vfContact } from '../../../src/index.ts';

interface Scene {
  mesh: TriMesh;
  x0: Float64Array;
  x1: Float64Array;
}

/**
 * Loose triangles on a lattice or not: many touch at the start, lie in one plane or share
 * coordinates.
 */
function looseTriangles(seed: number, count: number, lattice: boolean, scale: number): Scene {
  const random = seededRandom(seed);
  const coordinate = () => scale * (lattice ? random.below(9) - 4 : random.between(-4, 4));
  const mesh = TriMesh.from(
    Uint32Array.from({ length: 3 * count }, (_, i) => i),
    3 * count,
  );
  const x0 = Float64Array.from({ length: 9 * count }, coordinate);
  return { mesh, x0, x1: x0.map((x) => x + 0.5 * coordinate()) };
}

function allPairs({ mesh }: Scene, vf: PairBuffer, ee: PairBuffer): void {
  const { topology, triangles, vertexCount, faceCount } = mesh;
  const of = (f: number) => [...triangles.subarray(3 * f, 3 * f + 3)];
  const ends = (e: number) => [...topology.edges.subarray(2 * e, 2 * e + 2)];
  // Backwards, so that the order of the result is the batch's own doing.
  for (let v = vertexCount - 1; v >= 0; v--)
    for (let f = faceCount - 1; f >= 0; f--) if (!of(f).includes(v)) vf.push(v, f);
  for (let b = topology.edgeCount - 1; b > 0; b--)
    for (let a = b - 1; a >= 0; a--) if (!ends(a).some((v) => ends(b).includes(v))) ee.push(a, b);
}

function queryOf({ mesh, x0, x1 }: Scene, kind: number, a: number, b: number): number[] {
  const { edges } = mesh.topology;
  const ids =
    kind === 0
      ? [a, ...mesh.triangles.subarray(3 * b, 3 * b + 3)]
      : [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)];
  return [x0, x1].flatMap((x) => ids.flatMap((v) => [...x.subarray(3 * v, 3 * v + 3)]));
}

/** Rows "kind a b time normal weights" of the batch, and of single calls. */
function bothWays(scene: Scene, minSeparation: number): { batch: string[]; single: string[]; contacts: Contacts } {
  const memory = new LinearMemory();
  const motion = new VertexMotion(memory, scene.mesh);
  const vf = new PairBuffer(memory, 4);
  const ee = new PairBuffer(memory, 4);
  const timer = new FeatureTimer(memory);
  motion.set(scene.x0, scene.x1);
  allPairs(scene, vf, ee);
  const contacts = new Contacts();
  timer.run(motion, vf, ee, contacts, minSeparation);
  timer.finish(motion, contacts, minSeparation);
  const batch = Array.from({ length: contacts.count }, (_, i) => {
    const { kind, a, b, time, startsTouching, normal, weights } = contacts;
    expect(startsTouching[i]).toBe(time[i] === 0 ? 1 : 0);
    return [
      kind[i],
      a[i],
      b[i],
      time[i],
      ...normal.subarray(3 * i, 3 * i + 3),
      ...weights.subarray(3 * i, 3 * i + 3),
    ].join(' ');
  });
  const single: string[] = [];
  const out = elementaryContact();
  for (const [kind, pairs] of [vf, ee].entries()) {
    const rows: [number, number][] = [];
    for (let i = 0; i < pairs.count; i++) rows.push([pairs.ids[2 * i], pairs.ids[2 * i + 1]]);
    rows.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    for (const [a, b] of rows) {
      const q = queryOf(scene, kind, a, b);
      const time = kind === 0 ? vfContact(q, 0, out, minSeparation) : eeContact(q, 0, out, minSeparation);
      if (time <= 1) single.push([kind, a, b, time, ...out.normal, ...out.weights].join(' '));
    }
  }
  return { batch, single, contacts };
}

describe('the batch', () => {
  const cases = [1, 2, 3, 4].flatMap((seed) =>
    [true, false].flatMap((lattice) => [1, 2 ** -300, 2 ** 400].map((scale) => ({ seed, lattice, scale }))),
  );
  it.each(cases)('equals single calls: seed $seed, lattice $lattice, scale $scale', ({ seed, lattice, scale }) => {
    const { batch, single, contacts } = bothWays(looseTriangles(seed, 14, lattice, scale), 0);
    expect(batch).toEqual(single);
    expect(batch.length).toBeGreaterThan(20);
    expect(contacts.tally.tests).toBe(42 * 13 + (42 * 39) / 2);
    if (lattice) expect(contacts.tally.exact).toBeGreaterThan(0);
  });

  it.each([1, 2])('equals single calls within a separation: seed %d', (seed) => {
    const { batch, single } = bothWays(looseTriangles(seed, 12, false, 1), 0.2);
    expect(batch).toEqual(single);
    expect(batch.length).toBeGreaterThan(bothWays(looseTriangles(seed, 12, false, 1), 0).batch.length);
  });

  it('works through more pairs than one piece holds', () => {
    const { batch, single } = bothWays(looseTriangles(9, 60, true, 1), 0);
    expect(batch).toEqual(single);
  });

  it('refuses positions that are not finite or not as many as the vertices', () => {
    const { mesh, x0, x1 } = looseTriangles(1, 2, false, 1);
    const motion = new VertexMotion(new LinearMemory(), mesh);
    expect(() => motion.set(x0.subarray(3), x1)).toThrow(MeshError);
    x1[7] = Number.NaN;
    expect(() => motion.set(x0, x1)).toThrow(/Vertex 2/);
  });
});

describe('contacts', () => {
  it('are copied into columns of their own length', () => {
    const { contacts } = bothWays(looseTriangles(3, 10, true, 1), 0);
    const copy = contacts.copy();
    const first = [copy.a[0], copy.b[0], copy.time[0], copy.normal[0]];
    contacts.a[0] = 99;
    contacts.time[0] = 99;
    contacts.clear();
    expect([copy.a[0], copy.b[0], copy.time[0], copy.normal[0]]).toEqual(first);
    expect(copy.time.length).toBe(copy.count);
    expect(copy.weights.length).toBe(3 * copy.count);
    expect(contacts.count).toBe(0);
  });
});
