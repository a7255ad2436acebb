// What a file of a size may ask for. Alembic shares blocks between equal samples, and a group may
// be named by many parents, so that a small hostile file describes a huge scene. Every limit here
// grows with the size of the file and lies far above what programs write.

/** The maximum nesting of objects. Rigs of film characters nest up to about a hundred. */
export const MAX_DEPTH = 512;

/**
 * The maximum number of instances that lead to one another before the source is found; more are a
 * cycle. Programs write one or two.
 */
export const MAX_INSTANCE_LINKS = 64;

/**
 * The maximum number of operations of a transform: Alembic's own library counts them in one byte.
 */
export const MAX_OPERATIONS = 255;

/** The characters of a path that count as one more object in `maxObjects`. */
export const PATH_CHARACTERS = 256;

/**
 * The bytes of headers and tables of groups that reading may go through. An honest file has each of
 * them once, and at most the tables of objects are read twice.
 */
export function maxHeaderBytes(fileSize: number): number {
  return 2 ** 16 + 2 * fileSize;
}

/**
 * The maximum number of objects after instances are expanded. Each object takes more than 100 bytes
 * of a file, an instance too; only instances within instances take less.
 */
export function maxObjects(fileSize: number): number {
  return 2 ** 15 + Math.floor(fileSize / 32);
}

/**
 * The maximum number of samples of a property, and of times of a scene. Repeated samples at the
 * start and the end are not stored, so it may exceed the 8 bytes of each stored one: 2^17 frames
 * last 91 minutes.
 */
export function maxSamples(fileSize: number): number {
  return 2 ** 17 + Math.floor(fileSize / 8);
}

/**
 * The maximum number of samples that objects share: those of objects whose group occurs in the
 * scene a second time, which take no bytes of their own, and those of visibilities above an object
 * that are looked at to decide whether it is shown at all.
 */
export function maxSharedSamples(fileSize: number): number {
  return 2 ** 18 + fileSize;
}

/** The vertices whose positions take as long to compute as an object takes beside them. */
export const VERTICES_PER_VISIT = 64;

/** Up to this size, in bytes, all that a file describes can be computed in about a second. */
const SMALL_FILE = 2 ** 20;

/**
 * The maximum number of visits to objects, one at each time of the scene; every
 * `VERTICES_PER_VISIT` vertices of the first sample count as one more. Beyond a small file each
 * byte allows 64 further visits: a mesh at rest of 36 bytes for each vertex may be visited at more
 * than 100,000 times because something else moves.
 */
export function maxVisits(fileSize: number): number {
  return 2 ** 20 + fileSize + 64 * Math.max(0, fileSize - SMALL_FILE);
}

/**
 * Times that are nearer to each other, in seconds, are one instant. Programs compute the time of a
 * frame in several ways, which differ in rounding; no shutter and no simulation samples so densely.
 */
export const SAME_INSTANT = 1e-6;
