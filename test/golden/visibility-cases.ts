// Visibility sets on the raster device: at one instant and over a step, with every kind of option;
// crossings and contacts from them.
import { meshAt } from '../../scenes/scene.ts';
import { visibilityScenes } from '../../scenes/visibility/index.ts';
import {
  type Culling,
  RasterDevice,
  VisibilityCuller,
  type VisibilityOptions,
  visibleCrossings,
} from '../../src/gpu.ts';
import { MeshCollider, type TriMesh } from '../../src/index.ts';
import type { ColumnHashes } from './column-hashes.ts';
import { addContactsOf, type GoldenCase, textOf } from './golden-case.ts';

/** Share of a scene's triangles, and pixels. */
const QUICK = { scale: 0.03, resolution: 128 };
const FULL = { scale: 0.5, resolution: 512 };

type Size = typeof QUICK;

/**
 * Share of a scene's frames: the folds have closed, the dragon is in pieces, leaves are in the air.
 */
const AT = 0.8;

/** Every so many pairs of faces is asked for: enough to see the sets of both faces. */
const STRIDE = 997;

function settingsOf({ triangles, topology }: TriMesh): readonly VisibilityOptions[] {
  const objectOf = Uint32Array.from({ length: triangles.length / 3 }, (_, f) => topology.componentOf[triangles[3 * f]]);
  return [
    {},
    { views: ['+x', '-x', '+y', '-y', '+z', '-z'] },
    { algorithm: 'cullide', views: ['+z', '+x'] },
    { mode: 'lossy' },
    { parts: true, order: 'back-to-front' },
    { listLength: 2, mostRounds: 2 },
    { objectOf },
    { objectOf, handedDown: 'pairs', selfColliding: true },
  ];
}

function addCulling(hashes: ColumnHashes, mesh: TriMesh, culling: Culling, prefix: string): void {
  const { mask, size, sets, passes, rounds, converged, objects, self, device } = culling;
  hashes.addAll(prefix, { mask, size, sets: textOf(sets) });
  hashes.addAll(prefix, { passes: textOf({ rounds, converged, device }) });
  for (const pass of [...passes, ...(objects?.passes ?? []), ...(self?.passes ?? [])])
    hashes.add(`${prefix}passes`, textOf(pass));
  hashes.add(`${prefix}objects`, objects && [objects.visible, objects.left, ...objects.pairs]);
  if (self) hashes.add(`${prefix}self`, textOf({ ...self.sets, size: self.size }));
  const { faceCount } = mesh;
  for (let pair = 0; pair < faceCount * faceCount; pair += STRIDE * Math.ceil(faceCount / 200)) {
    hashes.add(`${prefix}mayCollide`, culling.mayCollide(Math.floor(pair / faceCount), pair % faceCount));
  }
}

function cullScene(hashes: ColumnHashes, name: string, { scale, resolution }: Size): void {
  const scene = visibilityScenes[name]({ seed: 7, scale });
  const frame = Math.floor(AT * scene.frameCount);
  const mesh = meshAt(scene, frame);
  const [x0, x1] = [frame, frame + 1].map((at) => {
    const x = new Float64Array(3 * mesh.vertexCount);
    scene.positions(at, x);
    return x;
  });
  hashes.addAll('input.', { x0, x1, triangles: mesh.triangles });
  for (const options of settingsOf(mesh)) {
    const culler = new VisibilityCuller(mesh, { device: new RasterDevice(), resolution, ...options });
    const culling = culler.cull(x0);
    const prefix = options.selfColliding ? 'own.' : '';
    addCulling(hashes, mesh, culling, prefix);
    if (options.mode === 'lossy') continue;
    const { count, a, b } = visibleCrossings(mesh, culling, x0);
    for (const part of [count, a, b]) hashes.add(`${prefix}crossings`, part);
    const swept = culler.cull(x0, x1);
    addCulling(hashes, mesh, swept, `${prefix}swept.`);
    if (options.objectOf) continue;
    addContactsOf(hashes, 'prefiltered', new MeshCollider(mesh).collide(x0, x1, { prefilter: swept.mask }));
  }
}

export const visibilityCases: readonly GoldenCase[] = [QUICK, FULL].flatMap((size) =>
  Object.keys(visibilityScenes).map((name) => ({
    name: `visibility: ${name} × ${size.scale} at ${size.resolution}`,
    isQuick: size === QUICK,
    run: (hashes: ColumnHashes) => cullScene(hashes, name, size),
  })),
);
