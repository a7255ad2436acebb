// Encodes faces and curves of clashes as bytes for the report, and decodes them. Faces are
// differences of ascending ids. Points of a curve are integers on a grid of 16 bits around it, each
// as its difference from the point before: most segments begin where the last one has ended. Large
// clashes are thinned evenly to what a page can draw. The page decodes with the same file that Node
// encodes with.
import type { ClashView, DepthInFrame } from '../../display/clash-view.ts';

/** The maximum number of faces of one side of a clash. */
const MAX_FACES = 3000;
/** The maximum number of segments of a curve. */
const MAX_SEGMENTS = 3000;
/** The maximum number of depths of one clash: a chart is narrower than that many pixels. */
const MAX_DEPTHS = 240;
/** The greatest coordinate on the grid of a curve. */
const MOST = 2 ** 16 - 1;

/** The grid that the points of a curve lie on. */
export interface CurveGrid {
  /** The lowest corner. */
  readonly low: readonly number[];
  /** The cell size. */
  readonly size: number;
}

/** A clash without its faces and its curve, which are binary. */
export interface StoredClash extends Omit<ClashView, 'facesA' | 'facesB' | 'curve'> {
  /** The grid of the curve. */
  readonly grid: CurveGrid;
}

/** Clashes as the report stores them. */
export interface EncodedClashes {
  /** The JSON part of each clash. */
  readonly stored: StoredClash[];
  /** The faces and curves of all of them, one after the other. */
  readonly bytes: Uint8Array;
}

/** Encodes clashes. */
export function encodeClashes(clashes: readonly ClashView[]): EncodedClashes {
  const writer = new NumberWriter();
  const stored = clashes.map(({ facesA, facesB, curve, perFrame, ...rest }): StoredClash => {
    for (const faces of [facesA, facesB]) writer.addAscending(evenly(faces, MAX_FACES));
    const grid = gridAround(curve);
    const segments = evenly(
      Uint32Array.from({ length: curve.length / 6 }, (_, i) => i),
      MAX_SEGMENTS,
    );
    writer.add(segments.length);
    const last = [0, 0, 0];
    for (const segment of segments)
      for (let k = 0; k < 6; k++) {
        const q = grid.size > 0 ? Math.round((curve[6 * segment + k] - grid.low[k % 3]) / grid.size) : 0;
        writer.addSigned(q - last[k % 3]);
        last[k % 3] = q;
      }
    return { ...rest, perFrame: thinnedDepths(perFrame), grid };
  });
  return { stored, bytes: writer.bytes };
}

/** The inverse of `encodeClashes`, except for what was thinned out and rounded. */
export function decodeClashes(stored: readonly StoredClash[], bytes: Uint8Array): ClashView[] {
  const reader = new NumberReader(bytes);
  return stored.map(({ grid, ...rest }): ClashView => {
    const facesA = reader.ascending();
    const facesB = reader.ascending();
    const curve = new Float64Array(6 * reader.next());
    const last = [0, 0, 0];
    for (let i = 0; i < curve.length; i++) {
      last[i % 3] += reader.signed();
      curve[i] = grid.low[i % 3] + grid.size * last[i % 3];
    }
    return { ...rest, facesA, facesB, curve };
  });
}

function gridAround(curve: Float64Array): CurveGrid {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  curve.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  if (curve.length === 0) return { low: [0, 0, 0], size: 0 };
  return { low, size: Math.max(...high.map((x, axis) => x - low[axis])) / MOST };
}

/** At most `most` of the ids, spread evenly. */
function evenly(ids: Uint32Array, most: number): Uint32Array {
  if (ids.length <= most) return ids;
  return Uint32Array.from({ length: most }, (_, i) => ids[Math.floor((i * ids.length) / most)]);
}

/** The deepest of each group of neighbouring frames, if there are too many frames. */
function thinnedDepths(depths: readonly DepthInFrame[]): readonly DepthInFrame[] {
  const perGroup = Math.ceil(depths.length / MAX_DEPTHS);
  if (perGroup <= 1) return depths;
  const groups = Array.from({ length: Math.ceil(depths.length / perGroup) }, (_, i) =>
    depths.slice(i * perGroup, (i + 1) * perGroup),
  );
  return groups.map((group) => group.reduce((worst, one) => ((one.depth ?? -1) > (worst.depth ?? -1) ? one : worst)));
}

/** Seven bits per byte, the lowest first; the eighth bit says that more follow. */
class NumberWriter {
  private readonly list: number[] = [];

  get bytes(): Uint8Array {
    return Uint8Array.from(this.list);
  }

  add(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.list.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.list.push(rest);
  }

  addSigned(value: number): void {
    this.add(value < 0 ? -2 * value - 1 : 2 * value);
  }

  addAscending(ids: Uint32Array): void {
    this.add(ids.length);
    ids.forEach((id, i) => {
      this.add(i > 0 ? id - ids[i - 1] : id);
    });
  }
}

class NumberReader {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  next(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  signed(): number {
    const value = this.next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  ascending(): Uint32Array {
    const ids = new Uint32Array(this.next());
    for (let i = 0; i < ids.length; i++) ids[i] = this.next() + (i > 0 ? ids[i - 1] : 0);
    return ids;
  }
}
