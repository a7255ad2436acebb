// Compressed and quantised forms of glTF files, made by @gltf-transform/extensions.
import { type Accessor, type Document, Logger, type Mesh, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { glbOf, glbParts, type Json } from './json-gltf.ts';

/** The encoder of Draco, which has no types. */
async function dracoEncoder(): Promise<unknown> {
  // @ts-expect-error: the package has no types
  const { default: draco } = await import('draco3dgltf');
  return draco.createEncoderModule();
}

const silent = new Logger(Logger.Verbosity.SILENT);

async function rewritten(bytes: Uint8Array, change: (document: Document) => void | Promise<void>): Promise<Uint8Array> {
  const io = new WebIO()
    .setLogger(silent)
    .registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression, KHRMeshQuantization])
    .registerDependencies({ 'draco3d.encoder': await dracoEncoder(), 'meshopt.encoder': MeshoptEncoder });
  await MeshoptEncoder.ready;
  const document = (await io.readBinary(Uint8Array.from(bytes))).setLogger(silent);
  for (const texture of document.getRoot().listTextures()) texture.dispose();
  await change(document);
  return io.writeBinary(document);
}

/** Compresses all primitives by Draco. */
export function withDraco(bytes: Uint8Array, positionBits: number): Promise<Uint8Array> {
  return rewritten(bytes, (document) => {
    document
      .createExtension(KHRDracoMeshCompression)
      .setRequired(true)
      .setEncoderOptions({ quantizationBits: { POSITION: positionBits } });
  });
}

/** Compresses all views by meshopt, without loss. */
export function withMeshopt(bytes: Uint8Array): Promise<Uint8Array> {
  return rewritten(bytes, (document) => {
    document
      .createExtension(EXTMeshoptCompression)
      .setRequired(true)
      .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.QUANTIZE });
  });
}

/** Compresses all views by meshopt, and rounds the keys of animations by its filters. */
export function withFilters(bytes: Uint8Array): Promise<Uint8Array> {
  return rewritten(bytes, (document) => {
    document
      .createExtension(EXTMeshoptCompression)
      .setRequired(true)
      .setEncoderOptions({ method: EXTMeshoptCompression.EncoderMethod.FILTER });
  });
}

/** Makes the weights of joints integers of 8 bits. */
export function withByteWeights(bytes: Uint8Array): Promise<Uint8Array> {
  return rewritten(bytes, (document) => {
    const primitives = document
      .getRoot()
      .listMeshes()
      .flatMap((mesh) => mesh.listPrimitives());
    for (const accessor of new Set(primitives.flatMap((primitive) => primitive.getAttribute('WEIGHTS_0') ?? [])))
      accessor.setArray(Uint8Array.from(numbersIn(accessor), (weight) => Math.round(255 * weight))).setNormalized(true);
  });
}

/** Renames EXT_meshopt_compression to KHR_meshopt_compression, which has the same streams. */
export function inKhrForm(bytes: Uint8Array): Uint8Array {
  const { json, binary } = glbParts(bytes);
  return glbOf(JSON.parse(JSON.stringify(json).replaceAll('EXT_meshopt', 'KHR_meshopt')), binary);
}

/** Returns the members of a GLB's JSON. */
export function jsonOf(bytes: Uint8Array): Json {
  return glbParts(bytes).json;
}

/**
 * Makes positions and morph targets 16-bit integers, which a node below the mesh's own, or the
 * matrices of the skin, scale back. Each skin belongs to one mesh.
 */
export function quantised(bytes: Uint8Array): Promise<Uint8Array> {
  return rewritten(bytes, (document) => {
    document.createExtension(KHRMeshQuantization).setRequired(true);
    const root = document.getRoot();
    const scales = new Map(root.listMeshes().map((mesh) => [mesh, quantise(mesh)]));
    for (const node of root.listNodes()) {
      const mesh = node.getMesh();
      const scale = mesh && scales.get(mesh);
      if (!scale) continue;
      const matrices = node.getSkin()?.getInverseBindMatrices();
      if (matrices) {
        // The three axes of every matrix.
        const numbers = numbersIn(matrices).map((value, i) => (i % 16 < 12 ? value * scale : value));
        matrices.setArray(new Float32Array(numbers));
      } else {
        const below = document.createNode().setMesh(mesh).setScale([scale, scale, scale]);
        node.setMesh(null).addChild(below);
        for (const channel of root.listAnimations().flatMap((animation) => animation.listChannels())) {
          const isOfMesh = channel.getTargetNode() === node && channel.getTargetPath() === 'weights';
          if (isOfMesh) channel.setTargetNode(below);
        }
      }
    }
  });
}

/** Returns what the integers of a mesh, as fractions, must be scaled by. */
function quantise(mesh: Mesh): number {
  const accessors = mesh
    .listPrimitives()
    .flatMap((primitive) =>
      [primitive, ...primitive.listTargets()].flatMap((holder) => holder.getAttribute('POSITION') ?? []),
    );
  const scale = accessors.flatMap(numbersIn).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  for (const accessor of new Set(accessors)) {
    const numbers = numbersIn(accessor).map((value) => Math.round((32767 * value) / scale));
    accessor.setArray(new Int16Array(numbers)).setNormalized(true);
  }
  return scale;
}

function numbersIn(accessor: Accessor): number[] {
  const array: ArrayLike<number> = accessor.getArray() ?? [];
  return Array.from(array);
}
