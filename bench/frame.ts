// A whole real frame through the batch: every vertex–face and edge–edge pair whose swept boxes
// overlap. Checks the hits against the exact truth that comes with the data, and how early the
// times are compared with the exact oracle (`--gaps`, minutes). Frames by name, cloth-ball by
// default; finding the pairs of n-body takes minutes, which are not part of the timing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contacts } from '../src/core/contacts/contacts.ts';
import { FeatureTimer } from '../src/core/elementary/feature-timer.ts';
import { LinearMemory } from '../src/core/memory/linear-memory.ts';
import { VertexMotion } from '../src/core/motion/vertex-motion.ts';
import { PairBuffer } from '../src/core/pairs/pair-buffer.ts';
import { dataFolder } from '../test/generate/data-folder.ts';
import { oracleHit } from '../test/oracle/hit.ts';
import { type Frame, framePairs, loadFrame, pairVertices, sampleQueries } from './frame-queries.ts';
import { yardstick } from './yardstick.ts';

const frames = [
  ['cloth-ball', 'cloth_ball92.ply', 'cloth_ball93.ply'],
  ['n-body', 'balls16_18.ply', 'balls16_19.ply'],
] as const;

function truthOf(name: string): Set<string> {
  const { vf, ee } = JSON.parse(readFileSync(join(dataFolder, 'frames', name, 'truth.json'), 'utf8'));
  const order = (a: number, b: number) => (a < b ? `${a} ${b}` : `${b} ${a}`);
  const edges = (e: number[]) => [order(e[0], e[1]), order(e[2], e[3])].sort().join(' ');
  return new Set([...vf.map((p: number[]) => `vf ${p[0]} ${p[1]}`), ...ee.map((e: number[]) => `ee ${edges(e)}`)]);
}

function nameOf({ mesh }: Frame, contacts: Contacts, i: number): string {
  if (contacts.kind[i] === 0) return `vf ${contacts.a[i]} ${contacts.b[i]}`;
  const edge = (e: number) => `${mesh.topology.edges[2 * e]} ${mesh.topology.edges[2 * e + 1]}`;
  return `ee ${[edge(contacts.a[i]), edge(contacts.b[i])].sort().join(' ')}`;
}

function printGaps(frame: Frame, contacts: Contacts): void {
  const gaps: number[] = [];
  let late = 0;
  let worst = 0;
  for (let i = 0; i < contacts.count; i++) {
    const kind = contacts.kind[i] === 0 ? 'vf' : 'ee';
    const truth = oracleHit(kind, sampleQueries(frame, pairVertices(frame, kind, contacts.a[i], contacts.b[i]), 1, 0));
    if (truth.isLate(contacts.time[i])) late++;
    const gap = truth.upper - contacts.time[i];
    gaps.push(gap);
    if (truth.upper > 0) worst = Math.max(worst, gap / truth.upper);
    if (i % 1000 === 0 && process.stderr.isTTY) process.stderr.write(`\r${i} of ${contacts.count}`);
  }
  gaps.sort((a, b) => a - b);
  const at = (part: number) => gaps[Math.floor(part * (gaps.length - 1))].toExponential(2);
  console.log(
    `  time: ${late} late; gap median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}; most relative to the root ${worst.toExponential(2)}`,
  );
}

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
for (const [name, first, second] of frames) {
  if (!(names.length === 0 ? ['cloth-ball'] : names).includes(name)) continue;
  const frame = loadFrame(`frames/${name}/${first}`, `frames/${name}/${second}`);
  if (!frame) {
    console.log(`${name}: no data in GRAZE_DATA`);
    continue;
  }
  const memory = new LinearMemory();
  const motion = new VertexMotion(memory, frame.mesh);
  motion.set(frame.x0, frame.x1);
  const vf = new PairBuffer(memory);
  const ee = new PairBuffer(memory);
  framePairs(frame, 'vf', (a, b) => vf.push(a, b));
  framePairs(frame, 'ee', (a, b) => ee.push(a, b));
  const timer = new FeatureTimer(memory);
  const contacts = new Contacts();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    contacts.clear();
    const before = process.cpuUsage();
    timer.clear();
    timer.run(motion, vf, ee, contacts);
    timer.finish(motion, contacts);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1e3);
  }
  const truth = truthOf(name);
  let extra = 0;
  for (let i = 0; i < contacts.count; i++) if (!truth.delete(nameOf(frame, contacts, i))) extra++;
  const ms = times.sort((a, b) => a - b)[2];
  const unit = yardstick(3);
  console.log(
    `${name}: ${vf.count} vf + ${ee.count} ee pairs, ${contacts.count} contacts, ${truth.size} missed, ${extra} extra, ${contacts.tally.exact} exact; ${ms.toFixed(0)} ms, ${((1e6 * ms) / (vf.count + ee.count)).toFixed(1)} ns a pair, ${(ms / unit).toFixed(2)} yardsticks`,
  );
  if (process.argv.includes('--gaps')) printGaps(frame, contacts);
}
