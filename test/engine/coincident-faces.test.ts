// Faces that coincide: every pair of them touches, so that a search has n² pairs. Searches that can
// do with fewer do so, all others can be limited, and an asynchronous one can be aborted.
import { describe, expect, it } from 'vitest';
import { ClashDetector } from '../../src/clash.ts';
import { SearchLimitError } from '../../src/engine/search-limit.ts';
import { basic, iccd, MeshCollider, rTriangles, TriMesh } from '../../src/index.ts';

const TRIANGLE = [0.1, 0.2, 0.3, 1.3, 0.1, 0.4, 0.2, 1.1, 0.5];

/** Coincident triangles; `lift(i)` moves triangle i up during the step. */
function coincident(count: number, lift: (i: number) => number, gap: (i: number) => number = () => 0) {
  const mesh = TriMesh.from(
    Array.from({ length: 3 * count }, (_, i) => i),
    3 * count,
  );
  const at = (z: (i: number) => number) =>
    Float64Array.from({ length: 9 * count }, (_, i) => TRIANGLE[i % 9] + (i % 3 === 2 ? z(Math.floor(i / 9)) : 0));
  return { mesh, x0: at(gap), x1: at((i) => gap(i) + lift(i)) };
}

describe('coincident faces', () => {
  it('firstContact tests only pairs that may still be the earliest', () => {
    const { mesh, x0, x1 } = coincident(300, () => 0.25);
    const collider = new MeshCollider(mesh);
    expect(collider.firstContact(x0, x1)).toEqual({ time: 0, kind: 0, a: 0, b: 1 });
    // There are 15 pairs of features for each of 44,850 pairs of faces.
    expect(collider.tally.boxPairs).toBe(44_850);
    expect(collider.tally.tests).toBeLessThan(150_000);
  });

  it.each([iccd, basic, rTriangles])('firstContact is the least row of collide: $name', (recipe) => {
    for (const lift of [() => 0, (i: number) => (i % 3) - 1]) {
      const { mesh, x0, x1 } = coincident(40, lift, (i) => (i % 4) / 8);
      const collider = new MeshCollider(mesh, { recipe });
      const { time, kind, a, b } = collider.collide(x0, x1).copy();
      const first = time.indexOf(time.reduce((least, t) => Math.min(least, t)));
      const expected = { time: time[first], kind: kind[first], a: a[first], b: b[first] };
      expect(collider.firstContact(x0, x1)).toEqual(expected);
    }
  });

  it('maxStep lets faces that move together, and stops those that go through others', () => {
    const together = coincident(30, () => 0.5);
    expect(new MeshCollider(together.mesh).maxStep(together.x0, together.x1)).toBe(1);
    const pairs = coincident(
      30,
      (i) => (i % 2 === 0 ? 2 : 0),
      (i) => i % 2,
    );
    const step = new MeshCollider(pairs.mesh).maxStep(pairs.x0, pairs.x1);
    expect(step).toBeLessThan(0.5);
    expect(step).toBeGreaterThan(0.4999999);
  });
});

describe('maxTests', () => {
  const { mesh, x0, x1 } = coincident(60, (i) => i % 2);
  const searches: [string, (collider: MeshCollider, maxTests: number) => unknown][] = [
    ['collide', (collider, maxTests) => collider.collide(x0, x1, { maxTests })],
    ['maxStep', (collider, maxTests) => collider.maxStep(x0, x1, { maxTests })],
    ['firstContact', (collider, maxTests) => collider.firstContact(x0, x1, { maxTests })],
    ['intersections', (collider, maxTests) => collider.intersections(x0, { maxTests })],
    ['proximities', (collider, maxTests) => collider.proximities(x0, { distance: 0.1, maxTests })],
    ['near faces', (collider, maxTests) => collider.proximities(x0, { distance: 0.1, level: 'face', maxTests })],
  ];

  it.each(searches)('ends %s by a SearchLimitError, and the collider goes on working', (_name, search) => {
    const collider = new MeshCollider(mesh);
    expect(() => search(collider, 1000)).toThrow(SearchLimitError);
    expect(() => search(collider, 1000)).toThrow(/more than 1000 pairs to test/);
    const again = search(collider, 1e6);
    expect(JSON.stringify(again)).toBe(JSON.stringify(search(new MeshCollider(mesh), 1e6)));
    for (const wrong of [0, 1.5, Number.NaN, -1]) expect(() => search(collider, wrong)).toThrow(/maxTests must be/);
  });

  it('ends a frame of a ClashDetector and collideAsync', async () => {
    const detector = new ClashDetector(mesh);
    expect(() => detector.frame(x0, { maxTests: 1000 })).toThrow(SearchLimitError);
    await expect(detector.collider.collideAsync(x0, x1, { maxTests: 1000 })).rejects.toThrow(SearchLimitError);
    expect((await detector.collider.collideAsync(x0, x1)).count).toBeGreaterThan(1000);
  });

  it('changes no answer that it does not end', () => {
    const contacts = new MeshCollider(mesh).collide(x0, x1).copy();
    const limited = new MeshCollider(mesh).collide(x0, x1, { maxTests: 1e6 });
    expect([...limited.time.subarray(0, limited.count)]).toEqual([...contacts.time.subarray(0, contacts.count)]);
    expect([...limited.b.subarray(0, limited.count)]).toEqual([...contacts.b.subarray(0, contacts.count)]);
  });
});

describe('a signal', () => {
  it('ends collideAsync between small pieces of work', async () => {
    const { mesh, x0, x1 } = coincident(400, (i) => i % 2);
    const collider = new MeshCollider(mesh);
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    const pending = collider.collideAsync(x0, x1, { signal: abort.signal });
    await expect(pending).rejects.toThrow(/abort/);
    // A whole search has 1.2 million tests.
    expect(collider.tally.tests).toBeLessThan(400_000);
  });
});
