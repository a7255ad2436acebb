// The gear of the C²A tables: a dished wheel with bevelled teeth, and two collars that are open
// below and penetrate the wheel. 25,600 triangles, radius 1, its axis along z.
import { along } from '../scene.ts';
import { cut, join, type Point, patch, type Shape, type Soup } from './soup.ts';

const TEETH = 12;
/** The radius of the hole through the gear; collars are wider. */
export const GEAR_HOLE = 0.24;
/** Half the height of hole and rim. */
export const GEAR_HUB = 0.1;
const ROOT = 0.76;
const TOOTH = 0.24;
/** Around one tooth: fraction of the pitch, and fraction of the tooth's height. */
const PROFILE = [
  [0, 0],
  [0.26, 0],
  [0.4, 1],
  [0.86, 1],
  [1, 0],
];
/**
 * Around the wheel's section: radius between the teeth, height, and the fraction of the tooth that
 * is added.
 */
const SECTION = [
  [GEAR_HOLE, -GEAR_HUB, 0],
  [GEAR_HOLE, GEAR_HUB, 0],
  [0.6, 0.09, 0],
  [ROOT - 0.04, 0.2, 0.9],
  [ROOT, 0.15, 1],
  [ROOT, -0.15, 1],
  [ROOT - 0.04, -0.2, 0.9],
  [0.6, -0.09, 0],
  [GEAR_HOLE, -GEAR_HUB, 0],
];
const COLLAR = [
  [0.42, 0.03],
  [0.42, 0.2],
  [0.39, 0.22],
  [0.28, 0.22],
];

/** The gear. */
export const gear: Shape = {
  build: (scale = 1) => join([wheel(scale), collar(scale, 1), collar(scale, -1)]),
  inside: Array.from({ length: 24 }, (_, i) => {
    const [angle, radius] = [(2 * Math.PI * i) / 24, i % 2 ? 0.7 : 0.35];
    return [radius * Math.cos(angle), radius * Math.sin(angle), 0] as const;
  }),
};

/** The number of sides of the gear's hole at this scale. */
export function gearSides(scale = 1): number {
  return TEETH * (cut(PROFILE, along(24, scale, 4)).length - 1);
}

function wheel(scale: number): Soup {
  const pitch = cut(PROFILE, along(24, scale, 4)).slice(0, -1);
  const section = cut(SECTION, along(36, scale, 8)).slice(0, -1);
  const columns = TEETH * pitch.length;
  const place = (u: number, v: number): Point => {
    const column = Math.round(u * columns);
    const [share, tooth] = pitch[column % pitch.length];
    const [root, z, added] = section[Math.round(v * section.length)];
    // The hole is a regular polygon: only the part with teeth follows their pitch.
    const turn = Math.floor(column / pitch.length) + share;
    const angle = 2 * Math.PI * (root === GEAR_HOLE ? u : turn / TEETH);
    const radius = root + added * tooth * TOOTH;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  };
  return patch(columns, section.length, place, { around: true, along: true });
}

function collar(scale: number, side: number): Soup {
  const section = cut(COLLAR, along(8, scale, 3));
  const place = (u: number, v: number): Point => {
    const [radius, z] = section[Math.round(v * (section.length - 1))];
    return [radius * Math.cos(2 * Math.PI * u), radius * Math.sin(2 * Math.PI * u), side * z];
  };
  return patch(along(152, scale, 10), section.length - 1, place, { around: true });
}
