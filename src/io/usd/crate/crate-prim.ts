// The prims and attributes of a crate as the model of a layer sees them. Nothing is looked up
// before it is asked for.
import type { LayerArc, LayerAttribute, LayerPrim, LayerValue, PrimMetadata } from '../usd-layer.ts';
import {
  integerItemsOf,
  pathArcs,
  pathsOf,
  payloadArcs,
  referenceArcs,
  selectionsOf,
  stringItemsOf,
} from './crate-arcs.ts';
import type { CrateFile, CrateSamples } from './crate-file.ts';
import { repFrom } from './crate-numbers.ts';
import { CRATE_TYPE } from './crate-types.ts';
import { CrateValue } from './crate-value.ts';

/** The kinds of specs. */
const ATTRIBUTE = 1;
const PRIM = 6;
const RELATIONSHIP = 8;
const VARIANT = 10;

const SPECIFIERS = ['def', 'over', 'class'] as const;
const NO_SAMPLES: CrateSamples = { times: new Float64Array(), at: 0, isConstant: true };

/** A prim or a variant of a crate. */
export class CratePrim implements LayerPrim {
  readonly specifier: 'def' | 'over' | 'class';
  readonly typeName: string;
  private readonly file: CrateFile;
  private readonly index: number;
  private knownChildren: Map<string, LayerPrim> | undefined;
  private knownProperties: Map<string, number> | undefined;

  /** `index` is the path of the prim. */
  constructor(file: CrateFile, index: number) {
    this.file = file;
    this.index = index;
    const fields = file.fieldsOf(index);
    const specifier = fields.get('specifier');
    this.specifier = (specifier && SPECIFIERS[specifier.rep.low]) ?? 'over';
    this.typeName = fields.get('typeName')?.strings()[0] ?? '';
  }

  get path(): string {
    return this.file.pathText(this.index);
  }

  get children(): ReadonlyMap<string, LayerPrim> {
    this.knownChildren ??= this.findChildren();
    return this.knownChildren;
  }

  get variants(): ReadonlyMap<string, ReadonlyMap<string, LayerPrim>> {
    const { file } = this;
    const sets = new Map<string, Map<string, LayerPrim>>();
    for (const name of stringItemsOf(file, file.fieldsOf(this.index).get('variantSetNames'))) sets.set(name, new Map());
    for (const path of this.pathsBelow(VARIANT)) {
      const [, set, variant] = /^\{([^=]*)=(.+)\}$/s.exec(file.nameOf(path)) ?? [];
      if (variant !== undefined) sets.get(set)?.set(variant, new CratePrim(file, path));
    }
    return sets;
  }

  get metadata(): PrimMetadata {
    const { file } = this;
    const fields = file.fieldsOf(this.index);
    const flag = (name: string): boolean | undefined => {
      const value = fields.get(name);
      return value && value.numbers('scalar')[0] !== 0;
    };
    const arcs: LayerArc[] = [
      ...pathArcs(file, fields.get('inheritPaths'), 'inherits'),
      ...referenceArcs(file, fields.get('references')),
      ...payloadArcs(file, fields.get('payload')),
      ...pathArcs(file, fields.get('specializes'), 'specializes'),
    ];
    return {
      active: flag('active'),
      instanceable: flag('instanceable'),
      arcs,
      selections: selectionsOf(file, fields.get('variantSelection')),
      hasClips: fields.has('clips') || fields.has('clipAssetPaths'),
      inactiveIds: integerItemsOf(file, fields.get('inactiveIds')),
    };
  }

  propertyNames(): Iterable<string> {
    return this.properties().keys();
  }

  attribute(name: string): LayerAttribute | undefined {
    const path = this.properties().get(name);
    if (path === undefined || this.file.specs.typeOf[path] !== ATTRIBUTE) return undefined;
    return new CrateAttribute(this.file, this.file.fieldsOf(path));
  }

  targets(name: string): readonly string[] | undefined {
    const path = this.properties().get(name);
    if (path === undefined || this.file.specs.typeOf[path] !== RELATIONSHIP) return undefined;
    const value = this.file.fieldsOf(path).get('targetPaths');
    return value && pathsOf(this.file, value);
  }

  private properties(): Map<string, number> {
    if (this.knownProperties === undefined) {
      this.knownProperties = new Map();
      for (const path of [...this.pathsBelow(ATTRIBUTE), ...this.pathsBelow(RELATIONSHIP)]) {
        this.knownProperties.set(this.file.nameOf(path), path);
      }
    }
    return this.knownProperties;
  }

