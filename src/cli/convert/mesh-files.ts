// A folder of OBJ or PLY files, one per frame: what the frame shows, with polygons, names and
// positions as in the source, in double precision.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageError } from '../../check/usage-error.ts';
import { writeObjObjects, writePly } from '../../io.ts';
import { withFileFault } from '../file-fault.ts';
import { checkOutputFolder, checkOutputs, writeWhole } from '../output-file.ts';
import type { ConvertSource, ShownObject } from './convert-source.ts';
import { type FrameOutput, sizeText } from './frame-output.ts';

/** The formats. */
export type MeshFormat = 'obj' | 'ply';

/** Throws `UsageError` for a folder that cannot be written, or in which input files would be replaced. */
export function checkMeshFolder(folder: string, format: MeshFormat, inputs: readonly string[]): void {
  checkOutputFolder(folder);
  const names = inputs.map((input) => basename(input)).filter((name) => isFrame(name, format));
  checkOutputs(
    names.map((name) => join(folder, name)).filter((path) => existsSync(path)),
    inputs,
  );
}

/** Writes a file per frame. */
export class MeshFiles implements FrameOutput {
  private readonly folder: string;
  private readonly format: MeshFormat;
  private readonly source: ConvertSource;

  /** Creates the folder. Throws `UsageError`, also if there are other frames in it. */
  constructor(folder: string, format: MeshFormat, source: ConvertSource) {
    this.folder = folder;
    this.format = format;
    this.source = source;
    withFileFault(folder, () => mkdirSync(folder, { recursive: true }));
    const other = readdirSync(folder).find(
      (name) => isFrame(name, format) && Number.parseInt(name, 10) >= source.frameCount,
    );
    if (other !== undefined)
      throw new UsageError(
        `${join(folder, other)}: it is there already, and there is no such frame now; remove it or name another folder.`,
      );
  }

  /** Writes a frame. */
  add(frame: number, positions: Float64Array): void {
    const shown = this.source.shownIn(frame);
    const content = this.format === 'obj' ? objText(shown, positions) : plyBytes(shown, positions);
    writeWhole(this.pathOf(frame), content);
  }

  /** Every frame is complete already. */
  async finish(): Promise<readonly string[]> {
    const { source } = this;
    const last = source.frameCount > 1 ? ` to ${basename(this.pathOf(source.frameCount - 1))}` : '';
    const names = this.format === 'ply' && source.objects.length > 1 ? [PLY_NAMES] : [];
    return [`Wrote ${sizeText(source)}: ${this.pathOf(0)}${last}.`, ...names];
  }

  private pathOf(frame: number): string {
    return join(this.folder, `${String(frame).padStart(4, '0')}.${this.format}`);
  }
}

const PLY_NAMES = 'PLY holds no names: the objects of a frame lie side by side in its file (--format obj names them).';

/** Whether a file has the name of a frame. */
function isFrame(name: string, format: MeshFormat): boolean {
  return /^\d{4,}$/.test(name.slice(0, -1 - format.length)) && name.endsWith(`.${format}`);
}

function objText(shown: readonly ShownObject[], positions: Float64Array): string {
  return writeObjObjects(
    shown.map(({ first, end, parts }) => ({ positions: positions.subarray(3 * first, 3 * end), parts })),
  );
}

/** All objects side by side. */
function plyBytes(shown: readonly ShownObject[], positions: Float64Array): Uint8Array {
  const points = new Float64Array(shown.reduce((sum, { first, end }) => sum + 3 * (end - first), 0));
  const counts: number[] = [];
  const corners: number[] = [];
  let at = 0;
  for (const { first, end, parts } of shown) {
    points.set(positions.subarray(3 * first, 3 * end), 3 * at);
    for (const part of parts) {
      for (let i = 0; i < part.counts.length; i++) counts.push(part.counts[i]);
      for (let i = 0; i < part.corners.length; i++) corners.push(part.corners[i] + at);
    }
    at += end - first;
  }
  return writePly({ positions: points, counts, corners });
}
