// A finer mesh of the same shape, for benches that need larger figures than there are.
import { TriMesh } from '../src/index.ts';

/** Splits every triangle at the middles of its edges; positions follow. */
export function splitFaces(mesh: TriMesh, frames: readonly Float64Array[]): { mesh: TriMesh; frames: Float64Array[] } {
  const { edges, edgeCount, faceEdges } = mesh.topology;
  const first = mesh.vertexCount;
  const triangles = Array.from({ length: mesh.faceCount }, (_, f) => {
    const [a, b, c] = mesh.triangles.subarray(3 * f, 3 * f + 3);
    const [ab, bc, ca] = faceEdges.subarray(3 * f, 3 * f + 3).map((e) => first + e);
    return [a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca];
  });
  const middle = (x: Float64Array, i: number): number => {
    const [e, k] = [Math.floor(i / 3), i % 3];
    return (x[3 * edges[2 * e] + k] + x[3 * edges[2 * e + 1] + k]) / 2;
  };
  return {
    mesh: TriMesh.from(triangles.flat(), first + edgeCount),
    frames: frames.map((x) =>
      Float64Array.from([...x, ...Array.from({ length: 3 * edgeCount }, (_, i) => middle(x, i))]),
    ),
  };
}
