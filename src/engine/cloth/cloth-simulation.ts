// Cloth over time: each frame in sub-steps, each proven free of contact before it is committed.
// proximities → constraints → implicit solve → impulses → impact zones → a shorter step → commit
import { checkPositions, type TriMesh } from '../../core/mesh/tri-mesh.ts';
import type { FacePairs } from '../crossing-faces.ts';
import { Braces } from './braces.ts';
import { type ClothSimulationOptions, gravityOf, numberOf, strengthsOf } from './cloth-options.ts';
import { ClothResponse } from './cloth-response.ts';
import { assembleScene, type ClothScene } from './cloth-scene.ts';
import { ClothTears } from './cloth-tears.ts';
import { ContactRows } from './contact-rows.ts';
import { ImplicitSolver } from './implicit-solver.ts';
import { aimAt, arrive, steer } from './obstacle.ts';
import { ObstacleVelocities } from './obstacle-velocities.ts';
import { type ClothTally, noClothTally, SafeStep } from './safe-step.ts';
import { VelocityConstraints } from './velocity-constraints.ts';

export interface Advance {
  /** 'pinched': obstacles or pins leave the cloth no room; the state is the last valid one, short of the frame's end. */
  readonly state: 'advanced' | 'pinched';
  readonly substeps: number;
  /** The time that was reached. */
  readonly committed: number;
  readonly tally: ClothTally;
  /** How many faces tore at the end of the frame. */
  readonly torn: number;
}

/** All that a simulation needs to go on as if it had not been interrupted. */
export interface ClothState {
  /** Frames that are complete. */
  readonly frame: number;
  readonly time: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** How the cloth touched and held on, as bytes. */
  readonly grips: Uint8Array;
  /** What has torn: the number of faces, then their ids at the start, tear by tear. */
  readonly torn?: Uint32Array;
}

/** Pairs are looked for so far beyond the thickness: this many times as far as gravity takes what rests in a frame, from a quarter of the thickness to all of it. */
const REACH = 3;

/** The share of the thickness between cloths that is left in creases, where features meet across a face that joins them: half of it, as elsewhere, stirs a folded tape. */
const CREASE = 1 / 16;

/** A frame ends as 'pinched' after so many sub-steps, or so many in a row that hardly advance. */
const MOST_SUBSTEPS = 200;
const MOST_STALLS = 6;

/** The share of a frame below which a sub-step hardly advances. */
const STALL = 1e-3;

/** m/s: beyond it, or where there is no number, the cloth stops. Nothing that is cloth is as fast; forces out of all measure are. */
const FASTEST = 1e5;

export class ClothSimulation {
  /** The mesh before anything tore. */
  readonly startMesh: TriMesh;
  private readonly options: ClothSimulationOptions;
  private scene: ClothScene;
  private solver: ImplicitSolver;
  private readonly tears: ClothTears;
  private readonly constraints: VelocityConstraints;
  private readonly response: ClothResponse;
  private rows: ContactRows;
  private readonly obstacles: ObstacleVelocities;
  private readonly safe: SafeStep;
  private readonly braces: Braces;
  private readonly timeStep: number;
  private readonly thickness: number;
  /** How far apart pairs are looked for. */
  private readonly reach: number;
  /** Between cloths. */
  private readonly selfThickness: number;
  private readonly onCommit: ClothSimulationOptions['onCommit'];
  /** The state, and the end of the sub-step that is tried. */
  private x0: Float64Array;
  private x1: Float64Array;
  private frame = 0;
  private now = 0;

  /** Throws where the options make no scene, and `ClothStartError` where the start has crossing triangles. */
  constructor(options: ClothSimulationOptions) {
    const { gravity = [0, 0, -9.81], timeStep = 0.01, thickness = 0.001 } = options;
    const pull = gravityOf(gravity);
    this.timeStep = numberOf('timeStep', timeStep);
    this.thickness = numberOf('thickness', thickness);
    const fall = Math.hypot(...pull) * timeStep ** 2;
    this.reach = thickness + Math.min(thickness, Math.max(thickness / 4, REACH * fall - thickness));
    this.onCommit = options.onCommit;
    this.options = options;
    this.scene = assembleScene(options);
    const { mesh, model, collider, positions, velocities, inverseMass, friction } = this.scene;
    this.startMesh = mesh;
    this.selfThickness = Math.min(thickness, this.scene.lowestTriangle / 4);
    this.solver = new ImplicitSolver(model, { gravity });
    this.tears = new ClothTears(model, Float64Array.from(options.cloths.flatMap((each) => [...strengthsOf(each)])));
    this.constraints = new VelocityConstraints(model.particleCount);
    this.response = new ClothResponse(model.particleCount, thickness, pull);
    this.rows = new ContactRows(mesh, friction);
    this.obstacles = new ObstacleVelocities(model.particleCount, velocities);
    this.safe = new SafeStep(collider, inverseMass, velocities, this.obstacles, timeStep);
    this.braces = new Braces(model.mass, Math.hypot(...pull));
    this.x0 = positions;
    this.x1 = positions.slice();
  }

