// Reads glTF 2.0, binary or JSON: everything in the default scene that consists of triangles, as
// one mesh that nodes, skins and morph targets move.
import { TriMesh } from '../../index.ts';
import { checkRoom } from '../point-cache.ts';
import type { GltfAnimation, GltfOptions, GltfPart, GltfPlaying, GltfRange } from './gltf-animation.ts';
import type { GltfGeometry } from './gltf-geometry.ts';
import { placeInstance } from './gltf-instance.ts';
import type { GltfFields } from './gltf-json.ts';
import { quantumNotes } from './gltf-quantum.ts';
import { type GltfScene, loadScene, type ShownMesh, tracksOfPlaying } from './gltf-scene.ts';
import type { Track } from './gltf-track.ts';
import { type WeldedGeometry, welded } from './gltf-welding.ts';

/** The bytes that a part takes, and each of its primitives. */
const PART_BYTES = 384;
const PRIMITIVE_BYTES = 192;

/** Reads a glTF or GLB file and welds seams. Rejects with `FileError`. */
export async function readGltf(bytes: Uint8Array, options: GltfOptions = {}): Promise<GltfAnimation> {
  const scene = await loadScene(bytes, options);
  const { nodes, clips, meshes } = scene;
  const geometries = weldedGeometries(scene);
  const geometryOf = ({ geometry }: ShownMesh): WeldedGeometry => geometries.get(geometry) as WeldedGeometry;
  const { mesh } = TriMesh.merge(meshes.map((one) => geometryOf(one).mesh));
  const place = (tracks: readonly Track[], time: number, out: Float64Array): void => {
    checkRoom(out, mesh.vertexCount);
    nodes.pose(tracks, time);
    let at = 0;
    for (const one of meshes) {
      placeInstance(one, geometryOf(one), nodes, out, at);
      at += 3 * geometryOf(one).vertexCount;
    }
  };
  const comesAndGoes = clips.some(({ tracks }) => tracks.some(({ property }) => property === 'visibility'));
  return {
    mesh,
    names: partsOf(scene, geometryOf),
    clips: clips.map(({ name, duration, times }) => ({ name, duration, times })),
    together: scene.together,
    idleClips: scene.idleClips,
    droppedFaces: [...geometries.values()].reduce((sum, { droppedFaces }) => sum + droppedFaces, 0),
    ignored: scene.ignored,
    notes: quantumNotes(scene),
    positions: (playing, time, out) => place(tracksAt(scene, playing, time), time, out),
    restPositions: (out) => place([], 0, out),
    comesAndGoes,
    isShown: (part, playing, time) => {
      if (meshes[part] === undefined) throw new RangeError(`expected a part below ${meshes.length}, found ${part}`);
      if (!comesAndGoes) return true;
      nodes.show(tracksAt(scene, playing, time), time);
      return nodes.isShown[meshes[part].node] === 1;
    },
  };
}

/** Throws `RangeError` for a clip that does not exist or a time that is not finite. */
function tracksAt({ clips }: GltfScene, playing: GltfPlaying, time: number): readonly Track[] {
  if (!Number.isFinite(time)) throw new RangeError(`expected a finite time, found ${time}`);
  return tracksOfPlaying(clips, playing);
}

function weldedGeometries({ meshes, budget }: GltfScene): Map<GltfGeometry, WeldedGeometry> {
  const known = new Map<GltfGeometry, WeldedGeometry>();
  for (const { geometry, node } of meshes) {
    const one = known.get(geometry) ?? welded(geometry, budget);
    known.set(geometry, one);
    // Its place in the merged mesh, with a copy while that is made, and its positions.
    const own = 2 * one.mesh.triangles.byteLength + (4 + 24) * one.vertexCount;
    budget.charge(own + PART_BYTES + PRIMITIVE_BYTES * geometry.faces.length, `nodes[${node}]`);
  }
  return known;
}

function partsOf({ meshes, json }: GltfScene, geometryOf: (mesh: ShownMesh) => WeldedGeometry): GltfPart[] {
  let [vertex, face] = [0, 0];
  return meshes.map((one) => {
    const { vertexCount, faceCounts, mesh } = geometryOf(one);
    const [vertices, faces] = [range(vertex, vertexCount), range(face, mesh.faceCount)];
    const primitives = faceCounts.map((count, i) => {
      const material = materialName(json, one.mesh, i);
      const primitive = { name: material ?? `primitive ${i}`, material, faces: range(face, count) };
      face += count;
      return primitive;
    });
    vertex = vertices.end;
    return { name: one.name, vertices, faces, primitives };
  });
}

/** Materials move nothing, so faults in them are no faults of the file. */
function materialName({ materials }: GltfFields, mesh: GltfFields, primitive: number): string | undefined {
  const { material } = (mesh.primitives as readonly GltfFields[])[primitive];
  const one: unknown = Array.isArray(materials) && typeof material === 'number' ? materials[material] : undefined;
  const name: unknown = typeof one === 'object' && one !== null && 'name' in one ? one.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

function range(first: number, count: number): GltfRange {
  return { first, end: first + count };
}
