// Formats the contacts of a step as a line of JSON, on the thread that has checked it. Edges are
// named by their end vertices, so that readers need no edge numbering.

import { firstTime, type Step } from '../check/step.ts';
import type { TriMesh } from '../index.ts';
import type { Utf8Text } from './utf8-text.ts';

/**
 * Appends a step as a JSON object on a line of its own; `names` are those of the frames at its
 * ends, and `mesh` has the ids of its contacts.
 */
export function addContacts(out: Utf8Text, names: readonly [string, string], mesh: TriMesh, step: Step): void {
  const [from, to] = names.map((name) => JSON.stringify(name));
  const time = JSON.stringify(firstTime(step));
  const cut = step.truncated ? '"truncated": true, ' : '';
  out.add(`{ "from": ${from}, "to": ${to}, "firstTime": ${time}, ${cut}"vf": [`);
  addRows(out, mesh, step, 0);
  out.add('], "ee": [');
  addRows(out, mesh, step, 1);
  out.add(`], "tally": ${JSON.stringify(step.tally)} }\n`);
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
