// Compressed glTF files in the viewer: their decoders come from its own server, and only when a
// file needs them.
import { expect } from 'vitest';
import { MeshCollider } from '../../src/index.ts';
import { readGltf } from '../../src/io.ts';
import { inKhrForm, withDraco, withMeshopt } from '../io/gltf/compressed.ts';
import { Builder } from '../io/gltf/gltf-samples.ts';
import { browserTest } from './browser-test.ts';
import { drop, facts, open, press, SCENE, serveViewer } from './viewer-page.ts';

serveViewer();

/** A cube that goes into another one. */
async function plainFile(): Promise<Uint8Array> {
  const builder = new Builder();
  builder.cube().setName('still');
  const moving = builder.cube().setName('moving');
  const places = [4, 3, 1.7, 1.2].map((x) => [x, 0.31, 0.23]);
  builder.animate(moving, 'translation', 'LINEAR', [0, 1, 2, 3], places);
  return builder.glb();
}

/** The contacts of each step, in Node. */
async function contactsOf(bytes: Uint8Array): Promise<string[]> {
  const read = await readGltf(bytes);
  const frames = read.together.times.map((time) => {
    const out = new Float64Array(3 * read.mesh.vertexCount);
    read.positions(read.together.clips, time, out);
    return out;
  });
  const collider = new MeshCollider(read.mesh);
  return frames.slice(1).map((frame, i) => String(collider.collide(frames[i], frame).count || 'none'));
}

const FORMS = {
  Draco: { decoder: /draco/, compress: (bytes: Uint8Array) => withDraco(bytes, 14) },
  EXT_meshopt_compression: { decoder: /meshopt/, compress: withMeshopt },
  KHR_meshopt_compression: {
    decoder: /meshopt/,
    compress: async (bytes: Uint8Array) => inKhrForm(await withMeshopt(bytes)),
  },
};

for (const [name, { decoder, compress }] of Object.entries(FORMS))
  browserTest(`${name}: the contacts of each step are those in Node`, async ({ pages }) => {
    const page = await open(pages, SCENE);
    const requests: URL[] = [];
    page.context().on('request', (request) => requests.push(new URL(request.url())));
    const plain = await plainFile();
    await drop(page, [{ name: 'plain.glb', bytes: plain }]);
    const isDecoder = ({ pathname }: URL): boolean => /draco|meshopt/.test(pathname);
    expect(requests.filter(isDecoder)).toEqual([]);
    const bytes = await compress(plain);
    await drop(page, [{ name: 'compressed.glb', bytes }]);
    expect(await page.textContent('#message')).toBe('');
    const expected = await contactsOf(bytes);
    expect(expected.filter((count) => count !== 'none').length).toBeGreaterThan(0);
    for (const [step, contacts] of expected.entries()) {
      await press(page, 'Home', ...Array(step).fill('ArrowRight'));
      expect(await facts(page)).toMatchObject({ step: `Step ${step + 1} of 3`, contacts });
    }
    const loaded = requests.filter(isDecoder);
    expect(loaded.map(({ pathname }) => decoder.test(pathname))).toEqual([true]);
    expect(new Set(requests.map(({ host }) => host))).toEqual(new Set([new URL(page.url()).host]));
  });
