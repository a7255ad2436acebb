// Writes small crates for tests: prims with attributes, relationships, arcs and variants, in any
// version from 0.4 on.
import { type CrateData, INLINED, nameList, pathList, represent, timeSamples, token } from './crate-data.ts';
import { ByteSink, compressed, compressedIntegers } from './crate-encoding.ts';

/** An attribute: one value, samples, or both, and metadata. */
export interface CrateAttributeSpec {
  readonly value?: CrateData;
  readonly samples?: readonly (readonly [time: number, value: CrateData])[];
  readonly metadata?: Readonly<Record<string, CrateData>>;
}

/** A prim. */
export interface CratePrimSpec {
  readonly name: string;
  readonly specifier?: 'def' | 'over' | 'class';
  readonly type?: string;
  readonly fields?: Readonly<Record<string, CrateData>>;
  readonly attributes?: Readonly<Record<string, CrateData | CrateAttributeSpec>>;
  readonly relationships?: Readonly<Record<string, readonly string[]>>;
  readonly children?: readonly CratePrimSpec[];
  /** Variants by set and name. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, Omit<CratePrimSpec, 'name'>>>>>;
}

/** A layer. */
export interface CrateLayerSpec {
  readonly minor?: number;
  readonly fields?: Readonly<Record<string, CrateData>>;
  readonly prims: readonly CratePrimSpec[];
}

const SPECIFIERS = ['def', 'over', 'class'] as const;
const [ATTRIBUTE, PRIM, LAYER, RELATIONSHIP, VARIANT, VARIANT_SET] = [1, 6, 7, 8, 10, 11];

interface Node {
  readonly name: string;
  readonly isProperty: boolean;
  readonly type: number;
  readonly fields: Map<string, CrateData>;
  readonly children: Node[];
  index: number;
}

/** Gathers the tables of a crate. */
export class CrateWriter {
  /** What comes before the tables. */
  readonly values: ByteSink = new ByteSink();
  readonly minor: number;
  private readonly tokens: string[] = [];
  private readonly strings: number[] = [];
  private readonly paths: Map<string, number> = new Map();

  constructor(minor: number) {
    this.minor = minor;
    this.values.append(new Uint8Array(88));
    // The first name is never used, so that the negated index of a property's name is never 0.
    this.token(';-)');
  }

  token(text: string): number {
    const known = this.tokens.indexOf(text);
    return known >= 0 ? known : this.tokens.push(text) - 1;
  }

  string(text: string): number {
    const index = this.token(text);
    const known = this.strings.indexOf(index);
    return known >= 0 ? known : this.strings.push(index) - 1;
  }

  path(text: string): number {
    return this.paths.get(text) ?? 0xffff_ffff;
  }

  /** Writes the length of an array as the version has it. */
  putCount(count: number): void {
    if (this.minor < 5) this.values.u32(1);
    if (this.minor < 7) this.values.u32(count);
    else this.values.u64(count);
  }

  write(layer: CrateLayerSpec): Uint8Array<ArrayBuffer> {
    const root: Node = { ...emptyNode('', LAYER), fields: new Map(Object.entries(layer.fields ?? {})) };
    root.fields.set('primChildren', nameList(layer.prims.map(({ name }) => name)));
    root.children.push(...layer.prims.map(nodeOf));
    const nodes: Node[] = [];
    this.number(root, '', nodes);
    const fields: [name: number, low: number, high: number][] = [];
    const sets: number[] = [];
    const starts = nodes.map((node) => {
      const start = sets.length;
      for (const [name, data] of node.fields) {
        const [low, high] = data(this);
        sets.push(fields.push([this.token(name), low, high]) - 1);
      }
      sets.push(-1);
      return start;
    });
    return this.tables(nodes, fields, sets, starts);
  }

  private number(node: Node, path: string, nodes: Node[]): void {
    node.index = nodes.push(node) - 1;
    this.paths.set(path === '' ? '/' : path, node.index);
    this.token(node.name);
    for (const child of node.children) {
      const mark = child.isProperty ? '.' : child.name.startsWith('{') ? '' : '/';
      this.number(child, `${path}${mark}${child.name}`, nodes);
    }
  }

