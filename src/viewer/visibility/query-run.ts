// Compares the method of the paper [Quick-CULLIDE], by occlusion queries of WebGL 2, with
// conservative culling at the start of a step: how many faces each leaves, and how many of the
// truly colliding faces it misses.
import { OcclusionQueryDevice, VisibilityCuller } from '../../gpu.ts';
import { MeshCollider, type TriMesh } from '../../index.ts';

/** The result of one method. */
export interface QueryRow {
  /** The name of the method, for people. */
  readonly method: string;
  /** The number of faces that are left. */
  readonly left: number;
  /** The number of colliding faces that are not left. */
  readonly missed: number;
  /** The number of occlusion queries; null for conservative culling. */
  readonly queryCount: number | null;
  /** Milliseconds of the whole run. */
  readonly ms: number;
}

/** The results of both methods for one step. */
export interface Queried {
  /** The number of the step. */
  readonly step: number;
  /** The number of pixels along the longer side of a view. */
  readonly resolution: number;
  /** The number of faces of the mesh. */
  readonly faceCount: number;
  /** The number of faces that cross another face with which they share no vertex. */
  readonly colliding: number;
  /** The results of the methods that succeeded. */
  readonly rows: readonly QueryRow[];
  /** Why the queries failed; null if they did not. */
  readonly fault: string | null;
}

/** Runs both methods at positions `x`; `signal` ends the queries early. */
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
  const run = async (method: string, culler: VisibilityCuller, device?: OcclusionQueryDevice): Promise<void> => {
    const start = performance.now();
    const { mask, size } = await culler.cullAsync(x);
    const ms = performance.now() - start;
    const missed = colliding.filter((f) => mask[f] === 0).length;
    rows.push({ method, left: size, missed, queryCount: device?.queryCount ?? null, ms });
  };
  try {
    const gl = contextOf();
    const device = new OcclusionQueryDevice(gl, { signal });
    try {
      await run('queries, lossy', new VisibilityCuller(mesh, { mode: 'lossy', resolution, device }), device);
    } finally {
      // A browser allows few contexts; this one is not needed until its canvas is collected.
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error;
    fault = error.message;
  }
  await run('conservative', new VisibilityCuller(mesh, { resolution }));
  return { step, resolution, faceCount: mesh.faceCount, colliding: colliding.length, rows, fault };
}

function contextOf(): WebGL2RenderingContext {
  const gl = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('webgl2');
  if (gl === null) throw new Error('WebGL 2 is not to be had here.');
  return gl;
}

function collidingFaces(mesh: TriMesh, x: Float64Array): number[] {
  const { count, a, b } = new MeshCollider(mesh).intersections(x);
  const faces = new Set<number>();
  for (let i = 0; i < count; i++) if (!mesh.topology.sharesVertex(a[i], b[i])) faces.add(a[i]).add(b[i]);
  return [...faces];
}
