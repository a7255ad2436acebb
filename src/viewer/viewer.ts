// The page of the viewer: one state, what is open, a step, a time within it and the settings of detection, that all parts show and the
// address tells.
import { byId, count, plural } from '../display/element.ts';
import { bindKeys } from '../display/keys.ts';
import { Playback } from '../display/playback.ts';
import { StepPanel } from '../display/step-panel.ts';
import { Timeline } from '../display/timeline.ts';
import { Controls } from './controls.ts';
import { CostPlot } from './cost-plot.ts';
import { FileOpening } from './file-opening.ts';
import type { Checked, Opened, Placed, Source } from './protocol.ts';
import { servedFiles } from './served-files.ts';
import { Session, type SessionEvents } from './session.ts';
import { nameOf, type Settings } from './settings.ts';
import { StageView } from './stage-view.ts';
import { FIRST_STATE, formatState, parseState, type ViewState } from './view-state.ts';

/** Milliseconds: browsers allow some hundred changes of the address a minute. */
const ADDRESS_DELAY = 300;
/** Milliseconds that a step may take before its vertices are shown without its contacts: those that come sooner do not flicker. */
const PATIENCE = 120;

class Viewer implements SessionEvents {
  private readonly session = new Session(this);
  private readonly stage = new StageView(() => this.keepAddress());
  private readonly timeline = new Timeline((step) => this.jump(step));
  private readonly costs = new CostPlot((step) => this.jump(step));
  private readonly panel = new StepPanel();
  private readonly opening = new FileOpening((files) => this.openFiles(files));
  private readonly playback = new Playback(
    () => this.opened && this.stage.followAll(this.opened),
    (by) => this.advance(by),
  );
  private readonly within = byId<HTMLInputElement>('within');
  private controls: Controls | undefined;
  private state: ViewState = FIRST_STATE;
  private served: File[] = [];
  private opened: Opened | undefined;
  /** The vertices of a step whose contacts are not known yet. */
  private placed: Placed | undefined;
  private patience = 0;
  private addressTimer = 0;

  constructor() {
    this.panel.onFocus = (vertices, kind, at) => {
      this.playback.stop();
      this.setTime(at);
      this.stage.focus(vertices, kind);
    };
    this.within.addEventListener('input', () => this.setTime(Number(this.within.value)));
    byId('previous-contact').onclick = () => this.jumpToContact(-1);
    byId('next-contact').onclick = () => this.jumpToContact(1);
    byId('open').onclick = () => this.opening.choose();
    addEventListener('hashchange', () => this.restore());
    this.bindKeys();
  }

