// The package as a stranger gets it: packed, put into an empty project, run in Node, bundled for a
// browser, type-checked.
// `npm test` builds dist before; this packs what is there.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = realpathSync(mkdtempSync(join(tmpdir(), 'graze-package-')));
const installed = join(project, 'node_modules/graze');
const tarball = `graze-${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}.tgz`;

/**
 * The triangle lies in z = 0; the vertex falls through it from z = 1 to z = −1, so they meet at t =
 * 1/2.
 */
const consumer = `
import { TriMesh, trianglesMeet, vfTime } from 'graze';
import { readObj, writeObj } from 'graze/io';
import { firstContact, RigidBody, RigidMotion } from 'graze/rigid';

export function answer() {
  const { positions, triangles, vertexCount } = readObj('v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3\\n');
  const falls = [0.25, 0.25, 1, ...positions, 0.25, 0.25, -1, ...positions];
  const passes = [0.75, 0.75, 1, ...positions, 0.75, 0.75, -1, ...positions];
  return {
    time: vfTime(falls),
    meetsBeside: vfTime(passes) <= 1,
    meetsItself: trianglesMeet(new Float64Array([...positions, ...positions])),
    edges: TriMesh.from(triangles, vertexCount).topology.edgeCount,
    rigid: sweep(RigidBody.from(positions, triangles)),
    text: writeObj({ positions, triangles }),
  };
}

/** The triangle falls onto itself from z = 1 to z = −1, within a thousandth at t = 1/2. */
function sweep(body) {
  const at = (z) => ({ position: [0, 0, z], rotation: [0, 0, 0, 1] });
  return firstContact(body, RigidMotion.between(at(1), at(-1)), body, RigidMotion.still(at(0)), { tolerance: 1e-3 }).state;
}
`;
const typedConsumer = `
import { type BoundaryLoops, MeshError, TriMesh, vfTime } from 'graze';
import { type MeshData, readObj } from 'graze/io';

const { positions, triangles, vertexCount }: MeshData = readObj('v 0 0 0');
const loops: BoundaryLoops = TriMesh.from(triangles, vertexCount).topology.boundary;
export const time: number = vfTime(positions) + loops.count;
export const at = (error: MeshError): number => error.at;
`;
const wrongConsumer = `
import { vfTime } from 'graze';
import { readObj } from 'graze/io';
export const time: string = vfTime(new Float64Array(24));
export const mesh = readObj(17);
`;

function run(command: string, args: string[], cwd: string): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (error !== undefined) throw error;
  return { status, stdout, stderr };
}

