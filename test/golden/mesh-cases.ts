// The collider of deforming meshes on seeded scenes: sequences with every recipe, all questions,
// permissions, breaking meshes. A sequence matters: the tree is refitted, and cones and known near
// pairs start with the second step.
import { scenes } from '../../scenes/index.ts';
import { meshAt, type Scene } from '../../scenes/scene.ts';
import { type ColliderOptions, MeshCollider, type TriMesh } from '../../src/index.ts';
import { type MovingMesh, meshClasses } from '../generate/meshes.ts';
import { smoothShapes, treacherousShapes } from '../generate/surfaces.ts';
import type { ColumnHashes } from './column-hashes.ts';
import { addContacts, addContactsOf, addFirstContact, addProximities, type GoldenCase } from './golden-case.ts';
import { recipes } from './recipes.ts';

/**
 * Share of a scene's triangles and neighbouring steps of each: for `npm test`, and for the full
 * run.
 */
const QUICK = { scale: 0.03, steps: 3 };
const FULL = { scale: 0.3, steps: 6 };

/** Share of its frames at which a scene has contacts, where that is not two thirds. */
const STARTS: Readonly<Record<string, number>> = { shattering: 0.3 };

type Size = typeof QUICK;

/** Positions from the frame at which a sequence starts. */
function* stepsOf(scene: Scene, { steps }: Size): Generator<{ frame: number; x0: Float64Array; x1: Float64Array }> {
  const first = firstFrame(scene);
  for (let frame = first; frame < first + steps; frame++) {
    const [x0, x1] = [frame, frame + 1].map((at) => {
      const x = new Float64Array(3 * scene.mesh.vertexCount);
      scene.positions(at, x);
      return x;
    });
    yield { frame, x0, x1 };
  }
}

function firstFrame({ name, frameCount }: Scene): number {
  return Math.floor(frameCount * (STARTS[name] ?? 2 / 3));
}

/** All contacts of neighbouring steps, with breaks between them. */
function collideSequence(hashes: ColumnHashes, scene: Scene, size: Size, options: ColliderOptions): void {
  const collider = new MeshCollider(meshAt(scene, firstFrame(scene)), options);
  for (const { frame, x0, x1 } of stepsOf(scene, size)) {
    const change = frame > firstFrame(scene) ? scene.breaks?.(frame) : null;
    if (change) {
      const { faceRemap, addedFaces } = collider.retopologize(change);
      hashes.addAll('', { faceRemap, addedFaces });
    }
    hashes.add('input', x0);
    addContacts(hashes, collider.collide(x0, x1));
  }
}

/**
 * Everything a collider answers about a step; the contacts after the proximities are those from
 * known near pairs.
 */
export function askAll(hashes: ColumnHashes, collider: MeshCollider, x0: Float64Array, x1: Float64Array): void {
  const distance = 0.2 * meanEdge(collider.mesh, x0);
  const minSeparation = 0.05 * distance;
  hashes.addAll('', { input: x0 });
  addContacts(hashes, collider.collide(x0, x1));
  addFirstContact(hashes, 'firstContact', collider.firstContact(x0, x1));
  addFirstContact(hashes, 'near.time', collider.firstContact(x0, x1, { minSeparation }));
  hashes.add('maxStep', collider.maxStep(x0, x1));
  hashes.add('maxStep', collider.maxStep(x0, x1, { minSeparation, slack: 0.1 }));
  addContactsOf(hashes, 'near', collider.collide(x0, x1, { minSeparation }));
  addProximities(hashes, 'features', collider.proximities(x0, { distance }));
  addContactsOf(hashes, 'known', collider.collide(x0, x1));
  addFirstContact(hashes, 'known.time', collider.firstContact(x0, x1));
  addProximities(hashes, 'faces', collider.proximities(x0, { distance, level: 'face' }));
  const { count, a, b } = collider.intersections(x0);
  for (const part of [count, a, b]) hashes.add('crossings', part);
  addContactsOf(hashes, 'limited', collider.collide(x0, x1, { maxContacts: 20 }));
  hashes.add('tally', JSON.stringify(collider.tally));
}

function meanEdge({ topology: { edges, edgeCount } }: TriMesh, x: Float64Array): number {
  let sum = 0;
  for (let e = 0; e < edgeCount; e++) {
    const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
    // Not Math.hypot: its last bit is the engine's choice.
    sum += Math.sqrt((x[a] - x[b]) ** 2 + (x[a + 1] - x[b + 1]) ** 2 + (x[a + 2] - x[b + 2]) ** 2);
  }
  return sum / edgeCount;
}

