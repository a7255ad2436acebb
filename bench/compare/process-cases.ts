// Cases that run within one process: real frames, rigid bodies, cloth, visibility. Both sides get
// their inputs from the scenes of this checkout; only the package differs. A run returns a checksum
// of its answers.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clothScenes } from '../../scenes/cloth/index.ts';
import { clothSteps, TIME_STEP, velocities } from '../../scenes/cloth-steps/index.ts';
import {
  type MotionDraw,
  type PairMotion,
  plainMotions,
  type RigidPairName,
  rigidPairs,
  type Soup,
  specialMotions,
} from '../../scenes/rigid/index.ts';
import { roundTableCloth } from '../../scenes/visibility/round-table-cloth.ts';
import type { MeshCollider } from '../../src/index.ts';
import { type RigidBody, type RigidMotion, RigidBody as SceneBody } from '../../src/rigid.ts';
import { dataFolder } from '../../test/generate/data-folder.ts';
import type { Package } from './package.ts';
import { type CompareCase, ProcessSubject } from './subject.ts';

/** Runs a case once and returns the checksum of its answers. */
export type Run = () => number;
/** Loads what a case needs from a package, and returns its run. */
type Preparation = (from: Package) => Promise<Run>;

const FRAMES = {
  'cloth-ball': ['cloth_ball92.ply', 'cloth_ball93.ply'],
  'n-body': ['balls16_18.ply', 'balls16_19.ply'],
} as const;
type FrameName = keyof typeof FRAMES;

type FrameRun = (collider: MeshCollider, x0: Float64Array, x1: Float64Array) => number;

const framePaths = (name: FrameName): string[] => FRAMES[name].map((file) => join(dataFolder, 'frames', name, file));

function onFrame(name: FrameName, run: FrameRun, recipe?: 'rTriangles' | 'basic'): Preparation {
  return async (from) => {
    const graze = await from.graze();
    const { readPly } = await from.io();
    const [a, b] = framePaths(name).map((path) => readPly(readFileSync(path)));
    const options = recipe ? { recipe: graze[recipe] } : {};
    const collider = new graze.MeshCollider(graze.TriMesh.from(a.triangles, a.vertexCount), options);
    return () => run(collider, a.positions, b.positions);
  };
}

/** Builds a new collider in every run, with mesh, topology and tree. */
function onNewCollider(name: FrameName): Preparation {
  return async (from) => {
    const { MeshCollider, TriMesh } = await from.graze();
    const { readPly } = await from.io();
    const [a, b] = framePaths(name).map((path) => readPly(readFileSync(path)));
    return () => {
      const mesh = TriMesh.from(a.triangles, a.vertexCount);
      return new MeshCollider(mesh).collide(a.positions, b.positions).count;
    };
  };
}

const sum = (values: Float64Array, count: number): number => values.subarray(0, count).reduce((a, b) => a + b, 0);

const collide: FrameRun = (collider, x0, x1) => {
  const { count, time } = collider.collide(x0, x1);
  return count + sum(time, count);
};

const firstContact: FrameRun = (collider, x0, x1) => collider.firstContact(x0, x1)?.time ?? -1;

/** Distances of `proximities` in units of the frames: about a fifth of the mean edge length. */
const PROXIMITY_DISTANCE: Readonly<Record<FrameName, number>> = { 'cloth-ball': 0.002, 'n-body': 0.02 };

function proximities(name: FrameName): FrameRun {
  return (collider, x0) => {
    const { count, distance } = collider.proximities(x0, { distance: PROXIMITY_DISTANCE[name] });
    return count + sum(distance, count);
  };
}

type Motions = readonly [RigidMotion, RigidMotion];

function rigidMotions(
  { RigidMotion }: Awaited<ReturnType<Package['rigid']>>,
  { a, b }: { readonly a: MotionDraw; readonly b: MotionDraw },
): Motions {
  const motionOf = (draw: MotionDraw): RigidMotion =>
    'pose1' in draw
      ? RigidMotion.between(draw.pose0, draw.pose1)
      : RigidMotion.withVelocity(draw.pose0, draw.velocity, draw.angularVelocity);
  return [motionOf(a), motionOf(b)];
}

/**
 * Draws random motions. The scenes test with a body of this checkout which poses are free, so both
 * sides get the same motions.
 */
function drawMotions({ positions, triangles }: Soup, count: number, spread: number): readonly PairMotion[] {
  const body = SceneBody.from(positions, triangles);
  return plainMotions({ a: body, b: body }, count, 1, spread);
}

/**
 * Prepares random motions of this spread or, without a spread, motions that pass close by; only the
 * hits or only the misses of them.
 */
function rigid(name: RigidPairName, isHit: boolean, spread?: number): Preparation {
  return async (from) => {
    const entry = await from.rigid();
    const [pair] = rigidPairs.filter((each) => each.name === name);
    const { a: soup } = pair.bodies();
    const body = entry.RigidBody.from(soup.positions, soup.triangles);
    const drawn = spread ? drawMotions(soup, 200, spread) : pair.motions(200, 1);
    const motions = drawn.map((each) => rigidMotions(entry, each));
    const ask = ([a, b]: Motions) => entry.firstContact(body, a, body, b);
    const chosen = motions.filter((each) => (ask(each).state !== 'separated') === isHit);
    return () => chosen.reduce((total, each) => total + (isHit ? ask(each).time : ask(each).tally.boxPairs), 0);
  };
}

