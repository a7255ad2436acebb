// Draws contacts and clashes in a scene, like the helpers of three.js: a point and a short normal
// per contact, coloured by its time, and the intersection curve of each clash.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
  Object3D,
  Points,
  PointsMaterial,
  Vector3,
} from 'three';
import type { SceneClash } from './scene-clashes.ts';
import type { SceneContacts } from './scene-contacts.ts';

/** Options of `ContactsHelper`. */
export interface ContactsHelperOptions {
  /** The size of a point in pixels; 6 by default. */
  readonly size?: number;
  /** The length of a normal in world units; 0.1 by default. */
  readonly length?: number;
  /** The colour of contacts at time 0; red by default. */
  readonly early?: ColorRepresentation;
  /** The colour of contacts at time 1; blue by default. */
  readonly late?: ColorRepresentation;
  /** The colour of the curves of clashes; orange by default. */
  readonly curve?: ColorRepresentation;
}

/** The initial capacity, in contacts. */
const INITIAL_CAPACITY = 256;

const point = new Vector3();
const normal = new Vector3();
const color = new Color();

/**
 * An object that draws contacts and the curves of clashes. Its points are in world space: add it to
 * the scene itself.
 */
export class ContactsHelper extends Object3D {
  /** Always `'ContactsHelper'`, as three.js names the classes of its objects. */
  override readonly type: string = 'ContactsHelper';
  /** One point per contact. */
  readonly points: Points<BufferGeometry, PointsMaterial>;
  /** One segment per contact. */
  readonly normals: LineSegments<BufferGeometry, LineBasicMaterial>;
  /** The segments of the intersection curves. */
  readonly curves: LineSegments<BufferGeometry, LineBasicMaterial>;
  /** The length of the normals in world units; applies from the next `update` on. */
  length: number;
  private readonly early: Color;
  private readonly late: Color;
  private room = 0;

  /** Shows nothing until `update`. */
  constructor(options: ContactsHelperOptions = {}) {
    super();
    const { size = 6, length = 0.1, early = 0xff2020, late = 0x2060ff, curve = 0xff9500 } = options;
    // Most contacts are hidden by the surfaces that touch, so they are drawn without a depth test.
    const material = { vertexColors: true, toneMapped: false, depthTest: false, transparent: true };
    this.points = new Points(new BufferGeometry(), new PointsMaterial({ ...material, size, sizeAttenuation: false }));
    this.normals = new LineSegments(new BufferGeometry(), new LineBasicMaterial(material));
    const line = new LineBasicMaterial({ ...material, vertexColors: false, color: curve });
    this.curves = new LineSegments(new BufferGeometry(), line);
    this.length = length;
    this.early = new Color(early);
    this.late = new Color(late);
    this.points.frustumCulled = false;
    this.normals.frustumCulled = false;
    this.curves.frustumCulled = false;
    this.curves.geometry.setAttribute('position', new BufferAttribute(new Float32Array(0), 3));
    this.matrixAutoUpdate = false;
    this.add(this.points, this.normals, this.curves);
    this.reserve(INITIAL_CAPACITY);
    this.showNone();
  }

  /** Shows these contacts instead of the previous ones. */
  update(contacts: SceneContacts): void {
    const { count } = contacts;
    this.reserve(count);
    const { geometry: dots } = this.points;
    const { geometry: lines } = this.normals;
    for (let i = 0; i < count; i++) {
      contacts.point(i, point);
      contacts.normal(i, normal).multiplyScalar(this.length).add(point);
      color.lerpColors(this.early, this.late, contacts.columns.time[i]);
      put(dots, i);
      put(lines, 2 * i);
      point.copy(normal);
      put(lines, 2 * i + 1);
    }
    show(dots, count);
    show(lines, 2 * count);
  }

  /** Shows the curves of these clashes instead of the previous ones. */
  updateClashes(clashes: readonly SceneClash[]): void {
    const { geometry } = this.curves;
    const length = clashes.reduce((sum, { curve }) => sum + curve.length, 0);
    // GPU buffers cannot change their size, so the old one is freed.
    if (geometry.attributes.position.array.length < length) {
      geometry.dispose();
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(length), 3).setUsage(DynamicDrawUsage));
    }
    const { position } = geometry.attributes;
    let at = 0;
    for (const { curve } of clashes) {
      position.array.set(curve, at);
      at += curve.length;
    }
    geometry.setDrawRange(0, length / 3);
    position.needsUpdate = true;
  }

  /** Hides all contacts and clashes. */
  showNone(): void {
    show(this.points.geometry, 0);
    show(this.normals.geometry, 0);
    this.curves.geometry.setDrawRange(0, 0);
  }

  /** Frees its GPU resources. */
  override dispose(): void {
    // Earlier versions of three have no `Object3D.dispose`.
    super.dispose?.();
    for (const { geometry, material } of [this.points, this.normals, this.curves]) {
      geometry.dispose();
      material.dispose();
    }
  }

  private reserve(count: number): void {
    if (count <= this.room) return;
    this.room = Math.max(count, 2 * this.room);
    setRoom(this.points.geometry, this.room);
    setRoom(this.normals.geometry, 2 * this.room);
  }
}

/** Writes the current point and colour to vertex i. */
function put({ attributes }: BufferGeometry, i: number): void {
  attributes.position.setXYZ(i, point.x, point.y, point.z);
  attributes.color.setXYZ(i, color.r, color.g, color.b);
}

/**
 * Replaces the attributes of a geometry by larger ones. GPU buffers cannot grow, so the old ones
 * are freed.
 */
function setRoom(geometry: BufferGeometry, count: number): void {
  geometry.dispose();
  for (const name of ['position', 'color']) {
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage));
  }
}

function show(geometry: BufferGeometry, count: number): void {
  geometry.setDrawRange(0, count);
  geometry.attributes.position.needsUpdate = true;
  geometry.attributes.color.needsUpdate = true;
}
