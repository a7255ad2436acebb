// Reads glTF 2.0, binary or JSON: everything in the default scene that consists of triangles, as
// one mesh that nodes, skins and morph targets move. Single precision becomes double precision
// here.
import type { Animation, Document, GLTF, Node } from '@gltf-transform/core';
import { TriMesh } from '../../index.ts';
import { checkRoom } from '../point-cache.ts';
import type { GltfAnimation, GltfClip, GltfOptions, GltfPart, GltfRange } from './gltf-animation.ts';
import { checkGltf } from './gltf-check.ts';
import { documentOf } from './gltf-document.ts';
import { gltfError, openGltf } from './gltf-file.ts';
import { type GltfGeometry, geometryOf } from './gltf-geometry.ts';
import { type GltfInstance, type GltfSkin, placeInstance, skinOf } from './gltf-instance.ts';
import { GltfNodes } from './gltf-nodes.ts';
import { type Track, trackOf } from './gltf-track.ts';

/** Extensions that would move, multiply or hide geometry, and that this reader ignores. */
const MISSED_EXTENSIONS = ['EXT_mesh_gpu_instancing', 'KHR_animation_pointer', 'KHR_node_visibility'];

/** Reads a glTF or GLB file and welds seams. Rejects with `FileError`. */
export async function readGltf(bytes: Uint8Array, options: GltfOptions = {}): Promise<GltfAnimation> {
  const file = await openGltf(bytes, options.resources);
  checkGltf(file);
  const document = await documentOf(file);
  const nodes = new GltfNodes(document, file.json.nodes ?? []);
  const instances = instancesOf(document, nodes);
  const geometries = instances.map(({ geometry }) => geometry);
  const mesh = meshOf(geometries);
  if (mesh.faceCount === 0) throw gltfError('scene', 'a mesh of triangles', 'none');
  const moving = clipsOf(document, nodes);
  const missed = MISSED_EXTENSIONS.filter((name) => file.json.extensionsUsed?.includes(name));
  const place = (tracks: readonly Track[], time: number, out: Float64Array): void => {
    checkRoom(out, mesh.vertexCount);
    nodes.pose(tracks, time);
    let at = 0;
    for (const instance of instances) {
      placeInstance(instance, nodes, out, at);
      at += 3 * instance.geometry.vertexCount;
    }
  };
  return {
    mesh,
    names: partsOf(instances, file.json),
    clips: moving.map(({ clip }) => clip),
    droppedFaces: geometries.reduce((sum, { droppedFaces }) => sum + droppedFaces, 0),
    ignored: [...new Set(geometries.flatMap(({ ignored }) => ignored)), ...missed.map((name) => `extension ${name}`)],
    positions: (clip, time, out) => {
      const chosen = moving[clip];
      if (chosen === undefined) throw new RangeError(`expected a clip below ${moving.length}, found ${clip}`);
      if (!Number.isFinite(time)) throw new RangeError(`expected a finite time, found ${time}`);
      place(chosen.tracks, time, out);
    },
    restPositions: (out) => place([], 0, out),
  };
}

function instancesOf(document: Document, nodes: GltfNodes): GltfInstance[] {
  const root = document.getRoot();
  const skins = root.listSkins();
  const meshes = root.listMeshes();
  const geometries = new Map<string, GltfGeometry>();
  return nodesShown(document).flatMap((node): GltfInstance[] => {
    const mesh = node.getMesh();
    if (mesh === null) return [];
    const skinId = skins.indexOf(node.getSkin() as never);
    const skin: GltfSkin | undefined = skinId < 0 ? undefined : skinOf(skins[skinId], nodes, `skins[${skinId}]`);
    const element = `meshes[${meshes.indexOf(mesh)}]`;
    const key = `${element} ${skinId}`;
    const geometry = geometries.get(key) ?? geometryOf(mesh, element, skin?.joints.length);
    geometries.set(key, geometry);
    return [{ node: nodes.idOf(node), geometry, skin }];
  });
}

/** The nodes of the default scene; without one, those of the first scene; without scenes, all. */
function nodesShown(document: Document): Node[] {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  if (scene === undefined) return root.listNodes();
  const nodes: Node[] = [];
  scene.traverse((node) => nodes.push(node));
  return nodes;
}

function meshOf(geometries: readonly GltfGeometry[]): TriMesh {
  return TriMesh.merge(geometries.map(({ triangles, vertexCount }) => TriMesh.from(triangles, vertexCount))).mesh;
}

function partsOf(instances: readonly GltfInstance[], json: GLTF.IGLTF): GltfPart[] {
  let [vertex, face] = [0, 0];
  return instances.map(({ node, geometry }) => {
    const { name, mesh } = json.nodes?.[node] ?? {};
    const definition = json.meshes?.[mesh ?? -1];
    const [vertices, faces] = [range(vertex, geometry.vertexCount), range(face, geometry.triangles.length / 3)];
    const primitives = geometry.faceCounts.map((count, i) => {
      const material = json.materials?.[definition?.primitives[i]?.material ?? -1]?.name;
      const primitive = { name: material ?? `primitive ${i}`, material, faces: range(face, count) };
      face += count;
      return primitive;
    });
    vertex = vertices.end;
    return { name: name ?? definition?.name ?? `node ${node}`, vertices, faces, primitives };
  });
}

function range(first: number, count: number): GltfRange {
  return { first, end: first + count };
}

/** Animations that move no vertex are dropped. */
function clipsOf(document: Document, nodes: GltfNodes): { clip: GltfClip; tracks: Track[] }[] {
  return document
    .getRoot()
    .listAnimations()
    .map((animation, i) => {
      const tracks = tracksOf(animation, `animations[${i}]`, nodes);
      const times = Float64Array.from(new Set(tracks.flatMap((track) => [...track.times]))).sort();
      const name = animation.getName() || `animation ${i}`;
      return { clip: { name, duration: times.at(-1) ?? 0, times: [...times] }, tracks };
    })
    .filter(({ tracks }) => tracks.length > 0);
}

function tracksOf(animation: Animation, element: string, nodes: GltfNodes): Track[] {
  return animation.listChannels().flatMap((channel, i) => {
    const target = channel.getTargetNode();
    if (target === null) return [];
    const node = nodes.idOf(target);
    return trackOf(channel, node, nodes.weights[node].length, `${element}.channels[${i}]`) ?? [];
  });
}
