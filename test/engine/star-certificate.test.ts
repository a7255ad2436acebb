// Faces that share a vertex: `intersections` finds the same pairs as an exact test of all pairs,
// wherever a certificate speaks for a whole star, and certificates speak for nearly all stars of a
// smooth mesh.
import { describe, expect, it, vi } from 'vitest';
import { compileKernels } from '../../scripts/compile-kernels.mjs';
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { LinearMemory } from '../../src/core/memory/linear-memory.ts';
import { TriMesh } from '../../src/core/mesh/tri-mesh.ts';
import { VertexMotion } from '../../src/core/motion/vertex-motion.ts';
import { PairBuffer } from '../../src/core/pairs/pair-buffer.ts';
import { KernelModule } from '../../src/core/wasm/kernel-module.ts';
import { StarCertificate } from '../../src/engine/star-certificate.ts';
import { MeshCollider } from '../../src/index.ts';
import { smoothShapes, treacherousShapes } from '../generate/surfaces.ts';
import { crossingFaces } from '../oracle/crossing-faces.ts';

type Point = readonly [number, number, number];
interface Placed {
  readonly mesh: TriMesh;
  readonly x: Float64Array;
}

/** Faces around vertex 0, with the others as spokes in order; `closed`: the first follows the last. */
function fan(spokes: readonly Point[], closed: boolean): Placed {
  const count = spokes.length;
  const triangles: number[] = [];
  for (let i = 0; i < (closed ? count : count - 1); i++) triangles.push(0, 1 + i, 1 + ((i + 1) % count));
  return { mesh: TriMesh.from(triangles, count + 1), x: Float64Array.from([[0, 0, 0], ...spokes].flat()) };
}

/** Spokes that go round `turns` times, seen from above, with random lengths and heights. */
function roundSpokes(count: number, turns: number, height: number, random: Random): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i + 0.4 * random.next()) / count) * 2 * Math.PI * turns;
    const length = random.between(0.5, 1.5);
    return [length * Math.cos(angle), length * Math.sin(angle), height * random.between(-0.5, 0.5)] as const;
  });
}

/**
 * An open fan in a plane whose last spoke lies on the first, a little before it, or a little
 * beyond.
 */
function seam(random: Random): Placed {
  const spokes = roundSpokes(6 + random.below(4), 0.93, 0, random);
  const [x, y] = spokes[0];
  const scale = random.between(0.5, 2);
  const ulps = random.below(3) - 1;
  return fan([...spokes, [scale * x, scale * y * (1 + ulps * 2 ** -52), 0]], false);
}

const classes: readonly { readonly name: string; make(random: Random): Placed }[] = [
  { name: 'a flat disc', make: (random) => fan(roundSpokes(3 + random.below(7), 1, 0, random), true) },
  { name: 'a rough disc', make: (random) => fan(roundSpokes(3 + random.below(7), 1, 2, random), true) },
  { name: 'a disc that goes round twice', make: (random) => fan(roundSpokes(7 + random.below(5), 2, 1, random), true) },
  { name: 'an open fan', make: (random) => fan(roundSpokes(3 + random.below(7), random.next(), 1, random), false) },
  {
    name: 'an open fan of more than a turn',
    make: (random) => fan(roundSpokes(9, random.between(1, 2), 0.5, random), false),
  },
  { name: 'a seam', make: seam },
  {
    name: 'two fans of one vertex',
    make: (random) => {
      const { mesh, x } = fan([...roundSpokes(4, 0.4, 1, random), ...roundSpokes(4, 0.9, 1, random)], false);
      return {
        mesh: TriMesh.from(
          mesh.triangles.filter((_, i) => Math.floor(i / 3) !== 3),
          mesh.vertexCount,
        ),
        x,
      };
    },
  },
  {
    name: 'faces wound against each other',
    make: (random) => {
      const { mesh, x } = fan(roundSpokes(6, 1, 1, random), true);
      const turned = Array.from({ length: mesh.faceCount }, (_, f) => {
        const [a, b, c] = mesh.triangles.subarray(3 * f, 3 * f + 3);
        return random.below(3) === 0 ? [a, c, b] : [a, b, c];
      });
      return { mesh: TriMesh.from(turned.flat(), mesh.vertexCount), x };
    },
  },
];

/** The pairs of faces that share a vertex and have more in common than the mesh says. */
function crossingPairs({ mesh, x }: Placed): string[] {
  return crossingFaces(mesh, x, (f, g) => mesh.topology.sharesVertex(f, g));
}

