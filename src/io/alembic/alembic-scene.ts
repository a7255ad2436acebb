// Walks through the tree of objects, puts each instance in its place, and collects the meshes that
// are shown at some time and the times of what changes.
import type { AnimatedScene, SceneFaces, SceneObject } from '../animated-scene.ts';
import { moveAll } from '../gltf/gltf-affine.ts';
import { checkRoom } from '../point-cache.ts';
import type { AlembicArchive } from './alembic-archive.ts';
import { FaceReader } from './alembic-faces.ts';
import { MAX_DEPTH, maxObjects, maxSharedVisits, maxVisits, PATH_CHARACTERS } from './alembic-limits.ts';
import { type AlembicMesh, meshOf } from './alembic-mesh.ts';
import { AlembicNotes, KIND } from './alembic-notes.ts';
import { type ObjectHeader, ObjectTree } from './alembic-object.ts';
import { AlembicTransform } from './alembic-transform.ts';
import { type PlacedVisibility, type StatedVisibility, visibilityOf } from './alembic-visibility.ts';
import type { OgawaFile } from './ogawa-file.ts';
import { PlacedTransform } from './placed-transform.ts';
import { SceneTimes } from './scene-times.ts';

const TRANSFORM_SCHEMA = 'AbcGeom_Xform';
const MESH_SCHEMA = 'AbcGeom_PolyMesh';
const SUBDIVISION_SCHEMA = 'AbcGeom_SubD';

/** What an object itself holds; its instances share it. */
interface ObjectContent {
  readonly transform: AlembicTransform | undefined;
  readonly mesh: AlembicMesh | undefined;
  readonly visibility: StatedVisibility | undefined;
}

/** Where an object stands in the scene. */
interface Place {
  readonly path: string;
  readonly depth: number;
  readonly transform: PlacedTransform | undefined;
  readonly visibility: PlacedVisibility | undefined;
  /** Whether its group occurs in the scene a second time. */
  readonly isShared: boolean;
}

/** Reads the scene of an archive. Throws `FileError`. */
export function sceneOf(archive: AlembicArchive): AnimatedScene {
  const builder = new SceneBuilder(archive);
  return builder.build();
}

class SceneBuilder {
  private readonly archive: AlembicArchive;
  private readonly file: OgawaFile;
  private readonly tree: ObjectTree;
  private readonly notes = new AlembicNotes();
  private readonly faceReader: FaceReader;
  private readonly contents = new Map<string, ObjectContent>();
  private readonly seen = new Set<number>();
  private readonly objects: AlembicSceneObject[] = [];
  private readonly times = new SceneTimes();
  private readonly timedTransforms = new Set<PlacedTransform>();
  private start: number | undefined;
  private objectCount = 0;
  private visits = 0;
  private sharedVisits = 0;

  constructor(archive: AlembicArchive) {
    this.archive = archive;
    this.file = archive.file;
    this.tree = new ObjectTree(archive);
    this.faceReader = new FaceReader(archive, () => this.notes.dropFaces());
  }

  build(): AnimatedScene {
    const { objects, notes, tree } = this;
    this.visitChildren(tree.top, { path: '', depth: 0, transform: undefined, visibility: undefined, isShared: false });
    const times = this.times.list(this.file, this.start ?? 0);
    this.countVisits(objects.length * times.length);
    notes.finish();
    return { objects, times, metresPerUnit: null, up: null, notes: notes.sentences };
  }

  private visitChildren(object: ObjectHeader, place: Place): void {
    for (const child of this.tree.children(object)) {
      const source = this.tree.resolve(child);
      if (source === undefined) this.notes.count(KIND.lost);
      else this.visit(source, `${place.path}/${child.name}`, place);
    }
  }

  private visit(object: ObjectHeader, path: string, parent: Place): void {
    const { at } = object.address;
    const depth = parent.depth + 1;
    if (depth > MAX_DEPTH) this.file.fail(at, `objects nested at most ${MAX_DEPTH} deep`, 'more, or a cycle');
    this.countObject(path, at);
    const isShared = parent.isShared || this.seen.has(at);
    if (at > 0) this.seen.add(at);
    const { transform, visibility, mesh } = this.content(object);
    const place = {
      path,
      depth,
      transform: transform ? new PlacedTransform(transform, parent.transform) : parent.transform,
      visibility: visibility ? visibility.below(parent.visibility) : parent.visibility,
      isShared,
    };
    if (mesh) this.addMesh(mesh, place, object.schema);
    this.visitChildren(object, place);
  }

