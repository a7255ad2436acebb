// Draws mesh files side by side into one PNG, such as frames of `graze simulate`. Torn triangles
// are left out; objects keep the colours that they have in the first file. Usage:
//   node --import ./scripts/typescript.mjs scripts/frame-picture.ts PICTURE.png LAYOUT MESH…
// LAYOUT is common, follow or near.
import { readFileSync, writeFileSync } from 'node:fs';
import { TriMesh } from '../src/index.ts';
import { readMesh } from '../src/io.ts';
import { type Framing, type Panel, picture } from './raster.ts';

function panelOf(file: string): Panel {
  const { positions, triangles, vertexCount } = readMesh(readFileSync(file), file);
  const mesh = TriMesh.from(triangles, vertexCount, { repeatedVertices: 'drop' });
  return { mesh, positions: Float64Array.from(positions) };
}

const [output, framing, ...files] = process.argv.slice(2);
if (files.length === 0) throw new Error('Which picture, framed how, of which meshes?');
const panels = files.map(panelOf);
const { componentOf } = panels[0].mesh.topology;
const isSame = panels.every(({ mesh }) => mesh.vertexCount === componentOf.length);
const coloured = isSame ? panels.map((panel) => ({ ...panel, objectOf: componentOf })) : panels;
writeFileSync(output, picture(coloured, framing as Framing));
