// Writes the report of a check: one HTML file that opens from disk without a network. Steps are
// taken as they arrive, and only what the page shows of them is kept. The file appears under its
// name when it is complete.
import { closeSync, existsSync, openSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { momentOf } from '../../display/clash-view.ts';
import { withFileFault } from '../file-fault.ts';
import { OutputFile } from '../output-file.ts';
import { type EncodedClashes, encodeClashes } from './clash-coding.ts';
import { FeatureEncoder } from './feature-encoder.ts';
import { fitFrames } from './fit-frames.ts';
import { FrameSpool } from './frame-spool.ts';
import { encodeIds } from './integer-coding.ts';
import { ObjectPairs } from './object-pairs.ts';
import { fixedBytes, reportDocument } from './report-document.ts';
import type { FoundClashes, ReportInfo, ReportStep } from './report-step.ts';
import { StepTable } from './step-table.ts';
import type { Summary } from './summary.ts';

/**
 * The maximum size of the file in bytes. It is exceeded only if the faces and two frames alone need
 * more.
 */
const MAX_BYTES = 4_500_000;
/** The maximum number of clashes that are listed: nobody looks at more. */
const MAX_CLASHES = 500;

/** Collects steps and writes the report at the end. */
export class ReportWriter {
  private readonly file: OutputFile;
  private readonly info: ReportInfo;
  private readonly budget: number;
  private readonly spool: FrameSpool;
  private readonly pairs: ObjectPairs;
  private readonly steps = new StepTable();
  private readonly features: FeatureEncoder;
  private readonly touched: Uint8Array[] = [];

  /** `budget` is in bytes. Throws `UsageError` at once if the file cannot be written. */
  constructor(path: string, info: ReportInfo, budget: number = MAX_BYTES) {
    refuseProtected(path);
    this.file = new OutputFile(path);
    this.info = info;
    this.budget = budget;
    this.spool = new FrameSpool(info.mesh);
    this.pairs = new ObjectPairs(info.mesh, info.objectNames);
    this.features = new FeatureEncoder(info.mesh, info.stepCount);
  }

  /** Steps arrive in order; nothing of the step is kept after the call. */
  addStep(step: ReportStep): void {
    const { bytes, leftOut } = this.features.encode(step);
    this.touched.push(bytes);
    this.steps.add(step, this.info.stepCount, leftOut);
    this.pairs.add(step);
    this.spool.addStep(step.index, step.x0, step.x1, step.count > 0);
  }

  /** Composes the page and writes it under its name. */
  async finish(found: FoundClashes): Promise<void> {
    await this.keepClashFrames(found);
    this.file.write(this.document(found));
    this.file.finish();
  }

  /** The page shows each clash in its worst frame; a still scene has no other frames. */
  private async keepClashFrames({ list, read }: FoundClashes): Promise<void> {
    const moments = list.clashes.slice(0, MAX_CLASHES).map(momentOf);
    const frames = new Set(moments.flatMap((moment) => [Math.floor(moment), Math.ceil(moment)]));
    if (this.info.stepCount === 0) frames.add(0);
    for (const frame of frames) this.spool.keepClash(frame, await read(frame));
  }

  private document(found: FoundClashes): string {
    const { mesh } = this.info;
    const encoded = encodeClashes(found.list.clashes.slice(0, MAX_CLASHES));
    const partOfFace = Uint32Array.from(found.parts.partOfFace);
    const ids = [encodeIds(mesh.triangles, 3), encodeIds(this.pairs.objects.objectOf, 1), encodeIds(partOfFace, 1)];
    const sections = {
      mesh: deflateSync(Buffer.concat(ids)),
      touched: deflateSync(Buffer.concat(this.touched)),
      clashes: deflateSync(encoded.bytes),
    };
    const summary = this.summary(found, encoded);
    // The summary does not contain the numbers of the stored frames yet: a few bytes each.
    const taken = fixedBytes(summary, sections) + 16 * this.spool.frames().length;
    const { stored, data } = fitFrames(this.spool, Math.max(0, 0.75 * (this.budget - taken)));
    return reportDocument({ ...summary, stored }, { ...sections, frames: data });
  }

  private summary({ sentence, list, parts }: FoundClashes, { stored }: EncodedClashes): Summary {
    const { mesh, objectNames: _names, stepCount: _count, ...about } = this.info;
    const leftOut = list.clashes.length - stored.length;
    return {
      ...about,
      sentence,
      vertexCount: mesh.vertexCount,
      faceCount: mesh.faceCount,
      objects: this.pairs.objects.names,
      clashes: { ...list, clashes: stored, leftOut, parts: parts.names },
      steps: this.steps.columns,
      ...this.pairs.table(),
      stored: { frames: [], bytes: [], bits: 0, size: 0, origin: [0, 0, 0] },
    };
  }
}

/** Throws now, rather than after the check, if the path is a directory or a protected file. */
function refuseProtected(path: string): void {
  if (existsSync(path)) closeSync(withFileFault(path, () => openSync(path, 'r+')));
}
