// One mesh of a collider: the current world positions of its welded vertices. The flow is attribute
// → morph targets → skin → world.
import type { Mesh } from 'three';
import { multiplyAffine, setAffine, transformPoints } from './affine.ts';
import { addVertices } from './attributes.ts';
import type { MeshFaces } from './mesh-faces.ts';
import { SceneError } from './scene-error.ts';
import { isSkinned, Skin } from './skin.ts';

/** A mesh, and the range of the collider's vertices that it places. */
export class MeshPart {
  /** The mesh of the scene. */
  readonly mesh: Mesh;
  /** The faces of the mesh when the collider was built. */
  readonly faces: MeshFaces;
  /** The vertices of the geometry that it places: one of those that were welded into each. */
  readonly vertices: Uint32Array;
  /** The first of its vertices in the positions of the collider. */
  readonly first: number;
  private readonly skin: Skin | null;
  private readonly matrix = new Float64Array(12);

  /** `vertices` are placed from vertex `first` of the collider on. */
  constructor(mesh: Mesh, faces: MeshFaces, vertices: Uint32Array, first: number) {
    this.mesh = mesh;
    this.faces = faces;
    this.vertices = vertices;
    this.first = first;
    this.skin = isSkinned(mesh) ? new Skin(mesh, vertices) : null;
  }

  /** Throws `SceneError` if the mesh has changed in anything but positions. */
  check(): void {
    this.faces.check();
    this.skin?.check();
  }

  /** Writes world positions; allocates nothing. The matrices of the scene must be up to date. */
  place(out: Float64Array): void {
    const { mesh, vertices, first, skin, matrix } = this;
    placeLocally(mesh, vertices, out, first);
    setAffine(mesh.matrixWorld.elements, matrix, 0);
    if (skin && isSkinned(mesh)) {
      skin.apply(out, first);
      multiplyAffine(matrix, 0, mesh.bindMatrixInverse.elements);
    }
    transformPoints(matrix, out, first, vertices.length);
    this.checkFinite(out);
  }

  private checkFinite(x: Float64Array): void {
    const { first, vertices } = this;
    let check = 0;
    // 0·x is 0 for finite x and NaN for the rest.
    for (let i = 3 * first; i < 3 * (first + vertices.length); i++) check += 0 * x[i];
    if (check === 0) return;
    const bad = vertices.findIndex(
      (_, i) => !Number.isFinite(x[3 * (first + i)] + x[3 * (first + i) + 1] + x[3 * (first + i) + 2]),
    );
    throw new SceneError('position-not-finite', this.mesh, `has vertex ${vertices[bad]} at no finite position.`);
  }
}

/** Writes positions in the mesh's own space, morphed; as `Mesh.getVertexPosition`. */
export function placeLocally(mesh: Mesh, vertices: Uint32Array, out: Float64Array, first: number): void {
  const { attributes, morphAttributes, morphTargetsRelative } = mesh.geometry;
  const targets = morphAttributes.position;
  const influences = mesh.morphTargetInfluences;
  let rest = 1;
  if (targets && influences && !morphTargetsRelative) {
    for (let i = 0; i < targets.length; i++) rest -= influences[i] ?? 0;
  }
  out.fill(0, 3 * first, 3 * (first + vertices.length));
  addVertices(attributes.position, vertices, rest, out, first);
  if (!targets || !influences) return;
  for (let i = 0; i < targets.length; i++) {
    const influence = influences[i] ?? 0;
    if (influence !== 0) addVertices(targets[i], vertices, influence, out, first);
  }
}
