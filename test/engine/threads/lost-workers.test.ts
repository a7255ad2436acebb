// Workers that are late, killed or missing, pools that are closed or shared, and colliders that are
// disposed of: the time changes, the answer never.
import { describe, expect, test } from 'vitest';
import { nBody } from '../../../scenes/n-body.ts';
import { wavingCloth } from '../../../scenes/waving-cloth.ts';
import type { Contacts } from '../../../src/core/contacts/contacts.ts';
import { MeshCollider } from '../../../src/engine/mesh-collider.ts';
import { PoolJob } from '../../../src/engine/threads/pool-job.ts';
import { PoolOfThreads } from '../../../src/engine/threads/pool-of-threads.ts';
import type { MovingMesh } from '../../generate/meshes.ts';
import { answersOf } from './answers.ts';
import { nodePool } from './node-pool.ts';
import { ScriptedPool } from './scripted-pool.ts';

function stepOf(scene: ReturnType<typeof nBody>, frame: number): MovingMesh {
  const x0 = new Float64Array(3 * scene.mesh.vertexCount);
  const x1 = x0.slice();
  scene.positions(frame, x0);
  scene.positions(frame + 1, x1);
  return { mesh: scene.mesh, x0, x1 };
}

const balls = stepOf(nBody({ scale: 0.2 }), 20);
const many = stepOf(nBody({ scale: 0.6 }), 30);
const cloth = stepOf(wavingCloth({ scale: 0.2 }), 12);
const expected = answersOf(new MeshCollider(balls.mesh), balls);
/** Contacts without their tally, which depends on how often a collider was called before. */
const rowsOf = (contacts: Contacts) => ({ ...contacts.copy(), tally: null });
const contactsOf = ({ mesh, x0, x1 }: MovingMesh, collider = new MeshCollider(mesh)) =>
  rowsOf(collider.collide(x0, x1));
const plain = contactsOf(balls);
/** The same answers from a new collider: those of an old one have the tallies of its history. */
const answersWith = (pool: PoolOfThreads) => answersOf(new MeshCollider(balls.mesh, { pool }), balls);

