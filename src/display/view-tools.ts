// The buttons over the model, and their keys.
import type { UpAxis } from '../check/space.ts';
import { byId } from './element.ts';
import { bindKeys } from './keys.ts';
import type { ModelView } from './model-view.ts';

/** The rotation of the camera per key press, in radians. */
const TURN = 0.15;
/** The factor of the distance to the target per key press. */
const ZOOM = 0.85;

/** Connects the buttons with a view. */
export class ViewTools {
  private readonly view: ModelView;
  private readonly onChange: () => void;
  private axis: UpAxis = 'y';

  /** `onChange` is called when a button was pressed. */
  constructor(view: ModelView, onChange: () => void = () => {}) {
    this.view = view;
    this.onChange = onChange;
    byId('fit').onclick = () => {
      view.fit();
      onChange();
    };
    this.toggle('wireframe', (pressed) => {
      view.isWireframe = pressed;
    });
    this.toggle('see-through', (pressed) => {
      view.seesThrough = pressed;
    });
    byId('up-axis').onclick = () => {
      this.up = this.axis === 'y' ? 'z' : 'y';
      onChange();
    };
    this.bindKeys();
  }

  /** Whether edges are drawn instead of faces. */
  get isWireframe(): boolean {
    return byId('wireframe').ariaPressed === 'true';
  }

  set isWireframe(value: boolean) {
    byId('wireframe').ariaPressed = String(value);
    this.view.isWireframe = value;
  }

  /** The axis that points up. */
  get up(): UpAxis {
    return this.axis;
  }

  set up(axis: UpAxis) {
    if (axis === this.axis) return;
    this.axis = axis;
    this.view.orbit.setUp(axis);
    byId('up-axis').textContent = `Up: ${axis.toUpperCase()}`;
  }

  private toggle(id: string, change: (pressed: boolean) => void): void {
    const button = byId(id);
    button.onclick = () => {
      const pressed = button.ariaPressed !== 'true';
      button.ariaPressed = String(pressed);
      change(pressed);
      this.onChange();
    };
  }

  private bindKeys(): void {
    const { orbit } = this.view;
    const click = (id: string) => () => byId(id).click();
    bindKeys({
      f: click('fit'),
      w: click('wireframe'),
      t: click('see-through'),
      u: click('up-axis'),
      'Shift+ArrowLeft': () => orbit.turn(-TURN, 0),
      'Shift+ArrowRight': () => orbit.turn(TURN, 0),
      'Shift+ArrowUp': () => orbit.turn(0, TURN),
      'Shift+ArrowDown': () => orbit.turn(0, -TURN),
      '+': () => orbit.zoom(ZOOM),
      '-': () => orbit.zoom(1 / ZOOM),
    });
  }
}