  /** Cloths first, then obstacles, in the order given; quads as two triangles. Another mesh, of the same vertices, where cloth has torn: its last faces have then taken the ids of those that went. */
  get mesh(): TriMesh {
    return this.scene.mesh;
  }

  /** Three numbers a vertex of the mesh; overwritten by the next but one sub-step. */
  get positions(): Float64Array {
    return this.x0;
  }

  /** Three numbers a vertex of the mesh. */
  get velocities(): Float64Array {
    this.obstacles.askAll();
    return this.scene.velocities;
  }

  /** kg a particle of the cloths. */
  get masses(): Float64Array {
    return this.scene.model.mass;
  }

  /** The faces that have torn, by their ids at the start, in that order. */
  get torn(): Uint32Array {
    const ids = Array.from(this.tears.isTorn.keys());
    return Uint32Array.from(ids.filter((face) => this.tears.isTorn[face] === 1));
  }

  /** Seconds since the start. */
  get time(): number {
    return this.now;
  }

  /** One frame, or what of it there is room for; the next call then tries the rest. */
  advance(): Advance {
    const end = (this.frame + 1) * this.timeStep;
    for (const guided of this.scene.guided) aimAt(guided, end);
    const tally = noClothTally();
    let substeps = 0;
    for (let stalls = 0; this.now < end && substeps < MOST_SUBSTEPS && stalls < MOST_STALLS; ) {
      const before = this.now;
      if (!this.tryStep(end, tally)) break;
      substeps++;
      stalls = this.now - before < STALL * this.timeStep ? stalls + 1 : 0;
    }
    const isThere = this.now === end;
    if (isThere) this.frame++;
    const torn = isThere ? this.tear(this.tears.overstretched(this.x0)) : 0;
    return { state: isThere ? 'advanced' : 'pinched', substeps, committed: this.now, tally, torn };
  }

  /**
   * Takes faces out of the cloths, by their ids at the start. Momentum stays. What is left was there before, so that it still touches
   * nothing. Gives how many went: not those that are torn already, nor one that is a piece by itself.
   */
  tear(faces: ArrayLike<number>): number {
    const { isTorn } = this.tears;
    const bad = Array.from(faces).find((face) => isTorn[face] === undefined);
    if (bad !== undefined)
      throw new RangeError(
        `The cloths had ${isTorn.length} faces at the start, counted from 0; there is no face ${bad}.`,
      );
    const { faceCount } = this.mesh;
    this.takeUp(this.remove(faces));
    return faceCount - this.mesh.faceCount;
  }

  /** The id that each face has now; null where none goes. */
  private remove(faces: ArrayLike<number>): Uint32Array | null {
    const { collider, velocities, inverseMass } = this.scene;
    const removeFaces = this.tears.tear(faces, velocities, inverseMass);
    if (removeFaces.length === 0) return null;
    const { faceRemap } = collider.retopologize({ removeFaces });
    this.tears.renumber(faceRemap);
    return faceRemap;
  }

  /** The cloth has torn, if there is a `faceRemap`. What carries goes on doing so: new to it all, what is left would tear at once. */
  private takeUp(faceRemap: Uint32Array | null): void {
    if (!faceRemap) return;
    const { rows } = this;
    const { collider, friction } = this.scene;
    const { gravity } = this.options;
    this.scene = { ...this.scene, mesh: collider.mesh, model: this.tears.model() };
    this.solver = new ImplicitSolver(this.scene.model, gravity ? { gravity } : {});
    this.rows = new ContactRows(collider.mesh, friction);
    this.braces.rename(this.masses, (key) => this.rows.renamed(key, rows, faceRemap));
  }

  /** Pairs of faces that cross now, but for obstacles among themselves. None, ever: this is how to see it. */
  crossings(): FacePairs {
    return this.scene.collider.intersections(this.x0);
  }

