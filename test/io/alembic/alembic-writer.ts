// Writes Alembic archives for tests: objects, properties and their samples, as the format's own
// library lays them out, or with any field falsified.
import {
  block,
  doubles,
  EMPTY_BLOCK,
  EMPTY_GROUP,
  group,
  joined,
  type Node,
  ogawaFile,
  uints,
  utf8,
} from './ogawa-writer.ts';

/** The numbers of element types. */
export const TYPE = {
  bool: 0,
  uint8: 1,
  int8: 2,
  uint32: 5,
  int32: 6,
  float16: 9,
  float32: 10,
  float64: 11,
  string: 12,
};

export interface Property {
  readonly name: string;
  /** The properties in a compound. */
  readonly properties?: readonly Property[];
  /** The elements of each sample. */
  readonly samples?: readonly Uint8Array[];
  readonly isArray?: boolean;
  readonly type?: number;
  readonly extent?: number;
  readonly sampling?: number;
  readonly metadata?: string;
  /** The bytes of each count in the header: 1, 2 or 4. */
  readonly width?: number;
  /** What the header says instead of the true values. */
  readonly says?: { readonly count?: number; readonly first?: number; readonly last?: number; readonly info?: number };
  /** What stands in place of the blocks of the samples. */
  readonly node?: Node;
}

export interface Instance {
  readonly name: string;
  readonly source: string;
}

export interface AbcObject {
  readonly name: string;
  readonly schema?: string;
  readonly metadata?: string;
  readonly properties?: readonly Property[];
  readonly children?: readonly (AbcObject | Instance)[];
  /** What stands in place of the object's group. */
  readonly node?: Node;
}

export interface Sampling {
  readonly cycle: number;
  readonly times: readonly number[];
  readonly greatest?: number;
}

export const ACYCLIC = Number.MAX_VALUE / 32;

const HASH = new Uint8Array(16).fill(0xab);

const isSame = (a: Uint8Array | undefined, b: Uint8Array): boolean => a !== undefined && Buffer.compare(a, b) === 0;

/** The first and last sample that differ from their predecessor; 0 and 0 if none does. */
function changesOf(samples: readonly Uint8Array[]): [first: number, last: number] {
  const changed = samples.flatMap((sample, i) => (i > 0 && !isSame(samples[i - 1], sample) ? [i] : []));
  return [changed[0] ?? 0, changed.at(-1) ?? 0];
}

/** The bytes that a count needs in a header. */
const widthOf = (count: number): number => (count > 0xffff ? 4 : count > 0xff ? 2 : 1);

/** The blocks of samples, equal ones shared. */
function sampleNodes({ samples = [], isArray }: Property, [first, last]: [number, number]): Node {
  const shared = new Map<string, Node>();
  const stored =
    samples.length === 0 ? [] : last === 0 ? [samples[0]] : [samples[0], ...samples.slice(first, last + 1)];
  const nodes = stored.flatMap((sample) => {
    const key = Buffer.from(sample).toString('latin1');
    const node = shared.get(key) ?? (sample.length === 0 ? EMPTY_BLOCK : block(HASH, sample));
    shared.set(key, node);
    return isArray ? [node, EMPTY_BLOCK] : [node];
  });
  return nodes.length === 0 ? EMPTY_GROUP : group(...nodes);
}

/** The group of a compound and its headers; the empty group if it has none. */
export function compoundNode(properties: readonly Property[]): Node {
  if (properties.length === 0) return EMPTY_GROUP;
  const headers: Uint8Array[] = [];
  const nodes = properties.map((property) => {
    const {
      name,
      samples = [],
      isArray,
      type = 0,
      extent = 1,
      sampling = 0,
      metadata = '',
      width = widthOf(samples.length),
      says = {},
    } = property;
    const [first, last] = changesOf(samples);
    const isCompound = property.properties !== undefined;
    const isConstant = last === 0;
    const hasRange = !isConstant && (first !== 1 || last !== samples.length - 1);
    const ownRange = says.first !== undefined || says.last !== undefined;
    let info = (isCompound ? 0 : isArray ? 2 : 1) | ([0, 0, 1, 0, 2][width] << 2) | (type << 4) | (extent << 12);
    if (sampling > 0) info |= 0x100;
    if (hasRange || ownRange) info |= 0x200;
    if (isConstant && !ownRange) info |= 0x800;
    if (metadata !== '') info |= 0xff << 20;
    const counts = isCompound ? [] : [says.count ?? samples.length];
    if (!isCompound && (hasRange || ownRange)) counts.push(says.first ?? first, says.last ?? last);
    if (!isCompound && sampling > 0) counts.push(sampling);
    const texts = [uints(width, utf8(name).length), utf8(name)];
    if (metadata !== '') texts.push(uints(width, utf8(metadata).length), utf8(metadata));
    headers.push(joined([uints(4, (says.info ?? info) >>> 0), uints(width, ...counts), ...texts]));
    return (
      property.node ?? (property.properties ? compoundNode(property.properties) : sampleNodes(property, [first, last]))
    );
  });
  return group(...nodes, block(...headers));
}

const isInstance = (object: AbcObject | Instance): object is Instance => 'source' in object;

/** The header of a child: its name and its metadata. */
export const childHeader = (name: string, metadata: string): Uint8Array =>
  joined([uints(4, utf8(name).length), utf8(name), [0xff], uints(4, utf8(metadata).length), utf8(metadata)]);

