// Simulates cloth over time. A frame is made in sub-steps, and each is proven free of contact
// before it is committed:
// proximities → contact rows → constraints and warm-started contacts → implicit solve → impulses →
// impact zones → shorter step → commit
import { checkPositions, type TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { FacePairs } from '../crossing-faces.ts';
import { type ClothSimulationOptions, checkGravity, checkNumber, checkStrengths } from './cloth-options.ts';
import { assembleScene, type ClothScene } from './cloth-scene.ts';
import { moveToGoal, setVelocities, updateGoal } from './kinematic.ts';
import { ClothTears } from './model/cloth-tears.ts';
import { ContactRows } from './response/contact-rows.ts';
import { ImpulseCache } from './response/impulse-cache.ts';
import { ObstacleConstraints } from './response/obstacle-constraints.ts';
import { ObstacleVelocities } from './response/obstacle-velocities.ts';
import { type ClothTally, noClothTally, SafeStep } from './response/safe-step.ts';
import { WarmStartedContacts } from './response/warm-started-contacts.ts';
import { ImplicitSolver } from './solver/implicit-solver.ts';
import { VelocityConstraints } from './solver/velocity-constraints.ts';

/** The result of a call of `advance`. */
export interface Advance {
  /**
   * 'pinched' if obstacles or pins leave the cloth no room: the state is then the last valid one,
   * before the end of the frame.
   */
  readonly state: 'advanced' | 'pinched';
  /** How many sub-steps were committed. */
  readonly substeps: number;
  /** The time in seconds that was reached. */
  readonly committed: number;
  /** The work of these sub-steps. */
  readonly tally: ClothTally;
  /** How many faces tore at the end of the frame. */
  readonly torn: number;
}

/** The state that a simulation needs to continue as if it had not been interrupted. */
export interface ClothState {
  /** How many frames are complete. */
  readonly frame: number;
  /** Seconds since the start. */
  readonly time: number;
  /** Three numbers per vertex, in metres. */
  readonly positions: Float64Array;
  /** Three numbers per vertex, in m/s. */
  readonly velocities: Float64Array;
  /** Cached contact forces, then a byte per particle: 1 if it is in contact with an obstacle. */
  readonly grips: Uint8Array;
  /** All tears: the number of faces, then their ids at the start, tear by tear. */
  readonly torn?: Uint32Array;
}

/**
 * Proximities are collected up to this many times the distance that a particle falls from rest in a
 * frame, but at least 1.25 and at most 2 times the thickness.
 */
const FALL_REACH = 3;

/**
 * The share of the thickness between cloths that is kept in a crease, where a face joins the two
 * features. With half of the thickness, as elsewhere, a folded tape never comes to rest.
 */
const CREASE_SHARE = 1 / 16;

/** A frame ends as 'pinched' after this many sub-steps. */
const MAX_SUBSTEPS = 200;
/** A frame ends as 'pinched' after this many consecutive sub-steps that hardly advance. */
const MAX_STALLS = 6;

/** A sub-step hardly advances if it is shorter than this share of a frame. */
const STALL_SHARE = 1e-3;

/**
 * In m/s. If a velocity is larger or not a number, the cloth is stopped. Only extreme forces lead
 * there.
 */
const MAX_SPEED = 1e5;

/** A simulation of cloths and obstacles in which nothing ever passes through anything. */
export class ClothSimulation {
  /** The mesh before anything tore. */
  readonly startMesh: TriMesh;
  private readonly options: ClothSimulationOptions;
  private scene: ClothScene;
  private solver: ImplicitSolver;
  private readonly tears: ClothTears;
  private readonly constraints: VelocityConstraints;
  private readonly obstacleConstraints: ObstacleConstraints;
  private rows: ContactRows;
  private readonly obstacles: ObstacleVelocities;
  private readonly safe: SafeStep;
  private readonly contacts: WarmStartedContacts;
  private readonly timeStep: number;
  private readonly thickness: number;
  /** The distance up to which proximities are collected, in metres. */
  private readonly reach: number;
  /** The distance that cloths keep from each other. */
  private readonly selfThickness: number;
  /** Positions of the state. */
  private x0: Float64Array;
  /** Positions at the end of the sub-step that is tried. */
  private x1: Float64Array;
  private frame = 0;
  private now = 0;

  /**
   * Throws if the options make no scene, and a `ClothStartError` if triangles cross at the start.
   */
  constructor(options: ClothSimulationOptions) {
    const { gravity = [0, 0, -9.81], timeStep = 0.01, thickness = 0.001 } = options;
    const acceleration = checkGravity(gravity);
    this.timeStep = checkNumber('timeStep', timeStep);
    this.thickness = checkNumber('thickness', thickness);
    const fall = Math.hypot(...acceleration) * timeStep ** 2;
    this.reach = thickness + Math.min(thickness, Math.max(thickness / 4, FALL_REACH * fall - thickness));
    this.options = options;
    this.scene = assembleScene(options);
    const { mesh, model, collider, positions, velocities, inverseMass } = this.scene;
    this.startMesh = mesh;
    this.selfThickness = Math.min(thickness, this.scene.minTriangleHeight / 4);
    this.solver = new ImplicitSolver(model, { gravity });
    this.tears = new ClothTears(model, Float64Array.from(options.cloths.flatMap((each) => [...checkStrengths(each)])));
    this.constraints = new VelocityConstraints(model.particleCount);
    this.obstacleConstraints = new ObstacleConstraints(model.particleCount, thickness, acceleration);
    this.rows = this.makeRows();
    this.obstacles = new ObstacleVelocities(model.particleCount, velocities);
    this.safe = new SafeStep(collider, inverseMass, velocities, this.obstacles);
    this.contacts = new WarmStartedContacts(model.mass, Math.hypot(...acceleration));
    this.x0 = positions;
    this.x1 = positions.slice();
  }

  /**
   * Cloths, then obstacles, in the order given; quads as two triangles. A tear makes another mesh
   * of the same vertices, in which the last faces take the ids of the torn ones.
   */
  get mesh(): TriMesh {
    return this.scene.mesh;
  }

  /** Three numbers per vertex of the mesh, in metres; the next sub-step but one overwrites them. */
  get positions(): Float64Array {
    return this.x0;
  }

  /** Three numbers per vertex of the mesh, in m/s. */
  get velocities(): Float64Array {
    this.obstacles.computeAll();
    return this.scene.velocities;
  }

  /** kg per particle of the cloths. */
  get masses(): Float64Array {
    return this.scene.model.mass;
  }

  /** The faces that have torn, by their ids at the start, ascending. */
  get torn(): Uint32Array {
    const ids = Array.from(this.tears.isTorn.keys());
    return Uint32Array.from(ids.filter((face) => this.tears.isTorn[face] === 1));
  }

  /** Seconds since the start. */
  get time(): number {
    return this.now;
  }

  /** Advances by a frame, or as far as there is room; the next call then tries the rest. */
  advance(): Advance {
    const end = (this.frame + 1) * this.timeStep;
    for (const kinematic of this.scene.kinematics) updateGoal(kinematic, end);
    const tally = noClothTally();
    let substeps = 0;
    for (let stalls = 0; this.now < end && substeps < MAX_SUBSTEPS && stalls < MAX_STALLS; ) {
      const before = this.now;
      if (!this.tryStep(end, tally)) break;
      substeps++;
      stalls = this.now - before < STALL_SHARE * this.timeStep ? stalls + 1 : 0;
    }
    const isComplete = this.now === end;
    if (isComplete) this.frame++;
    const torn = isComplete ? this.tear(this.tears.findTearing(this.x0)) : 0;
    return { state: isComplete ? 'advanced' : 'pinched', substeps, committed: this.now, tally, torn };
  }

  /**
   * Removes faces from the cloths, by their ids at the start. Momentum is conserved. The remaining
   * faces do not move, so that they still touch nothing. Returns how many were removed: not those
   * that are torn already, nor those without neighbours.
   */
  tear(faces: ArrayLike<number>): number {
    const { isTorn } = this.tears;
    const bad = Array.from(faces).find((face) => isTorn[face] === undefined);
    if (bad !== undefined)
      throw new RangeError(
        `The cloths had ${isTorn.length} faces at the start, counted from 0; there is no face ${bad}.`,
      );
    const { faceCount } = this.mesh;
    this.rebuild(this.remove(faces));
    return faceCount - this.mesh.faceCount;
  }

  /** Removes faces from the mesh. Returns the new id of each face; null if nothing was removed. */
  private remove(faces: ArrayLike<number>): Uint32Array | null {
    const { collider, velocities, inverseMass } = this.scene;
    const removeFaces = this.tears.tear(faces, velocities, inverseMass);
    if (removeFaces.length === 0) return null;
    const { faceRemap } = collider.retopologize({ removeFaces });
    this.tears.renumber(faceRemap);
    return faceRemap;
  }

  /**
   * Rebuilds model, solver and rows after a tear. Cached forces survive it; without them the
   * remaining cloth would tear in the next step.
   */
  private rebuild(faceRemap: Uint32Array | null): void {
    if (!faceRemap) return;
    const { rows } = this;
    const { collider } = this.scene;
    const { gravity } = this.options;
    this.scene = { ...this.scene, mesh: collider.mesh, model: this.tears.model() };
    this.solver = new ImplicitSolver(this.scene.model, gravity ? { gravity } : {});
    this.rows = this.makeRows();
    this.contacts.remap(this.masses, (key) => this.rows.remapKey(key, rows, faceRemap));
  }

  private makeRows(): ContactRows {
    const { mesh, model, friction } = this.scene;
    return new ContactRows(mesh, { friction, firstObstacle: model.particleCount, frameTime: this.timeStep });
  }

  /**
   * Pairs of faces that cross now, obstacles among themselves excepted. There are none in any
   * state; this tests it exactly.
   */
  crossings(): FacePairs {
    return this.scene.collider.intersections(this.x0);
  }

  /** A copy of the state, for `restore`. */
  save(): ClothState {
    const cached = new Uint8Array(this.contacts.cache.numbers.buffer);
    const grips = new Uint8Array(cached.length + this.masses.length);
    grips.set(cached);
    grips.set(this.obstacleConstraints.isInContact, cached.length);
    const { frame, now, x0, velocities } = this;
    const torn = Uint32Array.from(this.tears.log);
    return { frame, time: now, positions: x0.slice(), velocities: velocities.slice(), grips, torn };
  }

  /**
   * Continues from a state that a simulation with the same options saved. Throws a RangeError if
   * the state does not fit.
   */
  restore({ frame, time, positions, velocities, grips, torn = new Uint32Array(0) }: ClothState): void {
    checkPositions(positions, this.mesh.vertexCount);
    checkPositions(velocities, this.mesh.vertexCount);
    const cachedLength = grips.length - this.masses.length;
    if (!ImpulseCache.canHold(cachedLength / 8, this.masses.length))
      throw new RangeError('The saved state is of another simulation.');
    this.repeatTears(torn);
    this.scene.refuseCrossings(positions);
    this.frame = frame;
    this.now = time;
    this.x0.set(positions);
    this.velocities.set(velocities);
    this.obstacles.end();
    this.contacts.cache.numbers = new Float64Array(grips.slice(0, cachedLength).buffer);
    this.obstacleConstraints.isInContact.set(grips.subarray(cachedLength));
  }

  /**
   * Repeats the tears of a log in their order, so that faces get the same ids. If anything has torn
   * already the simulation begins anew, since a tear cannot be undone.
   */
  private repeatTears(log: Uint32Array): void {
    if (this.tears.log.length > 0) Object.assign(this, new ClothSimulation(this.options));
    let faceRemap: Uint32Array | null = null;
    for (let i = 0; i < log.length; i += 1 + log[i]) faceRemap = this.remove(log.subarray(i + 1, i + 1 + log[i]));
    this.rebuild(faceRemap);
  }

  /**
   * Advances as far towards the end of the frame as it can prove. False if there is no room at all.
   */
  private tryStep(end: number, tally: ClothTally): boolean {
    const { rows, safe, scene } = this;
    const h = end - this.now;
    for (const kinematic of scene.kinematics) {
      if (kinematic.first === undefined) setVelocities(kinematic, this.x0, h, scene.velocities);
      else moveToGoal(kinematic, this.x1);
    }
    this.obstacles.begin(this.x0, this.x1, h);
    this.findRows(h, tally);
    const proximityCount = rows.count;
    this.solve(h, tally);
    safe.solveImpulses(rows, this.thickness, h);
    this.obstacleConstraints.endStep(rows);
    this.contacts.cacheImpulses(proximityCount, h);
    const share = safe.makeSafe(rows, this.x0, this.x1, this.selfThickness / 2, h, () => this.move(h), tally);
    if (share === 0) return false;
    if (share < 1) this.obstacles.cut(share);
    const time = share === 1 ? end : this.now + share * h;
    if (!(time > this.now)) return false;
    this.commit(time);
    return true;
  }

  /** Finds the proximities at x0 and makes contact rows of them. */
  private findRows(h: number, tally: ClothTally): void {
    const { scene, rows, obstacles, x0 } = this;
    const proximities = scene.collider.proximities(x0, { distance: this.reach });
    rows.takeProximities(proximities, x0, CREASE_SHARE * this.selfThickness);
    obstacles.compute(rows, 0, rows.count);
    rows.setTargetSpeeds(0, rows.count, this.thickness, this.selfThickness, h);
    tally.proximities += proximities.count;
    tally.rows += rows.count;
  }

  /**
   * The implicit solve: constrains particles, selects warm-started contacts, solves for velocities.
   */
  private solve(h: number, tally: ClothTally): void {
    const { scene, constraints, contacts, obstacleConstraints, rows, solver, x0 } = this;
    const { model, velocities } = scene;
    const v = velocities.subarray(0, 3 * model.particleCount);
    constraints.clear();
    for (const pin of model.pinned) constraints.pin(pin, v[3 * pin], v[3 * pin + 1], v[3 * pin + 2]);
    obstacleConstraints.constrain(rows, velocities, h, constraints);
    contacts.select(rows, velocities, obstacleConstraints.isFilter, constraints.rank);
    tally.solverIterations += solver.solve(x0.subarray(0, v.length), v, h, constraints, v, contacts);
    obstacleConstraints.evaluate(rows, solver, h);
    contacts.evaluate(v);
    tally.constraints += constraints.count;
    for (let i = 0; i < v.length; i++) if (!(Math.abs(v[i]) < MAX_SPEED)) v.fill(0);
  }

  /** Writes the end of a step at the present velocities to x1. */
  private move(h: number): void {
    const { x0, x1, scene } = this;
    const { velocities, model, kinematics } = scene;
    for (let i = 0; i < 3 * model.particleCount; i++) x1[i] = x0[i] + h * velocities[i];
    for (const kinematic of kinematics) if (kinematic.first === undefined) moveToGoal(kinematic, x1);
  }

  /** Takes over x1, since the motion from x0 to x1 is proven free of contact. */
  private commit(time: number): void {
    const { x0, x1 } = this;
    this.options.onCommit?.(x0, x1, this.now, time);
    this.x0 = x1;
    this.x1 = x0;
    this.now = time;
  }
}
