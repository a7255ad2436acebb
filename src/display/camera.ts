// The camera and how it moves: by pointer and touch through OrbitControls, by keys, and to a part
// of the model.
import { Box3, PerspectiveCamera, Spherical, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { UpAxis } from '../check/space.ts';
import { type Triple, usualDirection } from './view-triples.ts';

/** Half the field of view, in radians. */
const HALF_ANGLE = 0.33;
/** The size of the view relative to what is fitted into it. */
const MARGIN = 1.1;

/** A perspective camera that orbits a target. */
export class OrbitCamera {
  /** True until the user moves the camera. */
  isUntouched = true;
  /** The camera that renders the scene. */
  readonly camera: PerspectiveCamera = new PerspectiveCamera((2 * HALF_ANGLE * 180) / Math.PI);
  private controls: OrbitControls;
  private readonly canvas: HTMLCanvasElement;
  private readonly onChange: () => void;
  private size = 1;
  /** After `focus`, everything between the camera and the target is cut away. */
  private isCutting = false;

  /** `onChange` is called after every motion of the camera. */
  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    this.canvas = canvas;
    this.onChange = onChange;
    this.camera.position.set(...usualDirection('y'));
    this.controls = this.control();
  }

  /** Brings these points, by their ids, into view without changing the direction of the view. */
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

  /** Moves close to a point; `reach` is the radius around it that should be visible. */
  focus(point: Vector3, reach: number): void {
    this.isUntouched = false;
    this.isCutting = true;
    this.look(point, reach / Math.tan(HALF_ANGLE));
  }

  /** Looks at a point from a direction; `reach` is the radius around it that should be visible. */
  view(point: Vector3, reach: number, direction: Vector3): void {
    this.isUntouched = false;
    this.isCutting = false;
    this.size = Math.max(this.size, reach);
    this.camera.position.copy(this.controls.target).add(direction);
    this.look(point, (MARGIN * reach) / (Math.tan(HALF_ANGLE) * Math.min(1, this.camera.aspect)));
  }

  /** The direction to the camera from which a model is seen at first. */
  get usualDirection(): Triple {
    return usualDirection(this.camera.up.z === 1 ? 'z' : 'y');
  }

  /** The position of the camera and its target: three numbers each. */
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

  /** Sets the aspect ratio of the canvas. */
  resize(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
  }

  /**
   * Rotates the camera with the axis, so that the visible side of the model changes as little as
   * possible.
   */
  setUp(axis: UpAxis): void {
    const { target } = this.controls;
    const { x, y, z } = this.camera.position.clone().sub(target);
    this.camera.up.set(0, axis === 'y' ? 1 : 0, axis === 'z' ? 1 : 0);
    this.camera.position.copy(axis === 'z' ? new Vector3(x, -z, y) : new Vector3(x, z, -y)).add(target);
    // OrbitControls reads the axis only in its constructor.
    this.controls.dispose();
    this.controls = this.control(target);
  }

  /** Rotates around the target, by angles in radians. */
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

  /** Multiplies the distance to the target. */
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

  /**
   * Near and far planes follow the distance: nothing is clipped close to a contact, and depth
   * precision suffices far away.
   */
  private moved(): void {
    const distance = this.camera.position.distanceTo(this.controls?.target ?? new Vector3());
    this.camera.near = this.isCutting ? 0.7 * distance : Math.max(distance / 50, this.size * 1e-4);
    this.camera.far = distance + 10 * this.size;
    this.camera.updateProjectionMatrix();
    this.onChange();
  }
}