  /** The field `primChildren` has the order of the file; the table of paths may be sorted. */
  private findChildren(): Map<string, LayerPrim> {
    const { file } = this;
    const found = new Map<string, number>();
    for (const path of this.pathsBelow(PRIM)) found.set(file.nameOf(path), path);
    const order = file.fieldsOf(this.index).get('primChildren')?.strings() ?? [];
    const children = new Map<string, LayerPrim>();
    for (const name of [...order, ...found.keys()]) {
      const path = found.get(name);
      if (path !== undefined && !children.has(name)) children.set(name, new CratePrim(file, path));
    }
    return children;
  }

  private *pathsBelow(type: number): Generator<number> {
    const { firstChild, nextSibling } = this.file.paths;
    for (let path = firstChild[this.index]; path >= 0; path = nextSibling[path]) {
      if (this.file.specs.typeOf[path] === type) yield path;
    }
  }
}

/** An attribute of a crate. */
class CrateAttribute implements LayerAttribute {
  readonly value: LayerValue | undefined;
  private readonly file: CrateFile;
  private readonly fields: ReadonlyMap<string, CrateValue>;
  private readonly samples: CrateSamples;

  constructor(file: CrateFile, fields: ReadonlyMap<string, CrateValue>) {
    this.file = file;
    this.fields = fields;
    this.value = fields.get('default');
    const samples = fields.get('timeSamples');
    this.samples = samples && !samples.isBlocked ? readSamples(file, samples) : NO_SAMPLES;
  }

  get identity(): object {
    return this.samples;
  }

  get hasSpline(): boolean {
    return this.fields.has('spline');
  }

  get times(): Float64Array {
    return this.samples.times;
  }

  get isConstant(): boolean {
    return this.samples.isConstant;
  }

  sample(index: number): LayerValue {
    const view = this.file.bytes.view(this.samples.at + 8 * index, 8, 'a sample');
    return new CrateValue(this.file, view.getUint32(0, true), view.getUint32(4, true));
  }

  metadata(name: string): LayerValue | undefined {
    return this.fields.get(name);
  }
}

/** Two jumps, each relative to itself, lead to the times and to the list of values. */
function readSamples(file: CrateFile, value: CrateValue): CrateSamples {
  if (value.rep.type !== CRATE_TYPE.timeSamples) return value.fail('time samples');
  const { bytes, samplesAt } = file;
  const start = value.rep.at;
  const known = samplesAt.get(start);
  if (known) return known;
  const timesAt = start + bytes.u64(start, 'a jump to times');
  const rep = bytes.view(timesAt, 8, 'the times of samples');
  const times = readTimes(file, timesAt, rep.getUint32(0, true), rep.getUint32(4, true));
  const listAt = timesAt + 8 + bytes.u64(timesAt + 8, 'a jump to values');
  const count = bytes.count(listAt, 8, 'values of samples');
  if (count !== times.length) bytes.fail(listAt, `${times.length} samples, one for each time`, String(count));
  file.countSamples(count, listAt);
  const view = bytes.view(listAt + 8, 8 * count, 'values of samples');
  let isConstant = true;
  for (let i = 8; i < 8 * count && isConstant; i += 4)
    isConstant = view.getUint32(i, true) === view.getUint32(i - 8, true);
  const samples = { times, at: listAt + 8, isConstant };
  samplesAt.set(start, samples);
  return samples;
}

/** Times are a list of doubles, or an array in files of other writers; attributes share them. */
function readTimes(file: CrateFile, at: number, low: number, high: number): Float64Array {
  const rep = repFrom(low, high);
  const { bytes, timesAt } = file;
  const known = timesAt.get(rep.at);
  if (known) return known;
  const times =
    rep.type === CRATE_TYPE.doubleVector
      ? listOfDoubles(file, rep.at)
      : new CrateValue(file, low, high).numbers('scalar');
  file.countSamples(times.length, at);
  const wrong = times.findIndex((time, i) => !Number.isFinite(time) || (i > 0 && time <= times[i - 1]));
  if (wrong >= 0) bytes.fail(at, 'finite times that ascend', `time ${wrong}: ${times[wrong]}`);
  timesAt.set(rep.at, times);
  return times;
}

function listOfDoubles({ bytes }: CrateFile, at: number): Float64Array {
  const count = bytes.count(at, 8, 'times');
  const view = bytes.view(at + 8, 8 * count, 'times');
  return Float64Array.from({ length: count }, (_, i) => view.getFloat64(8 * i, true));
}
