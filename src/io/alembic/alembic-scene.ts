// Walks through the tree of objects, puts each instance in its place, and collects the meshes that
// are shown at some time and the times of what changes.
import type { AnimatedScene, SceneFaces, SceneObject } from '../animated-scene.ts';
import { moveAll } from '../gltf/gltf-affine.ts';
import { checkRoom } from '../point-cache.ts';
import type { AlembicArchive } from './alembic-archive.ts';
import { FaceReader } from './alembic-faces.ts';
import {
  MAX_DEPTH,
  maxObjects,
  maxSharedSamples,
  maxVisits,
  PATH_CHARACTERS,
  VERTICES_PER_VISIT,
} from './alembic-limits.ts';
import { type AlembicMesh, meshOf } from './alembic-mesh.ts';
import { AlembicNotes, KIND } from './alembic-notes.ts';
import { type ObjectHeader, ObjectTree } from './alembic-object.ts';
import type { PropertyHeader } from './alembic-property.ts';
import { AlembicTransform, TransformScratch } from './alembic-transform.ts';
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

function isMeshSchema(schema: string): boolean {
  return schema.startsWith(MESH_SCHEMA) || schema.startsWith(SUBDIVISION_SCHEMA);
}

class SceneBuilder {
  private readonly archive: AlembicArchive;
  private readonly file: OgawaFile;
  private readonly tree: ObjectTree;
  private readonly notes = new AlembicNotes();
  private readonly faceReader: FaceReader;
  private readonly transformScratch = new TransformScratch();
  private readonly contents = new Map<string, ObjectContent>();
  private readonly seen = new Set<number>();
  private readonly objects: AlembicSceneObject[] = [];
  private readonly times = new SceneTimes();
  private readonly timed = new Set<PlacedTransform | PlacedVisibility>();
  private start: number | undefined;
  private objectCount = 0;
  private sharedSamples = 0;
  private visitsPerTime = 0;

  constructor(archive: AlembicArchive) {
    this.archive = archive;
    this.file = archive.file;
    this.tree = new ObjectTree(archive);
    this.faceReader = new FaceReader(archive, () => this.notes.dropFaces());
  }

  build(): AnimatedScene {
    const { objects, file, notes, tree } = this;
    this.visitChildren(tree.top, { path: '', depth: 0, transform: undefined, visibility: undefined, isShared: false });
    const times = this.times.list(file, this.start ?? 0);
    const most = maxVisits(file.size);
    if (this.visitsPerTime * times.length > most) {
      const found = `${objects.length} objects at ${times.length} times`;
      file.fail(file.root.at, `at most ${most} times of all objects in a file of this size`, found);
    }
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
    const { transform, visibility, mesh } = this.content(object, path);
    const place = {
      path,
      depth,
      transform: transform ? new PlacedTransform(transform, parent.transform) : parent.transform,
      visibility: visibility ? visibility.below(parent.visibility) : parent.visibility,
      isShared,
    };
    if (mesh) this.addMesh(mesh, place, object.schema);
    else if (isMeshSchema(object.schema)) this.notes.count(KIND.empty);
    else if (!object.schema.startsWith(TRANSFORM_SCHEMA)) this.notes.countSchema(object.schema);
    this.visitChildren(object, place);
  }

  private content(object: ObjectHeader, path: string): ObjectContent {
    const key = `${object.address.at} ${object.schema}`;
    const known = this.contents.get(key);
    if (known) return known;
    const content = this.readContent(object, path);
    this.contents.set(key, content);
    return content;
  }

  private readContent(object: ObjectHeader, path: string): ObjectContent {
    const { archive, tree, faceReader, transformScratch } = this;
    const { schema } = object;
    const properties = tree.properties(object, ['.xform', '.geom', 'visible']);
    const compound = (name: string): PropertyHeader | undefined => {
      const header = properties.get(name);
      if (header && !header.isCompound) this.file.fail(header.place, `${name} with properties in it`, 'samples');
      return header;
    };
    const xform = schema.startsWith(TRANSFORM_SCHEMA) ? compound('.xform') : undefined;
    const geometry = isMeshSchema(schema) ? compound('.geom') : undefined;
    const visible = properties.get('visible');
    return {
      transform: xform && new AlembicTransform(archive, xform, transformScratch),
      mesh: geometry && meshOf(archive, faceReader, geometry, path),
      visibility: visible && visibilityOf(archive, visible),
    };
  }

  private addMesh(mesh: AlembicMesh, place: Place, schema: string): void {
    const { transform, visibility } = place;
    if (place.isShared) {
      const counts = mesh.changing.map(({ sampleCount }) => sampleCount);
      this.countSharedSamples(1 + Math.max(transform?.sampleCount ?? 0, visibility?.sampleCount ?? 0, ...counts));
    }
    if (visibility && !visibility.isEverShown((samples) => this.countSharedSamples(samples))) {
      this.notes.count(KIND.hidden);
      return;
    }
    if (schema.startsWith(SUBDIVISION_SCHEMA)) this.notes.count(KIND.cage);
    if (mesh.hasHoles) this.notes.count(KIND.holes);
    this.visitsPerTime += 1 + mesh.startVertexCount / VERTICES_PER_VISIT;
    this.objects.push(new AlembicSceneObject(this.file, place, mesh));
    if (Number.isFinite(mesh.start)) this.start ??= mesh.start;
    this.addTimes(mesh, place);
  }

  private addTimes(mesh: AlembicMesh, place: Place): void {
    const { times, timed } = this;
    for (const property of mesh.changing) times.add(property);
    for (let { transform } = place; transform && !timed.has(transform); transform = transform.parent) {
      timed.add(transform);
      for (const property of transform.own.changing) times.add(property);
    }
    for (let { visibility } = place; visibility && !timed.has(visibility); visibility = visibility.parent) {
      timed.add(visibility);
      if (!visibility.stated.property.isConstant) times.add(visibility.stated.property);
    }
  }

  private countObject(path: string, at: number): void {
    this.objectCount += 1 + Math.floor(path.length / PATH_CHARACTERS);
    const most = maxObjects(this.file.size);
    if (this.objectCount > most) this.file.fail(at, `at most ${most} objects in a file of this size`, 'more');
  }

  private countSharedSamples(count: number): void {
    this.sharedSamples += count;
    const most = maxSharedSamples(this.file.size);
    if (this.sharedSamples <= most) return;
    this.file.fail(this.file.root.at, `at most ${most} samples that objects share in a file of this size`, 'more');
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
