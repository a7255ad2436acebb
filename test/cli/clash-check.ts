// A check whose clashes are known by formula: a ball flies through another one, above a sheet that
// cuts the other one in every frame, and a pellet passes the sheet between two frames.
import type { Parts, Point } from '../../src/clash.ts';
import type { FoundClashes, ReportInfo, ReportStep } from '../../src/cli/report/report-step.ts';
import type { ClashView, DepthInFrame } from '../../src/display/clash-view.ts';
import { MeshCollider, TriMesh } from '../../src/index.ts';

export const FRAME_COUNT = 21;
const RADIUS = 0.3;
/** The height of the sheet below the centres of the balls. */
const SHEET = -0.22;
const PELLET = 0.05;
/** The step in which the pellet passes the sheet. */
const PASSING = 7;
/** The frame in which the balls are nearest to each other. */
export const WORST = 10;
export const SENTENCE = '3 clashes, 1 of them at rest: ball goes through core.';
const NAMES = ['ball', 'core', 'sheet', 'pellet'];

interface Shape {
  readonly positions: readonly number[];
  readonly triangles: readonly number[];
}

function sphere(radius: number, rings: number): Shape {
  const positions = [0, radius, 0];
  const segments = 2 * rings;
  for (let i = 1; i < rings; i++)
    for (let j = 0; j < segments; j++) {
      const [tilt, turn] = [(Math.PI * i) / rings, (2 * Math.PI * j) / segments];
      positions.push(
        radius * Math.sin(tilt) * Math.cos(turn),
        radius * Math.cos(tilt),
        radius * Math.sin(tilt) * Math.sin(turn),
      );
    }
  positions.push(0, -radius, 0);
  const last = positions.length / 3 - 1;
  const at = (i: number, j: number) => (i === 0 ? 0 : i === rings ? last : 1 + (i - 1) * segments + (j % segments));
  const triangles: number[] = [];
  for (let i = 0; i < rings; i++)
    for (let j = 0; j < segments; j++) {
      if (i > 0) triangles.push(at(i, j), at(i, j + 1), at(i + 1, j));
      if (i < rings - 1) triangles.push(at(i, j + 1), at(i + 1, j + 1), at(i + 1, j));
    }
  return { positions, triangles };
}

function sheet(size: number, cells: number): Shape {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= cells; i++)
    for (let j = 0; j <= cells; j++) positions.push(size * (i / cells - 0.5), SHEET, size * (j / cells - 0.5));
  for (let i = 0; i < cells; i++)
    for (let j = 0; j < cells; j++) {
      const v = i * (cells + 1) + j;
      triangles.push(v, v + 1, v + cells + 1, v + 1, v + cells + 2, v + cells + 1);
    }
  return { positions, triangles };
}

/** The centre of the moving ball in a frame. */
const ballAt = (frame: number): number[] => [-1 + frame / 10, 0.15, 0.36];
const pelletAt = (frame: number): number[] => [0.5, SHEET + 0.21 + (PASSING - frame) * 0.42, 0.6];

export interface ClashCheck {
  readonly info: ReportInfo;
  readonly parts: Parts;
  readonly found: FoundClashes;
  positions(frame: number): Float64Array;
  step(index: number): ReportStep;
}

export function clashCheck(): ClashCheck {
  const shapes = [sphere(RADIUS, 14), sphere(RADIUS, 14), sheet(2.6, 20), sphere(PELLET, 8)];
  const meshes = shapes.map(({ positions, triangles }) => TriMesh.from(triangles, positions.length / 3));
  const { mesh } = TriMesh.merge(meshes);
  const parts = { names: NAMES, partOfFace: meshes.flatMap(({ faceCount }, part) => new Array(faceCount).fill(part)) };
  const positions = (frame: number): Float64Array => {
    const centres = [ballAt(frame), [0, 0, 0], [0, 0, 0], pelletAt(frame)];
    return Float64Array.from(shapes.flatMap((shape, part) => shape.positions.map((x, i) => x + centres[part][i % 3])));
  };
  const collider = new MeshCollider(mesh);
  const step = (index: number): ReportStep => {
    const [x0, x1] = [positions(index), positions(index + 1)];
    const { count, kind, a, b, time, truncated, tally } = collider.collide(x0, x1);
    const columns = { kind: kind.slice(), a: a.slice(), b: b.slice(), time: time.slice() };
    const firstTime = count === 0 ? null : time.reduce((least, t) => Math.min(least, t), 1);
    const [from, to] = [`f${index}.ply`, `f${index + 1}.ply`];
    return { index, from, to, ms: 1.5, firstTime, count, ...columns, truncated, tally: { ...tally }, x0, x1 };
  };
  const clashes = clashesOf(mesh, parts, positions, collider);
  const list = { clashes, frameCount: FRAME_COUNT, unit: 'm', gone: [] } as const;
  const whole = { title: 'balls', sources: ['f*.ply'], paths: 'Straight paths.', objectNames: NAMES, up: 'y' } as const;
  return {
    info: { ...whole, mesh, stepCount: FRAME_COUNT - 1, version: '0.1.0' },
    parts,
    found: { sentence: SENTENCE, list, parts, read: positions },
    positions,
    step,
  };
}