/** The group of an object. */
export function objectNode({ properties = [], children = [] }: Omit<AbcObject, 'name'>): Node {
  const headers = children.map((child) => {
    if (isInstance(child)) return childHeader(child.name, 'isInstance=1');
    const { name, schema, metadata } = child;
    return childHeader(name, metadata ?? (schema ? `schema=${schema};schemaObjTitle=${schema}` : ''));
  });
  const nodes = children.map((child) => {
    if (!isInstance(child)) return child.node ?? objectNode(child);
    return objectNode({ properties: [text('.instanceSource', child.source)] });
  });
  return group(
    compoundNode(properties),
    ...nodes,
    headers.length === 0 ? EMPTY_BLOCK : block(...headers, new Uint8Array(32)),
  );
}

/** The block of time samplings; the first one always exists. */
export const samplingsNode = (samplings: readonly Sampling[]): Node =>
  block(
    ...[{ cycle: 1, times: [0] } as Sampling, ...samplings].flatMap(({ cycle, times, greatest = 1 }) => [
      uints(4, greatest),
      doubles(cycle),
      uints(4, times.length),
      doubles(...times),
    ]),
  );

/** The children of the root group, in order, so that a test can replace any. */
export function rootNodes(
  children: AbcObject['children'],
  samplings: readonly Sampling[] = [{ cycle: 1, times: [0] }],
): Node[] {
  const metadata = utf8('_ai_Application=a test;_ai_DateWritten=today');
  return [
    block(uints(4, 0)),
    block(uints(4, 10812)),
    objectNode({ children: children ?? [] }),
    block(metadata),
    samplingsNode(samplings),
    EMPTY_BLOCK,
  ];
}

/** Returns the bytes of an archive. */
export const archive = (children: AbcObject['children'], samplings?: readonly Sampling[]): Uint8Array =>
  ogawaFile(group(...rootNodes(children, samplings)));

/** A property of one text. */
export const text = (name: string, value: string): Property => ({
  name,
  type: TYPE.string,
  samples: [utf8(`${value}\0`)],
});

/** Points of single precision, an array for each sample. */
export const points = (...samples: readonly (readonly number[])[]): Property => ({
  name: 'P',
  isArray: true,
  type: TYPE.float32,
  extent: 3,
  sampling: 1,
  samples: samples.map((sample) => new Uint8Array(Float32Array.from(sample).buffer)),
});

const integers = (name: string, samples: readonly (readonly number[])[]): Property => ({
  name,
  isArray: true,
  type: TYPE.int32,
  sampling: 1,
  samples: samples.map((sample) => new Uint8Array(Int32Array.from(sample).buffer)),
});

export const faceCounts = (...samples: readonly (readonly number[])[]): Property => integers('.faceCounts', samples);
export const faceIndices = (...samples: readonly (readonly number[])[]): Property => integers('.faceIndices', samples);

/** The corners of a triangle, one array for each sample, moved by each given x. */
export const triangleAt = (...xs: readonly number[]): number[][] => xs.map((x) => [x, 0, 0, x + 1, 0, 0, x, 1, 0]);

/** A mesh; without further properties it is a triangle at rest. */
export function mesh(
  name: string,
  geometry: readonly Property[] = [],
  rest: Partial<AbcObject> & { visible?: readonly number[] } = {},
): AbcObject {
  const has = (one: string): boolean => geometry.some((property) => property.name === one);
  const defaults = [points(...triangleAt(0)), faceCounts([3]), faceIndices([0, 1, 2])].filter((one) => !has(one.name));
  const { visible, properties = [], ...others } = rest;
  return {
    name,
    schema: 'AbcGeom_PolyMesh_v1',
    properties: [{ name: '.geom', properties: [...defaults, ...geometry] }, ...visibility(visible), ...properties],
    ...others,
  };
}

/** The property `visible`, or nothing. */
export const visibility = (samples: readonly number[] | undefined): Property[] =>
  samples === undefined
    ? []
    : [{ name: 'visible', type: TYPE.int8, sampling: 1, samples: samples.map((value) => Uint8Array.of(value & 255)) }];

/** A transform of one operation, numbered as the format does, with the numbers of each sample. */
export function transform(
  name: string,
  operations: readonly number[],
  samples: readonly (readonly number[])[],
  rest: Partial<AbcObject> & { readonly inherits?: readonly number[]; readonly visible?: readonly number[] } = {},
): AbcObject {
  const { inherits, visible, properties = [], ...others } = rest;
  const extent = Math.min(samples[0]?.length ?? 1, 255);
  const xform: Property[] = [
    {
      name: '.ops',
      type: TYPE.uint8,
      extent: Math.max(1, operations.length),
      samples: [Uint8Array.from(operations, (kind) => kind << 4)],
    },
    { name: '.vals', type: TYPE.float64, extent, sampling: 1, samples: samples.map((sample) => doubles(...sample)) },
  ];
  if (inherits) {
    xform.push({
      name: '.inherits',
      type: TYPE.bool,
      sampling: 1,
      samples: inherits.map((value) => Uint8Array.of(value)),
    });
  }
  return {
    name,
    schema: 'AbcGeom_Xform_v3',
    properties: [{ name: '.xform', properties: xform }, ...visibility(visible), ...properties],
    ...others,
  };
}