function pairsOf(Collider: typeof MeshCollider, { mesh, x }: Placed): string[] {
  const { count, a, b } = new Collider(mesh).intersections(x);
  const pairs = Array.from({ length: count }, (_, i) => [a[i], b[i]]);
  return pairs.filter(([f, g]) => mesh.topology.sharesVertex(f, g)).map(([f, g]) => `${f} ${g}`);
}

/** How many pairs of faces that share a vertex are left to the exact test. */
function listedPairs({ mesh, x }: Placed): number {
  const memory = new LinearMemory();
  const motion = new VertexMotion(memory, mesh);
  motion.set(x, x);
  const pairs = new PairBuffer(memory);
  new StarCertificate(motion).collect(pairs, () => true);
  return pairs.count;
}

describe.each(classes)('$name', ({ make }) => {
  it.each([1, 2 ** 90, 2 ** -90, 2 ** 300, 2 ** -300])('crosses itself where the exact test says so, × %d', (scale) => {
    for (let seed = 1; seed <= 40; seed++) {
      const { mesh, x } = make(seededRandom(seed));
      const placed = { mesh, x: x.map((c) => c * scale) };
      expect(pairsOf(MeshCollider, placed), `seed ${seed}`).toEqual(crossingPairs(placed));
    }
  });
});

it.each([...smoothShapes, ...treacherousShapes])('$name crosses itself where the exact test says so', ({ make }) => {
  for (let seed = 1; seed <= 3; seed++) {
    const { mesh, x0: x } = make(seed);
    expect(pairsOf(MeshCollider, { mesh, x }), `seed ${seed}`).toEqual(crossingPairs({ mesh, x }));
  }
});

describe('certificates', () => {
  it('exclude all pairs of a disc and of an open fan that stay in a plane', () => {
    const random = seededRandom(5);
    expect(listedPairs(fan(roundSpokes(8, 1, 0, random), true))).toBe(0);
    expect(listedPairs(fan(roundSpokes(8, 0.7, 0, random), false))).toBe(0);
  });

  it('exclude nothing around a vertex with a crossing', () => {
    const random = seededRandom(6);
    for (const { make } of classes)
      for (let i = 0; i < 20; i++) {
        const placed = make(random);
        expect(listedPairs(placed)).toBeGreaterThanOrEqual(crossingPairs(placed).length);
      }
  });

  it('speak of objects that may meet themselves only', () => {
    const random = seededRandom(7);
    const { mesh, x } = fan(roundSpokes(9, 2, 1, random), true);
    expect(new MeshCollider(mesh).intersections(x).count).toBeGreaterThan(0);
    expect(new MeshCollider(mesh, { selfCollision: false }).intersections(x).count).toBe(0);
  });
});

describe('mutation of the rounding bounds', () => {
  /** Seams that get a wrong answer with all bounds scaled. */
  async function faults(boundPercent: number): Promise<number> {
    const kernels = new KernelModule(Buffer.from(compileKernels(boundPercent)).toString('base64'));
    vi.resetModules();
    vi.doMock('../../src/core/wasm/mesh.generated.ts', async (original) => ({
      ...(await original<object>()),
      meshKernels: kernels,
    }));
    const { MeshCollider: Mutant } = await import('../../src/engine/mesh-collider.ts');
    const random = seededRandom(11);
    let found = 0;
    for (let i = 0; i < 400; i++) {
      const placed = seam(random);
      if (pairsOf(Mutant as typeof MeshCollider, placed).join() !== crossingPairs(placed).join()) found++;
    }
    return found;
  }

  it('fails without bounds', async () => expect(await faults(0)).toBeGreaterThan(0));
  it('passes with all of them', async () => expect(await faults(100)).toBe(0));
});

it('lists places of faces also where the list makes the memory grow', () => {
  const random = seededRandom(8);
  const count = 400;
  const discs = Array.from({ length: count }, () => fan(roundSpokes(12, 2, 1, random), true));
  const { mesh } = TriMesh.merge(discs.map((disc) => disc.mesh));
  const x = Float64Array.from(discs.flatMap((disc) => Array.from(disc.x)));
  const memory = new LinearMemory();
  const motion = new VertexMotion(memory, mesh);
  motion.set(x, x);
  const before = memory.bytes.length;
  const pairs = new PairBuffer(memory, 1);
  new StarCertificate(motion).collect(pairs, () => true);
  expect(memory.bytes.length).toBeGreaterThan(before);
  for (let i = 0; i < pairs.count; i++) {
    const [f, g] = pairs.ids.subarray(2 * i, 2 * i + 2);
    expect(f).not.toBe(g);
    expect(mesh.topology.sharesVertex(f, g)).toBe(true);
  }
  expect(pairs.count).toBeGreaterThan(count);
});
