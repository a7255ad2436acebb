// An overlay as one GLB file: a node per clash, below it a node per frame with the curve as lines
// and the crossing faces as triangles. An animation scales each of these to 1 in its frame and to 0
// in all others, which every program can play.
import type { Document, Material, Node } from '@gltf-transform/core';
import { OutputFile } from '../output-file.ts';
import type { OverlayClash, OverlayFormat, OverlaySurface } from './overlay-writer.ts';

/** The colours of curve, faces of part a and faces of part b: linear RGBA, as glTF wants it. */
const COLOURS = {
  curve: [0.9, 0.02, 0.3, 1],
  facesA: [0.01, 0.11, 0.52, 1],
  facesB: [0.7, 0.17, 0.01, 1],
} as const;

/** A clash in one frame, as it is drawn. */
interface Shape {
  readonly frame: number;
  readonly curve: Float32Array;
  readonly facesA: Float32Array;
  readonly facesB: Float32Array;
}

/** Collects the shapes of all frames. */
export class GlbOverlay implements OverlayFormat {
  private readonly file: OutputFile;
  private readonly rate: number;
  private readonly shapes = new Map<string, Shape[]>();

  /** Throws `UsageError` if the file cannot be written. */
  constructor(path: string, rate: number) {
    this.file = new OutputFile(path);
    this.rate = rate;
  }

  /** Adds the clashes of a frame. */
  addFrame(frame: number, surface: OverlaySurface, clashes: readonly OverlayClash[]): void {
    for (const { name, curve, facesA, facesB } of clashes) {
      const shapes = this.shapes.get(name) ?? [];
      this.shapes.set(name, shapes);
      shapes.push({
        frame,
        curve: Float32Array.from(curve),
        facesA: corners(facesA, surface),
        facesB: corners(facesB, surface),
      });
    }
  }

  /** Writes the file. */
  async finish(): Promise<void> {
    // Loaded here, because it takes longer to load than a small check takes.
    const { Document, WebIO } = await import('@gltf-transform/core');
    this.file.write(await new WebIO().writeBinary(this.document(new Document())));
    this.file.finish();
  }

  private document(document: Document): Document {
    const buffer = document.createBuffer();
    const scene = document.createScene();
    const materials = Object.entries(COLOURS).map(([name, colour]) => {
      const material = document
        .createMaterial(name)
        .setBaseColorFactor([...colour])
        .setDoubleSided(true);
      return material.setMetallicFactor(0).setEmissiveFactor([colour[0], colour[1], colour[2]]);
    });
    const animation = this.shapes.size > 0 ? document.createAnimation('clashes') : null;
    for (const [name, shapes] of this.shapes) {
      const clash = document.createNode(name);
      scene.addChild(clash);
      for (const shape of shapes) {
        const node = shapeNode(document, `${name}, frame ${shape.frame}`, shape, materials);
        clash.addChild(node);
        const { times, scales } = visibility(shape.frame, this.rate);
        // Where nothing plays the animation, the first frame is shown.
        node.setScale(shape.frame === 0 ? [1, 1, 1] : [0, 0, 0]);
        const sampler = document
          .createAnimationSampler()
          .setInput(document.createAccessor().setType('SCALAR').setArray(times).setBuffer(buffer))
          .setOutput(document.createAccessor().setType('VEC3').setArray(scales).setBuffer(buffer))
          .setInterpolation('STEP');
        const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('scale');
        animation?.addSampler(sampler).addChannel(channel.setSampler(sampler));
      }
    }
    return document;
  }
}

/** The corners of faces, three numbers each. */
function corners(faces: Uint32Array, { positions, triangles }: OverlaySurface): Float32Array {
  const out = new Float32Array(9 * faces.length);
  faces.forEach((f, i) => {
    for (let k = 0; k < 9; k++) out[9 * i + k] = positions[3 * triangles[3 * f + Math.floor(k / 3)] + (k % 3)];
  });
  return out;
}

/**
 * The keys of a node that is visible from half a frame before its frame to half a frame after, so
 * that rounded times cannot show the wrong frame.
 */
function visibility(frame: number, rate: number): { times: Float32Array; scales: Float32Array } {
  const end = (frame + 0.5) / rate;
  if (frame === 0) return { times: Float32Array.of(0, end), scales: Float32Array.of(1, 1, 1, 0, 0, 0) };
  const times = Float32Array.of(0, (frame - 0.5) / rate, end);
  return { times, scales: Float32Array.of(0, 0, 0, 1, 1, 1, 0, 0, 0) };
}

function shapeNode(
  document: Document,
  name: string,
  { curve, facesA, facesB }: Shape,
  materials: readonly Material[],
): Node {
  const [buffer] = document.getRoot().listBuffers();
  const mesh = document.createMesh(name);
  // 1 is LINES, 4 is TRIANGLES.
  for (const [i, points, mode] of [
    [0, curve, 1],
    [1, facesA, 4],
    [2, facesB, 4],
  ] as const) {
    if (points.length === 0) continue;
    const position = document.createAccessor().setType('VEC3').setArray(points).setBuffer(buffer);
    const primitive = document.createPrimitive().setMode(mode).setMaterial(materials[i]);
    mesh.addPrimitive(primitive.setAttribute('POSITION', position));
  }
  const node = document.createNode(name);
  return mesh.listPrimitives().length > 0 ? node.setMesh(mesh) : node;
}
