// The model in 3D. Drawn when something changed, not all the time.
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
import type { Summary } from '../summary.ts';
import { OrbitCamera, type UpAxis } from './camera.ts';
import { ChosenContact } from './chosen-contact.ts';
import { objectColour } from './colours.ts';
import type { Model } from './decode.ts';
import { Highlights } from './highlights.ts';
import { type Moment, Pose } from './pose.ts';

export class ModelView {
  private readonly summary: Summary;
  private readonly model: Model;
  private readonly pose: Pose;
  private readonly scene = new Scene();
  private readonly renderer: WebGLRenderer;
  private readonly orbit: OrbitCamera;
  private readonly highlights: Highlights;
  private readonly chosen = new ChosenContact();
  private readonly surface: Mesh<BufferGeometry, MeshLambertMaterial>;
  private readonly wires: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly dark = matchMedia('(prefers-color-scheme: dark)');
  private shownStep = -1;
  private isDue = false;

  constructor(canvas: HTMLCanvasElement, context: WebGL2RenderingContext, summary: Summary, model: Model) {
    this.model = model;
    this.pose = new Pose(summary, model);
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.setClearColor(0, 0);
    this.surface = surfaceOf(this.pose.positions, model);
    this.wires = wiresOf(this.surface.geometry, model);
    this.highlights = new Highlights(model);
    this.orbit = new OrbitCamera(canvas, () => this.requestRender());
    this.addLights();
    this.scene.add(this.surface, this.wires, this.highlights.group, this.chosen.group, this.orbit.camera);
    this.dark.addEventListener('change', () => this.paint());
    this.paint();
    new ResizeObserver(() => this.resize(canvas)).observe(canvas);
    this.resize(canvas);
    this.summary = summary;
  }

  show(step: number, within: number): Moment {
    const moment = this.pose.set(step, within);
    this.surface.geometry.attributes.position.needsUpdate = true;
    if (step !== this.shownStep) {
      this.highlights.show(this.model.touched[step]);
      this.chosen.hide();
    }
    this.shownStep = step;
    this.highlights.place(this.pose.positions);
    this.chosen.place(this.pose.positions);
    this.requestRender();
    return moment;
  }

  /** The whole model of the step in view, until the camera is moved by hand. */
  follow(): void {
    if (this.orbit.isUntouched) this.fit();
  }

  /** Every stored frame in view, unless the camera was moved by hand: nothing walks out of it. */
  followAll(): void {
    if (!this.orbit.isUntouched) return;
    const { vertexCount, stored } = this.summary;
    const high = [0, 0, 0];
    for (const frame of this.model.frames)
      for (const v of this.model.triangles)
        for (let axis = 0; axis < 3; axis++) high[axis] = Math.max(high[axis], frame[axis * vertexCount + v]);
    const corners = [0, 1, 2, 3, 4, 5, 6, 7];
    const places = corners.flatMap((k) => high.map((x, axis) => ((k >> axis) & 1) * x * stored.size));
    this.orbit.fit(Float32Array.from(places), corners);
  }

  fit(): void {
    this.orbit.isUntouched = true;
    this.orbit.fit(this.pose.positions, this.model.triangles);
  }

  /** Close to a contact: a vertex and the corners of a face, or the ends of two edges. */
  focus(vertices: readonly number[], kind: number): void {
    const box = new Box3();
    for (const v of vertices) box.expandByPoint(new Vector3().fromArray(this.pose.positions, 3 * v));
    const reach = box.getSize(new Vector3()).length();
    this.orbit.focus(box.getCenter(new Vector3()), 2.5 * reach || 1);
    this.chosen.show(vertices, kind);
    this.chosen.place(this.pose.positions);
  }

  set isWireframe(value: boolean) {
    this.surface.visible = !value;
    this.wires.visible = value;
    this.requestRender();
  }

  set seesThrough(value: boolean) {
    this.highlights.seesThrough = value;
    this.requestRender();
  }

  set up(axis: UpAxis) {
    this.orbit.setUp(axis);
  }

  turn(right: number, up: number): void {
    this.orbit.turn(right, up);
  }

  zoom(factor: number): void {
    this.orbit.zoom(factor);
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

  private requestRender(): void {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.renderer.render(this.scene, this.orbit.camera);
    });
  }
}

function surfaceOf(positions: Float32Array, { triangles }: Model): Mesh<BufferGeometry, MeshLambertMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  // Pushed back a little: what is highlighted lies in the same planes.
  const material = new MeshLambertMaterial({
    vertexColors: true,
    side: DoubleSide,
    flatShading: true,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}

/** Shares positions and colours with the surface. */
function wiresOf(surface: BufferGeometry, { edges }: Model): LineSegments<BufferGeometry, LineBasicMaterial> {
  const geometry = new BufferGeometry();
  geometry.attributes = surface.attributes;
  geometry.setIndex(new BufferAttribute(edges, 1));
  const wires = new LineSegments(
    geometry,
    new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.5 }),
  );
  wires.frustumCulled = false;
  wires.visible = false;
  return wires;
}
