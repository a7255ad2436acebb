// The three scenes of the paper with its views and its numbers, and the instants that are measured.
import { meshAt } from '../../../scenes/scene.ts';
import { visibilityScenes } from '../../../scenes/visibility/index.ts';
import type { ViewName } from '../../../src/gpu.ts';
import { MeshCollider, type TriMesh } from '../../../src/index.ts';

/** A scene of the paper. */
export interface Subject {
  /** The views of §5; the paper names none for the leaves. */
  readonly views: readonly ViewName[];
  /**
   * Whether connected components are objects, so that only faces of different objects collide
   * [§4.2]. Otherwise all faces that share no vertex can collide [§3.2].
   */
  readonly hasObjects: boolean;
  /**
   * The factor of the resolution of a run: small triangles need more pixels. The paper uses 4096
   * pixels for all scenes.
   */
  readonly fineness: number;
  /** The number of instants in a full run. */
  readonly frameCount: number;
  /** Quick-CULLIDE, then CULLIDE: triangles left (table 1), and milliseconds (table 2). */
  readonly published: { readonly left: readonly [number, number]; readonly ms: readonly [number, number] };
}

/** The scenes of the paper, by our names. */
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
  /** The time of the instant, as a fraction of the animation. */
  readonly at: number;
  readonly mesh: TriMesh;
  readonly x: Float64Array;
  /** Positions at the next frame. */
  readonly x1: Float64Array;
  readonly objectOf: Uint32Array | undefined;
  /** The colliding pairs, two faces each. */
  readonly pairs: Uint32Array;
  /** The number of different faces in these pairs. */
  readonly colliding: number;
}

/**
 * Returns `count` instants of a scene, all from its second half: at the start of some scenes
 * nothing touches.
 */
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
