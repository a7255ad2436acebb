// Small scenes on which two devices must agree, at one instant or over a step, and what truly
// collides in them.
import { meshAt } from '../../../scenes/scene.ts';
import { visibilityScenes } from '../../../scenes/visibility/index.ts';
import { MeshCollider } from '../../../src/index.ts';
import type { VisibilityOptions } from '../../../src/papers/quick-cullide/visibility-options.ts';
import { type MovingMesh, meshClasses } from '../../generate/meshes.ts';
import { smoothShapes } from '../../generate/surfaces.ts';

export interface Case {
  readonly name: string;
  readonly scene: MovingMesh;
  readonly isSwept: boolean;
  readonly options: VisibilityOptions;
}

/** Scenes of the paper, small: a GPU in software takes seconds for each. */
function paperScenes(): Case[] {
  return ['round-table-cloth', 'falling-leaves'].flatMap((name) => {
    const small = visibilityScenes[name]({ scale: 0.01 });
    const mesh = meshAt(small, 50);
    const [x0, x1] = [50, 51].map((frame) => {
      const x = new Float64Array(3 * mesh.vertexCount);
      small.positions(frame, x);
      return x;
    });
    const scene = { mesh, x0, x1 };
    return [false, true].map((isSwept) => ({ name, scene, isSwept, options: { resolution: 48 } }));
  });
}

/**
 * Every kind of mesh at another resolution, combined in turn with every option of a device; then
 * scenes of the paper.
 */
export function cases(): Case[] {
  return [...smallMeshes(), ...paperScenes()];
}

function smallMeshes(): Case[] {
  const classes = [...meshClasses.filter(({ name }) => name !== 'many tetrahedra'), ...smoothShapes.slice(0, 4)];
  return classes.flatMap(({ name, make }, i) => {
    const scene = make(i + 1);
    const resolution = [1, 33, 64, 200][i % 4];
    const options: VisibilityOptions[] = [
      { resolution },
      { resolution: 48, listLength: 2, views: ['+z', '-x'], parts: true },
      { resolution: 40, algorithm: 'cullide' },
      { resolution: 50, objectOf: objectsOf(scene) },
      { resolution: 30, mostRounds: 1, views: ['+x', '-x', '+y', '-y', '+z', '-z'] },
      { resolution: 60, mode: 'lossy' },
    ];
    const chosen = options[i % options.length];
    const instant = { name, scene, isSwept: false, options: chosen };
    if (i % 2 === 1) return [instant];
    return [instant, { name, scene, isSwept: true, options: { ...chosen, resolution: 32 } }];
  });
}

/**
 * For a device with one depth per pixel: the lossy mode, and objects, of which it misses nothing.
 */
export function oneDepthCases(): Case[] {
  return [...meshClasses, ...smoothShapes.slice(0, 4)].flatMap(({ name, make }, i) => {
    const scene = make(i + 1);
    const options: VisibilityOptions[] = [
      { resolution: [1, 60, 200][i % 3], mode: 'lossy', views: i % 2 === 0 ? ['+x', '+y', '+z'] : ['-y', '+z'] },
      {
        resolution: 50,
        objectOf: objectsOf(scene),
        parts: i === 1,
        algorithm: i % 3 === 0 ? 'cullide' : 'quick-cullide',
      },
    ];
    return options.map((chosen) => ({ name, scene, isSwept: false, options: chosen }));
  });
}

/** Four objects, regardless of connectivity. */
function objectsOf({ mesh: { faceCount } }: MovingMesh): Uint32Array {
  return Uint32Array.from({ length: faceCount }, (_, f) => Math.floor((4 * f) / faceCount));
}

/** Pairs of faces that collide and share no vertex or, with objects, belong to different ones. */
export function collidingPairs({ scene: { mesh, x0, x1 }, isSwept, options: { objectOf } }: Case): [number, number][] {
  const { topology } = mesh;
  const pairs: [number, number][] = [];
  const add = (f: number, g: number): void => {
    if (objectOf ? objectOf[f] !== objectOf[g] : !topology.sharesVertex(f, g)) pairs.push([f, g]);
  };
  const collider = new MeshCollider(mesh);
  if (!isSwept) {
    const { count, a, b } = collider.intersections(x0);
    for (let i = 0; i < count; i++) add(a[i], b[i]);
    return pairs;
  }
  const facesOf = (items: Uint32Array, start: Uint32Array, i: number) => items.subarray(start[i], start[i + 1]);
  const ofEdge = (e: number) => facesOf(topology.edgeFaces, topology.edgeFaceStart, e);
  const { count, kind, a, b } = collider.collide(x0, x1);
  for (let i = 0; i < count; i++) {
    const first = kind[i] === 0 ? facesOf(topology.starFaces, topology.starStart, a[i]) : ofEdge(a[i]);
    for (const f of first) for (const g of kind[i] === 0 ? [b[i]] : ofEdge(b[i])) add(f, g);
  }
  return pairs;
}
