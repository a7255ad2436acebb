// Clashes in the file of a report: what the page gets back, and which frames are stored for them.
import { describe, expect, it } from 'vitest';
import { decodeClashes, encodeClashes } from '../../src/cli/report/clash-coding.ts';
import { spread } from '../../src/cli/report/fit-frames.ts';
import { FrameSpool } from '../../src/cli/report/frame-spool.ts';
import { ReportWriter } from '../../src/cli/report/report-writer.ts';
import { clashCheck, FRAME_COUNT, WORST } from './clash-check.ts';
import { Folder } from './command.ts';
import { readReport } from './synthetic-check.ts';

const folder = new Folder();
const check = clashCheck();
const { clashes } = check.found.list;

async function write(name: string, found = check.found, budget?: number): Promise<string> {
  const writer = new ReportWriter(folder.at(name), check.info, budget);
  for (let i = 0; i < check.info.stepCount; i++) writer.addStep(check.step(i));
  await writer.finish(found);
  return folder.at(name);
}

describe('the page', () => {
  it('gets back every clash, its curve to a hundred-thousandth of its size', async () => {
    const { summary, model } = await readReport(await write('all.html'));
    expect(summary.sentence).toBe(check.found.sentence);
    expect(summary.up).toBe('y');
    expect(summary.clashes).toMatchObject({ frameCount: FRAME_COUNT, unit: 'm', leftOut: 0, gone: [] });
    expect(model.parts).toEqual(check.parts.names);
    expect([...model.partOfFace]).toEqual(check.parts.partOfFace);
    expect(model.clashes).toHaveLength(clashes.length);
    clashes.forEach(({ curve, ...clash }, i) => {
      const { curve: stored, ...rest } = model.clashes[i];
      expect(rest).toEqual(clash);
      expect(stored).toHaveLength(curve.length);
      stored.forEach((x, k) => {
        expect(Math.abs(x - curve[k])).toBeLessThan(1e-5);
      });
    });
  });

  it('gets the frames in which clashes are worst before all others', () => {
    const spool = new FrameSpool(check.info.mesh, 0);
    for (let i = 0; i + 1 < FRAME_COUNT; i++) spool.addStep(i, check.positions(i), check.positions(i + 1), true);
    const frames = () => spool.frames().map(({ index }) => index);
    // Without room, two frames and the last one are kept; clashes may double them.
    expect(frames()).toEqual([0, 16, FRAME_COUNT - 1]);
    for (const frame of [WORST, 7]) spool.keepClash(frame, check.positions(frame));
    expect(frames()).toEqual([0, WORST, 16, FRAME_COUNT - 1]);

    const all = new FrameSpool(check.info.mesh);
    for (let i = 0; i + 1 < FRAME_COUNT; i++) all.addStep(i, check.positions(i), check.positions(i + 1), true);
    for (const frame of [WORST, 0]) all.keepClash(frame, check.positions(frame));
    expect(all.frames()).toHaveLength(FRAME_COUNT);
    expect(spread(all.frames(), 3).map(({ index }) => index)).toEqual([0, WORST, FRAME_COUNT - 1]);
  });

  it('shows a still scene, which has no steps', async () => {
    const [clash] = clashes;
    const still = { ...clash, first: 0, last: 0, worst: { ...clash.worst, frame: 0 } };
    const writer = new ReportWriter(folder.at('still.html'), { ...check.info, stepCount: 0 });
    await writer.finish({ ...check.found, list: { ...check.found.list, clashes: [still], frameCount: 1 } });
    const { summary, model } = await readReport(folder.at('still.html'));
    expect(summary.stored.frames).toEqual([0]);
    const x = check.positions(0);
    const { origin, size } = summary.stored;
    for (let i = 0; i < x.length; i++) {
      const stored = origin[i % 3] + size * model.frames[0][(i % 3) * summary.vertexCount + Math.floor(i / 3)];
      expect(Math.abs(stored - x[i])).toBeLessThan(size);
    }
  });

  it('says whether anything clashes in the colour of the sentence', async () => {
    const { html } = await readReport(await write('all.html'));
    expect(html).toContain('<p id="sentence" class="clashing">3 clashes');
    const list = { ...check.found.list, clashes: [] };
    const nothing = { ...check.found, sentence: 'Nothing clashes.', list };
    expect((await readReport(await write('none.html', nothing))).html).toContain(
      '<p id="sentence" class="clean">Nothing clashes.',
    );
  });
});

describe('large clashes', () => {
  it('are thinned evenly, and their deepest frames stay', () => {
    const many = Uint32Array.from({ length: 10_000 }, (_, i) => 3 * i);
    const curve = Float64Array.from({ length: 6 * 10_000 }, (_, i) => Math.floor(i / 6));
    const perFrame = Array.from({ length: 1000 }, (_, frame) => ({ frame, depth: frame === 777 ? 2 : 1 }));
    const { stored, bytes } = encodeClashes([{ ...clashes[0], facesA: many, curve, perFrame }]);
    const [clash] = decodeClashes(stored, bytes);
    expect(clash.facesA.length).toBe(3000);
    expect(clash.facesA[0]).toBe(0);
    expect(clash.facesA[clash.facesA.length - 1]).toBeGreaterThan(29_900);
    expect(clash.curve.length).toBe(6 * 3000);
    expect(clash.perFrame.length).toBeLessThanOrEqual(240);
    expect(clash.perFrame).toContainEqual({ frame: 777, depth: 2 });
  });
});
