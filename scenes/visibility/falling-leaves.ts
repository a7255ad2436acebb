// Leaves come off a tree, bend, tumble and drift through each other and the branches [Quick-CULLIDE
// §5, figure 6]. It is a polygon soup: leaves and branches are separate pieces without object ids.
// 39,000 triangles, 1,000 leaves of 24.
import { type Random, seededRandom } from '../../src/core/math/random.ts';
import { TriMesh } from '../../src/index.ts';
import { ramp, type Scene, type SceneOptions } from '../scene.ts';
import { grid, type Sheet, sleeve } from '../shapes.ts';

const LEAVES = 1000;
const LEAF = 0.05;
const BRANCHES = 60;
const TRUNK = 0.09;
const HEIGHT = 2.2;
const FRAMES = 60;

/** The scene of falling leaves. */
export function fallingLeaves({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  const random = seededRandom(seed);
  const branches = [
    trunk(),
    ...Array.from({ length: Math.max(4, Math.round(BRANCHES * scale)) }, () => branch(random)),
  ];
  const places = branches.map((limb) => limbPositions(limb));
  const leafSheet = grid(3, 4);
  const leaves = Array.from({ length: Math.max(8, Math.round(LEAVES * scale)) }, () => leafOn(random, branches));
  const parts = [...branches.map((limb) => limb.sheet.mesh), ...leaves.map(() => leafSheet.mesh)];
  const { mesh, firstVertex } = TriMesh.merge(parts);

  const positions = (frame: number, out: Float64Array): void => {
    places.forEach((points, k) => {
      out.set(points, 3 * firstVertex[k]);
    });
    leaves.forEach((leaf, k) => {
      placeLeaf(leaf, leafSheet, frame, out, 3 * firstVertex[branches.length + k]);
    });
  };
  return { name: 'falling-leaves', mesh, frameCount: FRAMES, positions };
}

/** A tube along a curve, open at both ends. */
interface Limb {
  readonly sheet: Sheet;
  readonly from: readonly number[];
  readonly along: readonly number[];
  readonly sag: number;
  readonly radius: number;
}

function trunk(): Limb {
  return { sheet: sleeve(24, 60), from: [0, 0, 0], along: [0, 0, HEIGHT], sag: 0, radius: TRUNK };
}

/** A branch begins beside the trunk, not inside it. */
function branch(random: Random): Limb {
  const angle = random.between(0, 2 * Math.PI);
  const length = random.between(0.5, 1.1);
  const rise = random.between(0.1, 0.6);
  const side = [Math.cos(angle), Math.sin(angle)];
  return {
    sheet: sleeve(8, 13),
    from: [side[0] * 1.5 * TRUNK, side[1] * 1.5 * TRUNK, random.between(0.7, HEIGHT - 0.1)],
    along: [side[0] * length, side[1] * length, rise * length],
    sag: random.between(0, 0.15),
    radius: random.between(0.012, 0.025),
  };
}

function middleOf({ from, along, sag }: Limb, s: number): number[] {
  return from.map((x, k) => x + s * along[k] - (k === 2 ? sag * s * s : 0));
}

function limbPositions(limb: Limb): Float64Array {
  const { sheet, along, radius } = limb;
  const out = new Float64Array(3 * sheet.u.length);
  const length = Math.hypot(along[0], along[1]);
  // Directions across the limb: horizontal; for an upright limb, both horizontal directions.
  const across = length > 0 ? [-along[1] / length, along[0] / length, 0] : [1, 0, 0];
  const up = length > 0 ? [0, 0, 1] : [0, 1, 0];
  for (let i = 0; i < sheet.u.length; i++) {
    const middle = middleOf(limb, sheet.v[i]);
    const turn = 2 * Math.PI * sheet.u[i];
    const size = radius * (1 - 0.7 * sheet.v[i]);
    for (let k = 0; k < 3; k++)
      out[3 * i + k] = middle[k] + size * (Math.cos(turn) * across[k] + Math.sin(turn) * up[k]);
  }
  return out;
}

interface Leaf {
  readonly start: readonly number[];
  readonly looseAt: number;
  readonly drift: readonly number[];
  readonly sway: number;
  readonly phase: number;
  /** Rotations per frame about the vertical and about the leaf's own length. */
  readonly spin: readonly [number, number];
  readonly curl: number;
}

function leafOn(random: Random, branches: readonly Limb[]): Leaf {
  const limb = branches[1 + random.below(branches.length - 1)];
  const start = middleOf(limb, random.between(0.25, 1));
  return {
    start: start.map((x, k) => x + (k === 2 ? random.between(-0.16, -0.04) : random.between(-0.12, 0.12))),
    looseAt: random.between(0, 0.7) * FRAMES,
    drift: [random.between(-0.006, 0.006), random.between(-0.006, 0.006)],
    sway: random.between(0.01, 0.05),
    phase: random.between(0, 2 * Math.PI),
    spin: [random.between(-0.15, 0.15), random.between(-0.15, 0.15)],
    curl: random.between(-1, 1),
  };
}

/**
 * A leaf hangs, comes loose and accelerates to a steady fall; its blade bends lengthwise and flaps.
 */
function placeLeaf(leaf: Leaf, { u, v }: Sheet, frame: number, out: Float64Array, first: number): void {
  const fallen = Math.max(0, frame - leaf.looseAt);
  const speed = 0.02 * ramp(0, 12, fallen);
  const sway = leaf.sway * Math.sin(0.3 * fallen + leaf.phase) * ramp(0, 10, fallen);
  const centre = [
    leaf.start[0] + leaf.drift[0] * fallen + sway,
    leaf.start[1] + leaf.drift[1] * fallen,
    Math.max(0.03 + 0.02 * Math.abs(leaf.curl), leaf.start[2] - speed * fallen),
  ];
  const heading = leaf.phase + leaf.spin[0] * fallen;
  const roll = 0.9 * leaf.curl + leaf.spin[1] * fallen;
  const curl = leaf.curl + 0.6 * Math.sin(0.25 * fallen + leaf.phase);
  for (let i = 0; i < u.length; i++) {
    const width = 0.9 * Math.sin(Math.PI * (0.1 + 0.8 * v[i]));
    const [p, q] = [LEAF * (v[i] - 0.5), LEAF * width * (u[i] - 0.5)];
    const bend = (curl * (p * p)) / LEAF + (0.8 * q * q) / LEAF;
    const [side, height] = [q * Math.cos(roll) - bend * Math.sin(roll), q * Math.sin(roll) + bend * Math.cos(roll)];
    out[first + 3 * i] = centre[0] + p * Math.cos(heading) - side * Math.sin(heading);
    out[first + 3 * i + 1] = centre[1] + p * Math.sin(heading) + side * Math.cos(heading);
    out[first + 3 * i + 2] = centre[2] + height;
  }
}
