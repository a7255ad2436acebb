// Encodes integers as bytes that deflate well, and decodes them: differences, so that similar
// neighbours become small numbers, with the sign in the lowest bit, and all low bytes before all
// high bytes. Lossless. The page decodes with the same file that Node encodes with.

/** How a frame is predicted from earlier data; the difference from the prediction is stored. */
export interface Prediction {
  /**
   * The number of past frames that are used: 0 for none, 1 for the last, 2 for the line through the
   * last two.
   */
  readonly order: number;
  /** Whether the difference of the previous vertex is subtracted. */
  readonly fromNeighbour: boolean;
}

/** All predictions; a frame begins with the index of its own. */
export const PREDICTIONS: readonly Prediction[] = [0, 1, 2].flatMap((order) => [
  { order, fromNeighbour: false },
  { order, fromNeighbour: true },
]);

/** Encodes vertex ids: each as its difference from the one `stride` before. */
export function encodeIds(ids: Uint32Array, stride: number): Uint8Array {
  const bytes = new Uint8Array(4 * ids.length);
  for (let i = 0; i < ids.length; i++) {
    const difference = (ids[i] - (i < stride ? 0 : ids[i - stride])) | 0;
    const word = (difference << 1) ^ (difference >> 31);
    for (let k = 0; k < 4; k++) bytes[k * ids.length + i] = word >>> (8 * k);
  }
  return bytes;
}

/** The inverse of `encodeIds`. */
export function decodeIds(bytes: Uint8Array, stride: number): Uint32Array {
  const ids = new Uint32Array(bytes.length / 4);
  for (let i = 0; i < ids.length; i++) {
    let word = 0;
    for (let k = 0; k < 4; k++) word |= bytes[k * ids.length + i] << (8 * k);
    ids[i] = ((word >>> 1) ^ -(word & 1)) + (i < stride ? 0 : ids[i - stride]);
  }
  return ids;
}

/**
 * Encodes a frame with the best prediction. `past` holds the stored frames before it, the last
 * first. All arithmetic is modulo 2^16, so nothing overflows.
 */
export function encodeFrame(frame: Uint16Array, past: readonly Uint16Array[]): Uint8Array {
  const best = cheapestPrediction(frame, past);
  const words = differences(frame, past, PREDICTIONS[best]);
  const bytes = new Uint8Array(1 + 2 * words.length);
  bytes[0] = best;
  for (let i = 0; i < words.length; i++) {
    bytes[1 + i] = words[i];
    bytes[1 + words.length + i] = words[i] >>> 8;
  }
  return bytes;
}

/** The inverse of `encodeFrame`. */
export function decodeFrame(bytes: Uint8Array, past: readonly Uint16Array[]): Uint16Array {
  const { order, fromNeighbour } = PREDICTIONS[bytes[0]];
  const [last, beforeLast] = past;
  const frame = new Uint16Array((bytes.length - 1) / 2);
  let neighbour = 0;
  for (let i = 0; i < frame.length; i++) {
    const word = bytes[1 + i] | (bytes[1 + frame.length + i] << 8);
    const error = ((word >>> 1) ^ -(word & 1)) + (fromNeighbour ? neighbour : 0);
    neighbour = error;
    if (order === 0) frame[i] = error;
    else if (order === 1) frame[i] = error + last[i];
    else frame[i] = error + 2 * last[i] - beforeLast[i];
  }
  return frame;
}

function cheapestPrediction(frame: Uint16Array, past: readonly Uint16Array[]): number {
  let best = 0;
  let least = Infinity;
  PREDICTIONS.forEach((prediction, i) => {
    if (prediction.order > past.length) return;
    let bits = 0;
    for (const word of differences(frame, past, prediction)) bits += 32 - Math.clz32(word);
    if (bits < least) [best, least] = [i, bits];
  });
  return best;
}

function differences(frame: Uint16Array, past: readonly Uint16Array[], prediction: Prediction): Uint16Array {
  const { order, fromNeighbour } = prediction;
  const [last, beforeLast] = past;
  const words = new Uint16Array(frame.length);
  let neighbour = 0;
  for (let i = 0; i < frame.length; i++) {
    let error: number = frame[i];
    if (order === 1) error -= last[i];
    else if (order === 2) error -= 2 * last[i] - beforeLast[i];
    const difference = ((fromNeighbour ? error - neighbour : error) << 16) >> 16;
    neighbour = error;
    words[i] = (difference << 1) ^ (difference >> 15);
  }
  return words;
}
