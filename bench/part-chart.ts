// Stacked times as SVG: a panel for each scene over its steps, readable on light and dark pages.
import { PARTS, type PartTimes } from '../scenes/cloth/part-times.ts';

/** A scene over time. */
export interface Course {
  readonly name: string;
  /** The times of each step, in one unit. */
  readonly steps: readonly PartTimes[];
}

const WIDTH = 760;
const HEIGHT = 120;
const LEFT = 76;
const TOP = 52;
const GAP = 44;
/** The number of points of a panel; each is the mean of neighbouring steps. */
const POINTS = 150;
/** The fraction of points that may exceed the height of a panel. */
const OUTLIER_FRACTION = 0.02;

const STYLE = `text{font:12px sans-serif;fill:#444}.title{font-size:13px;fill:#222}.axis{fill:none;stroke:#999;stroke-width:1}
.grid{stroke:#999;stroke-opacity:.25}.p0{fill:#3f7fe0}.p1{fill:#d9730d}.p2{fill:#2a9d6f}
@media (prefers-color-scheme:dark){text{fill:#bbb}.title{fill:#eee}}`;

/** Returns the SVG text of the chart; `unit` names the unit of the times. */
export function partChart(title: string, unit: string, courses: readonly Course[]): string {
  const height = TOP + courses.length * (HEIGHT + GAP);
  const legend = PARTS.map(
    (part, k) =>
      `<rect class="p${k}" x="${LEFT + 100 * k}" y="26" width="10" height="10"/><text x="${LEFT + 100 * k + 15}" y="35">${part}</text>`,
  );
  const panels = courses.map((course, i) => drawPanel(course, unit, TOP + 18 + i * (HEIGHT + GAP)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
<style>${STYLE}</style>
<text class="title" x="${LEFT}" y="18">${title}</text>
${[...legend, ...panels].join('\n')}
</svg>
`;
}

function drawPanel({ name, steps }: Course, unit: string, top: number): string {
  const points = stackedMeans(steps);
  const totals = points.map((stack) => stack[PARTS.length]).sort((a, b) => a - b);
  const high = niceAbove(totals[Math.floor((1 - OUTLIER_FRACTION) * (totals.length - 1))]);
  const base = top + HEIGHT;
  const y = (value: number): string => (base - HEIGHT * Math.min(1, value / high)).toFixed(1);
  const x = (i: number): string => (LEFT + ((WIDTH - LEFT - 12) * i) / Math.max(1, points.length - 1)).toFixed(1);
  const areas = PARTS.map((_, k) => {
    const above = points.map((stack, i) => `${x(i)} ${y(stack[k + 1])}`);
    const below = points.map((stack, i) => `${x(i)} ${y(stack[k])}`).reverse();
    return `<path class="p${k}" d="M${[...above, ...below].join('L')}Z"/>`;
  });
  return [
    `<text x="${LEFT}" y="${top - 6}">${name}: ${unit} a step</text>`,
    ...[0, high / 2, high].map(
      (tick) =>
        `<path class="grid" d="M${LEFT} ${y(tick)}H${WIDTH - 12}"/><text x="${LEFT - 6}" y="${y(tick)}" dy="4" text-anchor="end">${Number(tick.toPrecision(3))}</text>`,
    ),
    ...areas,
    `<path class="axis" d="M${LEFT} ${top}V${base}H${WIDTH - 12}"/>`,
    `<text x="${WIDTH - 12}" y="${base + 15}" text-anchor="end">step 1 … ${steps.length}</text>`,
  ].join('\n');
}

/** For each point, the sums of the first 0, 1, 2, 3 parts. */
function stackedMeans(steps: readonly PartTimes[]): number[][] {
  const count = Math.min(POINTS, steps.length);
  return Array.from({ length: count }, (_, point) => {
    const [from, to] = [point, point + 1].map((end) => Math.floor((end * steps.length) / count));
    const sums = [0];
    for (const part of PARTS) {
      const sum = steps.slice(from, to).reduce((all, step) => all + step[part], 0);
      sums.push(sums[sums.length - 1] + sum / (to - from));
    }
    return sums;
  });
}

/** The next of 1, 2, 5 times a power of ten. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return power * ([1, 2, 5].find((factor) => factor * power >= value) ?? 10);
}
