// Rapier. For two meshes it casts one along a straight line, finds a contact within a given
// distance, and steps a world in time. Colliders keep their trees: for bare shapes, the same
// queries build them again each time.
import rapier from '@dimforge/rapier3d-compat';
import type { Soup } from '../../scenes/rigid/index.ts';
import { distance, RigidBody, type RigidMotion } from '../../src/rigid.ts';
import { CONTACT_QUESTIONS, type Peer } from './rigid-peer.ts';

await rapier.init();

const NONE = { x: 0, y: 0, z: 0 };
const UNTURNED = { ...NONE, w: 1 };
/** The distance from the position expected by the motion beyond which something was in the path. */
const DEVIATION = 1e-3;

const vector = ([x, y, z]: readonly number[]) => ({ x, y, z });
const quaternion = ([x, y, z, w]: readonly number[]) => ({ x, y, z, w });

/** `reach` is the search distance relative to the true distance; Infinity if it is told nothing. */
export function rapierQueries(soup: Soup, reach: number): Peer[] {
  const world = new rapier.World(NONE);
  const [a, b] = [world.createCollider(meshOf(soup)), world.createCollider(meshOf(soup))];
  const body = RigidBody.from(soup.positions, soup.triangles);
  const still = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };
  let told = 0;
  const prepare = ({ legs: [{ pose }] }: RigidMotion): void => {
    a.setTranslation(vector(pose.position));
    a.setRotation(quaternion(pose.rotation));
    told = reach === Infinity ? 1e3 : reach * distance(body, pose, body, still).distance;
  };
  return [
    {
      by: 'Rapier castCollider',
      answers: CONTACT_QUESTIONS,
      prepare,
      answer: ({ legs: [{ velocity, angularVelocity }] }) => {
        if (Math.hypot(...angularVelocity) > 0) throw new Error('a cast has no angular velocity');
        return a.castCollider(vector(velocity), b, NONE, 0, 1, true)?.time_of_impact ?? Infinity;
      },
    },
    {
      by: 'Rapier contactCollider',
      answers: ['overlap'],
      prepare,
      answer: () => (a.contactCollider(b, 0) ? 1 : 0),
    },
    {
      by: `Rapier contactCollider, ${reach === Infinity ? 'no bound' : `told ${reach} × the distance`}`,
      answers: ['distance'],
      prepare,
      answer: () => a.contactCollider(b, told)?.distance ?? Infinity,
    },
  ];
}

/**
 * A world with continuous collision detection, stepped evenly through the motion until something is
 * in the path. Contacts are those that it finds at the start of a step: an overlap at the very end
 * is not among them.
 */
export function rapierWorld(soup: Soup, steps: number): Peer {
  const world = new rapier.World(NONE);
  const moving = world.createRigidBody(
    rapier.RigidBodyDesc.dynamic()
      .setCcdEnabled(true)
      .setCanSleep(false)
      .setAdditionalMassProperties(1, NONE, { x: 1, y: 1, z: 1 }, UNTURNED),
  );
  const a = world.createCollider(meshOf(soup).setDensity(0), moving);
  const b = world.createCollider(meshOf(soup), world.createRigidBody(rapier.RigidBodyDesc.fixed()));
  const place = (position: readonly number[], rotation: readonly number[]): void => {
    moving.setTranslation(vector(position), true);
    moving.setRotation(quaternion(rotation), true);
    moving.setLinvel(NONE, true);
    moving.setAngvel(NONE, true);
    world.timestep = 1e-6;
    world.step();
  };
  return {
    by: `Rapier world, ${steps === 1 ? 'one step' : `${steps} steps`}`,
    answers: CONTACT_QUESTIONS,
    prepare: ({ legs: [{ pose, velocity, angularVelocity }] }) => {
      // First moved far away, so that nothing remains of the previous motion.
      place([100, 0, 0], pose.rotation);
      place(pose.position, pose.rotation);
      moving.setLinvel(vector(velocity), true);
      moving.setAngvel(vector(angularVelocity), true);
      world.timestep = 1 / steps;
    },
    answer: ({ legs: [{ pose, velocity }] }) => {
      for (let step = 1; step <= steps; step++) {
        world.step();
        let contacts = 0;
        world.contactPair(a, b, (manifold) => {
          contacts += manifold.numContacts();
        });
        const { x, y, z } = moving.translation();
        const off = [x, y, z].map((at, k) => at - pose.position[k] - (step / steps) * velocity[k]);
        if (contacts > 0 || Math.hypot(...off) > DEVIATION) return step / steps;
      }
      return Infinity;
    },
  };
}

function meshOf({ positions, triangles }: Soup): rapier.ColliderDesc {
  return rapier.ColliderDesc.trimesh(Float32Array.from(positions), triangles.slice());
}
