import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { discardUnfinished } from '../../src/cli/output-file.ts';
import { fitFrames, spread } from '../../src/cli/report/fit-frames.ts';
import { FrameSpool } from '../../src/cli/report/frame-spool.ts';
import { decodeFrame, decodeIds, encodeFrame, encodeIds } from '../../src/cli/report/integer-coding.ts';
import type { Model } from '../../src/cli/report/page/decode.ts';
import { ReportWriter } from '../../src/cli/report/report-writer.ts';
import type { Summary } from '../../src/cli/report/summary.ts';
import { TriMesh } from '../../src/index.ts';
import { readReport, type SyntheticCheck, syntheticCheck } from './synthetic-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'graze-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function write(name: string, { info, step, found }: SyntheticCheck, budget?: number): Promise<string> {
  const path = join(folder, name);
  const writer = new ReportWriter(path, info, budget);
  for (let i = 0; i < info.stepCount; i++) writer.addStep(step(i));
  await writer.finish(found);
  return path;
}

/** The largest distance of a stored coordinate from the true one. */
function worstError({ positions }: SyntheticCheck, { stored, vertexCount }: Summary, { frames }: Model): number {
  let worst = 0;
  frames.forEach((frame, i) => {
    const x = positions(stored.frames[i]);
    for (let v = 0; v < vertexCount; v++)
      for (let axis = 0; axis < 3; axis++) {
        const place = stored.origin[axis] + stored.size * frame[axis * vertexCount + v];
        worst = Math.max(worst, Math.abs(place - x[3 * v + axis]));
      }
  });
  return worst;
}

test('a hundred frames of 50K triangles with contacts stay below 5 MB, however they move', async () => {
  for (const noise of [0, 0.05]) {
    const check = syntheticCheck({ cells: 158, steps: 99, contacts: () => 3000, noise });
    const path = await write(`large-${noise}.html`, check);
    expect(statSync(path).size).toBeLessThan(5_000_000);
    const { summary, model } = await readReport(path);
    const { frames } = summary.stored;
    expect([frames[0], frames.at(-1)]).toEqual([0, 99]);
    expect(frames.length).toBeGreaterThan(noise === 0 ? 90 : 20);
    // Half a cell of the grid, and what single precision loses.
    expect(worstError(check, summary, model)).toBeLessThan(0.51 * summary.stored.size);
  }
});

test('the page gets back faces, edges, objects, and every touched feature with its earliest time', async () => {
  const check = syntheticCheck({ cells: 20, steps: 6, contacts: (i) => 40 * i });
  const { mesh } = check.info;
  const { summary, model } = await readReport(await write('small.html', check));
  expect(model.triangles).toEqual(mesh.triangles);
  expect(model.edges).toEqual(mesh.topology.edges);
  expect(new Set(model.objectOf)).toEqual(new Set([0]));
  expect(summary.stored).toMatchObject({ frames: [0, 1, 2, 3, 4, 5, 6], bits: 16 });
  expect(worstError(check, summary, model)).toBeLessThan(0.51 * summary.stored.size);
  for (let i = 0; i < 6; i++) {
    const { count, kind, a, b, time } = check.step(i);
    const earliest = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
    const touch = (sort: number, id: number, t: number) =>
      earliest[sort].set(id, Math.min(earliest[sort].get(id) ?? 255, Math.round(255 * t)));
    for (let k = 0; k < count; k++) {
      touch(kind[k] === 0 ? 0 : 1, a[k], time[k]);
      touch(kind[k] === 0 ? 2 : 1, b[k], time[k]);
    }
    const { vertices, edges, faces } = model.touched[i];
    [vertices, edges, faces].forEach(({ ids, times }, sort) => {
      expect(new Map(Array.from(ids, (id, k) => [id, times[k]]))).toEqual(earliest[sort]);
    });
    const sorted = Array.from({ length: count }, (_, k) => [time[k], kind[k], a[k], b[k]]).sort((p, q) => p[0] - q[0]);
    expect(summary.steps.earliest[i]).toEqual(sorted.slice(0, 12));
  }
});

