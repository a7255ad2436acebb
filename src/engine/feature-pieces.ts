// Pairs of features, emitted in pieces of limited size.
import type { LinearMemory } from '../core/memory/linear-memory.ts';
import { PairBuffer } from '../core/pairs/pair-buffer.ts';
import type { FeaturePairs, Stages } from '../core/recipe/recipe.ts';

/** Pairs of faces whose features are tested at a time. Each has at most 6 VF and 9 EE pairs. */
const FACE_PAIRS_PER_PIECE = 8192;

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
): Generator<FeaturePairs, void, undefined> {
  for (let first = 0; first < facePairs.count; first += FACE_PAIRS_PER_PIECE) {
    emit(facePairs.pointer + 8 * first, Math.min(FACE_PAIRS_PER_PIECE, facePairs.count - first), features);
    yield features;
  }
  for (let piece = 0; emitRest(piece); piece++) yield features;
}
