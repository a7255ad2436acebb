// The model of the current step, with what touches in it. Without WebGL it shows nothing.
import { type ClashView, momentOf } from '../display/clash-view.ts';
import { byId } from '../display/element.ts';
import { ModelView } from '../display/model-view.ts';
import { placeClash } from '../display/placed-clash.ts';
import type { ShownModel } from '../display/shown-model.ts';
import { ViewTools } from '../display/view-tools.ts';
import type { Opened, Placed } from './protocol.ts';
import type { ViewState } from './view-state.ts';

const NO_FEATURES = { ids: new Uint32Array(0), times: new Uint8Array(0) };

/** The 3D view and its buttons. */
export class StageView {
  /** The model that is shown. */
  model: ShownModel | undefined;
  /** The view that draws the model; undefined without WebGL. */
  readonly view: ModelView | undefined;
  private readonly tools: ViewTools | undefined;
  /** Three numbers per vertex at the current time; `x0` and `x1` are the ends of the step. */
  private positions = new Float32Array(0);
  private x0 = new Float32Array(0);
  private x1 = new Float32Array(0);
  private origin: readonly number[] = [0, 0, 0];
  /** The clash that is shown. */
  private clash: ClashView | undefined;

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

  /** The part of the state of the page that describes the view. */
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
  open({ up, origin }: Opened, state: ViewState): void {
    const { view, tools } = this;
    this.origin = origin;
    this.showClash(undefined);
    if (view === undefined || tools === undefined) return;
    tools.up = state.up ?? up;
    tools.isWireframe = state.isWireframe;
    view.orbit.isUntouched = true;
    if (state.camera) view.orbit.place = state.camera;
  }

  /** Takes the vertices of a step; `show` must follow. */
  place({ x0, x1, model }: Placed): void {
    const isOtherSize = x0.length !== this.positions.length;
    if (isOtherSize) this.positions = new Float32Array(x0.length);
    this.x0 = x0;
    this.x1 = x1;
    this.model = model ?? this.model;
    if (this.model && (isOtherSize || model)) this.view?.setModel(this.model, this.positions);
    this.view?.highlight({ vertices: NO_FEATURES, edges: NO_FEATURES, faces: NO_FEATURES });
  }

  /** Moves the vertices along their straight paths to a time within the step, from 0 to 1. */
  show(time: number): void {
    const { model, x0, x1, positions } = this;
    if (model === undefined) return;
    for (let i = 0; i < positions.length; i++) positions[i] = x0[i] + time * (x1[i] - x0[i]);
    this.view?.move();
  }

  /** Shows the two parts of a clash instead of the contacts; undefined for contacts. */
  showClash(clash: ClashView | undefined): void {
    const { model, view } = this;
    this.clash = clash;
    view?.showClash(clash && model ? placeClash(clash, model, this.origin) : null);
  }

  /** Moves to where the clash is seen best. */
  focusClash(): void {
    const { clash, model, view } = this;
    if (clash && model) view?.focusClash(placeClash(clash, model, this.origin));
  }

  /** Shows the curve and the deepest point if this is the moment that they belong to. */
  markClash(moment: number): void {
    const { clash, view } = this;
    if (view) view.hasClashMarks = clash !== undefined && Math.abs(momentOf(clash) - moment) < 1e-9;
  }

  /** Moves close to a contact. */
  focus(vertices: readonly number[], kind: number): void {
    this.view?.focus(vertices, kind);
    byId('view').scrollIntoView({ block: 'nearest' });
  }
}