test('features beyond the cap are left out evenly, and counted', async () => {
  const check = syntheticCheck({ cells: 150, steps: 100, contacts: (i) => (i === 0 ? 30_000 : 0) });
  const path = join(folder, 'capped.html');
  const writer = new ReportWriter(path, check.info);
  writer.addStep(check.step(0));
  await writer.finish(check.found);
  const { summary, model } = await readReport(path);
  const { vertices, edges, faces } = model.touched[0];
  const drawn = [vertices, edges, faces].reduce((sum, { ids }) => sum + ids.length, 0);
  const { count, kind, a, b } = check.step(0);
  const touched = new Set(Array.from({ length: count }, (_, k) => [`${kind[k]}a${a[k]}`, `${kind[k]}b${b[k]}`]).flat());
  expect(drawn).toBeLessThanOrEqual(4000);
  expect(drawn).toBeGreaterThan(3900);
  expect(summary.steps.leftOut[0]).toBeGreaterThan(0);
  expect(drawn + summary.steps.leftOut[0]).toBeLessThanOrEqual(touched.size);
  const { vertexCount, topology, faceCount } = check.info.mesh;
  for (const [ids, all] of [
    [vertices.ids, vertexCount],
    [edges.ids, topology.edgeCount],
    [faces.ids, faceCount],
  ] as const)
    expect(ids[ids.length >> 1] / all).toBeCloseTo(0.5, 1);
});

test('steps that were not searched to the end are told', async () => {
  const check = syntheticCheck({ cells: 4, steps: 4, contacts: (i) => (i === 0 ? 0 : 9) });
  const step = (i: number) => ({ ...check.step(i), truncated: i === 1 || i === 3 });
  const { summary } = await readReport(await write('truncated.html', { ...check, step }));
  expect(summary.steps.truncated).toEqual([1, 3]);
  const { summary: whole } = await readReport(await write('whole.html', check));
  expect(whole.steps.truncated).toEqual([]);
});

test('pairs of objects: counts, steps, first time; equal names are one object', async () => {
  const tetrahedron = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
  const solid = TriMesh.from(tetrahedron, 4);
  const { mesh } = TriMesh.merge([solid, solid, solid]);
  const info = { mesh, objectNames: ['arm', 'sleeve', 'sleeve'], stepCount: 2 };
  const check = syntheticCheck({ cells: 1, steps: 2, contacts: () => 0, info });
  const path = join(folder, 'pairs.html');
  const writer = new ReportWriter(path, check.info);
  const x = Float64Array.from({ length: 36 }, (_, i) => Math.sin(i));
  const common = { ...check.step(0), x0: x, x1: x };
  writer.addStep({ ...common, index: 0, count: 0 });
  const columns = {
    kind: Uint8Array.of(0, 0, 1, 9),
    a: Uint32Array.of(0, 4, 0, 9),
    b: Uint32Array.of(4, 8, 6, 9),
    time: Float64Array.of(0.5, 0.75, 0.25, 0),
  };
  writer.addStep({ ...common, ...columns, index: 1, count: 3, firstTime: 0.25 });
  await writer.finish(check.found);
  const { summary } = await readReport(path);
  expect(summary.objects).toEqual(['arm', 'sleeve']);
  expect(summary.pairs).toEqual([
    { a: 0, b: 1, count: 2, steps: 1, firstStep: 1, firstTime: 0.25 },
    { a: 1, b: 1, count: 1, steps: 1, firstStep: 1, firstTime: 0.75 },
  ]);
  expect(summary.steps.tally.tests).toEqual([60, 60]);
  expect(summary.steps.vf).toEqual([0, 2]);
});