  private tables(
    nodes: Node[],
    fields: readonly (readonly number[])[],
    sets: number[],
    starts: number[],
  ): Uint8Array<ArrayBuffer> {
    const sizes = new Map(nodes.map((node) => [node, sizeOf(node)]));
    const jumps: number[] = [];
    const walk = (node: Node, hasSibling: boolean): void => {
      const hasChild = node.children.length > 0;
      jumps.push(hasChild ? (hasSibling ? (sizes.get(node) as number) : -1) : hasSibling ? 0 : -2);
      node.children.forEach((child, i) => {
        walk(child, i < node.children.length - 1);
      });
    };
    walk(nodes[0], false);
    const reps = new ByteSink();
    for (const [, low, high] of fields) {
      reps.u32(low);
      reps.u32(high);
    }
    const repBlock = compressed(reps.toBytes());
    const names = compressed(new TextEncoder().encode(this.tokens.map((text) => `${text}\0`).join('')));
    const all = nodes.map((_, i) => i);
    return assemble(this.values, this.minor, [
      ['TOKENS', u64s(this.tokens.length, tokenSize(this.tokens), names.length), names],
      ['STRINGS', u64s(this.strings.length), ...this.strings.map(u32s)],
      [
        'FIELDS',
        u64s(fields.length),
        compressedIntegers(fields.map(([name]) => name)),
        u64s(repBlock.length),
        repBlock,
      ],
      ['FIELDSETS', u64s(sets.length), compressedIntegers(sets)],
      [
        'PATHS',
        u64s(nodes.length, nodes.length),
        compressedIntegers(all),
        compressedIntegers(nodes.map(({ name, isProperty }) => (isProperty ? -1 : 1) * this.token(name))),
        compressedIntegers(jumps),
      ],
      [
        'SPECS',
        u64s(nodes.length),
        compressedIntegers(all),
        compressedIntegers(starts),
        compressedIntegers(nodes.map(({ type }) => type)),
      ],
    ]);
  }
}

/** Writes the tables behind the values, and the header. */
export function assemble(
  values: ByteSink,
  minor: number,
  sections: readonly (readonly [string, ...Uint8Array[]])[],
): Uint8Array<ArrayBuffer> {
  const places = sections.map(([name, ...parts]) => {
    const start = values.size;
    for (const part of parts) values.append(part);
    return { name, start, size: values.size - start };
  });
  const contents = values.size;
  values.u64(places.length);
  for (const { name, start, size } of places) {
    const label = new Uint8Array(16);
    label.set(new TextEncoder().encode(name));
    values.append(label);
    values.u64(start);
    values.u64(size);
  }
  values.patch64(16, contents);
  const bytes = values.toBytes();
  bytes.set(new TextEncoder().encode('PXR-USDC'));
  bytes.set([0, minor, 0], 8);
  return bytes;
}

/** Returns a crate. */
export function writeCrate(layer: CrateLayerSpec): Uint8Array<ArrayBuffer> {
  return new CrateWriter(layer.minor ?? 9).write(layer);
}

/** Returns integers of 64 bits as bytes. */
export function u64s(...values: readonly number[]): Uint8Array {
  const sink = new ByteSink();
  for (const value of values) sink.u64(value);
  return sink.toBytes();
}

function u32s(value: number): Uint8Array {
  return Uint8Array.of(value, value >> 8, value >> 16, value >> 24);
}

function tokenSize(texts: readonly string[]): number {
  return new TextEncoder().encode(texts.map((text) => `${text}\0`).join('')).length;
}

function sizeOf(node: Node): number {
  return node.children.reduce((sum, child) => sum + sizeOf(child), 1);
}

function emptyNode(name: string, type: number, isProperty = false): Node {
  return { name, isProperty, type, fields: new Map(), children: [], index: -1 };
}

function nodeOf(prim: CratePrimSpec): Node {
  const node = emptyNode(prim.name, PRIM);
  const specifier = SPECIFIERS.indexOf(prim.specifier ?? 'def');
  node.fields.set('specifier', () => represent(42, INLINED, specifier));
  if (prim.type !== undefined) node.fields.set('typeName', token(prim.type));
  fill(node, prim);
  return node;
}

function fill(node: Node, prim: Omit<CratePrimSpec, 'name'>): void {
  for (const [name, data] of Object.entries(prim.fields ?? {})) node.fields.set(name, data);
  for (const [set, variants] of Object.entries(prim.variants ?? {})) {
    node.children.push(emptyNode(`{${set}=}`, VARIANT_SET));
    for (const [name, variant] of Object.entries(variants)) {
      const below = emptyNode(`{${set}=${name}}`, VARIANT);
      fill(below, variant);
      node.children.push(below);
    }
  }
  const children = prim.children ?? [];
  if (children.length > 0) node.fields.set('primChildren', nameList(children.map(({ name }) => name)));
  node.children.push(...children.map(nodeOf));
  for (const [name, attribute] of Object.entries(prim.attributes ?? {})) {
    const spec: CrateAttributeSpec = typeof attribute === 'function' ? { value: attribute } : attribute;
    const below = emptyNode(name, ATTRIBUTE, true);
    for (const [key, data] of Object.entries(spec.metadata ?? {})) below.fields.set(key, data);
    if (spec.value) below.fields.set('default', spec.value);
    if (spec.samples) below.fields.set('timeSamples', timeSamples(spec.samples));
    node.children.push(below);
  }
  for (const [name, targets] of Object.entries(prim.relationships ?? {})) {
    const below = emptyNode(name, RELATIONSHIP, true);
    below.fields.set('targetPaths', pathList(targets));
    node.children.push(below);
  }
}
