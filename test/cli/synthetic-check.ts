// A synthetic check: a waving sheet with made-up contacts, for tests of the outputs of checks.
import { readFileSync } from 'node:fs';
import type { Parts } from '../../src/clash.ts';
import { decodeModel, type Model } from '../../src/cli/report/page/decode.ts';
import type { FoundClashes, ReportInfo, ReportStep } from '../../src/cli/report/report-step.ts';
import type { Summary } from '../../src/cli/report/summary.ts';
import { seededRandom } from '../../src/core/math/random.ts';
import { noTally, TriMesh } from '../../src/index.ts';

export interface SyntheticCheck {
  readonly info: ReportInfo;
  positions(frame: number): Float64Array;
  step(index: number): ReportStep;
  /** No clash. */
  readonly found: FoundClashes;
}

export interface SyntheticOptions {
  /** The number of cells along a side of the sheet; each is two triangles. */
  readonly cells: number;
  readonly steps: number;
  readonly contacts: (step: number) => number;
  /** The noise of each coordinate in each frame, as a fraction of the extent. */
  readonly noise?: number;
  readonly info?: Partial<ReportInfo>;
}

export function syntheticCheck({ cells, steps, contacts, noise = 0, info }: SyntheticOptions): SyntheticCheck {
  const triangles: number[] = [];
  const side = cells + 1;
  for (let i = 0; i < cells; i++)
    for (let j = 0; j < cells; j++) {
      const v = i * side + j;
      triangles.push(v, v + 1, v + side, v + 1, v + side + 1, v + side);
    }
  const mesh = TriMesh.from(triangles, side * side);
  const positions = (frame: number): Float64Array => {
    const random = seededRandom(frame + 1);
    const x = new Float64Array(3 * mesh.vertexCount);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const [p, q] = [Math.floor(v / side) / cells, (v % side) / cells];
      x[3 * v] = 100 + p + 0.02 * frame;
      x[3 * v + 1] = q;
      x[3 * v + 2] = 0.1 * Math.sin(9 * p + 0.3 * frame) * Math.cos(7 * q - 0.2 * frame);
      for (let axis = 0; axis < 3; axis++) x[3 * v + axis] += random.between(-noise, noise);
    }
    return x;
  };
  const step = (index: number): ReportStep => {
    const random = seededRandom(1000 + index);
    const count = contacts(index);
    const kind = Uint8Array.from({ length: count }, (_, i) => (3 * i < count ? 0 : 1));
    const pick = (most: number) => Math.floor(random.between(0, most));
    const { edgeCount } = mesh.topology;
    const a = Uint32Array.from(kind, (k) => pick(k === 0 ? mesh.vertexCount : edgeCount));
    const b = Uint32Array.from(kind, (k) => pick(k === 0 ? mesh.faceCount : edgeCount));
    const time = Float64Array.from(kind, () => random.between(0, 1));
    const firstTime = count === 0 ? null : time.reduce((least, t) => Math.min(least, t), 1);
    const kept = { quietFaces: 5, nodePairs: 900, boxPairs: 800, slabPairs: 70, tests: 60, exact: 1 };
    const tally = { ...noTally(), ...kept };
    const [from, to] = [`sheet-${index}.ply`, `sheet-${index + 1}.ply`];
    const [x0, x1] = [positions(index), positions(index + 1)];
    return { index, from, to, ms: 1.5, firstTime, count, kind, a, b, time, truncated: false, tally, x0, x1 };
  };
  const whole = { title: 'sheet', sources: ['sheet-*.ply'], paths: 'Straight paths.', objectNames: ['sheet'] };
  const about: ReportInfo = { ...whole, up: 'y', mesh, stepCount: steps, version: '0.1.0', ...info };
  return { info: about, positions, step, found: noClash(about, positions) };
}

/** The result of a check without clashes. */
export function noClash({ mesh, stepCount }: ReportInfo, read: (frame: number) => Float64Array): FoundClashes {
  const parts: Parts = { names: ['all'], partOfFace: new Uint32Array(mesh.faceCount) };
  const list = { clashes: [], frameCount: stepCount + 1, unit: 'm', gone: [] } as const;
  return { sentence: 'Nothing clashes.', list, parts, read };
}

/** What a page finds in its file. */
export async function readReport(path: string): Promise<{ html: string; summary: Summary; model: Model }> {
  const html = readFileSync(path, 'utf8');
  const text = (id: string) => new RegExp(`<script type="[^"]+" id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? '';
  const summary = JSON.parse(text('summary')) as Summary;
  return { html, summary, model: await decodeModel(summary, (name) => text(`${name}-data`)) };
}
