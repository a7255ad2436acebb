// Line plots as SVG: panels below each other over trials or similar, readable on light and dark
// pages.

/** One line of a panel. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
}

/** A panel with its own scale. */
export interface Panel {
  readonly title: string;
  /** One line, or two to compare. */
  readonly lines: readonly Line[];
}

const WIDTH = 760;
const HEIGHT = 170;
const LEFT = 76;
const TOP = 34;
const GAP = 40;

const STYLE = `text{font:12px sans-serif;fill:#444}.title{font-size:13px;fill:#222}.axis{fill:none;stroke:#999;stroke-width:1}
.grid{stroke:#999;stroke-opacity:.25}.line{fill:none;stroke-width:1.3}.l0{stroke:#c22}.l1{stroke:#26c}.l2{stroke:#333}.n0{fill:#c22}.n1{fill:#26c}.n2{fill:#333}
@media (prefers-color-scheme:dark){text{fill:#bbb}.title{fill:#eee}.l0{stroke:#f77}.l1{stroke:#7af}.l2{stroke:#ccc}.n0{fill:#f77}.n1{fill:#7af}.n2{fill:#ccc}}`;

/**
 * Returns the SVG text of a plot on a logarithmic scale, with one value per `unit`. Values below
 * one are drawn as one.
 */
export function plot(title: string, panels: readonly Panel[], unit = 'trial'): string {
  const height = TOP + panels.length * (HEIGHT + GAP);
  const body = panels.map((panel, i) =>
    drawPanel(panel, TOP + GAP / 2 + i * (HEIGHT + GAP), i === panels.length - 1 ? unit : ''),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}">
<style>${STYLE}</style>
<text class="title" x="${LEFT}" y="18">${title}</text>
${body.join('\n')}
</svg>
`;
}

function drawPanel({ title, lines }: Panel, top: number, unit: string): string {
  const values = lines.flatMap((line) => line.values);
  const low = Math.floor(Math.log10(Math.max(1, Math.min(...values))));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(10, ...values))));
  const y = (value: number): string =>
    (top + HEIGHT * (1 - (Math.log10(Math.max(1, value)) - low) / (high - low))).toFixed(1);
  const count = lines[0].values.length;
  const x = (i: number): string => (LEFT + ((WIDTH - LEFT - 12) * i) / Math.max(1, count - 1)).toFixed(1);
  const ticks = Array.from({ length: high - low + 1 }, (_, k) => 10 ** (low + k));
  const parts = [
    `<text x="${LEFT}" y="${top - 6}">${title}</text>`,
    ...ticks.map((tick) => `<path class="grid" d="M${LEFT} ${y(tick)}H${WIDTH - 12}"/>`),
    ...ticks.map(
      (tick) => `<text x="${LEFT - 6}" y="${y(tick)}" dy="4" text-anchor="end">${tick.toLocaleString('en')}</text>`,
    ),
    `<path class="axis" d="M${LEFT} ${top}V${top + HEIGHT}H${WIDTH - 12}"/>`,
    ...lines.map(
      ({ values: v }, k) => `<path class="line l${k}" d="M${v.map((value, i) => `${x(i)} ${y(value)}`).join('L')}"/>`,
    ),
  ];
  if (lines.length > 1) {
    parts.push(
      ...lines.map(
        ({ name }, k) =>
          `<text class="n${k}" x="${WIDTH - 12}" y="${top - 6 - 14 * (lines.length - 1 - k)}" text-anchor="end">${name}</text>`,
      ),
    );
  }
  if (unit)
    parts.push(`<text x="${WIDTH - 12}" y="${top + HEIGHT + 15}" text-anchor="end">${unit} 1 … ${count}</text>`);
  return parts.join('\n');
}
