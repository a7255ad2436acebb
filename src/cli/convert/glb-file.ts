// A GLB file: a node per object, and a morph target per frame. The positions of a target are those of
// its frame, on top of a mesh whose vertices all are at the origin, because sums in single precision
// would round them. An animation gives each target its turn, and hides what a frame hides.
import type { Document, GLTF, Mesh } from '@gltf-transform/core';
import { UsageError } from '../../check/usage-error.ts';
import { OutputFile } from '../output-file.ts';
import { isEverHidden, refuseRemeshed } from './cache-file.ts';
import type { ConvertedObject, ConvertSource } from './convert-source.ts';
import { type FrameOutput, sizeText } from './frame-output.ts';
import { glbBytes } from './glb-bytes.ts';
import { SinglePrecision } from './single-precision.ts';

/** Frames per second where the source states no times. */
const DEFAULT_RATE = 24;

/** The most bytes of positions and weights: the whole file is made in memory. */
const MAX_BYTES = 2 ** 31 - 1;

/** The frames of an object; one if it does not move. */
interface ObjectFrames {
  readonly object: ConvertedObject;
  readonly frames: Float32Array[];
}

/** Collects all frames, and writes the file. */
export class GlbFile implements FrameOutput {
  private readonly path: string;
  private readonly source: ConvertSource;
  private readonly file: OutputFile;
  private readonly objects: readonly ObjectFrames[];
  private readonly precision = new SinglePrecision();

  /** Throws `UsageError` if the file cannot be written, faces change, or it would be too large. */
  constructor(path: string, source: ConvertSource) {
    const { label, objects, frameCount, vertexCount } = source;
    refuseRemeshed(label, objects, 'GLB');
    // A position per vertex and frame, and for each frame a weight per target.
    if (frameCount * (12 * vertexCount + 4 * frameCount) > MAX_BYTES)
      throw new UsageError(`${label}: its frames are too many for one GLB file; write a point cache, such as out.pc2.`);
    this.path = path;
    this.source = source;
    this.objects = objects.map((object) => ({ object, frames: [] }));
    this.file = new OutputFile(path);
  }

  /** Keeps a frame. */
  add(frame: number, positions: Float64Array): void {
    this.precision.check(this.source.label, frame, positions);
    for (const { object, frames } of this.objects)
      frames.push(Float32Array.from(positions.subarray(3 * object.first, 3 * object.end)));
  }

  /** Writes the file. */
  async finish(): Promise<readonly string[]> {
    // Loaded here, because only this output needs it.
    const { Document, Format, WebIO } = await import('@gltf-transform/core');
    const document = new Document();
    this.fill(document);
    const { json, resources } = await new WebIO().writeJSON(document, { format: Format.GLB });
    this.addVisibility(json);
    addRoot(json, this.source);
    const [content] = Object.values(resources);
    this.file.write(glbBytes(json, content));
    this.file.finish();
    const space = this.source.metresPerUnit === null ? [NO_SPACE] : [];
    return [`Wrote ${this.path}: ${sizeText(this.source)}.`, ...space, ...this.precision.notes()];
  }

  private fill(document: Document): void {
    const buffer = document.createBuffer();
    const scene = document.createScene();
    const times = document.createAccessor('times').setType('SCALAR').setArray(this.times()).setBuffer(buffer);
    const moving = this.objects.filter(({ frames }) => !isStill(frames));
    const animation = moving.length > 0 || this.hiding().length > 0 ? document.createAnimation('frames') : null;
    const weights = document
      .createAnimationSampler()
      .setInput(times)
      .setOutput(
        document.createAccessor('weights').setType('SCALAR').setArray(turns(times.getCount())).setBuffer(buffer),
      );
    if (moving.length > 0) animation?.addSampler(weights);
    for (const one of this.objects) {
      const node = document.createNode(one.object.name).setMesh(meshOf(document, one));
      scene.addChild(node);
      if (!moving.includes(one)) continue;
      const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('weights');
      animation?.addChannel(channel.setSampler(weights));
    }
    for (const { number, shown } of this.hiding())
      document.createAccessor(shownName(number)).setType('SCALAR').setArray(shown).setBuffer(buffer);
  }