describe('a worker', () => {
  test('is not waited for before it is up', () => {
    const { pool } = nodePool(3);
    expect(answersWith(pool)).toEqual(expected);
  });

  test('whose script is missing leaves one thread, and says so', async () => {
    const { pool } = nodePool(2, new URL('./missing.js', import.meta.url));
    const collider = new MeshCollider(balls.mesh, { pool });
    expect(contactsOf(balls, collider)).toEqual(plain);
    await pool.ready;
    expect(pool).toMatchObject({ size: 1, fallback: 'no-workers' });
    expect(contactsOf(balls, collider)).toEqual(plain);
  });

  test('that was killed between two calls is replaced', async () => {
    const { pool, started } = nodePool(2);
    await pool.ready;
    const collider = new MeshCollider(balls.mesh, { pool });
    expect(contactsOf(balls, collider)).toEqual(plain);
    await started[0].terminate();
    expect(contactsOf(balls, collider)).toEqual(plain);
    expect(started.length).toBe(2);
    await pool.ready;
    expect(contactsOf(balls, collider)).toEqual(plain);
    expect(answersWith(pool)).toEqual(expected);
    expect(pool).toMatchObject({ size: 2, fallback: null });
  });

  test.each([2, 4])('of %i threads that is killed in the middle of a call loses nothing', async (size) => {
    const { pool, started } = nodePool(size);
    pool.workers.patience = 100;
    await pool.ready;
    const collider = new MeshCollider(many.mesh, { pool });
    const rows = contactsOf(many);
    expect(contactsOf(many, collider)).toEqual(rows);
    // Kills the first worker as soon as it is inside the job. If this thread was not running just
    // then, it tries again.
    const { publish } = PoolJob.prototype;
    let isKilled = false;
    PoolJob.prototype.publish = function (this: PoolJob, parameters) {
      publish.call(this, parameters);
      const { control } = pool.workers;
      for (const end = Date.now() + 100; !isKilled && Date.now() < end; ) {
        if (!control || control.stateOf(0) <= 0) continue;
        isKilled = true;
        void started[0].terminate();
      }
    };
    try {
      for (let attempt = 0; !isKilled && attempt < 20; attempt++) expect(contactsOf(many, collider)).toEqual(rows);
    } finally {
      PoolJob.prototype.publish = publish;
    }
    expect(isKilled).toBe(true);
    await pool.ready;
    expect(contactsOf(many, collider)).toEqual(rows);
    expect(answersWith(pool)).toEqual(expected);
    expect(pool).toMatchObject({ size, fallback: null });
  });

  // The jobs of a step: the passes that fit bounds and tree, the search, normals and weights.
  const jobs = ['measure', 'quantize', 'fit', 'search', 'describe'].map((name, i) => ({ name, job: i + 1 }));

  test.each(jobs)('that dies after it has claimed a chunk to $name leaves it to the caller', async ({ job }) => {
    const scripted = new ScriptedPool(2, true);
    const { pool } = scripted;
    await pool.ready;
    const collider = new MeshCollider(many.mesh, { pool });
    const rows = contactsOf(many);
    expect(contactsOf(many, collider)).toEqual(rows);
    scripted.order('die', job);
    expect(contactsOf(many, collider)).toEqual(rows);
    expect(scripted.obeyed).toBe(1);
    await pool.ready;
    expect(contactsOf(many, collider)).toEqual(rows);
    expect(pool).toMatchObject({ size: 2, fallback: null });
  });

  // It goes on before the last pass reads what the others wrote, before the search does, or after.
  const returns = jobs.flatMap((one) => [3, 4, 5].map((at) => ({ ...one, at })));

  test.each(returns)(
    'given up in a chunk to $name, and back in job $at of the next step, changes nothing',
    async ({ job, at }) => {
      const scripted = new ScriptedPool(2, false);
      const { pool } = scripted;
      await pool.ready;
      const collider = new MeshCollider(many.mesh, { pool });
      const later = { ...many, x0: many.x1, x1: many.x0.map((x) => 3 * x) };
      const rows = [many, later].map((step) => contactsOf(step));
      expect(contactsOf(many, collider)).toEqual(rows[0]);
      scripted.order('stop', job);
      expect(contactsOf(many, collider)).toEqual(rows[0]);
      scripted.order('goOn', at);
      expect(contactsOf(later, collider)).toEqual(rows[1]);
      expect(scripted.obeyed).toBe(2);
      for (let i = 0; i < 3; i++) expect(contactsOf(many, collider)).toEqual(rows[0]);
    },
  );
});

