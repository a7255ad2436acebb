// The meshes of a scene whose objects come, go and change their faces. Every object has a range of
// vertices and a range of places in one list of triangles, large enough for all of its frames; so
// numbers mean the same object in every frame. A frame has the triangles of what it shows, and the
// other places are empty.
import { TriMesh } from '../../index.ts';
import { type AnimatedScene, polygonTriangles } from '../../io.ts';
import type { VertexRange } from '../sequence.ts';
import { trianglesAtPlaces } from '../triangle-places.ts';
import { UsageError } from '../usage-error.ts';
import { KeptMeshes } from './kept-meshes.ts';
import { checkSizes, checkStates } from './scene-size.ts';
import { type ObjectFrames, objectFrames } from './scene-timeline.ts';

/** The ranges of an object. */
export interface ObjectPlace extends VertexRange {
  /** What it is at each frame. */
  readonly frames: ObjectFrames;
  /** Its first place in the list of triangles. */
  readonly firstPlace: number;
}

/** A triangle needs as many vertices, so that the empty places of an object can hold one. */
const CORNERS = 3;
/** How many notes say why a scene has no triangles. */
const MAX_REASONS = 3;

/** The meshes of a scene at these times. */
export class SceneMeshes {
  /** The objects that are shown at some of the times. */
  readonly places: readonly ObjectPlace[];
  /** The number of vertices of all objects. */
  readonly vertexCount: number;
  /** All objects: those whose faces change with the largest of their versions. */
  readonly mesh: TriMesh;
  /** The faces that name a vertex twice, of objects whose faces do not change. */
  readonly droppedFaces: number;
  private readonly times: readonly number[];
  private readonly placeCount: number;
  /** The triangles of all places of `mesh`. */
  private readonly triangles: Uint32Array;
  /** By the versions of all objects. */
  private readonly kept = new KeptMeshes();

  /** `known` is the mesh if another thread has built it. Throws `UsageError` and `FileError`. */
  constructor(path: string, { objects, notes }: AnimatedScene, times: readonly number[], known: TriMesh | null) {
    checkStates(path, objects.length, times.length);
    this.times = times;
    const places: ObjectPlace[] = [];
    let [vertex, place] = [0, 0];
    for (const object of objects) {
      const frames = objectFrames(object, times);
      if (frames === null) continue;
      const end = vertex + (frames.isRemeshed ? Math.max(CORNERS, frames.vertexCount) : frames.vertexCount);
      places.push({ frames, first: vertex, end, firstPlace: place });
      vertex = end;
      place += frames.triangleCount;
    }
    if (places.length === 0) {
      const why = ['export it with its meshes.', ...notes.slice(0, MAX_REASONS)].join(' ');
      throw new UsageError(`${path}: there are no triangles in it; ${why}`);
    }
    checkSizes(path, vertex, place);
    this.places = places;
    this.vertexCount = vertex;
    this.placeCount = place;
    this.mesh =
      known ??
      this.build(
        places.map(({ frames }) => frames.largest),
        true,
      );
    this.triangles = trianglesAtPlaces(this.mesh);
    this.droppedFaces = this.mesh.droppedFaces.length;
  }

  /** The mesh of what a frame shows. */
  meshOf(frame: number): TriMesh {
    return this.withVersions(this.places.map(({ frames }) => frames.versionAt(frame)));
  }

  /** The mesh of what both frames show with the same faces. */
  meshBetween(from: number, to: number): TriMesh {
    return this.withVersions(
      this.places.map(({ frames }) => (frames.versionAt(from) === frames.versionAt(to) ? frames.versionAt(to) : null)),
    );
  }

  /** The objects that a frame hides. */
  hiddenIn(frame: number): VertexRange[] {
    return this.places.filter(({ frames }) => frames.versionAt(frame) === null);
  }

  /** The triangles of an object in `mesh`, by its own vertices. */
  trianglesAt(object: number): Uint32Array {
    const { frames, first, firstPlace } = this.places[object];
    const own = this.triangles.subarray(3 * firstPlace, 3 * (firstPlace + frames.triangleCount));
    // A triangle that names a vertex twice was replaced by one of vertex 0 alone.
    return own.filter((_, i) => !isRepeating(own, i - (i % 3))).map((v) => v - first);
  }

  /** The positions of all vertices; of a hidden object those of a frame that shows it. */
  read(frame: number, out: Float64Array): void {
    for (const { frames, first, end } of this.places) {
      const time = this.times[frames.poseAt(frame)];
      const used = frames.isRemeshed ? frames.object.faces(time).vertexCount : end - first;
      frames.object.positions(time, out.subarray(3 * first, 3 * (first + used)));
      // Vertices that this frame does not use are where the first one is.
      for (let i = 3 * (first + used); i < 3 * end; i++) out[i] = used === 0 ? 0 : out[3 * first + (i % 3)];
    }
  }

  private withVersions(versions: readonly (number | null)[]): TriMesh {
    const isWhole = versions.every((version, i) => version !== null && !this.places[i].frames.isRemeshed);
    return isWhole ? this.mesh : this.kept.of(versions.join(), () => this.build(versions, false));
  }

  /**
   * A mesh of these versions of the objects. `isWhole`: objects whose faces change have no empty
   * place.
   */
  private build(versions: readonly (number | null)[], isWhole: boolean): TriMesh {
    const list = new Uint32Array(3 * this.placeCount);
    this.places.forEach((place, i) => {
      const version = versions[i];
      if (version === null) return;
      list.set(this.trianglesOf(place, version, isWhole), 3 * place.firstPlace);
      if (isWhole && place.frames.isRemeshed) fillEmpty(list, place);
    });
    return TriMesh.from(list, this.vertexCount, { repeatedVertices: 'drop' });
  }

  /** Polygons are split by their shape in the first frame that shows them. */
  private trianglesOf(place: ObjectPlace, version: number, isWhole: boolean): Uint32Array {
    const { frames, first, firstPlace } = place;
    if (!isWhole && !frames.isRemeshed)
      return this.triangles.subarray(3 * firstPlace, 3 * (firstPlace + frames.triangleCount));
    const { object } = frames;
    const time = this.times[frames.isRemeshed ? version : frames.first];
    const faces = object.faces(time);
    const x = new Float64Array(3 * faces.vertexCount);
    if (faces.counts.some((count) => count > CORNERS)) object.positions(time, x);
    return polygonTriangles(faces, x).map((v) => v + first);
  }
}

/** Puts a triangle at each place of an object that has none, because a face is needed there. */
function fillEmpty(list: Uint32Array, { frames, first, firstPlace }: ObjectPlace): void {
  for (let i = 3 * firstPlace; i < 3 * (firstPlace + frames.triangleCount); i += 3) {
    if (isRepeating(list, i)) list.set([first, first + 1, first + 2], i);
  }
}

/** Whether the triangle that begins at an index names a vertex twice. */
function isRepeating(list: Uint32Array, i: number): boolean {
  return list[i] === list[i + 1] || list[i + 1] === list[i + 2] || list[i + 2] === list[i];
}
