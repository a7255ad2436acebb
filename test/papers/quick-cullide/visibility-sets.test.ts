// The sets and lemmas of §4.1, and how far they go beyond CULLIDE, on the scenes of the paper's tables, made smaller.
import { describe, expect, it } from 'vitest';
import { meshAt } from '../../../scenes/scene.ts';
import { visibilityScenes } from '../../../scenes/visibility/index.ts';
import {
  type Culling,
  type Positions,
  type TriMesh,
  type ViewName,
  VisibilityCuller,
  type VisibilityOptions,
} from '../../../src/gpu.ts';
import { visibleScenes } from '../../generate/visible-scenes.ts';
import { crossingPairs, faceCountOf, missed } from '../../oracle/visible-truth.ts';

const SCALE = 0.05;
const rendered = ({ passes }: Culling) => passes.reduce((sum, pass) => sum + pass.rendered, 0);

function late(name: string): { mesh: TriMesh; x: Positions } {
  const scene = visibilityScenes[name]({ scale: SCALE });
  const frame = Math.floor(0.8 * scene.frameCount);
  const mesh = meshAt(scene, frame);
  const x = new Float64Array(3 * mesh.vertexCount);
  scene.positions(frame, x);
  return { mesh, x };
}

function componentsOf({ triangles, topology, faceCount }: TriMesh): Uint32Array {
  return Uint32Array.from({ length: faceCount }, (_, f) => topology.componentOf[triangles[3 * f]]);
}

/** The views of §5. */
const tables: readonly [string, readonly ViewName[]][] = [
  ['round-table-cloth', ['+x', '+z']],
  ['breaking-objects', ['+x', '+y', '+z']],
  ['falling-leaves', ['+x', '+y', '+z']],
];

describe.each(tables)('on %s', (name, views) => {
  const { mesh, x } = late(name);
  const pairs = crossingPairs(mesh, x);
  const cull = (algorithm: 'quick-cullide' | 'cullide', mostRounds = Infinity) =>
    new VisibilityCuller(mesh, { resolution: 1024, views, algorithm, mostRounds }).cull(x);

  it('after two rounds it keeps at most half of what CULLIDE keeps beyond the colliding faces, and renders fewer', () => {
    const [quick, slow] = [cull('quick-cullide', 2), cull('cullide', 2)];
    const colliding = faceCountOf(pairs);
    expect(colliding).toBeGreaterThan(0);
    expect(quick.size - colliding).toBeLessThanOrEqual(0.5 * (slow.size - colliding));
    expect(rendered(quick)).toBeLessThan(rendered(slow));
    expect([...missed(quick, pairs), ...missed(slow, pairs)]).toEqual([]);
  });

  it('at the end it keeps no face that CULLIDE prunes', () => {
    const [quick, slow] = [cull('quick-cullide'), cull('cullide')];
    expect([quick.converged, slow.converged]).toEqual([true, true]);
    expect(quick.mask.filter((kept, f) => kept > slow.mask[f])).toHaveLength(0);
  });
});

it('between objects, parts leave fewer faces and no pair less, and render fewer than CULLIDE', () => {
  const { mesh, x } = late('breaking-objects');
  const objectOf = componentsOf(mesh);
  const pairs = crossingPairs(mesh, x).filter(([f, g]) => objectOf[f] !== objectOf[g]);
  const cull = (options: VisibilityOptions) =>
    new VisibilityCuller(mesh, { resolution: 512, objectOf, ...options }).cull(x);
  const [whole, inParts, usual, slow] = [{ parts: false }, { parts: true }, {}, { algorithm: 'cullide' } as const].map(
    (options) => cull(options),
  );
  const colliding = faceCountOf(pairs);
  expect(colliding).toBeGreaterThan(0);
  expect(missed(inParts, pairs)).toEqual([]);
  expect(usual.mask).toEqual(inParts.mask);
  expect(inParts.mask.filter((kept, f) => kept > whole.mask[f])).toHaveLength(0);
  expect(whole.size).toBeLessThan(slow.size);
  expect(inParts.size - colliding).toBeLessThan(0.9 * (whole.size - colliding));
  expect(rendered(inParts)).toBeLessThan(rendered(slow));
  expect(inParts.sets.ffv + inParts.sets.sfv + inParts.sets.nfv).toBe(inParts.size);
  expect(inParts.converged).toBe(true);
});

