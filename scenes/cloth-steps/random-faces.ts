// Small seeded scenes for tests: patches of bent cloth in triangles, quads and larger polygons,
// flat or warped, that drift, turn and ripple through each other; some parts are static.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { type ClothSteps, joined, TIME_STEP } from './cloth-steps.ts';
import { type Piece, sheet } from './pieces.ts';

type Place = (vertex: number, time: number, out: Float64Array, offset: number) => void;

/** Returns a random scene; `size` is the edge length of the box that contains it, in metres. */
export function randomFaces(seed: number, size = 1): ClothSteps {
  const random = seededRandom(seed);
  const parts = Array.from({ length: 2 + random.below(3) }, () => (random.next() < 0.7 ? patch(random) : fan(random)));
  const { mesh, objectOf, firstVertex } = joined(parts.map(({ piece }) => piece));
  const positions = (step: number, out: Float64Array): void => {
    parts.forEach(({ piece, place }, k) => {
      for (let i = 0; i < piece.vertexCount; i++) place(i, step * TIME_STEP, out, 3 * (firstVertex[k] + i));
    });
    for (let i = 0; i < out.length; i++) out[i] *= size;
  };
  return { name: `random faces ${seed}`, mesh, objectOf, stepCount: 20, positions };
}

interface Part {
  readonly piece: Piece;
  readonly place: Place;
}

/** A sheet rolled up, so that it comes close to itself. */
function patch(random: Random): Part {
  const grid = sheet(2 + random.below(5), 1 + random.below(4), random.next() < 0.5 ? 3 : 4);
  const [width, height, roll] = [random.between(0.3, 1), random.between(0.1, 0.6), random.between(0, 9)];
  const ripple = random.next() < 0.7 ? random.between(0, 0.1) : 0;
  const move = motion(random);
  return {
    piece: grid,
    place: (i, time, out, o) => {
      const [u, v] = [grid.u[i] - 0.5, grid.v[i] - 0.5];
      const r = roll === 0 ? 0 : width / roll;
      out[o] = r * Math.sin(roll * u);
      out[o + 1] = height * v;
      out[o + 2] = r * (1 - Math.cos(roll * u)) + ripple * Math.sin(9 * u + 7 * v + 20 * time);
      move(time, out, o);
    },
  };
}

/** Adjacent polygons of five to eight corners, some convex and flat, some not. */
function fan(random: Random): Part {
  const corners = 5 + random.below(4);
  const count = 1 + random.below(3);
  const faces = Array.from({ length: count }, (_, f) => Array.from({ length: corners }, (_, k) => f * corners + k));
  const [dent, warp] = [random.next() < 0.5 ? 0 : 0.6, random.next() < 0.5 ? 0 : 0.1];
  const move = motion(random);
  return {
    piece: { vertexCount: count * corners, faces },
    place: (i, time, out, o) => {
      const k = i % corners;
      const angle = (2 * Math.PI * k) / corners;
      const r = k === 2 ? 0.2 * (1 - dent) : 0.2;
      out[o] = r * Math.cos(angle) + 0.45 * Math.floor(i / corners);
      out[o + 1] = r * Math.sin(angle);
      out[o + 2] = warp * Math.cos(2 * angle + 10 * time);
      move(time, out, o);
    },
  };
}

/** Rotates about an axis and drifts, or is static. */
function motion(random: Random): (time: number, out: Float64Array, o: number) => void {
  const still = random.next() < 0.3 ? 0 : 1;
  const [spin, tilt] = [still * random.between(-6, 6), random.between(-3, 3)];
  const [start, drift] = [point(random, 0.3), point(random, 2 * still)];
  return (time, out, o) => {
    const [x, y, z] = out.subarray(o, o + 3);
    const [c, s] = [Math.cos(tilt + spin * time), Math.sin(tilt + spin * time)];
    out[o] = c * x - s * z + start[0] + drift[0] * time;
    out[o + 1] = y + start[1] + drift[1] * time;
    out[o + 2] = s * x + c * z + start[2] + drift[2] * time;
  };
}

function point(random: Random, size: number): number[] {
  return [0, 1, 2].map(() => random.between(-size, size));
}
