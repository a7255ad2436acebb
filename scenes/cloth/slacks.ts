// Slacks: two legs and a hip part in quads. A ring of a leg begins with the seam of the crotch,
// which both legs share, from front to back; the rest of the ring, the outer arc, continues around
// the hip.
import { ANKLE, HIP } from './body-shape.ts';
import type { Garment } from './garment.ts';

/** The resolution of the slacks. */
export interface SlacksSize {
  /** The number of vertices of a leg's ring; `seam` of them are on the seam. */
  readonly around: number;
  readonly seam: number;
  /** The number of rings below and above the crotch. */
  readonly legRings: number;
  readonly hipRings: number;
}

/** Heights in metres. */
const [CUFF, CROTCH, WAIST] = [0.14, 0.78, 1.06];
/** Wider than the body: the garment is tightened afterwards. */
const [CUFF_RADIUS, LEG_RADIUS] = [0.075, 0.105];
const [HIP_WIDTH, HIP_DEPTH] = [0.24, 0.16];

/** Returns the slacks before they are tightened. */
export function slacks(size: SlacksSize): Garment {
  const { around, seam, legRings, hipRings } = size;
  const outer = around - seam;
  const positions: number[] = [];
  const add = (x: number, y: number, z: number): number => positions.push(x, y, z) / 3 - 1;
  const seamIds = Array.from({ length: seam }, (_, i) => add(0, LEG_RADIUS * Math.sin(angle(i, size)), CROTCH));
  const legs = ([1, -1] as const).map((side) =>
    Array.from({ length: legRings + 1 }, (_, j) => {
      const z = CUFF + ((CROTCH - CUFF) * j) / legRings;
      const centre = ANKLE[0] + ((HIP[0] - ANKLE[0]) * (z - ANKLE[2])) / (HIP[2] - ANKLE[2]);
      const radius = CUFF_RADIUS + ((LEG_RADIUS - CUFF_RADIUS) * j) / legRings;
      return Array.from({ length: around }, (_, i) => {
        if (j === legRings && i < seam) return seamIds[i];
        const phi = angle(i, size);
        return add(side * (centre - radius * Math.cos(phi)), radius * Math.sin(phi), z);
      });
    }),
  );
  const [left, right] = legs.map((rings) => rings[legRings].slice(seam));
  const hips = [[seamIds[0], ...left.reverse(), seamIds[seam - 1], ...right]];
  for (let k = 1; k <= hipRings; k++) {
    const z = CROTCH + ((WAIST - CROTCH) * k) / hipRings;
    hips.push(
      Array.from({ length: 2 * outer + 2 }, (_, q) => {
        const theta = (Math.PI * q) / (outer + 1);
        return add(HIP_WIDTH * Math.sin(theta), HIP_DEPTH * Math.cos(theta), z);
      }),
    );
  }
  const quads = [
    ...tube(hips),
    ...tube(legs[0].reverse()),
    ...tube(legs[1].map((ring) => [...ring].reverse()).reverse()),
  ];
  return { positions: Float64Array.from(positions), quads: Uint32Array.from(quads) };
}

/** The angle from the inner side of a leg, positive to the front. */
function angle(i: number, { around, seam }: SlacksSize): number {
  return (((seam - 1) / 2 - i) * 2 * Math.PI) / around;
}

/** Quads between consecutive rings. */
export function tube(rings: readonly (readonly number[])[]): number[] {
  const quads: number[] = [];
  for (let j = 0; j + 1 < rings.length; j++)
    rings[j].forEach((id, i) => {
      const next = (i + 1) % rings[j].length;
      quads.push(id, rings[j][next], rings[j + 1][next], rings[j + 1][i]);
    });
  return quads;
}
