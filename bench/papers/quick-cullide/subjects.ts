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
   * The factor of the usual resolution of a run: small triangles need more pixels. All scenes are
   * also measured at the paper's 4096 pixels.
   */
  readonly fineness: number;
  /** The number of instants in a full run at the usual resolution. */
  readonly frameCount: number;
  /** The number of these that are measured at the paper's resolution. */
  readonly fineCount: number;
  /** Quick-CULLIDE, then CULLIDE: triangles left (table 1), and milliseconds (table 2). */
  readonly published: {
    /** Triangles of the scene, as the text gives them. */
    readonly triangles: string;
    readonly left: readonly [number, number];
    readonly ms: readonly [number, number];
  };
}

/** The scenes of the paper, by our names. */
export const subjects: Readonly<Record<string, Subject>> = {
  'round-table-cloth': {
    views: ['+x', '+z'],
    hasObjects: false,
    fineness: 1,
    frameCount: 10,
    fineCount: 10,
    published: { triangles: '20K', left: [210, 1340], ms: [21, 30] },
  },
  'breaking-objects': {
    views: ['+x', '+y', '+z'],
    hasObjects: true,
    fineness: 2,
    frameCount: 4,
    fineCount: 2,
    published: { triangles: '285K', left: [1400, 3600], ms: [25, 35] },
  },
  'falling-leaves': {
    views: ['+x', '+y', '+z'],
    hasObjects: false,
    fineness: 1,
    frameCount: 4,
    fineCount: 4,
    published: { triangles: '?', left: [450, 1200], ms: [25, 31] },
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
  /** The objects of the scene's tables, if there are any. */
  readonly objectOf: Uint32Array | undefined;
  /** Connected components as objects. */
  readonly componentOf: Uint32Array;
  /** The colliding pairs that the tables of the scene count, two faces each. */
  readonly pairs: Uint32Array;
  /** The colliding pairs between components, and all that share no vertex, two faces each. */
  readonly pairsBetween: Uint32Array;
  readonly allPairs: Uint32Array;
  /** The number of different faces in these pairs. */
  readonly colliding: number;
}

/**
 * Returns the instants of a scene one after the other, all from its second half: at the start of
 * some scenes nothing touches.
 */
export function* instants(name: string, scale: number, count: number): Generator<Instant, void> {
  const scene = visibilityScenes[name]({ scale });
  for (let k = 0; k < count; k++) {
    const at = 0.4 + (0.55 * (k + 0.5)) / count;
    const frame = Math.floor(at * (scene.frameCount - 1));
    const mesh = meshAt(scene, frame);
    const [x, x1] = [frame, frame + 1].map((each) => {
      const positions = new Float64Array(3 * mesh.vertexCount);
      scene.positions(each, positions);
      return positions;
    });
    yield { at, mesh, x, x1, ...truth(mesh, x, subjects[name].hasObjects) };
  }
}

function truth(mesh: TriMesh, x: Float64Array, hasObjects: boolean): Omit<Instant, 'at' | 'mesh' | 'x' | 'x1'> {
  const { triangles, topology } = mesh;
  const componentOf = Uint32Array.from({ length: mesh.faceCount }, (_, f) => topology.componentOf[triangles[3 * f]]);
  const { count, a, b } = new MeshCollider(mesh).intersections(x);
  const all: number[] = [];
  const between: number[] = [];
  for (let i = 0; i < count; i++) {
    if (componentOf[a[i]] !== componentOf[b[i]]) between.push(a[i], b[i]);
    if (!topology.sharesVertex(a[i], b[i])) all.push(a[i], b[i]);
  }
  const pairs = hasObjects ? between : all;
  return {
    objectOf: hasObjects ? componentOf : undefined,
    componentOf,
    pairs: Uint32Array.from(pairs),
    pairsBetween: Uint32Array.from(between),
    allPairs: Uint32Array.from(all),
    colliding: new Set(pairs).size,
  };
}