  async onReady(scenes: readonly string[]): Promise<void> {
    this.controls = new Controls(scenes, {
      onScene: (scene, detail) =>
        this.openScene({ ...this.state, scene, detail, step: FIRST_STATE.step, time: null, camera: null }),
      onSettings: (settings) => this.setSettings(settings),
      onAhead: () => this.session.goAhead(),
      onFiles: () => this.opening.choose(),
    });
    try {
      this.served = await servedFiles();
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error));
    }
    this.restore();
  }

  onOpened(opened: Opened): void {
    const last = opened.frameNames.length - 2;
    this.opened = opened;
    this.state = { ...this.state, step: Math.min(this.state.step, last) };
    byId('title').textContent = opened.title;
    byId('sources').textContent = opened.notes.join(' ');
    document.title = `${opened.title} · graze view`;
    this.tell('');
    this.stage.open(opened, this.state);
    this.controls?.setSize(Math.hypot(...opened.high.map((x, axis) => x - opened.low[axis])));
    this.show();
  }

  onPlaced(placed: Placed): void {
    this.showPlaced();
    this.placed = placed;
    this.patience = window.setTimeout(() => this.showPlaced(), PATIENCE);
  }

  onChecked({ step, settings, numbers, shown }: Checked): void {
    const { opened, stage, panel, session } = this;
    if (opened === undefined || shown === null) return;
    this.showPlaced();
    stage.highlight(shown.touched);
    panel.model = stage.model;
    const { count: contacts, tally, faceCount } = numbers;
    panel.show({
      ...numbers,
      index: step,
      stepCount: opened.frameNames.length - 1,
      from: opened.frameNames[step],
      to: opened.frameNames[step + 1],
      earliest: shown.earliest,
      leftOut: 0,
      tally: tally && { ...tally, faces: faceCount, contacts },
    });
    byId('tally-step-title').textContent = `Step ${step + 1}: ${nameOf(settings)}`;
    this.setTime(this.state.time ?? numbers.firstTime ?? 0);
    byId('main').ariaBusy = String(session.isAwaiting);
  }

  onKnown(): void {
    const { results } = this.session;
    if (results === undefined) return;
    const { step, settings } = this.state;
    this.timeline.show(results.timeline(settings));
    this.costs.show(results, step);
    const now = results.at(step, settings);
    const { known, touching } = results.summary(settings);
    const sentence = byId('sentence');
    sentence.className = now && now.count > 0 ? 'touching' : 'clean';
    const here = now === null ? 'Checking' : now.count === 0 ? 'Nothing touches' : plural(now.count, 'contact');
    const all = `contacts in ${count(touching)} of ${plural(known, 'step')} checked`;
    sentence.textContent = `${here} in step ${step + 1} of ${results.stepCount}; ${all}.`;
  }

  onFailed(message: string): void {
    this.playback.stop();
    byId('main').ariaBusy = 'false';
    this.tell(message);
  }

  wantsAhead(): boolean {
    return this.controls?.ahead === true && !this.playback.isPlaying;
  }

  /** What the address says; where it says nothing, the files of the command line or the first scene. */
  private restore(): void {
    const linked = parseState(location.hash);
    if (linked?.scene) this.openScene(linked);
    else if (this.served.length > 0)
      this.open({ files: this.served }, linked ?? { ...FIRST_STATE, scene: null, step: 0 });
    else if (linked === null) this.openScene(FIRST_STATE);
    else {
      this.state = linked;
      this.tell('This address is of files that only you have: drop them here, and they are shown as they were.');
    }
  }

  private openScene(state: ViewState): void {
    if (state.scene !== null) this.open({ scene: state.scene, detail: state.detail }, state);
  }

  /** An address of files waits for them; otherwise they begin at their first step. */
  private openFiles(files: File[]): void {
    const isLinked = this.opened === undefined && this.state.scene === null;
    const fresh = { ...this.state, scene: null, step: 0, time: null, camera: null, up: null };
    this.open({ files }, isLinked ? this.state : fresh);
  }

  private open(source: Source, state: ViewState): void {
    this.playback.stop();
    this.state = state;
    byId('main').ariaBusy = 'true';
    this.tell('scene' in source ? `Opening ${source.scene}…` : 'Reading the files…');
    this.controls?.show(state.scene, state.detail, state.settings);
    this.session.open(source);
  }

  private setSettings(settings: Settings): void {
    this.state = { ...this.state, settings };
    this.show();
  }

  /** Shows the step at its first contact, or at its start where it has none. */
  private jump(step: number): void {
    if (this.opened === undefined) return;
    this.playback.stop();
    const last = this.opened.frameNames.length - 2;
    this.state = { ...this.state, step: Math.min(last, Math.max(0, step)), time: null };
    this.show();
  }

  /** Asks for what the state says. */
  private show(): void {
    const { step, settings } = this.state;
    if (this.session.isOpening || this.session.results === undefined) return;
    byId('main').ariaBusy = 'true';
    this.timeline.select(step);
    this.session.check(step, settings);
    this.onKnown();
    this.keepAddress();
  }

  private showPlaced(): void {
    clearTimeout(this.patience);
    if (this.placed === undefined) return;
    this.stage.place(this.placed);
    this.placed = undefined;
    this.stage.show(this.state.time ?? 0);
    if (!this.playback.isPlaying) this.stage.follow();
  }

  private setTime(time: number): void {
    this.state = { ...this.state, time };
    this.within.value = String(time);
    byId('within-value').textContent = `t = ${time.toFixed(3)}`;
    this.stage.show(time);
    this.keepAddress();
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

  private jumpToContact(direction: 1 | -1): void {
    const { step, settings } = this.state;
    const next = this.session.results?.nextTouching(step, direction, settings) ?? null;
    if (next !== null) this.jump(next);
  }

  private bindKeys(): void {
    const by = (steps: number) => () => this.jump(this.state.step + steps);
    bindKeys({
      ArrowLeft: by(-1),
      ArrowRight: by(1),
      PageUp: by(-10),
      PageDown: by(10),
      Home: by(-Infinity),
      End: by(Infinity),
      n: () => this.jumpToContact(1),
      p: () => this.jumpToContact(-1),
      ' ': () => this.playback.toggle(),
      r: () => this.controls?.nextRecipe(),
      o: () => this.opening.choose(),
    });
  }

  private tell(message: string): void {
    byId('message').textContent = message;
  }

  /** The address follows the state, a little later. */
  private keepAddress(): void {
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => {
      this.state = { ...this.state, ...this.stage.state };
      history.replaceState(null, '', formatState(this.state));
    }, ADDRESS_DELAY);
  }
}

new Viewer();
