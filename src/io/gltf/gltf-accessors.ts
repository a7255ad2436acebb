// The accessors of a document: validated when the file is opened, decoded to doubles when they are
// used. All numbers that come out are finite.
import type { GltfBudget } from './gltf-budget.ts';
import { checkedIndex, fieldsOf, type GltfFields, gltfError, objectsOf, optionalFields, wholeOf } from './gltf-json.ts';
import type { GltfViews } from './gltf-views.ts';

/** The array of each component type. */
const ARRAYS = {
  5120: Int8Array,
  5121: Uint8Array,
  5122: Int16Array,
  5123: Uint16Array,
  5125: Uint32Array,
  5126: Float32Array,
} as const;
type ComponentType = keyof typeof ARRAYS;

const WIDTHS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

/** Rows of numbers in a buffer view. */
interface Rows {
  readonly view: number;
  readonly byteOffset: number;
  readonly componentType: ComponentType;
  readonly count: number;
  readonly width: number;
}

/** A validated accessor. */
interface Accessor {
  readonly count: number;
  readonly width: number;
  readonly componentType: ComponentType;
  readonly isNormalized: boolean;
  /** Undefined if all numbers are 0, or if they are compressed by Draco. */
  readonly rows: Rows | undefined;
  /** Elements that replace those of `rows`. */
  readonly sparse: { readonly indices: Rows; readonly values: Rows } | undefined;
}

/** The accessors of a document. */
export class GltfAccessors {
  private readonly accessors: readonly Accessor[];
  private readonly views: GltfViews;
  private readonly budget: GltfBudget;
  private readonly decoded: Map<number, Float64Array> = new Map();
  private readonly quanta: Map<number, number> = new Map();

  /** Throws `FileError` unless every accessor lies within its buffer view. */
  constructor(json: GltfFields, views: GltfViews, budget: GltfBudget) {
    this.views = views;
    this.budget = budget;
    this.accessors = objectsOf(json, 'accessors').map((one, i) => accessorOf(one, `accessors[${i}]`, views));
  }

  /** The number of accessors. */
  get count(): number {
    return this.accessors.length;
  }

  /** Returns the declared number of elements of an accessor. */
  elementCount(accessor: number): number {
    return this.accessors[accessor].count;
  }

  /** Whether the file holds the accessor's numbers; if not, they are 0 or compressed by Draco. */
  hasNumbers(accessor: number): boolean {
    const { rows, sparse } = this.accessors[accessor];
    return rows !== undefined || sparse !== undefined;
  }

  /**
   * Returns the numbers of an accessor of unsigned integers; not shared. `element` is the place that
   * names it. Throws `FileError`.
   */
  indices(accessor: number, element: string): Uint32Array {
    const { componentType } = this.accessors[accessor];
    if (!isUnsigned(componentType)) throw gltfError(element, 'unsigned integers', `component type ${componentType}`);
    const numbers = this.numbers(accessor, 1, element);
    this.budget.charge(Uint32Array.BYTES_PER_ELEMENT * numbers.length, element);
    return Uint32Array.from(numbers);
  }

  /**
   * Returns the difference of neighbouring values of an accessor of integers, or of floats that
   * meshopt has rounded; 0 if it is not quantised. Throws `FileError`.
   */
  quantum(accessor: number): number {
    const quantum = this.quanta.get(accessor) ?? this.quantumOf(this.accessors[accessor]);
    this.quanta.set(accessor, quantum);
    return quantum;
  }

  private quantumOf({ componentType, isNormalized, rows }: Accessor): number {
    if (componentType !== 5126) {
      const ofType = isNormalized ? 1 / maxOf(componentType) : 1;
      const bytes = rows && this.views.unfiltered(rows.view, 'QUATERNION');
      return rows && bytes ? ofType + quantumOfTurns(new Int16Array(this.packed(rows, bytes))) : ofType;
    }
    const bytes = rows && this.views.unfiltered(rows.view, 'EXPONENTIAL');
    if (rows === undefined || bytes === undefined) return 0;
    // Each number is an integer of 24 bits, times 2 to the power of the upper 8 bits.
    const packed = new Int32Array(this.packed(rows, bytes));
    return packed.reduce((most, bits) => (bits << 8 === 0 ? most : Math.max(most, 2 ** (bits >> 24))), 0);
  }

  /**
   * Returns the numbers of an accessor, `width` per element, normalised integers as the fractions
   * they stand for. The result is shared: do not change it. `element` is the place that names the
   * accessor. Throws `FileError`.
   */
  numbers(accessor: number, width: number, element: string): Float64Array {
    const known = this.decoded.get(accessor);
    const one = this.accessors[accessor];
    if (one.width !== width) throw gltfError(element, `elements of ${width} numbers`, one.width);
    if (known) return known;
    const byteLength = one.count * width * Float64Array.BYTES_PER_ELEMENT;
    // Twice: rows are packed before they become doubles.
    this.budget.charge(2 * byteLength, `accessors[${accessor}]`);
    const numbers = new Float64Array(one.count * width);
    if (one.rows) numbers.set(this.column(one.rows));
    if (one.sparse) this.replace(numbers, one, accessor);
    checkFinite(numbers, width, element);
    if (one.isNormalized) normalize(numbers, one.componentType);
    this.decoded.set(accessor, numbers);
    this.budget.release(byteLength);
    return numbers;
  }

  /** Returns the numbers of an accessor that were compressed; changes `numbers` if it is normalised. */
  normalized(accessor: number, numbers: Float64Array): Float64Array {
    const { isNormalized, componentType } = this.accessors[accessor];
    if (isNormalized) normalize(numbers, componentType);
    return numbers;
  }

