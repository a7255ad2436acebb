// A scene of cloth, simulated while it is watched: its frames come one by one and are kept. Cloths are kept as they were, obstacles know where
// they are at a time.
import type { ClothScene } from '../../scenes/cloth/index.ts';
import { particleCount, placeObstacles } from '../../scenes/cloth/obstacle-places.ts';
import { movedApart, watchParts } from '../../scenes/cloth/part-times.ts';
import { UsageError } from '../check/usage-error.ts';
import { ClothSimulation, type ClothSimulationOptions } from '../cloth.ts';
import type { UpAxis } from '../display/camera.ts';
import type { TriMesh } from '../index.ts';
import type { Bend } from './bent-step.ts';
import type { SimulatedStep } from './protocol.ts';
import type { StepSource } from './step-source.ts';

const clock = () => performance.now();
let timed: ReturnType<typeof watchParts> | undefined;

export class SimulatedSource implements StepSource {
  readonly title: string;
  readonly up: UpAxis = 'z';
  readonly mesh: TriMesh;
  readonly frameCount: number;
  readonly paths = 'a simulation; every vertex moves in a straight line within a sub-step, most steps are one';
  readonly droppedFaces = 0;
  readonly objectNames: readonly string[];
  readonly notes: readonly string[];
  private readonly scene: ClothScene;
  private readonly simulation: ClothSimulation;
  private readonly length: number;
  /** Cloths, frame by frame. */
  private readonly kept: Float64Array[] = [];
  /** What is left of the mesh, frame by frame: cloth may tear. */
  private readonly meshes: TriMesh[] = [];
  /** Of steps that have more than one sub-step. */
  private readonly bent = new Map<number, readonly Bend[]>();
  /** Ends of the sub-steps of the step in work. */
  private commits: Bend[] = [];

  constructor(scene: ClothScene, seed: number) {
    const { name, options, seconds } = scene;
    this.scene = scene;
    this.title = name;
    this.frameCount = Math.round(seconds / options.timeStep) + 1;
    this.length = 3 * particleCount(scene);
    this.notes = [`Seed ${seed}; ${seconds} s in steps of ${options.timeStep} s.`];
    const onCommit: ClothSimulationOptions['onCommit'] = (_x0, x1, _time0, time) => {
      const at = time / options.timeStep - (this.kept.length - 1);
      this.commits.push({ at, positions: x1.slice() });
    };
    const obstacles = movedApart(options.obstacles, clock);
    this.simulation = new ClothSimulation({ ...options, obstacles, onCommit });
    this.mesh = this.simulation.mesh;
    this.objectNames = componentNames(scene, this.mesh);
    this.keep();
  }

  nameOf(frame: number): string {
    return `${(frame * this.scene.options.timeStep).toFixed(2)} s`;
  }

  meshOf(step: number): TriMesh {
    return this.meshes[Math.min(step, this.meshes.length - 1)];
  }

  objectNamesOf(mesh: TriMesh): readonly string[] {
    return componentNames(this.scene, mesh);
  }

  async read(frame: number): Promise<Float64Array> {
    const cloths = this.kept[frame];
    if (cloths === undefined) throw new UsageError(`${this.nameOf(frame)} is not simulated yet.`);
    return this.withObstacles(cloths, frame);
  }

  /** The cloths where they are now, the obstacles where they will be. */
  async roughly(frame: number): Promise<Float64Array> {
    return this.withObstacles(this.kept[this.kept.length - 1], frame);
  }

  bends(step: number): readonly Bend[] {
    return this.bent.get(step) ?? [];
  }

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
    this.kept.push(this.simulation.positions.slice(0, this.length));
    this.meshes.push(this.simulation.mesh);
  }

  private withObstacles(cloths: Float64Array, frame: number): Float64Array {
    const x = new Float64Array(3 * this.mesh.vertexCount);
    x.set(cloths);
    placeObstacles(this.scene, frame, x);
    return x;
  }
}

/** By the connected pieces of the mesh; a piece has the name of what its vertices belong to. */
function componentNames({ options: { cloths, obstacles } }: ClothScene, { topology }: TriMesh): string[] {
  const names: string[] = [];
  let vertex = 0;
  const name = (parts: readonly { readonly positions: ArrayLike<number> }[], noun: string): void => {
    parts.forEach(({ positions }, i) => {
      const end = vertex + positions.length / 3;
      for (; vertex < end; vertex++) {
        const component = topology.componentOf[vertex];
        // A vertex whose faces have torn has none.
        if (component < topology.componentCount) names[component] = parts.length > 1 ? `${noun} ${i + 1}` : noun;
      }
    });
  };
  name(cloths, 'cloth');
  name(obstacles, 'obstacle');
  return names;
}
