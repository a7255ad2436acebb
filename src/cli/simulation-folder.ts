// The folder of a simulation: its frames, the list of proven paths between them, and the state from
// which a run can be continued. Every file is either complete or absent. The state is written last,
// so all files that it counts exist.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../check/usage-error.ts';
import type { ClothSimulation, ClothState } from '../cloth.ts';
import { writePly } from '../io.ts';
import { withFileFault } from './file-fault.ts';
import { writeWhole } from './output-file.ts';

/** The identity of a simulation: a run may be continued only with the same values. */
export interface SimulationKind {
  /** The name of the scene. */
  readonly scene: string;
  /** Selects the start. */
  readonly seed: number;
  /** Whether every sub-step is a file. */
  readonly substeps: boolean;
}

/** A committed sub-step: straight paths from the end of the previous one. */
export interface SubStep {
  /** The simulated time at the start, in seconds. */
  readonly from: number;
  /** The simulated time at the end, in seconds. */
  readonly to: number;
  /** The positions at the end. */
  readonly end: Float64Array;
}

/**
 * A path from file to file. Between two consecutive times all vertices move straight, and that
 * motion is proven free of contact.
 */
interface ProvenPath {
  readonly from: string;
  readonly to: string;
  readonly times: readonly number[];
}

interface StateFile extends SimulationKind {
  readonly version: 1;
  readonly frame: number;
  readonly time: number;
  readonly files: number;
  readonly substepCount: number;
  /** Little-endian bytes as base64; the same for the other arrays. */
  readonly positions: string;
  readonly velocities: string;
  readonly grips: string;
  readonly torn?: string;
}

const MEANING =
  'Paths from file to file. Between two times next to each other all vertices go straight, and no cloth touches itself, another cloth or an obstacle on that way. A path with two times is one straight way; one with more goes through positions that are not written (--substeps writes them). A triangle that has torn names one vertex three times; a path is proven for the triangles of the file that it starts from.';

/** Writes and reads the folder. */
export class SimulationFolder {
  /** The path of the folder. */
  readonly path: string;
  /** The number of complete frames, the start included. */
  frameCount = 0;
  /** The number of sub-steps up to the last frame. */
  substepCount = 0;
  private readonly kind: SimulationKind;
  private paths: ProvenPath[] = [];
  private files = 0;
  /** The triangles that had torn at the end of the last complete frame. */
  private torn: Uint32Array = new Uint32Array(0);

  /** Creates the folder if it does not exist. Throws `UsageError`. */
  constructor(path: string, kind: SimulationKind) {
    this.path = path;
    this.kind = kind;
    withFileFault(path, () => mkdirSync(path, { recursive: true }));
  }

  /**
   * Returns the state in which an earlier run of the same kind ended; null if there is none. Throws
   * `UsageError` if the folder holds anything else: its frames are not overwritten.
   */
  resume(): ClothState | null {
    if (!existsSync(join(this.path, 'state.json'))) {
      const frame = readdirSync(this.path).find((name) => name.endsWith('.ply'));
      if (frame === undefined) return null;
      throw new UsageError(`${join(this.path, frame)} is there, but no state.json to go on from; name another folder.`);
    }
    const state = this.read<StateFile>('state.json');
    this.refuseOthers(state);
    const { paths } = this.read<{ readonly version: 1; readonly paths: ProvenPath[] }>('proven.json');
    this.files = state.files;
    this.paths = paths.slice(0, state.files - 1);
    this.frameCount = state.frame + 1;
    this.substepCount = state.substepCount;
    const torn = new Uint32Array(bytes(state.torn ?? '').buffer);
    this.torn = facesOf(torn);
    return {
      frame: state.frame,
      time: state.time,
      positions: doubles(state.positions),
      velocities: doubles(state.velocities),
      grips: bytes(state.grips),
      torn,
    };
  }

  /** Writes the start. */
  begin(simulation: ClothSimulation): void {
    this.writeFrame(simulation, simulation.positions, simulation.torn);
    this.frameCount = 1;
    this.writeState(simulation);
  }

  /**
   * Writes the end of a frame, or each of its sub-steps. An incomplete frame leaves only its
   * sub-steps.
   */
  add(simulation: ClothSimulation, subSteps: readonly SubStep[], isWhole: boolean): void {
    // Cloth tears only at the end of a frame.
    if (this.kind.substeps)
      subSteps.forEach((subStep, i) => {
        this.addPath(simulation, [subStep], i === subSteps.length - 1 ? simulation.torn : this.torn);
      });
    else if (isWhole) this.addPath(simulation, subSteps, simulation.torn);
    if (isWhole) this.frameCount++;
    if (isWhole) this.writeState(simulation);
    else this.writeProven(simulation);
  }

