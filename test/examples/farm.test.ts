// The submitters do what they should without their schedulers: stubs run what they would submit.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { writePly } from '../../src/io.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'graze-farm-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with frames of two triangles that go through each other. */
function frames(name: string): string {
  const place = join(folder, name);
  mkdirSync(join(place, 'frames'), { recursive: true });
  for (let i = 0; i < 5; i++) {
    const x = 0.01 * i;
    const positions = Float64Array.of(x, 0, 0, x + 1, 0, 0, x, 1, 0, 0.2, 0.2, -1, 0.3, 0.2, 1, 0.2, 0.9, 1);
    const triangles = Uint32Array.of(0, 1, 2, 3, 4, 5);
    writeFileSync(join(place, `frames/${i}.ply`), writePly({ positions, triangles }));
  }
  return place;
}

/** Puts a program on the path. */
function stub(name: string, script: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', name), `#!/bin/bash\n${script}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

stub('npx', `shift 2; exec '${process.execPath}' '${program}' "$@"`);

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): string {
  const path = `${join(folder, 'bin')}:${process.env.PATH}`;
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, ...env },
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/** The scripts in a YAML file: blocks behind a key that ends with a bar. */
function scriptsIn(file: string): string[] {
  const lines = readFileSync(join(root, 'examples/farm', file), 'utf8').split('\n');
  return lines.flatMap((line, i) => {
    if (!/^ .*[:-] \|$/.test(line)) return [];
    const indent = /^ */.exec(lines[i + 1])?.[0] ?? '';
    const end = lines.findIndex((other, k) => k > i && !other.startsWith(indent));
    return [lines.slice(i + 1, end).join('\n')];
  });
}

const clashes = (place: string): unknown => JSON.parse(readFileSync(join(place, 'clashes.json'), 'utf8'));
const FOUND = { frames: 5, clashes: [{ a: 'part 1', b: 'part 2', kind: 'crossing', frames: 5 }] };

test.skipIf(process.platform === 'win32')('slurm.sh submits an array, whose tasks are the shards, and a merge', () => {
  const place = frames('slurm');
  const script = join(root, 'examples/farm/slurm.sh');
  expect(run('bash', [script, '--dry-run', '2', 'frames/*.ply'], place)).toMatch(
    /^sbatch .* --array=1-2 .*slurm.sh frames\/\*\.ply\nsbatch .* --dependency=afterok:ARRAY --wrap=npx graze merge blobs/,
  );
  stub(
    'sbatch',
    `while [[ $1 == --* ]]; do
      case $1 in --array=1-*) count=\${1#--array=1-} ;; --wrap=*) wrap=\${1#--wrap=} ;; esac
      shift
    done
    if [ -n "$wrap" ]; then bash -c "$wrap" > merged.txt; [ $? = 1 ]; exit; fi
    for id in $(seq "$count"); do SLURM_ARRAY_TASK_ID=$id SLURM_ARRAY_TASK_COUNT=$count bash "$@" > /dev/null || exit; done
    echo 4711`,
  );
  run('bash', [script, '2', 'frames/*.ply'], place, { GRAZE: `${process.execPath} ${program}` });
  expect(clashes(place)).toMatchObject(FOUND);
});

test.skipIf(process.platform === 'win32')('kubernetes.yaml: the pods write the shards', () => {
  const place = frames('kubernetes');
  const text = readFileSync(join(root, 'examples/farm/kubernetes.yaml'), 'utf8');
  const [, completions] = /completions: (\d+)/.exec(text) ?? [];
  const [, shards] = /name: SHARDS\s+value: "(\d+)"/.exec(text) ?? [];
  expect(shards).toBe(completions);
  const [script] = scriptsIn('kubernetes.yaml');
  for (const index of ['1', '0']) run('sh', ['-c', script], place, { JOB_COMPLETION_INDEX: index, SHARDS: '2' });
  run('bash', ['-c', 'npx --yes graze merge blobs/*.blob --json clashes.json || [ $? = 1 ]'], place);
  expect(clashes(place)).toMatchObject(FOUND);
});

test.skipIf(process.platform === 'win32')('openjd.yaml: the tasks write the shards, and the merge reads them', () => {
  const place = frames('openjd');
  const [task, merge] = scriptsIn('openjd.yaml');
  const filled = (script: string, shard: number): string =>
    Object.entries({ 'Param.Folder': place, 'Param.Frames': 'frames/*.ply', 'Param.Options': '', 'Param.Shards': 2 })
      .reduce((filling, [name, value]) => filling.replaceAll(`{{${name}}}`, `${value}`), script)
      .replaceAll('{{Task.Param.Shard}}', `${shard}`);
  for (const shard of [2, 1]) run('bash', ['-c', filled(task, shard)], folder);
  run('bash', ['-c', filled(merge, 0)], folder);
  expect(filled(merge, 0) + filled(task, 1)).not.toContain('{{');
  expect(clashes(place)).toMatchObject(FOUND);
});
