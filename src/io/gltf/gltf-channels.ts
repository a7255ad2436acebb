// What the channels of an animation move: a property of a node, named as in glTF 2.0 or by a
// pointer of KHR_animation_pointer. Pointers to what has no vertices, such as materials, lights and
// cameras, move nothing here.
import type { GltfAccessors } from './gltf-accessors.ts';
import { ROTATION_AT, SCALE_AT } from './gltf-affine.ts';
import type { GltfBudget } from './gltf-budget.ts';
import { checkedIndex, extensionOf, fieldsOf, type GltfFields, gltfError, listOf, optionalText } from './gltf-json.ts';
import { type Track, type TrackTarget, trackOf } from './gltf-track.ts';

/** The scene as its channels need it. */
export interface ChannelScene {
  /** The number of nodes of the document. */
  readonly nodeCount: number;
  /** 1 for nodes whose transform moves a vertex. */
  readonly moves: Uint8Array;
  /** 1 for nodes whose visibility shows or hides a triangle. */
  readonly shows: Uint8Array;
  /** Returns the number of morph weights that a node has an effect with. */
  weightCount(node: number): number;
  /** Returns the nodes that show a mesh with the weights of that mesh. */
  nodesOfMesh(mesh: number): readonly number[];
  /** The accessors of the document. */
  readonly accessors: GltfAccessors;
  /** Charged for every track. */
  readonly budget: GltfBudget;
}

/** The bytes that a track takes without its keys. */
const TRACK_BYTES = 192;

const TRANSFORMS: ReadonlyMap<string, { at: number; width: number }> = new Map([
  ['translation', { at: 0, width: 3 }],
  ['rotation', { at: ROTATION_AT, width: 4 }],
  ['scale', { at: SCALE_AT, width: 3 }],
]);

const NODE_POINTER = /^\/nodes\/(\d{1,9})\/(translation|rotation|scale|weights)(?:\/(\d{1,9}))?$/;
const MESH_POINTER = /^\/meshes\/(\d{1,9})\/weights(?:\/(\d{1,9}))?$/;
const VISIBILITY_POINTER = /^\/nodes\/(\d{1,9})\/extensions\/KHR_node_visibility\/visible$/;

/** Reads the tracks of an animation that move or show anything. Throws `FileError`. */
export function tracksOf(animation: GltfFields, element: string, scene: ChannelScene): Track[] {
  const samplers = listOf(animation, 'samplers', element);
  const timesOf = new Map<number, Float64Array>();
  return listOf(animation, 'channels', element).flatMap((value, i) => {
    const place = `${element}.channels[${i}]`;
    const channel = fieldsOf(value, place);
    const targets = targetsOf(fieldsOf(channel.target, `${place}.target`), `${place}.target`, scene);
    if (targets.length === 0) return [];
    const number = checkedIndex(channel.sampler, samplers.length, `${place}.sampler`);
    const samplerPlace = `${element}.samplers[${number}]`;
    const sampler = fieldsOf(samplers[number], samplerPlace);
    const times = timesOf.get(number) ?? keyTimes(sampler, samplerPlace, scene.accessors);
    timesOf.set(number, times);
    return targets.map((target) => {
      scene.budget.charge(TRACK_BYTES, place);
      return trackOf(target, sampler, times, scene.accessors, samplerPlace);
    });
  });
}

function keyTimes(sampler: GltfFields, element: string, accessors: GltfAccessors): Float64Array {
  const place = `${element}.input`;
  const times = accessors.numbers(checkedIndex(sampler.input, accessors.count, place), 1, place);
  const late = times.findIndex((time, i) => time < times[i - 1]);
  if (late > 0) throw gltfError(place, 'times that ascend', `${times[late]} after ${times[late - 1]}`);
  return times;
}

/** Returns what a channel moves; nothing if that has no vertices. */
function targetsOf(target: GltfFields, element: string, scene: ChannelScene): TrackTarget[] {
  const path = optionalText(target, 'path', element) ?? '';
  if (path === 'pointer') return pointedTargets(target, element, scene);
  if (target.node === undefined) return [];
  const node = checkedIndex(target.node, scene.nodeCount, `${element}.node`);
  if (path !== 'weights' && !TRANSFORMS.has(path)) {
    throw gltfError(`${element}.path`, 'translation, rotation, scale, weights or pointer', path || 'none');
  }
  return nodeTargets(node, path, undefined, scene);
}

function pointedTargets(target: GltfFields, element: string, scene: ChannelScene): TrackTarget[] {
  const name = 'KHR_animation_pointer';
  const place = `${element}.extensions.${name}.pointer`;
  const { pointer } = extensionOf(target, name, element) ?? {};
  if (typeof pointer !== 'string') throw gltfError(place, 'a pointer', pointer);
  const nodeIn = (text: string): number => checkedIndex(Number(text), scene.nodeCount, place);
  const ofVisibility = VISIBILITY_POINTER.exec(pointer);
  if (ofVisibility) return visibilityTargets(nodeIn(ofVisibility[1]), scene);
  const ofMesh = MESH_POINTER.exec(pointer);
  if (ofMesh) return scene.nodesOfMesh(Number(ofMesh[1])).flatMap((node) => weightTargets(node, ofMesh[2], scene));
  const ofNode = NODE_POINTER.exec(pointer);
  return ofNode ? nodeTargets(nodeIn(ofNode[1]), ofNode[2], ofNode[3], scene) : [];
}

function nodeTargets(node: number, path: string, index: string | undefined, scene: ChannelScene): TrackTarget[] {
  const place = TRANSFORMS.get(path);
  if (place === undefined) return weightTargets(node, index, scene);
  // A transform has no elements that a pointer may name.
  if (scene.moves[node] === 0 || index !== undefined) return [];
  return [{ node, property: 'transform', ...place, isRotation: path === 'rotation' }];
}

/** All weights of a node, or the one with the index. */
function weightTargets(node: number, index: string | undefined, scene: ChannelScene): TrackTarget[] {
  const count = scene.weightCount(node);
  const at = Number(index ?? 0);
  if (at >= count) return [];
  return [{ node, property: 'weights', at, width: index === undefined ? count : 1, isRotation: false }];
}

function visibilityTargets(node: number, scene: ChannelScene): TrackTarget[] {
  return scene.shows[node] === 0 ? [] : [{ node, property: 'visibility', at: 0, width: 1, isRotation: false }];
}
