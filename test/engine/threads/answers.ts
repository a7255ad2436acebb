// All answers of a collider for one step, as hashes of their columns.
import type { MeshCollider } from '../../../src/engine/mesh-collider.ts';
import type { MovingMesh } from '../../generate/meshes.ts';
import { ColumnHashes } from '../../golden/column-hashes.ts';

/** A distance that is large against the step but finds few pairs. */
function nearDistance({ x0 }: MovingMesh): number {
  const size = x0.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return 0.002 * size;
}

interface Columns {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly normal: Float64Array;
  readonly weights: Float64Array;
}

function addColumns(to: ColumnHashes, name: string, columns: Columns, tally: object): void {
  const { count, kind, a, b, normal, weights } = columns;
  const perRow = count > 0 ? weights.length / kind.length : 3;
  to.addAll(`${name}.`, {
    count,
    kind: kind.slice(0, count),
    a: a.slice(0, count),
    b: b.slice(0, count),
    normal: normal.slice(0, 3 * count),
    weights: weights.slice(0, perRow * count),
    tally: JSON.stringify(tally),
  });
}

/** Every query of a collider for a step; `again` repeats the first one. */
export function answersOf(collider: MeshCollider, step: MovingMesh, options = {}): Record<string, string> {
  const { x0, x1 } = step;
  const hashes = new ColumnHashes();
  const collide = (name: string, of: object) => {
    const contacts = collider.collide(x0, x1, { ...options, ...of }).copy();
    addColumns(hashes, name, contacts, contacts.tally);
    hashes.addAll(`${name}.`, {
      time: contacts.time,
      startsTouching: contacts.startsTouching,
      truncated: contacts.truncated,
    });
  };
  collide('collide', {});
  collide('again', {});
  collide('few', { maxContacts: 5 });
  collide('separated', { minSeparation: 0.1 * nearDistance(step) });
  hashes.add('firstContact', JSON.stringify(collider.firstContact(x0, x1, options)));
  hashes.add('firstContact.tally', JSON.stringify(collider.tally));
  hashes.add('maxStep', collider.maxStep(x0, x1, options));
  // Pairs of faces are tested one by one: too slow for real frames.
  for (const level of step.mesh.faceCount < 20_000 ? (['feature', 'face'] as const) : (['feature'] as const)) {
    const near = collider.proximities(x0, { distance: nearDistance(step), level }).copy();
    addColumns(hashes, `near.${level}`, near, near.tally);
    hashes.add(`near.${level}.distance`, near.distance);
  }
  collide('cached', {});
  for (const x of [x0, x1]) {
    const { count, a, b } = collider.intersections(x, options);
    hashes.addAll('intersections.', { count, a, b });
  }
  return hashes.digests();
}
