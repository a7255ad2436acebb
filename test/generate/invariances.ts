// Changes to a query under which its exact answer stays the same.
import type { Random } from '../../src/core/math/random.ts';
import type { Kind } from '../oracle/hit.ts';
import { pick, shuffled, sign, whole } from './draw.ts';

export interface Invariance {
  readonly name: string;
  /** Is the time of the first contact the same too? */
  readonly keepsTime: boolean;
  /** Writes the changed query to target[0 … 23]; false where the change would not be exact. */
  apply(kind: Kind, random: Random, q: Float64Array, offset: number, target: Float64Array): boolean;
}

/** target[i] = map(q at the corner, axis and end that the choice names). */
function rearrange(
  q: Float64Array,
  offset: number,
  target: Float64Array,
  corners: readonly number[],
  axes: readonly number[],
): true {
  for (let i = 0; i < 24; i++) {
    const [end, corner, axis] = [Math.floor(i / 12), Math.floor(i / 3) % 4, i % 3];
    target[i] = q[offset + 12 * end + 3 * corners[corner] + axes[axis]];
  }
  return true;
}

const inOrder = [0, 1, 2, 3];

const cornerOrder: Invariance = {
  name: 'order of corners',
  keepsTime: true,
  apply: (kind, random, q, offset, target) => {
    const edges = [shuffled(random, [0, 1]), shuffled(random, [2, 3])];
    const corners = kind === 'vf' ? [0, ...shuffled(random, [1, 2, 3])] : edges.flat();
    return rearrange(q, offset, target, corners, inOrder);
  },
};

const edgeSwap: Invariance = {
  name: 'swapped edges',
  keepsTime: true,
  apply: (kind, _, q, offset, target) => kind === 'ee' && rearrange(q, offset, target, [2, 3, 0, 1], inOrder),
};

const axisOrder: Invariance = {
  name: 'order of axes',
  keepsTime: true,
  apply: (_, random, q, offset, target) => rearrange(q, offset, target, inOrder, shuffled(random, [0, 1, 2])),
};

const mirror: Invariance = {
  name: 'mirror',
  keepsTime: true,
  apply: (_, random, q, offset, target) => {
    const signs = pick(random, [
      [-1, 1, 1],
      [1, -1, 1],
      [1, 1, -1],
      [-1, -1, -1],
    ]);
    for (let i = 0; i < 24; i++) target[i] = signs[i % 3] * q[offset + i];
    return true;
  },
};

/** Exact only where no coordinate overflows or loses bits below the smallest double. */
const powerOfTwo: Invariance = {
  name: 'power-of-two scale',
  keepsTime: true,
  apply: (_, random, q, offset, target) => {
    const scale = 2 ** (sign(random) * whole(random, 1, 60));
    for (let i = 0; i < 24; i++) {
      target[i] = q[offset + i] * scale;
      if (!Number.isFinite(target[i]) || target[i] / scale !== q[offset + i]) return false;
    }
    return true;
  },
};

const timeReversal: Invariance = {
  name: 'time reversal',
  keepsTime: false,
  apply: (_, __, q, offset, target) => {
    for (let i = 0; i < 24; i++) target[i] = q[offset + ((i + 12) % 24)];
    return true;
  },
};

export const invariances: readonly Invariance[] = [cornerOrder, edgeSwap, axisOrder, mirror, powerOfTwo, timeReversal];
