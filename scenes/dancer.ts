// A dancer in a layered skirt: she turns back and forth, the skirt lags behind, opens with the turn
// and closes again, and its layers slide and rub on each other. 47K triangles.
import { seededRandom } from '../src/core/math/random.ts';
import { TriMesh } from '../src/index.ts';
import { ripples } from './ripples.ts';
import { along, namedParts, ramp, type Scene, type SceneOptions } from './scene.ts';
import { sausage, sleeve } from './shapes.ts';

/** The number of layers. */
const LAYERS = 4;
/** The length of the skirt. The dancer is 1.7 tall and stands on z = 0. */
const LENGTH = 0.62;
/** The radius of the skirt at the waist. */
const WAIST = 0.1;
const WAIST_HEIGHT = 1.02;
const PLEATS = 11;
/** The minimum gap between layers. */
const LAYER_GAP = 0.004;
/**
 * The amplitude of the ripples of the gap: larger than the gap, so that layers rub on each other.
 */
const RUB = 0.006;
/** Each layer is shorter than the one below by this fraction. */
const SHORTER = 0.06;
/** Each layer slides on the one below by this angle, in radians. */
const SLIDE = 0.03;
/** The delay of the hem behind the waist, in frames. */
const LAG = 7;

/** The names of the limbs, in their order. */
const LIMBS = ['trunk', 'left leg', 'right leg', 'left arm', 'right arm'];

/** A limb runs through points, with a radius at each; its ends close to a point. */
interface Limb {
  readonly places: (frame: number) => readonly (readonly [number, number, number])[];
  readonly radii: readonly number[];
}

