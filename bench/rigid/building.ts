// Building a body: the first one of a fresh process, which also compiles the kernels, and one among
// many.
import { execFileSync } from 'node:child_process';
import { bunnyFine, type Soup, torusKnot } from '../../scenes/rigid/index.ts';
import { RigidBody } from '../../src/rigid.ts';
import { cpuMs, median } from '../measure.ts';
import type { Part, Row } from './part.ts';
import { timeTasks } from './rounds.ts';

const TARGET = 1;
const FRESH_PROCESSES = 3;

const shapes = { torusknot: torusKnot, bunny: bunnyFine } as const;
/** The name of a shape that can be built. */
export type ShapeName = keyof typeof shapes;

/** CPU ms of the first body that this process builds. */
export function firstBuildMs(name: ShapeName): number {
  const { positions, triangles } = shapes[name].build();
  return cpuMs(() => RigidBody.from(positions, triangles));
}

/** `script` prints `firstBuildMs` of the shape given with `--first-build`. */
export function building(script: string): Part {
  const names = Object.keys(shapes) as ShapeName[];
  const soups = names.map((name) => shapes[name].build());
  const { unit, ms } = timeTasks(soups.map((soup) => ({ queries: 1, run: () => void build(soup) })));
  const rows = names.flatMap((name, i): Row[] => {
    const { faceCount, nodeCount, bytes } = build(soups[i]);
    const more = [String(faceCount), (bytes / faceCount).toFixed(0), (nodeCount / faceCount).toFixed(2)];
    const row = (how: string, queries: number, spent: number): Row => ({
      name: `${name}, ${how}`,
      queries,
      ms: spent,
      yardsticks: spent / unit,
      target: TARGET,
      authors: null,
      more,
    });
    const fresh = Array.from({ length: FRESH_PROCESSES }, () => inFreshProcess(script, name));
    return [row('first of a process', FRESH_PROCESSES, median(fresh)), row('warm', 1, ms[i])];
  });
  return { title: 'Building a body', yardstick: unit, columns: ['triangles', 'bytes a triangle', 'nodes'], rows };
}

function build({ positions, triangles }: Soup): RigidBody {
  return RigidBody.from(positions, triangles);
}

function inFreshProcess(script: string, name: ShapeName): number {
  return Number(execFileSync(process.execPath, [...process.execArgv, script, '--first-build', name]));
}
