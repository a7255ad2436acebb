// What an object of a scene is at each frame: hidden, or shown with which faces. Faces are the same
// as long as the file says so; an object whose faces change has a version for each of them.
import type { SceneFaces, SceneObject } from '../../io.ts';

/** The frames of one object. */
export interface ObjectFrames {
  /** The object. */
  readonly object: SceneObject;
  /** The frame in which it is shown first. */
  readonly first: number;
  /** The first frame in which it is shown with its largest number of triangles. */
  readonly largest: number;
  /** The largest number of vertices in any frame. */
  readonly vertexCount: number;
  /** The largest number of triangles in any frame, polygons split. */
  readonly triangleCount: number;
  /** Whether it has other faces in other frames. */
  readonly isRemeshed: boolean;
  /**
   * The version of its faces in a frame: the first frame in which it is shown with them; null where
   * it is hidden. Faces that come back after others are a new version.
   */
  versionAt(frame: number): number | null;
  /** The frame whose positions it has in a frame: another one where it is hidden. */
  poseAt(frame: number): number;
}

/** Returns the frames of an object at these times; null if it is never shown, or has no faces. */
export function objectFrames(object: SceneObject, times: readonly number[]): ObjectFrames | null {
  const states = new States(times.length);
  const versions: { readonly frame: number; readonly faces: FaceSums }[] = [];
  let latest: SceneFaces | null = null;
  let shown = -1;
  for (let frame = 0; frame < times.length; frame++) {
    if (!object.isShown(times[frame])) {
      states.set(frame, -1 - Math.max(0, shown));
      continue;
    }
    if (shown < 0) for (let i = 0; i < frame; i++) states.set(i, -1 - frame);
    shown = frame;
    const faces = object.faces(times[frame]);
    if (faces !== latest) versions.push({ frame, faces: sumsOf(faces) });
    latest = faces;
    states.set(frame, versions[versions.length - 1].frame);
  }
  const largest = versions.reduce(
    (best, one) => (one.faces.triangles > best.faces.triangles ? one : best),
    versions[0],
  );
  if (largest === undefined || largest.faces.triangles === 0) return null;
  return {
    object,
    first: versions[0].frame,
    largest: largest.frame,
    vertexCount: versions.reduce((most, { faces }) => Math.max(most, faces.vertices), 0),
    triangleCount: largest.faces.triangles,
    isRemeshed: versions.length > 1,
    versionAt: (frame) => (states.at(frame) < 0 ? null : states.at(frame)),
    poseAt: (frame) => (states.at(frame) < 0 ? -1 - states.at(frame) : frame),
  };
}

/**
 * The state of each frame: the version, or where the object is hidden −1 − the frame whose positions
 * it has. An object that never changes, such as each of a hundred thousand instances, takes no
 * memory for it.
 */
class States {
  private readonly frameCount: number;
  /** Null as long as all are 0. */
  private states: Int32Array | null = null;

  constructor(frameCount: number) {
    this.frameCount = frameCount;
  }

  set(frame: number, state: number): void {
    if (state !== 0) this.states ??= new Int32Array(this.frameCount);
    if (this.states) this.states[frame] = state;
  }

  at(frame: number): number {
    return this.states?.[frame] ?? 0;
  }
}

/** The sizes of a version, which outlive its faces. */
interface FaceSums {
  readonly vertices: number;
  readonly triangles: number;
}

function sumsOf({ vertexCount, counts, corners }: SceneFaces): FaceSums {
  return { vertices: vertexCount, triangles: corners.length - 2 * counts.length };
}