function askScene(hashes: ColumnHashes, scene: Scene, size: Size): void {
  const collider = new MeshCollider(meshAt(scene, firstFrame(scene)));
  for (const { frame, x0, x1 } of stepsOf(scene, size)) {
    const change = frame > firstFrame(scene) ? scene.breaks?.(frame) : null;
    if (change) collider.retopologize(change);
    askAll(hashes, collider, x0, x1);
  }
}

/** Options by name; objects are the components of the mesh. */
function permissionsOf({ topology: { componentCount } }: TriMesh): Readonly<Record<string, ColliderOptions>> {
  const groups = Uint32Array.from({ length: componentCount }, (_, object) => object % 3);
  return {
    groups: { groups, mayCollide: Uint8Array.of(1, 1, 0, 1, 0, 1, 0, 1, 1) },
    still: { still: [0, componentCount - 1] },
    'without self-collision': { groups, selfCollision: false },
    'all of them': { groups, mayCollide: Uint8Array.of(0, 1, 1, 1, 1, 0, 1, 0, 0), still: [0], selfCollision: false },
  };
}

function askPermissions(hashes: ColumnHashes, scene: Scene, size: Size): void {
  for (const options of Object.values(permissionsOf(scene.mesh))) {
    for (const recipe of [recipes.iccd, recipes.rTriangles]) {
      collideSequence(hashes, scene, size, { ...options, recipe });
    }
  }
}

/** A small mesh of one kind: with every recipe there, back and there again, and all questions. */
function askSmall(hashes: ColumnHashes, { mesh, x0, x1 }: MovingMesh): void {
  for (const recipe of Object.values(recipes)) {
    const collider = new MeshCollider(mesh, { recipe });
    addContacts(hashes, collider.collide(x0, x1));
    addContacts(hashes, collider.collide(x1, x0));
    addContactsOf(hashes, 'near', collider.collide(x0, x1, { minSeparation: 0.03 }));
    addContacts(hashes, collider.collide(x0, x1));
  }
  const collider = new MeshCollider(mesh);
  askAll(hashes, collider, x0, x1);
  askAll(hashes, collider, x1, x0);
}

const MANY_OBJECTS = ['n-body', 'letters-bowl'];

function sceneCases(name: string, size: Size): GoldenCase[] {
  const isQuick = size === QUICK;
  let made: Scene | undefined;
  const make = () => {
    made ??= scenes[name]({ seed: 7, scale: size.scale });
    return made;
  };
  const named = (what: string, run: (hashes: ColumnHashes, scene: Scene) => void): GoldenCase => ({
    name: `${name} × ${size.scale}: ${what}`,
    isQuick,
    run: (hashes) => run(hashes, make()),
  });
  const sequences = Object.entries(recipes).map(([recipeName, recipe]) =>
    named(`collide with ${recipeName}`, (hashes, scene) => collideSequence(hashes, scene, size, { recipe })),
  );
  const permissions = named('permissions', (hashes, scene) => askPermissions(hashes, scene, size));
  return [
    ...sequences,
    named('all questions', (hashes, scene) => askScene(hashes, scene, size)),
    ...(MANY_OBJECTS.includes(name) ? [permissions] : []),
  ];
}

const SMALL = { 'small mesh': meshClasses, 'smooth shape': smoothShapes, 'treacherous shape': treacherousShapes };

const smallCases = [11, 12].flatMap((seed) =>
  Object.entries(SMALL).flatMap(([kind, classes]) =>
    classes.map(
      ({ name, make }): GoldenCase => ({
        name: `${kind}: ${name}, seed ${seed}`,
        isQuick: seed === 11,
        run: (hashes) => askSmall(hashes, make(seed)),
      }),
    ),
  ),
);

/** The same answers in slices. */
const inSlices: GoldenCase = {
  name: 'waving-cloth in slices',
  isQuick: true,
  run: async (hashes) => {
    const scene = scenes['waving-cloth']({ seed: 7, scale: 0.1 });
    const collider = new MeshCollider(scene.mesh);
    for (const { x0, x1 } of stepsOf(scene, QUICK)) addContacts(hashes, await collider.collideAsync(x0, x1));
  },
};

export const meshCases: readonly GoldenCase[] = [
  ...smallCases,
  inSlices,
  ...[QUICK, FULL].flatMap((size) => Object.keys(scenes).flatMap((name) => sceneCases(name, size))),
];