function clashesOf(
  mesh: TriMesh,
  parts: Parts,
  positions: (frame: number) => Float64Array,
  collider: MeshCollider,
): ClashView[] {
  const frames = Array.from({ length: FRAME_COUNT }, (_, frame) => frame);
  const facesIn = (frame: number, part: number, other: number): Uint32Array => {
    const { count, a, b } = collider.intersections(positions(frame));
    const faces = new Set<number>();
    for (let i = 0; i < count; i++)
      for (const [f, g] of [
        [a[i], b[i]],
        [b[i], a[i]],
      ])
        if (parts.partOfFace[f] === part && parts.partOfFace[g] === other) faces.add(f);
    return Uint32Array.from(faces).sort();
  };
  const clash = (
    id: number,
    [a, b]: readonly [number, number],
    frame: number,
    depth: number,
    curve: Float64Array,
    point: Point,
    perFrame: readonly DepthInFrame[],
  ): ClashView => {
    const [facesA, facesB] = [facesIn(frame, a, b), facesIn(frame, b, a)];
    const [first, last] = [perFrame[0].frame, perFrame[perFrame.length - 1].frame];
    const [atRest, firstTime] = first === 0 ? [true, null] : [false, first - 0.4];
    return {
      ...{ id, a: NAMES[a], b: NAMES[b], kind: 'crossing', first, last, frames: perFrame.length, atRest, firstTime },
      worst: { frame, depth, through: depth, distance: null, method: 'samples', point },
      ...{ baseline: null, curveLength: lengthOf(curve), perFrame, facesA, facesB, curve },
    };
  };
  const gaps = frames.map((frame) => 2 * RADIUS - Math.hypot(...ballAt(frame)));
  const touching = frames.filter((frame) => gaps[frame] > 0);
  const balls = clash(
    0,
    [0, 1],
    WORST,
    gaps[WORST],
    lens(ballAt(WORST)),
    [0, 0.075, 0.18],
    touching.map((frame) => ({ frame, depth: gaps[frame] })),
  );
  const cut = RADIUS + SHEET;
  const core = clash(
    1,
    [1, 2],
    0,
    cut,
    circle([0, SHEET, 0], [1, 0, 0], [0, 0, 1], RADIUS ** 2 - SHEET ** 2),
    [0, -RADIUS, 0],
    frames.map((frame) => ({ frame, depth: cut })),
  );
  const at = pelletAt(PASSING + 0.5);
  const passing: ClashView = {
    ...{ id: 2, a: 'sheet', b: 'pellet', kind: 'passing', first: PASSING, last: PASSING + 1, frames: 0 },
    ...{ atRest: false, baseline: null, firstTime: PASSING + 0.5, curveLength: 0, perFrame: [] },
    worst: {
      ...{ frame: PASSING, depth: null, through: null, distance: null, method: null },
      point: [at[0], at[1], at[2]],
    },
    facesA: Uint32Array.of(faceBelow(mesh, parts, positions(0), at)),
    facesB: Uint32Array.of(mesh.faceCount - 1),
    curve: new Float64Array(0),
  };
  return [balls, core, passing];
}

/** The face of the sheet with the corner that is nearest to a point. */
function faceBelow({ triangles }: TriMesh, { partOfFace }: Parts, x: Float64Array, at: readonly number[]): number {
  const faces = Array.from(partOfFace).flatMap((part, f) => (part === 2 ? [f] : []));
  const distance = (f: number) => Math.hypot(...at.map((value, axis) => value - x[3 * triangles[3 * f] + axis]));
  return faces.reduce((best, f) => (distance(f) < distance(best) ? f : best));
}

/** Where the two balls meet. */
function lens(centre: readonly number[]): Float64Array {
  const distance = Math.hypot(...centre);
  const [x, y, z] = centre.map((value) => value / distance);
  const side = Math.hypot(x, z);
  const right = [z / side, 0, -x / side];
  const up = [y * right[2], z * right[0] - x * right[2], -y * right[0]];
  return circle(
    centre.map((value) => value / 2),
    right,
    up,
    RADIUS ** 2 - distance ** 2 / 4,
  );
}

function circle(
  centre: readonly number[],
  right: readonly number[],
  up: readonly number[],
  radiusSq: number,
): Float64Array {
  const at = (k: number) => {
    const [c, s] = [Math.cos((Math.PI * k) / 32), Math.sin((Math.PI * k) / 32)].map((x) => x * Math.sqrt(radiusSq));
    return centre.map((x, axis) => x + c * right[axis] + s * up[axis]);
  };
  return Float64Array.from(Array.from({ length: 64 }, (_, k) => [...at(k), ...at(k + 1)]).flat());
}

function lengthOf(curve: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < curve.length; i += 6)
    sum += Math.hypot(curve[i] - curve[i + 3], curve[i + 1] - curve[i + 4], curve[i + 2] - curve[i + 5]);
  return sum;
}
