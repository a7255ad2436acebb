// A swept sphere volume as a row of numbers [C²A §III-B]; assembly/swept-volumes.ts has the same layout in bytes. The centre stands at 0.

/** Numbers a volume takes. */
export const VOLUME = 16;
/** Behind the centre and two axes: half lengths along these, the radius, and that of the ball around it all. */
export const HALF = 9;
export const RADIUS = 11;
export const SIZE = 12;
/** Two words: the first of two children that stand side by side, or ~place of the triangle; then the kind. */
export const LINK = 13;

/** Point, line and rectangle swept spheres: how many axes their generators have. */
export const PSS = 0;
export const LSS = 1;
export const RSS = 2;
export type Kind = typeof PSS | typeof LSS | typeof RSS;
