// The device on the processor does what the contract says, bit for bit, and the same again.
import { describe, expect, it } from 'vitest';
import { RasterDevice, TriMesh, VisibilityCuller, type VisibilityOptions } from '../../../src/gpu.ts';
import type { MovingMesh } from '../../generate/meshes.ts';
import { visibleScenes } from '../../generate/visible-scenes.ts';
import { ContractDevice } from '../../oracle/visible-device.ts';

const names = ['folded sheet', 'tube', 'lattice soup', 'loose triangles'];
const scenes = visibleScenes.filter(({ name }) => names.includes(name));

const quarters = ({ mesh }: MovingMesh) => Uint32Array.from({ length: mesh.faceCount }, (_, f) => (f * 7) % 5);

const variants: readonly [string, (scene: MovingMesh) => VisibilityOptions][] = [
  ['as it is', () => ({ resolution: 12 })],
  ['in more tiles than one', () => ({ resolution: 66, views: ['+z', '-y'] })],
  ['with short lists', () => ({ resolution: 13, listLength: 2 })],
  ['by CULLIDE', () => ({ resolution: 12, algorithm: 'cullide', views: ['+x', '+z'] })],
  ['lossy', () => ({ resolution: 40, mode: 'lossy' })],
  ['between objects', (scene) => ({ resolution: 13, objectOf: quarters(scene), order: 'index', parts: false })],
  ['between objects in parts', (scene) => ({ resolution: 13, objectOf: quarters(scene) })],
  ['by pairs of objects', (scene) => ({ resolution: 9, objectOf: quarters(scene), parts: false, handedDown: 'pairs' })],
  ['and within objects', (scene) => ({ resolution: 9, objectOf: quarters(scene), parts: false, selfColliding: true })],
  ['in parts', () => ({ resolution: 30, parts: true, views: ['+x', '-z'] })],
  ['back to front, one round', () => ({ resolution: 13, order: 'back-to-front', mostRounds: 1 })],
];

describe.each(variants)('%s', (_, optionsOf) => {
  it.each(scenes)('on $name', ({ make }) => {
    const scene = make(1);
    const options = optionsOf(scene);
    const swept = options.mode === 'lossy' ? undefined : scene.x1;
    for (const x1 of [undefined, swept]) {
      const { bits, rounds } = bitsOf(new VisibilityCuller(scene.mesh, options), scene, x1);
      const expected = bitsOf(
        new VisibilityCuller(scene.mesh, { ...options, device: new ContractDevice() }),
        scene,
        x1,
      );
      expect(rounds).toBe(expected.rounds);
      expect(bits).toEqual(expected.bits);
    }
  });
});

/** The sets of all pairs, which are all that is known of the bits. */
function bitsOf(culler: VisibilityCuller, { x0 }: MovingMesh, x1: Float64Array | undefined) {
  const culling = culler.cull(x0, x1);
  const { mask, sets, self, objects } = culling;
  return { bits: [...mask, sets, self?.sets, objects?.sets, objects?.pairs], rounds: culling.rounds };
}

it('answers the same again, after other scenes, and in a new device', () => {
  const device = new RasterDevice();
  const first = scenes.map(({ make }) => {
    const { mesh, x0, x1 } = make(2);
    return new VisibilityCuller(mesh, { device, resolution: 64 }).cull(x0, x1);
  });
  scenes.forEach(({ make }, i) => {
    const { mesh, x0, x1 } = make(2);
    for (const again of [device, new RasterDevice()])
      expect(new VisibilityCuller(mesh, { device: again, resolution: 64 }).cull(x0, x1)).toEqual(first[i]);
  });
});

it('a device that answers later is refused at once and asked later', async () => {
  const inner = new RasterDevice();
  const device = {
    name: 'webgpu',
    cull: async (...job: Parameters<RasterDevice['cull']>) => inner.cull(...job),
  } as const;
  const culler = new VisibilityCuller(TriMesh.from([0, 1, 2], 3), { device });
  const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  expect(() => culler.cull(x)).toThrow('cullAsync');
  expect((await culler.cullAsync(x)).size).toBe(0);
});