  private content(object: ObjectHeader): ObjectContent {
    const key = `${object.address.at} ${object.schema}`;
    const known = this.contents.get(key);
    if (known) return known;
    const content = this.readContent(object);
    this.contents.set(key, content);
    return content;
  }

  private readContent(object: ObjectHeader): ObjectContent {
    const { archive, notes, tree } = this;
    const { schema } = object;
    const isMesh = schema.startsWith(MESH_SCHEMA) || schema.startsWith(SUBDIVISION_SCHEMA);
    const isTransform = schema.startsWith(TRANSFORM_SCHEMA);
    const properties = tree.properties(object, ['.xform', '.geom', 'visible']);
    const [xform, geometry, visible] = ['.xform', '.geom', 'visible'].map((name) => properties.get(name));
    const stated = visible && visibilityOf(archive, visible);
    const mesh = isMesh && geometry ? meshOf(archive, this.faceReader, geometry) : undefined;
    if (isMesh && mesh === undefined) notes.count(KIND.empty);
    if (!isMesh && !isTransform) notes.countSchema(schema);
    return {
      transform: isTransform && xform ? new AlembicTransform(archive, xform) : undefined,
      mesh,
      visibility: stated,
    };
  }

  private addMesh(mesh: AlembicMesh, place: Place, schema: string): void {
    const { transform, visibility } = place;
    if (place.isShared) {
      const counts = mesh.changing.map(({ sampleCount }) => sampleCount);
      this.countSharedVisits(1 + Math.max(transform?.sampleCount ?? 0, visibility?.sampleCount ?? 0, ...counts));
    }
    if (visibility && !visibility.isEverShown((visits) => this.countVisits(visits))) return;
    if (schema.startsWith(SUBDIVISION_SCHEMA)) this.notes.count(KIND.cage);
    this.objects.push(new AlembicSceneObject(this.file, place, mesh));
    if (Number.isFinite(mesh.start)) this.start ??= mesh.start;
    this.addTimes(mesh, place);
  }

  private addTimes(mesh: AlembicMesh, place: Place): void {
    const { times, timedTransforms } = this;
    for (const property of mesh.changing) times.add(property);
    for (let { transform } = place; transform && !timedTransforms.has(transform); transform = transform.parent) {
      timedTransforms.add(transform);
      for (const property of transform.own.changing) times.add(property);
    }
    for (let { visibility } = place; visibility; visibility = visibility.parent) {
      if (!visibility.stated.property.isConstant) times.add(visibility.stated.property);
    }
  }

  private countObject(path: string, at: number): void {
    this.objectCount += 1 + Math.floor(path.length / PATH_CHARACTERS);
    const most = maxObjects(this.file.size);
    if (this.objectCount > most) this.file.fail(at, `at most ${most} objects in a file of this size`, 'more');
  }

  private countVisits(count: number): void {
    this.visits += count;
    const most = maxVisits(this.file.size);
    if (this.visits <= most) return;
    const expected = `objects that have at most ${most} samples in all in a file of this size`;
    this.file.fail(this.file.root.at, expected, 'more');
  }

  private countSharedVisits(count: number): void {
    this.sharedVisits += count;
    const most = maxSharedVisits(this.file.size);
    if (this.sharedVisits <= most) return;
    this.file.fail(this.file.root.at, `at most ${most} samples of instances in a file of this size`, 'more');
  }
}

/** A mesh in its place in the scene. */
class AlembicSceneObject implements SceneObject {
  readonly name: string;
  private readonly file: OgawaFile;
  private readonly place: Place;
  private readonly mesh: AlembicMesh;

  constructor(file: OgawaFile, place: Place, mesh: AlembicMesh) {
    this.name = place.path;
    this.file = file;
    this.place = place;
    this.mesh = mesh;
  }

  isShown(time: number): boolean {
    return this.place.visibility?.isShown(time) ?? true;
  }

  faces(time: number): SceneFaces {
    return this.mesh.faces(time);
  }

  positions(time: number, out: Float64Array): void {
    const { mesh, place, file } = this;
    checkRoom(out, mesh.vertexCount(time));
    mesh.positions(time, out);
    if (place.transform === undefined) return;
    moveAll(out, place.transform.at(time), 0);
    // Finite points and transforms may have products that are not.
    let check = 0;
    for (let i = 0; i < out.length; i++) check += out[i] * 0;
    if (check !== 0) file.fail(mesh.byte, 'positions that stay finite in the world', 'others');
  }
}
