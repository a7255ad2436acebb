// A user's program, the same in a page and in Node. Its answer is text in which no bit of a number
// is lost.
import { MeshCollider, TriMesh } from 'graze';
import { type MeshData, readPly } from 'graze/io';
import { firstContact, RigidBody, RigidMotion } from 'graze/rigid';

/** Files of a ball and a cloth before and after, then of a tangle on a lattice. */
export const FRAMES: readonly string[] = ['ball-0.ply', 'ball-1.ply', 'lattice-0.ply', 'lattice-1.ply'];

export interface Answer {
  readonly collisions: readonly { readonly count: number; readonly tally: { readonly exact: number } }[];
  readonly rigid: { readonly state: string; readonly contacts: readonly unknown[] };
}

export function answer(files: readonly Uint8Array[]): string {
  const [ball0, ball1, lattice0, lattice1] = files.map((file) => readPly(file));
  const collisions = [collide(ball0, ball1), collide(lattice0, lattice1)];
  return JSON.stringify({ collisions, rigid: sweep(ball0, lattice0) } satisfies Answer, lossless);
}

function collide({ positions, triangles, vertexCount }: MeshData, after: MeshData) {
  const collider = new MeshCollider(TriMesh.from(triangles, vertexCount));
  const { count, kind, a, b, startsTouching, time, normal, weights, tally } = collider
    .collide(positions, after.positions)
    .copy();
  return { count, kind, a, b, startsTouching, time, normal, weights, tally };
}

/** One flies through the other and rotates twice during the motion. */
function sweep(flying: MeshData, resting: MeshData) {
  const [a, b] = [flying, resting].map(({ positions, triangles }) => RigidBody.from(positions, triangles));
  const flight = RigidMotion.withVelocity({ position: [-9, 0.3, 0.1], rotation: [0, 0, 0, 1] }, [18, 0, 0], [12, 3, 5]);
  const rest = RigidMotion.still({ position: [0, 0, 0], rotation: [0.5, 0.5, 0.5, 0.5] });
  const { state, time, faceA, faceB, distance, contacts, tally } = firstContact(a, flight, b, rest);
  return { state, time, faceA, faceB, distance, contacts, tally };
}

/** Decimal text distinguishes all finite doubles; JSON would change the others. */
function lossless(_: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array);
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