describe('a pool', () => {
  test('of one thread has no workers', () => {
    const { pool, started } = nodePool(1);
    expect(pool).toMatchObject({ size: 1, fallback: null });
    expect(started).toEqual([]);
    expect(contactsOf(balls, new MeshCollider(balls.mesh, { pool }))).toEqual(plain);
  });

  test.each([0, 1.5, Number.NaN, -1])('of %d threads is refused', (size) => {
    expect(() => new PoolOfThreads({ size }, null)).toThrow('size must be a whole number');
  });

  test('without a way to start workers says so', () => {
    expect(new PoolOfThreads({ size: 2 }, null)).toMatchObject({ size: 1, fallback: 'no-workers' });
  });

  test('that is closed leaves its colliders one thread', async () => {
    const { pool } = nodePool(2);
    await pool.ready;
    const collider = new MeshCollider(balls.mesh, { pool });
    expect(contactsOf(balls, collider)).toEqual(plain);
    pool.close();
    pool.close();
    expect(pool).toMatchObject({ size: 1, fallback: 'closed' });
    expect(contactsOf(balls, collider)).toEqual(plain);
    expect(answersWith(pool)).toEqual(expected);
  });

  test('serves several colliders, also after one was disposed of', async () => {
    const { pool } = nodePool(2);
    await pool.ready;
    const a = new MeshCollider(balls.mesh, { pool });
    const b = new MeshCollider(cloth.mesh, { pool });
    const other = contactsOf(cloth);
    for (let i = 0; i < 3; i++) {
      expect(contactsOf(balls, a)).toEqual(plain);
      expect(contactsOf(cloth, b)).toEqual(other);
    }
    a.dispose();
    expect(contactsOf(cloth, b)).toEqual(other);
    expect(contactsOf(balls, new MeshCollider(balls.mesh, { pool }))).toEqual(plain);
  });

  test('has one job at a time: a collider that is called during the call of another works alone', async () => {
    const { pool } = nodePool(2);
    await pool.ready;
    const a = new MeshCollider(balls.mesh, { pool });
    const b = new MeshCollider(cloth.mesh, { pool });
    const other = contactsOf(cloth);
    const pending = Array.from({ length: 5 }, (_, i) =>
      i === 0 ? a.collideAsync(balls.x0, balls.x1).then(rowsOf) : Promise.resolve().then(() => contactsOf(cloth, b)),
    );
    const [first, ...rest] = await Promise.all(pending);
    expect(first).toEqual(plain);
    for (const contacts of rest) expect(contacts).toEqual(other);
  });

  test('that is closed during an asynchronous call does not change its answer', async () => {
    const { pool } = nodePool(2);
    await pool.ready;
    const collider = new MeshCollider(balls.mesh, { pool });
    const pending = collider.collideAsync(balls.x0, balls.x1);
    pool.close();
    expect(rowsOf(await pending)).toEqual(plain);
    expect(contactsOf(balls, collider)).toEqual(plain);
  });

  test('is free again after an asynchronous call was aborted', async () => {
    const { pool } = nodePool(2);
    await pool.ready;
    const collider = new MeshCollider(many.mesh, { pool });
    const rows = contactsOf(many);
    // Aborts while workers are in a job, and lets the slice run out. The call pauses after the first
    // chunk that it runs itself; if workers were to run all of them, it would try again.
    const { claim } = PoolJob.prototype;
    let isAborted = false;
    for (let attempt = 0; !isAborted && attempt < 20; attempt++) {
      const controller = new AbortController();
      PoolJob.prototype.claim = function (this: PoolJob) {
        const chunk = claim.call(this);
        if (controller.signal.aborted) return chunk;
        controller.abort(new Error('enough'));
        for (const end = performance.now() + 20; performance.now() < end; );
        return chunk;
      };
      const pending = collider.collideAsync(many.x0, many.x1, { signal: controller.signal });
      PoolJob.prototype.claim = claim;
      isAborted = await pending.then(
        () => false,
        (error: Error) => error.message === 'enough',
      );
    }
    expect(isAborted).toBe(true);
    expect(pool.workers.isFree).toBe(true);
    expect(contactsOf(many, collider)).toEqual(rows);
  });
});

test('after a change of the mesh answers are those of one thread', async () => {
  const { pool } = nodePool(2);
  await pool.ready;
  const [one, two] = [new MeshCollider(cloth.mesh), new MeshCollider(cloth.mesh, { pool })];
  expect(answersOf(two, cloth)).toEqual(answersOf(one, cloth));
  for (let round = 1; round <= 3; round++) {
    const removeFaces = Array.from({ length: 20 }, (_, i) => 7 * i * round);
    const added = one.mesh.triangles.slice(0, 3 * round);
    const change = { removeFaces, addFaces: [...added], vertexCount: cloth.mesh.vertexCount };
    expect(two.retopologize(change)).toEqual(one.retopologize(change));
    const step = { ...cloth, mesh: one.mesh };
    expect(answersOf(two, step), `round ${round}`).toEqual(answersOf(one, step));
  }
});
