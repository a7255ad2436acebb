import { describe, expect, it } from 'vitest';
import { ClashDetector, type ClashOptions, type FrameClash } from '../../../src/clash.ts';
import { TriMesh } from '../../../src/index.ts';
import { box, merge, move, type Shape, sheet, sphere } from '../../generate/clash-shapes.ts';

const NAMES = ['a', 'b', 'c', 'd'];

/** The clashes of shapes, as "kind a b". */
function clashesOf(shapes: readonly Shape[], options: ClashOptions = {}): { list: FrameClash[]; kinds: string[] } {
  const { positions, triangles, partOfFace } = merge(...shapes);
  const mesh = TriMesh.from(triangles, positions.length / 3);
  const parts = { names: NAMES.slice(0, shapes.length), partOfFace };
  const detector = new ClashDetector(mesh, { parts, ...options });
  const list = detector.frame(positions, { curves: true });
  detector.dispose();
  return { list, kinds: list.map(({ kind, a, b }) => `${kind} ${NAMES[a]} ${NAMES[b]}`).sort() };
}

const cube = box([0, 0, 0], [1, 1, 1]);
/** Three cubes in a row, each 0.1 into the next, with sides that are not coplanar. */
const row = [0, 1, 2].map((i) => move(cube, [0.9 * i, 0.1 * i, 0.2 * i]));

describe('options of ClashDetector', () => {
  it('reports components as parts by default', () => {
    const { positions, triangles } = merge(...row);
    const detector = new ClashDetector(TriMesh.from(triangles, positions.length / 3));
    expect(detector.parts.names).toEqual(['part 1', 'part 2', 'part 3']);
    expect(detector.isClosed).toEqual([true, true, true]);
    expect(detector.frame(positions).map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('checks only the pairs asked for', () => {
    expect(clashesOf(row).kinds).toEqual(['crossing a b', 'crossing b c']);
    expect(clashesOf(row, { pairs: [['b', 'a']] }).kinds).toEqual(['crossing a b']);
    expect(clashesOf(row, { ignore: [['c', 'b']] }).kinds).toEqual(['crossing a b']);
    expect(() => clashesOf(row, { pairs: [['a', 'x']] })).toThrow('There is no part x.');
  });

  it('leaves out parts with themselves', () => {
    const twice = { x: [...cube.x, ...row[1].x], t: [...cube.t, ...row[1].t.map((v) => v + cube.x.length / 3)] };
    expect(clashesOf([twice]).kinds).toEqual(['crossing a a']);
    expect(clashesOf([twice], { self: false }).kinds).toEqual([]);
    expect(clashesOf([twice], { ignore: [['a', 'a']] }).kinds).toEqual([]);
  });

  it('reports parts within the clearance, unless there is something graver', () => {
    const shapes = [cube, move(cube, [1.05, 0.1, 0.1]), move(cube, [0.1, 0.1, 1.25])];
    expect(clashesOf(shapes).kinds).toEqual([]);
    const { list, kinds } = clashesOf(shapes, { clearance: 0.1 });
    expect(kinds).toEqual(['near a b']);
    expect(list[0].distance).toBeCloseTo(0.05, 12);
    expect(list[0].point[0]).toBeCloseTo(1, 12);
    expect(clashesOf(shapes, { clearance: 0.26 }).kinds).toEqual(['near a b', 'near a c', 'near b c']);
    expect(clashesOf(shapes, { clearance: 0.26, ignore: [['a', 'c']] }).kinds).toEqual(['near a b', 'near b c']);
    expect(clashesOf(row, { clearance: 1 }).kinds).toEqual(['crossing a b', 'crossing b c', 'near a c']);
  });

  it('reports nearness of parts that share vertices, without the faces that do', () => {
    const { x, t } = sheet(4, 1, 8, 2);
    const partOfFace = Uint32Array.from({ length: t.length / 3 }, (_, f) => (Math.floor(f / 2) % 8 < 4 ? 0 : 1));
    const mesh = TriMesh.from(t, x.length / 3);
    const detector = new ClashDetector(mesh, { parts: { names: ['left', 'right'], partOfFace }, clearance: 0.1 });
    expect(detector.frame(Float64Array.from(x))).toEqual([]);
  });

  it('gives the curve of a clash when asked, and the faces that meet', () => {
    const shapes = [sphere(1, 12), move(sphere(1, 12), [0.03, 0.01, 1.5])];
    const { list } = clashesOf(shapes);
    expect(list).toHaveLength(1);
    const [{ curve, curveLength, pairs, facesA, facesB }] = list;
    expect(curve.length).toBe(6 * pairs);
    let length = 0;
    for (let i = 0; i < curve.length; i += 6)
      length += Math.hypot(curve[i] - curve[i + 3], curve[i + 1] - curve[i + 4], curve[i + 2] - curve[i + 5]);
    expect(length).toBeCloseTo(curveLength, 12);
    const faceCount = shapes[0].t.length / 3;
    expect(facesA.every((f) => f < faceCount)).toBe(true);
    expect(facesB.every((f) => f >= faceCount)).toBe(true);
  });

  it('refuses positions that do not fit', () => {
    const { triangles, positions } = merge(cube);
    const detector = new ClashDetector(TriMesh.from(triangles, positions.length / 3));
    expect(() => detector.frame(new Float64Array(3))).toThrow('Positions hold 3 numbers; 8 vertices need 24.');
    expect(() => detector.frame(positions.map(() => Number.NaN))).toThrow('Vertex 0 is not at a finite position');
    expect(() => new ClashDetector(detector.mesh, { clearance: -1 })).toThrow('clearance must be a finite length');
  });
});

describe('parts that share vertices', () => {
  /** A tube of three rings of faces, the middle one a part of its own; a sheet cuts the middle. */
  it('cross by the faces of the part alone', () => {
    const tube = box([0, 0, 0], [1, 1, 3], 3);
    const cut = move(sheet(3, 3, 1, 1), [0.51, 0.52, 1.53]);
    const { positions, triangles } = merge(tube, cut);
    const faceCount = triangles.length / 3;
    const heightOf = (f: number): number =>
      triangles.subarray(3 * f, 3 * f + 3).reduce((sum, v) => sum + positions[3 * v + 2], 0) / 3;
    const partOfFace = Uint32Array.from({ length: faceCount }, (_, f) => {
      if (f >= tube.t.length / 3) return 3;
      return heightOf(f) < 1 ? 0 : heightOf(f) < 2 ? 1 : 2;
    });
    const detector = new ClashDetector(TriMesh.from(triangles, positions.length / 3), {
      parts: { names: ['low', 'middle', 'high', 'sheet'], partOfFace },
    });
    expect(detector.isClosed).toEqual([false, false, false, false]);
    const clashes = detector.frame(positions);
    expect(clashes.map(({ kind, a, b }) => [kind, a, b])).toEqual([['crossing', 1, 3]]);
    // Half of the middle part is cut off, at most as far away as its border.
    expect(clashes[0].through).toBeCloseTo(0.47, 9);
  });
});
