// What a query of C²A is about: two motions, two hierarchies and their triangles, and what an iteration answers. src/papers/c2a/query.ts
// writes and reads the same block.
import { SweptFrame } from './swept-frame';

/** Byte offsets: two motions as in turning-pose.ts, then what is given. */
const MOTION_B: usize = 400;
const MARGIN: usize = 800;
const SPEED_MARGIN: usize = 808;
const SPEED: usize = 816;
const VOLUMES_A: usize = 824;
const VOLUMES_B: usize = 828;
const TRIANGLES_A: usize = 832;
const TRIANGLES_B: usize = 836;
const STACK: usize = 840;
/** What an iteration writes. */
export const STEP: usize = 848;
export const CLOSEST: usize = 856;
export const FRONT: usize = 864;
export const LEAF_A: usize = 868;
export const LEAF_B: usize = 872;
/** Room for a triangle of a in b's frame. */
const PLACED: usize = 880;

export let query: usize = 0;
/** Of this query: what is remembered about volumes carries it. */
export let number: i32 = 0;
/** What rounding may do to a gap, and to a closing speed. */
export let margin: f64 = 0;
export let speedMargin: f64 = 0;
/** The fastest any two points can near each other. */
export let speed: f64 = 0;
export let volumesA: usize = 0;
export let volumesB: usize = 0;
export let trianglesA: usize = 0;
export let trianglesB: usize = 0;
export let stack: usize = 0;
export let placed: usize = 0;

export class SweptQuery {
  /** No pair of triangles is known. */
  static begin(block: usize): void {
    query = block;
    number++;
    margin = load<f64>(query, MARGIN);
    speedMargin = load<f64>(query, SPEED_MARGIN);
    speed = load<f64>(query, SPEED);
    volumesA = <usize>load<u32>(query, VOLUMES_A);
    volumesB = <usize>load<u32>(query, VOLUMES_B);
    trianglesA = <usize>load<u32>(query, TRIANGLES_A);
    trianglesB = <usize>load<u32>(query, TRIANGLES_B);
    stack = <usize>load<u32>(query, STACK);
    placed = query + PLACED;
    SweptFrame.setAxes(query, query + MOTION_B);
    store<i32>(query, -1, LEAF_A);
  }

  @inline static setTime(t: f64): void {
    SweptFrame.set(query, query + MOTION_B, t);
  }
}