test('names cannot become markup, and nothing is fetched', async () => {
  const evil = '</script><script>alert(1)</script><!-- "&\u2028';
  const info = { title: evil, sources: [evil], objectNames: [evil], paths: evil, version: evil };
  const { html, summary } = await readReport(
    await write('evil.html', syntheticCheck({ cells: 3, steps: 2, contacts: () => 2, info })),
  );
  expect(summary.title).toBe(evil);
  expect(summary.objects).toEqual([evil]);
  expect(html).not.toContain('<script>alert');
  expect(html.match(/<script/g)).toHaveLength(html.match(/<\/script>/g)?.length ?? 0);
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/(?:src|href)\s*=\s*["']?(?:https?:)?\/\//);
  expect(html).not.toMatch(/url\(|@import|fetch\(\s*["'`]|import\(/);
});

test('the file appears when it is complete; an interrupted run leaves nothing', async () => {
  const check = syntheticCheck({ cells: 3, steps: 2, contacts: () => 1 });
  const path = join(folder, 'late.html');
  const names = () => readdirSync(folder).filter((name) => name.startsWith('late'));
  const writer = new ReportWriter(path, check.info);
  writer.addStep(check.step(0));
  expect(names()).not.toContain('late.html');
  discardUnfinished();
  expect(names()).toEqual([]);
  await write('late.html', check);
  expect(names()).toEqual(['late.html']);
});

test('a path that cannot be written is refused at once', () => {
  const { info } = syntheticCheck({ cells: 3, steps: 2, contacts: () => 1 });
  expect(() => new ReportWriter(folder, info)).toThrow(/: it is a directory/);
  expect(() => new ReportWriter(join(folder, 'nowhere', 'r.html'), info)).toThrow(/: there is no such file/);
});

test('the spool holds a few frames of a long sequence, those around contacts longest', () => {
  const check = syntheticCheck({ cells: 4, steps: 0, contacts: () => 0 });
  const { mesh } = check.info;
  const x = check.positions(0);
  const touching = new Set([101, 102, 333, 700]);
  const spool = new FrameSpool(mesh, 20 * 12 * (mesh.vertexCount + 1));
  for (let i = 0; i < 1000; i++) {
    spool.addStep(i, x, x, touching.has(i));
    expect(spool.frames().length).toBeLessThanOrEqual(21);
  }
  const kept = spool.frames().map(({ index }) => index);
  expect([kept[0], kept.at(-1)]).toEqual([0, 1000]);
  expect(kept).toEqual(expect.arrayContaining([101, 102, 103, 333, 334, 700, 701]));
  const all = new FrameSpool(mesh, 20 * 12 * (mesh.vertexCount + 1));
  for (let i = 0; i < 1000; i++) all.addStep(i, x, x, true);
  expect(all.frames().length).toBeGreaterThan(8);
  expect(all.frames().length).toBeLessThanOrEqual(21);
});

test('under a small budget contacts come first, and first and last frame always', () => {
  const check = syntheticCheck({ cells: 30, steps: 40, contacts: () => 0, noise: 0.05 });
  const spool = new FrameSpool(check.info.mesh);
  for (let i = 0; i < 40; i++) spool.addStep(i, check.positions(i), check.positions(i + 1), i === 17 || i === 30);
  const { stored, data } = fitFrames(spool, 40_000);
  expect(data.length).toBeLessThanOrEqual(40_000);
  expect(stored.frames).toEqual(expect.arrayContaining([0, 17, 18, 30, 31, 40]));
  expect(fitFrames(spool, 0).stored).toMatchObject({ frames: [0, 40], bits: 12 });
  expect(spread(spool.frames(), 3).map(({ index }) => index)).toEqual([0, 30, 40]);
});

test('coding of integers is lossless for every prediction and at the ends of the range', () => {
  const ids = Uint32Array.of(0, 5, 0xffffffff, 7, 0x80000000, 0x7fffffff, 1);
  for (const stride of [1, 3]) expect(decodeIds(encodeIds(ids, stride), stride)).toEqual(ids);
  const frames = [0, 1, 2, 3, 4].map((k) =>
    Uint16Array.from({ length: 60 }, (_, i) => (k === 3 ? 65535 * (i % 2) : 900 * k * k + 1000 * i * (k % 2))),
  );
  frames.forEach((frame, k) => {
    const past = [frames[k - 1], frames[k - 2]].filter((f) => f !== undefined);
    expect(decodeFrame(encodeFrame(frame, past), past)).toEqual(frame);
  });
});
