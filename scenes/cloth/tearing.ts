// A ball is pressed up through a sheet that is fixed at all of its edges and perforated along a
// cross: the sheet stretches, rips along the perforation and elsewhere, and hangs in four flaps
// when the ball is through. Faces differ in strength: the seed decides which of them tear. 5,202
// triangles of cloth.
import { seededRandom } from '../../src/core/math/random.ts';
import type { TriMesh } from '../../src/index.ts';
import { ripples } from '../ripples.ts';
import { ball, grid, type Sheet } from '../shapes.ts';
import { lathe } from './lathe.ts';
import { piece } from './piece.ts';
import { GRAVITY, type SimulationScene, TIME_STEP } from './simulation-scene.ts';

/**
 * Cells along a side of the sheet. The number is odd: the cross is the middle row and the middle
 * column.
 */
const CELLS = 51;
const SIDE = 1;
const RADIUS = 0.18;
/**
 * The ball's centre moves from one height to the other within this time, slowly at both ends. The
 * sheet is at 0.
 */
const [BELOW, ABOVE, PRESSING] = [-0.22, 0.42, 1.3];
const FLOOR = -0.45;
/**
 * The strain at which the weakest and the strongest face tear, and the factor for perforated faces.
 */
const [WEAKEST, STRONGEST, PERFORATED] = [0.2, 0.35, 0.2];
/** Half the length of the cross. */
const ARM = 0.34;

/** The scene of a sheet that tears. */
export function tearing(seed: number): SimulationScene {
  const random = seededRandom(seed);
  const uneven = ripples(random, 3, 3, 9, 0);
  const weave = grid(CELLS, CELLS);
  const sheet = piece(weave, 3, (u, v) => [SIDE * (u - 0.5), SIDE * (v - 0.5), 0.002 * uneven(u, v, 0)]);
  const isEdge = (at: number): boolean => at === 0 || at === 1;
  const pinned = Array.from(weave.u.keys()).filter((i) => isEdge(weave.u[i]) || isEdge(weave.v[i]));
  const strength = Float64Array.from({ length: weave.mesh.faceCount }, (_, face) => {
    return random.between(WEAKEST, STRONGEST) * (isPerforated(weave, face) ? PERFORATED : 1);
  });
  const { points, mesh } = ball(6);
  const move = (time: number, out: Float64Array): void => {
    const height = heightAt(time);
    for (let i = 0; i < out.length; i++) out[i] = RADIUS * points[i] + (i % 3 === 2 ? height : 0);
  };
  const positions = new Float64Array(points.length);
  move(0, positions);
  return {
    name: 'tearing',
    options: {
      cloths: [{ ...sheet, pinned, strength }],
      obstacles: [{ positions, triangles: mesh.triangles, move }, floor()],
      gravity: GRAVITY,
      timeStep: TIME_STEP,
      thickness: 0.002,
      friction: 0.3,
    },
    seconds: 2.5,
    obstacleSpeed: ((Math.PI / 2) * (ABOVE - BELOW)) / PRESSING,
    fault: hangsInFlaps,
  };
}

function heightAt(time: number): number {
  const done = Math.min(1, time / PRESSING);
  return BELOW + ((ABOVE - BELOW) * (1 - Math.cos(Math.PI * done))) / 2;
}

/** A floor for pieces that fall. */
function floor(): ReturnType<typeof lathe> {
  const profile = [
    [0, FLOOR],
    [0.3, FLOOR],
    [0.6, FLOOR],
    [0.6, FLOOR - 0.03],
    [0, FLOOR - 0.03],
  ] as const;
  return lathe(profile, 48);
}

function isPerforated({ mesh, u, v }: Sheet, face: number): boolean {
  const corners = mesh.triangles.subarray(3 * face, 3 * face + 3);
  const fromMiddle = (at: Float64Array): number => Math.abs(corners.reduce((sum, i) => sum + at[i] / 3, -0.5)) * SIDE;
  const [across, along] = [fromMiddle(u), fromMiddle(v)].sort((a, b) => a - b);
  return across < SIDE / CELLS / 2 && along < ARM;
}

/**
 * Says what is wrong unless flaps hang down while the ball is above them and the sheet has a longer
 * border than at first. Pieces that have fallen do not count.
 */
function hangsInFlaps(positions: Float64Array, mesh?: TriMesh): string | null {
  const count = (CELLS + 1) ** 2;
  const pieceOf = mesh?.topology.componentOf;
  let low = 0;
  for (let i = 0; i < count; i++) if (pieceOf?.[i] === pieceOf?.[0]) low = Math.min(low, positions[3 * i + 2]);
  if (low > -0.15) return `the sheet reaches down to ${low.toFixed(3)} m: it does not hang in flaps`;
  const ball = positions[3 * count + 2];
  if (ball < RADIUS) return `the ball is only ${ball.toFixed(3)} m high`;
  if (!mesh) return null;
  const border = borderOf(mesh, count);
  return border < 6 * CELLS ? `the border is ${border} edges long, ${4 * CELLS} at the start: it is not torn` : null;
}

/** The number of edges with one face, among vertices below `count`. */
function borderOf({ topology: { edges, edgeCount, edgeFaceStart } }: TriMesh, count: number): number {
  let border = 0;
  for (let e = 0; e < edgeCount; e++)
    if (edges[2 * e] < count && edgeFaceStart[e + 1] - edgeFaceStart[e] === 1) border++;
  return border;
}
