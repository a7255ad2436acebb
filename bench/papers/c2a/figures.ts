// Figures 4 and 6 of C²A: front nodes of each trial on the clubs, without control, from the cached
// distance, and with control; iterations, front nodes and contacts on the torus knots.
import type { AdvancementResult } from '../../../src/c2a.ts';
import { plot } from '../plot.ts';
import type { Subject } from './subjects.ts';
import type { VariantCells } from './table-1.ts';

const fronts = (results: readonly AdvancementResult[]): number[] => results.map(({ frontNodes }) => frontNodes);

/** The figures of a pair, by file name. */
export function draw({ pair, advancement, motions }: Subject, cells: VariantCells): Record<string, string> {
  if (pair.name === 'club-club') {
    const lines = [
      { name: 'with control', values: fronts(cells.published.results) },
      { name: 'cached distance alone', values: fronts(cells.cached.results) },
      { name: 'without', values: fronts(cells.plain.results) },
    ];
    const panels = [{ title: 'N_BV of a query', lines }];
    return { 'c2a-figure-4.svg': plot('Figure 4: front nodes, club against club', panels) };
  }
  if (pair.name === 'torusknot-torusknot') {
    const { results } = cells.published;
    const hits = motions.map((_, i) => i).filter((i) => results[i].state === 'hit');
    const contacts = hits.map((i) => advancement.countWithin(...motions[i], results[i].time, 1e-4));
    const panel = (title: string, list: number[]) => ({ title, lines: [{ name: title, values: list }] });
    const panels = [
      panel(
        'N_τ',
        hits.map((i) => results[i].iterations),
      ),
      panel(
        'N_BV',
        hits.map((i) => results[i].frontNodes),
      ),
      panel('pairs of triangles in contact', contacts),
    ];
    return { 'c2a-figure-6.svg': plot('Figure 6: torus knot against torus knot, colliding', panels) };
  }
  return {};
}
