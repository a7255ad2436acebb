// What a queue costs, and what a second worker brings: a check of the 92K-triangle cloth on this
// machine with one thread, then by a queue with one worker, then with two, each several times in
// turns. The cloth moves as between its two real frames, to and fro. Results must be the same bytes.
// Needs redis-server, and two cores that have nothing else to do. Optional: --rounds 3, --steps 64.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readPly, writePly } from '../src/io.ts';
import { RedisServer } from '../test/cli/queue/redis-server.ts';
import { dataFolder } from '../test/generate/data-folder.ts';
import { median } from './measure.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, steps: { type: 'string', default: '64' } },
});
/** Prints the CPU seconds of the process when it ends. */
const METER = `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(\`cpu \${(user+system)/1e6}\\n\`)})`;

interface Run {
  /** Seconds. */
  readonly elapsed: number;
  /** Seconds of all processes. */
  readonly cpu: number;
}

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const frames = ['92', '93'].map((frame) => join(dataFolder, `frames/cloth-ball/cloth_ball${frame}.ply`));
if (!frames.every((path) => existsSync(path))) throw new Error(`The cloth is not in ${dataFolder}.`);

const folder = mkdtempSync(join(tmpdir(), 'graze-queue-'));
const files = framesToAndFro(Number(values.steps));
const server = await RedisServer.start();
try {
  const rows: Record<string, Run[]> = { 'one thread here': [], 'one worker': [], 'two workers': [] };
  const queue = ['--queue', server.url(), '--blob', join(folder, 'blobs')];
  for (let round = 0; round < Number(values.rounds); round++) {
    rows['one thread here'].push(check('here', '--threads', '1'));
    for (const [row, workers] of [
      ['one worker', 1],
      ['two workers', 2],
    ] as const)
      rows[row].push(await withWorkers(workers, () => check('queue', ...queue)));
  }
  const of = (runs: readonly Run[], key: keyof Run): number => median(runs.map((run) => run[key]));
  const [here, one, two] = Object.values(rows);
  console.log(`| ${values.steps} steps of the 92K cloth | seconds | CPU seconds of all processes |\n|---|---|---|`);
  for (const [row, runs] of Object.entries(rows))
    console.log(`| ${row} | ${of(runs, 'elapsed').toFixed(2)} | ${of(runs, 'cpu').toFixed(2)} |`);
  const cost = (key: keyof Run): string => `${(100 * (of(one, key) / of(here, key) - 1)).toFixed(1)} %`;
  const gain = (of(one, 'elapsed') / of(two, 'elapsed')).toFixed(2);
  console.log(`\nQueue and merge cost ${cost('elapsed')} of the time, ${cost('cpu')} of the CPU time.`);
  console.log(`Two workers are ${gain} times as fast as one.`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}

function framesToAndFro(steps: number): string {
  const [start, end] = frames.map((path) => readPly(readFileSync(path)));
  for (let frame = 0; frame <= steps; frame++) {
    const { positions, triangles } = frame % 2 === 0 ? start : end;
    writeFileSync(join(folder, `${String(frame).padStart(4, '0')}.ply`), writePly({ positions, triangles }));
  }
  return join(folder, '*.ply');
}

/** A check; all must write the same bytes. */
function check(name: string, ...options: readonly string[]): Run {
  const outputs = ['json', 'csv'].flatMap((kind) => [`--${kind}`, join(folder, `${name}.${kind}`)]);
  const start = performance.now();
  const args = ['--import', METER, PROGRAM, 'check', files, ...outputs, ...options];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const elapsed = (performance.now() - start) / 1000;
  if (status !== 1) throw new Error(stderr);
  if (name === 'queue') {
    rmSync(join(folder, 'blobs'), { recursive: true });
    for (const kind of ['json', 'csv'])
      if (!readFileSync(join(folder, `queue.${kind}`)).equals(readFileSync(join(folder, `here.${kind}`))))
        throw new Error(`The ${kind} of the queue differs.`);
  }
  return { elapsed, cpu: cpuIn(stderr) };
}

/** Workers run before the clock starts: they wait for work, as on a farm. */
async function withWorkers(count: number, action: () => Run): Promise<Run> {
  const workers = await Promise.all(Array.from({ length: count }, startWorker));
  const { elapsed, cpu } = action();
  const ended = await Promise.all(workers.map((end) => end()));
  return { elapsed, cpu: ended.reduce((sum, one) => sum + one, cpu) };
}

/** Returns what ends the worker, and resolves to its CPU time. */
async function startWorker(): Promise<() => Promise<number>> {
  const args = ['--import', METER, PROGRAM, 'work', '--queue', server.url()];
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  worker.stderr.on('data', (text) => {
    stderr += text;
  });
  await new Promise((resolve) => worker.stderr.once('data', resolve));
  return async () => {
    const closed = new Promise((resolve) => worker.on('close', resolve));
    worker.kill('SIGTERM');
    await closed;
    return cpuIn(stderr);
  };
}

function cpuIn(stderr: string): number {
  return Number(/cpu ([\d.]+)/.exec(stderr)?.[1]);
}
