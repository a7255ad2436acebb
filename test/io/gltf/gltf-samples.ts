// Small glTF documents, built with @gltf-transform/core, and what tests ask of a reader.
import { type Accessor, Document, Format, type GLTF, type Node, type Primitive, WebIO } from '@gltf-transform/core';
import { expect } from 'vitest';
import { FileError, type GltfAnimation } from '../../../src/io.ts';
import { utf8 } from '../samples.ts';

export type Vector = readonly [number, number, number];

/** The quaternion x, y, z, w of a rotation about a unit axis. */
export function turn([x, y, z]: Vector, angle: number): [number, number, number, number] {
  const sine = Math.sin(angle / 2);
  return [x * sine, y * sine, z * sine, Math.cos(angle / 2)];
}

/** Rodrigues' formula: independent of quaternions. */
export function rotated([x, y, z]: Vector, [ax, ay, az]: Vector, angle: number): Vector {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const dot = (ax * x + ay * y + az * z) * (1 - c);
  return [
    x * c + (ay * z - az * y) * s + ax * dot,
    y * c + (az * x - ax * z) * s + ay * dot,
    z * c + (ax * y - ay * x) * s + az * dot,
  ];
}

/**
 * A cube from −1 to 1 with four vertices of its own on each side, like a mesh with a seam of
 * normals or texture coordinates at every edge.
 */
export const CUBE_POINTS: readonly Vector[] = [0, 1, 2].flatMap((axis) =>
  [-1, 1].flatMap((side) =>
    [0, 1, 2, 3].map((corner): Vector => {
      const point: [number, number, number] = [side, side, side];
      point[(axis + 1) % 3] = corner & 1 ? 1 : -1;
      point[(axis + 2) % 3] = corner & 2 ? 1 : -1;
      return point;
    }),
  ),
);
export const CUBE_INDICES: readonly number[] = [0, 1, 2, 3, 4, 5].flatMap((side) =>
  (side % 2 ? [0, 1, 3, 0, 3, 2] : [0, 3, 1, 0, 2, 3]).map((corner) => 4 * side + corner),
);

/** A document with short methods to add content. */
export class Builder {
  readonly document: Document = new Document();
  private readonly buffer = this.document.createBuffer();
  private readonly scene = this.document.createScene();

  accessor(
    type: GLTF.AccessorType,
    numbers: Float32Array | Int8Array | Uint8Array | Int16Array | Uint16Array,
  ): Accessor {
    return this.document.createAccessor().setType(type).setArray(numbers).setBuffer(this.buffer);
  }

  vectors(points: readonly Vector[]): Accessor {
    return this.accessor('VEC3', new Float32Array(points.flat()));
  }

  primitive(points: readonly Vector[], indices: readonly number[] | null): Primitive {
    const primitive = this.document.createPrimitive().setAttribute('POSITION', this.vectors(points));
    return indices === null ? primitive : primitive.setIndices(this.accessor('SCALAR', new Uint16Array(indices)));
  }

  /** In the scene, until it becomes another node's child. */
  node(...primitives: readonly Primitive[]): Node {
    const node = this.document.createNode();
    this.scene.addChild(node);
    if (primitives.length === 0) return node;
    const mesh = this.document.createMesh();
    for (const primitive of primitives) mesh.addPrimitive(primitive);
    return node.setMesh(mesh);
  }

  cube(): Node {
    return this.node(this.primitive(CUBE_POINTS, CUBE_INDICES));
  }

  animate(
    node: Node,
    path: GLTF.AnimationChannelTargetPath,
    interpolation: GLTF.AnimationSamplerInterpolation,
    times: readonly number[],
    values: readonly (readonly number[])[],
    name = 'wave',
  ): void {
    const known = this.document.getRoot().listAnimations();
    const animation = known.find((one) => one.getName() === name) ?? this.document.createAnimation(name);
    const type = path === 'weights' ? 'SCALAR' : path === 'rotation' ? 'VEC4' : 'VEC3';
    const sampler = this.document
      .createAnimationSampler()
      .setInput(this.accessor('SCALAR', new Float32Array(times)))
      .setOutput(this.accessor(type, new Float32Array(values.flat())))
      .setInterpolation(interpolation);
    const channel = this.document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }

  glb(): Promise<Uint8Array> {
    return new WebIO().writeBinary(this.document);
  }

  /** As JSON, with the buffer beside it. */
  async parts(): Promise<{ json: GLTF.IGLTF; binary: Uint8Array }> {
    const { json, resources } = await new WebIO().writeJSON(this.document, { format: Format.GLTF, basename: 'a b' });
    return { json, binary: Object.values(resources)[0] ?? new Uint8Array(0) };
  }

  /** As JSON in one file; `change` may spoil it. */
  async text(change: (json: GLTF.IGLTF) => void = () => {}): Promise<Uint8Array> {
    const { json, binary } = await this.parts();
    const uri = `data:application/octet-stream;base64,${Buffer.from(binary).toString('base64')}`;
    const copy: GLTF.IGLTF = structuredClone({ ...json, buffers: [{ byteLength: binary.length, uri }] });
    change(copy);
    return utf8(JSON.stringify(copy));
  }
}

export function pointsAt(animation: GltfAnimation, time?: number): Vector[] {
  const out = new Float64Array(3 * animation.mesh.vertexCount);
  if (time === undefined) animation.restPositions(out);
  else animation.positions(0, time, out);
  return Array.from({ length: animation.mesh.vertexCount }, (_, v) => [out[3 * v], out[3 * v + 1], out[3 * v + 2]]);
}

/** The distinct points in the order of their first appearance, as after welding. */
export function distinct(points: readonly Vector[]): Vector[] {
  return [...new Map(points.map((point) => [point.join(), point])).values()];
}

/** The largest difference of any coordinate; Infinity if the numbers of points differ. */
export function difference(found: readonly Vector[], expected: readonly Vector[]): number {
  if (found.length !== expected.length) return Infinity;
  return Math.max(...found.flatMap((point, i) => point.map((x, axis) => Math.abs(x - expected[i][axis]))));
}

export function at(points: readonly Vector[], [dx, dy, dz]: Vector): Vector[] {
  return points.map(([x, y, z]) => [x + dx, y + dy, z + dz]);
}

/** The tolerance for numbers around 10 in the single precision of the file. */
export function expectAt(animation: GltfAnimation, time: number | undefined, expected: readonly Vector[]): void {
  expect(difference(pointsAt(animation, time), expected), `at ${time}`).toBeLessThan(1e-6);
}

export async function rejection(reading: Promise<unknown>): Promise<FileError> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
  throw new Error('expected a FileError, found a mesh');
}
