// The mesh of an object of the schema PolyMesh or SubD: points and polygons, both sampled over time,
// in the space of the object. Instances of an object share its mesh.
import type { SceneFaces } from '../animated-scene.ts';
import type { AlembicArchive } from './alembic-archive.ts';
import { type FaceReader, isSameFaces } from './alembic-faces.ts';
import { isFloat, readFloats } from './alembic-numbers.ts';
import { type PropertyHeader, propertiesOf, SampledProperty } from './alembic-property.ts';
import type { OgawaBlock } from './ogawa-file.ts';

const POINTS = 'P';
const INDICES = '.faceIndices';
const COUNTS = '.faceCounts';
const HOLES = '.holes';
/**
 * How many sets of polygons of a mesh stay in memory: those of both ends of a step, and of a step
 * back.
 */
const MAX_KEPT = 3;
/** How much of a path an error message holds. */
const NAME_CHARACTERS = 80;

/** The samples of a mesh. */
interface MeshSamples {
  readonly points: SampledProperty;
  readonly indices: SampledProperty;
  readonly counts: SampledProperty;
}

/** Polygons that were read, and where. */
interface ReadFaces {
  readonly key: string;
  readonly faces: SceneFaces;
}

/** A mesh over time. All methods throw `FileError`. */
export class AlembicMesh {
  /** Whether faces of a subdivision surface are holes. */
  readonly hasHoles: boolean;
  private readonly archive: AlembicArchive;
  private readonly reader: FaceReader;
  private readonly samples: MeshSamples;
  private readonly path: string;
  /** The polygons that were asked for last, the latest first. */
  private kept: readonly ReadFaces[] = [];

  /** The samples were checked by `meshOf`; errors name the path. */
  constructor(archive: AlembicArchive, reader: FaceReader, samples: MeshSamples, path: string, hasHoles: boolean) {
    this.hasHoles = hasHoles;
    this.archive = archive;
    this.reader = reader;
    this.samples = samples;
    this.path = path;
  }

  /** The time of the first sample in seconds. */
  get start(): number {
    return this.samples.points.sampling.time(0);
  }

  /** The number of vertices of the first sample. */
  get startVertexCount(): number {
    const { points } = this.samples;
    return points.itemCount(points.block(0));
  }

  /** The byte at which the file describes the points. */
  get byte(): number {
    return this.samples.points.place;
  }

  /** The properties that change over time. */
  get changing(): readonly SampledProperty[] {
    const { points, indices, counts } = this.samples;
    return [points, indices, counts].filter((property) => !property.isConstant);
  }

  /** Returns the number of vertices at a time in seconds. */
  vertexCount(time: number): number {
    const { points } = this.samples;
    points.seek(time);
    return points.itemCount(points.block(points.lower));
  }

  /** Returns the polygons at a time in seconds; the same object for the same polygons. */
  faces(time: number): SceneFaces {
    const { counts, indices } = this.samples;
    const vertexCount = this.vertexCount(time);
    const [latest] = this.kept;
    if (latest?.faces.vertexCount === vertexCount && this.hasConstantFaces) return latest.faces;
    counts.seek(time);
    indices.seek(time);
    const [countBlock, indexBlock] = [counts.block(counts.lower), indices.block(indices.lower)];
    const key = `${countBlock.at} ${indexBlock.at} ${vertexCount}`;
    const known = this.kept.find((one) => one.key === key);
    if (known) return this.keep(known);
    const faces = this.reader.faces(counts, countBlock, indices, indexBlock, vertexCount);
    const same = this.kept.find((one) => isSameFaces(one.faces, faces));
    return this.keep({ key, faces: same?.faces ?? faces });
  }

  /** Writes the points at a time in seconds, 3 finite numbers for each vertex. */
  positions(time: number, out: Float64Array): void {
    const { points } = this.samples;
    points.seek(time);
    const { lower, upper, weight, upperTime } = points;
    const block = points.block(lower);
    this.read(block, out, time);
    if (weight === 0) return;
    const next = points.block(upper);
    if (next.at === block.at || 3 * points.itemCount(next) !== out.length) return;
    if (!this.hasConstantFaces && this.faces(time) !== this.faces(upperTime)) return;
    const target = this.archive.scratch(out.length);
    this.read(next, target, upperTime);
    for (let i = 0; i < out.length; i++) out[i] += weight * (target[i] - out[i]);
  }

  private get hasConstantFaces(): boolean {
    return this.samples.counts.isConstant && this.samples.indices.isConstant;
  }

  private keep(read: ReadFaces): SceneFaces {
    const others = this.kept.filter((one) => one.faces !== read.faces);
    this.kept = [read, ...others].slice(0, MAX_KEPT);
    return read.faces;
  }

  private read(block: OgawaBlock, out: Float64Array, time: number): void {
    const { points } = this.samples;
    if (readFloats(points.elements(block), points.element, out)) return;
    const expected = `finite coordinates of ${nameInMessage(this.path)} at ${time} s`;
    this.archive.file.fail(block.at, expected, `${out.find((x) => !Number.isFinite(x))}`);
  }
}

/** The end of a path without characters that could direct a terminal. */
function nameInMessage(path: string): string {
  const end = path.slice(-NAME_CHARACTERS).replace(/\p{C}/gu, '?');
  return path.length > NAME_CHARACTERS ? `…${end}` : end;
}

/** Reads a compound `.geom`. Returns undefined if it lacks samples. Throws `FileError`. */
export function meshOf(
  archive: AlembicArchive,
  reader: FaceReader,
  compound: PropertyHeader,
  path: string,
): AlembicMesh | undefined {
  const properties = propertiesOf(archive, compound.address, [POINTS, INDICES, COUNTS, HOLES]);
  const [points, indices, counts, holes] = [POINTS, INDICES, COUNTS, HOLES].map((name) => {
    const header = properties.get(name);
    return header && new SampledProperty(archive, header);
  });
  if (!points?.storedCount || !indices?.storedCount || !counts?.storedCount) return undefined;
  if (!isFloat(points.element) || points.extent !== 3) {
    const found = `element type ${points.element} times ${points.extent}`;
    archive.file.fail(points.place, 'points of 3 numbers with a fraction', found);
  }
  reader.check(counts);
  const hasHoles = holes !== undefined && holes.storedCount > 0 && holes.block(0).length > 0;
  return new AlembicMesh(archive, reader, { points, indices, counts }, path, hasHoles);
}
