// Scenes for tests: objects given frame by frame, one frame a second.
import type { AnimatedScene, SceneFaces, SceneObject } from '../../../src/io.ts';

/** A polygon mesh. */
export interface Shape {
  readonly points: readonly (readonly number[])[];
  readonly faces: readonly (readonly number[])[];
}

/** A cube of this size at x, y, z; its faces point outwards. */
export function cube(x: number, y = 0, z = 0, size = 1): Shape {
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [
    x + size * (i & 1),
    y + size * ((i >> 1) & 1),
    z + size * (i >> 2),
  ]);
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return { points, faces };
}

/** The same shape in triangles: other faces with the same vertices. */
export function inTriangles({ points, faces }: Shape): Shape {
  return { points, faces: faces.flatMap((face) => face.slice(2).map((_, i) => [face[0], face[i + 1], face[i + 2]])) };
}

/** The faces of a shape as a scene has them. */
export function facesOf({ points, faces }: Shape): SceneFaces {
  return {
    vertexCount: points.length,
    counts: Uint32Array.from(faces, (face) => face.length),
    corners: Uint32Array.from(faces.flat()),
  };
}

/** An object; null where it is hidden. Equal lists of faces are the same faces. */
export function objectOf(name: string, frames: readonly (Shape | null)[]): SceneObject {
  const known = new Map<string, SceneFaces>();
  const shape = (time: number): Shape =>
    frames[time] ?? frames.slice(0, time).reverse().find(Boolean) ?? (frames.find(Boolean) as Shape);
  return {
    name,
    isShown: (time) => frames[time] !== null,
    faces: (time) => {
      const key = `${shape(time).points.length} ${JSON.stringify(shape(time).faces)}`;
      const faces = known.get(key) ?? facesOf(shape(time));
      known.set(key, faces);
      return faces;
    },
    positions: (time, out) => out.set(shape(time).points.flat()),
  };
}

/** A scene of such objects, in metres with y up. */
export function sceneOf(objects: Readonly<Record<string, readonly (Shape | null)[]>>): AnimatedScene {
  const frameCount = Math.max(...Object.values(objects).map((frames) => frames.length));
  return {
    objects: Object.entries(objects).map(([name, frames]) => objectOf(name, frames)),
    times: Array.from({ length: frameCount }, (_, i) => i),
    metresPerUnit: 1,
    up: 'y',
    notes: [],
  };
}
