// A chart of the tally: the number of pairs that each culling stage was given and kept, as bars on
// a logarithmic scale.
import type { StageName } from '../check/stages.ts';
import { count, element } from './element.ts';

/** The tally of a step, or summed over steps, with the numbers of faces and contacts. */
export type TallyNumbers = Readonly<Record<StageName | 'faces' | 'contacts', number>>;

/** Creates the chart; `faceCount` is the number of faces of the mesh. */
export function tallyChart(tally: TallyNumbers, faceCount: number): HTMLElement {
  const { faces, quietFaces, nodePairs, boxPairs, slabPairs, tests, exact, contacts } = tally;
  const allPairs = (faces * (faceCount - 1)) / 2;
  const looked = `boxes touch in the tree; ${count(nodePairs)} pairs of nodes looked at`;
  const rows = [
    { name: 'Faces', given: faces, kept: faces - quietFaces, meaning: 'not in a patch proven free of itself' },
    { name: 'Pairs of faces', given: allPairs, kept: boxPairs, meaning: looked },
    { name: 'Slabs', given: boxPairs, kept: slabPairs, meaning: 'pairs of faces that no slab separates' },
    { name: 'Elementary tests', given: tests, kept: contacts, meaning: 'tests run, and contacts found' },
    { name: 'Exact arithmetic', given: tests, kept: exact, meaning: 'tests run, and those only it could decide' },
  ];
  const most = Math.max(...rows.map(({ given }) => given));
  const list = element('ul', { className: 'chart' });
  for (const { name, given, kept, meaning } of rows) {
    const track = element('span', { className: 'given' });
    const bar = element('span', { className: 'kept' });
    track.style.width = percent(given, most);
    bar.style.width = percent(kept, most);
    list.append(
      element(
        'li',
        {},
        element('span', { className: 'name' }, name),
        element('span', { className: 'numbers' }, `${count(given)} → ${count(kept)}`),
        element('span', { className: 'track', ariaHidden: 'true' }, track, bar),
        element('span', { className: 'meaning' }, meaning),
      ),
    );
  }
  return list;
}

function percent(value: number, most: number): string {
  return `${((100 * Math.log1p(value)) / Math.log1p(Math.max(1, most))).toFixed(1)}%`;
}
