// The faces of a three.js mesh, and whether they are still the same.
import type { BufferAttribute, Mesh } from 'three';
import type { Attribute } from './attributes.ts';
import { REBUILD, SceneError } from './scene-error.ts';

/** Meshes whose triangles are not in their geometry exactly once. */
const UNSUPPORTED: readonly (readonly [flag: string, what: string])[] = [
  ['isInstancedMesh', 'draws instances, which are not supported: give a Mesh for each one that may collide.'],
  ['isBatchedMesh', 'draws a batch, which is not supported: give a Mesh for each part that may collide.'],
];

/** Throws `SceneError` unless the object is a mesh with positions. */
export function checkMesh(mesh: Mesh): void {
  if (mesh.isMesh !== true)
    throw new SceneError('unsupported-object', mesh, 'is not a Mesh: give the meshes below it, not their parent.');
  const unsupported = UNSUPPORTED.find(([flag]) => flag in mesh);
  if (unsupported) throw new SceneError('unsupported-object', mesh, unsupported[1]);
  const position: Attribute | undefined = mesh.geometry.attributes.position;
  if (!position?.array || position.itemSize < 3)
    throw new SceneError('bad-geometry', mesh, 'has no position attribute of three numbers a vertex in memory.');
}

/** The faces of a mesh as they were when it was read. */
export class MeshFaces {
  /**
   * For each face in the draw range, the position of its first corner in the index; without an
   * index, the vertex.
   */
  readonly firstCorner: Uint32Array;
  /** Three vertices of the geometry per face. */
  readonly triangles: Uint32Array;
  /** The number of vertices of the geometry. */
  readonly vertexCount: number;
  private readonly mesh: Mesh;
  private readonly index: BufferAttribute | null;
  private readonly indexVersion: number;
  private readonly start: number;
  private readonly end: number;
  private readonly targetCount: number;

  /** Reads the faces. Throws `SceneError`. */
  constructor(mesh: Mesh) {
    checkMesh(mesh);
    const { geometry } = mesh;
    const { index } = geometry;
    this.mesh = mesh;
    this.index = index;
    this.indexVersion = index?.version ?? 0;
    this.vertexCount = geometry.attributes.position.count;
    this.targetCount = targetCountOf(mesh);
    this.start = geometry.drawRange.start;
    this.end = endOf(mesh);
    const { start } = this;
    this.firstCorner = new Uint32Array(Math.max(0, Math.floor((this.end - start) / 3))).map((_, i) => start + 3 * i);
    this.triangles = new Uint32Array(3 * this.firstCorner.length).map((_, i) => this.vertexAt(start + i));
    const bad = this.triangles.findIndex((vertex) => vertex >= this.vertexCount);
    if (bad < 0) return;
    const what = `has the vertex ${this.triangles[bad]} at ${start + bad} in its index; there are ${this.vertexCount}.`;
    throw new SceneError('bad-geometry', mesh, what);
  }

  /**
   * Throws `SceneError` if faces, or the number of vertices or morph targets, have changed since
   * they were read. Positions may change.
   */
  check(): void {
    const { mesh, vertexCount, targetCount } = this;
    const { geometry } = mesh;
    const { count } = geometry.attributes.position;
    if (count !== vertexCount) this.fail(`has ${count} vertices now and had ${vertexCount}`);
    if (geometry.index !== this.index || (geometry.index?.version ?? 0) !== this.indexVersion)
      this.fail('has another index now');
    if (geometry.drawRange.start !== this.start || endOf(mesh) !== this.end)
      this.fail('has another count of indices or another draw range now');
    const targets = targetCountOf(mesh);
    if (targets !== targetCount) this.fail(`has ${targets} morph targets now and had ${targetCount}`);
  }

  /** Returns the vertex of the geometry at a position in the index. */
  vertexAt(corner: number): number {
    return this.index ? this.index.getX(corner) : corner;
  }

  private fail(what: string): never {
    throw new SceneError('changed', this.mesh, `${what}; ${REBUILD}`);
  }
}

function endOf({ geometry }: Mesh): number {
  const { start, count } = geometry.drawRange;
  return Math.min((geometry.index ?? geometry.attributes.position).count, start + count);
}

function targetCountOf({ geometry }: Mesh): number {
  return geometry.morphAttributes.position?.length ?? 0;
}
