// The model in 3D. It is rendered only when something has changed.
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  DoubleSide,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { TouchedStep } from '../check/touched-features.ts';
import { OrbitCamera } from './camera.ts';
import { ChosenContact } from './chosen-contact.ts';
import { focusOf } from './clash-focus.ts';
import { objectColour } from './colours.ts';
import { Highlights } from './highlights.ts';
import { oncePerFrame } from './once-per-frame.ts';
import type { PlacedClash } from './placed-clash.ts';
import { ShownClash } from './shown-clash.ts';
import type { ShownModel } from './shown-model.ts';

const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7];

/** The scene, the camera and the renderer. */
export class ModelView {
  /** The camera. */
  readonly orbit: OrbitCamera;
  /** Called when the camera has moved. */
  onMove: (() => void) | undefined;
  private model: ShownModel = {
    triangles: new Uint32Array(0),
    edges: new Uint32Array(0),
    objectOf: new Uint32Array(0),
    objects: [],
    parts: [],
    partOfFace: new Uint32Array(0),
  };
  private positions = new Float32Array(0);
  private readonly scene = new Scene();
  private readonly renderer: WebGLRenderer;
  private readonly highlights = new Highlights();
  private readonly chosen = new ChosenContact();
  private readonly clash = new ShownClash();
  private readonly surface = surfaceMesh();
  private readonly wires = wireLines();
  private readonly dark = matchMedia('(prefers-color-scheme: dark)');
  private hasWires = false;
  /** Draws the scene in the next frame. */
  private readonly requestRender = oncePerFrame(() => this.renderer.render(this.scene, this.orbit.camera));

  /** Renders to the canvas through a context that the caller has created. */
  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext) {
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.setClearColor(0, 0);
    this.orbit = new OrbitCamera(canvas, () => {
      this.requestRender();
      this.onMove?.();
    });
    this.addLights();
    this.scene.add(this.surface, this.wires, this.highlights.group, this.chosen.group, this.clash.group);
    this.scene.add(this.orbit.camera);
    this.dark.addEventListener('change', () => this.paint());
    new ResizeObserver(() => this.resize(canvas)).observe(canvas);
    this.resize(canvas);
  }

  /**
   * Shows another model. `positions` remain the caller's, three numbers per vertex; call `move`
   * after every change of them.
   */
  setModel(model: ShownModel, positions: Float32Array<ArrayBuffer>): void {
    this.model = model;
    this.positions = positions;
    const surface = new BufferGeometry();
    surface.setAttribute('position', new BufferAttribute(positions, 3));
    surface.setIndex(new BufferAttribute(model.triangles, 1));
    const wires = new BufferGeometry();
    wires.attributes = surface.attributes;
    wires.setIndex(new BufferAttribute(model.edges, 1));
    this.surface.geometry.dispose();
    this.wires.geometry.dispose();
    this.surface.geometry = surface;
    this.wires.geometry = wires;
    this.showClash(null);
    this.paint();
  }

  /** Shows the two parts of a clash and its curve instead of the contacts; null for contacts. */
  showClash(clash: PlacedClash | null): void {
    if (clash === null) this.clash.hide();
    else this.clash.show(clash, this.model, this.surface.geometry.attributes.position);
    this.chosen.hide();
    this.showLayers();
  }

  /** Whether the curve and the deepest point of the clash belong to the shown moment. */
  set hasClashMarks(value: boolean) {
    this.clash.hasMarks = value;
    this.requestRender();
  }

  /** Moves to where a clash is seen best. */
  focusClash(clash: PlacedClash): void {
    const { centre, reach, direction } = focusOf(clash, this.model, this.positions, this.orbit.usualDirection);
    this.orbit.view(new Vector3(...centre), reach, new Vector3(...direction));
  }

  /** Highlights the features that touch in the current step; `move` must follow. */
  highlight(touched: TouchedStep): void {
    this.highlights.show(touched, this.model);
    this.chosen.hide();
  }

  /** Redraws after the vertices have moved, or other features are highlighted. */
  move(): void {
    this.surface.geometry.attributes.position.needsUpdate = true;
    this.highlights.place(this.positions);
    this.chosen.place(this.positions);
    this.requestRender();
  }

  /** Brings the whole model into view, unless the user has moved the camera. */
  follow(): void {
    if (this.orbit.isUntouched) this.fit();
  }

  /** Brings this box into view, unless the user has moved the camera. */
  followBox(low: readonly number[], high: readonly number[]): void {
    if (!this.orbit.isUntouched) return;
    const places = CORNERS.flatMap((k) => high.map((x, axis) => ((k >> axis) & 1 ? x : low[axis])));
    this.orbit.fit(Float32Array.from(places), CORNERS);
  }

  /** Brings the whole model into view. */
  fit(): void {
    this.orbit.isUntouched = true;
    this.orbit.fit(this.positions, this.model.triangles);
  }

  /** Moves close to a contact: a vertex and the corners of a face, or the ends of two edges. */
  focus(vertices: readonly number[], kind: number): void {
    const box = new Box3();
    for (const v of vertices) box.expandByPoint(new Vector3().fromArray(this.positions, 3 * v));
    const reach = box.getSize(new Vector3()).length();
    this.orbit.focus(box.getCenter(new Vector3()), 2.5 * reach || 1);
    this.chosen.show(vertices, kind);
    this.chosen.place(this.positions);
  }

  /** Whether edges are drawn instead of faces. */
  set isWireframe(value: boolean) {
    this.hasWires = value;
    this.clash.isWireframe = value;
    this.showLayers();
  }

  /** Whether highlights are also drawn through what covers them. */
  set seesThrough(value: boolean) {
    this.highlights.ghosts.visible = value;
    this.requestRender();
  }

  private showLayers(): void {
    const isClash = this.clash.group.visible;
    this.surface.visible = !isClash && !this.hasWires;
    this.wires.visible = !isClash && this.hasWires;
    this.highlights.group.visible = !isClash;
    this.requestRender();
  }

  private addLights(): void {
    const key = new DirectionalLight(0xffffff, 1.9);
    key.position.set(-0.4, 0.7, 1);
    this.orbit.camera.add(key, key.target);
    this.scene.add(new HemisphereLight(0xffffff, 0x8890a0, 1.25));
  }

  private paint(): void {
    const { objectOf } = this.model;
    const colours = new Float32Array(3 * objectOf.length);
    objectOf.forEach((object, v) => {
      objectColour(object, this.dark.matches).toArray(colours, 3 * v);
    });
    this.surface.geometry.setAttribute('color', new BufferAttribute(colours, 3));
    this.wires.material.color.setScalar(this.dark.matches ? 0.8 : 0.35);
    this.clash.paint(this.dark.matches);
    this.requestRender();
  }

  private resize(canvas: HTMLCanvasElement): void {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(devicePixelRatio);
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.orbit.resize(clientWidth / clientHeight);
    this.requestRender();
  }
}

function surfaceMesh(): Mesh<BufferGeometry, MeshLambertMaterial> {
  // Offset away from the camera: highlights lie in the same planes.
  const material = new MeshLambertMaterial({
    vertexColors: true,
    side: DoubleSide,
    flatShading: true,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const mesh = new Mesh(new BufferGeometry(), material);
  mesh.frustumCulled = false;
  return mesh;
}

/** Creates the lines of the wireframe, which share positions and colours with the surface. */
function wireLines(): LineSegments<BufferGeometry, LineBasicMaterial> {
  const material = new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.5 });
  const wires = new LineSegments(new BufferGeometry(), material);
  wires.frustumCulled = false;
  wires.visible = false;
  return wires;
}
