// The shattering scene: what `retopologize` costs beside a rebuild, both with the topology and all that a collider has ready before
// its next step; and that its contacts are those of a fresh build. The scene runs twice: the first time only warms up. Optional: --scale S.
import { parseArgs } from 'node:util';
import { scenes } from '../scenes/index.ts';
import type { Scene } from '../scenes/scene.ts';
import { type Contacts, MeshCollider, TriMesh } from '../src/index.ts';
import { cpuMs, median } from './measure.ts';

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scene = scenes.shattering({ scale: Number(values.scale) });

/** What the collider does before it looks at bounds: the tree, if it needs a new one, and the tables in its order. */
const prepare = (collider: MeshCollider, x0: Float64Array, x1: Float64Array): void =>
  (collider as unknown as { prepare(x0: Float64Array, x1: Float64Array): void }).prepare(x0, x1);

interface Row {
  readonly frame: number;
  readonly mesh: TriMesh;
  readonly share: number;
  readonly count: number;
  readonly update: number;
  readonly rebuild: number;
  /** Warm steps after the change, and on the fresh build. */
  readonly warm: number;
  readonly warmFresh: number;
}

function run({ mesh: first, frameCount, positions, breaks }: Scene): Row[] {
  const collider = new MeshCollider(first);
  const x0 = new Float64Array(3 * first.vertexCount);
  const x1 = new Float64Array(3 * first.vertexCount);
  const rows: Row[] = [];
  for (let frame = 0; frame + 1 < frameCount; frame++) {
    const change = breaks?.(frame) ?? null;
    positions(frame, x0);
    positions(frame + 1, x1);
    let fresh = collider;
    let update = 0;
    let rebuild = 0;
    if (change) {
      update = cpuMs(() => {
        collider.retopologize(change);
        prepare(collider, x0, x1);
      });
      const { mesh } = collider;
      rebuild = cpuMs(() => {
        fresh = new MeshCollider(TriMesh.from(mesh.triangles, mesh.vertexCount));
        prepare(fresh, x0, x1);
      });
    }
    const contacts = collider.collide(x0, x1);
    if (!change) continue;
    const { count } = same(contacts, fresh.collide(x0, x1));
    const warm = cpuMs(() => collider.collide(x0, x1));
    const warmFresh = cpuMs(() => fresh.collide(x0, x1));
    const share = (change.removeFaces.length + change.addFaces.length / 3) / 2 / collider.mesh.faceCount;
    rows.push({ frame, mesh: collider.mesh, share, count, update, rebuild, warm, warmFresh });
  }
  return rows;
}

run(scene);
const rows = run(scene);
console.log('frame  triangles  changed  objects  contacts  retopologize ms  rebuild ms   ratio   warm ms  fresh ms');
for (const { frame, mesh, share, count, update, rebuild, warm, warmFresh } of rows) {
  console.log(
    `${frame}`.padStart(5),
    `${mesh.faceCount}`.padStart(10),
    `${(100 * share).toFixed(2)} %`.padStart(8),
    `${mesh.topology.componentCount}`.padStart(8),
    `${count}`.padStart(9),
    update.toFixed(1).padStart(16),
    rebuild.toFixed(1).padStart(11),
    (update / rebuild).toFixed(3).padStart(7),
    warm.toFixed(1).padStart(9),
    warmFresh.toFixed(1).padStart(9),
  );
}
const ratio = median(rows.map(({ update, rebuild }) => update / rebuild));
console.log(
  `${rows.length} breaks; every step's contacts equal those of a fresh build; median ratio ${ratio.toFixed(3)}`,
);

function same(a: Contacts, b: Contacts): Contacts {
  const equal = (p: ArrayLike<number>, q: ArrayLike<number>, n: number) => {
    for (let i = 0; i < n; i++) if (p[i] !== q[i]) return false;
    return true;
  };
  const { count } = a;
  const ok =
    count === b.count &&
    equal(a.kind, b.kind, count) &&
    equal(a.a, b.a, count) &&
    equal(a.b, b.b, count) &&
    equal(a.time, b.time, count) &&
    equal(a.normal, b.normal, 3 * count);
  if (!ok) throw new Error(`Contacts differ from those of a fresh build: ${count} and ${b.count}.`);
  return a;
}
