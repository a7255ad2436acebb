// What the tests of the Alembic reader ask of a scene.
import { type AnimatedScene, FileError, readAlembic, type SceneObject } from '../../../src/io.ts';

/** The object of this path. */
export function objectNamed({ objects }: AnimatedScene, name: string): SceneObject {
  const object = objects.find((one) => one.name === name);
  if (object === undefined) throw new Error(`${name} is not among ${objects.map((one) => one.name).join(', ')}`);
  return object;
}

/** The positions at a time; the first object's if none is named. */
export function positionsAt(scene: AnimatedScene, time: number, name = scene.objects[0].name): number[] {
  const object = objectNamed(scene, name);
  const out = new Float64Array(3 * object.faces(time).vertexCount);
  object.positions(time, out);
  return [...out];
}

/** The polygons at a time. */
export function polygonsAt(object: SceneObject, time: number): number[][] {
  const { counts, corners } = object.faces(time);
  let at = 0;
  return Array.from(counts, (count) => {
    at += count;
    return [...corners.subarray(at - count, at)];
  });
}

/** Reads all that a file holds: every object at every time. */
export function readEverything(bytes: Uint8Array): AnimatedScene {
  const scene = readAlembic(bytes);
  for (const time of scene.times) {
    for (const object of scene.objects) {
      object.isShown(time);
      object.positions(time, new Float64Array(3 * object.faces(time).vertexCount));
    }
  }
  return scene;
}

/** The message of the FileError that an action throws; any other error is thrown on. */
export function faultOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof FileError) return error.message;
    throw error;
  }
  return 'no error';
}
