// Scenes of text layers written in tests, and what tests ask of them.
import { expect } from 'vitest';
import { type AnimatedScene, FileError, readUsd, type SceneObject } from '../../../src/io.ts';

/** The statements of a mesh of one triangle. */
export const TRIANGLE = `
  point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
  int[] faceVertexCounts = [3]
  int[] faceVertexIndices = [0, 1, 2]
  uniform token subdivisionScheme = "none"
`;

/** Reads a text layer; `head` is what stands in its parentheses. */
export function sceneFrom(body: string, head = 'timeCodesPerSecond = 1'): AnimatedScene {
  return readUsd(new TextEncoder().encode(`#usda 1.0\n(\n${head}\n)\n${body}`));
}

/** The object of a name. */
export function objectOf(scene: AnimatedScene, name: string): SceneObject {
  const object = scene.objects.find((one) => one.name === name);
  if (!object) throw new Error(`no object ${name} but ${scene.objects.map((one) => one.name).join(', ')}`);
  return object;
}

/** The positions of an object at a time. */
export function positionsOf(object: SceneObject, time: number): number[] {
  const positions = new Float64Array(3 * object.faces(time).vertexCount);
  object.positions(time, positions);
  return [...positions];
}

/** Reads every object at every time. */
export function readAll(scene: AnimatedScene): void {
  for (const time of scene.times) for (const object of scene.objects) positionsOf(object, time);
}

/** The message of the `FileError` that reading ends in. */
export function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(FileError);
    expect((error as FileError).format).toBe('USD');
    return (error as FileError).message;
  }
  throw new Error('no error');
}