  /** The times of the frames, ascending also after they were rounded. */
  private times(): Float32Array {
    const { times, frameCount } = this.source;
    const rounded = Float32Array.from(times ?? []);
    const isAscending = rounded.every((time, i) => i === 0 || time > rounded[i - 1]);
    if (times && isAscending) return rounded;
    return Float32Array.from({ length: frameCount }, (_, i) => i / DEFAULT_RATE);
  }

  /** The objects that some frame hides, and whether each frame shows them. */
  private hiding(): { readonly number: number; readonly shown: Uint8Array }[] {
    const { frameCount } = this.source;
    return this.objects.flatMap(({ object }, number) =>
      isEverHidden(object, frameCount)
        ? [{ number, shown: Uint8Array.from({ length: frameCount }, (_, frame) => (object.isShown(frame) ? 1 : 0)) }]
        : [],
    );
  }

  /** Adds what the library does not know: extensions that hide nodes, by an animation. */
  private addVisibility(json: GLTF.IGLTF): void {
    const hiding = this.hiding();
    if (hiding.length === 0) return;
    const accessor = (name: string): number => (json.accessors ?? []).findIndex((one) => one.name === name);
    const [animation] = json.animations ?? [];
    for (const { number, shown } of hiding) {
      const node = (json.nodes ?? [])[number];
      node.extensions = { KHR_node_visibility: { visible: shown[0] === 1 } };
      const sampler = { input: accessor('times'), output: accessor(shownName(number)), interpolation: 'STEP' as const };
      const pointer = `/nodes/${number}/extensions/KHR_node_visibility/visible`;
      const target = { path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } };
      animation.samplers.push(sampler);
      animation.channels.push({
        sampler: animation.samplers.length - 1,
        target: target as unknown as GLTF.IAnimationChannelTarget,
      });
    }
    json.extensionsUsed = [...(json.extensionsUsed ?? []), 'KHR_node_visibility', 'KHR_animation_pointer'];
  }
}

const NO_SPACE = 'The source states no unit: glTF takes its lengths as metres, with y up.';

function shownName(object: number): string {
  return `shown ${object}`;
}

function isStill(frames: readonly Float32Array[]): boolean {
  return frames.every((frame) => frame.every((x, i) => Object.is(x, frames[0][i])));
}

function meshOf(document: Document, { object, frames }: ObjectFrames): Mesh {
  const [buffer] = document.getRoot().listBuffers();
  const points = (array: Float32Array) => document.createAccessor().setType('VEC3').setArray(array).setBuffer(buffer);
  const still = isStill(frames);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', points(still ? frames[0] : new Float32Array(frames[0].length)))
    .setIndices(
      document.createAccessor().setType('SCALAR').setArray(Uint32Array.from(object.triangles)).setBuffer(buffer),
    );
  const mesh = document.createMesh(object.name).addPrimitive(primitive);
  if (still) return mesh;
  for (const frame of frames)
    primitive.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', points(frame)));
  // Where nothing plays the animation, the first frame is shown.
  return mesh.setWeights(frames.map((_, i) => (i === 0 ? 1 : 0)));
}

/** The weights of all targets at all frames: frame i has target i. */
function turns(count: number): Float32Array {
  const weights = new Float32Array(count * count);
  for (let i = 0; i < count; i++) weights[i * count + i] = 1;
  return weights;
}

/** Puts a node above all others that takes the unit and the up axis of the source to those of glTF. */
function addRoot(json: GLTF.IGLTF, { metresPerUnit, up }: ConvertSource): void {
  const scale = metresPerUnit ?? 1;
  const axes = {
    x: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0],
    y: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
    z: [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0],
  };
  const axis = up ?? 'y';
  if (scale === 1 && axis === 'y') return;
  const nodes = json.nodes ?? [];
  const [scene] = json.scenes ?? [];
  const matrix = [...axes[axis].map((entry) => (entry === 0 ? 0 : entry * scale)), 0, 0, 0, 1];
  nodes.push({ name: 'to metres, y up', matrix, children: scene.nodes ?? [] });
  scene.nodes = [nodes.length - 1];
}
