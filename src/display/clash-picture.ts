// A small picture of a clash, drawn without WebGL so that it can be printed and needs no graphics
// hardware: its two parts under one light, then the curve and the deepest point over them. Pieces
// of the curve behind a surface are thinner.
import type { UpAxis } from '../check/space.ts';
import { faceNormal, facesOf, focusOf } from './clash-focus.ts';
import { CLASH_COLOURS } from './colours.ts';
import { axesOf, isHidden, type ParallelView, project, rasterise } from './face-raster.ts';
import type { PlacedClash } from './placed-clash.ts';
import type { ShownModel } from './shown-model.ts';
import { dot, type Triple, unit, usualDirection } from './view-triples.ts';

/** The direction to the light, in coordinates of the view: right, up, towards the eye. */
const LIGHT: Triple = unit([-0.35, 0.6, 0.72]);
/** The share of light on faces that the light does not reach. */
const AMBIENT = 0.45;
/** The share of the shorter side of the picture that the surroundings of the clash fill. */
const FILL = 0.96;
/** Pieces of the curve that are this many pixels behind a surface still lie in it. */
const TOLERANCE = 3;

/** Draws a clash onto a canvas of any size; `up` is the axis that points up. */
export function drawClash(
  canvas: HTMLCanvasElement,
  clash: PlacedClash,
  model: ShownModel,
  positions: Float32Array,
  up: UpAxis,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { width, height } = canvas;
  const { centre, reach, direction } = focusOf(clash, model, positions, usualDirection(up));
  const scale = (FILL * Math.min(width, height)) / (2 * reach);
  const view = { axes: axesOf(direction, up), centre, scale, width, height };
  const { depth, face } = rasterise(facesOf(clash, model), model.triangles, positions, view);
  const colourOf = shading(clash, model, positions, view);
  const pixels = new ImageData(width, height);
  const words = new Uint32Array(pixels.data.buffer);
  for (let i = 0; i < face.length; i++) if (face[i] >= 0) words[i] = colourOf(face[i]);
  context.putImageData(pixels, 0, 0);
  drawCurve(context, clash.curve, depth, view);
  drawPoint(context, project(clash.point, 0, view));
}

/** Returns the colour of each face that is seen, as bytes of a pixel; every face is lit once. */
function shading(
  { a, facesA, facesB }: PlacedClash,
  { triangles, partOfFace }: ShownModel,
  positions: Float32Array,
  { axes }: ParallelView,
): (f: number) => number {
  const { partA, hitA, partB, hitB } = CLASH_COLOURS;
  const [inA, inB] = [new Set(facesA), new Set(facesB)];
  const hexOf = (f: number) => (inA.has(f) ? hitA : inB.has(f) ? hitB : partOfFace[f] === a ? partA : partB);
  const known = new Map<number, number>();
  return (f) => {
    const before = known.get(f);
    if (before !== undefined) return before;
    const normal = unit(faceNormal(triangles, positions, f));
    const [x, y, z] = axes.map((axis) => dot(axis, normal));
    // Both sides of a surface are lit alike.
    const light = AMBIENT + (1 - AMBIENT) * Math.max(0, Math.sign(z) * dot([x, y, z], LIGHT));
    const [red, green, blue] = [1, 3, 5].map((at) => light * Number.parseInt(hexOf(f).slice(at, at + 2), 16));
    const [word] = new Uint32Array(Uint8ClampedArray.of(red, green, blue, 255).buffer);
    known.set(f, word);
    return word;
  };
}

function drawCurve(
  context: CanvasRenderingContext2D,
  curve: Float32Array,
  depth: Float32Array,
  view: ParallelView,
): void {
  context.lineCap = 'round';
  const segments = Array.from({ length: curve.length / 6 }, (_, i) => {
    const [p, q] = [project(curve, 6 * i, view), project(curve, 6 * i + 3, view)];
    const middle: Triple = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2];
    return { p, q, isCovered: isHidden(middle, depth, view, TOLERANCE) };
  });
  const stroke = (covered: boolean, colour: string, lineWidth: number): void => {
    context.strokeStyle = colour;
    context.lineWidth = lineWidth;
    context.beginPath();
    for (const { p, q, isCovered } of segments) {
      if (isCovered !== covered) continue;
      context.moveTo(p[0], p[1]);
      context.lineTo(q[0], q[1]);
    }
    context.stroke();
  };
  stroke(true, `${CLASH_COLOURS.lineOnLight}90`, 1.5);
  // A light line below the dark one keeps it visible on every ground.
  stroke(false, '#ffffff', 6);
  stroke(false, CLASH_COLOURS.lineOnLight, 3.5);
}

function drawPoint(context: CanvasRenderingContext2D, [u, v]: Triple): void {
  context.fillStyle = CLASH_COLOURS.point;
  context.strokeStyle = CLASH_COLOURS.lineOnLight;
  context.lineWidth = 2.5;
  context.beginPath();
  context.arc(u, v, 6, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
