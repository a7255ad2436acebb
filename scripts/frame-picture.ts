// Draws mesh files side by side into one PNG, such as frames of `graze simulate`.
// Usage: node --import ./scripts/typescript.mjs scripts/frame-picture.ts [--follow] <picture.png> <mesh> [mesh …]
// --follow keeps each mesh in the middle.
import { readFileSync, writeFileSync } from 'node:fs';
import { TriMesh } from '../src/index.ts';
import { readMesh } from '../src/io.ts';
import { type Panel, picture } from './raster.ts';

function panelOf(file: string): Panel {
  const { positions, triangles, vertexCount } = readMesh(readFileSync(file), file);
  return { mesh: TriMesh.from(triangles, vertexCount), positions: Float64Array.from(positions) };
}

const follow = process.argv.includes('--follow');
const [output, ...files] = process.argv.slice(2).filter((argument) => argument !== '--follow');
if (files.length === 0) throw new Error('Which picture, of which meshes?');
writeFileSync(output, picture(files.map(panelOf), follow));
