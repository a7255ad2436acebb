// Draws mesh files side by side into one PNG, such as frames of `graze simulate`.
// Usage: node --import ./scripts/typescript.mjs scripts/frame-picture.ts <picture.png> <common|follow|near> <mesh> [mesh …]
import { readFileSync, writeFileSync } from 'node:fs';
import { TriMesh } from '../src/index.ts';
import { readMesh } from '../src/io.ts';
import { type Framing, type Panel, picture } from './raster.ts';

function panelOf(file: string): Panel {
  const { positions, triangles, vertexCount } = readMesh(readFileSync(file), file);
  return { mesh: TriMesh.from(triangles, vertexCount), positions: Float64Array.from(positions) };
}

const [output, framing, ...files] = process.argv.slice(2);
if (files.length === 0) throw new Error('Which picture, framed how, of which meshes?');
writeFileSync(output, picture(files.map(panelOf), framing as Framing));
