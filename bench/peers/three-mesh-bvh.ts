// Compares `collide` with what a web developer can use today for "do these meshes touch while they
// move": three-mesh-bvh over the swept boxes of the faces, and the plain cubic on the 15 feature
// pairs of each face pair; in a second row with each feature pair tested only once. Both run on the
// same frame in the same run, interleaved, in CPU time, and keep the tree that they built before.
// Contacts are compared with the exact truth that comes with the data, in scenes with `collide`.
// `--json FILE` also writes the rows.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BufferAttribute, BufferGeometry, Matrix4 } from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { scenes } from '../../scenes/index.ts';
import { type Contacts, MeshCollider, type TriMesh } from '../../src/index.ts';
import { dataFolder } from '../../test/generate/data-folder.ts';
import { type Frame, loadFrame } from '../frame-queries.ts';
import { plainEe, plainVf } from '../plain-cubic.ts';
import { yardstick } from '../yardstick.ts';

const REAL = [
  { name: 'cloth-ball', files: ['cloth_ball92.ply', 'cloth_ball93.ply'] },
  { name: 'n-body', files: ['balls16_18.ply', 'balls16_19.ply'] },
];
/** Smaller, and available without data. */
const MADE = [
  { name: 'letters-bowl', at: 0.5 },
  { name: 'n-body', at: 0.5 },
];
const ROUNDS = 5;
/** A peer takes part in three rounds, or in fewer once it has used this many CPU ms. */
const PEER_ROUNDS = 3;
const PEER_BUDGET = 10_000;

/** Contacts by key, each once. */
type Found = Set<number>;

function vfName({ faceCount }: TriMesh, v: number, f: number): number {
  return v * faceCount + f;
}

/**
 * Returns the key of an edge–edge contact: negative, so that it differs from all keys of
 * vertex–face contacts.
 */
function eeName({ topology }: TriMesh, e: number, other: number): number {
  return -1 - (Math.min(e, other) * topology.edgeCount + Math.max(e, other));
}

/** Swept boxes of features of `size` vertices each: minimum xyz, maximum xyz. */
function sweep({ x0, x1 }: Frame, ids: Uint32Array, size: number, boxes: Float32Array): void {
  for (let f = 0; size * f < ids.length; f++) {
    for (let axis = 0; axis < 3; axis++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let j = size * f; j < size * (f + 1); j++) {
        const a = x0[3 * ids[j] + axis];
        const b = x1[3 * ids[j] + axis];
        low = Math.min(low, a, b);
        high = Math.max(high, a, b);
      }
      boxes[6 * f + axis] = low;
      boxes[6 * f + 3 + axis] = high;
    }
  }
}

function boxesMeet(a: Float32Array, i: number, b: Float32Array, j: number): boolean {
  const p = 6 * i;
  const q = 6 * j;
  return (
    a[p] <= b[q + 3] &&
    b[q] <= a[p + 3] &&
    a[p + 1] <= b[q + 4] &&
    b[q + 1] <= a[p + 4] &&
    a[p + 2] <= b[q + 5] &&
    b[q + 2] <= a[p + 5]
  );
}

/**
 * The tree takes only triangles, so a face is represented by one from the lowest to the highest
 * corner of its swept box, whose bounds are that box. three.js uses single precision; rounding is
 * monotone, so no overlap is lost.
 */
class ThreeMeshBvh {
  private readonly frame: Frame;
  private readonly vertices: Uint32Array;
  private readonly vertexBoxes: Float32Array;
  private readonly edgeBoxes: Float32Array;
  private readonly faceBoxes: Float32Array;
  private readonly tree: MeshBVH;
  /** For each vertex and edge, the one face that tests it; null if all its faces do. */
  private readonly owners: { readonly vertex: Uint32Array; readonly edge: Uint32Array } | null;
  private readonly query = new Float64Array(24);

