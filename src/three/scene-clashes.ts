// Clashes between the meshes of a scene: what goes through what at one instant, and what has passed
// through within a step. The parts of the detector are the surfaces of the scene.
import { type Mesh, Vector3 } from 'three';
import { ClashDetector, type ClashKind, type DepthMethod, type FrameClash } from '../clash.ts';
import type { Positions } from './scene-contacts.ts';
import type { SceneMesh } from './scene-mesh.ts';

/** Two meshes, or one with itself, that clash at one instant. */
export interface SceneClash {
  /** The state of the two. */
  readonly kind: ClashKind;
  /** The (first) mesh of one surface. */
  readonly meshA: Mesh;
  /** The (first) mesh of the other surface; the same one if it clashes with itself. */
  readonly meshB: Mesh;
  /** How deep one is inside the other, in world units; null if neither has an inside. */
  readonly depth: number | null;
  /** How far one has gone through the surface of the other; null if nothing is cut off. */
  readonly through: number | null;
  /** How depth or through was found; null if the two only touch. */
  readonly method: DepthMethod | null;
  /** The deepest point, else a point of the curve, in the world. */
  readonly point: Vector3;
  /** The intersection curve in the world: six coordinates per segment. */
  readonly curve: Float64Array;
  /** The length of the curve. */
  readonly curveLength: number;
}

/** Two meshes that have passed through each other within a step, and cross at neither end of it. */
export interface ScenePassing {
  /** The (first) mesh of one surface. */
  readonly meshA: Mesh;
  /** The (first) mesh of the other surface; the same one if it has passed through itself. */
  readonly meshB: Mesh;
  /** When they touch first, from 0 to 1; nothing touches here before. */
  readonly firstTime: number;
  /** Where they touch first, in the world. */
  readonly point: Vector3;
}

/** Finds the clashes of a scene. */
export class SceneClashes {
  private readonly scene: SceneMesh;
  private readonly detector: ClashDetector;

  /** `mayCollide` says whether two surfaces, by their numbers, are looked at. */
  constructor(scene: SceneMesh, mayCollide: (a: number, b: number) => boolean) {
    this.scene = scene;
    const { mesh, surfaces, surfaceOf } = scene;
    // Numbers, since names of meshes may be empty or equal.
    const names = surfaces.map((_, i) => String(i));
    const partOfFace = Uint32Array.from({ length: mesh.faceCount }, (_, f) => surfaceOf[mesh.triangles[3 * f]]);
    const ignore = names.flatMap((a, i) =>
      names.slice(i).flatMap((b, k) => (mayCollide(i, i + k) ? [] : [[a, b] as const])),
    );
    this.detector = new ClashDetector(mesh, { parts: { names, partOfFace }, ignore });
  }

  /** Returns the clashes at one instant, the deepest first. */
  at(x: Positions): SceneClash[] {
    return this.detector.frame(x, { curves: true }).map((clash) => this.describe(clash));
  }

  /** Returns what passes through what between two instants. */
  between(x0: Positions, x1: Positions): ScenePassing[] {
    return this.detector.step(x0, x1).map(({ a, b, firstTime, point }) => ({
      meshA: this.meshOf(a),
      meshB: this.meshOf(b),
      firstTime,
      point: new Vector3(...point),
    }));
  }

  private describe({ a, b, kind, depth, through, method, point, curve, curveLength }: FrameClash): SceneClash {
    const [meshA, meshB] = [this.meshOf(a), this.meshOf(b)];
    return { kind, meshA, meshB, depth, through, method, point: new Vector3(...point), curve, curveLength };
  }

  private meshOf(surface: number): Mesh {
    return this.scene.surfaces[surface][0];
  }
}
