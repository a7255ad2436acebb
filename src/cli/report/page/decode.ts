// Decodes the binary sections of a report into typed arrays: the inverse of the writer.
import type { Touched, TouchedStep } from '../../../check/touched-features.ts';
import type { ClashView } from '../../../display/clash-view.ts';
import type { ShownModel } from '../../../display/shown-model.ts';
import { decodeClashes } from '../clash-coding.ts';
import { decodeFrame, decodeIds } from '../integer-coding.ts';
import type { Summary } from '../summary.ts';

/** The model of a report, with all stored frames. */
export interface Model extends ShownModel {
  /** Each stored frame on its grid: all x, all y, all z. */
  readonly frames: readonly Uint16Array[];
  /** The touched features of each step. */
  readonly touched: readonly TouchedStep[];
  /** The clashes with their faces and curves. */
  readonly clashes: readonly ClashView[];
}

/** Inflates and decodes the sections; `section` returns the base64 text of one by its name. */
export async function decodeModel(summary: Summary, section: (name: string) => string): Promise<Model> {
  const { vertexCount, faceCount, stored, steps, objects } = summary;
  const mesh = await inflate(bytesOf(section('mesh')));
  const triangles = decodeIds(mesh.subarray(0, 12 * faceCount), 3);
  const facesAt = 12 * faceCount + 4 * vertexCount;
  const objectOf = decodeIds(mesh.subarray(12 * faceCount, facesAt), 1);
  const partOfFace = decodeIds(mesh.subarray(facesAt), 1);
  const parts = summary.clashes.parts;
  const clashes = decodeClashes(summary.clashes.clashes, await inflate(bytesOf(section('clashes'))));
  const touched = decodeTouched(await inflate(bytesOf(section('touched'))), steps.count.length);
  const data = bytesOf(section('frames'));
  let end = 0;
  const inflated = stored.bytes.map((length) => {
    end += length;
    return inflate(data.subarray(end - length, end));
  });
  const frames: Uint16Array[] = [];
  const frameBytes = 1 + 6 * vertexCount;
  for (const bytes of await Promise.all(inflated))
    for (let at = 0; at < bytes.length; at += frameBytes)
      frames.push(decodeFrame(bytes.subarray(at, at + frameBytes), frames.slice(-2).reverse()));
  const edges = edgesOf(triangles, vertexCount);
  return { triangles, edges, objectOf, objects, parts, partOfFace, frames, touched, clashes };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Ascending in (smaller, larger) vertex, each once: the numbering of `Topology`. */
function edgesOf(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const keys = new Float64Array(triangles.length);
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i];
    const b = triangles[i % 3 === 2 ? i - 2 : i + 1];
    keys[i] = Math.min(a, b) * vertexCount + Math.max(a, b);
  }
  const sorted = keys.sort().filter((key, i) => i === 0 || key !== keys[i - 1]);
  const edges = new Uint32Array(2 * sorted.length);
  sorted.forEach((key, e) => {
    edges[2 * e] = Math.floor(key / vertexCount);
    edges[2 * e + 1] = key % vertexCount;
  });
  return edges;
}

function decodeTouched(bytes: Uint8Array, stepCount: number): TouchedStep[] {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const sort = (): Touched => {
    const length = number();
    const ids = new Uint32Array(length);
    const times = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      ids[i] = number() + (i > 0 ? ids[i - 1] : 0);
      times[i] = bytes[at++];
    }
    return { ids, times };
  };
  return Array.from({ length: stepCount }, () => ({ vertices: sort(), edges: sort(), faces: sort() }));
}
