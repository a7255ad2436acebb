// Which parts could not be checked on the way from one frame to the next, and why: their faces are
// not those of both frames, so nothing says how they moved.
import type { Parts } from '../../clash.ts';
import type { TriMesh } from '../../index.ts';
import { keptPlaces, placeCount } from '../triangle-places.ts';

/** Why a part could not be checked: it is hidden in one of both frames, or has other faces. */
export type UncheckedReason = 'appears' | 'disappears' | 'other faces';

/** A part, or some of its faces, without a motion. */
export interface UncheckedPart {
  /** The number of the part. */
  readonly part: number;
  /** Why. */
  readonly why: UncheckedReason;
}

/** The meshes of a step. */
export interface StepMeshes {
  /** The mesh of the frame at the start. */
  readonly from: TriMesh;
  /** The mesh whose motion was checked. */
  readonly between: TriMesh;
  /** The mesh of the frame at the end. */
  readonly to: TriMesh;
}

/** A frame has a face at a place, by bits. */
const FROM = 1;
const TO = 2;
const BETWEEN = 4;

const REASONS: Readonly<Record<number, UncheckedReason>> = {
  [FROM]: 'disappears',
  [TO]: 'appears',
  [FROM | TO]: 'other faces',
};

/** Returns the parts in their order; `parts` are those of the faces of `whole`. */
export function uncheckedParts(whole: TriMesh, parts: Parts, { from, between, to }: StepMeshes): UncheckedPart[] {
  if (from === between && to === between) return [];
  const there = new Uint8Array(placeCount(whole));
  for (const place of keptPlaces(from)) there[place] |= FROM;
  for (const place of keptPlaces(to)) there[place] |= TO;
  for (const place of keptPlaces(between)) there[place] |= BETWEEN;
  const found = new Map<number, UncheckedReason>();
  keptPlaces(whole).forEach((place, face) => {
    const why = REASONS[there[place]];
    const part = parts.partOfFace[face];
    // A part that has other faces may have more of them, too: that says less.
    if (why !== undefined && (why === 'other faces' || !found.has(part))) found.set(part, why);
  });
  return [...found].sort(([p], [q]) => p - q).map(([part, why]) => ({ part, why }));
}
