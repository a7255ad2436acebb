// The two schemas of figure 7 on any mesh [R-Triangles §4.3]. The Maximal Schema leaves as many faces
// as it can without features; the Uniform Schema gives all faces equally many. Both distribute the
// features evenly over the faces that they use.
import { balanced, type Candidates, SLOTS_PER_FACE } from './balance.ts';
import { type Faces, type Representation, represent } from './represent.ts';

/**
 * The Uniform Schema: the numbers of features of the faces are as even as possible. A regular mesh
 * has twice as many features as faces, so each of its faces gets two.
 */
export function representUniformly(faces: Faces, vertexCount: number, edgeCount: number): Representation {
  const incidence = incidenceOf(faces, vertexCount, edgeCount);
  return representBy(faces, balanced(incidence, faces.vertices.length / 3));
}

/**
 * The Maximal Schema: a face is left without features if all of them can still be represented by
 * others. No further face could be left out; that their number is the largest is not promised, for
 * this is the problem of the smallest vertex cover. Faces are scanned breadth-first over common
 * edges, which leaves out every second face where that is possible.
 */
export function representMaximally(faces: Faces, vertexCount: number, edgeCount: number): Representation {
  const incidence = incidenceOf(faces, vertexCount, edgeCount);
  const isLeft = leftOut(incidence, faces, edgeCount);
  return representBy(faces, balanced(without(incidence, isLeft), isLeft.length));
}

/** Corners are slots 0 to 2 of a face, sides are slots 3 to 5. */
const CORNERS = 3;

/** The slots of all features: first of edges, which have fewer candidates, then of vertices. */
function incidenceOf({ vertices, edges }: Faces, vertexCount: number, edgeCount: number): Candidates {
  const itemCount = edgeCount + vertexCount;
  const itemOf = new Uint32Array(2 * vertices.length);
  const start = new Uint32Array(itemCount + 1);
  for (let slot = 0; slot < itemOf.length; slot++) {
    const face = Math.floor(slot / SLOTS_PER_FACE);
    const k = slot % SLOTS_PER_FACE;
    // A place without a face has ids beyond all features.
    const item = k < CORNERS ? edgeCount + vertices[3 * face + k] : edges[3 * face + k - CORNERS];
    itemOf[slot] = Math.min(item, itemCount);
    if (item < itemCount) start[item + 1]++;
  }
  for (let i = 0; i < itemCount; i++) start[i + 1] += start[i];
  const slots = new Uint32Array(start[itemCount]);
  const next = start.slice();
  for (let slot = 0; slot < itemOf.length; slot++) if (itemOf[slot] < itemCount) slots[next[itemOf[slot]]++] = slot;
  return { start, slots };
}

/**
 * One byte per face, 1 if it is left without features. A feature keeps at least one other face.
 */
function leftOut({ start, slots }: Candidates, { edges }: Faces, edgeCount: number): Uint8Array {
  const faceCount = edges.length / 3;
  const itemOf = new Uint32Array(SLOTS_PER_FACE * faceCount);
  const remaining = new Uint32Array(start.length - 1);
  for (let item = 0; item < remaining.length; item++) {
    remaining[item] = start[item + 1] - start[item];
    for (let k = start[item]; k < start[item + 1]; k++) itemOf[slots[k]] = item;
  }
  const isLeft = new Uint8Array(faceCount);
  for (const face of breadthFirst({ start, slots }, edges, edgeCount)) {
    const items = itemOf.subarray(SLOTS_PER_FACE * face, SLOTS_PER_FACE * face + SLOTS_PER_FACE);
    if (items.some((item) => remaining[item] < 2)) continue;
    isLeft[face] = 1;
    for (const item of items) remaining[item]--;
  }
  return isLeft;
}

/** The faces in breadth-first order over common edges, piece by piece. */
function breadthFirst({ start, slots }: Candidates, edges: Uint32Array, edgeCount: number): Uint32Array {
  const faceCount = edges.length / 3;
  const order = new Uint32Array(faceCount);
  const isListed = new Uint8Array(faceCount);
  let count = 0;
  const list = (face: number): void => {
    if (isListed[face] === 1) return;
    isListed[face] = 1;
    order[count++] = face;
  };
  for (let first = 0, next = 0; first < faceCount; first++) {
    if (edges[3 * first] < edgeCount) list(first);
    for (; next < count; next++) {
      for (let side = 3 * order[next]; side < 3 * order[next] + 3; side++)
        for (let k = start[edges[side]]; k < start[edges[side] + 1]; k++) list(Math.floor(slots[k] / SLOTS_PER_FACE));
    }
  }
  return order.subarray(0, count);
}

/** The candidates without the slots of the faces that are left out. */
function without({ start, slots }: Candidates, isLeft: Uint8Array): Candidates {
  const kept = { start: new Uint32Array(start.length), slots: new Uint32Array(slots.length) };
  let to = 0;
  for (let item = 0; item + 1 < start.length; item++) {
    for (let k = start[item]; k < start[item + 1]; k++)
      if (isLeft[Math.floor(slots[k] / SLOTS_PER_FACE)] === 0) kept.slots[to++] = slots[k];
    kept.start[item + 1] = to;
  }
  return kept;
}

/** Each feature is represented at the slot that takes it. */
function representBy(faces: Faces, taken: Uint32Array): Representation {
  const corners = new Uint8Array(faces.vertices.length);
  const sides = new Uint8Array(faces.edges.length);
  for (const slot of taken) {
    const face = Math.floor(slot / SLOTS_PER_FACE);
    const k = slot % SLOTS_PER_FACE;
    // A vertex that no face uses has no slot, and sets nothing: its face is beyond the last.
    if (k < CORNERS) corners[3 * face + k] = 1;
    else sides[3 * face + k - CORNERS] = 1;
  }
  return represent(faces, corners, sides);
}
