// Draws docs/images/ball-through-cloth.svg: the scene of `npm start` at both ends of the step and
// at the first contact, with the features that touch during the step in red. It uses the painter's
// algorithm and writes only text.
import { writeFileSync } from 'node:fs';
import { TriMesh, vfTime } from 'graze';
import { ballThroughCloth } from '../scenes/ball-through-cloth.mjs';

const { cloth, ball } = ballThroughCloth();
const { mesh, firstVertex, firstFace } = TriMesh.merge([cloth.mesh, ball.mesh]);
const x0 = Float64Array.from([...cloth.x0, ...ball.x0]);
const x1 = Float64Array.from([...cloth.x1, ...ball.x1]);
const place = (/** @type {number} */ v, /** @type {number} */ t) =>
  [0, 1, 2].map((k) => (1 - t) * x0[3 * v + k] + t * x1[3 * v + k]);
const face = (/** @type {number} */ f) => [...mesh.triangles.subarray(3 * f, 3 * f + 3)];

let first = 1;
const touched = new Set();
for (let v = 0; v < mesh.vertexCount; v++)
  for (let f = 0; f < mesh.faceCount; f++) {
    if (v < firstVertex[1] === f < firstFace[1]) continue;
    const ids = [v, ...face(f)];
    const time = vfTime([0, 1].flatMap((t) => ids.flatMap((id) => place(id, t))));
    if (time <= 1) touched.add(f);
    first = Math.min(first, time);
  }

/** Seen from the front and above. @param {number[]} p */
function project([x, y, z]) {
  const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)];
  const [a, b] = [cos * x - sin * y, sin * x + cos * y];
  return { x: a, y: -(0.35 * b + 0.94 * z), depth: 0.94 * b - 0.35 * z };
}

/** @param {number} f @param {number} t @param {number} shift */
function polygon(f, t, shift) {
  const corners = face(f).map((v) => place(v, t));
  const [a, b, c] = corners;
  const [e, g] = [b, c].map((p) => p.map((x, k) => x - a[k]));
  const n = [e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]];
  const light = Math.abs(0.3 * n[0] - 0.5 * n[1] + 0.8 * n[2]) / Math.hypot(...n);
  const inCloth = f < firstFace[1];
  const tone = Math.round(55 + 35 * light);
  const fill = touched.has(f) ? `hsl(4 78% ${tone - 8}%)` : inCloth ? `hsl(210 45% ${tone}%)` : `hsl(40 60% ${tone}%)`;
  const points = corners.map(project);
  const path = points.map((p) => `${(shift + 150 * p.x).toFixed(1)},${(200 + 150 * p.y).toFixed(1)}`).join(' ');
  return { depth: points.reduce((s, p) => s + p.depth, 0), svg: `<polygon points="${path}" fill="${fill}"/>` };
}

const panels = [0, first, 1].map((t, i) => {
  const faces = Array.from({ length: mesh.faceCount }, (_, f) => polygon(f, t, 210 + 420 * i));
  faces.sort((a, b) => b.depth - a.depth);
  const label = ['t = 0', `t = ${t.toFixed(3)}: first contact`, 't = 1'][i];
  const caption = `<text x="${210 + 420 * i}" y="392" text-anchor="middle">${label}</text>`;
  return `${faces.map(({ svg }) => svg).join('\n')}\n${caption}`;
});
const style = 'stroke="#0006" stroke-width="0.5" stroke-linejoin="round" font-family="sans-serif" font-size="15"';
writeFileSync(
  new URL('../docs/images/ball-through-cloth.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1260 410" ${style}>\n<title>A ball passes through a cloth within one step; what touches is red</title>\n<rect width="1260" height="410" fill="#f7f7f4" stroke="none"/>\n${panels.join('\n').replaceAll('<text', '<text stroke="none" fill="#333"')}\n</svg>\n`,
);
