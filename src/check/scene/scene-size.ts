// How large a scene may be. Instances multiply what a file holds, so that a small file may describe
// more than memory can hold; it is refused before anything of that size is made.
import { UsageError } from '../usage-error.ts';

/** A collider has room for about ten million faces, so that no check of more could succeed. */
const MAX_TRIANGLES = 16_000_000;
/** As many vertices take 1.5 GB in each frame. */
const MAX_VERTICES = 64_000_000;
/** Asking objects about frames takes half a minute for so many answers. */
const MAX_STATES = 250_000_000;

/** Throws `UsageError` if there are too many objects for their frames. */
export function checkStates(path: string, objectCount: number, frameCount: number): void {
  refuseBeyond(path, objectCount * frameCount, MAX_STATES, `states (of ${objectCount} objects at ${frameCount} times)`);
}

/** Throws `UsageError` if all objects together are too large. */
export function checkSizes(path: string, vertexCount: number, triangleCount: number): void {
  refuseBeyond(path, triangleCount, MAX_TRIANGLES, 'triangles');
  refuseBeyond(path, vertexCount, MAX_VERTICES, 'vertices');
}

function refuseBeyond(path: string, count: number, most: number, what: string): void {
  if (count <= most) return;
  throw new UsageError(`${path}: there are ${count} ${what} in it; at most ${most} are possible, export a part of it.`);
}