  constructor(frame: Frame, isOnce: boolean) {
    const { vertexCount, faceCount, topology } = frame.mesh;
    this.frame = frame;
    this.vertices = Uint32Array.from({ length: vertexCount }, (_, v) => v);
    this.vertexBoxes = new Float32Array(6 * vertexCount);
    this.edgeBoxes = new Float32Array(6 * topology.edgeCount);
    this.faceBoxes = new Float32Array(6 * faceCount);
    this.sweepAll();
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.faceBoxes, 3));
    const corners = Uint32Array.from(
      { length: 3 * faceCount },
      (_, i) => 2 * Math.floor(i / 3) + (i % 3 === 1 ? 1 : 0),
    );
    geometry.setIndex(new BufferAttribute(corners, 1));
    this.tree = new MeshBVH(geometry, { indirect: true, strategy: SAH });
    this.owners = isOnce ? ownersOf(frame.mesh) : null;
  }

  collide(): Found {
    this.sweepAll();
    const { tree, faceBoxes } = this;
    tree.refit();
    const found: Found = new Set();
    tree.bvhcast(tree, new Matrix4(), {
      intersectsRanges: (first, count, otherFirst, otherCount) => {
        for (let i = first; i < first + count; i++) {
          const f = tree.resolveTriangleIndex(i);
          for (let j = otherFirst; j < otherFirst + otherCount; j++) {
            const g = tree.resolveTriangleIndex(j);
            // A tree against itself returns every pair in both orders.
            if (f < g && boxesMeet(faceBoxes, f, faceBoxes, g)) this.testPair(f, g, found);
          }
        }
        return false;
      },
    });
    return found;
  }

  private sweepAll(): void {
    const { triangles, topology } = this.frame.mesh;
    sweep(this.frame, this.vertices, 1, this.vertexBoxes);
    sweep(this.frame, topology.edges, 2, this.edgeBoxes);
    sweep(this.frame, triangles, 3, this.faceBoxes);
  }

  private testPair(f: number, g: number, found: Found): void {
    const { triangles, topology } = this.frame.mesh;
    const { faceEdges } = topology;
    const { owners } = this;
    for (let k = 0; k < 3; k++) {
      const v = triangles[3 * f + k];
      const w = triangles[3 * g + k];
      if (!owners || owners.vertex[v] === f) this.testVf(v, g, found);
      if (!owners || owners.vertex[w] === g) this.testVf(w, f, found);
      const e = faceEdges[3 * f + k];
      if (owners && owners.edge[e] !== f) continue;
      for (let l = 3 * g; l < 3 * g + 3; l++) {
        if (!owners || owners.edge[faceEdges[l]] === g) this.testEe(e, faceEdges[l], found);
      }
    }
  }

  private testVf(v: number, f: number, found: Found): void {
    const { mesh } = this.frame;
    if (!boxesMeet(this.vertexBoxes, v, this.faceBoxes, f)) return;
    const a = mesh.triangles[3 * f];
    const b = mesh.triangles[3 * f + 1];
    const c = mesh.triangles[3 * f + 2];
    if (v === a || v === b || v === c) return;
    this.ask(v, a, b, c);
    if (plainVf(this.query, 0) <= 1) found.add(vfName(mesh, v, f));
  }

  private testEe(e: number, other: number, found: Found): void {
    const { mesh } = this.frame;
    if (!boxesMeet(this.edgeBoxes, e, this.edgeBoxes, other)) return;
    const { edges } = mesh.topology;
    const a = edges[2 * e];
    const b = edges[2 * e + 1];
    const c = edges[2 * other];
    const d = edges[2 * other + 1];
    if (a === c || a === d || b === c || b === d) return;
    this.ask(a, b, c, d);
    if (plainEe(this.query, 0) <= 1) found.add(eeName(mesh, e, other));
  }

  private ask(a: number, b: number, c: number, d: number): void {
    this.write(0, a);
    this.write(3, b);
    this.write(6, c);
    this.write(9, d);
  }

  private write(at: number, v: number): void {
    const { x0, x1 } = this.frame;
    for (let k = 0; k < 3; k++) {
      this.query[at + k] = x0[3 * v + k];
      this.query[at + 12 + k] = x1[3 * v + k];
    }
  }
}

function ownersOf({ triangles, vertexCount, topology }: TriMesh) {
  const vertex = new Uint32Array(vertexCount);
  const edge = new Uint32Array(topology.edgeCount);
  for (let corner = 0; corner < triangles.length; corner++) {
    vertex[triangles[corner]] = Math.floor(corner / 3);
    edge[topology.faceEdges[corner]] = Math.floor(corner / 3);
  }
  return { vertex, edge };
}

