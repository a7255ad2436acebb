// A detector in partitions finds the clashes of the whole mesh: parts, depths, curves, passing places.
import { expect, it } from 'vitest';
import { ClashDetector, type ClashOptions } from '../../../src/clash.ts';
import { TriMesh } from '../../../src/index.ts';
import { clashScene } from '../../generate/clash-scenes.ts';

it('finds the same clashes in frames and steps', () => {
  for (let seed = 0; seed < 40; seed++) {
    const { name, scene } = clashScene(8 * seed + (seed % 8));
    const { triangles, positions, partOfFace } = scene;
    const names = Array.from({ length: Math.max(...partOfFace) + 1 }, (_, part) => `${part}`);
    const mesh = TriMesh.from(triangles, positions.length / 3);
    const x0 = Float64Array.from(positions);
    const x1 = x0.map((x, i) => x + [0.7, -0.4, 0.3][i % 3] * (1 + (Math.floor(i / 3) % 2)));
    const clashesOf = (options: ClashOptions) => {
      const detector = new ClashDetector(mesh, { parts: { names, partOfFace }, clearance: 0.2, ...options });
      const found = [detector.frame(x0, { curves: true }), detector.step(x0, x1)];
      detector.dispose();
      return found;
    };
    const expected = clashesOf({});
    for (const partitions of [2, 8]) expect(clashesOf({ partitions }), `${name}, seed ${seed}`).toEqual(expected);
  }
});