function runOrThrow(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** What `answer` of a module in the project returns, in a Node of its own; `prelude` runs first. */
function answerOf(module: string, prelude = ''): unknown {
  const script = `${prelude};const { answer } = await import('${module}');console.log(JSON.stringify(answer()));`;
  return JSON.parse(runOrThrow(process.execPath, ['--input-type=module', '-e', script], project));
}

function expectRight(answer: unknown): void {
  expect(answer).toEqual({
    time: expect.closeTo(0.5, 9),
    meetsBeside: false,
    meetsItself: true,
    edges: 3,
    rigid: 'hit',
    text: 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n',
  });
  expect((answer as { time: number }).time).toBeLessThanOrEqual(0.5);
}

beforeAll(() => {
  // Unpacked by hand and beside copies of our own dependencies, because `npm install` would ask the
  // registry for it: the test must pass without a network and with an empty npm cache. A copy, not
  // a link, whose real path would lead resolution back into our node_modules.
  mkdirSync(installed, { recursive: true });
  runOrThrow('npm', ['pack', '--silent', '--pack-destination', project], root);
  runOrThrow('tar', ['-xzf', `../../${tarball}`, '--strip-components=1'], installed);
  const packages = ['robust-predicates', '@gltf-transform/core', 'property-graph', 'draco3dgltf', 'meshoptimizer'];
  for (const name of [...packages, 'commander'])
    cpSync(join(root, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  writeFileSync(join(project, 'consumer.js'), consumer);
  writeFileSync(join(project, 'typed.ts'), typedConsumer);
  writeFileSync(join(project, 'wrong.ts'), wrongConsumer);
}, 120_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the tarball', () => {
  const files = (): string[] =>
    readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(installed, name)).isFile())
      .map((name) => name.replaceAll('\\', '/'))
      .sort();

  test('holds dist and four files of the root, and no source', () => {
    const outside = files().filter((name) => !name.startsWith('dist/'));
    const expected = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
    expect(outside).toEqual(expected);
    const inside = files().filter((name) => name.startsWith('dist/'));
    expect(inside).toContain('dist/index.js');
    const page = /^dist\/viewer\/(index\.html|licences\.txt|assets\/[\w-]+\.(js|css))$/;
    expect(inside.filter((name) => page.test(name))).toContain('dist/viewer/index.html');
    const code = inside.filter((name) => !page.test(name));
    expect(code.filter((name) => !/\.(js|d\.ts)$/.test(name) || /\/kernels\/|\.test\./.test(name))).toEqual([]);
  });

  test('says what a queue needs', () => {
    const graze = join(installed, 'dist/cli/main.js');
    const { status, stderr } = spawnSync(process.execPath, [graze, 'work', '--queue', 'redis://127.0.0.1'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      2,
      'graze: A queue needs two packages that graze does not install: npm install bullmq ioredis.\n',
    ]);
  });

  test('starts worker threads in Node', () => {
    const script = `
      import { ThreadPool } from 'graze/threads';
      const pool = new ThreadPool({ size: 3 });
      await pool.ready;
      console.log(pool.size, pool.fallback);
    `;
    writeFileSync(join(project, 'threads.mjs'), script);
    expect(runOrThrow(process.execPath, ['threads.mjs'], project).trim()).toBe('3 null');
  });

  test('has every file that it exports, types first', () => {
    const { exports, sideEffects } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const { './package.json': self, ...doors } = exports as Record<string, Record<string, string>>;
    expect(self).toBe('./package.json');
    expect(sideEffects).toBe(false);
    for (const door of Object.values(doors)) {
      expect(Object.keys(door)[0]).toBe('types');
      for (const target of Object.values(door)) expect(files()).toContain(target.replace('./', ''));
    }
  });

  // The command line brings what it uses of the library once more, some 120 KB: it loads in half
  // the time, in every thread.
  test('is smaller than 2,000 KB, half of it the viewer and the page of the report', () => {
    expect(statSync(join(project, tarball)).size).toBeLessThan(2_000_000);
  });

  /**
   * What a module imports, and what those import, as far as they are ours; the rest by its name.
   */
  function importsOf(module: string, seen = new Set<string>()): Set<string> {
    if (seen.has(module)) return seen;
    seen.add(module);
    if (!module.startsWith('dist/')) return seen;
    // A bundler replaces what a browser lacks by an empty module, so the packed files themselves
    // are asked.
    const text = readFileSync(join(installed, module), 'utf8');
    for (const [, name] of text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g))
      importsOf(name.startsWith('.') ? posix.join(posix.dirname(module), name) : name, seen);
    return seen;
  }

  test('needs what it says, and the core robust-predicates alone', () => {
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies)).toEqual([
      '@gltf-transform/core',
      'commander',
      'draco3dgltf',
      'meshoptimizer',
      'robust-predicates',
    ]);
    expect(optionalDependencies).toBeUndefined();
    const outside = (door: string) =>
      [...importsOf(`dist/${door}.js`)].filter((name) => !name.startsWith('dist/')).sort();
    expect(outside('index')).toEqual(['robust-predicates']);
    expect(outside('rigid')).toEqual(['robust-predicates']);
    expect(outside('cloth')).toEqual(['robust-predicates']);
    expect(outside('c2a')).toEqual([]);
    expect(outside('proximity')).toEqual(['robust-predicates']);
    // And the decoder of Draco, by a name that bundlers do not see.
    expect(outside('io')).toEqual(['meshoptimizer/decoder', 'robust-predicates']);
    expect(outside('three')).toEqual(['robust-predicates', 'three']);
  });
});

