// Writes the report of a check: one HTML file that opens from disk without a network. Steps are
// taken as they arrive, and only what the page shows of them is kept. The file appears under its
// name when it is complete.
import { closeSync, existsSync, openSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { withFileFault } from '../file-fault.ts';
import { OutputFile } from '../output-file.ts';
import { FeatureEncoder } from './feature-encoder.ts';
import { fitFrames } from './fit-frames.ts';
import { FrameSpool } from './frame-spool.ts';
import { encodeIds } from './integer-coding.ts';
import { ObjectPairs } from './object-pairs.ts';
import { fixedBytes, reportDocument } from './report-document.ts';
import type { ReportInfo, ReportStep } from './report-step.ts';
import { StepTable } from './step-table.ts';
import type { Summary } from './summary.ts';

/**
 * The maximum size of the file in bytes. It is exceeded only if the faces and two frames alone need
 * more.
 */
const MAX_BYTES = 4_500_000;

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
  finish(): void {
    this.file.write(this.document());
    this.file.finish();
  }

  private document(): string {
    const { mesh } = this.info;
    const sections = {
      mesh: deflateSync(Buffer.concat([encodeIds(mesh.triangles, 3), encodeIds(this.pairs.objects.objectOf, 1)])),
      touched: deflateSync(Buffer.concat(this.touched)),
    };
    const summary = this.summary();
    // The summary does not contain the numbers of the stored frames yet: a few bytes each.
    const taken = fixedBytes(summary, sections) + 16 * this.spool.frames().length;
    const { stored, data } = fitFrames(this.spool, Math.max(0, 0.75 * (this.budget - taken)));
    return reportDocument({ ...summary, stored }, { ...sections, frames: data });
  }

  private summary(): Summary {
    const { mesh, objectNames: _names, stepCount: _count, ...about } = this.info;
    return {
      ...about,
      sentence: this.steps.sentence(),
      vertexCount: mesh.vertexCount,
      faceCount: mesh.faceCount,
      objects: this.pairs.objects.names,
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
