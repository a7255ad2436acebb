// The prims and attributes of a text layer as the model of a layer sees them.
import type { LayerAttribute, LayerPrim, LayerValue, PrimMetadata } from '../usd-layer.ts';
import { primMetadata, type UsdaMetadata } from './usda-metadata.ts';
import type { TextRange } from './usda-scanner.ts';
import { type Precision, UsdaValue } from './usda-value.ts';

const NO_TIMES = new Float64Array();

/** How many samples stay parsed: those around the present time, asked for by several callers. */
const RECENT_SAMPLES = 2;

/** An attribute of a text layer; several statements may add to it. */
export class UsdaAttribute implements LayerAttribute {
  /** The value where there are no samples. */
  value: LayerValue | undefined;
  hasSpline = false;
  /** The time codes of the samples. */
  times: Float64Array = NO_TIMES;
  private readonly bytes: Uint8Array;
  private readonly precision: Precision;
  private ranges: readonly TextRange[] = [];
  private readonly recent: Map<number, UsdaValue> = new Map();
  private entries: Map<string, readonly UsdaValue[]> | undefined;

  /** `bytes` is the whole file. */
  constructor(bytes: Uint8Array, precision: Precision) {
    this.bytes = bytes;
    this.precision = precision;
  }

  get identity(): object {
    return this;
  }

  get isConstant(): boolean {
    return this.times.length < 2;
  }

  /** Sets the value where there are no samples. */
  setValue(range: TextRange): void {
    this.value = new UsdaValue(this.bytes, range, this.precision);
  }

  /** Sets the samples; of several at one time the last counts, as when a dictionary is filled. */
  setSamples(times: readonly number[], ranges: readonly TextRange[]): void {
    const isAscending = times.every((time, i) => i === 0 || time > times[i - 1]);
    const byTime = new Map(times.map((time, i) => [time, ranges[i]]));
    this.times = Float64Array.from(isAscending ? times : byTime.keys()).sort();
    this.ranges = isAscending ? ranges : Array.from(this.times, (time) => byTime.get(time) as TextRange);
  }

  /** Adds the entries of parentheses. */
  addMetadata(entries: UsdaMetadata): void {
    if (entries.size === 0) return;
    this.entries ??= new Map();
    for (const [name, values] of entries) this.entries.set(name, values);
  }

  sample(index: number): LayerValue {
    const known = this.recent.get(index);
    if (known) return known;
    const value = new UsdaValue(this.bytes, this.ranges[index], this.precision);
    if (this.recent.size === RECENT_SAMPLES) this.recent.clear();
    this.recent.set(index, value);
    return value;
  }

  metadata(name: string): LayerValue | undefined {
    return this.entries?.get(name)?.at(-1);
  }
}

/** A prim or a variant of a text layer. */
export class UsdaPrim implements LayerPrim {
  readonly specifier: 'def' | 'over' | 'class';
  readonly typeName: string;
  readonly children: Map<string, UsdaPrim> = new Map();
  readonly variants: Map<string, Map<string, UsdaPrim>> = new Map();
  /** The attributes by name. */
  readonly attributes: Map<string, UsdaAttribute> = new Map();
  /** The targets of relationships by name. */
  readonly relationships: Map<string, string[]> = new Map();
  private readonly parent: UsdaPrim | undefined;
  private readonly element: string;
  private readonly entries: UsdaMetadata;

  /** `element` is what the path of the prim adds to that of its parent, such as `/leg`. */
  constructor(
    parent: UsdaPrim | undefined,
    element: string,
    specifier: 'def' | 'over' | 'class',
    typeName: string,
    entries: UsdaMetadata,
  ) {
    this.parent = parent;
    this.element = element;
    this.specifier = specifier;
    this.typeName = typeName;
    this.entries = entries;
  }

  get path(): string {
    let path = '';
    for (let prim: UsdaPrim | undefined = this; prim; prim = prim.parent) path = prim.element + path;
    return path === '' ? '/' : path;
  }

  get metadata(): PrimMetadata {
    const metadata = primMetadata(this.entries);
    return { ...metadata, arcs: metadata.arcs.map((arc) => ({ ...arc, path: this.absolute(arc.path) })) };
  }

  *propertyNames(): Generator<string> {
    yield* this.attributes.keys();
    yield* this.relationships.keys();
  }

  attribute(name: string): LayerAttribute | undefined {
    return this.attributes.get(name);
  }

  targets(name: string): readonly string[] | undefined {
    return this.relationships.get(name)?.map((path) => this.absolute(path));
  }

  /** Text may give paths relative to the prim, such as `../leg`. */
  private absolute(path: string): string {
    if (path === '' || path.startsWith('/')) return path;
    const names = this.path.replace(/\{[^}]*\}/g, '').split('/');
    for (const name of path.split('/')) {
      if (name === '..') names.pop();
      else if (name !== '.' && name !== '') names.push(name);
    }
    return `/${names.filter(Boolean).join('/')}`;
  }
}
