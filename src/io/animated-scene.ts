// A scene as its file describes it: objects that move, come and go, and may change their faces. The
// readers of Alembic and USD return it, and `readSequence` returns it for every format. Nothing is
// merged, welded or converted: each object keeps its name, its polygons and its order of vertices.

/** The polygons of an object. Their corners run counter-clockwise seen from outside. */
export interface SceneFaces {
  /** The number of vertices, unused ones included. */
  readonly vertexCount: number;
  /** The number of corners of each polygon, at least 3. */
  readonly counts: Uint32Array;
  /** The vertices of all corners, one polygon after the other, all below `vertexCount`. */
  readonly corners: Uint32Array;
}

/** An object of a scene. An instance is an object of its own. */
export interface SceneObject {
  /** The full path in the file, such as `/cloth/clothShape`; in glTF the name of the node. */
  readonly name: string;
  /** Whether the object is shown at a time in seconds. */
  isShown(time: number): boolean;
  /**
   * Returns the polygons at a time in seconds. The result is the same object as long as the
   * polygons are the same.
   */
  faces(time: number): SceneFaces;
  /**
   * Writes the positions in the world at a time in seconds: 3 finite numbers for each vertex of
   * `faces(time)`. Between two samples with the same polygons everything that the file interpolates
   * is interpolated; before the first sample and after the last one nothing moves.
   */
  positions(time: number, out: Float64Array): void;
}

/** The content of a file that holds a scene. */
export interface AnimatedScene {
  /** The objects that are shown at some time, in the order of the file. */
  readonly objects: readonly SceneObject[];
  /**
   * The times in seconds of all samples of what moves, comes, goes or changes, ascending and
   * distinct; a single time if nothing does.
   */
  readonly times: readonly number[];
  /** Metres per unit of length; null if the file states no unit. */
  readonly metresPerUnit: number | null;
  /** The axis that points up; null if the file states none. */
  readonly up: 'x' | 'y' | 'z' | null;
  /** What was left out or is only approximate, and why, one sentence each. */
  readonly notes: readonly string[];
}
