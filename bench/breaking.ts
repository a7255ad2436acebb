// The shattering scene: the cost of `retopologize` compared with a rebuild, and a check that its
// contacts are those of a fresh build. Both include the topology and everything that the collider
// prepares before its next step: trees, tables, orphans, connected patches. The scene runs several
// times; the minimum time of each break counts. Optional: --scale S, --passes N.
import { parseArgs } from 'node:util';
import { scenes } from '../scenes/index.ts';
import { type Contacts, iccdWithCones, MeshCollider, TriMesh } from '../src/index.ts';
import { cpuMs, median } from './measure.ts';

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, passes: { type: 'string', default: '3' } },
});
const { mesh: first, frameCount, positions, breaks } = scenes.shattering({ scale: Number(values.scale) });
const x0 = new Float64Array(3 * first.vertexCount);
const x1 = new Float64Array(3 * first.vertexCount);

/**
 * Private parts of the collider: what it does before it computes bounds, and the patches that it
 * would build in the first step.
 */
interface Insides {
  readonly motion: { set(x0: Float64Array, x1: Float64Array): void };
  readonly pairSearch: { prepare(): void };
  readonly stages: { readonly quiet: { buildAtOnce(): void } };
}
const insides = (collider: MeshCollider) => (collider as unknown as { search: Insides }).search;

/** Sets the step and builds what it needs before bounds. */
function prepare(collider: MeshCollider): void {
  insides(collider).motion.set(x0, x1);
  insides(collider).pairSearch.prepare();
}

interface Row {
  readonly frame: number;
  readonly mesh: TriMesh;
  readonly share: number;
  count: number;
  update: number;
  trees: number;
  patches: number;
}

/**
 * Runs the scene and lets `atBreak` change the mesh; colliders step through all frames, so that
 * their trees follow.
 */
function run(atBreak: (collider: MeshCollider, frame: number) => void): void {
  const collider = new MeshCollider(first, { recipe: iccdWithCones });
  for (let frame = 0; frame + 1 < frameCount; frame++) {
    positions(frame, x0);
    positions(frame + 1, x1);
    // If the tree is due for a rebuild anyway, that happens before the change and is not measured.
    prepare(collider);
    if (breaks?.(frame)) atBreak(collider, frame);
    else if (frame % 4 === 0) collider.collide(x0, x1);
  }
}

const rows = new Map<number, Row>();
for (let pass = 0; pass < Number(values.passes); pass++) {
  run((collider, frame) => {
    const change = breaks?.(frame);
    if (!change) return;
    const update = cpuMs(() => {
      collider.retopologize(change);
      prepare(collider);
    });
    const { mesh } = collider;
    const share = (change.removeFaces.length + change.addFaces.length / 3) / 2 / mesh.faceCount;
    const row = rows.get(frame) ?? { frame, mesh, share, count: 0, update, trees: 1 / 0, patches: 1 / 0 };
    row.update = Math.min(row.update, update);
    rows.set(frame, row);
    collider.collide(x0, x1);
  });
}
for (let pass = 0; pass < Number(values.passes); pass++) {
  for (const row of rows.values()) {
    positions(row.frame, x0);
    positions(row.frame + 1, x1);
    let fresh: MeshCollider | null = null;
    const trees = cpuMs(() => {
      const mesh = TriMesh.from(row.mesh.triangles, row.mesh.vertexCount);
      fresh = new MeshCollider(mesh, { recipe: iccdWithCones });
      prepare(fresh);
    });
    const patches = cpuMs(() => insides(fresh as unknown as MeshCollider).stages.quiet.buildAtOnce());
    row.trees = Math.min(row.trees, trees);
    row.patches = Math.min(row.patches, patches);
  }
}
run((collider, frame) => {
  const row = rows.get(frame);
  const change = breaks?.(frame);
  if (!row || !change) return;
  collider.retopologize(change);
  row.count = same(collider.collide(x0, x1), new MeshCollider(collider.mesh).collide(x0, x1)).count;
});

console.log(
  'frame  triangles  changed  objects  contacts  retopologize ms  rebuild ms (trees + patches)  ratio  to trees alone',
);
for (const { frame, mesh, share, count, update, trees, patches } of rows.values()) {
  console.log(
    `${frame}`.padStart(5),
    `${mesh.faceCount}`.padStart(10),
    `${(100 * share).toFixed(2)} %`.padStart(8),
    `${mesh.topology.componentCount}`.padStart(8),
    `${count}`.padStart(9),
    update.toFixed(1).padStart(16),
    `${(trees + patches).toFixed(0)} (${trees.toFixed(0)} + ${patches.toFixed(0)})`.padStart(29),
    (update / (trees + patches)).toFixed(3).padStart(6),
    (update / trees).toFixed(3).padStart(15),
  );
}
const all = [...rows.values()];
const ratio = median(all.map(({ update, trees, patches }) => update / (trees + patches)));
const toTrees = median(all.map(({ update, trees }) => update / trees));
console.log(
  `${all.length} breaks; every step's contacts equal those of a fresh build; median ratio ${ratio.toFixed(3)}, to trees alone ${toTrees.toFixed(3)}`,
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
