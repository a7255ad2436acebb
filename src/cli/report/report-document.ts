// The HTML file around the data. The policy in its head forbids all requests, so the page is the
// same with and without a network.
import { isGrave } from '../../display/clash-words.ts';
import { reportBody, reportScript, reportStyle } from './page.generated.ts';
import type { Summary } from './summary.ts';

/** The binary data of the page, each section deflated. */
export interface Sections {
  /** Faces, the object of each vertex, and the part of each face. */
  readonly mesh: Uint8Array;
  /** Positions of the stored frames. */
  readonly frames: Uint8Array;
  /** Touched features of all steps. */
  readonly touched: Uint8Array;
  /** Faces and curves of the clashes. */
  readonly clashes: Uint8Array;
}

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/** Returns the size of a document without frames; base64 adds a third to theirs. */
export function fixedBytes(summary: Summary, sections: Omit<Sections, 'frames'>): number {
  return Buffer.byteLength(reportDocument(summary, { ...sections, frames: new Uint8Array(0) }));
}

/** Returns the text of the HTML file. */
export function reportDocument(summary: Summary, sections: Sections): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="graze ${escaped(summary.version)}">
<title>${escaped(summary.title)} · graze check</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<p class="brand">graze check</p>
<h1>${escaped(summary.title)}</h1>
<p id="sentence" class="${stateOf(summary)}">${escaped(summary.sentence)}</p>
<p id="facts"></p>
</header>
${reportBody}
<script type="application/json" id="summary">${inScript(JSON.stringify(summary))}</script>
${Object.entries(sections)
  .map(([name, bytes]) => `<script type="text/plain" id="${name}-data">${base64(bytes)}</script>`)
  .join('\n')}
<script>${reportScript}</script>
</body>
</html>
`;
}

/** How the result is coloured; its sentence says the same in words. */
function stateOf({ clashes }: Summary): string {
  return clashes.clashes.some(isGrave) ? 'clashing' : 'clean';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Escapes text so that it can neither end the element nor open a comment in it. */
function inScript(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
