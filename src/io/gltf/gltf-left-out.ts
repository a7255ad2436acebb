// What is not read of a file, one line each, for people.
import { type GltfFields, listOf } from './gltf-json.ts';

/** How many things of one kind are listed. */
const MAX_LISTED = 3;

/** Returns the first lines, and how many more there are of a kind. */
export function listed(lines: readonly string[], kind: string): string[] {
  const more = lines.length - MAX_LISTED;
  return more <= 0 ? [...lines] : [...lines.slice(0, MAX_LISTED), `${more} more ${kind}`];
}

/** Names the scenes that are not the default one. */
export function otherScenes(json: GltfFields): string[] {
  const count = listOf(json, 'scenes').length - 1;
  if (count < 1) return [];
  return [count === 1 ? 'another scene, which is not the default one' : `${count} scenes that are not the default one`];
}

/** Extensions that move things while a program runs, not by keys. */
const BEHAVIOURS = ['KHR_interactivity', 'KHR_physics_rigid_bodies'];

/** Names the extensions whose motion is not read. */
export function unplayed(json: GltfFields): string[] {
  const used = listOf(json, 'extensionsUsed');
  return BEHAVIOURS.filter((name) => used.includes(name)).map((name) => `motion by ${name}`);
}

/** Names a number of meshes that no animation ever shows. */
export function hiddenMeshes(count: number): string[] {
  if (count < 1) return [];
  return [count === 1 ? 'a mesh that is never shown' : `${count} meshes that are never shown`];
}
