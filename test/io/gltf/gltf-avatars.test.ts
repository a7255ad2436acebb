// Figures by others: their seams are closed, in the rest pose they touch nothing, and three.js
// moves them alike.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebIO } from '@gltf-transform/core';
import { AnimationMixer, Matrix4, SkinnedMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { MeshCollider } from '../../../src/index.ts';
import { type GltfAnimation, readGltf } from '../../../src/io.ts';
import { dataFolder } from '../../generate/data-folder.ts';

const folder = join(dataFolder, 'avatar');
const bytesOf = (name: string): Uint8Array => readFileSync(join(folder, `${name}.glb`));

function positionsAt(read: GltfAnimation, time?: number): Float64Array {
  const out = new Float64Array(3 * read.mesh.vertexCount);
  if (time === undefined) read.restPositions(out);
  else read.positions(0, time, out);
  return out;
}

/** Without textures, for which three.js needs a browser. */
async function inThree(bytes: Uint8Array): Promise<GLTF> {
  const io = new WebIO();
  const document = await io.readBinary(Uint8Array.from(bytes));
  for (const property of [...document.getRoot().listTextures(), ...document.getRoot().listMaterials()]) {
    property.dispose();
  }
  const { buffer } = await io.writeBinary(document);
  return new GLTFLoader().parseAsync(buffer, '');
}

/** The corners of all faces of the one skinned mesh, as three.js places them. */
function cornersInThree({ scene }: GLTF): number[] {
  scene.updateMatrixWorld(true);
  const corners: number[] = [];
  scene.traverse((object) => {
    if (!(object instanceof SkinnedMesh)) return;
    const { index } = object.geometry;
    for (let i = 0; i < (index?.count ?? 0); i++) {
      const point = new Vector3();
      object.getVertexPosition(index?.getX(i) ?? 0, point);
      corners.push(...point.applyMatrix4(new Matrix4().copy(object.matrixWorld)).toArray());
    }
  });
  return corners;
}

function cornersOf(read: GltfAnimation, positions: Float64Array): number[] {
  return Array.from(read.mesh.triangles).flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
}

describe.skipIf(!existsSync(folder))(`figures of ${folder}`, () => {
  it.each([
    ['CesiumMan', 2338, 4672, 48],
    ['RiggedFigure', 130, 256, 2],
  ])('%s is one closed surface that touches nothing at rest', async (name, vertexCount, faceCount, keyCount) => {
    const read = await readGltf(bytesOf(name));
    const { mesh } = read;
    expect([mesh.vertexCount, mesh.faceCount, read.droppedFaces]).toEqual([vertexCount, faceCount, 0]);
    expect(read.ignored).toEqual([]);
    expect(read.clips.map(({ times }) => times.length)).toEqual([keyCount]);
    // Every edge between two faces, and Euler's count of a sphere: no seam is left open.
    expect(mesh.topology.edgeFaces.length).toBe(2 * mesh.topology.edgeCount);
    expect(mesh.vertexCount - mesh.topology.edgeCount + mesh.faceCount).toBe(2);
    expect(mesh.topology.componentCount).toBe(1);
    const rest = positionsAt(read);
    const collider = new MeshCollider(mesh);
    expect(collider.collide(rest, rest).count).toBe(0);
    expect(collider.intersections(rest).count).toBe(0);
  });

  it.each(['CesiumMan', 'RiggedFigure'])('%s moves as in three.js', async (name) => {
    const read = await readGltf(bytesOf(name));
    const gltf = await inThree(bytesOf(name));
    const rest = cornersOf(read, positionsAt(read));
    expect(largestDifference(rest, cornersInThree(gltf))).toBeLessThan(2e-6);
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    const { duration, times } = read.clips[0];
    let travelled = 0;
    for (const time of [times[0], 0.3 * duration, 0.5 * duration, 0.77 * duration]) {
      mixer.setTime(time);
      const corners = cornersOf(read, positionsAt(read, time));
      expect(largestDifference(corners, cornersInThree(gltf)), `at ${time}`).toBeLessThan(2e-6);
      travelled = Math.max(travelled, largestDifference(corners, rest));
    }
    expect(travelled).toBeGreaterThan(0.01);
  });
});

function largestDifference(a: readonly number[], b: readonly number[]): number {
  return a.length === b.length ? a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0) : Infinity;
}
