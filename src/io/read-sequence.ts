// Reads a file of any format as a scene: its first bytes decide which format it is, and where these
// say nothing the extension of its name.
import { readAlembic } from './alembic/read-alembic.ts';
import type { AnimatedScene } from './animated-scene.ts';
import { type ByteSource, sourceOf } from './byte-source.ts';
import { FileError } from './file-error.ts';
import { type GltfSceneOptions, readGltfScene } from './gltf/read-gltf-scene.ts';
import type { MeshData } from './mesh-data.ts';
import { checkRoom } from './point-cache.ts';
import { readMesh } from './read-mesh.ts';
import { isPc2 } from './read-pc2.ts';
import { readUsd } from './usd/read-usd.ts';

/** How many bytes tell a format. */
const HEAD_BYTES = 16;

/** The formats of scenes, by the text that their files begin with. */
const STARTS: readonly (readonly [start: string, format: 'Alembic' | 'USD' | 'glTF'])[] = [
  ['Ogawa', 'Alembic'],
  ['\x89HDF', 'Alembic'],
  ['#usda', 'USD'],
  ['PXR-USDC', 'USD'],
  ['PK\x03\x04', 'USD'],
  ['glTF', 'glTF'],
];

/**
 * Reads an Alembic, USD, glTF, OBJ, PLY, STL or OFF file. A mesh becomes a scene of one object,
 * named after the file, that does not move. From a `ByteSource`, Alembic and USD files are read in
 * pieces, when these are asked for. Rejects with `FileError`; also for a point cache, which has no
 * faces of its own.
 */
export async function readSequence(
  source: Uint8Array | ArrayBuffer | ByteSource,
  fileName = '',
  options: GltfSceneOptions = {},
): Promise<AnimatedScene> {
  const file = sourceOf(source);
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const whole = (): Uint8Array => file.read(0, file.size);
  switch (formatOf(file, extension)) {
    case 'Alembic':
      return readAlembic(file);
    case 'USD':
      return readUsd(file);
    case 'glTF':
      return readGltfScene(whole(), options);
    case 'PC2':
      throw new FileError('PC2', { byte: 0 }, 'a file with faces', 'a point cache; pointCacheFrom reads it');
    case 'mesh':
      return sceneOfMesh(readMesh(whole(), fileName), fileName.replace(/^.*[\\/]/, '').replace(/(?<=.)\.[^.]*$/, ''));
  }
}

function formatOf(file: ByteSource, extension: string): 'Alembic' | 'USD' | 'glTF' | 'PC2' | 'mesh' {
  const head = String.fromCharCode(...file.read(0, Math.min(HEAD_BYTES, file.size)));
  const known = STARTS.find(([start]) => head.startsWith(start));
  if (known) return known[1];
  // No mesh begins with a brace, behind a byte order mark or not.
  if (extension === 'gltf' || /^(\xef\xbb\xbf)?\s*\{/.test(head)) return 'glTF';
  if (isPc2(file) || extension === 'mdd') return 'PC2';
  if (extension === 'abc') return 'Alembic';
  return /^usd[acz]?$/.test(extension) ? 'USD' : 'mesh';
}

function sceneOfMesh({ positions, triangles, vertexCount }: MeshData, name: string): AnimatedScene {
  const faces = { vertexCount, counts: new Uint32Array(triangles.length / 3).fill(3), corners: triangles };
  const object = {
    name,
    isShown: () => true,
    faces: () => faces,
    positions: (_time: number, out: Float64Array) => {
      checkRoom(out, vertexCount);
      out.set(positions);
    },
  };
  return { objects: [object], times: [0], metresPerUnit: null, up: null, notes: [] };
}
