// Contacts in terms of three.js: which meshes, which of their faces and vertices, where in the
// world and when.
import { type Mesh, Vector3 } from 'three';
import type { ContactKind, Contacts, FacePairs, FirstContact, Tally } from '../index.ts';
import type { SceneMesh } from './scene-mesh.ts';

/** Three numbers per vertex. */
export type Positions = Float64Array | Float32Array;

/** One contact. It stays valid after the next step. */
export interface SceneContact {
  /** 0 for a vertex of A and a face of B, 1 for an edge of each. */
  readonly kind: ContactKind;
  /** Proven lower bound of the time of contact, from 0 at `x0` to 1 at `x1`. */
  readonly time: number;
  /** Whether the two touch at the start. */
  readonly startsTouching: boolean;
  /** The contact point on A at that time, in the world. */
  readonly point: Vector3;
  /** Unit normal from B to A. */
  readonly normal: Vector3;
  /** The mesh of side A. */
  readonly meshA: Mesh;
  /** A face of A that has the vertex or edge, counted as `faceIndex` of a raycast. */
  readonly faceA: number;
  /**
   * The vertex, or the two of the edge, in the geometry of A. Of vertices split at a seam, those of
   * `faceA`.
   */
  readonly verticesA: readonly number[];
  /** The mesh of side B. */
  readonly meshB: Mesh;
  /** The face of B, or a face that has the edge, counted as `faceIndex` of a raycast. */
  readonly faceB: number;
  /**
   * The three vertices of the face, or the two of the edge, in the geometry of B. Of vertices split
   * at a seam, those of `faceB`.
   */
  readonly verticesB: readonly number[];
}

/** One row of `Contacts`, with ids of the welded mesh. */
export interface ContactRow extends FirstContact {
  /** Whether the two touch at the start. */
  readonly startsTouching: boolean;
  /** Unit normal from B to A. */
  readonly normal: ArrayLike<number>;
  /** Weights of the contact point, as in `Contacts`. */
  readonly weights: ArrayLike<number>;
}

interface Side {
  readonly mesh: Mesh;
  readonly face: number;
  readonly vertices: readonly number[];
}

/**
 * The contacts of one step. They are valid until the next `collide`, `update` or `reset` of their
 * collider; the result of `contact` stays valid.
 */
export class SceneContacts {
  /** The columns of the engine, with ids of the welded mesh. */
  readonly columns: Contacts;
  private readonly scene: SceneMesh;
  private readonly x0: Positions;
  private readonly x1: Positions;

  /** `x0` and `x1` are the positions that the contacts were found for. */
  constructor(scene: SceneMesh, columns: Contacts, x0: Positions, x1: Positions) {
    this.scene = scene;
    this.columns = columns;
    this.x0 = x0;
    this.x1 = x1;
  }

  /** The number of contacts. */
  get count(): number {
    return this.columns.count;
  }

  /** The number of pairs that each stage of the recipe was given and kept. */
  get tally(): Tally {
    return this.columns.tally;
  }

  /** Returns contact i as an object of its own. Throws a RangeError if there is none. */
  contact(i: number): SceneContact {
    const { kind, a, b, time, startsTouching, normal, weights, count } = this.columns;
    if (!(i >= 0 && i < count)) throw new RangeError(`There is no contact ${i}; there are ${count}, counted from 0.`);
    const row: ContactRow = {
      kind: kind[i] as ContactKind,
      a: a[i],
      b: b[i],
      time: time[i],
      startsTouching: startsTouching[i] === 1,
      normal: normal.subarray(3 * i, 3 * i + 3),
      weights: weights.subarray(3 * i, 3 * i + 3),
    };
    return describeContact(this.scene, row, this.x0, this.x1);
  }

  /** Writes the contact point of contact i on its side A at its time, in the world. */
  point(i: number, target: Vector3): Vector3 {
    const { kind, a, time, weights } = this.columns;
    return pointOf(this.scene, kind[i], a[i], time[i], weights[3 * i], this.x0, this.x1, target);
  }

  /** Writes the unit normal of contact i, from side B to side A. */
  normal(i: number, target: Vector3): Vector3 {
    return target.fromArray(this.columns.normal, 3 * i);
  }
}