function rigidSpecial(name: keyof typeof specialMotions): Preparation {
  return async (from) => {
    const entry = await from.rigid();
    const cases = specialMotions[name](12, 1).map(({ bodies, motion }) => {
      const [a, b] = [bodies.a, bodies.b].map(({ positions, triangles }) => entry.RigidBody.from(positions, triangles));
      return { a, b, motions: rigidMotions(entry, motion) };
    });
    const ask = (a: RigidBody, b: RigidBody, [p, q]: Motions) => entry.firstContact(a, p, b, q).tally.boxPairs;
    return () => cases.reduce((total, { a, b, motions }) => total + ask(a, b, motions), 0);
  };
}

const rigidDistance: Preparation = async (from) => {
  const { RigidBody, distance } = await from.rigid();
  const [pair] = rigidPairs.filter(({ name }) => name === 'torusknot-torusknot');
  const { a: soup } = pair.bodies();
  const body = RigidBody.from(soup.positions, soup.triangles);
  const poses = drawMotions(soup, 60, 2.2);
  return () => poses.reduce((total, { a, b }) => total + distance(body, a.pose0, body, b.pose0).distance, 0);
};

const rigidBuild: Preparation = async (from) => {
  const { RigidBody } = await from.rigid();
  const { positions, triangles } = rigidPairs.filter(({ name }) => name === 'torusknot-torusknot')[0].bodies().a;
  return () => RigidBody.from(positions, triangles).radius;
};

/**
 * Advances a scene by one frame per run, from its start again when it is over. Both sides are
 * always at the same frame.
 */
function cloth(name: string): Preparation {
  return async (from) => {
    const { ClothSimulation } = await from.cloth();
    const { options, seconds } = clothScenes[name](1);
    let simulation = new ClothSimulation(options);
    return () => {
      if (simulation.time > seconds - options.timeStep / 2) simulation = new ClothSimulation(options);
      simulation.advance();
      return sum(simulation.positions, simulation.positions.length);
    };
  };
}

function visibility(isSwept: boolean): Preparation {
  return async (from) => {
    const { VisibilityCuller, TriMesh } = await from.gpu();
    const { mesh, positions } = roundTableCloth();
    const [x0, x1] = [58, 59].map((frame) => {
      const x = new Float64Array(3 * mesh.vertexCount);
      positions(frame, x);
      return x;
    });
    const culler = new VisibilityCuller(TriMesh.from(mesh.triangles, mesh.vertexCount), { resolution: 512 });
    return () => (isSwept ? culler.cull(x0, x1) : culler.cull(x0)).size;
  };
}

const proximityDetector: Preparation = async (from) => {
  const { PolygonMesh, ProximityDetector } = await from.proximity();
  const scene = clothSteps['walking-trousers']();
  const { corners, start, vertexCount } = scene.mesh;
  const x = new Float64Array(3 * vertexCount);
  const step = Math.floor(0.65 * scene.stepCount);
  scene.positions(step, x);
  const query = { distance: 0.005, ahead: true, velocities: velocities(scene, step), timeStep: TIME_STEP };
  const detector = new ProximityDetector(PolygonMesh.from(corners, start, vertexCount), {});
  return () => detector.proximities(x, query).count;
};

function frameCases(name: FrameName): Readonly<Record<string, Preparation>> {
  // The frames are optional data: without them these cases are left out.
  if (!framePaths(name).every((path) => existsSync(path))) return {};
  return {
    [`collide, ${name}`]: onFrame(name, collide),
    [`collide with rTriangles, ${name}`]: onFrame(name, collide, 'rTriangles'),
    [`new collider, ${name}`]: onNewCollider(name),
    [`firstContact, ${name}`]: onFrame(name, firstContact),
    [`proximities, ${name}`]: onFrame(name, proximities(name)),
    [`intersections, ${name}`]: onFrame(name, (collider, x0) => collider.intersections(x0).count),
  };
}

/** How each case is prepared, by its name. */
export const preparations: Readonly<Record<string, Preparation>> = {
  ...frameCases('cloth-ball'),
  ...frameCases('n-body'),
  'rigid hits, torus knots ±2.2': rigid('torusknot-torusknot', true, 2.2),
  'rigid misses, torus knots ±2.2': rigid('torusknot-torusknot', false, 2.2),
  'rigid hits, torus knots passing': rigid('torusknot-torusknot', true),
  'rigid misses, torus knots passing': rigid('torusknot-torusknot', false),
  'rigid hits, bunnies ±1.5': rigid('bunny-bunny', true, 1.5),
  'rigid misses, bunnies ±4': rigid('bunny-bunny', false, 4),
  'rigid, near misses': rigidSpecial('near-miss'),
  'rigid, sliding': rigidSpecial('sliding'),
  'rigid distance, torus knots': rigidDistance,
  'rigid body built, torus knot': rigidBuild,
  'cloth step, walk-pants': cloth('walk-pants'),
  'cloth step, walk-high': cloth('walk-high'),
  'visibility, at one instant': visibility(false),
  'visibility, over a step': visibility(true),
  'proximity detector, walking trousers': proximityDetector,
};

/** All cases that run within a process. */
export const processCases: readonly CompareCase[] = Object.keys(preparations).map((name) => ({
  name,
  rounds: 1,
  open: async (root) => new ProcessSubject(name, root),
}));
