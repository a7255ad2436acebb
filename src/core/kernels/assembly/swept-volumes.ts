// A swept sphere volume in memory [C²A §III-B]; src/papers/c2a/volume.ts has the same layout: the points within the radius of a generator
// c + s·u0 + t·u1, |s| ≤ h0, |t| ≤ h1, in the body's frame. A line has no h1, a point neither.
export const VOLUME: usize = 128;
export const AXIS0: usize = 24;
export const AXIS1: usize = 48;
export const HALF0: usize = 72;
export const HALF1: usize = 80;
export const RADIUS: usize = 88;
/** Of the ball around the centre that holds it all. */
export const SIZE: usize = 96;
/** The first of two children that stand side by side, or ~place of the triangle. */
export const LINK: usize = 104;
/** 0, 1, 2: how many axes the generator has. */
export const KIND: usize = 108;
/** Remembered by motion-bounds.ts for the query with this number. */
export const REACH: usize = 112;
export const QUERY: usize = 120;
