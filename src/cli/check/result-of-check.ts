// Makes the result of a check from its linked clashes: the content of the JSON file, what counts
// for the exit status, and the sentence.

import type { Comparison } from '../../check/baseline/compare-baseline.ts';
import type {
  CheckJson,
  CheckResult,
  ClashJson,
  StepJson,
  SummaryJson,
  UncheckedJson,
} from '../../check/check-result.ts';
import type { Clash, ClashKind } from '../../clash.ts';
import { checkSentence } from './check-sentence.ts';
import type { CheckSequence } from './check-sequence.ts';

/** What a result is made from. */
export interface CheckFindings {
  /** The input. */
  readonly input: CheckSequence;
  /** Per part, whether it is closed. */
  readonly isClosed: readonly boolean[];
  /** The clashes, by id. */
  readonly clashes: readonly Clash[];
  /** The steps. */
  readonly steps: readonly StepJson[];
  /** The parts that could not be checked between frames. */
  readonly unchecked: readonly UncheckedJson[];
  /** How the clashes compare with a baseline; null without one. */
  readonly comparison: Comparison | null;
  /** `--ignore-rest`. */
  readonly ignoreRest: boolean;
  /** False with `--no-self`. */
  readonly self: boolean;
  /** `--clearance`. */
  readonly clearance: number;
}

/** The kinds that count for the exit status. Parts are only near if a clearance was asked for. */
const COUNTING: readonly ClashKind[] = ['crossing', 'passing', 'inside', 'duplicate', 'near'];

/** Returns the result of a check. */
export function resultOfCheck(findings: CheckFindings): CheckResult {
  const { input, clashes, comparison, ignoreRest, self, clearance } = findings;
  const json = jsonOf(findings);
  const counts = clashes.map(
    ({ kind, atRest }, i) => COUNTING.includes(kind) && !(ignoreRest && atRest) && comparison?.statuses[i] !== 'known',
  );
  const inner = clashes.map(innerPart);
  return {
    sentence: checkSentence({ json, counts, inner, self, clearance }),
    json,
    parts: input.parts,
    geometry: clashes.map(({ a, b, worst, facesA, facesB }) => ({
      ...{ a, b, curve: worst.curve, worstFacesA: worst.facesA, worstFacesB: worst.facesB, facesA, facesB },
    })),
    counts,
  };
}

/** Which part is inside the other: the one whose faces the record has. */
function innerPart({ worst: { facesA, facesB } }: Clash): 'a' | 'b' | null {
  if (facesA.length > 0 && facesB.length > 0) return null;
  return facesA.length > 0 ? 'a' : 'b';
}

function jsonOf(findings: CheckFindings): CheckJson {
  const { input, isClosed, clashes, steps, unchecked, comparison } = findings;
  const { frames, parts, unit } = input;
  const { frameCount } = frames;
  const faces = new Uint32Array(parts.names.length);
  for (let face = 0; face < parts.partOfFace.length; face++) faces[parts.partOfFace[face]]++;
  return {
    version: 2,
    files: Array.from({ length: frameCount }, (_, frame) => frames.nameOf(frame)),
    parts: parts.names.map((name, part) => ({ name, faces: faces[part], closed: isClosed[part] })),
    frames: frameCount,
    unit,
    summary: summaryOf(clashes, comparison),
    gone: comparison?.gone ?? [],
    clashes: clashes.map((clash, i) => clashJson(clash, parts.names, comparison?.statuses[i] ?? null)),
    steps,
    unchecked,
  };
}

function summaryOf(clashes: readonly Clash[], comparison: Comparison | null): SummaryJson {
  const count = (status: string): number | null => comparison?.statuses.filter((one) => one === status).length ?? null;
  const depth = clashes[0]?.worst.depth ?? clashes[0]?.worst.through ?? null;
  return {
    clashes: clashes.length,
    atRest: clashes.filter(({ atRest }) => atRest).length,
    new: count('new'),
    worse: count('worse'),
    known: count('known'),
    deepest: depth === null ? null : { clash: 0, depth },
  };
}

function clashJson(clash: Clash, names: readonly string[], baseline: ClashJson['baseline']): ClashJson {
  const { id, kind, first, last, atRest, firstTime, curveLength, perFrame } = clash;
  const { frame, depth, through, distance, method, point } = clash.worst;
  return {
    ...{ id, a: names[clash.a], b: names[clash.b], kind, first, last, frames: perFrame.length, atRest, baseline },
    firstTime,
    worst: { frame, depth, through, distance, method, point },
    curveLength,
    perFrame: perFrame.map(({ frame: at, depth: deep, pairs }) => ({ frame: at, depth: deep, pairs })),
  };
}
