// Renders pictures of meshes without a GPU: a z-buffer, one light, PNG.
import { deflateSync } from 'node:zlib';
import type { TriMesh } from '../src/index.ts';

/** The width and height of a panel in pixels. */
const PANEL_PIXELS = 620;
/**
 * The direction of the view, from the front and slightly above: rotation about the vertical and
 * tilt, in radians.
 */
const [TURN, TILT] = [0.95, 0.5];
/** The axes of the view in the world: right, up and towards the eye. */
const AXES = [
  [Math.cos(TURN), Math.sin(TURN), 0],
  [Math.sin(TILT) * -Math.sin(TURN), Math.sin(TILT) * Math.cos(TURN), Math.cos(TILT)],
  [Math.cos(TILT) * Math.sin(TURN), -Math.cos(TILT) * Math.cos(TURN), Math.sin(TILT)],
];
/** The direction to the light, in coordinates of the view. */
const LIGHT = [-0.35, 0.6, 0.72];
/** The colour of marked faces, as RGB. */
const HIT_COLOUR = [235, 30, 20];
/** The colours of objects, as RGB. */
const PALETTE = [
  [226, 178, 120],
  [110, 160, 210],
  [140, 190, 130],
  [200, 140, 180],
  [220, 205, 110],
  [130, 200, 200],
  [190, 190, 200],
];

/** For each vertex: right, up, towards the eye. */
function seen(positions: Float64Array): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    AXES.forEach((axis, k) => {
      out[i + k] = axis[0] * positions[i] + axis[1] * positions[i + 1] + axis[2] * positions[i + 2];
    });
  }
  return out;
}

/** One mesh of a picture. */
export interface Panel {
  readonly mesh: TriMesh;
  readonly positions: Float64Array;
  /** The object of each vertex, for colours; connected components by default. */
  readonly objectOf?: Uint32Array;
  /** 1 for each face to be drawn in red. */
  readonly hit?: Uint8Array;
}

/** The scale, then the centre, of the map from the view plane to a panel. */
type View = readonly [number, number, number];

/**
 * How panels are framed. `common`: all with one map, which fits the widest. `follow`: the same
 * scale, each with its own centre, for scenes that move away. `near`: as large as the first object
 * of each panel allows.
 */
export type Framing = 'common' | 'follow' | 'near';

/** Returns panels side by side as PNG. */
export function picture(panels: readonly Panel[], framing: Framing = 'common'): Buffer {
  const points = panels.map(({ positions }) => seen(positions));
  const views = viewsOf(panels, points, framing);
  const width = PANEL_PIXELS * panels.length;
  const pixels = new Uint8Array(3 * width * PANEL_PIXELS).fill(248);
  panels.forEach((panel, k) => {
    draw(panel, points[k], views[k], pixels, width, PANEL_PIXELS * k);
  });
  return png(width, PANEL_PIXELS, pixels);
}

function viewsOf(panels: readonly Panel[], points: readonly Float64Array[], framing: Framing): View[] {
  if (framing === 'common') return points.map(() => viewOf(points));
  if (framing === 'near') return panels.map((panel, k) => viewOf([points[k].subarray(0, 3 * firstObject(panel))]));
  const own = points.map((one) => viewOf([one]));
  const zoom = Math.min(...own.map(([each]) => each));
  return own.map(([, x, y]) => [zoom, x, y]);
}

/** The number of vertices of the first object: the vertices of an object are consecutive. */
function firstObject({ mesh: { topology, vertexCount } }: Panel): number {
  const end = topology.componentOf.findIndex((component) => component !== topology.componentOf[0]);
  return end < 0 ? vertexCount : end;
}

function viewOf(all: readonly Float64Array[]): View {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const points of all)
    for (let i = 0; i < points.length; i++) {
      if (i % 3 === 2) continue;
      low[i % 3] = Math.min(low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
  const zoom = (0.94 * PANEL_PIXELS) / Math.max(high[0] - low[0], high[1] - low[1]);
  return [zoom, (low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
}

function draw(
  { mesh, hit, objectOf = mesh.topology.componentOf }: Panel,
  points: Float64Array,
  [zoom, midX, midY]: View,
  pixels: Uint8Array,
  width: number,
  left: number,
): void {
  const { triangles, faceCount } = mesh;
  const depth = new Float64Array(PANEL_PIXELS * PANEL_PIXELS).fill(Number.NEGATIVE_INFINITY);
  const corners = new Float64Array(9);
  for (let f = 0; f < faceCount; f++) {
    for (let k = 0; k < 3; k++) {
      const p = 3 * triangles[3 * f + k];
      corners[3 * k] = PANEL_PIXELS / 2 + zoom * (points[p] - midX);
      corners[3 * k + 1] = PANEL_PIXELS / 2 - zoom * (points[p + 1] - midY);
      corners[3 * k + 2] = zoom * points[p + 2];
    }
    const colour = hit?.[f] ? HIT_COLOUR : PALETTE[objectOf[triangles[3 * f]] % PALETTE.length];
    fill(corners, colour, depth, pixels, width, left);
  }
}

/** Draws one triangle with flat shading, the same from both sides. */
function fill(
  c: Float64Array,
  colour: readonly number[],
  depth: Float64Array,
  pixels: Uint8Array,
  width: number,
  left: number,
): void {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = c;
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  // Rows of a picture count downwards; the normal faces the eye.
  const facing = Math.sign(area) / Math.hypot(nx, ny, area);
  const shade = 0.3 + 0.7 * Math.max(0, facing * (LIGHT[0] * nx - LIGHT[1] * ny + LIGHT[2] * area));
  const [x0, x1] = [
    Math.max(0, Math.ceil(Math.min(ax, bx, cx))),
    Math.min(PANEL_PIXELS - 1, Math.floor(Math.max(ax, bx, cx))),
  ];
  const [y0, y1] = [
    Math.max(0, Math.ceil(Math.min(ay, by, cy))),
    Math.min(PANEL_PIXELS - 1, Math.floor(Math.max(ay, by, cy))),
  ];
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const u = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area;
      const v = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area;
      if (u < 0 || v < 0 || u + v > 1) continue;
      const z = az + u * (bz - az) + v * (cz - az);
      if (z <= depth[PANEL_PIXELS * y + x]) continue;
      depth[PANEL_PIXELS * y + x] = z;
      const at = 3 * (width * y + left + x);
      for (let k = 0; k < 3; k++) pixels[at + k] = shade * colour[k];
    }
  }
}

function png(width: number, height: number, pixels: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (3 * width + 1));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(3 * width * y, 3 * width * (y + 1)), y * (3 * width + 1) + 1);
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', header.subarray(0, 0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(named, 4);
  out.writeUInt32BE(checksum(named), named.length + 4);
  return out;
}

/** CRC-32 as PNG requires it; Node 20 has none. */
function checksum(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
