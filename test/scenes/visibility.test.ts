// The scenes of visibility culling: their sizes in the paper, and, small, finite positions, the same whenever asked, with faces that cross.
import { describe, expect, it } from 'vitest';
import { meshAt, type Scene } from '../../scenes/scene.ts';
import { visibilityScenes } from '../../scenes/visibility/index.ts';
import { checkPositions, MeshCollider } from '../../src/index.ts';

/** Triangles at full scale: least and most. */
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  'round-table-cloth': [20_000, 21_000],
  'breaking-objects': [280_000, 290_000],
  'falling-leaves': [39_000, 40_000],
};
const SMALL = 0.06;

function at(scene: Scene, frame: number): Float64Array {
  const out = new Float64Array(3 * scene.mesh.vertexCount).fill(Number.NaN);
  scene.positions(frame, out);
  return out;
}

describe.each(Object.entries(visibilityScenes))('%s', (name, make) => {
  const scene = make({ scale: SMALL });
  const { mesh, frameCount } = scene;

  it('is as large as promised, and small when asked', () => {
    const { faceCount } = make().mesh;
    expect(scene.name).toBe(name);
    expect(faceCount).toBeGreaterThanOrEqual(SIZES[name][0]);
    expect(faceCount).toBeLessThanOrEqual(SIZES[name][1]);
    expect(mesh.faceCount).toBeLessThan(0.2 * faceCount);
  });

  it('is finite, alike from the same seed, other from another', () => {
    const again = make({ scale: SMALL, seed: 1 });
    const other = make({ scale: SMALL, seed: 2 });
    for (let frame = frameCount - 1; frame >= 0; frame -= 9) {
      checkPositions(at(scene, frame), mesh.vertexCount);
      expect(at(again, frame)).toEqual(at(scene, frame));
    }
    expect(at(other, frameCount - 1)).not.toEqual(at(scene, frameCount - 1));
  });

  it('has faces that cross without sharing a vertex, fewer than a fifth of all', () => {
    const frame = Math.round(0.8 * frameCount);
    const late = meshAt(scene, frame);
    const { count, a, b } = new MeshCollider(late).intersections(at(scene, frame));
    const crossing = new Set<number>();
    for (let i = 0; i < count; i++) if (!late.topology.sharesVertex(a[i], b[i])) crossing.add(a[i]).add(b[i]);
    expect(crossing.size).toBeGreaterThan(0);
    expect(crossing.size).toBeLessThan(0.2 * late.faceCount);
  });
});
