// Input at the edge of sense has a defined answer, or a refusal that says why.
import { describe, expect, it } from 'vitest';
import { TriMesh, VisibilityCuller, type VisibilityOptions } from '../../../src/gpu.ts';

/** Two triangles that cross, and one apart. */
const three = TriMesh.from([0, 1, 2, 3, 4, 5, 6, 7, 8], 9);
const crossing = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, -1, 1, 1, 1, 2, 1, 1, 9, 9, 9, 9, 8, 9, 8, 9, 9);
/**
 * By orientation too, and between objects, whose boxes are tested too: the crossing pair, and
 * nothing more.
 */
function keptOf(x: Float64Array, options: VisibilityOptions = {}): number[] {
  const objectOf = [2, 0, 1];
  const variants = [{}, { parts: true }, { objectOf }, { objectOf, handedDown: 'pairs', selfColliding: true }] as const;
  const [kept, ...others] = variants.map((more) => [
    ...new VisibilityCuller(three, { ...options, ...more }).cull(x).mask,
  ]);
  for (const fewer of others) {
    expect(fewer.slice(0, 2)).toEqual(kept.slice(0, 2));
    expect(fewer[2]).toBeLessThanOrEqual(kept[2]);
  }
  return kept;
}

describe('answers', () => {
  it.each([1, 2, 3, 511, 4096])('a view of %d pixels', (resolution) => {
    expect(keptOf(crossing, { resolution }).slice(0, 2)).toEqual([1, 1]);
  });

  it.each([1e-250, 1e-6, 1e6, 1e154, 1e300])('coordinates times %d', (factor) => {
    const x = crossing.map((value) => value * factor);
    expect(keptOf(x)).toEqual([1, 1, 0]);
    expect([...new VisibilityCuller(three).cull(x, x).mask]).toEqual([1, 1, 0]);
  });

  it('a scene too small to be divided by: it is in one pixel, and all is kept', () => {
    expect(keptOf(crossing.map((value) => value * 1e-300))).toEqual([1, 1, 1]);
  });

  it('coordinates as large as they come', () => {
    const x = crossing.map((value) => (value - 4) * (Number.MAX_VALUE / 8));
    expect(keptOf(x)).toEqual([1, 1, 0]);
  });

  it('a scene at a million', () => {
    expect(keptOf(crossing.map((value) => value + 1e6))).toEqual([1, 1, 0]);
  });

  it('a flat scene: what overlaps is kept', () => {
    const x = crossing.map((value, i) => (i % 3 === 2 ? 0 : value));
    expect(keptOf(x)).toEqual([1, 1, 0]);
  });

  it('all in one point', () => {
    expect(keptOf(new Float64Array(27).fill(3))).toEqual([1, 1, 1]);
  });

  it('one triangle, no triangle, no vertex', () => {
    expect(new VisibilityCuller(TriMesh.from([0, 1, 2], 3)).cull(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)).size).toBe(
      0,
    );
    for (const vertexCount of [0, 5]) {
      const culling = new VisibilityCuller(TriMesh.from([], vertexCount)).cull(new Float64Array(3 * vertexCount));
      expect(culling.size).toBe(0);
      expect(culling.converged).toBe(true);
    }
    const nothing = new VisibilityCuller(TriMesh.from([], 0), { objectOf: [] }).cull(new Float64Array(0));
    expect(nothing.objects).toMatchObject({ passes: [], visible: 0, left: 0, overlapping: 0 });
    expect(nothing.objects?.pairs).toHaveLength(0);
    const alone = new VisibilityCuller(TriMesh.from([], 0), { objectOf: [], selfColliding: true });
    expect(alone.cull(new Float64Array(0)).self).toMatchObject({ passes: [], size: 0, rounds: 0 });
  });

  it('positions of single precision', () => {
    expect([...new VisibilityCuller(three).cull(Float32Array.from(crossing)).mask]).toEqual([1, 1, 0]);
  });
});

describe('refusals', () => {
  it('positions that are no numbers, or too few', () => {
    expect(() => keptOf(crossing.with(4, NaN))).toThrow('Vertex 1 is not at a finite position');
    expect(() => keptOf(crossing.slice(3))).toThrow('Positions hold 24 numbers');
    expect(() => new VisibilityCuller(three).cull(crossing, crossing.with(8, Infinity))).toThrow('Vertex 2');
  });

  it.each([
    [{ resolution: 0 }, 'resolution must be a whole number from 1 to 4096, not 0'],
    [{ resolution: 4097 }, 'resolution'],
    [{ listLength: 1.5 }, 'listLength'],
    [{ mostRounds: 0 }, 'mostRounds'],
    [{ views: [] }, 'views'],
    [{ views: ['z'] }, 'views are +x, -x'],
    [{ mode: 'exact' }, "mode is 'conservative' or 'lossy', not exact"],
    [{ algorithm: 'none' }, 'algorithm'],
    [{ order: 'any' }, 'order'],
    [{ parts: 1 }, 'parts is true or false, not 1'],
    [{ objectOf: [0, 1] }, 'objectOf holds 2 numbers'],
    [{ objectOf: [0, 1, -1] }, 'objectOf has numbers from 0, not -1 at 2'],
    [{ selfColliding: true }, 'selfColliding needs objectOf'],
    [{ objectOf: [0, 1, 2], selfColliding: [0.5] }, 'selfColliding has numbers from 0, not 0.5 at 0'],
    [{ objectOf: [0, 1, 2], handedDown: 'all' }, "handedDown is 'objects' or 'sets' or 'pairs', not all"],
  ])('options %j', (options, message) => {
    expect(() => new VisibilityCuller(three, options as unknown as VisibilityOptions)).toThrow(message);
  });

  it('a step in the lossy mode', () => {
    expect(() => new VisibilityCuller(three, { mode: 'lossy' }).cull(crossing, crossing)).toThrow('one instant');
  });
});
