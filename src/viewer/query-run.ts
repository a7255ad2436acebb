// The paper's own way to cull [Quick-CULLIDE], by occlusion queries of WebGL 2, beside the culling that misses nothing: what each leaves of the
// start of a step, and how much of what truly collides it misses.
import { VisibilityCuller } from '../gpu.ts';
import { MeshCollider, type TriMesh } from '../index.ts';
import { OcclusionQueryDevice } from './occlusion-query-device.ts';

export interface QueryRow {
  readonly way: 'queries' | 'conservative';
  readonly left: number;
  /** Faces that collide and are not left. */
  readonly missed: number;
  readonly queryCount: number;
  readonly ms: number;
}

export interface Queried {
  readonly step: number;
  readonly resolution: number;
  readonly faceCount: number;
  /** Faces that cross another one with which they share no vertex. */
  readonly colliding: number;
  readonly rows: readonly QueryRow[];
  /** Why there are no queries. */
  readonly fault: string | null;
}

export async function queryAt(
  step: number,
  mesh: TriMesh,
  x: Float64Array,
  resolution: number,
  signal: AbortSignal,
): Promise<Queried> {
  const colliding = collidingFaces(mesh, x);
  const rows: QueryRow[] = [];
  let fault: string | null = null;
  const device = new OcclusionQueryDevice({ signal });
  const run = async (way: QueryRow['way'], culler: VisibilityCuller): Promise<void> => {
    const start = performance.now();
    const { mask, size } = await culler.cullAsync(x);
    const ms = performance.now() - start;
    const missed = colliding.filter((f) => mask[f] === 0).length;
    rows.push({ way, left: size, missed, queryCount: way === 'queries' ? device.queryCount : 0, ms });
  };
  try {
    await run('queries', new VisibilityCuller(mesh, { mode: 'lossy', resolution, device }));
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error;
    fault = error.message;
  }
  await run('conservative', new VisibilityCuller(mesh, { resolution }));
  return { step, resolution, faceCount: mesh.faceCount, colliding: colliding.length, rows, fault };
}

function collidingFaces(mesh: TriMesh, x: Float64Array): number[] {
  const { count, a, b } = new MeshCollider(mesh).intersections(x);
  const faces = new Set<number>();
  for (let i = 0; i < count; i++) if (!mesh.topology.sharesVertex(a[i], b[i])) faces.add(a[i]).add(b[i]);
  return [...faces];
}
