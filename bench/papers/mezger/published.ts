// The numbers that the paper reports, on a Pentium 4 at 2 GHz, by the scene here that corresponds
// to each of its scenes.
import type { PartTimes } from '../../../scenes/cloth/part-times.ts';

/** Seconds of a whole simulation, particles, and polygons of solids. */
export interface SimulationRow extends PartTimes {
  readonly name: string;
  readonly particles: number;
  readonly solid: number;
  /** The paper's own total, which is more than the sum of the parts. */
  readonly total: number;
}

/** Table 1, by our scene. */
export const table1: Readonly<Record<string, SimulationRow>> = {
  'walk-pants': {
    name: 'Walk pants',
    particles: 833,
    solid: 28784,
    detection: 88,
    response: 24,
    solver: 35,
    total: 147,
  },
  'walk-low': { name: 'Walk LR', particles: 713, solid: 28784, detection: 63, response: 25, solver: 89, total: 177 },
  'walk-high': {
    name: 'Walk HR',
    particles: 10757,
    solid: 28784,
    detection: 98,
    response: 41,
    solver: 6430,
    total: 6570,
  },
  tape: { name: 'Tape', particles: 1449, solid: 580, detection: 23, response: 7, solver: 315, total: 347 },
};

/** The setup of the detector of a row, the best one first. */
export type Row = 'optimal' | 'unoriented' | 'boxes' | 'binary';

/** Milliseconds per frame of hierarchy update, of collision test, and in total, as printed. */
export interface DetectionTable {
  readonly number: number;
  readonly rows: Readonly<Record<Row, readonly [number, number, number]>>;
}

/** Tables 2 to 5, by our scene. */
export const tables: Readonly<Record<string, DetectionTable>> = {
  'walk-pants': {
    number: 2,
    rows: { optimal: [94, 52, 147], unoriented: [62, 227, 288], boxes: [72, 83, 155], binary: [107, 58, 165] },
  },
  'walk-low': {
    number: 3,
    rows: { optimal: [59, 47, 106], unoriented: [58, 133, 192], boxes: [78, 104, 182], binary: [93, 49, 142] },
  },
  'walk-high': {
    number: 4,
    rows: { optimal: [114, 49, 163], unoriented: [77, 289, 367], boxes: [101, 100, 201], binary: [133, 50, 183] },
  },
  tape: {
    number: 5,
    rows: { optimal: [10, 47, 57], unoriented: [9.6, 343, 354], boxes: [6.5, 72, 78], binary: [9.5, 51, 61] },
  },
};
