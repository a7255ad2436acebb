// Continuous collisions of meshes in a three.js scene: one `MeshCollider` over all of them, in world space. Every frame `update` takes
// the positions as they are drawn, with morph targets and skins, and `collide` answers for the straight way between the last two.
// Displacement in shaders is not seen.
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
import { describeContact, type Positions, type SceneContact, SceneContacts, SceneFacePairs } from './scene-contacts.ts';
import { buildSceneMesh, type SceneMesh, type Surface } from './scene-mesh.ts';
import { permissionsOf, type ScenePermissions } from './scene-permissions.ts';
import { isSkinned } from './skin.ts';

export interface SceneColliderOptions extends ScenePermissions {
  /** As of `MeshCollider`; the contacts are the same with each. */
  readonly recipe?: Recipe;
  /** False where `updateMatrixWorld` has been called on the scene before each update. Default true: the collider calls it. */
  readonly updateMatrices?: boolean;
}

export interface SceneCollideOptions extends CollideOptions {
  /** World positions of the welded vertices at start and end; by default those of the last two updates. */
  readonly x0?: Positions;
  readonly x1?: Positions;
}

export interface SceneStepOptions extends SceneCollideOptions {
  /** As of `MeshCollider.maxStep`. */
  readonly slack?: number;
}

export interface SceneVertex {
  readonly mesh: Mesh;
  /** Of the mesh's geometry. */
  readonly vertex: number;
}

export class SceneCollider {
  /** The engine, over the welded vertices and faces of all meshes. Its faces stay: `retopologize` would part them from the scene. */
  readonly collider: MeshCollider;
  /** All meshes, in the order given. */
  readonly meshes: readonly Mesh[];
  private readonly scene: SceneMesh;
  private readonly updateMatrices: boolean;
  private last: Float64Array;
  private now: Float64Array;
  private readonly query = new Float64Array(24);
  private readonly detail = elementaryContact();

  /** Built for the faces that the meshes have now; takes their positions. Throws `SceneError`. */
  constructor(surfaces: readonly Surface[], options: SceneColliderOptions = {}) {
    const { recipe, updateMatrices = true } = options;
    this.updateMatrices = updateMatrices;
    this.meshes = surfaces.flat() as readonly Mesh[];
    if (updateMatrices) updateMatricesOf(this.meshes);
    this.scene = buildSceneMesh(surfaces);
    this.collider = new MeshCollider(this.mesh, { ...permissionsOf(this.scene, options), ...(recipe && { recipe }) });
    this.last = new Float64Array(3 * this.mesh.vertexCount);
    this.now = new Float64Array(3 * this.mesh.vertexCount);
    this.reset();
  }

  /** The welded mesh: its vertices are those of `previous` and `current`. */
  get mesh(): TriMesh {
    return this.scene.mesh;
  }

  /** Faces left out because two of their corners are one vertex, as at the poles of a sphere. */
  get droppedFaces(): number {
    return this.scene.droppedFaces;
  }

  /** World positions at the update before the last. The two arrays change places at every update. */
  get previous(): Float64Array {
    return this.last;
  }

  /** World positions at the last update. */
  get current(): Float64Array {
    return this.now;
  }

  /** Takes the positions of all meshes as they are now. Throws `SceneError` where faces or counts have changed. Allocates nothing. */
  update(): void {
    const { parts } = this.scene;
    for (let i = 0; i < parts.length; i++) parts[i].check();
    if (this.updateMatrices) updateMatricesOf(this.meshes);
    const { last } = this;
    this.last = this.now;
    this.now = last;
    for (let i = 0; i < parts.length; i++) parts[i].place(this.now);
  }

  /** As `update`, without a motion that leads there: after a jump. */
  reset(): void {
    this.update();
    this.last.set(this.now);
  }

  /** Every vertex–face and edge–edge contact on the way; as `MeshCollider.collide`. */
  collide(options: SceneCollideOptions = {}): SceneContacts {
    const { x0 = this.last, x1 = this.now } = options;
    return new SceneContacts(this.scene, this.collider.collide(x0, x1, options), x0, x1);
  }

  /** The earliest contact on the way. */
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

  /** The largest step in (0, 1] on the way before which nothing touches; as `MeshCollider.maxStep`. */
  maxStep(options: SceneStepOptions = {}): number {
    const { x0 = this.last, x1 = this.now } = options;
    return this.collider.maxStep(x0, x1, options);
  }

  /** Pairs of faces that share a point at the last update, or at `x`. */
  intersections(x: Positions = this.now): SceneFacePairs {
    return new SceneFacePairs(this.scene, this.collider.intersections(x));
  }

  /** The mesh and the vertex of its geometry that a welded vertex, or row of `current`, follows. */
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

/** From the roots down, of the meshes and of their bones: those need not be below them. */
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

/** Unless it is the one that was updated last, as mostly: a scene has one root. */
function updateRoot(object: Object3D, last: Object3D | null): Object3D {
  let root = object;
  while (root.parent) root = root.parent;
  if (root !== last) root.updateMatrixWorld();
  return root;
}
