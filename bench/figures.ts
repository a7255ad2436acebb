// Figures that move gently, for benches: a trunk with swinging limbs, and a walking man.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TriMesh } from '../src/index.ts';
import { readGltf } from '../src/io.ts';
import { dataFolder } from '../test/generate/data-folder.ts';
import { capsule } from './capsule.ts';
import { splitFaces } from './split-faces.ts';

/** The number of frames of a figure. */
const FRAMES = 120;

/** A figure over time. */
export interface Figure {
  readonly mesh: TriMesh;
  readonly frames: readonly Float64Array[];
}

/** A trunk with four limbs that swing about joints inside it: 24,640 faces, closed parts. */
export function limbs(): Figure {
  const one = capsule({ radius: 0.1, length: 0.6, around: 56, along: 44 });
  const { mesh } = TriMesh.merge(
    Array.from({ length: 5 }, () => TriMesh.from(one.triangles, one.positions.length / 3)),
  );
  const joints = [
    [0.09, 0.25],
    [-0.09, 0.25],
    [0.07, -0.25],
    [-0.07, -0.25],
  ];
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    const count = one.positions.length / 3;
    x.set(one.positions);
    joints.forEach(([jx, jy], limb) => {
      const angle = (limb < 2 ? 2 : 0.3) * Math.sign(jx) + 0.4 * Math.sin(0.11 * i + limb);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let v = 0; v < count; v++) {
        const [px, py, pz] = one.positions.subarray(3 * v, 3 * v + 3);
        const y = py - 0.3;
        x.set(
          [jx + 0.7 * (c * px - s * y), jy + 0.7 * (s * px + c * y), 0.7 * pz + 0.01],
          3 * (count * (limb + 1) + v),
        );
      }
    });
    return x;
  });
  return { mesh, frames };
}

/** A walking man of 18,688 faces, of one part; null without data. */
export async function man(): Promise<Figure | null> {
  const path = join(dataFolder, 'avatar', 'CesiumMan.glb');
  if (!existsSync(path)) return null;
  const { mesh, clips, positions } = await readGltf(readFileSync(path));
  const { times } = clips[0];
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    positions(0, times[0] + (i / (FRAMES - 1)) * (times[times.length - 1] - times[0]), x);
    return x;
  });
  return splitFaces(mesh, frames);
}
