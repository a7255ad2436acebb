// The cloth of the paper [Mezger §6, §7] as published: pairs of polygons that are close or come
// close in the step, sorted by their estimated distance after it; every particle of such a pair is
// constrained along the closest points; implicit solve; constant steps. The integrator is that of
// graze/cloth, everything before it is the paper's, without its stiction. Nothing is proven: a step
// is taken as it comes, so faces may end up crossing, and `crossings` counts them.
import { particleCount } from '../../../scenes/cloth/obstacle-places.ts';
import type { PARTS } from '../../../scenes/cloth/part-times.ts';
import type { SimulationScene } from '../../../scenes/cloth/simulation-scene.ts';
import { assembleScene, type ClothScene } from '../../../src/engine/cloth/cloth-scene.ts';
import { moveToGoal, setVelocities, updateGoal } from '../../../src/engine/cloth/kinematic.ts';
import { ClothForces } from '../../../src/engine/cloth/solver/cloth-forces.ts';
import { ImplicitSolver } from '../../../src/engine/cloth/solver/implicit-solver.ts';
import { VelocityConstraints } from '../../../src/engine/cloth/solver/velocity-constraints.ts';
import { type PolygonMesh, type Proximities, ProximityDetector, ResponseOrder } from '../../../src/proximity.ts';
import { cpuClock } from '../../measure.ts';
import { CLOSE, PAPER } from './setups.ts';
import { clothPolygons } from './simulated-steps.ts';

/** CPU milliseconds of the parts of a simulation; the motion of obstacles is not counted. */
export type Spent = Record<(typeof PARTS)[number], number>;

/** The paper's simulation of a scene. */
export class PublishedSimulation {
  /** CPU time of all steps so far. */
  readonly spent: Spent = { detection: 0, response: 0, solver: 0 };
  /** How many steps were taken. */
  steps = 0;
  private readonly options: SimulationScene['options'];
  private readonly gravity: Float64Array;
  private readonly scene: ClothScene;
  private readonly polygons: PolygonMesh;
  private readonly detector: ProximityDetector;
  private readonly order: ResponseOrder;
  private readonly constraints: VelocityConstraints;
  private readonly solver: ImplicitSolver;
  private readonly forces: ClothForces;
  /** Forces on the particles at the start of the step, in N. */
  private readonly force: Float64Array;

  constructor(scene: SimulationScene) {
    const { mesh, objectOf } = clothPolygons(scene);
    const { gravity } = scene.options;
    this.options = scene.options;
    this.gravity = Float64Array.from(gravity);
    this.scene = assembleScene(scene.options);
    const { model } = this.scene;
    this.polygons = mesh;
    const obstacles = [...new Set(objectOf)].filter((object) => object > 0);
    this.detector = new ProximityDetector(mesh, { ...PAPER, objectOf, obstacles });
    this.order = new ResponseOrder(mesh);
    this.constraints = new VelocityConstraints(particleCount(scene));
    this.solver = new ImplicitSolver(model, { gravity });
    this.forces = new ClothForces(model, gravity);
    this.force = new Float64Array(3 * model.particleCount);
  }

  /** Pairs of faces that cross now, decided exactly; not those of two obstacles. */
  get crossings(): number {
    return this.scene.collider.intersections(this.scene.positions).count;
  }

  /** Positions of all vertices, cloths first, three numbers each. */
  get positions(): Float64Array {
    return this.scene.positions;
  }

  /** Takes a step. */
  step(): void {
    const { scene, detector, options, spent, constraints } = this;
    const { positions, velocities, model } = scene;
    const h = options.timeStep;
    this.steps++;
    for (const kinematic of scene.kinematics) {
      updateGoal(kinematic, this.steps * h);
      setVelocities(kinematic, positions, h, velocities);
    }
    const start = cpuClock();
    const found = detector.proximities(positions, { distance: CLOSE, ahead: true, velocities, timeStep: h });
    const detected = cpuClock();
    constraints.clear();
    for (const pin of model.pinned) constraints.pin(pin, ...tripleAt(velocities, pin));
    this.constrain(found, h);
    const responded = cpuClock();
    const particles = velocities.subarray(0, 3 * model.particleCount);
    this.solver.solve(positions.subarray(0, particles.length), particles, h, constraints, particles);
    for (let i = 0; i < particles.length; i++) positions[i] += h * particles[i];
    const solved = cpuClock();
    for (const kinematic of scene.kinematics) moveToGoal(kinematic, positions);
    spent.detection += detected - start;
    spent.response += responded - detected;
    spent.solver += solved - responded;
  }

