// Continuous collisions of meshes in a three.js scene: one `MeshCollider` over all of them, in
// world space. Each frame, `update` reads the positions as they are drawn, with morph targets and
// skins, and `collide` answers for the straight paths between the last two updates. Displacement in
// shaders is not seen.
import type { Mesh, Object3D } from 'three';
import {
  type CollideOptions,
  eeContact,
  elementaryContact,
  type FirstContact,
  MeshCollider,
  type Recipe,
  type TriMesh,
  vfContact,
} from '../index.ts';
import { type SceneClash, SceneClashes, type ScenePassing } from './scene-clashes.ts';
import { describeContact, type Positions, type SceneContact, SceneContacts, SceneFacePairs } from './scene-contacts.ts';
import { buildSceneMesh, type SceneMesh, type Surface } from './scene-mesh.ts';
import {
  permissionsOf,
  type ScenePermissions,
  type SurfacePermissions,
  surfacePermissions,
} from './scene-permissions.ts';
import { isSkinned } from './skin.ts';

/** Options of `SceneCollider`. */
export interface SceneColliderOptions extends ScenePermissions {
  /** As for `MeshCollider`; the contacts are the same with every recipe. */
  readonly recipe?: Recipe;
  /**
   * Set to false if you call `updateMatrixWorld` on the scene before each update. By default the
   * collider calls it.
   */
  readonly updateMatrices?: boolean;
}

/** Options of `collide` and `firstContact`. */
export interface SceneCollideOptions extends CollideOptions {
  /**
   * World positions of the welded vertices at the start; by default those of the update before the
   * last.
   */
  readonly x0?: Positions;
  /** World positions of the welded vertices at the end; by default those of the last update. */
  readonly x1?: Positions;
}

/** Options of `maxStep`. */
export interface SceneStepOptions extends SceneCollideOptions {
  /** As for `MeshCollider.maxStep`. */
  readonly slack?: number;
}

/** A vertex of a mesh of the scene. */
export interface SceneVertex {
  /** The mesh of the scene. */
  readonly mesh: Mesh;
  /** The vertex of the mesh's geometry. */
  readonly vertex: number;
}

/** Finds collisions between, and within, meshes of a scene that move and deform. */
export class SceneCollider {
  /**
   * The engine, over the welded vertices and faces of all meshes. Do not call its `retopologize`:
   * its faces would no longer be those of the scene.
   */
  readonly collider: MeshCollider;
  /** All meshes, in the order given. */
  readonly meshes: readonly Mesh[];
  private readonly scene: SceneMesh;
  private readonly updateMatrices: boolean;
  private readonly mayCollide: SurfacePermissions;
  /** Whether each surface never moves. */
  private readonly still: readonly boolean[];
  /** Created when clashes are asked for: a detector has a collider of its own. */
  private detector: SceneClashes | undefined;
  private last: Float64Array;
  private now: Float64Array;
  private readonly query = new Float64Array(24);
  private readonly detail = elementaryContact();

  /**
   * Builds the collider for the current faces of the meshes and reads their positions. Throws
   * `SceneError`.
   */
  constructor(surfaces: readonly Surface[], options: SceneColliderOptions = {}) {
    const { recipe, updateMatrices = true } = options;
    this.updateMatrices = updateMatrices;
    this.meshes = surfaces.flat() as readonly Mesh[];
    if (updateMatrices) updateMatricesOf(this.meshes);
    this.scene = buildSceneMesh(surfaces);
    const { still = [] } = options;
    this.mayCollide = surfacePermissions(this.scene, options);
    this.still = this.scene.surfaces.map((meshes) => still.includes(meshes[0]));
    const permissions = permissionsOf(this.scene, this.mayCollide, options);
    this.collider = new MeshCollider(this.mesh, { ...permissions, ...(recipe && { recipe }) });
    this.last = new Float64Array(3 * this.mesh.vertexCount);
    this.now = new Float64Array(3 * this.mesh.vertexCount);
    this.reset();
  }

  /** The welded mesh; its vertices are those of `previous` and `current`. */
  get mesh(): TriMesh {
    return this.scene.mesh;
  }

  /**
   * The number of faces left out because two of their corners were welded to one vertex, as at the
   * poles of a sphere. `mesh.droppedFaces` lists them.
   */
  get droppedFaces(): number {
    return this.mesh.droppedFaces.length;
  }

  /** World positions at the update before the last. The two arrays are swapped at every update. */
  get previous(): Float64Array {
    return this.last;
  }

  /** World positions at the last update. */
  get current(): Float64Array {
    return this.now;
  }

