// A cloth scene that is simulated while it is watched: its frames are computed one by one and kept.
// Only the positions of cloths are kept; those of obstacles follow from the time.
import type { SimulationScene } from '../../scenes/cloth/index.ts';
import { particleCount, placeObstacles } from '../../scenes/cloth/obstacle-places.ts';
import { movedApart, watchParts } from '../../scenes/cloth/part-times.ts';
import type { UpAxis } from '../check/space.ts';
import { UsageError } from '../check/usage-error.ts';
import type { Parts } from '../clash.ts';
import { ClothSimulation, type ClothSimulationOptions } from '../cloth.ts';
import type { TriMesh } from '../index.ts';
import type { Bend } from './check-segments.ts';
import { partsByVertices, type VertexRange } from './parts-by-vertices.ts';
import type { SimulatedStep } from './protocol.ts';
import type { StepSource } from './step-source.ts';

const clock = () => performance.now();
let timed: ReturnType<typeof watchParts> | undefined;

/** A simulation as a source of steps. */
export class SimulatedSource implements StepSource {
  /** The name of the scene. */
  readonly title: string;
  /** Scenes of cloth have z up. */
  readonly up: UpAxis = 'z';
  /** Nobody has stated a unit. */
  readonly unit: null = null;
  /** The mesh before anything has torn. */
  readonly mesh: TriMesh;
  /** The number of frames when the scene is over. */
  readonly frameCount: number;
  /** A sentence about the motion between frames. */
  readonly paths = 'a simulation; every vertex moves in a straight line within a sub-step, most steps are one';
  /** Simulations drop no faces. */
  readonly droppedFaces = 0;
  /** The seed and the duration. */
  readonly notes: readonly string[];
  private readonly scene: SimulationScene;
  private readonly simulation: ClothSimulation;
  /** Positions of the cloths, frame by frame. */
  private readonly kept: Float64Array[] = [];
  /** The mesh that is left in each frame, because cloth may tear. */
  private readonly meshes: TriMesh[] = [];
  /** The steps that have more than one sub-step. */
  private readonly bent = new Map<number, readonly Bend[]>();
  /** The ends of the sub-steps of the current step. */
  private commits: Bend[] = [];

  /** `seed` is the one that the scene was made with. */
  constructor(scene: SimulationScene, seed: number) {
    const { name, options, seconds } = scene;
    this.scene = scene;
    this.title = name;
    this.frameCount = Math.round(seconds / options.timeStep) + 1;
    this.notes = [`Seed ${seed}; ${seconds} s in steps of ${options.timeStep} s.`];
    const onCommit: ClothSimulationOptions['onCommit'] = (_x0, x1, _time0, time) => {
      const at = time / options.timeStep - (this.kept.length - 1);
      this.commits.push({ at, positions: x1.slice() });
    };
    const obstacles = movedApart(options.obstacles, clock);
    this.simulation = new ClothSimulation({ ...options, obstacles, onCommit });
    this.mesh = this.simulation.mesh;
    this.keep();
  }

  /** Returns the time of a frame, for people. */
  nameOf(frame: number): string {
    return `${(frame * this.scene.options.timeStep).toFixed(2)} s`;
  }

  /** Faces do not change; they only tear. */
  readonly remeshed: StepSource['remeshed'] = [];

  /** Returns the mesh of a step; the last frame has that of the step before. */
  meshOf(step: number): TriMesh {
    return this.meshes[Math.min(step, this.frameCount - 2, this.meshes.length - 1)];
  }

  /** Returns the mesh of a step: what tears within it stays until its end. */
  meshBetween(from: number): TriMesh {
    return this.meshOf(from);
  }

  /** Nothing is hidden. */
  hiddenIn(): [] {
    return [];
  }

  /** Returns the cloths and obstacles as parts; torn cloth stays one part. */
  partsOf(mesh: TriMesh): Parts {
    return partsByVertices(mesh, rangesOf(this.scene));
  }

  /**
   * Returns the positions of a frame that has been simulated. Rejects with `UsageError` for others.
   */
  async read(frame: number): Promise<Float64Array> {
    const cloths = this.kept[frame];
    if (cloths === undefined) throw new UsageError(`${this.nameOf(frame)} is not simulated yet.`);
    return this.withObstacles(cloths, frame);
  }

  /** Returns the current positions of the cloths with the future positions of the obstacles. */
  async roughly(frame: number): Promise<Float64Array> {
    return this.withObstacles(this.kept[this.kept.length - 1], frame);
  }

  /** Returns the ends of the sub-steps within a step. */
  bends(step: number): readonly Bend[] {
    return this.bent.get(step) ?? [];
  }

  /** Simulates the next step. */
  simulate(): SimulatedStep {
    const { simulation } = this;
    const step = this.kept.length - 1;
    timed ??= watchParts(clock);
    this.commits = [];
    let isPinched = false;
    const ms = timed(() => {
      isPinched = simulation.advance().state === 'pinched';
    });
    const crossings = simulation.crossings().count;
    if (!isPinched) {
      this.keep();
      if (this.commits.length > 1) this.bent.set(step, this.commits.slice(0, -1));
    }
    const isOver = this.kept.length === this.frameCount;
    const fault = isOver ? this.scene.fault(simulation.positions, simulation.mesh) : null;
    return { step, isPinched, substeps: this.commits.length, time: simulation.time, ms, crossings, fault };
  }

  private keep(): void {
    this.kept.push(this.simulation.positions.slice(0, 3 * particleCount(this.scene)));
    this.meshes.push(this.simulation.mesh);
  }

  private withObstacles(cloths: Float64Array, frame: number): Float64Array {
    const x = new Float64Array(3 * this.mesh.vertexCount);
    x.set(cloths);
    placeObstacles(this.scene, frame, x);
    return x;
  }
}

/** The cloths and obstacles by their vertices; those of which there are several are numbered. */
function rangesOf({ options: { cloths, obstacles } }: SimulationScene): VertexRange[] {
  let firstVertex = 0;
  const named = (parts: readonly { readonly positions: ArrayLike<number> }[], noun: string): VertexRange[] =>
    parts.map(({ positions }, i) => {
      const range = { name: parts.length > 1 ? `${noun} ${i + 1}` : noun, firstVertex };
      firstVertex += positions.length / 3;
      return range;
    });
  return [...named(cloths, 'cloth'), ...named(obstacles, 'obstacle')];
}
