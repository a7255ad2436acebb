// Situations that people ask about, end to end: the sentence, the JSON, the exit status.
import { readdirSync, readFileSync } from 'node:fs';
import { NodeIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import type { CheckJson, ClashJson } from '../../src/check/check-result.ts';
import { Builder } from '../io/gltf/gltf-samples.ts';
import { Folder, fault, graze } from './command.ts';

const folder = new Folder();

type Point = readonly [number, number, number];

/** Points and faces, by the indices of their corners. */
interface Shape {
  readonly points: readonly Point[];
  readonly faces: readonly (readonly number[])[];
}

const BOX_FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

function box(low: Point, high: Point): Shape {
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (i): Point => [(i & 1 ? high : low)[0], (i & 2 ? high : low)[1], (i & 4 ? high : low)[2]],
  );
  return { points, faces: BOX_FACES };
}

const cube = (x: number, y: number, z: number, size = 1): Shape => box([x, y, z], [x + size, y + size, z + size]);

/** A square of four quads at height z, around the z axis. */
function sheet(z: number): Shape {
  const sides = [-2, 0, 2];
  const points = sides.flatMap((y) => sides.map((x): Point => [x, y, z]));
  return { points, faces: [0, 1, 3, 4].map((i) => [i, i + 1, i + 4, i + 3]) };
}

/** An octahedron with a vertex straight above and one below the origin. */
const ball: Shape = {
  points: [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
  ],
  faces: [
    [0, 2, 4],
    [2, 1, 4],
    [1, 3, 4],
    [3, 0, 4],
    [2, 0, 5],
    [1, 2, 5],
    [3, 1, 5],
    [0, 3, 5],
  ],
};

/** A long bar whose upper and lower edges run along an axis at height z. */
function bar(axis: 0 | 1, z: number): Shape {
  const section: [number, number][] = [
    [0, 0.125],
    [0.125, 0],
    [0, -0.125],
    [-0.125, 0],
  ];
  const points = [-2, 2].flatMap((along) =>
    section.map(([across, up]): Point => (axis === 0 ? [along, across, z + up] : [across, along, z + up])),
  );
  const sides = [0, 1, 2, 3].map((k) => [k, (k + 1) % 4, 4 + ((k + 1) % 4), 4 + k]);
  return { points, faces: [[3, 2, 1, 0], [4, 5, 6, 7], ...sides] };
}

/** Splits every quad into four. */
function split({ points, faces }: Shape): Shape {
  const all = [...points];
  const middle = (corners: readonly number[]): number => {
    const sum = [0, 1, 2].map((axis) => corners.reduce((total, i) => total + all[i][axis], 0) / corners.length);
    const known = all.findIndex((point) => point.every((value, axis) => value === sum[axis]));
    return known >= 0 ? known : all.push(sum as unknown as Point) - 1;
  };
  const quarters = faces.flatMap((face) =>
    face.map((corner, k) => {
      const [next, before] = [face[(k + 1) % 4], face[(k + 3) % 4]];
      return [corner, middle([corner, next]), middle(face), middle([before, corner])];
    }),
  );
  return { points: all, faces: quarters };
}

/** Writes a frame: an OBJ file with named objects. */
function frame(name: string, objects: Readonly<Record<string, Shape>>): string {
  const lines: string[] = [];
  let first = 1;
  for (const [object, { points, faces }] of Object.entries(objects)) {
    lines.push(`o ${object}`, ...points.map((point) => `v ${point.join(' ')}`));
    lines.push(...faces.map((face) => `f ${face.map((i) => first + i).join(' ')}`));
    first += points.length;
  }
  return folder.put(name, `${lines.join('\n')}\n`);
}

interface Checked {
  readonly status: number | null;
  readonly sentence: string;
  readonly lines: readonly string[];
  readonly json: CheckJson;
  readonly clash: ClashJson;
}

function checked(...args: readonly string[]): Checked {
  const { status, stdout, stderr } = graze('check', '--threads', '1', ...args, '--json', folder.at('out.json'));
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  const json: CheckJson = JSON.parse(folder.text('out.json'));
  return { status, sentence: lines[0], lines, json, clash: json.clashes[0] };
}

/** Two cubes of which one sticks in the other by an eighth. */
const stuck = [0, 1, 2].map((i) =>
  frame(`stuck${i}.obj`, { cubeA: cube(i, 0, 0), cubeB: cube(i + 0.875, 0.25, 0.1875) }),
);

