// The scalar types of PLY, under the names of the original format and under the sized names that
// many programs write.

/** A scalar type. */
export interface PlyType {
  /** The size in the binary encodings, in bytes. */
  readonly size: number;
  /** Reads a value at a byte offset. */
  readonly read: (view: DataView, at: number, littleEndian: boolean) => number;
}

const INT8: PlyType = { size: 1, read: (view, at) => view.getInt8(at) };
const UINT8: PlyType = { size: 1, read: (view, at) => view.getUint8(at) };
const INT16: PlyType = { size: 2, read: (view, at, littleEndian) => view.getInt16(at, littleEndian) };
const UINT16: PlyType = { size: 2, read: (view, at, littleEndian) => view.getUint16(at, littleEndian) };
const INT32: PlyType = { size: 4, read: (view, at, littleEndian) => view.getInt32(at, littleEndian) };
const UINT32: PlyType = { size: 4, read: (view, at, littleEndian) => view.getUint32(at, littleEndian) };
const FLOAT32: PlyType = { size: 4, read: (view, at, littleEndian) => view.getFloat32(at, littleEndian) };
const FLOAT64: PlyType = { size: 8, read: (view, at, littleEndian) => view.getFloat64(at, littleEndian) };

/** The types by all of their names. */
export const PLY_TYPES: ReadonlyMap<string, PlyType> = new Map([
  ['char', INT8],
  ['int8', INT8],
  ['uchar', UINT8],
  ['uint8', UINT8],
  ['short', INT16],
  ['int16', INT16],
  ['ushort', UINT16],
  ['uint16', UINT16],
  ['int', INT32],
  ['int32', INT32],
  ['uint', UINT32],
  ['uint32', UINT32],
  ['float', FLOAT32],
  ['float32', FLOAT32],
  ['double', FLOAT64],
  ['float64', FLOAT64],
]);
