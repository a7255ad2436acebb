// The output does not depend on the number of threads, and memory does not grow with the sequence.
import { describe, expect, it } from 'vitest';
import { nBody } from '../../scenes/n-body.ts';
import { writePc2 } from '../../src/io.ts';
import { Folder, fault, graze, plyOf } from './command.ts';
import { hasPeakMemory, peakMemory } from './peak-memory.ts';

const folder = new Folder();

function sequence(name: string, frameCount: number, scale: number): string[] {
  const { mesh, positions } = nBody({ scale });
  const frames = Array.from({ length: frameCount }, (_, i) => {
    const out = new Float64Array(3 * mesh.vertexCount);
    positions(i, out);
    return out;
  });
  return [folder.put(`${name}.ply`, plyOf(mesh, frames[0])), folder.put(`${name}.pc2`, writePc2(frames))];
}

describe('threads', () => {
  it.each([[[]], [['--first']], [['--recipe', 'r-triangles']], [['--max-contacts', '9']]])(
    'give the same bytes %j',
    (options: readonly string[]) => {
      const inputs = sequence('small', 24, 0.02);
      const outputs = ['1', '2', '3'].map((threads) => {
        const files = { csv: 'out.csv', json: 'out.json', baseline: 'known.json' };
        const outputs = Object.entries(files).flatMap(([option, file]) => [`--${option}`, folder.at(file)]);
        const steps = folder.contacts(...inputs, ...options, '--threads', threads, ...outputs, '--update-baseline');
        expect(steps.length).toBe(23);
        expect(steps.filter(({ vf, ee }) => vf.length + ee.length > 0).length).toBeGreaterThan(5);
        expect(JSON.parse(folder.text('out.json')).clashes.length).toBeGreaterThan(0);
        return [folder.text('contacts.jsonl'), ...Object.values(files).map((file) => folder.text(file))];
      });
      expect(outputs[1]).toEqual(outputs[0]);
      expect(outputs[2]).toEqual(outputs[0]);
    },
  );

  it('give the same report', () => {
    const inputs = sequence('reported', 24, 0.02);
    const [one, two] = ['1', '2'].map((threads) => {
      const { status } = graze('check', ...inputs, '--threads', threads, '--report', folder.at('out.html'));
      expect(status).toBe(1);
      return folder.text('out.html');
    });
    expect(two).toBe(one);
  });

  it('tell the fault of the first frame that has one', () => {
    const [base] = sequence('faulty', 2, 0.02);
    const broken = folder.put('broken.ply', 'ply\n');
    const frames = [...Array<string>(9).fill(base), broken, base, base, folder.at('missing.ply'), base, base];
    for (const threads of ['1', '2', '3'])
      expect(fault('check', ...frames, '--threads', threads)).toMatch(/^[^ ]*broken.ply: /);
  });
});

describe.skipIf(!hasPeakMemory)('memory', () => {
  async function peak(inputs: readonly string[], threads: string): Promise<number> {
    const run = await peakMemory('check', ...inputs, '--threads', threads);
    expect(run.status).toBe(1);
    return run.peak;
  }

  it.each(['1', '2'])('stays flat over a sequence, --threads %s', async (threads) => {
    const [few, many] = [sequence('few', 20, 0.6), sequence('many', 60, 0.6)];
    const twice = async (inputs: readonly string[]) => [await peak(inputs, threads), await peak(inputs, threads)];
    // The time of garbage collection varies from run to run by about this much.
    const [short, long] = [Math.max(...(await twice(few))), Math.min(...(await twice(many)))];
    expect(long, `${short} kB for a third`).toBeLessThan(1.25 * short);
  });
});
