// The limits of the USD reader. Counts in a damaged or hostile file are compared with them before
// memory is taken, so that a file of less than 1 MB never costs more than 64 MB. None of them is
// near what a program writes.

/**
 * The maximum depth of prims in prims. The parser and the stage recurse once per level and stay
 * far from the end of the call stack; deep rigs have about 60 levels.
 */
export const MAX_PRIM_DEPTH = 256;

/** The maximum depth of brackets in a value. Dictionaries in dictionaries rarely have 10 levels. */
export const MAX_BRACKET_DEPTH = 256;

/** The maximum length of a name. Without it, paths of nested long names grow with the square of the file. */
export const MAX_NAME_LENGTH = 1024;

/** LZ4 needs at least one byte per 255 bytes that it describes: a claim beyond this ratio is false. */
export const MAX_LZ4_RATIO = 255;

/**
 * Returns how many rows a table of the crate may have. A row of any table takes at least 2 bytes of
 * the file even where it compresses best, and small files may hold few bytes but many rows.
 */
export function maxTableRows(fileSize: number): number {
  return Math.max(4096, Math.floor(fileSize / 2));
}

/**
 * Returns how many bytes the names of a crate may have together. Numbered names, which compress
 * best, shrink to a tenth.
 */
export function maxTokenBytes(fileSize: number): number {
  return 65_536 + 16 * fileSize;
}

/**
 * Returns how many numbers a compressed array may have. Only integers and repeating floats are
 * compressed; a mesh stores 12 bytes per vertex besides and has about 6 corners per vertex.
 */
export function maxCompressedCount(fileSize: number): number {
  return Math.max(262_144, fileSize);
}

/**
 * Returns how many sites references, instances and prims may have together: each path of each prim
 * that contributes opinions counts. References to prims with references double their number at
 * every level, so a small file could describe more prims than memory holds.
 */
export function maxSites(fileSize: number): number {
  return Math.max(65_536, Math.floor(fileSize / 8));
}

/** Returns how many objects a scene may have; an instance of a mesh is an object. */
export function maxObjects(fileSize: number): number {
  return Math.max(65_536, Math.floor(fileSize / 8));
}

/**
 * Returns how many time samples the attributes that move something may have together. Samples that
 * are shared count once for each time offset of a reference.
 */
export function maxSampleTimes(fileSize: number): number {
  return Math.max(1_048_576, fileSize);
}

/** The maximum number of references, inherits and variants that lead from a prim to its opinions. */
export const MAX_ARC_DEPTH = 64;

/** The maximum number of transform operations of a prim; programs write up to about 10. */
export const MAX_XFORM_OPS = 256;

/** The maximum depth of PointInstancers within PointInstancers. */
export const MAX_INSTANCER_DEPTH = 8;

/** The maximum number of joints that move one point; programs write up to about 16. */
export const MAX_INFLUENCES = 256;

/**
 * Returns how many numbers are kept while a scene is in use: weights of joints, offsets of blend
 * shapes, joints of skeletons. Values are kept once, but a skeleton for each instance.
 */
export function maxKeptNumbers(fileSize: number): number {
  return Math.max(3_145_728, 2 * fileSize);
}

/**
 * Returns how many samples are looked at to find what is ever shown. Instances share their samples,
 * but each may be hidden by others above it.
 */
export function maxSampleVisits(fileSize: number): number {
  return Math.max(1_048_576, 4 * fileSize);
}

/**
 * Returns how many numbers of polygons are kept, so that equal polygons are one object. Those of all
 * meshes of a frame are fewer: a vertex takes 12 bytes and has about 8 of these numbers.
 */
export function maxFaceNumbers(fileSize: number): number {
  return Math.max(4_194_304, 2 * fileSize);
}

/**
 * Returns how many letters the paths of all prims may have together. Paths repeat the names of the
 * prims above, so that their length grows with depth times breadth.
 */
export function maxPathLetters(fileSize: number): number {
  return 8_388_608 + 16 * fileSize;
}