  /** Constrains the particles of all pairs, those that come nearest first. */
  private constrain(found: Proximities, h: number): void {
    const { order, scene, forces, force } = this;
    forces.evaluate(scene.positions.subarray(0, force.length), force);
    order.take(found, scene.velocities, h);
    for (let i = 0; i < order.count; i++) this.constrainPair(found, order.row[i], h);
  }

  /**
   * Presets the speed of a pair's particles along the closest points to γ (d_min − d) / Δt plus that
   * of the obstacle, where γ = v_rel Δt / d_min [equation 3]. What the paper leaves open:
   * - only pairs that come nearer than d_min within the step are treated, gravity included;
   * - γ is at most 1: with more, the equation drives a fast particle through the other face;
   * - faces of cloth part from their common velocity. As printed they part from rest, and a falling
   *   tape stops in the air where it folds.
   */
  private constrainPair({ a, b, distance, normal, weights, mostCorners }: Proximities, row: number, h: number): void {
    const { thickness } = this.options;
    const n = normal.subarray(3 * row, 3 * row + 3);
    const approach = -dot(n, this.order.relativeVelocity, 3 * row) - h * this.gravityTowards(a[row], b[row], n);
    if (!(approach > 0 && distance[row] - h * approach < thickness)) return;
    const gamma = Math.min(1, (approach * h) / thickness);
    const speed = (gamma * (thickness - distance[row])) / h;
    const of = (side: number) => weights.subarray((2 * row + side) * mostCorners, (2 * row + side + 1) * mostCorners);
    const [alongA, alongB] = [this.speedAlong(a[row], of(0), n), this.speedAlong(b[row], of(1), n)];
    if (this.isCloth(a[row]) && this.isCloth(b[row])) {
      const mean = (alongA + alongB) / 2 + h * dot(n, this.gravity, 0);
      this.constrainFace(a[row], of(0), n, 1, speed / 2, mean);
      this.constrainFace(b[row], of(1), n, -1, speed / 2, -mean);
    } else {
      this.constrainFace(a[row], of(0), n, 1, speed, alongB);
      this.constrainFace(b[row], of(1), n, -1, speed, -alongA);
    }
  }

  /** The acceleration by gravity of a relative to b, along n; 0 between two faces of cloth. */
  private gravityTowards(a: number, b: number, n: Float64Array): number {
    return (Number(this.isCloth(a)) - Number(this.isCloth(b))) * dot(n, this.gravity, 0);
  }

  private isCloth(face: number): boolean {
    const { corners, start } = this.polygons;
    return 3 * corners[start[face]] < this.force.length;
  }

  /** The speed along n of the closest point of a face. */
  private speedAlong(face: number, weights: Float64Array, n: Float64Array): number {
    const { corners, start } = this.polygons;
    let speed = 0;
    for (let c = start[face]; c < start[face + 1]; c++)
      speed += weights[c - start[face]] * dot(n, this.scene.velocities, 3 * corners[c]);
    return speed;
  }

  /**
   * Constrains the particles that carry the closest point of a face to base + speed along ±n; each
   * only once, since one direction of a particle is constrained [§7]. A particle that forces drag
   * away from the other face is released.
   */
  private constrainFace(
    face: number,
    weights: Float64Array,
    n: Float64Array,
    sign: 1 | -1,
    speed: number,
    base: number,
  ): void {
    const { polygons, force, constraints } = this;
    if (!this.isCloth(face)) return;
    const first = polygons.start[face];
    for (let c = first; c < polygons.start[face + 1]; c++) {
      const particle = polygons.corners[c];
      if (!(weights[c - first] > 0) || constraints.rank[particle] > 0) continue;
      if (sign * dot(n, force, 3 * particle) > 0) continue;
      constraints.add(particle, sign * n[0], sign * n[1], sign * n[2], speed + base);
    }
  }
}

function dot(n: Float64Array, of: Float64Array, at: number): number {
  return n[0] * of[at] + n[1] * of[at + 1] + n[2] * of[at + 2];
}

function tripleAt(of: Float64Array, vertex: number): [number, number, number] {
  return [of[3 * vertex], of[3 * vertex + 1], of[3 * vertex + 2]];
}
