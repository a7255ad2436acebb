// The three scenes of the paper with its views and its numbers, and the instants that are measured.
import { meshAt } from '../../../scenes/scene.ts';
import { visibilityScenes } from '../../../scenes/visibility/index.ts';
import type { ViewName } from '../../../src/gpu.ts';
import { MeshCollider, type TriMesh } from '../../../src/index.ts';

export interface Subject {
  /** Those of §5; for the leaves it names none. */
  readonly views: readonly ViewName[];
  /**
   * Whether components are objects, of which only different ones collide [§4.2]; else all faces
   * that share no vertex do [§3.2].
   */
  readonly hasObjects: boolean;
  /**
   * Pixels along the longer side, as a share of those of a run: small triangles want more. The
   * paper has 4096 for all.
   */
  readonly fineness: number;
  /** Instants of a full run. */
  readonly frameCount: number;
  /** Quick-CULLIDE, then CULLIDE: triangles left (table 1), and milliseconds (table 2). */
  readonly published: { readonly left: readonly [number, number]; readonly ms: readonly [number, number] };
}

export const subjects: Readonly<Record<string, Subject>> = {
  'round-table-cloth': {
    views: ['+x', '+z'],
    hasObjects: false,
    fineness: 1,
    frameCount: 10,
    published: { left: [210, 1340], ms: [21, 30] },
  },
  'breaking-objects': {
    views: ['+x', '+y', '+z'],
    hasObjects: true,
    fineness: 2,
    frameCount: 4,
    published: { left: [1400, 3600], ms: [25, 35] },
  },
  'falling-leaves': {
    views: ['+x', '+y', '+z'],
    hasObjects: false,
    fineness: 1,
    frameCount: 4,
    published: { left: [450, 1200], ms: [25, 31] },
  },
};

/** A mesh at one instant, and what truly collides in it. */
export interface Instant {
  /** Share of the animation. */
  readonly at: number;
  readonly mesh: TriMesh;
  readonly x: Float64Array;
  /** At the next frame. */
  readonly x1: Float64Array;
  readonly objectOf: Uint32Array | undefined;
  /** Two faces a pair. */
  readonly pairs: Uint32Array;
  /** Faces of these pairs. */
  readonly colliding: number;
}

/** Nothing touches at the very start of some scenes: instants are from the middle on. */
export function instants(name: string, scale: number, count: number): Instant[] {
  const scene = visibilityScenes[name]({ scale });
  return Array.from({ length: count }, (_, k) => {
    const at = 0.4 + (0.55 * (k + 0.5)) / count;
    const frame = Math.floor(at * (scene.frameCount - 1));
    const mesh = meshAt(scene, frame);
    const [x, x1] = [frame, frame + 1].map((each) => {
      const positions = new Float64Array(3 * mesh.vertexCount);
      scene.positions(each, positions);
      return positions;
    });
    return { at, mesh, x, x1, ...truth(mesh, x, subjects[name].hasObjects) };
  });
}

function truth(mesh: TriMesh, x: Float64Array, hasObjects: boolean): Pick<Instant, 'objectOf' | 'pairs' | 'colliding'> {
  const { triangles, topology } = mesh;
  const objectOf = hasObjects
    ? Uint32Array.from({ length: mesh.faceCount }, (_, f) => topology.componentOf[triangles[3 * f]])
    : undefined;
  const { count, a, b } = new MeshCollider(mesh).intersections(x);
  const pairs: number[] = [];
  for (let i = 0; i < count; i++) {
    if (objectOf ? objectOf[a[i]] !== objectOf[b[i]] : !topology.sharesVertex(a[i], b[i])) pairs.push(a[i], b[i]);
  }
  return { objectOf, pairs: Uint32Array.from(pairs), colliding: new Set(pairs).size };
}
