// The page of the viewer. All parts show one state: what is open, a step, a time within it and the
// settings of detection. The address holds the same state.
import { ClashStage } from '../display/clash-stage.ts';
import { type ClashView, momentOf } from '../display/clash-view.ts';
import { byId } from '../display/element.ts';
import { bindKeys } from '../display/keys.ts';
import { oncePerFrame } from '../display/once-per-frame.ts';
import { Playback } from '../display/playback.ts';
import { stepKeys } from '../display/step-keys.ts';
import { Timeline } from '../display/timeline.ts';
import { listClashes, listLinked } from './clash-choice.ts';
import { listenForFiles } from './file-opening.ts';
import { keptAddress } from './kept-address.ts';
import { CheckedPanel } from './panels/checked-panel.ts';
import { Controls } from './panels/controls.ts';
import { CostPlot } from './panels/cost-plot.ts';
import { SimulationPanel } from './panels/simulation-panel.ts';
import { VisibilityPanel } from './panels/visibility-panel.ts';
import type { Checked, Opened, Placed, Request, SimulatedStep, Source } from './protocol.ts';
import { servedFiles } from './served-files.ts';
import { Session, type SessionEvents } from './session.ts';
import type { Settings } from './settings.ts';
import { SimulationPlayer } from './simulation-player.ts';
import { StageView } from './stage-view.ts';
import { showStepSentence } from './step-sentence.ts';
import { FIRST_STATE, parseState, type ViewState } from './view-state.ts';
import type { Queried } from './visibility/query-run.ts';
import type { VisibilityRounds } from './visibility/visibility-rounds.ts';

/**
 * Milliseconds that a step may take before its vertices are shown without its contacts; faster
 * steps do not flicker.
 */
const PLACING_DELAY = 120;

class Viewer implements SessionEvents {
  private readonly session = new Session(this);
  private readonly stage = new StageView(() => this.renewAddress());
  private readonly timeline = new Timeline((step) => this.jump(step));
  private readonly costs = new CostPlot((step) => this.jump(step));
  private readonly panel = new CheckedPanel((vertices, kind, at) => {
    this.playback.stop();
    this.setTime(at);
    this.stage.focus(vertices, kind);
  });
  private readonly clashes = new ClashStage(
    (clash) => this.showClash(clash),
    () => this.clashes.selected && this.showClash(this.clashes.shown ?? null),
  );
  private readonly visibility = new VisibilityPanel({
    onCull: () => this.session.cull(this.state.step),
    onQuery: (resolution) => this.session.query(this.state.step, resolution),
    onStop: () => this.session.stopQuery(),
  });
  private readonly chooseFiles = listenForFiles((files) => this.openFiles(files));
  private readonly playback = new Playback(
    () => this.startPlaying(),
    (by) => (this.simulation.isOpen ? this.player.advanceFrom(this.state.step) : this.advance(by)),
    () => this.session.goAhead(),
  );
  private readonly simulation = new SimulationPanel(
    (step) => this.jump(step),
    () => this.openScene(this.state, Infinity),
  );
  private readonly player = new SimulationPlayer(this.session, this.playback, this.simulation, (step) => {
    this.state = { ...this.state, step, time: 1 };
    this.show();
  });
  private readonly renewAddress = keptAddress(() => this.linked ?? { ...this.state, ...this.stage.state });
  private readonly within = byId<HTMLInputElement>('within');
  private controls: Controls | undefined;
  private state: ViewState = FIRST_STATE;
  /** The state of the source that is being opened. */
  private next: ViewState | undefined;
  /** The state of an address of files that have not been opened yet; it applies to the next files. */
  private linked: ViewState | undefined;
  /** The names of scenes that exist only as simulations. */
  private simulations: readonly string[] = [];
  private served: File[] = [];
  private opened: Opened | undefined;
  /** The vertices of a step whose contacts are not known yet. */
  private placed: Placed | undefined;
  /** The timer after which `placed` is shown. */
  private placing = 0;
  /** Whether the camera moves to the clash as soon as its frame is there. */
  private isFocusDue = false;

  constructor() {
    this.within.addEventListener('input', () => this.setTime(Number(this.within.value)));
    byId('previous-contact').onclick = () => this.jumpToContact(-1);
    byId('next-contact').onclick = () => this.jumpToContact(1);
    byId('open').onclick = () => this.chooseFiles();
    addEventListener('hashchange', () => this.restore());
    const keys = stepKeys(
      () => this.state.step,
      (step) => this.jump(step),
      (direction) => this.jumpToContact(direction),
    );
    const actions = {
      ...keys,
      ' ': () => this.playback.toggle(),
      r: () => this.controls?.nextRecipe(),
      s: () => this.simulation.isOpen && byId('restart').click(),
      o: () => this.chooseFiles(),
    };
    bindKeys(this.clashes.keys(actions));
    byId('tab-found').textContent = 'Steps and settings';
  }