  /** Writes the file at the end of `subSteps` and adds the path that leads to it. */
  private addPath(simulation: ClothSimulation, subSteps: readonly SubStep[], torn: Uint32Array): void {
    const from = this.nameOf(this.files - 1);
    const to = this.writeFrame(simulation, subSteps[subSteps.length - 1].end, torn);
    this.paths.push({ from, to, times: [subSteps[0].from, ...subSteps.map((subStep) => subStep.to)] });
    this.substepCount += subSteps.length;
  }

  /**
   * Returns the file name of a sub-step or frame. There may be more than 10,000 sub-steps, so their
   * names have more digits.
   */
  private nameOf(file: number): string {
    return `${String(file).padStart(this.kind.substeps ? 6 : 4, '0')}.ply`;
  }

  /**
   * A torn triangle stays in its place and names one vertex three times: readers drop it, and ids
   * stay the same.
   */
  private writeFrame({ startMesh }: ClothSimulation, positions: Float64Array, torn: Uint32Array): string {
    const name = this.nameOf(this.files++);
    const triangles = startMesh.triangles.slice();
    for (const face of torn) triangles.fill(triangles[3 * face], 3 * face, 3 * face + 3);
    writeWhole(join(this.path, name), writePly({ positions, triangles }));
    return name;
  }

  /** Writes proven.json. */
  private writeProven(simulation: ClothSimulation): void {
    const { scene, seed } = this.kind;
    const about = { version: 1, scene, seed, vertices: simulation.mesh.vertexCount, meaning: MEANING };
    const rows = this.paths.map((path) => `    ${JSON.stringify(path)}`);
    const head = JSON.stringify(about, null, 2).slice(0, -2);
    writeWhole(join(this.path, 'proven.json'), `${head},\n  "paths": [\n${rows.join(',\n')}\n  ]\n}\n`);
  }

  /** Writes proven.json, then the state from which a run continues after this frame. */
  private writeState(simulation: ClothSimulation): void {
    this.writeProven(simulation);
    this.torn = simulation.torn;
    const { frame, time, positions, velocities, grips, torn = new Uint32Array(0) } = simulation.save();
    const state: StateFile = {
      version: 1,
      ...this.kind,
      frame,
      time,
      files: this.files,
      substepCount: this.substepCount,
      positions: base64(positions),
      velocities: base64(velocities),
      grips: base64(grips),
      torn: base64(torn),
    };
    writeWhole(join(this.path, 'state.json'), `${JSON.stringify(state)}\n`);
  }

  private read<T extends { readonly version: 1 }>(name: string): T {
    const path = join(this.path, name);
    const text = withFileFault(path, () => readFileSync(path, 'utf8'));
    try {
      const content = JSON.parse(text);
      if (content?.version === 1) return content;
    } catch {
      // A file that is no JSON is reported below, like a file of another version.
    }
    throw new UsageError(`${path}: it is not what graze wrote; name another folder or remove this one.`);
  }

  private refuseOthers({ scene, seed, substeps, files }: StateFile): void {
    const { path, kind } = this;
    const what = `scene ${scene}, seed ${seed}${substeps ? ', with sub-steps' : ''}`;
    if (scene !== kind.scene || seed !== kind.seed || substeps !== kind.substeps)
      throw new UsageError(`${path} holds ${what}; go on with that or name another folder.`);
    for (let file = 0; file < files; file++)
      if (!existsSync(join(path, this.nameOf(file))))
        throw new UsageError(`${join(path, this.nameOf(file))} is missing; name another folder or remove this one.`);
  }
}

/** Returns the faces in a list of tears; each tear is the number of its faces, then the faces. */
function facesOf(tears: Uint32Array): Uint32Array {
  const faces: number[] = [];
  for (let i = 0; i < tears.length; i += 1 + tears[i]) faces.push(...tears.subarray(i + 1, i + 1 + tears[i]));
  return Uint32Array.from(faces);
}

function base64({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array | Uint8Array): string {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('base64');
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}

function doubles(text: string): Float64Array {
  return new Float64Array(bytes(text).buffer);
}
