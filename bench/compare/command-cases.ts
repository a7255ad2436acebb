// Cases that measure whole processes: `graze check` of a sequence, with all its threads, and the
// first use of the library. Every run starts a fresh process.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scenes } from '../../scenes/index.ts';
import { writePly } from '../../src/io.ts';
import type { CompareCase, Sample, Subject } from './subject.ts';

/**
 * The environment without extra certificates: Node reads them at its start, which is not part of
 * the measurement.
 */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/**
 * A module that prints the CPU time of the process, all threads included, at its end. Worker
 * threads print it too, earlier, so the greatest value counts.
 */
const METER = `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write(\`\\ncpu \${(user+system)/1e3}\\n\`)})`;

/** Prints the CPU ms from before the import to after the first answer. */
const FIRST_USE = `
const before = process.cpuUsage();
const { vfTime } = await import(process.argv[1]);
const time = vfTime([0.2, 0.2, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0, 0, 0, 1, 0, 0, 0, 1, 0]);
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ms: (user + system) / 1e3, checksum: time }));
`;

function runNode(args: readonly string[]): { stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
  // Status 1 means that something collides.
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return { stdout, stderr };
}

function subject(take: () => Sample): Subject {
  return {
    warmUp: async () => {
      take();
      return { runs: 1, repeats: 1 };
    },
    run: async () => take(),
    close: () => {},
  };
}

function firstUse(root: string): Sample {
  const entry = pathToFileURL(join(root, 'dist/index.js')).href;
  return JSON.parse(runNode(['--input-type=module', '-e', FIRST_USE, entry]).stdout);
}

/**
 * Frames of a scene, from two thirds of its length on, where it has contacts. They are written
 * once; both sides read the same files.
 */
class Sequence {
  private readonly name: string;
  private readonly frameCount: number;
  private written: { readonly folder: string; readonly paths: readonly string[] } | undefined;

  constructor(name: string, frameCount: number) {
    this.name = name;
    this.frameCount = frameCount;
  }

  get files(): { readonly folder: string; readonly paths: readonly string[] } {
    this.written ??= this.write();
    return this.written;
  }

  private write(): { readonly folder: string; readonly paths: readonly string[] } {
    const folder = mkdtempSync(join(tmpdir(), 'graze-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    const { mesh, positions, frameCount } = scenes[this.name]({ seed: 1, scale: 0.5 });
    const first = Math.floor((2 / 3) * frameCount);
    const x = new Float64Array(3 * mesh.vertexCount);
    const paths = Array.from({ length: this.frameCount }, (_, i) => {
      positions(first + i, x);
      const path = join(folder, `${String(i).padStart(4, '0')}.ply`);
      writeFileSync(path, writePly({ positions: x, triangles: mesh.triangles }));
      return path;
    });
    return { folder, paths };
  }
}

function check(root: string, { files: { folder, paths } }: Sequence, threads: number): Sample {
  const json = join(folder, 'check.json');
  const program = join(root, 'dist/cli/main.js');
  const args = ['--import', METER, program, 'check', ...paths, '--threads', `${threads}`, '--json', json];
  const { stderr } = runNode(args);
  const taken = [...stderr.matchAll(/^cpu ([0-9.]+)$/gm)].map((match) => Number(match[1]));
  // Everything except the measured times must be equal.
  const text = readFileSync(json, 'utf8').replace(/"ms": [0-9.]+/g, '');
  return { ms: Math.max(...taken), checksum: checksumOf(text) };
}

function checkCase(sequence: Sequence, name: string, threads: number): CompareCase {
  return {
    name: `graze check, ${name}, ${threads} thread${threads > 1 ? 's' : ''}`,
    rounds: 0.5,
    open: async (root) => subject(() => check(root, sequence, threads)),
  };
}

/** The FNV-1a hash of a text. */
function checksumOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

const dancer = new Sequence('dancer', 20);
const wavingCloth = new Sequence('waving-cloth', 20);

/** All cases of whole processes. */
export const commandCases: readonly CompareCase[] = [
  checkCase(dancer, 'dancer', 1),
  checkCase(dancer, 'dancer', 2),
  checkCase(wavingCloth, 'waving-cloth', 2),
  {
    name: 'first use: import to the first vfTime',
    rounds: 3,
    open: async (root) => subject(() => firstUse(root)),
  },
];
