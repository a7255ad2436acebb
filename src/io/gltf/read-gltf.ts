// Reads glTF 2.0, binary or JSON: everything in the default scene that consists of triangles, as
// one mesh that nodes, skins and morph targets move.
import { TriMesh } from '../../index.ts';
import { checkRoom } from '../point-cache.ts';
import type { GltfAnimation, GltfOptions, GltfPart, GltfPlaying, GltfRange } from './gltf-animation.ts';
import type { MovingClip } from './gltf-clips.ts';
import type { GltfGeometry } from './gltf-geometry.ts';
import { type GltfInstance, placeInstance } from './gltf-instance.ts';
import type { GltfFields } from './gltf-json.ts';
import type { GltfNodes } from './gltf-nodes.ts';
import { quantumNotes } from './gltf-quantum.ts';
import { type GltfScene, loadScene, tracksOfPlaying } from './gltf-scene.ts';
import type { Track } from './gltf-track.ts';
import { type ShownAt, visibilityOfNodes } from './gltf-visibility.ts';
import { type WeldedGeometry, welded } from './gltf-welding.ts';

/** The bytes that a part takes, and each of its primitives. */
const PART_BYTES = 384;
const PRIMITIVE_BYTES = 192;

/** A mesh in the merged one, without what the file said of it. */
interface Placed {
  readonly instance: GltfInstance;
  readonly geometry: WeldedGeometry;
}

/** Reads a glTF or GLB file and welds seams. Rejects with `FileError`. */
export async function readGltf(bytes: Uint8Array, options: GltfOptions = {}): Promise<GltfAnimation> {
  const scene = await loadScene(bytes, options);
  const placed = placedMeshes(scene);
  const { mesh } = TriMesh.merge(placed.map(({ geometry }) => geometry.mesh));
  const comesAndGoes = scene.clips.some(({ tracks }) => tracks.some(({ property }) => property === 'visibility'));
  return {
    mesh,
    names: partsOf(scene, placed),
    clips: scene.clips.map(({ name, duration, times }) => ({ name, duration, times })),
    together: scene.together,
    idleClips: scene.idleClips,
    droppedFaces: placed.reduce((sum, { geometry }) => sum + geometry.droppedFaces, 0),
    ignored: scene.ignored,
    notes: quantumNotes(scene),
    comesAndGoes,
    ...posesOf(scene.nodes, scene.clips, placed, mesh.vertexCount),
    isShown: comesAndGoes ? visibilityOf(scene.nodes, scene.clips, placed) : () => true,
  };
}

function posesOf(
  nodes: GltfNodes,
  clips: readonly MovingClip[],
  placed: readonly Placed[],
  vertexCount: number,
): Pick<GltfAnimation, 'positions' | 'restPositions'> {
  const place = (tracks: readonly Track[], time: number, out: Float64Array): void => {
    checkRoom(out, vertexCount);
    nodes.pose(tracks, time);
    let at = 0;
    for (const { instance, geometry } of placed) {
      placeInstance(instance, geometry, nodes, out, at);
      at += 3 * geometry.vertexCount;
    }
  };
  return {
    positions: (playing, time, out) => place(tracksAt(clips, playing, time), time, out),
    restPositions: (out) => place([], 0, out),
  };
}

function visibilityOf(
  nodes: GltfNodes,
  clips: readonly MovingClip[],
  placed: readonly Placed[],
): GltfAnimation['isShown'] {
  // What plays is asked for at many times in a row.
  let last: { readonly playing: GltfPlaying; readonly parts: readonly ShownAt[] } | undefined;
  return (part, playing, time) => {
    if (placed[part] === undefined) throw new RangeError(`expected a part below ${placed.length}, found ${part}`);
    checkTime(time);
    if (last?.playing !== playing) {
      const shownAt = visibilityOfNodes(nodes, tracksOfPlaying(clips, playing));
      last = { playing, parts: placed.map(({ instance }) => shownAt(instance.node)) };
    }
    return last.parts[part](time);
  };
}

/** Throws `RangeError` for a clip that does not exist or a time that is not finite. */
function tracksAt(clips: readonly MovingClip[], playing: GltfPlaying, time: number): readonly Track[] {
  checkTime(time);
  return tracksOfPlaying(clips, playing);
}

function checkTime(time: number): void {
  if (!Number.isFinite(time)) throw new RangeError(`expected a finite time, found ${time}`);
}

function placedMeshes({ meshes, budget }: GltfScene): Placed[] {
  const known = new Map<GltfGeometry, WeldedGeometry>();
  return meshes.map(({ geometry: inFile, node, skin, offset }) => {
    const geometry = known.get(inFile) ?? welded(inFile, budget);
    known.set(inFile, geometry);
    // Its place in the merged mesh, with a copy while that is made, and its positions.
    const own = 2 * geometry.mesh.triangles.byteLength + (4 + 24) * geometry.vertexCount;
    budget.charge(own + PART_BYTES + PRIMITIVE_BYTES * inFile.faces.length, `nodes[${node}]`);
    return { instance: { node, skin, offset }, geometry };
  });
}

function partsOf({ meshes, json }: GltfScene, placed: readonly Placed[]): GltfPart[] {
  let [vertex, face] = [0, 0];
  return placed.map(({ geometry }, part) => {
    const { vertexCount, faceCounts, mesh } = geometry;
    const [vertices, faces] = [range(vertex, vertexCount), range(face, mesh.faceCount)];
    const primitives = faceCounts.map((count, i) => {
      const material = materialName(json, meshes[part].mesh, i);
      const primitive = { name: material ?? `primitive ${i}`, material, faces: range(face, count) };
      face += count;
      return primitive;
    });
    vertex = vertices.end;
    return { name: meshes[part].name, vertices, faces, primitives };
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
