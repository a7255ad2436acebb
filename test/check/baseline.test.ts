// Baselines: which clashes are known, worse, new or gone, and which files are refused.
import { describe, expect, it } from 'vitest';
import {
  type Baseline,
  baselineOf,
  parseBaseline,
  remeshedParts,
  type Scene,
} from '../../src/check/baseline/baseline.ts';
import { compareWithBaseline } from '../../src/check/baseline/compare-baseline.ts';
import { UsageError } from '../../src/check/usage-error.ts';
import type { Clash, FrameClash } from '../../src/clash.ts';
import { TriMesh } from '../../src/index.ts';

/** Two strips, faces 0 to 39 and 40 to 79; faces f and f + 3 share no vertex. 100 long. */
const mesh = TriMesh.from(
  [0, 42].flatMap((start) =>
    Array.from({ length: 20 }, (_, q) => start + 2 * q).flatMap((v) => [v, v + 1, v + 2, v + 2, v + 1, v + 3]),
  ),
  84,
);
const rest = Float64Array.from({ length: 3 * 84 }, (_, i) => (i % 3 === 0 ? (100 * (i / 3)) / 83 : 0));
const partOfFace = Uint32Array.from({ length: 80 }, (_, f) => Math.floor(f / 40));
const parts = { names: ['body', 'dress'], partOfFace };
const scene: Scene = { mesh, parts, rest };
/** A ten-thousandth of the size: what a depth may change anyway. */
const SLACK = 100 / 10_000;

function clash(facesA: number[], facesB: number[], worst: Partial<FrameClash> = {}, more: Partial<Clash> = {}): Clash {
  const faces = { facesA: Uint32Array.from(facesA), facesB: Uint32Array.from(facesB) };
  return {
    ...{ id: 0, a: 0, b: 1, kind: 'crossing', first: 0, last: 0, atRest: false, firstTime: null, curveLength: 1 },
    worst: {
      ...{ a: 0, b: 1, kind: 'crossing', frame: 0, depth: null, through: null, distance: null, method: null },
      ...{ point: [0, 0, 0], curveLength: 1, pairs: 1, curve: new Float64Array(0), ...faces },
      ...worst,
    },
    perFrame: [],
    ...faces,
    ...more,
  };
}

const cornersOf = (vertices: readonly number[]): number[] => vertices.flatMap((v) => [(100 * v) / 83, 0, 0]);

/** As it comes back from a file. */
const stored = (...clashes: Clash[]): Baseline =>
  parseBaseline(JSON.stringify(baselineOf(clashes, scene)), 'known.json', parts);
const statuses = (baseline: Baseline, ...clashes: Clash[]) => compareWithBaseline(clashes, baseline, scene).statuses;

describe('a baseline', () => {
  it('has parts, size, and faces as ranges within their part', () => {
    expect(baselineOf([clash([0, 1, 2, 7], [40, 41, 79], { depth: 0.5, through: 2 })], scene)).toMatchObject({
      version: 1,
      graze: 'baseline',
      parts: [
        { name: 'body', faces: 40 },
        { name: 'dress', faces: 40 },
      ],
      size: 100,
      clashes: [
        {
          ...{ a: 'body', b: 'dress', kind: 'crossing', depth: 0.5, through: 2 },
          faces: {
            a: [
              [0, 2],
              [7, 7],
            ],
            b: [
              [0, 1],
              [39, 39],
            ],
          },
          rest: {
            a: [
              [0, 1, 2],
              [2, 1, 3],
              [2, 3, 4],
              [8, 7, 9],
            ].map(cornersOf),
            b: [
              [42, 43, 44],
              [44, 43, 45],
              [82, 81, 83],
            ].map(cornersOf),
          },
        },
      ],
    });
  });

  it('knows its own clashes', () => {
    const clashes = [clash([0], [40], { depth: 1 }), clash([9], [9], { through: 2 }, { b: 0 }), clash([20], [60])];
    const { statuses, gone } = compareWithBaseline(clashes, stored(...clashes), scene);
    expect(statuses).toEqual(['known', 'known', 'known']);
    expect(gone).toEqual([]);
  });

  it('knows a clash on faces that share a vertex, on either side, not on others', () => {
    const baseline = stored(clash([10], [50]));
    expect(statuses(baseline, clash([12], [52]), clash([12], [53]), clash([13], [53]))).toEqual([
      'known',
      'known',
      'new',
    ]);
    expect(statuses(baseline, clash([10], [10], {}, { b: 0 }))).toEqual(['new']);
  });

  it('lists what is gone', () => {
    const baseline = stored(clash([0], [40], { depth: 1 }), clash([20], [60], { through: 2 }));
    const { statuses, gone } = compareWithBaseline([clash([20], [60], { through: 2 })], baseline, scene);
    expect(statuses).toEqual(['known']);
    expect(gone).toEqual([{ a: 'body', b: 'dress', kind: 'crossing', depth: 1, through: null }]);
  });

  it('does not mind another order of parts', () => {
    const baseline = stored(clash([0], [44], { depth: 1 }));
    const swapped: Scene = {
      ...scene,
      parts: { names: ['dress', 'body'], partOfFace: partOfFace.map((part) => 1 - part) },
    };
    expect(compareWithBaseline([clash([44], [0], { depth: 1 })], baseline, swapped).statuses).toEqual(['known']);
    expect(compareWithBaseline([clash([40], [4], { depth: 1 })], baseline, swapped).statuses).toEqual(['new']);
  });
});

