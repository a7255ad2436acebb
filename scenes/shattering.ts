// A bunny-like body falls on a dragon-like one that is whole at first and breaks topologically:
// wave after wave of pieces tears off, vertices along the cracks split, and the cracks get walls. A
// limb is hollow, two closed surfaces; a piece is one. 230K triangles that become 270K. The
// vertices of all pieces exist from the start, so their number never changes; those that no face
// uses yet move along.
import { type Random, seededRandom } from '../src/core/math/random.ts';
import { TriMesh } from '../src/index.ts';
import { ballsOf, ground } from './bunny-dragon.ts';
import { bunny, dragon, mergeShells, type Shell } from './creatures.ts';
import { place, type RigidBody, simulate } from './rigid-bodies.ts';
import { type Break, namedParts, type Scene, type SceneOptions } from './scene.ts';

const PIECES = 320;
/** The number of the dragon's triangles relative to the scene with shards. */
const FINENESS = 1.2;
/**
 * The distance of the inner side from the outer one, as a fraction of the way to the middle of the
 * limb.
 */
const THICKNESS = 0.3;
/** The bunny's size, its displacement per frame, and the frame in which it hits. */
const BUNNY = 0.42;
const FALL = [0.01, 0.004, -0.03];
const HIT = 12;
/**
 * Where it hits, the distance from there at which it first touches the body, and how far the shock
 * travels per frame.
 */
const IMPACT = [0.15, 0, 0.75];
const FRONT = 0.65;
const SHOCK = 0.08;
/**
 * The number of frames from one wave of breaks to the next, and of waves after the first; the last
 * one takes everything that the shock has not reached.
 */
const WAVE = 2;
const WAVES = 13;
const FRAMES = 64;

