// Draws one clash in 3D: its two parts in blue and orange, their crossing faces in stronger
// colours, everything else almost transparent, the intersection curve as a line and the deepest
// point as a dot. Blue and orange differ for people who confuse red and green, and in lightness
// too.
import {
  AlwaysDepth,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshLambertMaterial,
  Points,
} from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { CLASH_COLOURS } from './colours.ts';
import { roundPoints } from './highlights.ts';
import type { PlacedClash } from './placed-clash.ts';
import type { ShownModel } from './shown-model.ts';

/** The opacity of what is not part of the clash. */
const REST_OPACITY = 0.12;

/** The objects that draw a clash. */
export class ShownClash {
  /** The object to add to the scene. */
  readonly group: Group = new Group();
  private readonly marks = new Group();
  private readonly surface: Mesh<BufferGeometry, MeshLambertMaterial[]>;
  private readonly line = new LineSegmentsGeometry();
  private readonly lines: LineSegments2[];
  private readonly dot = new BufferGeometry();

  constructor() {
    const { partA, hitA, partB, hitB, rest } = CLASH_COLOURS;
    const materials = [partA, hitA, partB, hitB, rest].map((color) => surfaceMaterial(color));
    Object.assign(materials[4], { transparent: true, opacity: REST_OPACITY, depthWrite: false });
    this.surface = new Mesh(new BufferGeometry(), materials);
    // Drawn twice: normally, and faintly through what covers it.
    const faint = { depthFunc: AlwaysDepth, opacity: 0.4, linewidth: 2 };
    this.lines = [faint, { linewidth: 4 }].map(
      (style) => new LineSegments2(this.line, new LineMaterial({ transparent: true, depthWrite: false, ...style })),
    );
    const ring = roundPoints({ size: 15, depthTest: false, transparent: true });
    const centre = roundPoints({ size: 9, color: CLASH_COLOURS.point, depthTest: false, transparent: true });
    this.marks.add(...this.lines, new Points(this.dot, ring), new Points(this.dot, centre));
    this.marks.children.forEach((object, i) => {
      object.renderOrder = 9 + i;
      object.frustumCulled = false;
    });
    this.surface.frustumCulled = false;
    this.group.add(this.surface, this.marks);
    this.group.visible = false;
  }

  /** Shows a clash of a model, whose positions are in an attribute of the caller's. */
  show(clash: PlacedClash, model: ShownModel, positions: BufferGeometry['attributes'][string]): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', positions);
    setFaces(geometry, clash, model);
    this.surface.geometry.dispose();
    this.surface.geometry = geometry;
    const hasCurve = clash.curve.length > 0;
    // An instanced geometry cannot be empty.
    this.line.setPositions(hasCurve ? clash.curve : new Float32Array(6));
    for (const line of this.lines) line.visible = hasCurve;
    this.dot.setAttribute('position', new BufferAttribute(Float32Array.from(clash.point), 3));
    this.group.visible = true;
  }

  /** Shows no clash. */
  hide(): void {
    this.group.visible = false;
  }

  /** Whether curve and point are shown: they are those of the worst frame. */
  set hasMarks(value: boolean) {
    this.marks.visible = value;
  }

  /** Whether the faces are drawn as wires. */
  set isWireframe(value: boolean) {
    for (const material of this.surface.material) material.wireframe = value;
  }

  /** Adapts the line to the ground. */
  paint(isDark: boolean): void {
    const colour = isDark ? CLASH_COLOURS.lineOnDark : CLASH_COLOURS.lineOnLight;
    for (const object of [...this.lines, this.marks.children[2]]) (object as LineSegments2).material.color.set(colour);
  }
}

/**
 * Sorts the faces into those of part a, its crossing ones, those of part b, its crossing ones,
 * rest.
 */
function setFaces(geometry: BufferGeometry, clash: PlacedClash, { triangles, partOfFace }: ShownModel): void {
  const kind = Uint8Array.from(partOfFace, (part) => (part === clash.a ? 0 : part === clash.b ? 2 : 4));
  for (const f of clash.facesA) kind[f] = 1;
  for (const f of clash.facesB) kind[f] = 3;
  const index = new Uint32Array(triangles.length);
  let end = 0;
  for (let k = 0; k < 5; k++) {
    const start = end;
    for (let f = 0; f < kind.length; f++)
      if (kind[f] === k) {
        index.set(triangles.subarray(3 * f, 3 * f + 3), end);
        end += 3;
      }
    geometry.addGroup(start, end - start, k);
  }
  geometry.setIndex(new BufferAttribute(index, 1));
}

function surfaceMaterial(color: string): MeshLambertMaterial {
  return new MeshLambertMaterial({
    color,
    // A clash may be seen from below, where there is little light.
    emissive: color,
    emissiveIntensity: 0.3,
    side: DoubleSide,
    flatShading: true,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}