  async onReady(scenes: readonly string[], simulations: readonly string[]): Promise<void> {
    this.simulations = simulations.filter((name) => !scenes.includes(name));
    this.controls = new Controls(scenes, simulations, {
      onScene: (scene, detail) => this.openScene({ ...this.fresh(scene), detail, step: FIRST_STATE.step }),
      onSimulation: (scene, seed) => this.openScene({ ...this.fresh(scene), seed }, Infinity),
      onSettings: (settings) => this.setSettings(settings),
      onAhead: () => this.session.goAhead(),
      onFiles: () => this.chooseFiles(),
    });
    try {
      this.served = await servedFiles();
    } catch (error) {
      this.showMessage(error instanceof Error ? error.message : String(error));
    }
    this.restore();
  }

  onOpened(opened: Opened): void {
    const last = opened.frameNames.length - 2;
    this.opened = opened;
    this.panel.open(opened.frameNames);
    this.visibility.clear();
    const next = this.next ?? this.state;
    this.next = undefined;
    this.state = { ...next, step: Math.min(next.step, last) };
    byId('title').textContent = opened.title;
    byId('sources').textContent = opened.notes.join(' ');
    document.title = `${opened.title} · graze view`;
    this.showMessage('');
    this.clashes.deselect();
    this.stage.open(opened, this.state);
    this.controls?.setSize(Math.hypot(...opened.high.map((x, axis) => x - opened.low[axis])));
    this.simulation.close();
    if (opened.isSimulated) this.player.begin(last + 1);
    else this.show();
  }

  onPlaced(placed: Placed): void {
    this.showPlaced();
    this.placed = placed;
    this.placing = window.setTimeout(() => this.showPlaced(), PLACING_DELAY);
  }

  onChecked(checked: Checked): void {
    if (checked.shown === null) return;
    this.showPlaced();
    this.stage.view?.highlight(checked.shown.touched);
    this.panel.show(checked, this.stage.model);
    this.setTime(this.state.time ?? checked.numbers.firstTime ?? 0);
    this.showBusy();
  }

  onSimulated(simulated: SimulatedStep, isWanted: boolean): void {
    this.player.receive(simulated, isWanted);
    this.showBusy();
    this.onKnown();
  }

  onCulled(culled: VisibilityRounds): void {
    if (culled.step === this.state.step) this.visibility.show(culled);
  }

  onQueried(queried: Queried): void {
    if (queried.step === this.state.step) this.visibility.queries.show(queried);
  }

  onCancelled(request: Request['type']): void {
    if (request === 'query') this.visibility.queries.stopped();
  }

  /** Steps ahead arrive by the hundred: their charts are drawn at most once per animation frame. */
  readonly onKnown = oncePerFrame(() => this.showKnown());

  /** An entry by pair of parts becomes a linked clash; an address selects its clash now. */
  onLinked(): void {
    const { clashes } = this.session;
    if (clashes === undefined) return;
    const isFromAddress = this.clashes.selected === undefined;
    const clash = listLinked(this.clashes, clashes, this.state.clash);
    if (isFromAddress) this.isFocusDue = clash !== null && this.stage.state.camera === null;
    this.state = { ...this.state, clash: clash?.id ?? null };
    this.session.refine(clash);
    this.onRefined();
    this.renewAddress();
  }

  onRefined(): void {
    this.showKnown();
    this.stage.showClash(this.clashes.shown);
    this.stage.markClash(this.state.step + (this.state.time ?? 0));
    this.focusClash();
    this.showBusy();
  }

  onFailed(message: string): void {
    this.playback.stop();
    byId('main').ariaBusy = 'false';
    this.controls?.show(this.state);
    this.showMessage(message);
    // The previous source stays open.
    const wasOpening = this.next !== undefined;
    this.next = undefined;
    if (wasOpening) this.show();
  }

  wantsAhead(): boolean {
    return this.controls?.ahead === true && !this.playback.isPlaying;
  }

  isPlaying(): boolean {
    return this.playback.isPlaying;
  }

  private showKnown(): void {
    const { results, clashes } = this.session;
    if (results === undefined || clashes === undefined) return;
    const { step, settings } = this.state;
    this.timeline.show(results.timeline(settings));
    this.costs.show(results, step);
    showStepSentence(results, clashes, step, settings);
    listClashes(this.clashes, clashes);
    this.simulation.show(step);
    this.panel.refresh(results);
  }

  /** Shows the parts of a clash in its worst frame; null for the whole model and contacts. */
  private showClash(clash: ClashView | null): void {
    this.playback.stop();
    this.stage.showClash(clash ?? undefined);
    this.isFocusDue = clash !== null;
    this.state = { ...this.state, clash: clash && this.session.clashes?.isLinked ? clash.id : null };
    if (clash === null) this.stage.view?.fit();
    else {
      const step = Math.min(Math.floor(momentOf(clash)), (this.opened?.frameNames.length ?? 2) - 2);
      this.state = { ...this.state, step, time: momentOf(clash) - step };
      byId('view').scrollIntoView({ block: 'nearest' });
    }
    this.show();
    this.session.refine(clash);
  }

