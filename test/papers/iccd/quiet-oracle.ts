// Brute force for the tests of quiet patches: contacts within sets of faces, and whether a set of faces is a patch at all.
import type { TriMesh } from '../../../src/core/mesh/tri-mesh.ts';
import { eeTime, vfTime } from '../../../src/index.ts';
import type { MovingMesh } from '../../generate/meshes.ts';

const q = new Float64Array(24);

function fill({ x0, x1 }: MovingMesh, vertices: readonly number[]): void {
  vertices.forEach((v, i) => {
    for (let k = 0; k < 3; k++) {
      q[3 * i + k] = x0[3 * v + k];
      q[12 + 3 * i + k] = x1[3 * v + k];
    }
  });
}

/** The box that a group of vertices sweeps: least xyz, largest xyz. */
function sweptBox({ x0, x1 }: MovingMesh, vertices: readonly number[]): number[] {
  const box = [...Array(3).fill(Number.POSITIVE_INFINITY), ...Array(3).fill(Number.NEGATIVE_INFINITY)];
  for (const v of vertices)
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], x0[3 * v + k], x1[3 * v + k]);
      box[3 + k] = Math.max(box[3 + k], x0[3 * v + k], x1[3 * v + k]);
    }
  return box;
}

/** No contact without. */
function boxesTouch(a: readonly number[], b: readonly number[]): boolean {
  for (let k = 0; k < 3; k++) if (a[k] > b[3 + k] || b[k] > a[3 + k]) return false;
  return true;
}

/** Contacts among the features of some faces, pairs with a common vertex left out. */
export function contactsWithin(moving: MovingMesh, faces: readonly number[]): string[] {
  const { triangles, topology } = moving.mesh;
  const corners = (f: number) => [...triangles.subarray(3 * f, 3 * f + 3)];
  const ends = (e: number) => [...topology.edges.subarray(2 * e, 2 * e + 2)];
  const vertices = [...new Set(faces.flatMap(corners))];
  const edges = [...new Set(faces.flatMap((f) => [...topology.faceEdges.subarray(3 * f, 3 * f + 3)]))];
  const found: string[] = [];
  const withBox = (ids: readonly number[]) => ({ ids, box: sweptBox(moving, ids) });
  const points = vertices.map((v) => withBox([v]));
  const faceList = faces.map((f) => withBox(corners(f)));
  const edgeList = edges.map((e) => withBox(ends(e)));
  for (const v of points)
    faceList.forEach((f, i) => {
      if (!boxesTouch(v.box, f.box) || f.ids.includes(v.ids[0])) return;
      fill(moving, [...v.ids, ...f.ids]);
      if (vfTime(q) <= 1) found.push(`vf ${v.ids} ${faces[i]}`);
    });
  for (let i = 0; i < edges.length; i++)
    for (let j = 0; j < i; j++) {
      const [a, b] = [edgeList[i], edgeList[j]];
      if (!boxesTouch(a.box, b.box) || a.ids.includes(b.ids[0]) || a.ids.includes(b.ids[1])) continue;
      fill(moving, [...a.ids, ...b.ids]);
      if (eeTime(q) <= 1) found.push(`ee ${edges[i]} ${edges[j]}`);
    }
  return found;
}

/** Faces by label, 0 left out. */
export function facesByLabel(labels: Uint32Array): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  labels.forEach((label, face) => {
    if (label !== 0) groups.set(label, [...(groups.get(label) ?? []), face]);
  });
  return groups;
}

/** Directed sides of a set of faces, as 'from to'. */
function sidesOf({ triangles }: TriMesh, faces: readonly number[]): [number, number][] {
  return faces.flatMap((f) =>
    [0, 1, 2].map((k): [number, number] => [triangles[3 * f + k], triangles[3 * f + ((k + 1) % 3)]]),
  );
}

/** The faces that have a side, by 'from to'. */
function facesOfSides(mesh: TriMesh, faces: readonly number[]): Map<string, number[]> {
  const map = new Map<string, number[]>();
  for (const f of faces)
    for (const [a, b] of sidesOf(mesh, [f])) map.set(`${a} ${b}`, [...(map.get(`${a} ${b}`) ?? []), f]);
  return map;
}

const sidesOfMesh = new WeakMap<TriMesh, Map<string, number[]>>();

/** What is wrong with a set of faces as a patch; null if nothing. Written from the definition. */
export function faultOfPatch(mesh: TriMesh, faces: readonly number[]): string | null {
  let all = sidesOfMesh.get(mesh);
  if (all === undefined) {
    all = facesOfSides(
      mesh,
      Array.from({ length: mesh.faceCount }, (_, f) => f),
    );
    sidesOfMesh.set(mesh, all);
  }
  const own = facesOfSides(mesh, faces);
  const isGood = (a: number, b: number) => all.get(`${a} ${b}`)?.length === 1 && all.get(`${b} ${a}`)?.length === 1;
  for (const [a, b] of sidesOf(mesh, faces)) {
    const present = (own.get(`${a} ${b}`)?.length ?? 0) + (own.get(`${b} ${a}`)?.length ?? 0);
    if (present > 1 && !isGood(a, b)) return `two faces at the bad edge ${a} ${b}`;
  }
  const beyond = (f: number, at?: number) =>
    sidesOf(mesh, [f])
      .filter(([a, b]) => isGood(a, b) && (at === undefined || a === at || b === at))
      .flatMap(([a, b]) => own.get(`${b} ${a}`) ?? []);
  if (spread(faces[0], (f) => beyond(f)).size !== faces.length) return 'not connected across good edges';
  const stars = new Map<number, number[]>();
  for (const f of faces) for (const [v] of sidesOf(mesh, [f])) stars.set(v, [...(stars.get(v) ?? []), f]);
  for (const [v, star] of stars) {
    if (spread(star[0], (f) => beyond(f, v)).size !== star.length) return `several fans at vertex ${v}`;
  }
  return null;
}

function spread(start: number, neighbours: (f: number) => number[]): Set<number> {
  const reached = new Set([start]);
  for (const f of reached) for (const g of neighbours(f)) reached.add(g);
  return reached;
}

/** Directed boundary sides of a set of faces, sorted, as 'from to'. */
export function boundaryOf(mesh: TriMesh, faces: readonly number[]): string[] {
  const own = sidesOf(mesh, faces);
  const present = new Set(own.map(([a, b]) => `${a} ${b}`));
  return own
    .filter(([a, b]) => !present.has(`${b} ${a}`))
    .map(([a, b]) => `${a} ${b}`)
    .sort();
}
