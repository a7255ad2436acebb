// The unit of length and the up axis of an input, and the conversion from one to another.

/** A unit of length. */
export type Unit = keyof typeof METRES;

/** The axis that points up. */
export type UpAxis = 'y' | 'z';

/** How coordinates are meant. */
export interface Space {
  /** The unit of length. */
  readonly unit: Unit;
  /** The axis that points up. */
  readonly up: UpAxis;
}

/** Metres per unit. */
const METRES = { mm: 0.001, cm: 0.01, m: 1, in: 0.0254, ft: 0.3048 };

const PLURALS: Readonly<Record<Unit, string>> = {
  mm: 'millimetres',
  cm: 'centimetres',
  m: 'metres',
  in: 'inches',
  ft: 'feet',
};

/** All units. */
export const units: readonly Unit[] = Object.keys(METRES) as Unit[];

/** The difference of two sizes of a unit that are the same, as a share: files round them. */
const SAME_UNIT = 1e-6;

/** Returns the unit that is so many metres long; null if it has no name. */
export function unitOf(metres: number): Unit | null {
  return units.find((unit) => Math.abs(METRES[unit] / metres - 1) < SAME_UNIT) ?? null;
}

/** Returns text such as "in metres, Y up". */
export function spaceText({ unit, up }: Space): string {
  return `in ${PLURALS[unit]}, ${up.toUpperCase()} up`;
}

/** Returns whether coordinates in both spaces are the same numbers. */
export function isSameSpace(a: Space, b: Space): boolean {
  return a.unit === b.unit && a.up === b.up;
}

/** Writes the positions `x`, given in one space, to `out` in another one. */
export function convertSpace(x: Float64Array, from: Space, to: Space, out: Float64Array): void {
  const scale = METRES[from.unit] / METRES[to.unit];
  // A quarter turn about the x axis takes z to y, or back.
  const turn = from.up === to.up ? 0 : from.up === 'z' ? 1 : -1;
  for (let i = 0; i < x.length; i += 3) {
    const [y, z] = [x[i + 1], x[i + 2]];
    out[i] = scale * x[i];
    out[i + 1] = scale * (turn === 0 ? y : turn * z);
    out[i + 2] = scale * (turn === 0 ? z : -turn * y);
  }
}
