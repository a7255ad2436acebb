// The numbers of the selected clash, and a chart of its depth over the frames.
import { lengthText } from '../check/length-text.ts';
import type { Point } from '../clash.ts';
import type { ClashList, ClashView } from './clash-view.ts';
import { framesText, methodText, pairText, statusText } from './clash-words.ts';
import { element, plural } from './element.ts';

/** The size of the chart in its own units; it is stretched to the width of the panel. */
const [CHART_WIDTH, CHART_HEIGHT] = [300, 64];
const SVG = 'http://www.w3.org/2000/svg';

/** Fills `place` with what is known about a clash. */
export function showClashDetail(place: HTMLElement, clash: ClashView, list: ClashList): void {
  place.replaceChildren(
    element('h2', { id: 'clash-title' }, pairText(clash)),
    element('dl', {}, ...clashFacts(clash, list).flatMap(([name, value]) => fact(name, value))),
    ...(clash.perFrame.length > 1 ? [depthChart(clash, list)] : []),
  );
}

/** Returns the names and values of what is known about a clash. */
export function clashFacts(clash: ClashView, { unit }: ClashList): [string, string][] {
  const { worst, kind, first, firstTime, frames, curveLength } = clash;
  const length = (value: number) => lengthText(value, unit);
  const facts: [string, string | null][] = [
    ['Kind', [kind, statusText(clash)].filter((text) => text !== '').join(', ')],
    ['Depth', worst.depth === null ? null : length(worst.depth)],
    ['Through', worst.through === null ? null : length(worst.through)],
    ['Distance', worst.distance === null ? null : length(worst.distance)],
    ['Measured', worst.method === null ? null : methodText(worst.method)],
    ['Curve', curveLength > 0 ? length(curveLength) : null],
    ['Frames', frames > 1 ? `${framesText(clash)}, ${plural(frames, 'frame')}` : framesText(clash)],
    ['Worst in', kind === 'passing' ? null : `frame ${worst.frame}`],
    ['Begins at', firstTime === null ? `frame ${first}` : `${Number(firstTime.toFixed(2))}, free before`],
    ['Place', placeText(worst.point)],
  ];
  return facts.filter((entry): entry is [string, string] => entry[1] !== null);
}

/** Four digits of the greatest coordinate; the others have as many decimals. */
function placeText(point: Point): string {
  const greatest = Math.max(...point.map(Math.abs)) || 1;
  const decimals = Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(greatest))));
  return point.map((x) => String(Number(x.toFixed(decimals)))).join(', ');
}

function fact(name: string, value: string): HTMLElement[] {
  return [element('dt', {}, name), element('dd', { ariaLabel: name }, value)];
}

/** Bars of the depth in each frame; frames without a depth have a short pale bar. */
function depthChart({ perFrame, worst }: ClashView, { frameCount, unit }: ClashList): HTMLElement {
  const most = perFrame.reduce((greatest, { depth }) => Math.max(greatest, depth ?? 0), 0);
  const svg = document.createElementNS(SVG, 'svg');
  const label = `Depth over ${plural(frameCount, 'frame')}, at most ${lengthText(most, unit)}`;
  const attributes = { viewBox: `0 0 ${CHART_WIDTH} ${CHART_HEIGHT}`, preserveAspectRatio: 'none', role: 'img' };
  for (const [name, value] of Object.entries({ ...attributes, 'aria-label': label })) svg.setAttribute(name, value);
  const cell = CHART_WIDTH / frameCount;
  for (const { frame, depth } of perFrame) {
    const rect = document.createElementNS(SVG, 'rect');
    const height = depth === null || most === 0 ? 4 : Math.max(2, (CHART_HEIGHT * depth) / most);
    rect.setAttribute('x', String(frame * cell));
    rect.setAttribute('y', String(CHART_HEIGHT - height));
    rect.setAttribute('width', String(Math.max(1, cell)));
    rect.setAttribute('height', String(height));
    rect.setAttribute('class', frame === worst.frame ? 'worst' : depth === null ? 'unknown' : 'depth');
    svg.append(rect);
  }
  const caption = most > 0 ? `Depth per frame, at most ${lengthText(most, unit)}` : 'Frames of the clash';
  const figure = element('figure', { className: 'depth-chart' }, element('figcaption', {}, caption));
  figure.prepend(svg);
  return figure;
}
