// The meshes of a glTF file whose parts come and go: those of the parts that a frame shows, with
// every face at its place.
import { TriMesh } from '../../index.ts';
import type { GltfPart } from '../../io.ts';
import type { VertexRange } from '../sequence.ts';
import { KeptMeshes } from './kept-meshes.ts';

/** The meshes of the parts that are shown. */
export class ShownParts {
  private readonly mesh: TriMesh;
  private readonly parts: readonly GltfPart[];
  private readonly isShown: (part: number, frame: number) => boolean;
  private readonly kept = new KeptMeshes();

  /** `mesh` is that of all parts. */
  constructor(mesh: TriMesh, parts: readonly GltfPart[], isShown: (part: number, frame: number) => boolean) {
    this.mesh = mesh;
    this.parts = parts;
    this.isShown = isShown;
  }

  /** The mesh of what a frame shows. */
  meshOf(frame: number): TriMesh {
    return this.meshOfParts((part) => this.isShown(part, frame));
  }

  /** The mesh of what both frames show. */
  meshBetween(from: number, to: number): TriMesh {
    return this.meshOfParts((part) => this.isShown(part, from) && this.isShown(part, to));
  }

  /** The parts that a frame hides. */
  hiddenIn(frame: number): VertexRange[] {
    return this.parts.filter((_, part) => !this.isShown(part, frame)).map(({ vertices }) => vertices);
  }

  private meshOfParts(isIn: (part: number) => boolean): TriMesh {
    const { mesh, parts } = this;
    const hidden = parts.flatMap((_, part) => (isIn(part) ? [] : [part]));
    if (hidden.length === 0) return mesh;
    return this.kept.of(hidden.join(), () => {
      const triangles = mesh.triangles.slice();
      for (const part of hidden) triangles.fill(0, 3 * parts[part].faces.first, 3 * parts[part].faces.end);
      return TriMesh.from(triangles, mesh.vertexCount, { repeatedVertices: 'drop' });
    });
  }
}
