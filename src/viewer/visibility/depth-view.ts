// A picture of a mesh along an axis, for people: the nearest face of every pixel and its depth. It
// is sampled at the centres of pixels; the culling itself is conservative.
import type { TriMesh } from '../../index.ts';

/** The picture along one axis. */
export interface DepthView {
  /** 0, 1 or 2: the view is along x, y or z. */
  readonly axis: number;
  /** The width in pixels. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
  /** The nearest face plus one; 0 if there is none. */
  readonly faces: Uint32Array<ArrayBuffer>;
  /** 255 at the nearest vertex of the mesh, 0 at the farthest. */
  readonly shades: Uint8Array<ArrayBuffer>;
}

/** The number of pixels along the longer side. */
const MAX_PIXELS = 240;

/** Renders the mesh at positions `x`. */
export function depthView({ triangles, faceCount }: TriMesh, x: Float64Array, axis: number): DepthView {
  const order = [(axis + 1) % 3, (axis + 2) % 3, axis];
  const low = order.map((k) => triangles.reduce((least, v) => Math.min(least, x[3 * v + k]), Infinity));
  const high = order.map((k) => triangles.reduce((most, v) => Math.max(most, x[3 * v + k]), -Infinity));
  const scale = (MAX_PIXELS - 1) / (Math.max(high[0] - low[0], high[1] - low[1]) || 1);
  const depthScale = 1 / (high[2] - low[2] || 1);
  const [width, height] = [0, 1].map((k) => Math.floor((high[k] - low[k]) * scale) + 1);
  const nearest = new Float64Array(width * height).fill(Infinity);
  const faces = new Uint32Array(width * height);
  const points = new Float64Array(9);
  for (let f = 0; f < faceCount; f++) {
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * triangles[3 * f + corner];
      for (let k = 0; k < 2; k++) points[3 * corner + k] = (x[at + order[k]] - low[k]) * scale;
      points[3 * corner + 2] = (x[at + order[2]] - low[2]) * depthScale;
    }
    drawFace(points, f + 1, width, nearest, faces);
  }
  const shades = Uint8Array.from(nearest, (depth) => 255 * (1 - Math.min(1, depth)));
  return { axis, width, height, faces, shades };
}

function drawFace(p: Float64Array, id: number, width: number, nearest: Float64Array, faces: Uint32Array): void {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = p;
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (area === 0) return;
  const [right, bottom] = [Math.floor(Math.max(ax, bx, cx)), Math.floor(Math.max(ay, by, cy))];
  for (let j = Math.ceil(Math.min(ay, by, cy)); j <= bottom; j++) {
    for (let i = Math.ceil(Math.min(ax, bx, cx)); i <= right; i++) {
      const v = ((i - ax) * (cy - ay) - (cx - ax) * (j - ay)) / area;
      const w = ((bx - ax) * (j - ay) - (i - ax) * (by - ay)) / area;
      if (v < 0 || w < 0 || v + w > 1) continue;
      const depth = az + v * (bz - az) + w * (cz - az);
      if (depth >= nearest[j * width + i]) continue;
      nearest[j * width + i] = depth;
      faces[j * width + i] = id;
    }
  }
}
