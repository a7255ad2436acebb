// Letters break in a bowl: block letters fall, break at the first impact and come to rest as a heap
// of rubble. 5K triangles.
import { type Random, seededRandom } from '../src/core/math/random.ts';
import { TriMesh } from '../src/index.ts';
import { place, type RigidBody, simulate } from './rigid-bodies.ts';
import { along, namedParts, type Scene, type SceneOptions } from './scene.ts';
import { grid, sleeve } from './shapes.ts';

/** One bit per block, five columns and seven rows per letter. */
const LETTERS = {
  G: ['.###.', '#...#', '#....', '#.###', '#...#', '#...#', '.###.'],
  R: ['####.', '#...#', '#...#', '####.', '#.#..', '#..#.', '#...#'],
  A: ['.###.', '#...#', '#...#', '#####', '#...#', '#...#', '#...#'],
  Z: ['#####', '....#', '...#.', '..#..', '.#...', '#....', '#####'],
  E: ['#####', '#....', '#....', '####.', '#....', '#....', '#####'],
};
/** The radius of the bowl, in blocks like all lengths here. */
const BOWL = 11;
/** Polar angle of the rim, from the bottom. */
const RIM = 0.34 * Math.PI;
/** Pieces are shrunk by this factor, so that an unbroken letter is not in contact with itself. */
const SHRINK = 0.98;

