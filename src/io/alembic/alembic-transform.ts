// The transform of an object of the schema Xform: a list of operations that is fixed, and the
// numbers of all operations, which are sampled over time.
import { AFFINE, multiply } from '../gltf/gltf-affine.ts';
import type { AlembicArchive } from './alembic-archive.ts';
import { MAX_OPERATIONS } from './alembic-limits.ts';
import { readFloats } from './alembic-numbers.ts';
import { ELEMENT, type PropertyHeader, propertiesOf, SampledProperty } from './alembic-property.ts';

/** Operations by their number in the file. */
const SCALE = 0;
const TRANSLATE = 1;
const ROTATE = 2;
const MATRIX = 3;
const ROTATE_X = 4;
const ROTATE_Z = 6;
/** How many numbers each operation has. */
const CHANNELS = [3, 3, 4, 16, 1, 1, 1];

/** The affine map that moves nothing. */
const IDENTITY: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

/** Memory that all transforms of an archive share while one of them is computed. */
export class TransformScratch {
  /** The numbers of all operations at a time. */
  readonly channels: Float64Array = new Float64Array(MAX_OPERATIONS * CHANNELS[MATRIX]);
  /** The same at the next sample. */
  readonly upperChannels: Float64Array = new Float64Array(MAX_OPERATIONS * CHANNELS[MATRIX]);
  /** One operation. */
  readonly operation: Float64Array = new Float64Array(AFFINE);
  /** The operations before it. */
  readonly before: Float64Array = new Float64Array(AFFINE);
  /** All operations. */
  readonly local: Float64Array = new Float64Array(AFFINE);
}

/** A transform relative to the parent, or to the world. */
export class AlembicTransform {
  /** The properties that change over time. */
  readonly changing: readonly SampledProperty[];
  private readonly archive: AlembicArchive;
  private readonly scratch: TransformScratch;
  private readonly operations: Uint8Array;
  private readonly channelCount: number;
  private readonly values: SampledProperty | undefined;
  private readonly inherits: SampledProperty | undefined;

  /** Reads what a compound `.xform` says. Throws `FileError`. */
  constructor(archive: AlembicArchive, compound: PropertyHeader, scratch: TransformScratch) {
    const properties = propertiesOf(archive, compound.address, ['.ops', '.vals', '.inherits']);
    const sampled = (name: string): SampledProperty | undefined => {
      const header = properties.get(name);
      const property = header && new SampledProperty(archive, header);
      return property && property.storedCount > 0 ? property : undefined;
    };
    this.archive = archive;
    this.scratch = scratch;
    this.values = sampled('.vals');
    this.inherits = sampled('.inherits');
    this.operations = this.values ? operationsOf(archive, sampled('.ops')) : new Uint8Array();
    this.channelCount = this.operations.reduce((sum, operation) => sum + CHANNELS[operation], 0);
    this.changing = [this.values, this.inherits].filter(
      (property) => property?.isConstant === false,
    ) as SampledProperty[];
    if (this.values && this.values.element !== ELEMENT.float64) {
      archive.file.fail(this.values.place, '.vals in double precision', `element type ${this.values.element}`);
    }
  }

  /** Whether the parent's transform matters at no time. Throws `FileError`. */
  isNeverRelative(): boolean {
    return this.inherits?.isConstant === true && !this.isRelative(0);
  }

  /** Whether the transform is relative to that of the parent at a time in seconds. */
  isRelative(time: number): boolean {
    const { inherits } = this;
    if (inherits === undefined) return true;
    inherits.seek(time);
    const elements = inherits.elements(inherits.block(inherits.lower));
    return elements.byteLength === 0 || elements.getUint8(0) !== 0;
  }

