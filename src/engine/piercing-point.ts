// Where an edge goes through a face, in doubles.

/**
 * The weight of vertex t on the way from s to t at which the edge meets the plane of a face, in [0,
 * 1]. If the edge lies in the plane, the middle of what it has in common with the face.
 */
export function piercingPoint(x: Float64Array, s: number, t: number, triangles: Uint32Array, face: number): number {
  const a = 3 * triangles[3 * face];
  const b = 3 * triangles[3 * face + 1];
  const c = 3 * triangles[3 * face + 2];
  for (let k = 0; k < 3; k++) {
    q[k] = x[3 * s + k] - x[a + k];
    q[3 + k] = x[3 * t + k] - x[a + k];
    q[6 + k] = x[b + k] - x[a + k];
    q[9 + k] = x[c + k] - x[a + k];
  }
  // Products of three lengths must neither overflow nor underflow.
  let size = 0;
  for (let i = 0; i < 12; i++) size = Math.max(size, Math.abs(q[i]));
  if (size > LARGEST || size < SMALLEST) for (let i = 0; i < 12; i++) q[i] /= size;
  const nx = q[7] * q[11] - q[8] * q[10];
  const ny = q[8] * q[9] - q[6] * q[11];
  const nz = q[6] * q[10] - q[7] * q[9];
  const atStart = nx * q[0] + ny * q[1] + nz * q[2];
  const atEnd = nx * q[3] + ny * q[4] + nz * q[5];
  if (atStart !== atEnd) return clamped(atStart / (atStart - atEnd));
  return middleInPlane(nx, ny, nz);
}

/** The ends of the edge and two corners of the face, seen from the third. */
const q = new Float64Array(12);
const LARGEST = 1e80;
const SMALLEST = 1e-80;

/** The edge in the plane is clipped against the three sides of the face. */
function middleInPlane(nx: number, ny: number, nz: number): number {
  let from = 0;
  let to = 1;
  for (let k = 0; k < 3; k++) {
    const [ax, ay, az] = cornerAt(k);
    const [bx, by, bz] = cornerAt(k + 1);
    // The normal of the side within the plane points inwards.
    const mx = ny * (bz - az) - nz * (by - ay);
    const my = nz * (bx - ax) - nx * (bz - az);
    const mz = nx * (by - ay) - ny * (bx - ax);
    const start = mx * (q[0] - ax) + my * (q[1] - ay) + mz * (q[2] - az);
    const end = mx * (q[3] - ax) + my * (q[4] - ay) + mz * (q[5] - az);
    if (start === end) continue;
    const at = start / (start - end);
    if (start < end) from = Math.max(from, at);
    else to = Math.min(to, at);
  }
  return clamped((from + to) / 2);
}

/** Corner 0, 1 or 2 of the face, seen from corner 0. */
function cornerAt(corner: number): readonly [number, number, number] {
  const k = corner % 3;
  return k === 0 ? [0, 0, 0] : [q[3 + 3 * k], q[4 + 3 * k], q[5 + 3 * k]];
}

/** A weight in [0, 1]. */
function clamped(weight: number): number {
  return weight >= 0 ? Math.min(1, weight) : 0;
}
