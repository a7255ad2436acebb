// One primitive of a mesh: the numbers of its vertices and the corners of its triangles, whether
// plain or compressed by Draco.

import type { DracoMesh, DracoModule } from './compression/gltf-draco.ts';
import { checkFinite, type GltfAccessors } from './gltf-accessors.ts';
import type { GltfBudget } from './gltf-budget.ts';
import { checkedIndex, extensionOf, fieldsOf, type GltfFields, gltfError, listOf, optionalIndex } from './gltf-json.ts';
import type { GltfViews } from './gltf-views.ts';

/** The decoders and the data of a document. */
export interface GltfData {
  /** The document. */
  readonly json: GltfFields;
  /** Its buffer views. */
  readonly views: GltfViews;
  /** Its accessors. */
  readonly accessors: GltfAccessors;
  /** What it may still allocate. */
  readonly budget: GltfBudget;
  /** The decoder of Draco; undefined if no mesh needs it. */
  readonly draco: DracoModule | undefined;
}

/** The numbers of the vertices of a primitive. */
export interface GltfVertices {
  /**
   * Returns the numbers of an attribute, `width` per vertex; undefined if there are none. The result
   * is shared: do not change it. Throws `FileError`.
   */
  attribute(name: string, width: number): Float64Array | undefined;
}

const DRACO = 'KHR_draco_mesh_compression';
/** The maximum number of morph targets; faces of people have hundreds. */
const MAX_TARGETS = 10_000;
/** The attributes that decide where a vertex goes. */
const DECODED = ['POSITION', 'JOINTS_0', 'JOINTS_1', 'WEIGHTS_0', 'WEIGHTS_1'];

/** A primitive of a mesh. */
export class GltfPrimitiveData implements GltfVertices {
  /** The place of the primitive in the document. */
  readonly element: string;
  /** The morph targets in the document. */
  readonly targets: readonly GltfFields[];
  /** Identifies the vertices: primitives of one mesh often share them. */
  readonly vertexKey: string;
  private readonly data: GltfData;
  private readonly fields: GltfFields;
  private readonly attributes: GltfFields;
  private readonly compressed: GltfFields | undefined;
  private decoded: DracoMesh | undefined;

  /** Throws `FileError` if the primitive has no attributes. */
  constructor(fields: GltfFields, element: string, data: GltfData) {
    this.element = element;
    this.data = data;
    this.fields = fields;
    this.attributes = fieldsOf(fields.attributes, `${element}.attributes`);
    this.compressed = isCompressed(fields, element, data.accessors) ? extensionOf(fields, DRACO, element) : undefined;
    const targetCount = listOf(fields, 'targets', element).length;
    if (targetCount > MAX_TARGETS) throw gltfError(`${element}.targets`, `at most ${MAX_TARGETS}`, targetCount);
    this.targets = listOf(fields, 'targets', element).map((one, i) => fieldsOf(one, `${element}.targets[${i}]`));
    const ids = DECODED.map((name) => idText(this.attributes[name]));
    const targets = this.targets.map(({ POSITION }) => idText(POSITION));
    this.vertexKey = `${ids} ${targets} ${idText(this.compressed?.bufferView)}`;
  }

  /** Whether vertices have a position. */
  get hasPositions(): boolean {
    return this.attributes.POSITION !== undefined;
  }

  /** Whether vertices have more joints than are read. */
  get hasManyJoints(): boolean {
    return this.attributes.JOINTS_2 !== undefined;
  }

  /** Whether Draco compresses the primitive. */
  get isDraco(): boolean {
    return this.compressed !== undefined;
  }

  /**
   * The distance of neighbouring positions on an axis, in the unit of the mesh, with all morph
   * targets at weight 1; 0 if not quantised.
   */
  get quantum(): number {
    const { accessors } = this.data;
    const accessor = this.accessorOf('POSITION');
    const draco = this.dracoId('POSITION');
    const ofDraco = draco === undefined ? 0 : (this.draco().attributes.get(draco)?.quantum ?? 0);
    const ofPositions = accessor === undefined ? 0 : Math.max(accessors.quantum(accessor), ofDraco);
    return this.targets.reduce((sum, _, i) => {
      const target = this.targetAccessor(i);
      return target === undefined ? sum : sum + accessors.quantum(target);
    }, ofPositions);
  }

