// A baseline: the clashes of an earlier check that are known, so that a later check tells what is
// new or worse. This file makes and parses it; `compare-baseline.ts` compares.
import type { Clash, Parts } from '../../clash.ts';
import type { TriMesh } from '../../index.ts';
import type { GoneJson } from '../check-result.ts';
import { UsageError } from '../usage-error.ts';
import { baselineFault } from './baseline-fault.ts';

/** The version of the file format. */
const VERSION = 1;

/** The maximum number of faces of each part of a clash whose place at rest is stored. */
const MAX_REST_FACES = 8;

/** Consecutive numbers of faces, both ends included. Faces are counted within their part. */
export type FaceRange = readonly [first: number, last: number];

/** A face in the first frame: the nine coordinates of its corners. */
export type RestFace = readonly number[];

/** A clash in a baseline. */
export interface BaselineClash extends GoneJson {
  /** The faces of both parts. */
  readonly faces: { readonly a: readonly FaceRange[]; readonly b: readonly FaceRange[] };
  /** Some faces of both parts in the first frame, for parts that are remeshed later. */
  readonly rest: { readonly a: readonly RestFace[]; readonly b: readonly RestFace[] };
}

/** The content of a baseline file. */
export interface Baseline {
  /** The version of the format. */
  readonly version: number;
  /** Tells the file from others. */
  readonly graze: 'baseline';
  /** The parts. */
  readonly parts: readonly { readonly name: string; readonly faces: number }[];
  /** The diagonal of the box around the first frame. */
  readonly size: number;
  /** The clashes. */
  readonly clashes: readonly BaselineClash[];
}

/** What a baseline is made for: a mesh with its parts, and its first frame. */
export interface Scene {
  /** The mesh. */
  readonly mesh: TriMesh;
  /** Its parts. */
  readonly parts: Parts;
  /** The positions in the first frame. */
  readonly rest: Float64Array;
}

/** Returns the baseline of a check. */
export function baselineOf(clashes: readonly Clash[], scene: Scene): Baseline {
  const { mesh, parts, rest } = scene;
  const numbering = new FaceNumbering(parts);
  return {
    version: VERSION,
    graze: 'baseline',
    parts: parts.names.map((name, part) => ({ name, faces: numbering.facesOf(part).length })),
    size: diagonalOf(mesh, rest),
    clashes: clashes.map(({ a, b, kind, worst, facesA, facesB }) => ({
      ...{ a: parts.names[a], b: parts.names[b], kind, depth: worst.depth, through: worst.through },
      faces: { a: rangesOf(numbering.withinPart(facesA)), b: rangesOf(numbering.withinPart(facesB)) },
      rest: { a: restFaces(scene, evenly(facesA)), b: restFaces(scene, evenly(facesB)) },
    })),
  };
}

/** Parses a baseline. Throws `UsageError` if it is none, or one of other parts. */
export function parseBaseline(text: string, path: string, parts: Parts): Baseline {
  let content: Partial<Baseline> | null = null;
  try {
    content = JSON.parse(text);
  } catch {
    // What is no JSON is no baseline, as told below.
  }
  const again = 'write it again with --update-baseline';
  if (content?.graze !== 'baseline')
    throw new UsageError(`${path}: it is not a baseline of graze; name another file, or ${again}.`);
  if (content.version !== VERSION)
    throw new UsageError(
      `${path}: it is a baseline of version ${content.version}, and this is version ${VERSION}; ${again}.`,
    );
  const fault = baselineFault({ ...content });
  if (fault !== null)
    throw new UsageError(`${path}: its ${fault} is not that of a baseline; restore the file, or ${again}.`);
  const baseline = content as Baseline;
  const difference = differenceOfParts(baseline, parts);
  if (difference) throw new UsageError(`${path}: ${difference}; check the files, or ${again}.`);
  return baseline;
}

/** Says which parts have no counterpart in the baseline, or in the input; null if all have one. */
function differenceOfParts(baseline: Baseline, { names }: Parts): string | null {
  const before = new Set(baseline.parts.map(({ name }) => name));
  const now = new Set(names);
  const missing = [...before].filter((name) => !now.has(name));
  const added = names.filter((name) => !before.has(name));
  const told = [
    ...(missing.length > 0 ? [`the baseline has ${listed(missing)}, which the input has not`] : []),
    ...(added.length > 0 ? [`the input has ${listed(added)}, which the baseline has not`] : []),
  ];
  return told.length > 0 ? told.join(', and ') : null;
}

/** A part that has another number of faces than in a baseline. */
export interface RemeshedPart {
  /** The name. */
  readonly name: string;
  /** The number of faces in the baseline. */
  readonly before: number;
  /** The number of faces in the input. */
  readonly now: number;
}

/** Returns the parts that have another number of faces than in the baseline. */
export function remeshedParts(baseline: Baseline, parts: Parts): RemeshedPart[] {
  const numbering = new FaceNumbering(parts);
  const before = new Map(baseline.parts.map(({ name, faces }) => [name, faces]));
  return parts.names
    .map((name, part) => ({ name, before: before.get(name) ?? 0, now: numbering.facesOf(part).length }))
    .filter((part) => part.before !== part.now);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `'${name}'`);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return `${names.length === 1 ? 'part' : 'parts'} ${shown.join(', ')}${more}`;
}

/** Numbers of faces within their part, which do not depend on the order of parts. */
export class FaceNumbering {
  private readonly faces: number[][];
  private readonly number: Uint32Array;

  /** For all parts. */
  constructor({ names, partOfFace }: Parts) {
    this.faces = names.map(() => []);
    this.number = Uint32Array.from(partOfFace, (part, face) => this.faces[part].push(face) - 1);
  }

  /** The faces of a part, ascending. */
  facesOf(part: number): readonly number[] {
    return this.faces[part];
  }

  /** The numbers of faces, all of one part. */
  withinPart(faces: Uint32Array): number[] {
    return Array.from(faces, (face) => this.number[face]);
  }

  /** The faces of a part that have these numbers. */
  inMesh(part: number, ranges: readonly FaceRange[]): number[] {
    return ranges.flatMap(([first, last]) => this.faces[part].slice(first, last + 1));
  }
}

/** Joins ascending numbers to ranges. */
function rangesOf(numbers: readonly number[]): FaceRange[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges[ranges.length - 1];
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/** Chooses a few faces, evenly. */
function evenly(faces: Uint32Array): Uint32Array {
  const count = Math.min(MAX_REST_FACES, faces.length);
  return Uint32Array.from({ length: count }, (_, i) => faces[Math.floor((i * faces.length) / count)]);
}

/** Returns faces in the first frame. */
export function restFaces({ mesh: { triangles }, rest }: Scene, faces: Uint32Array): RestFace[] {
  return Array.from(faces, (face) =>
    Array.from({ length: 9 }, (_, i) => rest[3 * triangles[3 * face + Math.floor(i / 3)] + (i % 3)]),
  );
}

/** The diagonal of the box around all faces. */
function diagonalOf({ triangles }: TriMesh, x: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const v of triangles)
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], x[3 * v + axis]);
      high[axis] = Math.max(high[axis], x[3 * v + axis]);
    }
  return triangles.length === 0 ? 0 : Math.hypot(...high.map((value, axis) => value - low[axis]));
}
