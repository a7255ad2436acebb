// The model of the current step, with what touches in it. Without WebGL it shows nothing.
import type { TouchedStep } from '../check/touched-features.ts';
import { byId } from '../display/element.ts';
import { ModelView } from '../display/model-view.ts';
import type { ShownModel } from '../display/shown-model.ts';
import { ViewTools } from '../display/view-tools.ts';
import type { Opened, Placed } from './protocol.ts';
import { ShownPose } from './shown-pose.ts';
import type { ViewState } from './view-state.ts';

const NOTHING = { ids: new Uint32Array(0), times: new Uint8Array(0) };
const UNTOUCHED: TouchedStep = { vertices: NOTHING, edges: NOTHING, faces: NOTHING };

/** The 3D view and its buttons. */
export class StageView {
  /** The model that is shown. */
  model: ShownModel | undefined;
  private readonly pose = new ShownPose();
  private readonly view: ModelView | undefined;
  private readonly tools: ViewTools | undefined;

  /** `onChange` is called when the user has moved the camera or pressed a button. */
  constructor(onChange: () => void) {
    const canvas = byId<HTMLCanvasElement>('model');
    const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
    if (context === null) {
      byId('view-message').textContent = 'This browser has no WebGL 2, so the model is not shown; all else is here.';
      return;
    }
    this.view = new ModelView(canvas, context);
    this.tools = new ViewTools(this.view, onChange);
    this.view.onMove = onChange;
  }

  /** What the address says about the view. */
  get state(): Pick<ViewState, 'camera' | 'up' | 'isWireframe'> {
    const orbit = this.view?.orbit;
    return {
      camera: orbit === undefined || orbit.isUntouched ? null : orbit.place,
      up: this.tools?.up ?? null,
      isWireframe: this.tools?.isWireframe ?? false,
    };
  }

  /**
   * Applies a state; without a camera in it, the model is brought into view as soon as it is
   * placed.
   */
  open({ up }: Opened, state: ViewState): void {
    const { view, tools } = this;
    if (view === undefined || tools === undefined) return;
    tools.up = state.up ?? up;
    tools.isWireframe = state.isWireframe;
    view.orbit.isUntouched = true;
    if (state.camera) view.orbit.place = state.camera;
  }

  /** Brings the whole step into view, unless the user has moved the camera. */
  follow(): void {
    this.view?.follow();
  }

  /** Brings all frames of the source into view, so that nothing moves out of it. */
  followAll({ low, high }: Opened): void {
    this.view?.followBox(low, high);
  }

  /** Shows the vertices of a step. */
  place(placed: Placed): void {
    const isOther = this.pose.setStep(placed);
    this.model = placed.model ?? this.model;
    if (this.model && (isOther || placed.model)) this.view?.setModel(this.model, this.pose.positions);
    this.view?.highlight(UNTOUCHED);
  }

  /** Highlights what touches. */
  highlight(touched: TouchedStep): void {
    this.view?.highlight(touched);
  }

  /** Moves the vertices to a time within the step. */
  show(time: number): void {
    if (this.model === undefined) return;
    this.pose.setTime(time);
    this.view?.move();
  }

  /** Moves close to a contact. */
  focus(vertices: readonly number[], kind: number): void {
    this.view?.focus(vertices, kind);
    byId('view').scrollIntoView({ block: 'nearest' });
  }
}
