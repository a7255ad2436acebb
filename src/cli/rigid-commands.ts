// `graze sweep` and `graze distance`: rigid queries from the shell.
import { readMeshFile, withFileName } from '../check/frame-files.ts';
import { UsageError } from '../check/usage-error.ts';
import { clearance, distance, firstContact, MotionError, type Pose, RigidBody, RigidMotion } from '../rigid.ts';
import { diskFiles } from './disk-files.ts';
import { table } from './table.ts';
import { printable } from './text/printable.ts';
import { sparkline } from './text/sparkline.ts';
import { thousands } from './thousands.ts';

/** The options of `graze sweep`. */
export interface SweepArguments {
  /** The pose of a at the start. */
  readonly from: Pose;
  /** The pose of a at the end. */
  readonly to: Pose;
  /** The pose of b, which does not move. */
  readonly at: Pose;
  /** The distance at which contact may be reported. */
  readonly tolerance: number;
}

/** The number of samples of the plot: the width of a terminal. */
const SAMPLES = 72;
/** The maximum number of contacts in the printed table. */
const MAX_CONTACTS = 12;

function bodyOf(path: string): RigidBody {
  const { positions, triangles } = readMeshFile(path, diskFiles);
  if (triangles.length === 0) throw new UsageError(`${path}: there are no triangles in it; export it with its faces.`);
  return withFileName(path, () => RigidBody.from(positions, triangles));
}

/** Invalid poses and motions are mistakes of the user. */
function withUsageErrors<T>(query: () => T): T {
  try {
    return query();
  } catch (error) {
    throw error instanceof MotionError ? new UsageError(error.message) : error;
  }
}

/** Runs `graze sweep`; true if a hits or overlaps b, or if that is undecided. */
export function sweep(pathA: string, pathB: string, { from, to, at, tolerance }: SweepArguments): boolean {
  const [a, b] = [bodyOf(pathA), bodyOf(pathB)];
  const [motion, rest] = withUsageErrors(() => [RigidMotion.between(from, to), RigidMotion.still(at)]);
  const answer = firstContact(a, motion, b, rest, { tolerance });
  const lines = [`${pathA}: ${count(a)} on its way; ${pathB}: ${count(b)} at rest.`];
  const clear = answer.state === 'separated' ? clearance(a, motion, b, rest, { tolerance }) : null;
  lines.push('', ...plot(a, motion, b, rest, answer.time));
  if (answer.state === 'hit' || answer.state === 'overlapping') {
    const rows = answer.contacts
      .slice(0, MAX_CONTACTS)
      .map(({ kind, a: ofA, b: ofB, pointA, normal }) => [
        kind,
        ofA.join(' '),
        ofB.join(' '),
        point(pointA),
        point(normal),
      ]);
    if (rows.length > 0) lines.push('', ...table(['contact', 'of a', 'of b', 'at', 'normal'], rows));
    if (answer.contacts.length > rows.length) lines.push(`… and ${answer.contacts.length - rows.length} more.`);
  }
  const sentences = {
    hit: `Contact at t = ${answer.time}: proven free before, and at most ${answer.tolerance} apart then.`,
    overlapping: 'The bodies overlap at the start.',
    separated: `No contact: proven free all the way; never nearer than ${short(clear?.atLeast ?? 0)}, and ${short(clear?.distance ?? 0)} apart at t = ${short(clear?.time ?? 0)}.`,
    'iteration-limit': `Undecided: free until t = ${answer.time}, then the search gave up.`,
  };
  process.stdout.write(`${[...lines, '', sentences[answer.state]].map(printable).join('\n')}\n`);
  return answer.state !== 'separated';
}

/** Runs `graze distance`; true if the bodies touch. */
export function printDistance(pathA: string, pathB: string, poseA: Pose, poseB: Pose): boolean {
  const [a, b] = [bodyOf(pathA), bodyOf(pathB)];
  const { distance: apart, pointA, pointB, faceA, faceB } = withUsageErrors(() => distance(a, poseA, b, poseB));
  const rows = [
    [pathA, faceA, point(pointA ?? [])],
    [pathB, faceB, point(pointB ?? [])],
  ];
  const sentence = apart === 0 ? 'The bodies touch or overlap.' : `The bodies are ${apart} apart.`;
  process.stdout.write(
    `${[...table(['mesh', 'face', 'nearest point'], rows), '', sentence].map(printable).join('\n')}\n`,
  );
  return apart === 0;
}

/** Plots the distance over the motion, until contact. */
function plot(a: RigidBody, motionA: RigidMotion, b: RigidBody, motionB: RigidMotion, contact: number): string[] {
  const values: number[] = [];
  let near: { faceA: number; faceB: number } | null = null;
  for (let i = 0; i < SAMPLES; i++) {
    const t = i / (SAMPLES - 1);
    if (t > contact) break;
    const there = distance(a, motionA.at(t), b, motionB.at(t), near ? { near } : {});
    near = there;
    values.push(there.distance);
  }
  if (values.length < 2) return [];
  return sparkline(values, 'distance over the motion, t from 0 to 1');
}

function count({ faceCount }: RigidBody): string {
  return `${thousands(faceCount)} triangles`;
}

function short(x: number): string {
  return String(Number(x.toPrecision(6)));
}

function point(p: ArrayLike<number>): string {
  return Array.from(p, short).join(', ');
}