/** The scene of a dragon that breaks. */
export function shattering({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  const balls = (points: Float64Array) => ballsOf({ points });
  return shatteringOf(
    { seed, scale },
    { bunny: 1, dragon: FINENESS, beside: 0, pieces: PIECES, gap: 0.2, pace: 1, balls },
  );
}

/** The shape of the dragon, and how it breaks. */
export interface Breaking {
  /** The numbers of triangles of the two bodies relative to the scene with shards. */
  readonly bunny: number;
  readonly dragon: number;
  /** The distance from the body at which its limbs begin; at 0 they begin inside it. */
  readonly beside: number;
  readonly pieces: number;
  /**
   * A split vertex moves back by this fraction of the distance to its neighbours; otherwise pieces
   * would begin with their whole cracks in contact.
   */
  readonly gap: number;
  /** The speed of the pieces when they come loose; 1 is that of an explosion. */
  readonly pace: number;
  /**
   * Returns the balls that represent a piece, given its points around its centre, those of the
   * outer side first.
   */
  readonly balls: (points: Float64Array) => number[];
}

/** The scene with another shape of the dragon, or another way of breaking. */
export function shatteringOf({ seed, scale }: Required<SceneOptions>, breaking: Breaking): Scene {
  const random = seededRandom(seed);
  const attacker = bunny(BUNNY, breaking.bunny * scale);
  const limbs = dragon(breaking.dragon * scale, breaking.beside);
  const cracked = crack(random, limbs, Math.max(24, Math.round(breaking.pieces * scale)));
  const { firstFan } = cracked;
  const { whole, drawn, centres } = placesOf(cracked, breaking.gap);
  const pieces = centres.map((centre, p) =>
    bodyOf(random, centre, drawn.subarray(6 * firstFan[p], 6 * firstFan[p + 1]), breaking),
  );
  const tornAt = pieces.map((piece) => piece.heldUntil as number);
  const openings = openingsOf(cracked, tornAt);
  const drawnFrom = splitFrames(cracked, openings);
  const bodies = [thrown(), ...pieces];
  const firstVertex = attacker.mesh.vertexCount;
  const vertexCount = firstVertex + whole.length / 3;
  const trianglesAt = (frame: number): Uint32Array => {
    const own = trianglesOf(cracked, openings, frame);
    const all = new Uint32Array(attacker.mesh.triangles.length + own.length);
    all.set(attacker.mesh.triangles);
    all.set(
      own.map((v) => v + firstVertex),
      attacker.mesh.triangles.length,
    );
    return all;
  };

  let poses: Float64Array | undefined;
  const positions = (frame: number, out: Float64Array): void => {
    poses ??= simulate({ bodies, frameCount: FRAMES, gravity: 0.0011, bounce: 0.3, friction: 0.4, wall: ground });
    place(poses, frame * bodies.length, attacker.points, out, 0);
    const points = whole.map((x, i) => (frame < drawnFrom[Math.floor(i / 3)] ? x : drawn[i]));
    for (let p = 0; p < pieces.length; p++) {
      const own = points.subarray(6 * firstFan[p], 6 * firstFan[p + 1]);
      place(poses, frame * bodies.length + p + 1, own, out, 3 * firstVertex + 6 * firstFan[p]);
    }
  };

  let changes: Map<number, Break> | undefined;
  const breaks = (frame: number): Break | null => {
    changes ??= differences(trianglesAt, [...new Set(tornAt)], vertexCount);
    return changes.get(frame) ?? null;
  };
  const mesh = TriMesh.from(trianglesAt(0), vertexCount);
  return {
    name: 'shattering',
    mesh,
    parts: namedParts(['bunny', 'dragon'], [0, firstVertex]),
    frameCount: FRAMES,
    positions,
    breaks,
  };
}

/**
 * A shell cut into pieces. A fan is the set of faces of one piece around a vertex; each fan has an
 * outer and an inner vertex of its own. The vertices of piece p are [2 · `firstFan[p]`, 2 ·
 * `firstFan[p + 1]`), the outer ones first.
 */
interface Cracked {
  readonly shell: Shell;
  /** The piece of each face. */
  readonly pieceOf: Int32Array;
  /** The fan of each corner of a face. The fans of a piece are consecutive. */
  readonly fanOf: Uint32Array;
  readonly firstFan: Uint32Array;
  readonly outer: Uint32Array;
  readonly inner: Uint32Array;
  /** The edges at which two pieces meet. */
  readonly seams: readonly Seam[];
}

/** The corners at which an edge begins in its two faces. */
type Seam = readonly [number, number];

const faceOf = (corner: number): number => Math.floor(corner / 3);
const next = (corner: number): number => corner - (corner % 3) + ((corner + 1) % 3);

function crack(random: Random, limbs: readonly Shell[], count: number): Cracked {
  const shell = mergeShells(limbs);
  const pieceOf = growPieces(shell.mesh, seedFaces(random, limbs, count));
  const edges = sidesOf(shell.mesh);
  const isSeam = ([a, b]: Seam): boolean => pieceOf[faceOf(a)] !== pieceOf[faceOf(b)];
  const corners = joiner(3 * shell.mesh.faceCount);
  for (const edge of edges) if (!isSeam(edge)) joinAcross(corners, edge);
  const byPiece = Array.from(pieceOf, (_, f) => f).sort((f, g) => pieceOf[f] - pieceOf[g] || f - g);
  const fanOf = new Uint32Array(3 * byPiece.length);
  const fans = new Map<number, number>();
  const pieceOfFan: number[] = [];
  for (const corner of byPiece.flatMap((f) => [3 * f, 3 * f + 1, 3 * f + 2])) {
    const root = corners.root(corner);
    const fan = fans.get(root) ?? pieceOfFan.push(pieceOf[faceOf(corner)]) - 1;
    fans.set(root, fan);
    fanOf[corner] = fan;
  }
  const firstFan = Uint32Array.from(
    [...new Set(pieceOfFan)].map((p) => pieceOfFan.indexOf(p)).concat(pieceOfFan.length),
  );
  const outer = Uint32Array.from(pieceOfFan, (p, fan) => firstFan[p] + fan);
  const inner = Uint32Array.from(pieceOfFan, (p, fan) => firstFan[p + 1] + fan);
  return { shell, pieceOf, fanOf, firstFan, outer, inner, seams: edges.filter(isSeam) };
}

/** Chooses different faces, at least one in every limb. */
function seedFaces(random: Random, limbs: readonly Shell[], count: number): number[] {
  const total = limbs.reduce((sum, { mesh }) => sum + mesh.faceCount, 0);
  let first = 0;
  return limbs.flatMap(({ mesh: { faceCount } }) => {
    const own = new Set<number>();
    for (let k = Math.max(1, Math.round((count * faceCount) / total)); k > 0; k--)
      own.add(first + random.below(faceCount));
    first += faceCount;
    return [...own];
  });
}

/**
 * Returns the piece of every face. Every piece grows from its seed, face by face and all at the
 * same rate, so that it is connected.
 */
function growPieces({ faceCount, topology }: TriMesh, seeds: readonly number[]): Int32Array {
  const { faceEdges, edgeFaces, edgeFaceStart } = topology;
  const pieceOf = new Int32Array(faceCount).fill(-1);
  seeds.forEach((f, p) => {
    pieceOf[f] = p;
  });
  const queue = [...seeds];
  for (const f of queue) {
    for (const edge of faceEdges.subarray(3 * f, 3 * f + 3)) {
      for (const g of edgeFaces.subarray(edgeFaceStart[edge], edgeFaceStart[edge + 1])) {
        if (pieceOf[g] >= 0) continue;
        pieceOf[g] = pieceOf[f];
        queue.push(g);
      }
    }
  }
  return pieceOf;
}

/** All edges: the shell is closed and consistently wound. */
function sidesOf({ topology: { faceEdges, edgeCount } }: TriMesh): [number, number][] {
  const sides: [number, number][] = Array.from({ length: edgeCount }, () => [-1, -1]);
  faceEdges.forEach((edge, corner) => {
    sides[edge][sides[edge][0] < 0 ? 0 : 1] = corner;
  });
  return sides;
}

interface Joiner {
  root(i: number): number;
  join(i: number, j: number): void;
}

/** The root of a set is its smallest element. */
function joiner(count: number): Joiner {
  const parent = Uint32Array.from({ length: count }, (_, i) => i);
  const root = (i: number): number => {
    let top = i;
    while (parent[top] !== top) top = parent[top];
    parent[i] = top;
    return top;
  };
  const join = (i: number, j: number): void => {
    const [a, b] = [root(i), root(j)];
    parent[Math.max(a, b)] = Math.min(a, b);
  };
  return { root, join };
}

function joinAcross({ join }: Joiner, [a, b]: Seam, idOf = (corner: number) => corner): void {
  join(idOf(a), idOf(next(b)));
  join(idOf(next(a)), idOf(b));
}

interface Places {
  readonly centres: readonly number[][];
  /**
   * Relative to the centre of the piece: while the body is whole there, and once moved back from
   * the crack.
   */
  readonly whole: Float64Array;
  readonly drawn: Float64Array;
}

function placesOf({ shell: { mesh, points, core }, fanOf, firstFan, outer, inner }: Cracked, gap: number): Places {
  const whole = new Float64Array(6 * outer.length);
  const neighbours = new Float64Array(whole.length);
  const valence = new Float64Array(2 * outer.length);
  mesh.triangles.forEach((v, corner) => {
    for (let k = 0; k < 3; k++) {
      const surface = points[3 * v + k];
      whole[3 * outer[fanOf[corner]] + k] = surface;
      whole[3 * inner[fanOf[corner]] + k] = surface + THICKNESS * (core[3 * v + k] - surface);
    }
  });
  for (const ids of [outer, inner]) {
    for (let corner = 0; corner < fanOf.length; corner++) {
      const [u, v, w] = [corner, next(corner), next(next(corner))].map((c) => ids[fanOf[c]]);
      for (let k = 0; k < 3; k++) neighbours[3 * u + k] += whole[3 * v + k] + whole[3 * w + k];
      valence[u] += 2;
    }
  }
  const drawn = whole.map((x, i) => x + gap * (neighbours[i] / valence[Math.floor(i / 3)] - x));
  const centres: number[][] = [];
  for (let p = 0; p + 1 < firstFan.length; p++) {
    const [first, end] = [6 * firstFan[p], 6 * firstFan[p + 1]];
    const own = whole.slice(first, end);
    const centre = [0, 1, 2].map((k) => (3 * own.reduce((sum, x, i) => (i % 3 === k ? sum + x : sum), 0)) / own.length);
    centres.push(centre);
    for (let i = first; i < end; i++) {
      whole[i] -= centre[i % 3];
      drawn[i] -= centre[i % 3];
    }
  }
  return { centres, whole, drawn };
}

interface Opening {
  readonly seam: Seam;
  readonly frame: number;
}

/** Returns the cracks in the order in which they open. */
function openingsOf({ pieceOf, seams }: Cracked, tornAt: readonly number[]): Opening[] {
  const frameOf = (seam: Seam): number => Math.min(...seam.map((corner) => tornAt[pieceOf[faceOf(corner)]]));
  return seams.map((seam) => ({ seam, frame: frameOf(seam) })).sort((a, b) => a.frame - b.frame);
}

/** The frame at which the first crack opens at each vertex, or none. */
function splitFrames({ shell: { mesh }, fanOf, outer, inner }: Cracked, openings: readonly Opening[]): Float64Array {
  const first = new Float64Array(mesh.vertexCount).fill(Number.POSITIVE_INFINITY);
  for (const { seam, frame } of openings) {
    for (const corner of seam) first[mesh.triangles[corner]] = Math.min(first[mesh.triangles[corner]], frame);
  }
  const frames = new Float64Array(2 * outer.length);
  mesh.triangles.forEach((v, corner) => {
    frames[outer[fanOf[corner]]] = first[v];
    frames[inner[fanOf[corner]]] = first[v];
  });
  return frames;
}

/**
 * Outer sides, inner sides, then the walls of the cracks that are open at this frame, in the order
 * in which they opened.
 */
function trianglesOf({ fanOf, outer, inner }: Cracked, openings: readonly Opening[], frame: number): Uint32Array {
  const open = openings.filter((opening) => opening.frame <= frame);
  // Where nothing is torn yet, all fans around a vertex use the vertex of the first fan.
  const fans = joiner(outer.length);
  for (const { seam } of openings.slice(open.length)) joinAcross(fans, seam, (corner) => fanOf[corner]);
  const outside = fanOf.map((fan) => outer[fans.root(fan)]);
  const inside = fanOf.map((fan) => inner[fans.root(fan)]);
  const walls = 2 * outside.length;
  const out = new Uint32Array(walls + 12 * open.length);
  out.set(outside);
  inside.forEach((v, corner) => {
    // The inner side has reversed winding.
    out[outside.length + corner - (corner % 3) + ((3 - (corner % 3)) % 3)] = v;
  });
  for (const [i, a] of open.flatMap(({ seam }) => seam).entries()) {
    const b = next(a);
    out.set([outside[b], outside[a], inside[a], outside[b], inside[a], inside[b]], walls + 6 * i);
  }
  return out;
}

/**
 * The change at each of these frames. Faces are only added: a face that changes its vertices keeps
 * its id, walls are appended.
 */
function differences(
  trianglesAt: (frame: number) => Uint32Array,
  frames: readonly number[],
  vertexCount: number,
): Map<number, Break> {
  const changes = new Map<number, Break>();
  let before = trianglesAt(0);
  for (const frame of frames.toSorted((a, b) => a - b)) {
    const after = trianglesAt(frame);
    const removed: number[] = [];
    for (let i = 0; i < before.length; i += 3) {
      if (before[i] !== after[i] || before[i + 1] !== after[i + 1] || before[i + 2] !== after[i + 2])
        removed.push(i / 3);
    }
    // A piece whose neighbours have all left is loose already.
    if (after.length === before.length && removed.length === 0) continue;
    const changed = removed.flatMap((f) => [...after.subarray(3 * f, 3 * f + 3)]);
    changes.set(frame, {
      removeFaces: Uint32Array.from(removed),
      addFaces: Uint32Array.from([...changed, ...after.subarray(before.length)]),
      vertexCount,
    });
    before = after;
  }
  return changes;
}

/** The bunny falls almost straight down, turning slowly. */
function thrown(): RigidBody {
  const way = HIT + (FRONT + BUNNY * 1.3) / Math.hypot(...FALL);
  return {
    centre: IMPACT.map((x, k) => x - way * FALL[k]),
    velocity: FALL,
    spin: [0.004, 0.012, 0],
    mass: Number.POSITIVE_INFINITY,
    balls: [0, 0, 0, 0.95, 0.62, 0, 0.78, 0.6].map((x) => x * BUNNY),
  };
}

/**
 * Returns the body of a piece. It is fixed until the bunny or the shock arrives; then it leaves the
 * impact, faster the nearer it is.
 */
function bodyOf(random: Random, centre: readonly number[], points: Float64Array, { pace, balls }: Breaking): RigidBody {
  const away = centre.map((x, k) => x - IMPACT[k]);
  const distance = Math.hypot(...away);
  const speed = 0.03 * Math.exp(-0.9 * distance);
  const jitter = (size: number): number => random.between(-size, size);
  const fall = Math.hypot(...FALL);
  const ahead = away.reduce((sum, x, k) => sum + (x * FALL[k]) / fall, 0);
  const isInTheWay = Math.sqrt(distance ** 2 - ahead ** 2) < 2 * BUNNY;
  const reached = isInTheWay ? Math.max(0, ahead + FRONT) / fall : Number.POSITIVE_INFINITY;
  const velocity = away.map(
    (x, k) => (speed * x) / Math.max(0.2, distance) + jitter(0.004) + (k === 0 ? 0.4 * speed : 0),
  );
  return {
    centre,
    velocity: velocity.map((v) => pace * v),
    spin: [jitter(0.05), jitter(0.05), jitter(0.05)].map((turn) => pace * turn),
    mass: points.length,
    balls: balls(points),
    heldUntil: HIT + WAVE * Math.min(WAVES, Math.round(Math.min(distance / SHOCK, reached) / WAVE)),
  };
}
