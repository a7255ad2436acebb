// A mesh beyond one memory: two waving sheets of 20 million triangles in partitions, with a million
// contacts and more, beside the same sheets with a million triangles in one memory. Prints CPU time
// per triangle of the first step and of further steps, and the largest amount of resident memory.
// Optional: --triangles N, --partitions N, --kept BYTES (12 GB by default), --steps N,
// --json FILE; --base N is the mesh that it is compared with, 0 for none.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MeshCollider, type TriMesh } from '../src/index.ts';
import { cpuMs, median } from './measure.ts';
import { twoSheets } from './two-sheets.ts';

const { values } = parseArgs({
  options: {
    triangles: { type: 'string', default: '20000000' },
    base: { type: 'string', default: '1000000' },
    partitions: { type: 'string' },
    kept: { type: 'string', default: '12000000000' },
    steps: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});

/** The promised largest cost per triangle, relative to one memory. */
const MAX_GROWTH = 1.5;

interface Cost {
  readonly triangles: number;
  readonly contacts: number;
  /** Nanoseconds per triangle: the mesh and its topology, the first step with the collider, a later one. */
  readonly topologyNs: number;
  readonly firstNs: number;
  readonly laterNs: number;
  /** Resident memory in GB: the most so far. */
  readonly peakGB: number;
}

/** The largest resident memory of this process so far, in GB. */
const peakGB = (): number => process.resourceUsage().maxRSS / 1e6;

function measure(size: number, options: { partitions?: number; keptBytes?: number }): Cost {
  let mesh!: TriMesh;
  let positions!: (frame: number) => Float64Array;
  const topologyMs = cpuMs(() => {
    ({ mesh, positions } = twoSheets(size));
    mesh.topology;
  });
  let [x0, x1] = [positions(0), positions(1)];
  let collider!: MeshCollider;
  let contacts = 0;
  const step = () => {
    contacts = collider.collide(x0, x1).count;
  };
  const firstMs = cpuMs(() => {
    collider = new MeshCollider(mesh, options);
    step();
  });
  const later: number[] = [];
  for (let frame = 2; frame <= Number(values.steps); frame++) {
    [x0, x1] = [x1, positions(frame)];
    later.push(cpuMs(step));
  }
  const perTriangle = (ms: number): number => (1e6 * ms) / mesh.faceCount;
  const cost: Cost = {
    triangles: mesh.faceCount,
    contacts,
    topologyNs: perTriangle(topologyMs),
    firstNs: perTriangle(firstMs),
    laterNs: perTriangle(median(later)),
    peakGB: peakGB(),
  };
  collider.dispose();
  console.log(
    `${cost.triangles} triangles, ${contacts} contacts: topology ${cost.topologyNs.toFixed(0)} ns a triangle,`,
    `first step ${cost.firstNs.toFixed(0)}, later steps ${cost.laterNs.toFixed(0)};`,
    `resident memory ${cost.peakGB.toFixed(1)} GB at most`,
  );
  return cost;
}

const partitions = values.partitions === undefined ? undefined : Number(values.partitions);
// This run only compiles all code.
measure(20_000, {});
const measureBase = () => (Number(values.base) > 0 ? measure(Number(values.base), {}) : null);
const before = measureBase();
const large = measure(Number(values.triangles), {
  ...(partitions && { partitions }),
  keptBytes: Number(values.kept),
});
// Before and after, because other processes may have come or gone.
const after = measureBase();
if (before && after) {
  const first = (2 * large.firstNs) / (before.firstNs + after.firstNs);
  const later = (2 * large.laterNs) / (before.laterNs + after.laterNs);
  console.log(
    `cost per triangle relative to ${before.triangles} triangles: ${first.toFixed(2)} in the first step, ${later.toFixed(2)} later`,
    Math.max(first, later) > MAX_GROWTH ? `! over ${MAX_GROWTH}` : '',
  );
}
if (values.json) writeFileSync(values.json, `${JSON.stringify({ before, large, after }, null, 2)}\n`);
