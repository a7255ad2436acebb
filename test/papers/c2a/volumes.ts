// Random swept sphere volumes, and their distance by brute force: the four weights of the nearest
// points are each at a bound or free, and every combination is solved by itself.
import type { Random } from '../../../src/core/math/random.ts';
import type { Side } from '../../../src/papers/c2a/swept-query.ts';
import { type Kind, LSS, PSS, RSS, volumeAt as rowAt, VOLUME_DOUBLES } from '../../../src/papers/c2a/swept-volume.ts';
import { apply, cross, dot, type Frame, length, minus, plus, type Vec } from '../../oracle/rigid-motion.ts';

export interface Volume {
  readonly kind: Kind;
  readonly centre: Vec;
  readonly axes: readonly [Vec, Vec];
  readonly half: readonly [number, number];
  readonly radius: number;
}

export const kinds: readonly Kind[] = [PSS, LSS, RSS];

export const times = (a: Vec, k: number): Vec => [k * a[0], k * a[1], k * a[2]];
const unit = (a: Vec): Vec => times(a, 1 / length(a));

export const plus3 = (a: Vec, b: Vec, c: Vec): Vec => plus(plus(a, b), c);

/** Where a point of a body is. */
export const placed = ({ rotation, position }: Frame, point: Vec): Vec => plus(apply(rotation, ...point), position);

export function randomUnit(random: Random): Vec {
  const z = random.between(-1, 1);
  const angle = random.between(0, 2 * Math.PI);
  const rho = Math.sqrt(1 - z * z);
  return [rho * Math.cos(angle), rho * Math.sin(angle), z];
}

/**
 * Sizes from tiny to large. `aligned` volumes lie along the coordinate axes and have integer sizes,
 * which gives parallel, coplanar and touching pairs.
 */
export function randomVolume(random: Random, kind: Kind, aligned = false): Volume {
  const first = aligned ? coordinateAxis(random.below(3)) : randomUnit(random);
  const second = aligned ? [first[1], first[2], first[0]] : unit(cross(first, randomUnit(random)));
  const size = (): number => (aligned ? 1 + random.below(2) : 2 ** random.between(-6, 1));
  const place = (): number => (aligned ? random.below(9) - 4 : random.between(-2, 2));
  return {
    kind,
    centre: [place(), place(), place()],
    axes: [first, second as unknown as Vec],
    half: [kind === PSS ? 0 : size(), kind === RSS ? size() : 0],
    radius: aligned ? 0.25 * random.below(2) : 2 ** random.between(-8, -1),
  };
}

const coordinateAxis = (k: number): Vec => [+(k === 0), +(k === 1), +(k === 2)];

/** Volumes as rows of a hierarchy of leaves, none of which has a triangle. */
export function sideOf(volumes: readonly Volume[]): Side {
  const rows = new Float64Array(VOLUME_DOUBLES * volumes.length);
  volumes.forEach(({ kind, centre, axes, half, radius }, i) => {
    const row = rowAt(rows, i);
    [row.centreX, row.centreY, row.centreZ] = centre;
    [row.axis0X, row.axis0Y, row.axis0Z] = axes[0];
    [row.axis1X, row.axis1Y, row.axis1Z] = axes[1];
    [row.half0, row.half1] = half;
    row.radius = radius;
    row.size = Math.hypot(...half) + radius;
    row.link = ~0;
    row.kind = kind;
  });
  const extent = Math.max(
    ...volumes.map(({ centre, half, radius }) => Math.hypot(...centre) + half[0] + half[1] + radius),
  );
  return { volumes: rows, triangles: new Float64Array(9), height: 1, extent };
}

/** A row of a hierarchy. */
export function volumeAt({ volumes }: Side, node: number): Volume {
  const row = rowAt(volumes, node);
  if (row.size < row.radius) throw new Error('The ball around a volume is smaller than its own.');
  return {
    kind: row.kind as Kind,
    centre: [row.centreX, row.centreY, row.centreZ],
    axes: [
      [row.axis0X, row.axis0Y, row.axis0Z],
      [row.axis1X, row.axis1Y, row.axis1Z],
    ],
    half: [row.half0, row.half1],
    radius: row.radius,
  };
}

/** A point of a volume: of its skin, mostly, where bounds are tight. */
export function pointIn({ centre, axes, half, radius }: Volume, random: Random): Vec {
  const weight = (most: number): number =>
    most * (random.below(3) === 0 ? random.between(-1, 1) : random.below(2) * 2 - 1);
  const onGenerator = plus(plus(centre, times(axes[0], weight(half[0]))), times(axes[1], weight(half[1])));
  return plus(onGenerator, times(randomUnit(random), radius));
}

/** A volume of a body in a frame, as it stands in the world. */
export function posed({ kind, centre, axes, half, radius }: Volume, frame: Frame): Volume {
  const turned = (axis: Vec): Vec => apply(frame.rotation, ...axis);
  return { kind, centre: placed(frame, centre), axes: [turned(axes[0]), turned(axes[1])], half, radius };
}

/** Of two generators. */
export function generatorDistance(a: Volume, b: Volume): number {
  const columns = [times(a.axes[0], -1), times(a.axes[1], -1), b.axes[0], b.axes[1]];
  const bounds = [...a.half, ...b.half];
  const from = minus(b.centre, a.centre);
  let least = Number.POSITIVE_INFINITY;
  for (let way = 0; way < 81; way++) {
    const sides = [0, 1, 2, 3].map((k) => (Math.floor(way / 3 ** k) % 3) - 1);
    const free = [0, 1, 2, 3].filter((k) => sides[k] === 0 && bounds[k] > 0);
    const rest = sides.reduce((sum, side, k) => plus(sum, times(columns[k], side * bounds[k])), from);
    const weights = leastSquares(
      free.map((k) => columns[k]),
      rest,
    );
    if (!weights?.every((x, i) => Math.abs(x) <= bounds[free[i]])) continue;
    const difference = free.reduce((sum, k, i) => plus(sum, times(columns[k], weights[i])), rest);
    least = Math.min(least, length(difference));
  }
  return least;
}

/** The weights of the columns that bring `rest` closest to zero; none if columns are dependent. */
function leastSquares(columns: readonly Vec[], rest: Vec): number[] | undefined {
  const rows = columns.map((column) => [...columns.map((other) => dot(column, other)), -dot(column, rest)]);
  const n = columns.length;
  for (let i = 0; i < n; i++) {
    const pivot = rows.slice(i).reduce((best, row) => (Math.abs(row[i]) > Math.abs(best[i]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(i, 0, pivot);
    if (Math.abs(pivot[i]) < 1e-9) return undefined;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      const factor = rows[j][i] / pivot[i];
      for (let k = i; k <= n; k++) rows[j][k] -= factor * pivot[k];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}
