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
 * The bytes of headers and group tables that reading may go through. Each belongs to one object or
 * property and is read once, so an honest file stays below its own size.
 */
export function maxHeaderBytes(fileSize: number): number {
  return 2 ** 20 + 4 * fileSize;
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
 * The maximum sum, over all objects, of the samples that move or show them, of objects whose group
 * occurs in the scene more than once. Such objects take no bytes of their own.
 */
export function maxSharedVisits(fileSize: number): number {
  return 2 ** 18 + fileSize;
}

/**
 * The maximum number of objects times the number of times of the scene, and of visibilities that
 * are looked at to see what is shown at all.
 */
export function maxVisits(fileSize: number): number {
  return 2 ** 21 + 8 * fileSize;
}

/**
 * Times that are nearer to each other, in seconds, are one instant. Programs compute the time of a
 * frame in several ways, which differ in rounding; no shutter and no simulation samples so densely.
 */
export const SAME_INSTANT = 1e-6;
