// A point cache (PC2 or MDD): the positions of all objects over time, side by side, in single
// precision. It holds no faces, so these must not change.
import { UsageError } from '../../check/usage-error.ts';
import { mddWriter, type PointCacheWriter, pc2Writer } from '../../io.ts';
import { OutputFile } from '../output-file.ts';
import type { ConvertedObject, ConvertSource } from './convert-source.ts';
import { type FrameOutput, listed, sizeText } from './frame-output.ts';
import { SinglePrecision } from './single-precision.ts';

/** The formats. */
export type CacheFormat = 'pc2' | 'mdd';

/** The maximum number of objects whose vertices are listed. */
const MAX_LISTED = 8;

/** Writes a cache. */
export class CacheFile implements FrameOutput {
  private readonly path: string;
  private readonly format: CacheFormat;
  private readonly source: ConvertSource;
  private readonly writer: PointCacheWriter;
  private readonly file: OutputFile;
  private readonly precision = new SinglePrecision();

  /** Throws `UsageError` if the file cannot be written, or faces change. */
  constructor(path: string, format: CacheFormat, source: ConvertSource) {
    const { label, objects, vertexCount, frameCount, times } = source;
    refuseRemeshed(label, objects, 'a point cache');
    this.path = path;
    this.format = format;
    this.source = source;
    this.writer =
      format === 'pc2'
        ? pc2Writer(vertexCount, frameCount)
        : mddWriter(vertexCount, frameCount, times ? { times } : {});
    this.file = new OutputFile(path);
    this.file.write(this.writer.header);
  }

  /** Writes a frame. */
  add(frame: number, positions: Float64Array): void {
    this.precision.check(this.source.label, frame, positions);
    this.file.write(this.writer.frame(positions));
  }

  /** Completes the file. */
  async finish(): Promise<readonly string[]> {
    this.file.finish();
    const { source, format, path } = this;
    const hidden = source.objects.filter((object) => isEverHidden(object, source.frameCount));
    return [
      `Wrote ${path}: ${sizeText(source)}.`,
      ...objectLines(source.objects),
      ...(format === 'pc2' && source.times && source.frameCount > 1
        ? ['PC2 holds no times: one sample per frame, from frame 0 on.']
        : []),
      ...(hidden.length > 0
        ? [
            `A point cache hides nothing: ${listed(hidden.map(({ name }) => name))} stays where it was while it is hidden.`,
          ]
        : []),
      ...this.precision.notes(),
    ];
  }
}

/** Throws `UsageError` for objects whose faces change, which `what` cannot hold. */
export function refuseRemeshed(label: string, objects: readonly ConvertedObject[], what: string): void {
  const names = objects.filter(({ isRemeshed }) => isRemeshed).map(({ name }) => name);
  if (names.length > 0)
    throw new UsageError(
      `${label}: the faces of ${listed(names)} change, which ${what} cannot hold; write a folder of frames with --format obj.`,
    );
}

/** Whether some frame hides an object. */
export function isEverHidden({ isShown }: ConvertedObject, frameCount: number): boolean {
  for (let frame = 0; frame < frameCount; frame++) if (!isShown(frame)) return true;
  return false;
}

/** Which vertices of the cache are those of which object. */
function objectLines(objects: readonly ConvertedObject[]): string[] {
  if (objects.length < 2) return [];
  const lines = objects
    .slice(0, MAX_LISTED)
    .map(({ name, first, end }) => `  vertices ${first} to ${end - 1}: ${name}`);
  const more = objects.length - lines.length;
  return [
    `It is one cache over the vertices of ${objects.length} objects:`,
    ...lines,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