describe('two cubes that are stuck and move together', () => {
  it('go through each other, from the first frame', () => {
    const { status, sentence, json, clash, lines } = checked(...stuck);
    expect(sentence).toMatch(
      /^1 clash, there from the first frame \(at rest\): cubeA goes through cubeB in all 3 frames, 125 mm deep at frame [012]\.$/,
    );
    expect(status).toBe(1);
    expect(json).toMatchObject({
      version: 2,
      files: stuck,
      parts: [
        { name: 'cubeA', faces: 12, closed: true },
        { name: 'cubeB', faces: 12, closed: true },
      ],
      ...{ frames: 3, unit: 'm', gone: [] },
      summary: { clashes: 1, atRest: 1, new: null, worse: null, known: null, deepest: { clash: 0, depth: 0.125 } },
    });
    expect(clash).toMatchObject({
      ...{ id: 0, a: 'cubeA', b: 'cubeB', kind: 'crossing', first: 0, last: 2, frames: 3 },
      ...{ atRest: true, baseline: null, firstTime: null, worst: { depth: 0.125 } },
    });
    expect(clash.perFrame.map((one) => one.frame)).toEqual([0, 1, 2]);
    expect(json.steps.map(({ from, to, contacts, firstTime }) => [from, to, contacts, firstTime])).toEqual([
      [0, 1, { vf: 0, ee: 0, resting: 0 }, null],
      [1, 2, { vf: 0, ee: 0, resting: 0 }, null],
    ]);
    for (const { crossingPairs } of json.steps) expect(crossingPairs).toBe(clash.perFrame[0].pairs);
    expect(lines.find((line) => line.startsWith('cubeA – cubeB'))?.split(/ {2,}/)).toEqual([
      ...['cubeA – cubeB', 'crossing', 'all', 'start', '125 mm', clash.worst.method, 'at rest'],
    ]);
    expect(lines.at(-1)).toBe('No step has a contact.');
  });

  it('do not count with --ignore-rest, nor if their pair is left out', () => {
    const { status, sentence } = checked(...stuck, '--ignore-rest');
    expect([status, sentence]).toEqual([
      0,
      'Nothing clashes, except what is there from the first frame and ignored: 1 clash.',
    ]);
    for (const options of [
      ['--ignore', 'cubeB:cubeA'],
      ['--pairs', 'cubeA:cubeA'],
    ])
      expect(checked(...stuck, ...options)).toMatchObject({ status: 0, json: { clashes: [] } });
    expect(fault('check', ...stuck, '--pairs', 'cube*:cubeX')).toBe(
      "--pairs cube*:cubeX: there is no part 'cubeX' (Did you mean cubeA?)",
    );
  });

  it('are measured in the unit of the input', () => {
    expect(checked(...stuck, '--unit', 'mm').sentence).toContain(', 0.125 mm deep');
    expect(checked(...stuck, '--unit', 'ft').sentence).toContain(', 1.50 in deep');
  });

  it('can be a choice of frames', () => {
    const { json } = checked(...stuck, '--frames', '0-2:2');
    expect(json.files).toEqual([stuck[0], stuck[2]]);
    expect(json.steps).toHaveLength(1);
  });
});

it('a bar goes deepest into a cube in the middle frame, though no vertex tells', () => {
  // Every corner is outside the other part in all frames. The curve is the longest in frame 0.
  const files = [0, 1, 2].map((i) => {
    const [deep, half] = i === 1 ? [0.4, 0.125] : [0.1, 0.46875];
    return frame(`deep${i}.obj`, { cube: cube(0, 0, 0), bar: box([1 - deep, 0.5 - half, -1], [2, 0.5 + half, 2]) });
  });
  const { sentence, clash } = checked(...files);
  expect(clash.perFrame.map(({ depth }) => depth)).toEqual([0, 0, 0]);
  expect(clash.worst.frame).toBe(1);
  expect(clash.worst.depth).toBeCloseTo(0.4, 3);
  expect(sentence).toMatch(/ cube goes through bar in all 3 frames, 400 mm deep at frame 1\.$/);
});