it('hands down pairs of objects: fewer are rendered with the sets, fewer left by pairs', () => {
  const { mesh, x } = late('breaking-objects');
  const objectOf = componentsOf(mesh);
  const [objects, sets, pairs] = (['objects', 'sets', 'pairs'] as const).map((handedDown) =>
    new VisibilityCuller(mesh, { resolution: 512, objectOf, handedDown, parts: false }).cull(x),
  );
  const level = sets.objects;
  expect(level?.pairs.length).toBeLessThan(2 * (level?.overlapping ?? 0));
  expect(level?.sets.ffv).toBeGreaterThan(0);
  expect(level?.sets.sfv).toBeGreaterThan(0);
  expect(sets.mask.filter((kept, f) => kept > objects.mask[f])).toHaveLength(0);
  expect(rendered(sets)).toBeLessThan(rendered(objects));
  expect(pairs.mask.filter((kept, f) => kept > sets.mask[f])).toHaveLength(0);
  expect(pairs.size).toBeLessThan(sets.size);
  const inPair = new Set(level?.pairs);
  for (const culling of [objects, sets, pairs])
    for (const [f, kept] of culling.mask.entries()) if (kept) expect(inPair).toContain(objectOf[f]);
  expect(sets.passes[0].tested).toBeLessThan(objects.passes[0].tested);
});

it('objects and self-collision in one run: the mask of both runs', () => {
  const { mesh, x } = late('falling-leaves');
  const objectOf = componentsOf(mesh);
  const cull = (selfColliding: boolean | ArrayLike<number>, views: readonly ViewName[] = ['+x', '+y', '+z']) =>
    new VisibilityCuller(mesh, { resolution: 512, objectOf, selfColliding, views }).cull(x);
  const [between, both, none] = [cull(false), cull(true), cull([])];
  expect(between.self).toBeNull();
  expect(none.mask).toEqual(between.mask);
  expect(between.mask.filter((kept, f) => kept > both.mask[f])).toHaveLength(0);
  // Along one view every leaf that is bent hides parts of itself.
  const [bent] = [cull(true, ['+x'])];
  expect(bent.self?.size).toBeGreaterThan(0);
  const united = bent.mask.reduce((sum, kept) => sum + kept, 0);
  expect(united).toBe(bent.size);
  expect(united).toBeLessThanOrEqual((bent.self?.size ?? 0) + cull(false, ['+x']).size);
  // One object alone: what it leaves is what a run without objects leaves, on the same grid.
  const whole = new Uint32Array(mesh.faceCount);
  const [alone, mesh2] = [{ objectOf: whole, selfColliding: true }, { order: 'index' } as const].map((options) =>
    new VisibilityCuller(mesh, { resolution: 512, ...options }).cull(x),
  );
  expect(alone.mask).toEqual(mesh2.mask);
  expect(alone.objects).toMatchObject({ visible: 0, left: 0 });
});

it('parts leave fewer faces of a mesh, and no pair less', () => {
  const { mesh, x } = late('falling-leaves');
  const [whole, inParts] = [false, true].map((parts) => new VisibilityCuller(mesh, { resolution: 512, parts }).cull(x));
  expect(missed(inParts, crossingPairs(mesh, x))).toEqual([]);
  expect(inParts.mask.filter((kept, f) => kept > whole.mask[f])).toHaveLength(0);
  expect(inParts.size).toBeLessThan(0.9 * whole.size);
  const sizes = inParts.passes.map(({ left }) => left);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(sizes.at(-1)).toBe(inParts.size);
});