describe('worse', () => {
  it('is deeper by a tenth and a ten-thousandth of the size', () => {
    const baseline = stored(clash([0], [40], { depth: 1 }));
    const most = 1.1 + SLACK;
    expect(statuses(baseline, clash([0], [40], { depth: most - 1e-9 }))).toEqual(['known']);
    expect(statuses(baseline, clash([0], [40], { depth: most + 1e-9 }))).toEqual(['worse']);
    expect(statuses(stored(clash([0], [40])), clash([0], [40], { through: 2 * SLACK }))).toEqual(['worse']);
  });

  it('than the deepest of all that it meets', () => {
    const baseline = stored(clash([0], [40], { depth: 1 }), clash([4], [44], { depth: 2 }));
    const { statuses, gone } = compareWithBaseline([clash([2], [42], { depth: 2 })], baseline, scene);
    expect([statuses, gone]).toEqual([['known'], []]);
  });

  it('is more than half of the faces elsewhere', () => {
    const baseline = stored(clash([0], [40]));
    expect(statuses(baseline, clash([0, 10], [40, 50]))).toEqual(['known']);
    expect(statuses(baseline, clash([0, 10, 11], [40, 50]))).toEqual(['worse']);
  });

  it('is a crossing where parts only touched', () => {
    const touching = { kind: 'touching' as const };
    const baseline = stored(clash([0], [40], touching, touching));
    expect(statuses(baseline, clash([0], [40], touching, touching), clash([0], [40]))).toEqual(['known', 'worse']);
  });
});

