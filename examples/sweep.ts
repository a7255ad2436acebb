// Can a part be moved from here to there? A beam is rotated and lowered between two posts.
import { clearance, firstContact, type Pose, RigidBody, RigidMotion } from 'graze/rigid';

/** A box around the origin, or around a centre. */
function box(
  size: readonly number[],
  centre: readonly number[] = [0, 0, 0],
): { positions: number[]; triangles: number[] } {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) =>
    size.map((s, k) => centre[k] + (((i >> k) & 1) === 0 ? -s / 2 : s / 2)),
  );
  const sides = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];
  const triangles = [0, 4, 8, 12, 16, 20].flatMap((s) => [0, 1, 2, 0, 2, 3].map((k) => sides[s + k]));
  return { positions, triangles };
}

const beamShape = box([2, 0.2, 0.2]);
const posts = [box([0.2, 0.2, 2], [-0.3, 0, 0]), box([0.2, 0.2, 2], [0.3, 0, 0])];
const beam = RigidBody.from(beamShape.positions, beamShape.triangles);
const frame = RigidBody.from(
  posts.flatMap(({ positions }) => positions),
  posts.flatMap(({ triangles }, i) => triangles.map((v) => v + 8 * i)),
);

const still = RigidMotion.still({ position: [0, 0, 0], rotation: [0, 0, 0, 1] });
const above: Pose = { position: [0, 0, 1.2], rotation: [0, 0, 0, 1] };
const across: Pose = { position: [0, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] };
const straight = RigidMotion.between(above, across);
const hit = firstContact(beam, straight, frame, still);
console.log(`turning on the way down: ${hit.state} at ${hit.time.toFixed(4)}, ${hit.contacts.length} contacts`);

const turned: Pose = { position: above.position, rotation: across.rotation };
const careful = RigidMotion.path([above, turned, across]);
const free = firstContact(beam, careful, frame, still);
console.log(
  `turning first: ${free.state}, never nearer than ${clearance(beam, careful, frame, still).atLeast.toFixed(3)}`,
);
