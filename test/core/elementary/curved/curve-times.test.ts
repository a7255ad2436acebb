// vfTime, eeTime and the contacts for paths of degree 2 and 3: against the second oracle over every
// class of curved query, straight motion with more control points, minimum separations, and lists
// of pairs.
import { describe, expect, it } from 'vitest';
import { makeCurveScratch, makePairScratch } from '../../../../src/core/elementary/pair-buffers.ts';
import { QueryTimer } from '../../../../src/core/elementary/query-timer.ts';
import { seededRandom } from '../../../../src/core/math/random.ts';
import { KernelMemory } from '../../../../src/core/memory/kernel-memory.ts';
import { Hit, MeshContext, meshKernels } from '../../../../src/core/wasm/mesh.generated.ts';
import { eeContact, eeTime, elementaryContact, MeshError, vfContact, vfTime } from '../../../../src/index.ts';
import { type CurveDegree, curvedQueries, raise } from '../../../generate/curved-queries.ts';
import { queryClasses } from '../../../generate/queries.ts';
import { drawSeparation, faultOfSeparation } from '../../../oracle/check-separation.ts';
import { faultOfTime } from '../../../oracle/check-time.ts';
import { distanceAt } from '../../../oracle/least-distance.ts';

const SEED = 2024;
const KINDS = ['vf', 'ee'] as const;
const DEGREES: readonly CurveDegree[] = [2, 3];
const timeOf = { vf: vfTime, ee: eeTime };
const contactOf = { vf: vfContact, ee: eeContact };

/** The oracle takes up to seconds for extreme ones; long fuzz runs have them. */
const quick = (degree: CurveDegree) => curvedQueries(degree).filter(({ name }) => !/extreme/.test(name));

describe.each(DEGREES)(`paths of degree %d, seed ${SEED}`, (degree) => {
  const q = new Float64Array(12 * (degree + 1));

  it('agree with the oracle on every class', () => {
    const random = seededRandom(SEED);
    let hits = 0;
    for (const { name, fill } of quick(degree)) {
      for (let i = 0; i < 2; i++) {
        const kind = KINDS[i % 2];
        fill(kind, random, q, 0);
        const time = timeOf[kind](q, 0, 0, degree);
        if (time <= 1) hits++;
        expect(faultOfTime(kind, q, 0, time, degree), `${name}, query ${i}, time ${time}: ${q.join(', ')}`).toBeNull();
      }
    }
    expect(hits).toBeGreaterThan(80);
  });

  it('that are straight lines have the answers of straight lines', () => {
    const random = seededRandom(SEED);
    const straight = new Float64Array(24);
    let hits = 0;
    for (const { fill } of queryClasses.filter(({ name }) =>
      /lattice|contact-at|tilted|parallel|degenerate/.test(name),
    )) {
      for (let i = 0; i < 60; i++) {
        const kind = KINDS[i % 2];
        fill(kind, random, straight, 0);
        raise(degree, straight, q, 0);
        const [time, other] = [timeOf[kind](straight), timeOf[kind](q, 0, 0, degree)];
        expect(other <= 1, straight.join(', ')).toBe(time <= 1);
        if (time > 1) continue;
        hits++;
        expect(Math.abs(other - time)).toBeLessThanOrEqual(1e-10 + 1e-4 * time);
        expect(other === 0).toBe(time === 0);
      }
    }
    expect(hits).toBeGreaterThan(100);
  });

  it('have witnesses that coincide at the time, and unit normals', () => {
    const random = seededRandom(SEED);
    const out = elementaryContact();
    let hits = 0;
    for (const { name, fill } of quick(degree).filter((c) => !/large|subnormal|tiny/.test(c.name))) {
      for (const kind of KINDS) {
        fill(kind, random, q, 0);
        const time = contactOf[kind](q, 0, out, 0, degree);
        expect(out.time).toBe(time);
        if (time > 1) continue;
        hits++;
        const size = q.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        const message = `${name}, ${kind} at ${time}, normal ${out.normal}, weights ${out.weights}: ${q.join(', ')}`;
        expect(Math.abs(Math.hypot(...out.normal) - 1), message).toBeLessThan(1e-9);
        for (const w of out.weights) expect(w >= -1e-12 && w <= 1 + 1e-12, message).toBe(true);
        expect(distanceAt(kind, q, 0, time, degree), message).toBeLessThanOrEqual(1e-3 * size);
      }
    }
    expect(hits).toBeGreaterThan(60);
  });

  it('come within a separation', () => {
    const random = seededRandom(SEED);
    for (const { name, fill } of quick(degree).filter((c) => !/subnormal/.test(c.name))) {
      for (const kind of KINDS) {
        fill(kind, random, q, 0);
        const { separation, least } = drawSeparation(kind, q, random, degree);
        const time = timeOf[kind](q, 0, separation, degree);
        const fault = faultOfSeparation(kind, q, separation, least, time, degree);
        expect(fault, `${name}, ${kind}, least ${least}, separation ${separation}: ${q.join(', ')}`).toBeNull();
      }
    }
  });

  it('have the answers of single queries in a list of pairs', () => {
    const random = seededRandom(SEED);
    const bytes = 8 * (degree + 1);
    for (const count of [1, 2, 5, 8]) {
      for (const kind of KINDS) {
        const memory = new KernelMemory(meshKernels);
        const context = new MeshContext(memory, memory.allocate(MeshContext.BYTES));
        const scratch = makePairScratch(memory, count);
        const curves = makeCurveScratch(memory);
        const pairs = memory.allocate(8 * count);
        context.points = memory.allocate(12 * bytes * count);
        context.faces = memory.allocate(12 * count);
        context.edges = memory.allocate(16 * count);
        scratch.hits = memory.allocate(Hit.BYTES * count);
        curves.degree = degree;
        curves.clearance = 0;
        const timer = new QueryTimer();
        const hits: number[] = [];
        const open: number[] = [];
        for (let i = 0; i < count; i++) {
          const { fill } = quick(degree)[random.below(100)];
          fill(kind, random, q, 0);
          const points = memory.f64(context.points + 12 * bytes * i, 12 * (degree + 1));
          for (let at = 0; at < points.length; at++)
            points[at] = q[12 * (at % (degree + 1)) + Math.floor(at / (degree + 1))];
          memory.u32(context.faces + 12 * i, 3).set([4 * i + 1, 4 * i + 2, 4 * i + 3]);
          memory.u32(context.edges + 16 * i, 4).set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]);
          memory.u32(pairs + 8 * i, 2).set(kind === 'vf' ? [4 * i, i] : [2 * i, 2 * i + 1]);
          const before = timer.exactCount;
          const time = timer[kind](q, 0, 0, degree);
          if (timer.exactCount > before) open.push(i);
          else if (time <= 1) hits.push(i, time);
        }
        memory.kernels.timeCurves(context.address, scratch.address, curves.address, pairs, count, kind === 'ee');
        const found = Array.from({ length: scratch.hitCount }, (_, i) => new Hit(memory, scratch.hits + Hit.BYTES * i));
        const left = Array.from({ length: scratch.openCount }, (_, i) => new Hit(memory, scratch.open + Hit.BYTES * i));
        const pairOf = ({ a }: Hit) => (kind === 'vf' ? a / 4 : a / 2);
        expect(found.flatMap((hit) => [pairOf(hit), hit.time])).toEqual(hits);
        expect(left.map(pairOf)).toEqual(open);
      }
    }
  });

  it('are refused where a coordinate is missing or not finite', () => {
    q.fill(1);
    expect(() => vfTime(q.subarray(1), 0, 0, degree)).toThrow(MeshError);
    q[12 * degree + 7] = Number.NaN;
    expect(() => eeTime(q, 0, 0, degree)).toThrow('point 2');
  });
});

