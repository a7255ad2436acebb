// Finds the clashes of the frames of a source, and where parts come into contact within a step.
// Everything found is kept, without curves, so that all frames can be linked in the end.
import { isSameClash } from '../check/same-clash.ts';
import { ClashDetector, type ContactPlace, type FrameClash } from '../clash.ts';
import type { TriMesh } from '../index.ts';
import { linkFrames } from './link-frames.ts';
import type { Clashed, LinkedClashes, RefineRequest } from './protocol.ts';
import type { StepSource } from './step-source.ts';
import { viewerThreads } from './viewer-threads.ts';

/** The parts of a source that clashes are found from. */
export type ClashSource = Pick<StepSource, 'frameCount' | 'meshOf' | 'partsOf' | 'bends'>;

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
    const frames = [await this.frame(step), await this.frame(step + 1)];
    return { step, parts: this.names(), frames, places };
  }

  /** Links all frames; every step must have been looked at. */
  link(): LinkedClashes {
    const frames = Array.from({ length: this.source.frameCount }, (_, frame) => ({
      mesh: this.meshAt(frame),
      clashes: this.frames.get(frame) ?? [],
      places: this.places.get(frame) ?? [],
    }));
    return { parts: this.names(), clashes: linkFrames(frames) };
  }

  /** Looks at a clash of a frame once more: its depth is refined, and it gets its curve. */
  async refine({ frame, a, b, facesA, facesB }: RefineRequest): Promise<FrameClash | null> {
    const names = this.names();
    const wanted = { a: names.indexOf(a), b: names.indexOf(b), facesA, facesB };
    const isWanted = (clash: FrameClash): boolean => isSameClash(clash, wanted);
    const x = await this.read(frame);
    const found = this.use(this.meshAt(frame)).frame(x, { curves: true, refine: isWanted });
    return found.find(isWanted) ?? null;
  }

  /** The mesh with which the page shows a frame. */
  private meshAt(frame: number): TriMesh {
    return this.source.meshOf(Math.min(frame, this.source.frameCount - 2));
  }

  private names(): readonly string[] {
    return this.source.partsOf(this.source.meshOf(0)).names;
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
    const clashes = this.use(this.meshAt(frame)).frame(x);
    this.frames.set(frame, clashes);
    return clashes;
  }

  /** Vertices may change direction within the step: between two bends their paths are straight. */
  private async placesIn(step: number): Promise<ContactPlace[]> {
    const mesh = this.meshAt(step);
    const isKept = this.meshAt(step + 1) === mesh;
    const ends = [...(this.source.bends?.(step) ?? []), { at: 1, positions: await this.read(step + 1) }];
    let [from, x0, before] = [0, await this.read(step), await this.frame(step)];
    const places: ContactPlace[] = [];
    for (const { at, positions } of ends) {
      const after = at === 1 && isKept ? await this.frame(step + 1) : this.use(mesh).frame(positions);
      for (const place of this.use(mesh).contactPlaces(x0, positions, before, after))
        places.push({ ...place, firstTime: from + (at - from) * place.firstTime });
      [from, x0, before] = [at, positions, after];
    }
    return places;
  }
}
