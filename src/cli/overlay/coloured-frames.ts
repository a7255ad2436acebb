// An overlay as a folder of PLY files, one per frame: the whole mesh, with vertices coloured where
// its faces cross others.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withFileFault } from '../file-fault.ts';
import { writeWhole } from '../output-file.ts';
import type { OverlayClash, OverlayFormat, OverlaySurface } from './overlay-writer.ts';

/** The colours of vertices as RGB: those of no clash, of part a and of part b. */
const COLOURS = {
  rest: [200, 204, 210],
  facesA: [31, 95, 191],
  facesB: [217, 115, 13],
} as const;

/** The bytes of a vertex: three doubles and three colours. */
const VERTEX_BYTES = 3 * 8 + 3;
/** The bytes of a face: the count of its corners and three of them. */
const FACE_BYTES = 1 + 3 * 4;

/** Writes a file per frame. */
export class ColouredFrames implements OverlayFormat {
  private readonly path: string;

  /** Creates the folder. Throws `UsageError`. */
  constructor(path: string) {
    this.path = path;
    withFileFault(path, () => mkdirSync(path, { recursive: true }));
  }

  /** Writes a frame. Throws `UsageError`. */
  addFrame(frame: number, { positions, triangles }: OverlaySurface, clashes: readonly OverlayClash[]): void {
    const colours = new Uint8Array(positions.length).map((_, i) => COLOURS.rest[i % 3]);
    const paint = (faces: Uint32Array, colour: readonly number[]): void => {
      for (const f of faces) for (let k = 0; k < 3; k++) colours.set(colour, 3 * triangles[3 * f + k]);
    };
    for (const { facesA, facesB } of clashes) {
      paint(facesA, COLOURS.facesA);
      paint(facesB, COLOURS.facesB);
    }
    const name = `${String(frame).padStart(4, '0')}.ply`;
    writeWhole(join(this.path, name), plyBytes(positions, colours, shownTriangles(triangles)));
  }

  /** Every frame is complete already. */
  async finish(): Promise<void> {}
}

/** The triangles that the frame has. */
function shownTriangles(triangles: Uint32Array): Uint32Array {
  const isShown = (i: number): boolean => triangles[3 * i] !== triangles[3 * i + 1];
  return triangles.filter((_, i) => isShown(Math.floor(i / 3)));
}

function plyBytes(positions: Float64Array, colours: Uint8Array, triangles: Uint32Array): Uint8Array {
  const [vertexCount, faceCount] = [positions.length / 3, triangles.length / 3];
  const coordinates = ['x', 'y', 'z'].map((axis) => `property double ${axis}\n`).join('');
  const channels = ['red', 'green', 'blue'].map((channel) => `property uchar ${channel}\n`).join('');
  const header = Buffer.from(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${vertexCount}\n${coordinates}${channels}` +
      `element face ${faceCount}\nproperty list uchar int vertex_indices\nend_header\n`,
  );
  const body = Buffer.alloc(VERTEX_BYTES * vertexCount + FACE_BYTES * faceCount);
  let at = 0;
  for (let v = 0; v < vertexCount; v++) {
    for (let axis = 0; axis < 3; axis++) at = body.writeDoubleLE(positions[3 * v + axis], at);
    for (let k = 0; k < 3; k++) at = body.writeUInt8(colours[3 * v + k], at);
  }
  for (let f = 0; f < faceCount; f++) {
    at = body.writeUInt8(3, at);
    for (let k = 0; k < 3; k++) at = body.writeInt32LE(triangles[3 * f + k], at);
  }
  return Buffer.concat([header, body]);
}
