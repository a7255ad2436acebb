// The scalar types of PLY, under the names of the original format and under the sized names that
// many programs write.

/** A scalar type. */
export interface PlyType {
  /** The size in the binary encodings, in bytes. */
  readonly size: number;
  /** Reads a value at a byte offset. */
  readonly read: (view: DataView, at: number, littleEndian: boolean) => number;
}

const TYPES: readonly (readonly [original: string, sized: string, PlyType])[] = [
  ['char', 'int8', { size: 1, read: (view, at) => view.getInt8(at) }],
  ['uchar', 'uint8', { size: 1, read: (view, at) => view.getUint8(at) }],
  ['short', 'int16', { size: 2, read: (view, at, littleEndian) => view.getInt16(at, littleEndian) }],
  ['ushort', 'uint16', { size: 2, read: (view, at, littleEndian) => view.getUint16(at, littleEndian) }],
  ['int', 'int32', { size: 4, read: (view, at, littleEndian) => view.getInt32(at, littleEndian) }],
  ['uint', 'uint32', { size: 4, read: (view, at, littleEndian) => view.getUint32(at, littleEndian) }],
  ['float', 'float32', { size: 4, read: (view, at, littleEndian) => view.getFloat32(at, littleEndian) }],
  ['double', 'float64', { size: 8, read: (view, at, littleEndian) => view.getFloat64(at, littleEndian) }],
];

/** The types by both of their names. */
export const PLY_TYPES: ReadonlyMap<string, PlyType> = new Map(
  TYPES.flatMap(([original, sized, type]) => [
    [original, type],
    [sized, type],
  ]),
);