it('resting cubes touch, which is no clash', () => {
  const files = [0, 1].map((i) => frame(`rest${i}.obj`, { lower: cube(i, 0, 0), upper: cube(i + 0.25, 0.25, 1) }));
  const { status, sentence, json, clash } = checked(...files);
  expect([status, sentence]).toEqual([
    0,
    'Nothing clashes: in the step no part goes through another or itself. Parts touch in 1 place, which is no clash.',
  ]);
  expect(json.clashes).toHaveLength(1);
  expect(clash).toMatchObject({ kind: 'touching', atRest: true, worst: { depth: 0, through: null, method: null } });
  const { vf, ee, resting } = json.steps[0].contacts;
  expect(resting).toBe(vf + ee);
  expect(resting).toBeGreaterThan(0);
});

it('a cube in a cube is inside', () => {
  const files = [0, 1].map((i) =>
    frame(`in${i}.obj`, { outer: cube(i, 0, 0), inner: cube(i + 0.375, 0.375, 0.375, 0.25) }),
  );
  const { status, sentence, clash } = checked(...files);
  expect(sentence).toMatch(
    /^1 clash, there from the first frame \(at rest\): inner is inside outer in both frames, 375 mm deep at frame [01]\.$/,
  );
  expect(status).toBe(1);
  expect(clash).toMatchObject({ kind: 'inside', worst: { depth: 0.375 } });
});

it('a sheet that goes through a ball between two frames passes', () => {
  const files = [2, -2].map((z, i) => frame(`sheet${i}.obj`, { ball, sheet: sheet(z) }));
  const { status, sentence, clash, json } = checked(...files);
  expect([status, sentence]).toEqual([1, '1 clash: ball passes through sheet between frames 0 and 1.']);
  expect(clash).toMatchObject({
    ...{ kind: 'passing', first: 0, last: 1, frames: 0, atRest: false, firstTime: 0.25, perFrame: [] },
    worst: { frame: 0, depth: null, through: null, method: null },
  });
  expect(json.steps[0]).toMatchObject({ firstTime: 0.25, crossingPairs: 0 });
});

it('crossed bars pass each other by edges alone', () => {
  const files = [1, -1].map((z, i) => frame(`bars${i}.obj`, { fixed: bar(0, 0), moving: bar(1, z) }));
  const { status, sentence, clash, json } = checked(...files);
  expect([status, sentence]).toEqual([1, '1 clash: fixed passes through moving between frames 0 and 1.']);
  expect(clash.kind).toBe('passing');
  expect(clash.firstTime).toBeLessThanOrEqual(0.375);
  expect(clash.firstTime).toBeCloseTo(0.375, 9);
  expect(json.steps[0].contacts.vf).toBe(0);
  expect(json.steps[0].contacts.ee).toBeGreaterThan(0);
});

describe('one frame alone', () => {
  it('is a still scene', () => {
    const { status, sentence, json, clash, lines } = checked(stuck[0]);
    expect([status, sentence]).toEqual([1, 'cubeA goes through cubeB, 125 mm deep.']);
    expect(json).toMatchObject({ frames: 1, files: [stuck[0]], steps: [] });
    expect(clash).toMatchObject({ kind: 'crossing', first: 0, last: 0, frames: 1, worst: { frame: 0, depth: 0.125 } });
    expect(lines[2]).toBe('1 frame of 16 vertices and 24 triangles in 2 parts.');
    expect(fault('check', stuck[0], '--ignore-rest')).toBe(
      '--ignore-rest would leave nothing of one frame alone; leave it out.',
    );
  });

  it('may be made of several inputs', () => {
    const [one, other] = [
      frame('one.obj', { cube: cube(0, 0, 0) }),
      frame('other.obj', { cube: cube(0.5, 0.25, 0.25) }),
    ];
    const { status, sentence, json } = checked(`left=${one}`, `right=${other}`);
    expect(status).toBe(1);
    // The deepest point is within a face: it is found to a hundredth.
    expect(sentence).toMatch(/^left goes through right, (49[5-9]|500) mm deep\.$/);
    expect(json.parts.map(({ name }) => name)).toEqual(['left', 'right']);
  });

  it('clashes with --clearance if parts are near', () => {
    const near = frame('near.obj', { a: cube(0, 0, 0), b: cube(1.125, 0, 0) });
    expect(checked(near)).toMatchObject({ status: 0, json: { clashes: [] } });
    const { status, sentence, clash } = checked(near, '--clearance', '0.25');
    expect([status, sentence]).toEqual([1, 'a comes near b, 125 mm apart.']);
    expect(clash).toMatchObject({ kind: 'near', worst: { distance: 0.125 } });
    expect(checked(near, '--clearance', '0.0625').sentence).toBe(
      'Nothing clashes: no part goes through another or itself, and none comes within 62.5 mm of another.',
    );
  });

  it('has the same faces twice', () => {
    const twice = frame('twice.obj', { a: cube(0, 0, 0), b: cube(0, 0, 0) });
    const { status, sentence, clash } = checked(twice);
    expect([status, sentence]).toEqual([1, 'a and b have the same faces.']);
    expect(clash.kind).toBe('duplicate');
  });
});