  /**
   * Returns the affine map at a time in seconds; the next call for any transform overwrites it.
   * Throws `FileError`.
   */
  local(time: number): Float64Array {
    const { operation, before, local } = this.scratch;
    const channels = this.channelsAt(time);
    local.set(IDENTITY);
    let at = 0;
    for (const kind of this.operations) {
      before.set(local);
      writeOperation(kind, channels, at, operation);
      multiply(before, 0, operation, 0, local, 0);
      at += CHANNELS[kind];
    }
    return local;
  }

  private channelsAt(time: number): Float64Array {
    const { values, scratch, channelCount } = this;
    const { channels, upperChannels } = scratch;
    if (values === undefined) return channels;
    values.seek(time);
    const { upper, lower, weight } = values;
    this.read(values, lower, channels);
    if (weight === 0) return channels;
    this.read(values, upper, upperChannels);
    for (let i = 0; i < channelCount; i++) channels[i] += weight * (upperChannels[i] - channels[i]);
    return channels;
  }

  private read(values: SampledProperty, stored: number, memory: Float64Array): void {
    const { file } = this.archive;
    const out = memory.subarray(0, this.channelCount);
    const block = values.block(stored);
    const view = values.elements(block);
    const expected = `${out.length} finite numbers of a transform`;
    if (view.byteLength < 8 * out.length) file.fail(block.at, expected, `${view.byteLength} bytes`);
    if (!readFloats(view, ELEMENT.float64, out)) file.fail(block.at, expected, 'others');
  }
}

/** The kinds of operations; they hold for all samples. */
function operationsOf(archive: AlembicArchive, ops: SampledProperty | undefined): Uint8Array {
  if (ops === undefined) return new Uint8Array();
  const { file } = archive;
  const block = ops.block(0);
  const { buffer, byteOffset, byteLength } = ops.elements(block);
  const isOne = ops.element === ELEMENT.uint8 || ops.element === ELEMENT.int8;
  if (!isOne || byteLength > MAX_OPERATIONS) {
    const found = `${byteLength} bytes of element type ${ops.element}`;
    file.fail(block.at, `at most ${MAX_OPERATIONS} operations of one byte each`, found);
  }
  // The lower four bits hint at the meaning in the program that wrote the file.
  const operations = new Uint8Array(buffer, byteOffset, byteLength).map((code) => code >>> 4);
  const bad = operations.findIndex((operation) => operation >= CHANNELS.length);
  if (bad >= 0) file.fail(block.at + bad, 'an operation of a transform, 0 to 6', operations[bad]);
  return operations;
}

function writeOperation(kind: number, channels: Float64Array, at: number, out: Float64Array): void {
  if (kind === MATRIX) {
    // A row of the file is an axis here; its fourth number would be the projection.
    for (let row = 0; row < 4; row++) for (let k = 0; k < 3; k++) out[3 * row + k] = channels[at + 4 * row + k];
    return;
  }
  out.set(IDENTITY);
  const [x, y, z] = [channels[at], channels[at + 1], channels[at + 2]];
  if (kind === SCALE) {
    out[0] = x;
    out[4] = y;
    out[8] = z;
  } else if (kind === TRANSLATE) {
    out[9] = x;
    out[10] = y;
    out[11] = z;
  } else if (kind === ROTATE) {
    const length = Math.hypot(x, y, z) || 1;
    writeRotation(x / length, y / length, z / length, channels[at + 3], out);
  } else {
    const axis = kind - ROTATE_X;
    writeRotation(axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, kind === ROTATE_Z ? 1 : 0, x, out);
  }
}

/** Writes the rotation about an axis of length 1 by an angle in degrees. */
function writeRotation(x: number, y: number, z: number, degrees: number, out: Float64Array): void {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const rest = 1 - cos;
  out[0] = cos + rest * x * x;
  out[1] = rest * x * y + sin * z;
  out[2] = rest * x * z - sin * y;
  out[3] = rest * x * y - sin * z;
  out[4] = cos + rest * y * y;
  out[5] = rest * y * z + sin * x;
  out[6] = rest * x * z + sin * y;
  out[7] = rest * y * z - sin * x;
  out[8] = cos + rest * z * z;
}