  /**
   * Reads the current positions of all meshes. Throws `SceneError` if faces or counts have changed.
   * Allocates nothing.
   */
  update(): void {
    const { parts } = this.scene;
    for (let i = 0; i < parts.length; i++) parts[i].check();
    if (this.updateMatrices) updateMatricesOf(this.meshes);
    const { last } = this;
    this.last = this.now;
    this.now = last;
    for (let i = 0; i < parts.length; i++) parts[i].place(this.now);
  }

  /** Like `update`, but without a motion from the previous positions: use it after a jump. */
  reset(): void {
    this.update();
    this.last.set(this.now);
  }

  /** Finds all vertex–face and edge–edge contacts on the paths; as `MeshCollider.collide`. */
  collide(options: SceneCollideOptions = {}): SceneContacts {
    const { x0 = this.last, x1 = this.now } = options;
    return new SceneContacts(this.scene, this.collider.collide(x0, x1, options), x0, x1);
  }

  /** Returns the earliest contact on the paths; null if there is none. */
  firstContact(options: SceneCollideOptions = {}): SceneContact | null {
    const { x0 = this.last, x1 = this.now, minSeparation = 0 } = options;
    const first = this.collider.firstContact(x0, x1, options);
    if (!first) return null;
    const { query, detail } = this;
    this.gather(first, x0, x1);
    const test = first.kind === 1 ? eeContact : vfContact;
    test(query, 0, detail, minSeparation);
    const startsTouching = first.time === 0;
    return describeContact(this.scene, { ...detail, ...first, startsTouching }, x0, x1);
  }

  /**
   * Returns the largest step in (0, 1] along the paths before which nothing touches; as
   * `MeshCollider.maxStep`.
   */
  maxStep(options: SceneStepOptions = {}): number {
    const { x0 = this.last, x1 = this.now } = options;
    return this.collider.maxStep(x0, x1, options);
  }

  /** Returns the pairs of faces that share a point at the last update, or at `x`. */
  intersections(x: Positions = this.now): SceneFacePairs {
    return new SceneFacePairs(this.scene, this.collider.intersections(x));
  }

  /**
   * Returns the clashes at the last update, or at `x`: which meshes go through each other, how deep
   * and where, whether they move or not. The deepest comes first. Pairs that may not collide are
   * left out.
   */
  clashes(x: Positions = this.now): SceneClash[] {
    return this.clashDetector.at(x);
  }

  /**
   * Returns the meshes that have passed through each other between the last two updates and cross
   * at neither of them: `clashes` does not see these.
   */
  passing(options: Pick<SceneCollideOptions, 'x0' | 'x1'> = {}): ScenePassing[] {
    const { x0 = this.last, x1 = this.now } = options;
    return this.clashDetector.between(x0, x1);
  }

  private get clashDetector(): SceneClashes {
    const { mayCollide, still } = this;
    this.detector ??= new SceneClashes(this.scene, (a, b) => (mayCollide?.(a, b) ?? true) && !(still[a] && still[b]));
    return this.detector;
  }

  /**
   * Returns the mesh, and the vertex of its geometry, that a welded vertex (or row of `current`)
   * follows.
   */
  sourceOf(vertex: number): SceneVertex {
    const part = this.scene.parts.find(({ first, vertices }) => vertex >= first && vertex < first + vertices.length);
    if (!part) throw new RangeError(`There is no vertex ${vertex}; there are ${this.mesh.vertexCount}.`);
    return { mesh: part.mesh, vertex: part.vertices[vertex - part.first] };
  }

  private gather({ kind, a, b }: FirstContact, x0: Positions, x1: Positions): void {
    const { triangles, topology } = this.mesh;
    const { edges } = topology;
    const ids =
      kind === 1
        ? [edges[2 * a], edges[2 * a + 1], edges[2 * b], edges[2 * b + 1]]
        : [a, triangles[3 * b], triangles[3 * b + 1], triangles[3 * b + 2]];
    ids.forEach((v, i) => {
      this.query.set(x0.subarray(3 * v, 3 * v + 3), 3 * i);
      this.query.set(x1.subarray(3 * v, 3 * v + 3), 12 + 3 * i);
    });
  }
}

/** Updates from the roots of the meshes and of their bones, which need not be below the meshes. */
function updateMatricesOf(meshes: readonly Mesh[]): void {
  let last: Object3D | null = null;
  for (let i = 0; i < meshes.length; i++) {
    const mesh = meshes[i];
    last = updateRoot(mesh, last);
    if (!isSkinned(mesh) || !mesh.skeleton) continue;
    const { bones } = mesh.skeleton;
    for (let k = 0; k < bones.length; k++) last = updateRoot(bones[k], last);
  }
}

/**
 * Updates the matrices below the root of an object. Skips the root that was updated last, because a
 * scene usually has one root.
 */
function updateRoot(object: Object3D, last: Object3D | null): Object3D {
  let root = object;
  while (root.parent) root = root.parent;
  if (root !== last) root.updateMatrixWorld();
  return root;
}