test('a bundle has the kernels only if it uses them', async () => {
  const textWith = async (name: string): Promise<string> => {
    const input = join(project, `${name}.mjs`);
    writeFileSync(input, `export { ${name} } from 'graze';`);
    const build = await rolldown({ input, platform: 'browser', logLevel: 'silent' });
    const { output } = await build.generate({ format: 'esm', minify: true });
    await build.close();
    return output[0].code;
  };
  const kernels = /[A-Za-z0-9+/]{4000}/;
  expect(await textWith('vfTime')).toMatch(kernels);
  expect(await textWith('trianglesMeet')).not.toMatch(kernels);
});

test('the lock file names no download addresses', () => {
  expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});

test('runs in Node', () => {
  expectRight(answerOf('./consumer.js'));
});

// Examples are TypeScript, which Node 20 does not run by itself.
test.each([
  ['c2a', /^as published: hit at 0\.\d+, N_τ \d+, N_BV \d+\n(.*\n){3}our defaults: hit at 0\.\d+, /],
  ['iccd', /orphans\niccd as published: [1-9]\d* contacts, \d+ tests/],
  ['mezger', /^\d+ pairs of quads, by \d+ pairs of volumes and \d+ distances\nfirst faces \d+ and \d+, -/],
  [
    'quick-cullide',
    /as published: \d+ of 1600 triangles left, [1-9]\d* of 62 crossings missed\nCULLIDE: .*\nours: \d+ of 1600 triangles left, 0 of 62 crossings missed\nobjects that may collide: 0 and 1/,
  ],
  [
    'r-triangles',
    /^R-TRI: (\d+) contacts by \d+ tests of features\nR-TRI: (\d+) pairs of faces by [\s\S]*\nBASIC: \1 contacts by \d+ tests of features\nBASIC: \2 pairs/,
  ],
])('the example of the paper: %s', (name, expected) => {
  const file = `${name}.ts`;
  cpSync(join(root, 'examples/papers', file), join(project, file));
  const hooks = pathToFileURL(join(root, 'scripts/typescript.mjs')).href;
  const { status, stdout, stderr } = run(process.execPath, ['--import', hooks, file], project);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(expected);
});

test('runs as a browser bundle made by vite', async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: project,
    build: { lib: { entry: 'consumer.js', formats: ['es'], fileName: 'bundle' }, outDir: 'bundled' },
  });
  const bundle = readFileSync(join(project, 'bundled/bundle.js'), 'utf8');
  expect(bundle).not.toMatch(/\bnode:|browser-external|^\s*import\b|\bimport\(/m);
  // What a browser does not have; `console` stays.
  expectRight(
    answerOf('./bundled/bundle.js', 'for (const name of ["process", "Buffer", "global"]) delete globalThis[name]'),
  );
});

describe.each([
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
])('types under moduleResolution %s', (moduleResolution, module) => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--types', '', '--target', 'es2022'];
  const check = (file: string): ReturnType<typeof run> =>
    run(process.execPath, [tsc, ...flags, '--module', module, '--moduleResolution', moduleResolution, file], project);

  test('fit a right program', () => {
    expect(check('typed.ts')).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('refuse a wrong one', () => {
    const { status, stdout } = check('wrong.ts');
    expect(status).not.toBe(0);
    expect(stdout.match(/wrong\.ts\(\d+,\d+\): error TS\d+/g)).toEqual([
      expect.stringMatching(/\(4,.*TS2322/),
      expect.stringMatching(/\(5,.*TS2345/),
    ]);
  });
});