describe('a part that was remeshed', () => {
  /**
   * As the strips above, but the faces of these parts are in reverse order and the last is twice.
   */
  const remeshed = (...names: readonly string[]): Scene => {
    const faces = parts.names.map((name, part) => {
      const own = Array.from({ length: 40 }, (_, i) => 40 * part + i);
      return names.includes(name) ? [...own.reverse(), 40 * part] : own;
    });
    const order = faces.flat();
    return {
      mesh: TriMesh.from(
        order.flatMap((f) => [...mesh.triangles.subarray(3 * f, 3 * f + 3)]),
        84,
      ),
      parts: { names: parts.names, partOfFace: Uint32Array.from(order, (f) => partOfFace[f]) },
      rest,
    };
  };
  const body = remeshed('body');
  const both = remeshed('body', 'dress');
  /**
   * The new ids of faces, counted within their strip; the last one if only the body was remeshed.
   */
  const inBody = (f: number): number => 39 - f;
  const inDress = (f: number): number => 41 + 39 - f;
  const dressAfterBody = (f: number): number => 41 + f;
  const inBoth = (a: number, b: number, worst?: Partial<FrameClash>): Clash => clash([inBody(a)], [inDress(b)], worst);

  it('is told with both numbers of faces', () => {
    expect(remeshedParts(stored(), parts)).toEqual([]);
    expect(remeshedParts(stored(), both.parts)).toEqual([
      { name: 'body', before: 40, now: 41 },
      { name: 'dress', before: 40, now: 41 },
    ]);
  });

  const statusesIn = (now: Scene, baseline: Baseline, ...clashes: Clash[]) =>
    compareWithBaseline(clashes, baseline, now).statuses;

  it('is the same clash by its place in the first frame', () => {
    const baseline = stored(clash([10], [50]));
    expect(statusesIn(body, baseline, clash([inBody(10)], [dressAfterBody(30)]))).toEqual(['known']);
    // Faces within 2, a fiftieth of the size, are at the same place. Vertices are 1.2 apart: face
    // 13 begins one vertex after the end of face 10, face 16 four vertices.
    expect(statusesIn(body, baseline, clash([inBody(13)], [dressAfterBody(30)]))).toEqual(['known']);
    expect(statusesIn(body, baseline, clash([inBody(16)], [dressAfterBody(30)]))).toEqual(['new']);
    // The other part was not remeshed: its faces tell.
    expect(statusesIn(body, baseline, clash([inBody(30)], [dressAfterBody(10)]))).toEqual(['known']);
  });

  it('is so on both sides if both were remeshed', () => {
    const baseline = stored(clash([10], [50]));
    expect(statusesIn(both, baseline, inBoth(10, 10), inBoth(10, 30), inBoth(30, 10))).toEqual(['known', 'new', 'new']);
  });

  it('is so on the side that has faces, of a part inside another', () => {
    const inside = { kind: 'inside' as const };
    const baseline = stored(clash([10], [], inside, inside));
    expect(statusesIn(both, baseline, clash([inBody(10)], [], inside, inside), inBoth(30, 10))).toEqual([
      'known',
      'new',
    ]);
  });

  it('with itself is compared on both sides at once', () => {
    const baseline = stored(clash([10], [20], {}, { b: 0 }));
    const self = (a: number, b: number): Clash => clash([inBody(a)], [inBody(b)], {}, { b: 0 });
    expect(statusesIn(body, baseline, self(20, 10), self(20, 30), self(30, 34))).toEqual(['known', 'known', 'new']);
    // Not with clashes of other parts at the same place.
    expect(statusesIn(body, baseline, clash([inBody(10)], [dressAfterBody(10)]))).toEqual(['new']);
  });

  it('is worse if deeper, not if its faces are elsewhere', () => {
    const baseline = stored(clash([10], [50], { depth: 1 }));
    expect(statusesIn(both, baseline, inBoth(10, 10, { depth: 2 }))).toEqual(['worse']);
    const wide = clash([10, 30, 31, 32, 33].map(inBody).reverse(), [inDress(10)], { depth: 1 });
    expect(statusesIn(both, baseline, wide)).toEqual(['known']);
    expect(statuses(baseline, clash([10, 30, 31, 32, 33], [50], { depth: 1 }))).toEqual(['worse']);
  });

  it('does not change what other parts have', () => {
    const baseline = stored(clash([50], [60], {}, { a: 1 }));
    const self = (a: number, b: number) => clash([dressAfterBody(a)], [dressAfterBody(b)], {}, { a: 1 });
    expect(statusesIn(body, baseline, self(12, 22), self(14, 24))).toEqual(['known', 'new']);
  });
});

describe('a file is refused', () => {
  const text = (change: object): string => JSON.stringify({ ...baselineOf([], scene), ...change });
  const refused = (content: string, line: string): void =>
    expect(() => parseBaseline(content, 'known.json', parts)).toThrow(new UsageError(`known.json: ${line}`));
  const again = 'write it again with --update-baseline.';

  it.each(['', '{', 'null', '[]', '{"version":1}'])('that is no baseline: %s', (content) => {
    refused(content, `it is not a baseline of graze; name another file, or ${again}`);
  });

  it('of another version', () => {
    refused(text({ version: 9 }), `it is a baseline of version 9, and this is version 1; ${again}`);
  });

  it('whose parts differ, and which', () => {
    const end = `; check the files, or ${again}`;
    const body = { name: 'body', faces: 40 };
    const dress = { name: 'dress', faces: 40 };
    refused(
      text({ parts: [body, { name: 'skirt', faces: 40 }] }),
      `the baseline has part 'skirt', which the input has not, and the input has part 'dress', which the baseline has not${end}`,
    );
    refused(text({ parts: [body] }), `the input has part 'dress', which the baseline has not${end}`);
    refused(
      text({ parts: [body, dress, { name: 'hat', faces: 1 }, { name: 'wig', faces: 1 }] }),
      `the baseline has parts 'hat', 'wig', which the input has not${end}`,
    );
    expect(parseBaseline(text({ parts: [dress, body] }), 'known.json', parts).clashes).toEqual([]);
  });
});
