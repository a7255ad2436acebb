// Draws the one contact that the user examines, on top of everything: the sides of its face and its
// vertex, or its two edges.
import { BufferAttribute, BufferGeometry, Group, Points } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import { gathered, roundPoints } from './highlights.ts';

/** The colour of the contact: far from all colours that encode a time. */
const COLOUR = 0x00b4ff;

/** The contact that is drawn, if any. */
export class ChosenContact {
  /** The object to add to the scene. */
  readonly group: Group = new Group();
  private readonly lines = new LineSegmentsGeometry();
  private readonly points = new BufferGeometry();
  private ends = new Uint32Array(0);
  private vertices = new Uint32Array(0);

  constructor() {
    const shared = { color: COLOUR, depthTest: false, transparent: true };
    for (const object of [
      new LineSegments2(this.lines, new LineMaterial({ ...shared, linewidth: 4 })),
      new Points(this.points, roundPoints({ ...shared, size: 11 })),
    ]) {
      object.renderOrder = 8;
      object.frustumCulled = false;
      this.group.add(object);
    }
    this.hide();
  }

  /**
   * Shows a vertex and the corners of a face, or the ends of two edges; `kind` as in `Contacts`.
   */
  show([a, b, c, d]: readonly number[], kind: number): void {
    this.ends = Uint32Array.from(kind === 0 ? [b, c, c, d, d, b] : [a, b, c, d]);
    this.vertices = Uint32Array.from(kind === 0 ? [a] : []);
    this.points.dispose();
    this.group.visible = true;
  }

  /** Shows no contact. */
  hide(): void {
    this.group.visible = false;
  }

  /** Updates the positions, after `show` and whenever the vertices have moved. */
  place(positions: Float32Array): void {
    if (!this.group.visible) return;
    this.lines.setPositions(gathered(this.ends, positions));
    this.points.setAttribute('position', new BufferAttribute(gathered(this.vertices, positions), 3));
  }
}
