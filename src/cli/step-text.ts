// A step as JSON and as rows of CSV, made by the thread that has checked it. Edges are named by their ends, so that no edge numbering has to
// be known.

import type { Sequence } from '../check/sequence.ts';
import { firstTime, type Step } from '../check/step.ts';
import type { TriMesh } from '../index.ts';

export function jsonOf({ mesh, nameOf }: Sequence, step: Step): string {
  const [from, to] = [nameOf(step.index), nameOf(step.index + 1)].map((name) => JSON.stringify(name));
  const times = `"ms": ${Number(step.ms.toFixed(3))}, "firstTime": ${JSON.stringify(firstTime(step))}`;
  const contacts = `"vf": [${rows(mesh, step, 0)}], "ee": [${rows(mesh, step, 1)}]`;
  const cut = step.truncated ? '"truncated": true, ' : '';
  return `{ "from": ${from}, "to": ${to}, ${times}, ${cut}${contacts}, "tally": ${JSON.stringify(step.tally)} }`;
}

/** A hundred thousand rows a step are no rarity: text is added to text, without an array for each. */
function rows({ topology: { edges } }: TriMesh, step: Step, kind: number): string {
  let text = '';
  for (let i = 0; i < step.count; i++) {
    if (step.kind[i] !== kind) continue;
    const [a, b] = [step.a[i], step.b[i]];
    const names = kind === 0 ? `${a},${b}` : `${edges[2 * a]},${edges[2 * a + 1]},${edges[2 * b]},${edges[2 * b + 1]}`;
    text += `${text === '' ? '' : ','}[${names},${step.time[i]}]`;
  }
  return text;
}

export const CSV_HEAD = 'step,from,to,kind,a0,a1,b0,b1,time\n';

/** A vertex and a face have no a1 and b1. A step that has more contacts ends with a row that says so. */
export function csvOf({ mesh, nameOf }: Sequence, step: Step): string {
  const { edges } = mesh.topology;
  const start = `${step.index + 1},${quoted(nameOf(step.index))},${quoted(nameOf(step.index + 1))}`;
  let text = '';
  for (let i = 0; i < step.count; i++) {
    const [a, b] = [step.a[i], step.b[i]];
    const names =
      step.kind[i] === 0
        ? `vf,${a},,${b},`
        : `ee,${edges[2 * a]},${edges[2 * a + 1]},${edges[2 * b]},${edges[2 * b + 1]}`;
    text += `${start},${names},${step.time[i]}\n`;
  }
  return step.truncated ? `${text}${start},truncated,,,,,\n` : text;
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