  private replace(numbers: Float64Array, { sparse, width, count }: Accessor, accessor: number): void {
    if (sparse === undefined) return;
    const values = this.column(sparse.values);
    this.column(sparse.indices).forEach((index, i) => {
      if (index >= count) throw gltfError(`accessors[${accessor}].sparse.indices`, `indices below ${count}`, index);
      for (let k = 0; k < width; k++) numbers[index * width + k] = values[i * width + k];
    });
  }

  /** Returns the numbers of all rows, one after the other. */
  private column(rows: Rows): InstanceType<(typeof ARRAYS)[ComponentType]> {
    return new ARRAYS[rows.componentType](this.packed(rows, this.views.bytes(rows.view)));
  }

  /** Returns the bytes of all rows, one after the other, of a view with these bytes. */
  private packed({ view, byteOffset, componentType, count, width }: Rows, bytes: Uint8Array): ArrayBuffer {
    const rowBytes = width * ARRAYS[componentType].BYTES_PER_ELEMENT;
    const stride = this.views.byteStride(view) ?? rowBytes;
    const packed = new Uint8Array(count * rowBytes);
    if (stride === rowBytes) packed.set(bytes.subarray(byteOffset, byteOffset + packed.length));
    else
      for (let row = 0, from = byteOffset; row < count; row++, from += stride)
        packed.set(bytes.subarray(from, from + rowBytes), row * rowBytes);
    return packed.buffer;
  }
}

/** Throws `FileError` unless all numbers are finite. */
export function checkFinite(numbers: Float64Array, width: number, element: string): void {
  const bad = numbers.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw gltfError(element, 'finite numbers', `${numbers[bad]} in element ${Math.floor(bad / width)}`);
}

/**
 * Each quaternion has three of its numbers as integers; 1/√2, which none of them exceeds, is that
 * of the fourth column but for its lowest two bits.
 */
function quantumOfTurns(packed: Int16Array): number {
  let most = 0;
  for (let i = 3; i < packed.length; i += 4) most = Math.max(most, Math.SQRT1_2 / Math.max(1, packed[i] | 3));
  return most;
}

function isUnsigned(componentType: ComponentType): boolean {
  return componentType === 5121 || componentType === 5123 || componentType === 5125;
}

function maxOf(componentType: ComponentType): number {
  const isSigned = componentType === 5120 || componentType === 5122;
  return 2 ** (8 * ARRAYS[componentType].BYTES_PER_ELEMENT - (isSigned ? 1 : 0)) - 1;
}

function normalize(numbers: Float64Array, componentType: ComponentType): void {
  if (componentType === 5126) return;
  const max = maxOf(componentType);
  for (let i = 0; i < numbers.length; i++) numbers[i] = Math.max(numbers[i] / max, -1);
}

function accessorOf(fields: GltfFields, element: string, views: GltfViews): Accessor {
  const { type, normalized, bufferView } = fields;
  const count = wholeOf(fields, 'count', element);
  if (typeof type !== 'string' || !Object.hasOwn(WIDTHS, type)) {
    throw gltfError(`${element}.type`, 'a type of glTF 2.0', type);
  }
  const shape = { count, width: WIDTHS[type], componentType: componentTypeOf(fields, element) };
  const sparse = optionalFields(fields, 'sparse', element);
  return {
    ...shape,
    isNormalized: normalized === true,
    rows: bufferView === undefined ? undefined : rowsOf(fields, shape, element, views),
    sparse: sparse && sparseOf(sparse, shape, `${element}.sparse`, views),
  };
}

function componentTypeOf({ componentType }: GltfFields, element: string): ComponentType {
  if (typeof componentType === 'number' && Object.hasOwn(ARRAYS, componentType)) return componentType as ComponentType;
  throw gltfError(`${element}.componentType`, 'a component type of glTF 2.0', componentType);
}

function sparseOf(
  fields: GltfFields,
  { count, width, componentType }: Pick<Rows, 'count' | 'width' | 'componentType'>,
  element: string,
  views: GltfViews,
): Accessor['sparse'] {
  const sparseCount = wholeOf(fields, 'count', element);
  if (sparseCount > count) throw gltfError(`${element}.count`, `at most ${count}`, sparseCount);
  const [indices, values] = ['indices', 'values'].map((key) => fieldsOf(fields[key], `${element}.${key}`));
  const indexType = componentTypeOf(indices, `${element}.indices`);
  if (!isUnsigned(indexType)) throw gltfError(`${element}.indices`, 'unsigned integers', indexType);
  const indexRows = { count: sparseCount, width: 1, componentType: indexType };
  const valueRows = { count: sparseCount, width, componentType };
  return {
    indices: rowsOf(indices, indexRows, `${element}.indices`, views),
    values: rowsOf(values, valueRows, `${element}.values`, views),
  };
}

/** Throws `FileError` unless all rows lie within their buffer view. */
function rowsOf(
  fields: GltfFields,
  shape: Pick<Rows, 'count' | 'width' | 'componentType'>,
  element: string,
  views: GltfViews,
): Rows {
  const { count, width, componentType } = shape;
  const view = checkedIndex(fields.bufferView, views.count, `${element}.bufferView`);
  const byteOffset = wholeOf(fields, 'byteOffset', element, 0);
  const rowBytes = width * ARRAYS[componentType].BYTES_PER_ELEMENT;
  const end = count === 0 ? 0 : byteOffset + (count - 1) * (views.byteStride(view) ?? rowBytes) + rowBytes;
  const byteLength = views.byteLength(view);
  if (end > byteLength) throw gltfError(element, `an end within the ${byteLength} bytes of its buffer view`, end);
  return { ...shape, view, byteOffset };
}