/** Two faces that share a point. */
export interface SceneFacePair {
  /** The mesh of the first face. */
  readonly meshA: Mesh;
  /** The first face, counted as `faceIndex` of a raycast. */
  readonly faceA: number;
  /** The mesh of the second face. */
  readonly meshB: Mesh;
  /** The second face, counted as `faceIndex` of a raycast. */
  readonly faceB: number;
}

/** Pairs of faces that share a point. */
export class SceneFacePairs {
  private readonly scene: SceneMesh;
  private readonly pairs: FacePairs;

  /** `pairs` has ids of the welded mesh. */
  constructor(scene: SceneMesh, pairs: FacePairs) {
    this.scene = scene;
    this.pairs = pairs;
  }

  /** The number of pairs. */
  get count(): number {
    return this.pairs.count;
  }

  /** Returns pair i. Throws a RangeError if there is none. */
  pair(i: number): SceneFacePair {
    const { count, a, b } = this.pairs;
    if (!(i >= 0 && i < count)) throw new RangeError(`There is no pair ${i}; there are ${count}, counted from 0.`);
    const { mesh: meshA, face: faceA } = sideOf(this.scene, a[i], []);
    const { mesh: meshB, face: faceB } = sideOf(this.scene, b[i], []);
    return { meshA, faceA, meshB, faceB };
  }
}

/** Translates a row of the engine's contacts to the meshes of the scene. */
export function describeContact(scene: SceneMesh, row: ContactRow, x0: Positions, x1: Positions): SceneContact {
  const { kind, a, b, time, startsTouching, normal, weights } = row;
  const sideA = kind === 1 ? edgeSide(scene, a) : vertexSide(scene, a);
  const sideB = kind === 1 ? edgeSide(scene, b) : sideOf(scene, b, scene.mesh.triangles.subarray(3 * b, 3 * b + 3));
  return {
    kind,
    time,
    startsTouching,
    point: pointOf(scene, kind, a, time, weights[0], x0, x1, new Vector3()),
    normal: new Vector3(normal[0], normal[1], normal[2]),
    meshA: sideA.mesh,
    faceA: sideA.face,
    verticesA: sideA.vertices,
    meshB: sideB.mesh,
    faceB: sideB.face,
    verticesB: sideB.vertices,
  };
}

function vertexSide(scene: SceneMesh, v: number): Side {
  const { starFaces, starStart } = scene.mesh.topology;
  return sideOf(scene, starFaces[starStart[v]], [v]);
}

function edgeSide(scene: SceneMesh, e: number): Side {
  const { edgeFaces, edgeFaceStart, edges } = scene.mesh.topology;
  return sideOf(scene, edgeFaces[edgeFaceStart[e]], edges.subarray(2 * e, 2 * e + 2));
}

/** A face, with those of its corners that are the welded vertices `ids`. */
function sideOf(scene: SceneMesh, f: number, ids: ArrayLike<number>): Side {
  const part = scene.parts[scene.partOf[f]];
  const corner = scene.firstCorner[f];
  const corners = scene.mesh.triangles.subarray(3 * f, 3 * f + 3);
  const vertices = Array.from(ids, (id) => part.faces.vertexAt(corner + corners.indexOf(id)));
  return { mesh: part.mesh, face: Math.floor(corner / 3), vertices };
}

/** The point on vertex a, or at `s` along edge a. */
function pointOf(
  { mesh }: SceneMesh,
  kind: number,
  a: number,
  time: number,
  s: number,
  x0: Positions,
  x1: Positions,
  target: Vector3,
): Vector3 {
  if (kind === 0) return pointAt(a, 1, time, x0, x1, target.set(0, 0, 0));
  const { edges } = mesh.topology;
  pointAt(edges[2 * a], 1 - s, time, x0, x1, target.set(0, 0, 0));
  return pointAt(edges[2 * a + 1], s, time, x0, x1, target);
}

/** Adds `weight` times the position of vertex v. */
function pointAt(v: number, weight: number, time: number, x0: Positions, x1: Positions, target: Vector3): Vector3 {
  const at = 3 * v;
  target.x += weight * (x0[at] + time * (x1[at] - x0[at]));
  target.y += weight * (x0[at + 1] + time * (x1[at + 1] - x0[at + 1]));
  target.z += weight * (x0[at + 2] + time * (x1[at + 2] - x0[at + 2]));
  return target;
}