/** The scene of letters that break in a bowl. */
export function lettersBowl({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  const random = seededRandom(seed);
  const pieces = Object.values(LETTERS).flatMap((rows, k) => breakLetter(random, rows, k));
  const cells = along(2, scale, 1);
  const solids = pieces.map(({ blocks }) => hull(blocks, cells));
  const bowl = sleeve(along(40, scale, 8), along(20, scale, 4));
  const { mesh, firstVertex } = TriMesh.merge([bowl.mesh, ...solids.map((solid) => solid.mesh)]);
  const frameCount = 160;
  let poses: Float64Array | undefined;

  const positions = (frame: number, out: Float64Array): void => {
    poses ??= simulate({
      bodies: pieces.map(({ body }) => body),
      frameCount,
      gravity: 0.008,
      bounce: 0.25,
      friction: 0.5,
      wall: wallOfBowl,
    });
    for (let i = 0; i < bowl.u.length; i++) {
      const [around, polar] = [2 * Math.PI * bowl.u[i], (0.02 + 0.98 * bowl.v[i]) * RIM];
      out[3 * i] = BOWL * Math.sin(polar) * Math.cos(around);
      out[3 * i + 1] = BOWL * Math.sin(polar) * Math.sin(around);
      out[3 * i + 2] = -BOWL * Math.cos(polar);
    }
    solids.forEach(({ points }, b) => {
      place(poses as Float64Array, frame * solids.length + b, points, out, 3 * firstVertex[b + 1]);
    });
  };
  return {
    name: 'letters-bowl',
    mesh,
    parts: namedParts(['bowl', ...pieces.map((_, i) => `piece ${i + 1}`)], firstVertex),
    frameCount,
    positions,
  };
}

interface Piece {
  /** The centres of the blocks relative to the body's, rotated like the letter. */
  readonly blocks: readonly Block[];
  readonly body: RigidBody;
}

interface Block {
  readonly cell: readonly number[];
  readonly axes: readonly (readonly number[])[];
  readonly centre: readonly number[];
}

/**
 * The pieces of a letter fall with one velocity and no spin: until the first impact they stay the
 * letter.
 */
function breakLetter(random: Random, rows: readonly string[], index: number): Piece[] {
  const free = new Set<string>();
  rows.forEach((row, y) => {
    [...row].forEach((bit, x) => {
      if (bit === '#') free.add(`${x},${y}`);
    });
  });
  const [tilt, heading] = [random.between(-0.5, 0.5), random.between(-0.4, 0.4) + 0.5];
  const [ct, st, ch, sh] = [Math.cos(tilt), Math.sin(tilt), Math.cos(heading), Math.sin(heading)];
  const axes = [
    [ct * ch, ct * sh, st],
    [-sh, ch, 0],
    [-st * ch, -st * sh, ct],
  ];
  const middle = [2.5 * Math.cos(2.5 * index), 2.5 * Math.sin(2.5 * index), -4 + 7.8 * index];
  const pieces: Piece[] = [];
  for (const key of [...free]) {
    if (!free.delete(key)) continue;
    const cells = [key.split(',').map(Number)];
    for (let wanted = random.below(3); wanted > 0; wanted--) {
      const [x, y] = cells[random.below(cells.length)];
      const beside = [
        [x + 1, y],
        [x, y + 1],
        [x - 1, y],
      ].find(([p, q]) => free.delete(`${p},${q}`));
      if (beside) cells.push(beside);
    }
    pieces.push(pieceOf(cells, axes, middle));
  }
  return pieces;
}

function pieceOf(cells: readonly number[][], axes: readonly number[][], middle: readonly number[]): Piece {
  const places = cells.map(([x, y]) => {
    const [p, q] = [x - 2, 3 - y];
    return middle.map((m, k) => m + p * axes[0][k] + q * axes[2][k]);
  });
  const centre = middle.map((_, k) => places.reduce((sum, at) => sum + at[k], 0) / places.length);
  const blocks = cells.map((cell, i) => ({ cell, axes, centre: places[i].map((x, k) => x - centre[k]) }));
  const balls = blocks.flatMap((block) => ballsOf(block));
  return { blocks, body: { centre, velocity: [0, 0, 0], spin: [0, 0, 0], mass: cells.length, balls } };
}

/** Returns the balls of a block: one fills it, eight cover its corners. */
function ballsOf({ centre, axes }: Block): number[] {
  const balls = [...centre, 0.46];
  for (let corner = 0; corner < 8; corner++) {
    const signs = [0, 1, 2].map((k) => (corner & (1 << k) ? 0.35 : -0.35));
    balls.push(...centre.map((x, k) => x + signs[0] * axes[0][k] + signs[1] * axes[1][k] + signs[2] * axes[2][k]), 0.1);
  }
  return balls;
}

/**
 * The outer surface of a few blocks: their sides except those between two of them, each divided
 * into cells.
 */
function hull(blocks: readonly Block[], cells: number): { mesh: TriMesh; points: number[] } {
  const inside = new Set(blocks.map(({ cell }) => cell.join()));
  const points: number[] = [];
  const triangles: number[] = [];
  const ids = new Map<string, number>();
  const side = grid(cells, cells);
  for (const { cell, axes, centre } of blocks) {
    for (let face = 0; face < 6; face++) {
      const [axis, sign] = [face % 3, face < 3 ? 1 : -1];
      const beside = [cell[0] + (axis === 0 ? sign : 0), cell[1] - (axis === 2 ? sign : 0)];
      if (axis !== 1 && inside.has(beside.join())) continue;
      const [s, t] = [(axis + 1) % 3, (axis + 2) % 3];
      const corner = Array.from(side.u, (u, i) => {
        const local = [0, 0, 0];
        local[axis] = sign / 2;
        local[s] = u - 0.5;
        local[t] = sign * (side.v[i] - 0.5);
        const key = [cell[0] + local[0], local[1], -cell[1] + local[2]].map((x) => Math.round(x * 2 * cells)).join();
        let id = ids.get(key);
        if (id === undefined) {
          id = points.length / 3;
          ids.set(key, id);
          points.push(
            ...centre.map(
              (c, k) => SHRINK * (c + local[0] * axes[0][k] + local[1] * axes[1][k] + local[2] * axes[2][k]),
            ),
          );
        }
        return id;
      });
      for (const v of side.mesh.triangles) triangles.push(corner[v]);
    }
  }
  return { mesh: TriMesh.from(triangles, points.length / 3), points };
}

/**
 * The wall of the bowl, as `World.wall` takes it. Above the rim it continues as an invisible
 * cylinder, so that no piece is lost.
 */
function wallOfBowl(x: number, y: number, z: number, normal: Float64Array): number {
  const isLow = z < -BOWL * Math.cos(RIM);
  const distance = isLow ? Math.hypot(x, y, z) : Math.hypot(x, y);
  if (distance === 0) return BOWL;
  normal[0] = -x / distance;
  normal[1] = -y / distance;
  normal[2] = isLow ? -z / distance : 0;
  return (isLow ? BOWL : BOWL * Math.sin(RIM)) - distance;
}
