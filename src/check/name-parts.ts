// Names the parts of a sequence: what a person calls by a name. A part is an input that has a name,
// an object or a material in its file, or else a connected component.
import type { Parts } from '../clash.ts';
import type { TriMesh } from '../index.ts';
import type { InputNames } from './input-sequence.ts';
import { linkedFaces } from './scene/linked-faces.ts';
import type { VertexRange } from './sequence.ts';
import { keptPlaces } from './triangle-places.ts';

/** What a part is. */
export type PartsBy = 'object' | 'material' | 'component';

/** The parts of a sequence. */
export interface SequenceParts extends Parts {
  /** The part of each face. */
  readonly partOfFace: Uint32Array;
  /**
   * The origin of each part, a number. The connected components of one object have one origin, and
   * so have the components without a name of one input: vertices of such parts may be welded.
   */
  readonly originOfPart: Uint32Array;
}

/** An input whose parts are named. */
export interface NamedInput {
  /** The name that the user gave to the input; undefined if none. */
  readonly name: string | undefined;
  /** The name of its file, without folder and extension. */
  readonly base: string;
  /** The number of triangles in its file. */
  readonly placeCount: number;
  /** The names in its file. */
  readonly names: InputNames;
}

/** Faces that have one name, or none, in one input. */
interface Origin {
  readonly input: NamedInput;
  /** The name; empty if there is none. */
  readonly label: string;
  /** Whether each connected component is a part of its own. */
  readonly isSplit: boolean;
  /** The number of its parts so far. */
  partCount: number;
}

/**
 * Names the parts of a mesh that holds the triangles of all inputs side by side.
 *
 * - An input with a name is one part of that name. If its file names several things, these are
 *   parts such as `dress/sleeve`.
 * - The parts of an input without a name have the names in its file.
 * - Faces without any name become parts by connected component: `part 1`, `part 2`, ….
 * - By component, every connected component is a part: `sleeve part 1`, `sleeve part 2`, ….
 *
 * `remeshed` are the vertices of objects whose faces change: such an object counts as connected,
 * because its components differ from frame to frame.
 */
export function nameParts(
  mesh: TriMesh,
  inputs: readonly NamedInput[],
  by: PartsBy,
  remeshed: readonly VertexRange[] = [],
): SequenceParts {
  const { topology } = mesh;
  const { triangles } = linkedFaces(mesh, remeshed);
  const { componentOf, componentCount } = topology;
  const { origins, originOfPlace } = originsOf(inputs, by);
  const places = keptPlaces(mesh);
  const partOfFace = new Uint32Array(mesh.faceCount);
  const partOfKey = new Map<number, number>();
  const found: { readonly origin: number; readonly number: number }[] = [];
  for (let face = 0; face < partOfFace.length; face++) {
    const origin = originOfPlace[places[face]];
    const component = origins[origin].isSplit ? componentOf[triangles[3 * face]] : componentCount;
    const key = origin * (componentCount + 1) + component;
    let part = partOfKey.get(key);
    if (part === undefined) {
      part = found.push({ origin, number: ++origins[origin].partCount }) - 1;
      partOfKey.set(key, part);
    }
    partOfFace[face] = part;
  }
  const named = found.map(({ origin, number }) => ({ origin: origins[origin], name: nameOf(origins[origin], number) }));
  return {
    names: distinct(withBases(named)),
    partOfFace,
    originOfPart: Uint32Array.from(found, ({ origin }) => origin),
  };
}

/**
 * Returns the parts of a mesh that has lost some of its faces: the names stay, and so does the part
 * of every face.
 */
export function partsOfTorn(whole: TriMesh, parts: Parts, torn: TriMesh): Parts {
  if (torn === whole) return parts;
  const partOfPlace: number[] = [];
  keptPlaces(whole).forEach((place, face) => {
    partOfPlace[place] = parts.partOfFace[face];
  });
  return { names: parts.names, partOfFace: keptPlaces(torn).map((place) => partOfPlace[place]) };
}

function originsOf(inputs: readonly NamedInput[], by: PartsBy): { origins: Origin[]; originOfPlace: Uint32Array } {
  const origins: Origin[] = [];
  const originOfPlace = new Uint32Array(inputs.reduce((sum, { placeCount }) => sum + placeCount, 0));
  let start = 0;
  for (const input of inputs) {
    const inner = by === 'material' ? input.names.materials : input.names.objects;
    const labels = labelsOf(input, inner?.names ?? ['']);
    const firstOrigin = origins.length;
    for (const label of labels)
      origins.push({ input, label, isSplit: by === 'component' || label === '', partCount: 0 });
    for (let i = 0; i < input.placeCount; i++)
      originOfPlace[start + i] = firstOrigin + (inner ? inner.partOfTriangle[i] : 0);
    start += input.placeCount;
  }
  return { origins, originOfPlace };
}

/** The labels of the names in an input; empty for what has no name at all. */
function labelsOf({ name }: NamedInput, inner: readonly string[]): readonly string[] {
  if (name === undefined) return inner;
  // What one thing is called in its file does not matter if the user gives it a name.
  if (inner.length === 1) return [name];
  return inner.map((one) => one && joined(name, one));
}

function nameOf({ input, label, isSplit, partCount }: Origin, number: number): string {
  if (label === '') return input.name === undefined ? `part ${number}` : `${input.name}/part ${number}`;
  return isSplit && partCount > 1 ? `${label} part ${number}` : label;
}

/**
 * Puts the base name of the input in front of a name that also occurs in another input; the name of
 * an input that has one is in front of its parts already.
 */
function withBases(parts: readonly { readonly origin: Origin; readonly name: string }[]): string[] {
  const inputOf = new Map<string, NamedInput | null>();
  for (const { origin, name } of parts) {
    const known = inputOf.get(name);
    if (known === undefined) inputOf.set(name, origin.input);
    else if (known !== origin.input) inputOf.set(name, null);
  }
  return parts.map(({ origin: { input }, name }) =>
    inputOf.get(name) === null && input.name === undefined ? joined(input.base, name) : name,
  );
}

/** A name within another one; paths of Alembic and USD begin with a slash already. */
function joined(outer: string, inner: string): string {
  return `${outer}${inner.startsWith('/') ? '' : '/'}${inner}`;
}

/** Returns the names with `.1`, `.2`, … behind those that have occurred before. */
function distinct(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Map<string, number>();
  return names.map((name) => {
    const before = seen.get(name);
    if (before === undefined) {
      seen.set(name, 0);
      return name;
    }
    let number = before + 1;
    while (taken.has(`${name}.${number}`)) number++;
    seen.set(name, number);
    taken.add(`${name}.${number}`);
    return `${name}.${number}`;
  });
}
