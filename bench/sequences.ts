// Whole sequences as a caller runs them, each in a fresh process: the cost of every step of one
// collider, the first one included, and its memory, beside the published means of HPCCD. The cloth
// on a rotating ball is simulated once, 92,872 triangles, and kept in `graze-sequences` of the
// temporary folder; that takes long and prints its progress. Times are elapsed: the machine should
// have nothing else to do. Optional: --case TEXT (a part of the name; may be repeated), --steps N
// (90 or more for a table), --cache FOLDER, --markdown FILE (the table, with the machine).
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MeshCollider, TriMesh } from 'graze';
import { ThreadPool } from 'graze/threads';
import { scenes } from '../scenes/index.ts';
import type { TriMesh as Mesh } from '../src/index.ts';
import { cpuClock } from './measure.ts';
import { type Sequence, sequenceOfScene } from './sequence.ts';
import { simulatedCrowd } from './simulated.ts';

const { values } = parseArgs({
  options: {
    case: { type: 'string', multiple: true, default: [''] },
    steps: { type: 'string', default: '150' },
    cache: { type: 'string', default: join(tmpdir(), 'graze-sequences') },
    markdown: { type: 'string' },
    child: { type: 'string' },
    threads: { type: 'string', default: '1' },
  },
});
const steps = Number(values.steps);

/** The size of the n-body scene relative to the usual one: 146K triangles. */
const N_BODY_SCALE = 4.3;
/** Steps from one line of progress to the next. */
const PROGRESS_STEPS = 30;

/** A sequence, and the mean that HPCCD publishes for a scene of the same kind and size. */
interface Case {
  readonly open: () => Sequence;
  /** Milliseconds on four cores and two GPUs. */
  readonly published?: number;
}

const cases: Readonly<Record<string, Case>> = {
  'cloth on a rotating ball, simulated': {
    open: () => sequenceOfScene(simulatedCrowd('cloth-ball', values.cache, steps)),
    published: 23,
  },
  'dancer in a layered skirt': { open: () => sequenceOfScene(scenes.dancer()) },
  'n-body': { open: () => sequenceOfScene(scenes['n-body']({ scale: N_BODY_SCALE })), published: 54 },
  // It has 64 frames: it breaks, then the last frames run back and forth.
  shattering: { open: () => backAndForth(sequenceOfScene(scenes.shattering())) },
};

/** Continues a sequence, once it is over, with its last step back and forth. */
function backAndForth(sequence: Sequence): Sequence {
  const { mesh, stepCount } = sequence;
  let last = sequence.step(0);
  return {
    mesh,
    stepCount: Number.POSITIVE_INFINITY,
    step: (index) => {
      last = index < stepCount ? sequence.step(index) : { x0: last.x1, x1: last.x0, change: null };
      return last;
    },
  };
}

/** Threads to measure. */
const THREAD_COUNTS = [1, 2];

/** The collider of a sequence, of the built package: a worker loads its script from there. */
async function colliderFor({ triangles, vertexCount }: Mesh, threads: number): Promise<MeshCollider> {
  const mesh = TriMesh.from(triangles, vertexCount);
  if (threads === 1) return new MeshCollider(mesh);
  const pool = new ThreadPool({ size: threads });
  await pool.ready;
  return new MeshCollider(mesh, { pool });
}

/** What a sequence cost. */
interface Cost {
  readonly faces: number;
  /** Elapsed milliseconds of every step. */
  readonly ms: readonly number[];
  /** CPU milliseconds of all steps but the first. */
  readonly cpu: number;
  /** Contacts of all steps. */
  readonly contacts: number;
  /** Bytes that the collider uses in its linear memory after the last step, in MB. */
  readonly memory: number;
}

/** Bytes of all blocks of the linear memory of a collider, a private part of it. */
function usedBytes(collider: MeshCollider): number {
  const { search } = collider as unknown as { search: { memory: { holding: { space: { usedBytes: number } } } } };
  return search.memory.holding.space.usedBytes;
}

/** Runs a sequence in this process. */
async function measure({ open }: Case, threads: number): Promise<Cost> {
  const sequence = open();
  const collider = await colliderFor(sequence.mesh, threads);
  const ms: number[] = [];
  let cpu = 0;
  let contacts = 0;
  for (let i = 0; i < Math.min(steps, sequence.stepCount); i++) {
    const { x0, x1, change } = sequence.step(i);
    const before = cpuClock();
    const start = performance.now();
    if (change) collider.retopologize(change);
    contacts += collider.collide(x0, x1).count;
    ms.push(performance.now() - start);
    if (i > 0) cpu += cpuClock() - before;
    if (ms.length % PROGRESS_STEPS === 0) process.stderr.write(`  ${ms.length} steps\n`);
  }
  const memory = usedBytes(collider) / 2 ** 20;
  return { faces: sequence.mesh.faceCount, ms, cpu, contacts, memory };
}

/** The same in a fresh process. */
function measureApart(name: string, threads: number): Cost {
  const options = ['--child', name, '--threads', String(threads), '--steps', values.steps, '--cache', values.cache];
  const { stdout, status } = spawnSync(
    process.execPath,
    [...process.execArgv, fileURLToPath(import.meta.url), ...options],
    { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (status !== 0) throw new Error(`${name} failed`);
  return JSON.parse(stdout);
}

const HEADER = ['scene', 'triangles', 'threads', 'steps', 'contacts per step', 'first', 'mean', 'median'].concat([
  '99th percentile',
  'worst',
  'CPU mean',
  'memory MB',
  'HPCCD mean',
]);

/** The row of a table. The first step is a column of its own and not part of the others. */
function rowOf(name: string, threads: number, { faces, ms, cpu, contacts, memory }: Cost): string[] {
  const rest = ms.slice(1).toSorted((a, b) => a - b);
  const at = (share: number) => rest[Math.min(rest.length - 1, Math.floor(share * rest.length))];
  const mean = rest.reduce((sum, x) => sum + x, 0) / rest.length;
  const times = [ms[0], mean, at(0.5), at(0.99), rest[rest.length - 1], cpu / rest.length];
  return [
    name,
    String(faces),
    String(threads),
    String(ms.length),
    (contacts / ms.length).toFixed(0),
    ...times.map((x) => x.toFixed(1)),
    memory.toFixed(0),
    cases[name].published?.toString() ?? '–',
  ];
}

/** The table as Markdown, with the machine. */
function markdownOf(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const processors = cpus();
  return [
    `Milliseconds per step, elapsed unless named otherwise, on ${processors[0].model} (${processors.length} logical cores), Node ${process.versions.node}. HPCCD: published means on four cores and two GPUs, on scenes of the same kind and size.`,
    '',
    line(HEADER),
    line(HEADER.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n');
}

if (values.child !== undefined) console.log(JSON.stringify(await measure(cases[values.child], Number(values.threads))));
else {
  const rows: string[][] = [];
  for (const name of Object.keys(cases).filter((one) => values.case.some((text) => one.includes(text)))) {
    for (const threads of THREAD_COUNTS) {
      process.stderr.write(`${name}, ${threads} ${threads === 1 ? 'thread' : 'threads'}\n`);
      const row = rowOf(name, threads, measureApart(name, threads));
      rows.push(row);
      console.log(row.map((cell, i) => `${HEADER[i]} ${cell}`).join(', '));
    }
  }
  if (values.markdown !== undefined) writeFileSync(values.markdown, markdownOf(rows));
}
