// Reads a point cache of either format: the extension of the file name decides, and without a known
// extension the first bytes do.
import { sourceOf } from './byte-source.ts';
import type { PointCache, PointCacheSource } from './point-cache.ts';
import { readMdd } from './read-mdd.ts';
import { isPc2, readPc2 } from './read-pc2.ts';

/** Reads a PC2 or MDD file. Throws `FileError`. */
export function pointCacheFrom(source: PointCacheSource, fileName = ''): PointCache {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const isMdd = extension === 'mdd' || (extension !== 'pc2' && !isPc2(sourceOf(source)));
  return isMdd ? readMdd(source) : readPc2(source);
}
