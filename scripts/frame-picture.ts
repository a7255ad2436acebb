// Draws mesh files side by side into one PNG, such as frames of `graze simulate`.
// Usage: node --import ./scripts/typescript.mjs scripts/frame-picture.ts <picture.png> <mesh> [mesh …]
import { readFileSync, writeFileSync } from 'node:fs';
import { TriMesh } from '../src/index.ts';
import { readMesh } from '../src/io.ts';
import { type Panel, picture } from './raster.ts';

function panelOf(file: string): Panel {
  const { positions, triangles, vertexCount } = readMesh(readFileSync(file), file);
  return { mesh: TriMesh.from(triangles, vertexCount), positions: Float64Array.from(positions) };
}

const [output, ...files] = process.argv.slice(2);
if (files.length === 0) throw new Error('Which picture, of which meshes?');
writeFileSync(output, picture(files.map(panelOf)));