it('--clip all checks one animation after the other, and no motion in between', async () => {
  const builder = new Builder();
  builder.cube().setName('fixed');
  const moving = builder.cube().setName('moving');
  const move = (name: string, from: number, to: number) =>
    builder.animate(
      moving,
      'translation',
      'LINEAR',
      [0, 1],
      [from, to].map((x) => [x, 0, 0]),
      name,
    );
  move('right', 3, 4);
  move('left', -3, -4);
  move('into', -3, -0.5);
  const file = folder.put('clips.glb', await builder.glb());
  const { status, sentence, json, clash } = checked(file, '--clip', 'all', '--contacts', folder.at('clips.jsonl'));
  expect([status, json.clashes.length]).toEqual([1, 1]);
  expect(sentence).toMatch(/^1 clash: fixed goes through moving in frame 5, /);
  expect(clash.firstTime).toBeGreaterThan(4);
  expect(json.files).toEqual(
    ['right', 'left', 'into'].flatMap((clip) => [0, 1].map((time) => `${file}#${clip}@${time}`)),
  );
  expect(json.steps.map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
  expect(folder.text('clips.jsonl').trimEnd().split('\n')).toHaveLength(3);
  expect(checked(file, '--clip', 'all', '--frames', '0,3').sentence).toBe(
    'Nothing clashes: in 2 frames no part goes through another or itself.',
  );
  expect(checked(file, '--clip', 'left').sentence).toMatch(/^Nothing clashes: in the step /);
});

describe('outputs', () => {
  it('--json - leaves standard output to the JSON', () => {
    const { status, stdout } = graze('check', stuck[0], '--json', '-');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toEqual(checked(stuck[0]).json);
  });

  it('--overlay writes the curves as GLB, or coloured frames into a folder', async () => {
    checked(...stuck, '--overlay', folder.at('clashes.glb'));
    const nodes = (await new NodeIO().readBinary(readFileSync(folder.at('clashes.glb')))).getRoot().listNodes();
    expect(nodes.filter((node) => node.getName().startsWith('cubeA–cubeB 1'))).not.toEqual([]);
    checked(...stuck, '--overlay', folder.at('coloured'));
    expect(readdirSync(folder.at('coloured'))).toEqual(['0000.ply', '0001.ply', '0002.ply']);
  });

  it('--report has the sentence, also of a still scene', () => {
    for (const files of [stuck, stuck.slice(0, 1)]) {
      const { sentence } = checked(...files, '--report', folder.at('out.html'));
      expect(folder.text('out.html')).toContain(`>${sentence}</p>`);
    }
  });

  it('--csv has a row per clash', () => {
    const { clash } = checked(...stuck, '--csv', folder.at('out.csv'));
    const rows = folder.text('out.csv').split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toBe(
      `0,cubeA,cubeB,crossing,0,2,3,true,,,${clash.worst.frame},0.125,${clash.worst.through ?? ''},,${clash.worst.method},${clash.worst.point.join()},${clash.curveLength}`,
    );
  });
});

describe('a baseline', () => {
  const moving = (deep: number, third: boolean): string[] =>
    [0, 1, 2].map((i) =>
      frame(`known-${deep}-${third}-${i}.obj`, {
        cubeA: cube(i, 0, 0),
        cubeB: cube(i + 1 - deep, 0.25, 0.1875),
        cubeC: cube(i, third && i === 2 ? 0.75 : 3, 0.5),
      }),
    );
  const baseline = ['--baseline', folder.at('known.json')];
  const before = moving(0.125, false);

  it('is written, and then everything is known', () => {
    const written = checked(...before, ...baseline, '--update-baseline');
    expect([written.status, written.lines[1]]).toEqual([
      0,
      `Wrote ${folder.at('known.json')}: 1 clash is known from now on.`,
    ]);
    const again = checked(...before, ...baseline);
    expect([again.status, ...again.lines.slice(0, 2)]).toEqual([
      0,
      'Nothing is new or worse.',
      `Against ${folder.at('known.json')}: 0 new, 0 worse, 0 gone, 1 known.`,
    ]);
    expect(again.clash.baseline).toBe('known');
    expect(again.json.summary).toMatchObject({ new: 0, worse: 0, known: 1 });
  });

  it('tells what is new, worse and gone', () => {
    checked(...before, ...baseline, '--update-baseline');
    const added = checked(...moving(0.125, true), ...baseline);
    expect(added.status).toBe(1);
    expect(added.sentence).toMatch(/^\d clash(es)?: cube[AB] goes through cubeC in frame 2, /);
    expect(added.json.clashes.map(({ b, baseline: status }) => [b, status])).toEqual(
      expect.arrayContaining([
        ['cubeB', 'known'],
        ['cubeC', 'new'],
      ]),
    );
    const deepened = checked(...moving(0.25, false), ...baseline);
    expect([deepened.status, deepened.clash.baseline, deepened.lines[1]]).toEqual([
      1,
      'worse',
      `Against ${folder.at('known.json')}: 0 new, 1 worse, 0 gone, 0 known.`,
    ]);
    const apart = checked(...moving(-1, false), ...baseline);
    expect([apart.status, apart.lines[1]]).toEqual([
      0,
      `Against ${folder.at('known.json')}: 0 new, 0 worse, 1 gone, 0 known.`,
    ]);
    expect(apart.json.gone).toEqual([{ a: 'cubeA', b: 'cubeB', kind: 'crossing', depth: 0.125, through: null }]);
  });

  it('knows a clash of remeshed parts by its place', () => {
    /** A small cube that sticks in a large one. */
    const sequence = (name: string, shape: (whole: Shape) => Shape, deep: number, up: number): string[] =>
      [0, 1].map((i) => {
        const small = cube(i + 8 - deep, 0.25 + up, 0.1875);
        return frame(`${name}${i}.obj`, { large: shape(cube(i, 0, 0, 8)), small: shape(small) });
      });
    checked(...sequence('coarse', (whole) => whole, 0.125, 0), ...baseline, '--update-baseline');
    const again = checked(...sequence('fine', split, 0.125, 0), ...baseline);
    expect([again.status, ...again.lines.slice(0, 2)]).toEqual([
      0,
      'Nothing is new or worse.',
      `Against ${folder.at('known.json')}: 0 new, 0 worse, 0 gone, 1 known.`,
    ]);
    for (const part of ['large', 'small'])
      expect(again.lines).toContain(`${part} was remeshed (12 faces, now 48): its clashes are compared by position.`);
    const counts = (deep: number, up: number) => checked(...sequence('other', split, deep, up), ...baseline).lines[1];
    expect(counts(0.5, 0)).toContain(': 0 new, 1 worse, 0 gone, 0 known.');
    expect(counts(0.125, 5)).toContain(': 1 new, 0 worse, 1 gone, 0 known.');
  });

  it('of other parts is refused, before anything is checked', () => {
    checked(...before, ...baseline, '--update-baseline');
    const renamed = frame('renamed.obj', { cubeA: cube(0, 0, 0), cubeB: cube(3, 0, 0), cubeD: cube(0, 3, 0) });
    expect(fault('check', renamed, renamed, ...baseline)).toBe(
      `${folder.at('known.json')}: the baseline has part 'cubeC', which the input has not, and the input has part 'cubeD', which the baseline has not; check the files, or write it again with --update-baseline.`,
    );
    expect(fault('check', ...stuck, ...baseline)).toContain("the baseline has part 'cubeC', which the input has not");
  });

  it('that is missing, or has no name, is told', () => {
    const missing = folder.at('missing.json');
    expect(fault('check', ...stuck, '--baseline', missing)).toBe(
      `${missing}: there is no such file; write it first, with --baseline ${missing} --update-baseline.`,
    );
    expect(fault('check', ...stuck, '--update-baseline')).toBe(
      '--update-baseline needs the file to write; name it with --baseline FILE.',
    );
  });
});
