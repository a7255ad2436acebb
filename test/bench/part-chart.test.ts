// The chart of stacked times: a panel per scene, its parts one above the other.
import { expect, test } from 'vitest';
import { partChart } from '../../bench/part-chart.ts';

/** The highest point of each area, in the order in which they are drawn. */
function tops(svg: string): number[] {
  const areas = [...svg.matchAll(/<path class="p\d" d="M([^Z]+)Z"/g)];
  return areas.map(([, points]) => Math.min(...points.split('L').map((point) => Number(point.split(' ')[1]))));
}

test('parts are stacked: twice as much reaches twice as high', () => {
  const steps = Array.from({ length: 10 }, () => ({ detection: 1, response: 1, solver: 3 }));
  const svg = partChart('A title', 'ms', [{ name: 'one', steps }]);
  const [detection, response, solver] = tops(svg);
  const base = 190;
  expect((base - response) / (base - detection)).toBeCloseTo(2, 1);
  expect((base - solver) / (base - detection)).toBeCloseTo(5, 1);
  expect(svg).toContain('one: ms a step');
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});

test('long courses become means, every scene has its panel, and one long step does not flatten the rest', () => {
  const steps = Array.from({ length: 1000 }, (_, i) => ({ detection: 1, response: 0, solver: i === 5 ? 1e6 : 0 }));
  const svg = partChart('A title', 'ms', [
    { name: 'long', steps },
    { name: 'short', steps: steps.slice(0, 3) },
  ]);
  expect(tops(svg)).toHaveLength(6);
  expect(tops(svg)[0]).toBe(70);
  expect(svg.length).toBeLessThan(20_000);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
});
