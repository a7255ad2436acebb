// A collider that has settled answers every step as if it were the first after that.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { basic, type Contacts, iccdWithoutCones, MeshCollider, rTriangles, TriMesh } from '../../src/index.ts';

/** Faces a strip: enough for a tree of its own. */
const FACES = 64;

/** Strips that fly about. */
function swarm(count: number, frameCount: number): { mesh: TriMesh; frames: Float64Array[] } {
  const random = seededRandom(7);
  const triangles = Array.from({ length: FACES }, (_, k) => [k, k + 1, k + 2]).flat();
  const strip = TriMesh.from(triangles, FACES + 2);
  const { mesh, objectOf } = TriMesh.merge(Array.from({ length: count }, () => strip));
  const starts = Array.from({ length: 3 * count }, () => random.between(-1, 1));
  const speeds = Array.from({ length: 3 * count }, () => random.between(-1, 1));
  const at = (t: number): Float64Array => {
    const x = new Float64Array(3 * mesh.vertexCount);
    objectOf.forEach((object, v) => {
      const k = v % (FACES + 2);
      for (let axis = 0; axis < 3; axis++) x[3 * v + axis] = starts[3 * object + axis] + t * speeds[3 * object + axis];
      x[3 * v] += k / 400;
      x[3 * v + 1] += (k % 2) / 50;
    });
    return x;
  };
  return { mesh, frames: Array.from({ length: frameCount }, (_, i) => at(i / 8)) };
}

describe('pinTree', () => {
  // More than 1024 objects are not ordered anew in every step, unless the collider has settled.
  it.each([
    { recipe: iccdWithoutCones, count: 1100 },
    { recipe: rTriangles, count: 40 },
    { recipe: basic, count: 40 },
  ])('makes steps independent of each other: $recipe.name, $count objects', ({ recipe, count }) => {
    const { mesh, frames } = swarm(count, 4);
    const tallies = (order: readonly number[]) => {
      const collider = new MeshCollider(mesh, { recipe });
      // What it was used for before is forgotten as well.
      if (order[0] !== 0) collider.collide(frames[3], frames[0]);
      collider.pinTree(frames[0]);
      const found = order.map((i) => [i, { ...collider.collide(frames[i], frames[i + 1]).tally }] as const);
      return found.sort(([a], [b]) => a - b);
    };
    expect(tallies([2, 0, 1])).toEqual(tallies([0, 1, 2]));
  });

  it.each([iccdWithoutCones, rTriangles, basic])('nor does an instant know of steps before: $name', (recipe) => {
    const { mesh, frames } = swarm(40, 4);
    const collider = new MeshCollider(mesh, { recipe });
    collider.pinTree(frames[0]);
    const look = () => ({ ...collider.proximities(frames[1], { distance: 0.02 }).tally });
    const first = look();
    collider.collide(frames[3], frames[2]);
    expect(look()).toEqual(first);
  });

  it('refuses positions that are none', () => {
    expect(() => new MeshCollider(TriMesh.from([0, 1, 2, 1, 2, 3], 4)).pinTree(new Float64Array(3))).toThrow(
      /Positions hold 3 numbers/,
    );
  });
});

describe('objects that may not collide', () => {
  it('are left out whatever was asked before', () => {
    const { mesh, frames } = swarm(40, 4);
    const groups = Array.from({ length: 40 }, (_, i) => Number(i > 9));
    const make = () => new MeshCollider(mesh, { groups, mayCollide: [1, 1, 1, 0] });
    const kept = make();
    const prefilter = new Uint8Array(mesh.faceCount).map((_, f) => Number(f % 3 > 0));
    for (let i = 0; i < 3; i++) {
      const near = kept.proximities(frames[i], { distance: 0.02 }).copy();
      expect(near.count).toBeGreaterThan(0);
      expect(near).toEqual(make().proximities(frames[i], { distance: 0.02 }).copy());
      // From what is near, over the whole step, and with other labels in between.
      for (const options of [{}, { prefilter }, { minSeparation: 0.001 }, {}]) {
        const found = rowsOf(kept.collide(frames[i], frames[i + 1], options));
        expect(found).toEqual(rowsOf(make().collide(frames[i], frames[i + 1], options)));
      }
    }
  });
});

function rowsOf(contacts: Contacts): object {
  const { count, a, b, time } = contacts.copy();
  return { count, a, b, time };
}

describe('tally', () => {
  it('is that of the last answer, of both attempts at a first contact', () => {
    const { mesh, frames } = swarm(40, 3);
    const collider = new MeshCollider(mesh, { recipe: iccdWithoutCones });
    const { tally } = collider.collide(frames[0], frames[1]);
    expect(collider.tally).toEqual(tally);
    // Nothing touches where nothing moves: the early attempt does not end the search.
    const apart = TriMesh.from([0, 1, 2, 3, 4, 5], 6);
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1);
    const two = new MeshCollider(apart);
    const once = { ...two.collide(x, x).tally };
    expect(two.firstContact(x, x)).toBe(null);
    expect(two.tally.nodePairs).toBe(2 * once.nodePairs);
    expect(once.nodePairs).toBeGreaterThan(0);
  });
});
