// N-body balls: 245 balls of two sizes fly in a box, attracted to its centre, and collide. 34K
// triangles.
import { type Random, seededRandom } from '../src/core/math/random.ts';
import { TriMesh } from '../src/index.ts';
import { place, type RigidBody, simulate } from './rigid-bodies.ts';
import { along, namedParts, type Scene, type SceneOptions } from './scene.ts';
import { ball } from './shapes.ts';

/** Half the side of the box. */
const BOX = 1;
const LARGE_BALLS = { count: 60, radius: 0.13, parts: 4 };
const SMALL_BALLS = { count: 185, radius: 0.075, parts: 2 };

/** The scene of balls that fly in a box. */
export function nBody({ seed = 1, scale = 1 }: SceneOptions = {}): Scene {
  // A smaller scene first has fewer balls, and coarser ones only when few are left, because the
  // large number matters.
  const share = Math.max(scale, 0.1);
  const kinds = [LARGE_BALLS, SMALL_BALLS].map(({ count, radius, parts }) => ({
    radius,
    count: Math.max(4, Math.round(count * share)),
    solid: ball(along(parts, Math.min(1, scale / share), 1)),
  }));
  const solids = kinds.flatMap(({ count, solid, radius }) => Array.from({ length: count }, () => ({ solid, radius })));
  const { mesh, firstVertex } = TriMesh.merge(solids.map(({ solid }) => solid.mesh));
  const points = solids.map(({ solid, radius }) => solid.points.map((x) => x * radius));
  const frameCount = 150;
  const box = BOX * Math.cbrt(Math.max(share, 0.2));
  let poses: Float64Array | undefined;

  const positions = (frame: number, out: Float64Array): void => {
    poses ??= simulate({
      bodies: throwBalls(
        seededRandom(seed),
        solids.map(({ radius }) => radius),
        box,
      ),
      frameCount,
      gravity: 0,
      pull: 0.0004,
      bounce: 0.85,
      friction: 0.4,
      wall: (x, y, z, normal) => wallOfBox(box, x, y, z, normal),
    });
    for (let b = 0; b < solids.length; b++) place(poses, frame * solids.length + b, points[b], out, 3 * firstVertex[b]);
  };
  return {
    name: 'n-body',
    mesh,
    parts: namedParts(
      solids.map((_, i) => `ball ${i + 1}`),
      firstVertex,
    ),
    frameCount,
    positions,
  };
}

/**
 * Returns balls at random positions without overlap, as far as a thousand attempts per ball find
 * them.
 */
function throwBalls(random: Random, radii: readonly number[], box: number): RigidBody[] {
  const bodies: RigidBody[] = [];
  const three = (size: number): number[] => [0, 1, 2].map(() => random.between(-size, size));
  for (const radius of radii) {
    let centre = three(box - radius);
    // The bodies are faceted balls just inside these. A radius reduced by the height of a facet
    // lets the facets meet.
    const isFree = (): boolean =>
      bodies.every((other) => {
        const distance = Math.hypot(...centre.map((x, k) => x - other.centre[k]));
        return distance > 1.05 * (radius + other.balls[3] / 0.93);
      });
    for (let tries = 0; tries < 1000 && !isFree(); tries++) centre = three(box - radius);
    const balls = [0, 0, 0, 0.93 * radius];
    bodies.push({ centre, velocity: three(0.02), spin: three(0.08), mass: radius ** 3, balls });
  }
  return bodies;
}

function wallOfBox(box: number, x: number, y: number, z: number, normal: Float64Array): number {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const largest = Math.max(ax, ay, az);
  normal.fill(0);
  if (largest === ax) normal[0] = -Math.sign(x);
  else if (largest === ay) normal[1] = -Math.sign(y);
  else normal[2] = -Math.sign(z);
  return box - largest;
}
