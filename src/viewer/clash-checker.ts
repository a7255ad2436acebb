// Finds the clashes of the frames of a source, and where parts come into contact within a step.
// Everything found is kept, without curves, so that all frames can be linked in the end.
import { type FacesOfParts, isSameClash } from '../check/same-clash.ts';
import { faceIdsOf, NO_FACE } from '../check/with-ids-of.ts';
import { ClashDetector, type ContactPlace, type FrameClash } from '../clash.ts';
import type { TriMesh } from '../index.ts';
import { linkFrames } from './link-frames.ts';
import type { Clashed, LinkedClashes, RefineRequest } from './protocol.ts';
import type { StepSource } from './step-source.ts';
import { viewerThreads } from './viewer-threads.ts';

/** The parts of a source that clashes are found from. */
export type ClashSource = Pick<
  StepSource,
  'mesh' | 'frameCount' | 'meshOf' | 'meshBetween' | 'remeshed' | 'partsOf' | 'bends'
>;

/** The worker's state of the clashes of one source. */
export class ClashChecker {
  private readonly source: ClashSource;
  private readonly read: (frame: number) => Promise<Float64Array>;
  private detector: ClashDetector | undefined;
  private readonly frames = new Map<number, readonly FrameClash[]>();
  private readonly places = new Map<number, readonly ContactPlace[]>();

  /** `read` returns the positions of a frame. */
  constructor(source: ClashSource, read: (frame: number) => Promise<Float64Array>) {
    this.source = source;
    this.read = read;
  }

  /** Looks at both ends of a step, and at the way between them. */
  async check(step: number): Promise<Clashed> {
    const places = this.places.get(step) ?? (await this.placesIn(step));
    this.places.set(step, places);
    const frames = [this.shown(step, await this.frame(step)), this.shown(step + 1, await this.frame(step + 1))];
    return { step, parts: this.names(), frames, places: this.shownPlaces(step, places) };
  }

  /** Links all frames; every step must have been looked at. */
  link(): LinkedClashes {
    const { source } = this;
    const frames = Array.from({ length: source.frameCount }, (_, frame) => ({
      mesh: source.meshOf(frame),
      stepMesh: this.stepMesh(Math.min(frame, source.frameCount - 2)),
      clashes: this.frames.get(frame) ?? [],
      places: this.places.get(frame) ?? [],
    }));
    const clashes = linkFrames(frames, source.remeshed).map((clash) => {
      const { worst } = clash;
      const [shown] =
        worst.kind === 'passing' ? this.shownPlaces(worst.frame, [worst]) : this.shown(worst.frame, [worst]);
      return { ...clash, worst: shown };
    });
    return { parts: this.names(), clashes };
  }

  /** Looks at a clash of a frame once more: its depth is refined, and it gets its curve. */
  async refine({ frame, a, b, facesA, facesB }: RefineRequest): Promise<FrameClash | null> {
    const names = this.names();
    const wanted = { a: names.indexOf(a), b: names.indexOf(b), facesA, facesB };
    const isWanted = (clash: FrameClash): boolean => isSameClash(this.shown(frame, [clash])[0], wanted);
    const x = await this.read(frame);
    const found = this.use(this.source.meshOf(frame)).frame(x, { curves: true, refine: isWanted });
    return found.find(isWanted) ?? null;
  }

  /** Clashes of a frame with the faces of the mesh with which the page shows it. */
  private shown<T extends FacesOfParts>(frame: number, clashes: readonly T[]): readonly T[] {
    const { source } = this;
    return withFaces(source.meshOf(Math.min(frame, source.frameCount - 2)), source.meshOf(frame), clashes);
  }

  /** Places of a step with the faces of the mesh with which the page shows it. */
  private shownPlaces<T extends FacesOfParts>(step: number, places: readonly T[]): readonly T[] {
    return withFaces(this.source.meshOf(step), this.stepMesh(step), places);
  }

  private stepMesh(step: number): TriMesh {
    return this.source.meshBetween(step, step + 1);
  }

  private names(): readonly string[] {
    return this.source.partsOf(this.source.mesh).names;
  }

  private use(mesh: TriMesh): ClashDetector {
    if (this.detector?.mesh !== mesh) {
      this.detector?.dispose();
      this.detector = new ClashDetector(mesh, { parts: this.source.partsOf(mesh), pool: viewerThreads() });
    }
    return this.detector;
  }

  private async frame(frame: number): Promise<readonly FrameClash[]> {
    const known = this.frames.get(frame);
    if (known !== undefined) return known;
    const x = await this.read(frame);
    const clashes = this.use(this.source.meshOf(frame)).frame(x);
    this.frames.set(frame, clashes);
    return clashes;
  }

  /** Vertices may change direction within the step: between two bends their paths are straight. */
  private async placesIn(step: number): Promise<ContactPlace[]> {
    const { source } = this;
    const mesh = this.stepMesh(step);
    if (mesh.faceCount === 0) return [];
    const clashesAt = async (frame: number, x: Float64Array): Promise<readonly FrameClash[]> =>
      source.meshOf(frame) === mesh ? this.frame(frame) : this.use(mesh).frame(x);
    const ends = [...(source.bends?.(step) ?? []), { at: 1, positions: await this.read(step + 1) }];
    const start = await this.read(step);
    let [from, x0, before] = [0, start, await clashesAt(step, start)];
    const places: ContactPlace[] = [];
    for (const { at, positions } of ends) {
      const after = at === 1 ? await clashesAt(step + 1, positions) : this.use(mesh).frame(positions);
      for (const place of this.use(mesh).contactPlaces(x0, positions, before, after))
        places.push({ ...place, firstTime: from + (at - from) * place.firstTime });
      [from, x0, before] = [at, positions, after];
    }
    return places;
  }
}

/** The same with face ids of another mesh; faces that it does not have are left out. */
function withFaces<T extends FacesOfParts>(mesh: TriMesh, of: TriMesh, list: readonly T[]): readonly T[] {
  if (mesh === of || list.length === 0) return list;
  const faceIds = faceIdsOf(mesh, of);
  const ids = (faces: Uint32Array): Uint32Array => faces.map((face) => faceIds[face]).filter((id) => id !== NO_FACE);
  return list.map((one) => ({ ...one, facesA: ids(one.facesA), facesB: ids(one.facesB) }));
}
