// The polygons of a mesh at a time, checked: corners in range and counts that sum up. Equal polygons
// are one object, also over time and between instances.
import type { SceneFaces } from '../../animated-scene.ts';
import { lastAtOrBefore, type StageAttribute } from '../stage/usd-stage-attribute.ts';
import type { StagePrim } from '../stage/usd-stage-prim.ts';
import { usdError } from '../usd-error.ts';
import type { LayerValue } from '../usd-layer.ts';

const NO_FACES: SceneFaces = { vertexCount: 0, counts: new Uint32Array(), corners: new Uint32Array() };

/** Returns the points of a mesh at a time in seconds, before they are placed; the caller may change them. */
export type PointsAt = (time: number) => Float64Array;

/** Polygons by the values that they come from. Those that were asked for last are kept. */
export class FacesCache {
  private readonly most: number;
  private readonly known: Map<string, SceneFaces> = new Map();
  private latest: { readonly key: string; readonly faces: SceneFaces } | undefined;
  private size = 0;

  /** At most `most` numbers are kept. */
  constructor(most: number) {
    this.most = most;
  }

  /** Returns the polygons of a key, or makes them; `before` if they are equal to it. */
  get(key: string, before: string, make: () => SceneFaces): SceneFaces {
    // One mesh is asked for many times in a row.
    if (this.latest?.key === key) return this.latest.faces;
    const known = this.known.get(key);
    const last = this.known.get(before);
    const made = known ?? make();
    const faces = last && areEqual(made, last) ? last : made;
    if (known) this.remove(key, known);
    this.known.set(key, faces);
    this.latest = { key, faces };
    this.size += sizeOf(faces);
    for (const [old, one] of this.known) {
      if (this.size <= this.most || old === key) break;
      this.remove(old, one);
    }
    return faces;
  }

  private remove(key: string, faces: SceneFaces): void {
    this.known.delete(key);
    this.size -= sizeOf(faces);
  }
}

function sizeOf({ counts, corners }: SceneFaces): number {
  return counts.length + corners.length + 1;
}

/** The points and polygons of a mesh over time, before it is placed. */
export class MeshShape {
  /** Returns the points at a time in seconds. Closures here keep no prim in memory. */
  readonly pointsAt: PointsAt;
  /** The attributes that change over time. */
  readonly moving: readonly StageAttribute[];
  private readonly points: StageAttribute;
  private readonly path: string;
  private readonly counts: StageAttribute;
  private readonly corners: StageAttribute;
  private readonly isLeftHanded: boolean;
  private readonly cache: FacesCache;
  private lastKey = '';

  /** All attributes belong to `prim`. */
  constructor(
    prim: StagePrim,
    points: StageAttribute,
    counts: StageAttribute,
    corners: StageAttribute,
    cache: FacesCache,
  ) {
    this.path = prim.path;
    this.points = points;
    this.pointsAt = (time) => this.pointsBetween(time);
    this.counts = counts;
    this.corners = corners;
    this.cache = cache;
    this.isLeftHanded = prim.token('orientation') === 'leftHanded';
    this.moving = [points, counts, corners].filter(({ isConstant }) => !isConstant);
  }

  /** Returns the polygons at a time in seconds. */
  faces(time: number): SceneFaces {
    const before = this.lastKey;
    const isKnown = before !== '' && this.moving.length === 0;
    this.lastKey = isKnown ? before : this.keyAt(time);
    return this.cache.get(this.lastKey, before, () => this.facesAt(time));
  }

  /** Between samples with other polygons, vertex i is not one vertex, so nothing is interpolated. */
  private pointsBetween(time: number): Float64Array {
    const { points, counts, corners } = this;
    const low = lastAtOrBefore(points.times, time);
    const [from, to] = [points.times[low], points.times[low + 1]];
    const isMoving = from !== undefined && to !== undefined && time > from;
    if (isMoving && !(counts.isConstant && corners.isConstant) && this.faces(from) !== this.faces(to))
      return points.heldAt(time)?.numbers('vector') ?? new Float64Array();
    return points.numbersAt(time, 'vector');
  }

  private keyAt(time: number): string {
    const [counts, corners] = [this.counts, this.corners].map((one) => `${one.heldAt(time)?.key} ${one.layerName}`);
    return [this.vertexCount(time), counts, corners, this.isLeftHanded].join(' ');
  }

  private vertexCount(time: number): number {
    return this.points.heldAt(time)?.count('vector') ?? 0;
  }

  private facesAt(time: number): SceneFaces {
    const vertexCount = this.vertexCount(time);
    const [counts, corners] = [this.counts.heldAt(time), this.corners.heldAt(time)];
    const isThere = counts && corners && this.points.heldAt(time);
    return isThere ? this.facesOf(vertexCount, counts, corners) : { ...NO_FACES, vertexCount };
  }

  private facesOf(vertexCount: number, counts: LayerValue, corners: LayerValue): SceneFaces {
    const sizes = counts.numbers('scalar');
    const vertices = corners.numbers('scalar');
    let [sum, faceCount, cornerCount] = [0, 0, 0];
    for (let i = 0; i < sizes.length; i++) {
      const size = sizes[i];
      if (!(size >= 0 && Number.isInteger(size)))
        throw usdError(`${this.path}.faceVertexCounts[${i}]`, 'a count', size);
      sum += size;
      if (size < 3) continue;
      faceCount++;
      cornerCount += size;
    }
    if (sum !== vertices.length) {
      throw usdError(`${this.path}.faceVertexIndices`, `${sum} corners, the sum of faceVertexCounts`, vertices.length);
    }
    const wrong = vertices.findIndex((vertex) => !(vertex >= 0 && vertex < vertexCount && Number.isInteger(vertex)));
    if (wrong >= 0) {
      const expected =
        vertexCount === 0 ? 'no vertex index, for there is no vertex' : `a vertex index below ${vertexCount}`;
      throw usdError(`${this.path}.faceVertexIndices[${wrong}]`, expected, vertices[wrong]);
    }
    const faces = { vertexCount, counts: new Uint32Array(faceCount), corners: new Uint32Array(cornerCount) };
    fillFaces(sizes, vertices, this.isLeftHanded, faces);
    return faces;
  }
}

/** Copies polygons of at least 3 corners; left-handed ones are turned round, from their first corner. */
function fillFaces(sizes: Float64Array, vertices: Float64Array, isReversed: boolean, faces: SceneFaces): void {
  const { counts, corners } = faces;
  let [from, to, face] = [0, 0, 0];
  for (let i = 0; i < sizes.length; i++) {
    const size = sizes[i];
    if (size >= 3) {
      counts[face++] = size;
      for (let k = 0; k < size; k++) corners[to + k] = vertices[from + (isReversed ? (size - k) % size : k)];
      to += size;
    }
    from += size;
  }
}

function areEqual(a: SceneFaces, b: SceneFaces): boolean {
  if (a === b) return true;
  if (a.vertexCount !== b.vertexCount || a.counts.length !== b.counts.length || a.corners.length !== b.corners.length) {
    return false;
  }
  return a.counts.every((count, i) => count === b.counts[i]) && a.corners.every((vertex, i) => vertex === b.corners[i]);
}
