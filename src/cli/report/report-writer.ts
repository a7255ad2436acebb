// Writes the report of a check: one HTML file that opens from disk without a network. Steps are taken as they come, and only what the page
// shows of them is kept. The file appears under its name when it is complete, never half-written.
import { closeSync, existsSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { FeatureEncoder } from './feature-encoder.ts';
import { fitFrames } from './fit-frames.ts';
import { FrameSpool } from './frame-spool.ts';
import { encodeIds } from './integer-coding.ts';
import { ObjectPairs } from './object-pairs.ts';
import { fixedBytes, reportDocument } from './report-document.ts';
import type { ReportInfo, ReportStep } from './report-step.ts';
import { StepTable } from './step-table.ts';
import type { Summary } from './summary.ts';

/** Bytes of the file unless the faces and two frames alone need more. */
const BUDGET = 4_500_000;

export class ReportWriter {
  private readonly path: string;
  private readonly temporary: string;
  private readonly info: ReportInfo;
  private readonly budget: number;
  private readonly spool: FrameSpool;
  private readonly pairs: ObjectPairs;
  private readonly steps = new StepTable();
  private readonly features: FeatureEncoder;
  private readonly touched: Uint8Array[] = [];
  private file: number | undefined;

  /** Throws at once where the file cannot be written. */
  constructor(path: string, info: ReportInfo, budget: number = BUDGET) {
    this.path = path;
    this.temporary = `${path}.${process.pid}.part`;
    this.info = info;
    this.budget = budget;
    this.spool = new FrameSpool(info.mesh);
    this.pairs = new ObjectPairs(info.mesh, info.objectNames);
    this.features = new FeatureEncoder(info.mesh, info.stepCount);
    // A directory or a protected file under that name is better found now than after the check.
    if (existsSync(path)) closeSync(openSync(path, 'r+'));
    this.file = openSync(this.temporary, 'w');
  }

  /** In order; nothing of the step is held on to. */
  addStep(step: ReportStep): void {
    const { bytes, leftOut } = this.features.encode(step);
    this.touched.push(bytes);
    this.steps.add(step, this.info.stepCount, leftOut);
    this.pairs.add(step);
    this.spool.addStep(step.index, step.x0, step.x1, step.count > 0);
  }

  async finish(): Promise<void> {
    if (this.file === undefined) return;
    try {
      writeFileSync(this.file, this.document());
      closeSync(this.file);
      this.file = undefined;
      renameSync(this.temporary, this.path);
    } catch (error) {
      this.abort();
      throw error;
    }
  }

  /** Leaves nothing behind; of no effect after `finish`. */
  abort(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
    rmSync(this.temporary, { force: true });
  }

  private document(): string {
    const { mesh } = this.info;
    const sections = {
      mesh: deflateSync(Buffer.concat([encodeIds(mesh.triangles, 3), encodeIds(this.pairs.objects.objectOf, 1)])),
      touched: deflateSync(Buffer.concat(this.touched)),
    };
    const summary = this.summary();
    // The numbers of the stored frames are not in it yet: a few bytes each.
    const taken = fixedBytes(summary, sections) + 16 * this.spool.frames().length;
    const { stored, data } = fitFrames(this.spool, Math.max(0, 0.75 * (this.budget - taken)));
    return reportDocument({ ...summary, stored }, { ...sections, frames: data });
  }

  private summary(): Summary {
    const { title, version, sources, paths, mesh } = this.info;
    return {
      title,
      version,
      sources,
      paths,
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
