// All answers of a collider for a step, without tallies: for partitions, whose work differs while their answers do not.
import type { Contacts, MeshCollider, Proximities } from '../../../src/index.ts';
import type { MovingMesh } from '../../generate/meshes.ts';

/** Contacts up to which `maxContacts` ends a search. */
const FEW = 3;

const columnsOf = (rows: Contacts | Proximities): object => {
  const { kind, a, b, normal, weights } = rows.copy();
  const values =
    'time' in rows ? { time: rows.copy().time, touching: rows.copy().startsTouching } : rows.copy().distance;
  return { kind, a, b, normal, weights, values };
};

/** A distance within which some features of most meshes are. */
function nearDistance({ x0 }: MovingMesh): number {
  return 0.01 * x0.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}

/** The answers about contacts of a step and of the step back, and about crossing faces. */
export function mainAnswersOf(collider: MeshCollider, { x0, x1 }: MovingMesh, masked = {}): Record<string, unknown> {
  return {
    contacts: columnsOf(collider.collide(x0, x1, masked)),
    backwards: columnsOf(collider.collide(x1, x0, masked)),
    first: collider.firstContact(x0, x1, masked),
    crossing: [x0, x1].map((x) => ({ ...collider.intersections(x) })),
  };
}

/** Every answer. */
export function answersOf(collider: MeshCollider, step: MovingMesh): Record<string, unknown> {
  const { x0, x1 } = step;
  const distance = nearDistance(step);
  const answers: Record<string, unknown> = {
    ...mainAnswersOf(collider, step),
    firstBackwards: collider.firstContact(x1, x0),
    atRest: columnsOf(collider.collide(x1, x1)),
    maxStep: collider.maxStep(x0, x1),
    safeStep: collider.maxStep(x0, x1, { minSeparation: distance / 4, slack: 0.1 }),
    separated: columnsOf(collider.collide(x0, x1, { minSeparation: distance })),
    near: columnsOf(collider.proximities(x0, { distance })),
    afterNear: columnsOf(collider.collide(x0, x1)),
    nearFaces: columnsOf(collider.proximities(x0, { distance, level: 'face' })),
  };
  // Which contacts are listed is not specified, but how many.
  const few = collider.collide(x0, x1, { maxContacts: FEW });
  answers.few = [few.count, few.truncated];
  return answers;
}
