// Runs the built command line, and creates files for it.
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { ballThroughCloth } from '../../scenes/ball-through-cloth.mjs';
import type { CheckJson } from '../../src/check/check-result.ts';
import { type Contacts, MeshCollider, TriMesh } from '../../src/index.ts';
import { writePly } from '../../src/io.ts';

export const PROGRAM: string = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

export function graze(...args: readonly string[]): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
}

/**
 * Returns the one line on standard error, without the name of the program; checks that the status
 * is 2 and there is no output.
 */
export function fault(...args: readonly string[]): string {
  const { status, stdout, stderr } = graze(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^graze: [^\n]+\n$/);
  return stderr.slice('graze: '.length, -1);
}

/** A folder that is removed after the tests of the file. */
export class Folder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'graze-'));

  constructor() {
    afterAll(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** The path of a file in it. */
  at(name: string): string {
    return join(this.path, name);
  }

  put(name: string, content: string | Uint8Array): string {
    writeFileSync(this.at(name), content);
    return this.at(name);
  }

  text(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  /** What `graze check` writes with --json. */
  check(...args: readonly string[]): CheckJson {
    this.run('--json', this.at('check.json'), args);
    return JSON.parse(this.text('check.json'));
  }

  /** What `graze check` writes with --contacts. */
  contacts(...args: readonly string[]): CheckStep[] {
    this.run('--contacts', this.at('contacts.jsonl'), args);
    const lines = this.text('contacts.jsonl').split('\n');
    expect(lines.pop()).toBe('');
    return lines.map((line) => JSON.parse(line));
  }

  private run(option: string, file: string, args: readonly string[]): void {
    const { status, stderr } = graze('check', '--threads', '1', ...args, option, file);
    if (status !== 0 && status !== 1) throw new Error(stderr);
  }
}

export interface CheckStep {
  readonly from: string;
  readonly to: string;
  readonly firstTime: number | null;
  readonly vf: readonly number[][];
  readonly ee: readonly number[][];
  readonly tally: Readonly<Record<string, number>>;
  readonly truncated?: true;
}

/** Contacts as rows of the file of --contacts, edges by their ends. */
export function rowsOf({ topology: { edges } }: TriMesh, contacts: Contacts): Pick<CheckStep, 'vf' | 'ee'> {
  const vf: number[][] = [];
  const ee: number[][] = [];
  const ends = (e: number): number[] => [edges[2 * e], edges[2 * e + 1]];
  for (let i = 0; i < contacts.count; i++) {
    const [a, b, time] = [contacts.a[i], contacts.b[i], contacts.time[i]];
    if (contacts.kind[i] === 0) vf.push([a, b, time]);
    else ee.push([...ends(a), ...ends(b), time]);
  }
  return { vf, ee };
}

/** What a collider finds in each step between these frames. */
export function collided(mesh: TriMesh, frames: readonly Float64Array[]): Pick<CheckStep, 'vf' | 'ee'>[] {
  const collider = new MeshCollider(mesh);
  return frames.slice(1).map((x1, i) => rowsOf(mesh, collider.collide(frames[i], x1)));
}

export const contactsOf = (steps: readonly CheckStep[]): Pick<CheckStep, 'vf' | 'ee'>[] =>
  steps.map(({ vf, ee }) => ({ vf, ee }));

/**
 * A ball that flies through a cloth, at these fractions of its path; it touches between 0.23 and
 * 0.77. In single precision, which all formats keep.
 */
export function ballFrames(moments: readonly number[]): { mesh: TriMesh; frames: Float64Array[] } {
  const { cloth, ball } = ballThroughCloth();
  const { mesh } = TriMesh.merge(
    [cloth, ball].map(({ mesh: { triangles, vertexCount } }) => TriMesh.from(triangles, vertexCount)),
  );
  const x0 = [...cloth.x0, ...ball.x0];
  const x1 = [...cloth.x1, ...ball.x1];
  const frames = moments.map((moment) => Float64Array.from(x0, (x, i) => Math.fround(x + moment * (x1[i] - x))));
  return { mesh, frames };
}

export function plyOf({ triangles }: TriMesh, positions: Float64Array): Uint8Array {
  return writePly({ positions, triangles });
}