/** The scene of a dancer in a layered skirt. */
export function dancer({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  const random = seededRandom(seed);
  const limbs = [TRUNK, limbOf(LEG, 1), limbOf(LEG, -1), limbOf(ARM, 1), limbOf(ARM, -1)];
  const skin = sausage(along(22, scale, 6), along(28, scale, 6));
  const layer = sleeve(along(170, scale, 24), along(30, scale, 6));
  const uneven = ripples(random, 3, 2, 5, 0.03);
  const skirt = Array.from({ length: LAYERS }, () => ({
    shift: random.between(0, 2 * Math.PI),
    rub: ripples(random, 5, 2, 6, 0.3),
    gap: ripples(random, 3, 1, 3, 0.08),
  }));
  const { mesh, firstVertex } = TriMesh.merge([...limbs.map(() => skin.mesh), ...skirt.map(() => layer.mesh)]);
  const frameCount = 140;

  const placeLimb = (limb: Limb, frame: number, out: Float64Array, first: number): void => {
    const places = limb.places(frame);
    const [cos, sin] = [Math.cos(turnAt(frame)), Math.sin(turnAt(frame))];
    for (let i = 0, o = first; i < skin.u.length; i++, o += 3) {
      const s = skin.v[i] * (places.length - 1);
      const [x, y, z] = [0, 1, 2].map((k) => between(s, (j) => places[j][k]));
      const [dx, dy, dz] = directionAt(places, s);
      // Two directions across the limb; limbs lie in planes that are never parallel to y.
      const across = Math.hypot(dx, dz);
      const end = 1 - Math.min(1, 8 * skin.v[i], 8 * (1 - skin.v[i]));
      const radius = between(eased(s), (j) => limb.radii[j]) * Math.sqrt(1 - end * end);
      const [p, q] = [radius * Math.cos(2 * Math.PI * skin.u[i]), radius * Math.sin(2 * Math.PI * skin.u[i])];
      const px = x + (p * dz) / across - (q * dx * dy) / across;
      const py = y + q * across;
      const pz = z - (p * dx) / across - (q * dz * dy) / across;
      out[o] = cos * px - sin * py;
      out[o + 1] = sin * px + cos * py;
      out[o + 2] = pz;
    }
  };

  /**
   * The distance of layer k from the one below: it lies on it or floats above it, never deep
   * inside.
   */
  const gapOf = (k: number, x: number, y: number, s: number, frame: number): number => {
    const { rub, gap } = skirt[k];
    const off = 0.05 * s * gap(x, y, frame);
    return (
      (off + Math.sqrt(off * off + 1e-4 * s)) / 2 +
      LAYER_GAP +
      RUB * begun(frame) * Math.min(1, 3 * s) * rub(3 * x + 2 * s, 3 * y, frame)
    );
  };

  const placeLayer = (k: number, frame: number, out: Float64Array, first: number): void => {
    for (let i = 0, o = first; i < layer.u.length; i++, o += 3) {
      const around = 2 * Math.PI * layer.u[i];
      const s = (1 - SHORTER * k) * layer.v[i];
      const [x, y] = [Math.cos(around), Math.sin(around)];
      const late = frame - LAG * s;
      const speed = Math.abs(turnAt(late + 1) - turnAt(late));
      // The faster the turn, the wider the cone and the tighter the pleats, which fit into those
      // below.
      const open = 0.42 + 5.5 * speed + 0.07 * Math.sin(0.09 * late);
      const phase = PLEATS * around + 1.5 * uneven(x, y, frame) + 0.6 * s;
      let radius = WAIST + LENGTH * s * Math.sin(open) + 0.035 * s * (1 + Math.cos(phase));
      for (let j = 0; j <= k; j++) radius += gapOf(j, x, y, s, frame);
      const swing = ((0.9 + 1.6 * Math.min(1, 18 * speed)) * s * Math.sin(2 * phase)) / PLEATS;
      const slide = SLIDE * begun(frame) * s * Math.sin(0.11 * frame + skirt[k].shift);
      const angle = around + turnAt(late) + swing + slide;
      out[o] = radius * Math.cos(angle);
      out[o + 1] = radius * Math.sin(angle);
      out[o + 2] = WAIST_HEIGHT - LENGTH * s * Math.cos(open) + 0.004 * k;
    }
  };

  const positions = (frame: number, out: Float64Array): void => {
    limbs.forEach((limb, k) => {
      placeLimb(limb, frame, out, 3 * firstVertex[k]);
    });
    for (let k = 0; k < LAYERS; k++) placeLayer(k, frame, out, 3 * firstVertex[limbs.length + k]);
  };
  return {
    name: 'dancer',
    mesh,
    parts: namedParts([...LIMBS, ...skirt.map((_, i) => `skirt ${i + 1}`)], firstVertex),
    frameCount,
    positions,
  };
}

/**
 * A factor of sliding and rubbing that grows gradually: at the first frame the layers touch in few
 * places.
 */
function begun(frame: number): number {
  return ramp(0, 15, frame);
}

/** The rotation of the dancer at a frame: back and forth, starting from rest. */
function turnAt(frame: number): number {
  return frame <= 0 ? 0 : 1.1 * (1 - Math.cos(0.05 * frame));
}

const TRUNK: Limb = {
  places: () => [
    [0, 0, 0.86],
    [0, 0, 0.98],
    [0, 0, 1.08],
    [0, 0, 1.3],
    [0, 0, 1.42],
    [0, 0, 1.48],
    [0, 0, 1.58],
    [0, 0, 1.72],
  ],
  radii: [0.11, 0.105, 0.095, 0.13, 0.1, 0.045, 0.1, 0.085],
};

/** Stepping: thigh, knee, shin, foot. */
const LEG: Limb = {
  places: (frame) => {
    const step = 0.16 * Math.sin(0.1 * frame);
    return [
      [0.07, 0, 0.93],
      [0.08, 0.5 * step, 0.7],
      [0.09, step, 0.48],
      [0.09, 0.8 * step, 0.25],
      [0.09, 0.7 * step, 0.02],
    ];
  },
  radii: [0.075, 0.07, 0.052, 0.045, 0.03],
};

const ARM: Limb = {
  places: (frame) => {
    const lift = 0.1 * Math.sin(0.08 * frame);
    return [
      [0.08, 0, 1.38],
      [0.25, 0.02, 1.36 + 0.5 * lift],
      [0.38, 0.05, 1.38 + lift],
      [0.5, 0.12, 1.45 + 1.6 * lift],
      [0.62, 0.16, 1.5 + 2 * lift],
    ];
  },
  radii: [0.05, 0.042, 0.036, 0.03, 0.025],
};

/** The limb of one side; the two sides step and lift alternately. */
function limbOf({ places, radii }: Limb, side: number): Limb {
  return {
    places: (frame) => places(side * frame).map(([x, y, z]) => [side * x, y, z]),
    radii,
  };
}

/** Interpolates linearly between the values at integers. */
function between(s: number, value: (j: number) => number): number {
  const j = Math.floor(s);
  return s === j ? value(j) : value(j) + (s - j) * (value(j + 1) - value(j));
}

/** Eases s: integers stay, with slope 0 at each. */
function eased(s: number): number {
  const j = Math.floor(s);
  return j + ramp(0, 1, s - j);
}

/** The unit direction of the polyline, changing gradually from piece to piece. */
function directionAt(places: readonly (readonly number[])[], s: number): number[] {
  const last = places.length - 2;
  const piece = (j: number, k: number): number => {
    const clamped = Math.min(last, Math.max(0, j));
    return places[clamped + 1][k] - places[clamped][k];
  };
  const d = [0, 1, 2].map((k) => between(Math.max(0, s - 0.5), (j) => piece(j, k)));
  const length = Math.hypot(...d);
  return d.map((x) => x / length);
}