  /**
   * Opens what the address says; without an address, the files of the command line or the first
   * scene.
   */
  private restore(): void {
    const linked = parseState(location.hash, this.simulations);
    if (linked?.scene) this.openScene(linked);
    else if (this.served.length > 0)
      this.open({ files: this.served }, linked ?? { ...FIRST_STATE, scene: null, step: 0 });
    else if (linked === null) this.openScene(FIRST_STATE);
    else {
      this.linked = linked;
      this.showMessage('This address is of files that only you have: drop them here, and they are shown as they were.');
    }
  }

  /** The current state with another scene, at its start. */
  private fresh(scene: string | null): ViewState {
    return { ...this.state, scene, seed: null, step: 0, time: null, clash: null, camera: null };
  }

  /** A simulation runs until the step `stopAt`. */
  private openScene(state: ViewState, stopAt = state.step): void {
    const { scene, detail, seed } = state;
    if (scene === null) return;
    this.player.stopAt = stopAt;
    this.open(seed === null ? { scene, detail } : { scene, seed }, state);
  }

  /**
   * A link to files applies to the files that are opened next; otherwise files begin at their first
   * step.
   */
  private openFiles(files: File[]): void {
    this.open({ files }, this.linked ?? { ...this.fresh(null), up: null });
  }

  private open(source: Source, state: ViewState): void {
    this.playback.stop();
    this.next = state;
    this.linked = undefined;
    byId('main').ariaBusy = 'true';
    this.showMessage('scene' in source ? `Opening ${source.scene}…` : 'Reading the files…');
    this.controls?.show(state);
    this.session.open(source);
  }

  private setSettings(settings: Settings): void {
    this.state = { ...this.state, settings };
    if (this.next) this.next = { ...this.next, settings };
    this.show();
  }

  /** Shows the step at its first contact, or at its start if it has none. */
  private jump(step: number): void {
    if (this.opened === undefined) return;
    this.playback.stop();
    const { isOpen, lastStep } = this.simulation;
    const last = isOpen ? lastStep : this.opened.frameNames.length - 2;
    this.state = { ...this.state, step: Math.max(0, Math.min(last, step)), time: this.timeAfterJump };
    this.show();
  }

  /** The end of a simulated step, or the frame that begins a step with a clash; else null. */
  private get timeAfterJump(): number | null {
    if (this.simulation.isOpen) return 1;
    return this.clashes.shown ? 0 : null;
  }

  /** Requests what the state says. */
  private show(): void {
    const { step, settings } = this.state;
    if (this.session.isOpening || this.session.results === undefined) return;
    if (this.simulation.isOpen && step > this.simulation.lastStep) return;
    byId('main').ariaBusy = 'true';
    this.timeline.select(step);
    this.visibility.keep(step);
    this.session.check(step, settings);
    this.onKnown();
    this.renewAddress();
  }

  private showPlaced(): void {
    clearTimeout(this.placing);
    if (this.placed === undefined) return;
    this.stage.place(this.placed);
    this.placed = undefined;
    this.stage.showClash(this.clashes.shown);
    this.stage.show(this.state.time ?? 0);
    if (this.isFocusDue) this.focusClash();
    else if (!this.playback.isPlaying) this.stage.view?.follow();
  }

  /** Moves the camera to the clash once its curve is known: it decides from where to look. */
  private focusClash(): void {
    if (!this.isFocusDue || this.session.isRefining || this.placed) return;
    this.isFocusDue = false;
    this.stage.focusClash();
  }

  private showBusy(): void {
    const { isAwaiting, isRefining } = this.session;
    byId('main').ariaBusy = String(isAwaiting || isRefining);
  }

  private setTime(time: number): void {
    this.state = { ...this.state, time };
    this.within.value = String(time);
    byId('within-value').textContent = `t = ${time.toFixed(3)}`;
    this.stage.show(time);
    this.stage.markClash(this.state.step + time);
    this.renewAddress();
  }

  private advance(by: number): void {
    if (this.opened === undefined || this.session.isAwaiting) return;
    const end = this.opened.frameNames.length - 1;
    const { step, time } = this.state;
    const moment = step + (time ?? 0) + by;
    if (moment < step + 1) this.setTime(moment - step);
    else if (step + 1 < end) {
      this.state = { ...this.state, step: step + 1, time: Math.min(1, moment - step - 1) };
      this.show();
    } else {
      this.playback.stop();
      this.setTime(1);
    }
  }

  private startPlaying(): void {
    this.player.stopAt = Infinity;
    this.isFocusDue = false;
    // All frames come into view, so that nothing moves out of it.
    if (this.opened) this.stage.view?.followBox(this.opened.low, this.opened.high);
  }

  private jumpToContact(direction: 1 | -1): void {
    const { step, settings } = this.state;
    const next = this.session.results?.nextTouching(step, direction, settings) ?? null;
    if (next !== null) this.jump(next);
  }

  private showMessage(message: string): void {
    byId('message').textContent = message;
  }
}

new Viewer();
