// Formats a step as JSON and as rows of CSV, on the thread that has checked it. Edges are named by
// their end vertices, so that readers need no edge numbering.

import type { Sequence } from '../check/sequence.ts';
import { firstTime, type Step } from '../check/step.ts';
import type { TriMesh } from '../index.ts';
import type { Utf8Text } from './utf8-text.ts';

/** Appends a step as a JSON object. */
export function addJson(out: Utf8Text, { mesh, nameOf }: Sequence, step: Step): void {
  const [from, to] = [nameOf(step.index), nameOf(step.index + 1)].map((name) => JSON.stringify(name));
  const times = `"ms": ${Number(step.ms.toFixed(3))}, "firstTime": ${JSON.stringify(firstTime(step))}`;
  const cut = step.truncated ? '"truncated": true, ' : '';
  out.add(`{ "from": ${from}, "to": ${to}, ${times}, ${cut}"vf": [`);
  addRows(out, mesh, step, 0);
  out.add('], "ee": [');
  addRows(out, mesh, step, 1);
  out.add(`], "tally": ${JSON.stringify(step.tally)} }`);
}

/** The number of contacts that are formatted as one string. */
const CONTACTS_PER_CHUNK = 64;

/**
 * Appends the contacts of one kind. A step may have a hundred thousand of them: none becomes an
 * object, and text is encoded while it is short.
 */
function addRows(out: Utf8Text, { topology: { edges } }: TriMesh, step: Step, kind: number): void {
  let isFirst = true;
  for (let i = 0; i < step.count; i += CONTACTS_PER_CHUNK) {
    const text = jsonRows(edges, step, kind, i, Math.min(step.count, i + CONTACTS_PER_CHUNK));
    if (text === '') continue;
    out.add(isFirst ? text.slice(1) : text);
    isFirst = false;
  }
}

/**
 * Returns some contacts as JSON; each begins with a comma. It is a separate function, because the
 * engine compiles and optimises a function as a whole.
 */
function jsonRows(edges: Uint32Array, { kind, a, b, time }: Step, wanted: number, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) {
    if (kind[i] !== wanted) continue;
    text +=
      wanted === 0
        ? `,[${a[i]},${b[i]}`
        : `,[${edges[2 * a[i]]},${edges[2 * a[i] + 1]},${edges[2 * b[i]]},${edges[2 * b[i] + 1]}`;
    text += `,${time[i]}]`;
  }
  return text;
}

/** The header line of a CSV file. */
export const CSV_HEAD = 'step,from,to,kind,a0,a1,b0,b1,time\n';

/**
 * Appends a step as rows of CSV; a1 and b1 are empty for vertex–face contacts. A truncated step
 * ends with a row that says so.
 */
export function addCsv(out: Utf8Text, { mesh, nameOf }: Sequence, step: Step): void {
  const { edges } = mesh.topology;
  const start = `${step.index + 1},${quoted(nameOf(step.index))},${quoted(nameOf(step.index + 1))}`;
  for (let i = 0; i < step.count; i++) {
    const a = step.a[i];
    const b = step.b[i];
    const names =
      step.kind[i] === 0
        ? `vf,${a},,${b},`
        : `ee,${edges[2 * a]},${edges[2 * a + 1]},${edges[2 * b]},${edges[2 * b + 1]}`;
    out.add(`${start},${names},${step.time[i]}\n`);
  }
  if (step.truncated) out.add(`${start},truncated,,,,,\n`);
}

function quoted(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
