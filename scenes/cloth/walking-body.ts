// A walking body: one closed surface of 28,948 triangles, skinned to nine bones [Mezger §8.2]. It
// makes six steps in six seconds along y, from a stand. Joints rotate only about axes along x, so
// that no vertex ever changes its x: separate limbs stay separate.
import { BONES, type Bone, bodyDistance, boneDistances, ELBOW, HIP, KNEE, SHOULDER } from './body-shape.ts';
import { type ClosedSurface, closedSurface } from './closed-surface.ts';
import { type Influences, skin } from './skin.ts';

/** The duration of the walk in seconds. */
export const WALK_SECONDS = 6;
/** The maximum speed of the swinging foot, in metres per second. */
export const WALK_SPEED = 2.7;
/** The final speed of the trunk in metres per second, and the seconds until it is reached. */
const [PACE, ACCELERATION_SECONDS] = [0.6, 1];
/** Radians per second: a step is half a turn. */
const CADENCE = Math.PI;
/** Amplitudes in radians: thigh and arm in both directions, knee and elbow in one. */
const [STRIDE, SWING, KNEE_BEND, ELBOW_BEND] = [0.38, 0.3, 0.75, 0.25];
/** How far the trunk sinks when the legs are apart, in metres. */
const SINK = 0.015;
/** The cell size of the grid in metres; it gives 28,948 triangles. */
const CELL = 0.01306;

/** The body and its motion. */
export interface WalkingBody extends ClosedSurface {
  readonly move: (time: number, out: Float64Array) => void;
}

/** Builds the body. */
export function walkingBody(): WalkingBody {
  const low = [-0.7, -0.2, -0.02] as const;
  const counts = [0.7, 0.25, 1.8].map((high, k) => Math.ceil((high - low[k]) / CELL)) as [number, number, number];
  const surface = closedSurface(bodyDistance, { low, cell: CELL, counts });
  const influences = skin(surface.positions, BONES.length, boneDistances);
  const turns = new Float64Array(4 * BONES.length);
  const move = (time: number, out: Float64Array): void => {
    pose(time, turns);
    bend(surface.positions, influences, turns, out);
  };
  const positions = new Float64Array(surface.positions.length);
  move(0, positions);
  return { positions, triangles: surface.triangles, move };
}

/**
 * Writes the pose at a time. For each bone: cosine and sine of its rotation about x, then the image
 * of the origin, in y and z.
 */
function pose(time: number, turns: Float64Array): void {
  const u = Math.min(1, time / ACCELERATION_SECONDS);
  const strength = u * u * (3 - 2 * u);
  const travelled = PACE * (ACCELERATION_SECONDS * (u ** 3 - u ** 4 / 2) + Math.max(0, time - ACCELERATION_SECONDS));
  const phase = CADENCE * time;
  const sink = SINK * strength * Math.sin(phase) ** 2;
  setTurn(turns, 'torso', 0, [0, 0, 0], null);
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    const forwards = sign * strength * Math.sin(phase);
    // The knee bends while its leg swings forwards.
    const bent = strength * Math.max(0, sign * Math.cos(phase)) ** 2;
    setTurn(turns, `${side}-thigh`, STRIDE * forwards, HIP, 'torso');
    setTurn(turns, `${side}-shin`, -KNEE_BEND * bent, KNEE, `${side}-thigh`);
    setTurn(turns, `${side}-arm`, -SWING * forwards, SHOULDER, 'torso');
    setTurn(turns, `${side}-forearm`, ELBOW_BEND * strength, ELBOW, `${side}-arm`);
  }
  for (let k = 0; k < BONES.length; k++) {
    turns[4 * k + 2] += travelled;
    turns[4 * k + 3] -= sink;
  }
}

/**
 * Sets the motion of a bone: a rotation about the initial position of its joint, then the motion of
 * its parent.
 */
function setTurn(turns: Float64Array, bone: Bone, angle: number, joint: readonly number[], parent: Bone | null): void {
  const [cos, sin, at] = [Math.cos(angle), Math.sin(angle), 4 * BONES.indexOf(bone)];
  const [, y, z] = joint;
  const [c, s, py, pz] = parent === null ? [1, 0, 0, 0] : turns.subarray(4 * BONES.indexOf(parent));
  const [ty, tz] = [y - cos * y + sin * z, z - sin * y - cos * z];
  turns.set([c * cos - s * sin, s * cos + c * sin, c * ty - s * tz + py, s * ty + c * tz + pz], at);
}

function bend(rest: Float64Array, { bones, weights, per }: Influences, turns: Float64Array, out: Float64Array): void {
  for (let v = 0; v < rest.length / 3; v++) {
    const y = rest[3 * v + 1];
    const z = rest[3 * v + 2];
    let newY = 0;
    let newZ = 0;
    // Entries without weight come last, and most vertices follow one bone.
    for (let i = per * v; i < per * (v + 1) && weights[i] > 0; i++) {
      const at = 4 * bones[i];
      newY += weights[i] * (turns[at] * y - turns[at + 1] * z + turns[at + 2]);
      newZ += weights[i] * (turns[at + 1] * y + turns[at] * z + turns[at + 3]);
    }
    out[3 * v] = rest[3 * v];
    out[3 * v + 1] = newY;
    out[3 * v + 2] = newZ;
  }
}
