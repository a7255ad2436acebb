// A user's program with a pool of threads, the same in a page, in a worker and in Node: two frames
// go in, and what comes out are all columns with and without the pool, and how long both took.
import { MeshCollider, TriMesh } from 'graze';
import { readPly } from 'graze/io';
import { type Fallback, ThreadPool } from 'graze/threads';

export interface ThreadedAnswer {
  readonly size: number;
  readonly fallback: Fallback | null;
  /** Whether the answers of the pool before and after it was ready, and asynchronously, equal those of one thread. */
  readonly isSame: readonly boolean[];
  readonly count: number;
  /** The answer without a pool, as text in which no bit is lost. */
  readonly columns: string;
  /** Least milliseconds of one thread and of the pool. */
  readonly ms: readonly [number, number];
}

export async function threadedAnswer(files: readonly Uint8Array[], rounds: number): Promise<ThreadedAnswer> {
  const [before, after] = files.map((file) => readPly(file));
  const mesh = TriMesh.from(before.triangles, before.vertexCount);
  const pool = new ThreadPool({ size: 2 });
  const alone = new MeshCollider(mesh);
  const together = new MeshCollider(mesh, { pool });
  const columnsOf = (contacts: ReturnType<MeshCollider['collide']>) => {
    const { count, kind, a, b, time, startsTouching, normal, weights, tally } = contacts.copy();
    const columns = [kind, a, b, time, startsTouching, normal, weights].map((column) => Array.from(column).join());
    return `${count} ${columns.join(' ')} ${JSON.stringify(tally)}`;
  };
  const { positions: x0 } = before;
  const { positions: x1 } = after;
  const columns = columnsOf(alone.collide(x0, x1));
  const isSame = [columnsOf(together.collide(x0, x1)) === columns];
  await pool.ready;
  const ms: [number, number] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++)
    for (const [i, collider] of [alone, together].entries()) {
      const start = performance.now();
      collider.collide(x0, x1);
      ms[i] = Math.min(ms[i], performance.now() - start);
    }
  isSame.push(columnsOf(together.collide(x0, x1)) === columnsOf(alone.collide(x0, x1)));
  isSame.push(columnsOf(await together.collideAsync(x0, x1)) === columnsOf(await alone.collideAsync(x0, x1)));
  const { count } = alone.collide(x0, x1);
  const { size, fallback } = pool;
  pool.close();
  return { size, fallback, isSame, count, columns, ms };
}
