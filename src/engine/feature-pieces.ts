// Pairs of features, emitted in pieces of limited size.
import type { Tally } from '../core/contacts/contacts.ts';
import type { LinearMemory } from '../core/memory/linear-memory.ts';
import { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs, Stages } from '../core/recipe/recipe.ts';
import type { QuietLabels } from '../core/tree/face-tree.ts';
import type { PermittedPairs } from './permitted-pairs.ts';

/** Pairs of faces whose features are tested at a time. Each has at most 6 VF and 9 EE pairs. */
const FACE_PAIRS_PER_PIECE = 8192;
/**
 * The same for a search that may have to end soon. All pairs of a piece may need exact arithmetic, some
 * microseconds each.
 */
const FACE_PAIRS_PER_BRIEF_PIECE = 512;

/** Buffers with room for the features of one piece of face pairs. */
export function featureBuffers(memory: LinearMemory): FeaturePairs {
  return { vf: new PairBuffer(memory, 6 * FACE_PAIRS_PER_PIECE), ee: new PairBuffer(memory, 9 * FACE_PAIRS_PER_PIECE) };
}

/**
 * Emits each piece of the face pairs by `emit`, then what `emitRest` adds until it returns false.
 */
export function* emitPieces(
  facePairs: PairBuffer,
  features: FeaturePairs,
  emit: Stages['emit'],
  emitRest: (piece: number) => boolean,
  isBrief = false,
): Generator<FeaturePairs, void, undefined> {
  const size = isBrief ? FACE_PAIRS_PER_BRIEF_PIECE : FACE_PAIRS_PER_PIECE;
  for (let first = 0; first < facePairs.count; first += size) {
    emit(facePairs.pointer + 8 * first, Math.min(size, facePairs.count - first), features);
    yield features;
  }
  for (let piece = 0; emitRest(piece); piece++) yield features;
}

/** What pairs of features are emitted from. */
interface FeatureSource {
  readonly facePairs: PairBuffer;
  readonly features: FeaturePairs;
  readonly stages: Stages;
  readonly permitted: PermittedPairs;
}

/**
 * Emits, in pieces, the pairs of features of all face pairs, then those that no face pair yields
 * (orphans).
 */
export function emitFeatures(
  { facePairs, features, stages, permitted }: FeatureSource,
  labels: QuietLabels | null,
  tally: Tally,
  isBrief: boolean,
): Generator<FeaturePairs, void, undefined> {
  const emitRest = (piece: number): boolean => {
    if (!stages.emitRest?.(piece, labels, features)) return false;
    permitted.thinFeatures(features);
    tally.orphansTested += features.vf.count + features.ee.count;
    return true;
  };
  return emitPieces(facePairs, features, stages.emit.bind(stages), emitRest, isBrief);
}
