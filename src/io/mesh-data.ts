// The input and output of every mesh reader, and views of their bytes. The mesh is what the file
// says: unused vertices, repeated faces and faces that repeat a vertex stay; `TriMesh.from` decides
// about them.

/** The content of a file. Text formats may be given as a string; binary files need their bytes. */
export type MeshSource = Uint8Array | ArrayBuffer | string;

/** A mesh as a file describes it, polygons split into triangles. */
export interface MeshData {
  /** 3 coordinates per vertex, all finite. */
  readonly positions: Float64Array;
  /** 3 vertex indices per triangle, all below `vertexCount`. */
  readonly triangles: Uint32Array;
  /** The number of vertices, unused ones included. */
  readonly vertexCount: number;
  /**
   * The objects of an OBJ file, or its groups if no object has a name; the solids of an ascii STL
   * file. Undefined if no triangle has such a name.
   */
  readonly parts?: TriangleNames | undefined;
  /** The materials of an OBJ file. Undefined if no triangle has one. */
  readonly materials?: TriangleNames | undefined;
}

/** The names that a file gives to its triangles. */
export interface TriangleNames {
  /**
   * The names in the order of their first triangles, each once. The empty name stands for triangles
   * without a name.
   */
  readonly names: readonly string[];
  /** The number of the name of each triangle, an index of `names`. */
  readonly partOfTriangle: Uint32Array;
}

/**
 * Returns a plain view of the bytes: one class, whatever the caller passed, keeps the scanning
 * loops monomorphic.
 */
export function bytesOf(source: MeshSource): Uint8Array {
  if (typeof source === 'string') return new TextEncoder().encode(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (typeof source?.byteLength === 'number') return new Uint8Array(source);
  throw new TypeError('a mesh is read from a Uint8Array, an ArrayBuffer or a string');
}

/** Returns access to the bytes as numbers of any type. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Returns the given rows of a column with `width` numbers per row, as after welding. */
export function rowsAt(column: Float64Array, width: number, rows: Uint32Array): Float64Array {
  const chosen = new Float64Array(rows.length * width);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < width; k++) chosen[i * width + k] = column[rows[i] * width + k];
  }
  return chosen;
}
