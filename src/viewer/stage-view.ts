// The model of the step that is shown, with what touches in it. Works without WebGL, showing nothing.
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

export class StageView {
  model: ShownModel | undefined;
  private readonly pose = new ShownPose();
  private readonly view: ModelView | undefined;
  private readonly tools: ViewTools | undefined;

  /** `onChange`: the person at the page turned the camera or pressed a button. */
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

  /** As the state says; where it says nothing of the camera, the model is brought into view as soon as it is placed. */
  open({ up }: Opened, state: ViewState): void {
    const { view, tools } = this;
    if (view === undefined || tools === undefined) return;
    tools.up = state.up ?? up;
    tools.isWireframe = state.isWireframe;
    view.orbit.isUntouched = true;
    if (state.camera) view.orbit.place = state.camera;
  }

  /** The whole step in view, unless the camera was moved by hand. */
  follow(): void {
    this.view?.follow();
  }

  /** All frames of the source in view: nothing walks out of it. */
  followAll({ low, high }: Opened): void {
    this.view?.followBox(low, high);
  }

  place(placed: Placed): void {
    const isOther = this.pose.setStep(placed);
    this.model = placed.model ?? this.model;
    if (this.model && (isOther || placed.model)) this.view?.setModel(this.model, this.pose.positions);
    this.view?.highlight(UNTOUCHED);
  }

  highlight(touched: TouchedStep): void {
    this.view?.highlight(touched);
  }

  show(time: number): void {
    if (this.model === undefined) return;
    this.pose.setTime(time);
    this.view?.move();
  }

  focus(vertices: readonly number[], kind: number): void {
    this.view?.focus(vertices, kind);
    byId('view').scrollIntoView({ block: 'nearest' });
  }
}
