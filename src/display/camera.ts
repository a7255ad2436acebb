// The camera and how it is moved: by pointer and touch through OrbitControls, by keys, and to a part of the model.
import { Box3, PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

export type UpAxis = 'y' | 'z';

/** Half the opening of the camera, in radians. */
const HALF_ANGLE = 0.33;
/** Of the view around what is fitted into it. */
const MARGIN = 1.1;

export class OrbitCamera {
  /** Until the person at the page moves it. */
  isUntouched = true;
  readonly camera: PerspectiveCamera = new PerspectiveCamera((2 * HALF_ANGLE * 180) / Math.PI);
  private controls: OrbitControls;
  private readonly canvas: HTMLCanvasElement;
  private readonly onChange: () => void;
  private size = 1;
  /** After `focus`: what lies between the viewer and the point is cut away. */
  private isCutting = false;

  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    this.canvas = canvas;
    this.onChange = onChange;
    this.camera.position.set(0.55, 0.45, 1);
    this.controls = this.control();
  }

  /** These points, by their ids, all in view from where the camera looks now. */
  fit(positions: Float32Array, ids: Iterable<number>): void {
    const box = new Box3();
    const point = new Vector3();
    for (const id of ids) box.expandByPoint(point.fromArray(positions, 3 * id));
    const centre = box.getCenter(new Vector3());
    this.isCutting = false;
    this.size = box.getSize(new Vector3()).length() / 2 || 1;
    this.look(centre, this.size);
    const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
    this.camera.matrixWorld.extractBasis(right, up, back);
    const slope = Math.tan(HALF_ANGLE) / MARGIN;
    let distance = 0;
    for (const id of ids) {
      point.fromArray(positions, 3 * id).sub(centre);
      const across = Math.max(Math.abs(point.dot(right)) / this.camera.aspect, Math.abs(point.dot(up)));
      distance = Math.max(distance, point.dot(back) + across / slope);
    }
    this.look(centre, distance || 1);
  }

  /** A point from close by; `reach` is how far around it one should see. */
  focus(point: Vector3, reach: number): void {
    this.isUntouched = false;
    this.isCutting = true;
    this.look(point, reach / Math.tan(HALF_ANGLE));
  }

  /** Where the camera is, and what it looks at: three numbers each. */
  get place(): number[] {
    return [...this.camera.position, ...this.controls.target];
  }

  set place(numbers: readonly number[]) {
    this.isUntouched = false;
    this.isCutting = false;
    this.camera.position.fromArray(numbers);
    this.controls.target.fromArray(numbers, 3);
    this.controls.update();
    this.moved();
  }

  resize(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  /** Turns the camera with the axis, so that the model keeps its side towards the viewer as far as it can. */
  setUp(axis: UpAxis): void {
    const { target } = this.controls;
    const { x, y, z } = this.camera.position.clone().sub(target);
    this.camera.up.set(0, axis === 'y' ? 1 : 0, axis === 'z' ? 1 : 0);
    this.camera.position.copy(axis === 'z' ? new Vector3(x, -z, y) : new Vector3(x, z, -y)).add(target);
    // OrbitControls takes the axis when it is made.
    this.controls.dispose();
    this.controls = this.control(target);
  }

  /** Radians. */
  turn(right: number, up: number): void {
    this.isUntouched = false;
    const { target } = this.controls;
    const isZ = this.camera.up.z === 1;
    const { x, y, z } = this.camera.position.clone().sub(target);
    const around = new Spherical().setFromVector3(isZ ? new Vector3(x, z, -y) : new Vector3(x, y, z));
    around.theta += right;
    around.phi -= up;
    const turned = new Vector3().setFromSpherical(around.makeSafe());
    this.camera.position.copy(isZ ? new Vector3(turned.x, -turned.z, turned.y) : turned).add(target);
    this.controls.update();
  }

  zoom(factor: number): void {
    this.isUntouched = false;
    const { target } = this.controls;
    this.camera.position.sub(target).multiplyScalar(factor).add(target);
    this.controls.update();
  }

  private look(target: Vector3, distance: number): void {
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(direction, distance);
    this.controls.update();
    this.camera.updateMatrixWorld();
    this.moved();
  }

  private control(target: Vector3 = new Vector3()): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.target.copy(target);
    controls.update();
    controls.addEventListener('change', () => this.moved());
    controls.addEventListener('start', () => {
      this.isUntouched = false;
    });
    this.moved();
    return controls;
  }

  /** Near and far follow the distance: close to a contact nothing is cut off, far away depths stay apart. */
  private moved(): void {
    const distance = this.camera.position.distanceTo(this.controls?.target ?? new Vector3());
    this.camera.near = this.isCutting ? 0.7 * distance : Math.max(distance / 50, this.size * 1e-4);
    this.camera.far = distance + 10 * this.size;
    this.camera.updateProjectionMatrix();
    this.onChange();
  }
}
