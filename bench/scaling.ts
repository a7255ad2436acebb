// How cost and memory grow with the mesh: two waving sheets that touch everywhere, so that contacts
// are a fixed fraction of the triangles. Prints CPU time of a warm step against triangles, with the
// slope of its logarithms; and bytes per triangle of everything that a collider keeps except pair
// and hit buffers. Optional: --sizes 10000,30000 (triangles), --json FILE; --large N asks for more
// than a collider can hold.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { iccd, iccdWithCones, MeshCollider } from '../src/index.ts';
import { cpuMs, median, slopeOf } from './measure.ts';
import { bytesOfStructures, linearBytes } from './memory.ts';
import { twoSheets } from './two-sheets.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,30000,100000,300000,1000000' },
    large: { type: 'string' },
    json: { type: 'string' },
  },
});

/** The promised maximum slope of the logarithms. */
const MAX_SLOPE = 1.15;
/** The promised maximum number of bytes per triangle. */
const MAX_BYTES_PER_TRIANGLE = 500;

/** The numbers of triangles for which bytes are counted. */
const MEMORY_SIZES = [100_000, 1_000_000];
/** Steps with forced cones before bytes are counted; they have built their patches by then. */
const STEPS_BEFORE_MEMORY = 3;

/** The minimum number of rounds: enough to measure the largest mesh. */
const ROUNDS = 5;
/** Small meshes, whose steps are short, get more rounds: this number divided by their triangles. */
const TRIANGLES_PER_ROUND = 300_000;

interface Cost {
  readonly triangles: number;
  readonly contacts: number;
  readonly ms: number;
}

/** Measures a collider that has taken two steps before. */
function measureCost(size: number): Cost {
  const { mesh, positions } = twoSheets(size);
  const collider = new MeshCollider(mesh, { recipe: iccd });
  const spent: number[] = [];
  const rounds = Math.max(ROUNDS, Math.round(TRIANGLES_PER_ROUND / size));
  let x0 = positions(0);
  let contacts = 0;
  for (let frame = 1; frame <= 2 + rounds; frame++) {
    const x1 = positions(frame);
    spent.push(
      cpuMs(() => {
        contacts = collider.collide(x0, x1).count;
      }),
    );
    x0 = x1;
  }
  return { triangles: mesh.faceCount, contacts, ms: median(spent.slice(2)) };
}

interface Weight {
  readonly triangles: number;
  /** Bytes per triangle. */
  readonly structures: readonly (readonly [string, number])[];
  readonly sum: number;
  readonly linear: number;
}

function weigh(size: number): Weight {
  const { mesh, positions } = twoSheets(size);
  const collider = new MeshCollider(mesh, { recipe: iccdWithCones });
  for (let frame = 0; frame < STEPS_BEFORE_MEMORY; frame++) collider.collide(positions(frame), positions(frame + 1));
  const { faceCount } = mesh;
  const structures = [...bytesOfStructures(collider)]
    .map(([name, bytes]) => [name, bytes / faceCount] as const)
    .toSorted((a, b) => b[1] - a[1]);
  const sum = structures.reduce((total, [, bytes]) => total + bytes, 0);
  return { triangles: faceCount, structures, sum, linear: linearBytes(collider) / faceCount };
}

/**
 * Exceeding the capacity of a collider must end in an error that says so. All vertices are at one
 * point: every pair of faces is close.
 */
function tryLarge(size: number): string {
  try {
    const { mesh } = twoSheets(size);
    const x = new Float64Array(3 * mesh.vertexCount);
    const { count } = new MeshCollider(mesh).collide(x, x);
    return `${mesh.faceCount} triangles: ${count} contacts`;
  } catch (error) {
    return error instanceof RangeError ? `RangeError: ${error.message}` : `not a RangeError: ${error}`;
  }
}

const sizes = values.sizes.split(',').map(Number);
// This run only compiles all code.
measureCost(sizes[0]);
const costs = sizes.map((size) => {
  const cost = measureCost(size);
  const { triangles, contacts, ms } = cost;
  console.log(
    `${triangles}`.padStart(8),
    'triangles,',
    (contacts / triangles).toFixed(3),
    'contacts a triangle:',
    ms.toFixed(1).padStart(7),
    'ms,',
    ((1e6 * ms) / triangles).toFixed(0),
    'ns a triangle',
  );
  return cost;
});
const slope = slopeOf(costs.map(({ triangles, ms }) => [triangles, ms]));
if (sizes.length > 1) console.log(`slope ${slope.toFixed(3)}${slope > MAX_SLOPE ? ` ! over ${MAX_SLOPE}` : ''}`);

const weights = MEMORY_SIZES.filter((size) => size <= Math.max(...sizes)).map((size) => {
  const weight = weigh(size);
  const { triangles, structures, sum, linear } = weight;
  console.log(
    `\n${triangles} triangles: ${sum.toFixed(0)} bytes a triangle in ${structures.length} structures`,
    sum > MAX_BYTES_PER_TRIANGLE ? `! over ${MAX_BYTES_PER_TRIANGLE}` : '',
  );
  for (const [name, bytes] of structures.slice(0, 16)) console.log(bytes.toFixed(1).padStart(8), name);
  console.log(
    `linear memory in all, with pair and hit buffers and what they left behind: ${linear.toFixed(0)} bytes a triangle`,
  );
  return weight;
});

const large = values.large ? tryLarge(Number(values.large)) : undefined;
if (large) console.log(`\n${large}`);
if (values.json) writeFileSync(values.json, `${JSON.stringify({ costs, slope, weights, large }, null, 2)}\n`);