function namesOf(mesh: TriMesh, { count, kind, a, b }: Contacts): Found {
  const found: Found = new Set();
  for (let i = 0; i < count; i++) found.add(kind[i] === 0 ? vfName(mesh, a[i], b[i]) : eeName(mesh, a[i], b[i]));
  return found;
}

function truthOf(name: string, mesh: TriMesh): Found {
  const { vf, ee } = JSON.parse(readFileSync(join(dataFolder, 'frames', name, 'truth.json'), 'utf8'));
  const { edges, edgeCount } = mesh.topology;
  const key = (a: number, b: number) => Math.min(a, b) * mesh.vertexCount + Math.max(a, b);
  const ids = new Map(Array.from({ length: edgeCount }, (_, e) => [key(edges[2 * e], edges[2 * e + 1]), e]));
  const edge = (a: number, b: number) => ids.get(key(a, b)) as number;
  return new Set([
    ...vf.map(([v, f]: number[]) => vfName(mesh, v, f)),
    ...ee.map(([a, b, c, d]: number[]) => eeName(mesh, edge(a, b), edge(c, d))),
  ]);
}

interface Case {
  readonly name: string;
  readonly frame: Frame;
  /** The exact contacts that come with the data; null for scenes, where `collide` is the truth. */
  readonly truth: Found | null;
}

function* cases(): Generator<Case> {
  for (const { name, files } of REAL) {
    const [first, second] = files.map((file) => `frames/${name}/${file}`);
    const frame = loadFrame(first, second);
    if (frame) yield { name, frame, truth: truthOf(name, frame.mesh) };
    else console.log(`${name}: no data in GRAZE_DATA`);
  }
  for (const { name, at } of MADE) {
    const { mesh, frameCount, positions } = scenes[name]();
    const [x0, x1] = [0, 1].map((step) => {
      const x = new Float64Array(3 * mesh.vertexCount);
      positions(Math.round(at * (frameCount - 2)) + step, x);
      return x;
    });
    yield { name: `scene ${name}`, frame: { mesh, x0, x1 }, truth: null };
  }
}

function missingFrom(found: Found, wanted: Found): number {
  let missing = 0;
  for (const name of wanted) if (!found.has(name)) missing++;
  return missing;
}

function cpuMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

const sum = (values: readonly number[]) => values.reduce((total, x) => total + x, 0);

function measure({ name, frame, truth }: Case) {
  const { mesh, x0, x1 } = frame;
  const collider = new MeshCollider(mesh);
  const peers = [false, true].map((isOnce) => ({
    by: isOnce ? 'three-mesh-bvh, pairs once' : 'three-mesh-bvh',
    engine: new ThreeMeshBvh(frame, isOnce),
    found: new Set<number>(),
    times: [] as number[],
  }));
  const exact = namesOf(mesh, collider.collide(x0, x1));
  const expected = truth ?? exact;
  const units: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    units.push(yardstick(1));
    times.push(cpuMs(() => collider.collide(x0, x1)));
    for (const peer of peers) {
      if (round >= PEER_ROUNDS || sum(peer.times) > PEER_BUDGET) continue;
      const run = () => {
        peer.found = peer.engine.collide();
      };
      peer.times.push(cpuMs(run));
    }
  }
  const [unit, graze] = [median(units), median(times)];
  const row = (by: string, found: Found, ms: number) => ({
    frame: name,
    triangles: mesh.faceCount,
    by,
    found: found.size,
    missing: missingFrom(found, expected),
    extra: missingFrom(expected, found),
    yardsticks: Number((ms / unit).toFixed(2)),
    ratio: Number((ms / graze).toFixed(2)),
  });
  return [row('graze', exact, graze), ...peers.map((peer) => row(peer.by, peer.found, median(peer.times)))];
}

const rows = [...cases()].flatMap((it) => measure(it));
console.table(rows);
const json = process.argv.indexOf('--json');
if (json > 0) writeFileSync(process.argv[json + 1], `${JSON.stringify(rows, null, 2)}\n`);