  save(): ClothState {
    const carried = new Uint8Array(this.braces.memory.buffer);
    const grips = new Uint8Array(carried.length + this.masses.length);
    grips.set(carried);
    grips.set(this.response.grips, carried.length);
    const { frame, now, x0, velocities } = this;
    const torn = Uint32Array.from(this.tears.log);
    return { frame, time: now, positions: x0.slice(), velocities: velocities.slice(), grips, torn };
  }

  /** Goes on from a state that a simulation with the same options saved. */
  restore({ frame, time, positions, velocities, grips, torn = new Uint32Array(0) }: ClothState): void {
    checkPositions(positions, this.mesh.vertexCount);
    checkPositions(velocities, this.mesh.vertexCount);
    const carried = grips.length - this.masses.length;
    if (!Braces.isMemory(carried / 8, this.masses.length))
      throw new RangeError('The saved state is of another simulation.');
    this.tearAs(torn);
    this.scene.refuseCrossings(positions);
    this.frame = frame;
    this.now = time;
    this.x0.set(positions);
    this.velocities.set(velocities);
    this.obstacles.forget();
    this.braces.memory = new Float64Array(grips.slice(0, carried).buffer);
    this.response.grips = grips.subarray(carried);
  }

  /** Repeats tears in their order, so that faces get the same ids; from the start, since nothing grows together. */
  private tearAs(log: Uint32Array): void {
    if (this.tears.log.length > 0) Object.assign(this, new ClothSimulation(this.options));
    let faceRemap: Uint32Array | null = null;
    for (let i = 0; i < log.length; i += 1 + log[i]) faceRemap = this.remove(log.subarray(i + 1, i + 1 + log[i]));
    this.takeUp(faceRemap);
  }

  /** Goes as far towards the end of the frame as it can prove. False if that is nowhere. */
  private tryStep(end: number, tally: ClothTally): boolean {
    const { rows, safe, response, scene } = this;
    const h = end - this.now;
    for (const guided of scene.guided) {
      if (guided.first === undefined) steer(guided, this.x0, h, scene.velocities);
      else arrive(guided, this.x1);
    }
    this.obstacles.begin(this.x0, this.x1, h);
    this.findRows(h, tally);
    const nearCount = rows.count;
    this.solve(h, tally);
    safe.settle(rows, this.thickness, h);
    response.remember(rows);
    this.braces.remember(rows, nearCount, h);
    const share = safe.find(rows, this.x0, this.x1, this.selfThickness / 2, h, () => this.move(h), tally);
    if (share === 0) return false;
    if (share < 1) this.obstacles.cut(share);
    const time = share === 1 ? end : this.now + share * h;
    if (!(time > this.now)) return false;
    this.commit(time);
    return true;
  }

  private findRows(h: number, tally: ClothTally): void {
    const { scene, rows, safe, obstacles, x0 } = this;
    const near = scene.collider.proximities(x0, { distance: this.reach });
    rows.takeNear(near, x0, CREASE * this.selfThickness);
    obstacles.ask(rows, 0, rows.count);
    safe.aim(rows, 0, rows.count, this.thickness, this.selfThickness, h);
    tally.proximities += near.count;
    tally.rows += rows.count;
  }

  private solve(h: number, tally: ClothTally): void {
    const { scene, constraints, response, rows, solver, x0 } = this;
    const { model, velocities } = scene;
    const v = velocities.subarray(0, 3 * model.particleCount);
    constraints.clear();
    for (const pin of model.pinned) constraints.pin(pin, v[3 * pin], v[3 * pin + 1], v[3 * pin + 2]);
    response.constrain(rows, velocities, h, constraints);
    this.braces.choose(rows, velocities, response.leads, constraints.taken);
    const { iterations } = solver.solve(x0.subarray(0, v.length), v, h, constraints, v, this.braces);
    response.judge(rows, solver, h);
    this.braces.judge(v);
    tally.solverIterations += iterations;
    tally.constraints += constraints.count;
    for (let i = 0; i < v.length; i++) if (!(Math.abs(v[i]) < FASTEST)) v.fill(0);
  }

  /** Where velocities lead. */
  private move(h: number): void {
    const { x0, x1, scene } = this;
    const { velocities, model, guided } = scene;
    for (let i = 0; i < 3 * model.particleCount; i++) x1[i] = x0[i] + h * velocities[i];
    for (const each of guided) if (each.first === undefined) arrive(each, x1);
  }

  /** The way from x0 to x1 is proven. */
  private commit(time: number): void {
    const { x0, x1 } = this;
    this.onCommit?.(x0, x1, this.now, time);
    this.x0 = x1;
    this.x1 = x0;
    this.now = time;
  }
}
