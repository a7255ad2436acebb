// `npm run golden`: all golden cases against the recorded hashes; status 1 where one differs.
// Optional: --only TEXT (cases whose name has it), --quick (those of `npm test`), --record (writes
// the hashes of the cases that ran, and tells what changes; for a change of behaviour that is
// meant), --times (CPU seconds of every case).
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { changedColumns, goldenCases, hashesOf, hashesPath, haveData, recordedHashes } from './golden-cases.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    quick: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    times: { type: 'boolean', default: false },
  },
});

const recorded: Record<string, string> = { ...recordedHashes() };
const chosen = goldenCases.filter(({ name, isQuick }) => name.includes(values.only) && (isQuick || !values.quick));
const runnable = chosen.filter(({ needsData }) => haveData || !needsData);
let changed = 0;
for (const golden of runnable) {
  const start = process.cpuUsage();
  const found = await hashesOf(golden);
  const { user, system } = process.cpuUsage(start);
  if (values.times) console.log(`${((user + system) / 1e6).toFixed(2)} s  ${golden.name}`);
  const before = recorded[golden.name];
  if (values.record) recorded[golden.name] = found;
  const columns = changedColumns(before ?? '', found);
  if (columns.length === 0) continue;
  changed++;
  console.log(`${golden.name}: ${before === undefined ? 'nothing recorded' : `other ${columns.join(', ')}`}`);
}
if (values.record) writeHashes();
const skipped = chosen.length - runnable.length;
console.log(`${runnable.length} cases, ${changed} changed${skipped > 0 ? `, ${skipped} without their data` : ''}`);
if (changed > 0 && !values.record) process.exitCode = 1;

/** In the order of the cases; what no case has any more goes. */
function writeHashes(): void {
  const ordered = goldenCases.flatMap(({ name }) => (name in recorded ? [[name, recorded[name]]] : []));
  writeFileSync(hashesPath, `${JSON.stringify(Object.fromEntries(ordered), null, 2)}\n`);
}
