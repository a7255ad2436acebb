// `graze convert`: any sequence that can be read as a point cache, as GLB with morph targets, or as a
// folder of frames.
import { UsageError } from '../check/usage-error.ts';
import { CacheFile, type CacheFormat } from './convert/cache-file.ts';
import { convertJson } from './convert/convert-json.ts';
import { type ConvertSource, openConvertSource } from './convert/convert-source.ts';
import type { FrameOutput } from './convert/frame-output.ts';
import { GlbFile } from './convert/glb-file.ts';
import { checkMeshFolder, MeshFiles, type MeshFormat } from './convert/mesh-files.ts';
import { parseInputs } from './frame-patterns.ts';
import { checkOutputs, STDOUT, writeWhole } from './output-file.ts';
import { Progress } from './progress.ts';
import { printable, printableJson } from './text/printable.ts';

/** A format that is written. */
export type ConvertFormat = MeshFormat | CacheFormat | 'glb';

/** The options of the command. */
export interface ConvertArguments {
  /** `--format`; the extension of the output tells if absent. */
  readonly format?: ConvertFormat;
  /** `--frames`: only these frames. */
  readonly frames?: string;
  /** `--clip`: name or number of a glTF animation. */
  readonly clip?: string;
  /** `--rate`: samples per second. */
  readonly rate?: number;
  /** `--allow-outside`: files may name others outside of their own folder. */
  readonly allowOutside: boolean;
  /** `--json`: a file, or `-` for standard output. */
  readonly json?: string;
}

/** Runs the command; the last name is that of the output. Rejects with `UsageError`. */
export async function convert(names: readonly string[], args: ConvertArguments): Promise<void> {
  const output = names[names.length - 1];
  if (names.length < 2) throw new UsageError(`${output}: name the input, then the output, such as in.abc out.pc2.`);
  const groups = parseInputs(names.slice(0, -1));
  if (groups.length > 1) throw new UsageError('several named inputs cannot be converted at once; convert one by one.');
  const [group] = groups;
  const format = formatOf(output, args.format);
  const { frames, clip, rate, allowOutside, json } = args;
  const files = json === undefined || json === STDOUT ? [] : [json];
  if (format === 'obj' || format === 'ply') checkMeshFolder(output, format, group.files);
  else files.push(output);
  checkOutputs(files, group.files);
  const source = await openConvertSource({ group, frames, clip, rate, allowOutside });
  const lines = await writeFrames(source, outputOf(output, format, source));
  const notes = [...lines, ...source.notes];
  const content = `${printableJson(JSON.stringify(convertJson(source, output, notes)))}\n`;
  if (json !== undefined && json !== STDOUT) writeWhole(json, content);
  process.stdout.write(json === STDOUT ? content : `${notes.map(printable).join('\n')}\n`);
}

function formatOf(output: string, format: ConvertFormat | undefined): ConvertFormat {
  if (format !== undefined) return format;
  const extension = /\.([^./\\]+)$/.exec(output)?.[1].toLowerCase();
  if (extension === 'pc2' || extension === 'mdd' || extension === 'glb') return extension;
  throw new UsageError(
    `${output}: what is to be written? Name a file that ends in .pc2, .mdd or .glb, or a folder with --format obj or ply.`,
  );
}

function outputOf(path: string, format: ConvertFormat, source: ConvertSource): FrameOutput {
  if (format === 'glb') return new GlbFile(path, source);
  if (format === 'pc2' || format === 'mdd') return new CacheFile(path, format, source);
  return new MeshFiles(path, format, source);
}

async function writeFrames(source: ConvertSource, output: FrameOutput): Promise<readonly string[]> {
  const { frameCount } = source;
  const progress = new Progress(frameCount, frameCount === 1 ? 'frame' : 'frames');
  let room: Float64Array | undefined;
  try {
    for (let frame = 0; frame < frameCount; frame++) {
      const positions = await source.read(frame, room);
      output.add(frame, positions);
      room = positions;
      progress.update(frame + 1);
      // Signals are delivered between frames.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return await output.finish();
  } finally {
    progress.clear();
  }
}
