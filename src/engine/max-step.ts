// The largest step that no contact forbids, for a line search, from the contacts of the whole step.
// A pair that is apart at the start limits the step to its time of contact. A pair that touches at
// the start forbids the step if it starts to interpenetrate; else it limits the step to the time at
// which it touches again.
import type { Contacts } from '../core/contacts/contacts.ts';
import { InitialContact, timeOfReturn } from '../core/elementary/exact/initial-contact.ts';
import type { Positions, TriMesh } from '../core/mesh/tri-mesh.ts';

const query = new Float64Array(24);

/** The largest step below `limit`, and below it by at least the share `slack` of it. */
export function stepBefore(limit: number, slack: number): number {
  if (!(slack >= 0 && slack < 1)) throw new RangeError(`slack must be at least 0 and below 1, not ${slack}.`);
  if (limit === 0) return 0;
  if (limit > 1) return 1;
  return Math.max(Number.MIN_VALUE, Math.min((1 - slack) * limit, nextBelow(limit)));
}

/** The least time of contact of the pairs that are apart at the start. */
export function firstTouch({ count, time, startsTouching }: Contacts): number {
  let first = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) if (startsTouching[i] === 0 && time[i] < first) first = time[i];
  return first;
}

/**
 * For the pairs that touch at the start: 0 if one of them starts to interpenetrate, else the least
 * time at which one of them touches again.
 */
export function firstReturn(mesh: TriMesh, contacts: Contacts, x0: Positions, x1: Positions): number {
  const { count, kind, a, b, startsTouching } = contacts;
  if (!startsTouching.subarray(0, count).includes(1)) return Number.POSITIVE_INFINITY;
  const initial = new InitialContact(mesh.topology, asDoubles(x0), asDoubles(x1));
  let first = Number.POSITIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    if (startsTouching[i] === 0) continue;
    const edges = kind[i] === 1;
    if (edges ? initial.edgesEnter(a[i], b[i]) : initial.vertexEnters(a[i], b[i])) return 0;
    gather(mesh, a[i], b[i], edges, x0, x1);
    first = Math.min(first, timeOfReturn(query, edges));
  }
  return first;
}

function gather(mesh: TriMesh, a: number, b: number, edges: boolean, x0: Positions, x1: Positions): void {
  const { triangles, topology } = mesh;
  const ends = topology.edges;
  const ids = edges
    ? [ends[2 * a], ends[2 * a + 1], ends[2 * b], ends[2 * b + 1]]
    : [a, triangles[3 * b], triangles[3 * b + 1], triangles[3 * b + 2]];
  for (let i = 0; i < 12; i++) {
    const from = 3 * ids[Math.floor(i / 3)] + (i % 3);
    query[i] = x0[from];
    query[12 + i] = x1[from];
  }
}

function asDoubles(x: Positions): Float64Array {
  return x instanceof Float64Array ? x : Float64Array.from(x);
}

/**
 * The next double below a positive one: the product is more than half the spacing of doubles below
 * x, and at most all of it.
 */
function nextBelow(x: number): number {
  return x - Math.max(Number.MIN_VALUE, x * 2 ** -53);
}