describe('curved motion', () => {
  /** A vertex that goes down and up again, through the triangle in z = 0 and back. */
  const dips = (depth: number) => [1, depth, 1].flatMap((z) => [0.25, 0.25, z, 0, 0, 0, 1, 0, 0, 0, 1, 0]);

  it('meets what its chord misses', () => {
    expect(vfTime([...dips(-3).slice(0, 12), ...dips(-3).slice(24)])).toBe(Infinity);
    // z = (1 − t)² − 6 t (1 − t) + t² = 8 t² − 8 t + 1
    expect(vfTime(dips(-3), 0, 0, 2)).toBeCloseTo((1 - Math.SQRT1_2) / 2, 12);
    expect(vfTime(dips(-0.99), 0, 0, 2)).toBe(Infinity);
    expect(vfTime(dips(-1), 0, 0, 2)).toBe(0.5);
    expect(vfTime(dips(-0.99), 0, 0.01, 2)).toBeLessThan(0.5);
  });

  it('works at any size of coordinates', () => {
    for (const scale of [2 ** 1000, 2 ** -1000]) {
      const q = dips(-3).map((x) => x * scale);
      expect(vfTime(q, 0, 0, 2)).toBeCloseTo((1 - Math.SQRT1_2) / 2, 12);
      expect(vfTime(q, 0, 0.1 * scale, 2)).toBeLessThan(0.1465);
      const out = elementaryContact();
      vfContact(q, 0, out, 0, 2);
      expect([...out.normal].map((x) => Math.round(x) + 0)).toEqual([0, 0, 1]);
      expect([...out.weights].map((w) => Math.round(100 * w) / 100)).toEqual([0.5, 0.25, 0.25]);
    }
  });

  it.each([0, 4, 1.5, Number.NaN])('refuses the degree %d', (degree) => {
    expect(() => vfTime(dips(-3), 0, 0, degree)).toThrow(RangeError);
    expect(() => eeTime(dips(-3), 0, 0, degree)).toThrow(RangeError);
  });
});