it('the order of objects does not change what CULLIDE leaves', () => {
  const { mesh, x } = late('breaking-objects');
  const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => f % 7);
  const [index, sorted] = (['index', 'back-to-front'] as const).map((order) =>
    new VisibilityCuller(mesh, { resolution: 256, objectOf, order, algorithm: 'cullide' }).cull(x),
  );
  expect(sorted.mask).toEqual(index.mask);
});

it.each([1, 4, 7, 12])('stops after %i rounds, in parts too, and misses nothing', (mostRounds) => {
  const { mesh, x } = late('round-table-cloth');
  const culling = new VisibilityCuller(mesh, { resolution: 256, parts: true, mostRounds }).cull(x);
  expect(culling.rounds).toBeLessThanOrEqual(mostRounds);
  expect(culling.passes).toHaveLength(6 * culling.rounds);
  expect(missed(culling, crossingPairs(mesh, x))).toEqual([]);
});

it('the set never grows, and a round that changes nothing is the last', () => {
  const { mesh, x } = late('round-table-cloth');
  const { passes, rounds, size, sets, mask } = new VisibilityCuller(mesh, { resolution: 256 }).cull(x);
  const sizes = passes.map(({ left }) => left);
  expect(passes).toHaveLength(6 * rounds);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(new Set(sizes.slice(-6)).size).toBe(1);
  expect(sizes.at(-1)).toBe(size);
  expect(sets.ffv + sets.sfv + sets.nfv).toBe(size);
  expect(sets.bfv).toBe(mesh.faceCount - size);
  expect(mask.reduce((sum, kept) => sum + kept, 0)).toBe(size);
});

it('pairs that the sets exclude do not collide, though both faces are left [lemma 2]', () => {
  const { mesh, x } = late('round-table-cloth');
  const culling = new VisibilityCuller(mesh, { resolution: 512, mostRounds: 1 }).cull(x);
  const left = [...culling.mask.keys()].filter((f) => culling.mask[f]);
  const excluded = left.flatMap((f) => left.filter((g) => f < g && !culling.mayCollide(f, g)));
  expect(excluded.length).toBeGreaterThan(left.length);
  expect(missed(culling, crossingPairs(mesh, x))).toEqual([]);
});

it("the paper's sampling misses pairs: hence the label", () => {
  const { mesh, x } = late('round-table-cloth');
  const pairs = crossingPairs(mesh, x);
  const lossy = new VisibilityCuller(mesh, { resolution: 256, mode: 'lossy', views: ['+x', '+z'] }).cull(x);
  expect(missed(lossy, pairs).length).toBeGreaterThan(0);
  expect(lossy.size).toBeLessThan(new VisibilityCuller(mesh, { resolution: 256, views: ['+x', '+z'] }).cull(x).size);
});

it('keeps few faces beyond those that meet in a step', () => {
  const scene = visibilityScenes['round-table-cloth']({ scale: SCALE });
  const [x0, x1] = [40, 41].map((frame) => {
    const x = new Float64Array(3 * scene.mesh.vertexCount);
    scene.positions(frame, x);
    return x;
  });
  const culler = new VisibilityCuller(scene.mesh, { resolution: 1024 });
  const still = culler.cull(x0).size;
  expect(culler.cull(x0, x0).size).toBeLessThanOrEqual(still + 10);
  expect(culler.cull(x0, x1).size).toBeLessThanOrEqual(2 * still);
});

it('between objects, prunes objects before faces', () => {
  const scene = visibleScenes.find(({ name }) => name === 'many tetrahedra');
  if (!scene) throw new Error('no such scene');
  const { mesh, x0 } = scene.make(4);
  const objectOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => Math.floor(f / 4));
  const { objects, passes } = new VisibilityCuller(mesh, { objectOf, resolution: 16, views: ['+z'] }).cull(x0);
  expect(objects?.visible).toBeLessThan(mesh.faceCount / 4);
  expect(objects?.left).toBeLessThanOrEqual(objects?.visible ?? 0);
  expect(passes[0]?.tested ?? 0).toBe(4 * (objects?.left ?? 0));
});