  /** The difference of neighbouring weights of joints; 0 if not quantised, or if Draco did that. */
  get weightQuantum(): number {
    const { accessors } = this.data;
    const found = ['WEIGHTS_0', 'WEIGHTS_1'].flatMap((name) =>
      this.dracoId(name) === undefined ? (this.accessorOf(name) ?? []) : [],
    );
    return found.reduce((most, accessor) => Math.max(most, accessors.quantum(accessor)), 0);
  }

  attribute(name: string, width: number): Float64Array | undefined {
    const accessor = this.accessorOf(name);
    if (accessor === undefined) return undefined;
    const place = `${this.element}.attributes.${name}`;
    const draco = this.dracoId(name);
    if (draco === undefined) return this.data.accessors.numbers(accessor, width, place);
    const found = this.draco().attributes.get(draco);
    if (found?.width !== width) throw gltfError(place, `elements of ${width} numbers`, found?.width ?? 'none');
    checkFinite(found.numbers, width, place);
    return this.data.accessors.normalized(accessor, found.numbers);
  }

  /** Returns the vertices of all corners, all below `vertexCount`. Throws `FileError`. */
  corners(vertexCount: number): Uint32Array {
    const { accessors, budget } = this.data;
    const place = `${this.element}.indices`;
    const accessor = optionalIndex(this.fields, 'indices', accessors.count, this.element);
    if (this.compressed === undefined && accessor === undefined) {
      budget.charge(Uint32Array.BYTES_PER_ELEMENT * vertexCount, this.element);
      return Uint32Array.from({ length: vertexCount }, (_, i) => i);
    }
    const corners =
      this.compressed || accessor === undefined ? this.draco().corners : accessors.indices(accessor, place);
    const bad = corners.findIndex((index) => index >= vertexCount);
    if (bad >= 0) throw gltfError(place, `indices below ${vertexCount}`, corners[bad]);
    return corners;
  }

  /** Returns the numbers of the positions of a morph target; undefined if it moves no vertex. */
  target(target: number): Float64Array | undefined {
    const accessor = this.targetAccessor(target);
    const place = `${this.element}.targets[${target}].POSITION`;
    return accessor === undefined ? undefined : this.data.accessors.numbers(accessor, 3, place);
  }

  private targetAccessor(target: number): number | undefined {
    const place = `${this.element}.targets[${target}]`;
    return optionalIndex(this.targets[target], 'POSITION', this.data.accessors.count, place);
  }

  private accessorOf(name: string): number | undefined {
    return optionalIndex(this.attributes, name, this.data.accessors.count, `${this.element}.attributes`);
  }

  /** The number of an attribute in the compressed mesh; undefined if it is not compressed. */
  private dracoId(name: string): number | undefined {
    if (this.compressed === undefined) return undefined;
    const place = `${this.element}.extensions.${DRACO}.attributes`;
    const id = fieldsOf(this.compressed.attributes, place)[name];
    return id === undefined ? undefined : checkedIndex(id, 2 ** 32, `${place}.${name}`);
  }

  private draco(): DracoMesh {
    const { draco, views, budget } = this.data;
    if (this.compressed === undefined || draco === undefined) throw new Error('Draco was used before it was loaded.');
    const place = `${this.element}.extensions.${DRACO}`;
    const view = checkedIndex(this.compressed.bufferView, views.count, `${place}.bufferView`);
    const ids = DECODED.flatMap((name) => this.dracoId(name) ?? []);
    this.decoded ??= draco.decode(views.bytes(view), ids, place, budget);
    return this.decoded;
  }
}

function idText(id: unknown): string {
  return typeof id === 'number' ? String(id) : '';
}

/**
 * Whether a primitive must be decoded by Draco. A file may hold its numbers in plain form, too, for
 * readers without the extension: those are exact.
 */
export function isCompressed(fields: GltfFields, element: string, accessors: GltfAccessors): boolean {
  if (extensionOf(fields, DRACO, element) === undefined) return false;
  const attributes = fieldsOf(fields.attributes, `${element}.attributes`);
  const position = optionalIndex(attributes, 'POSITION', accessors.count, `${element}.attributes`);
  const indices = optionalIndex(fields, 'indices', accessors.count, element);
  return [position, indices].some((accessor) => accessor !== undefined && !accessors.hasNumbers(accessor));
}
