// The open source, and the known results of its steps. The session asks the worker for the current
// step, and in idle time for the others.
import type { ClashView } from '../display/clash-view.ts';
import { ClashResults } from './clash-results.ts';
import { Detection, WORKER_ITSELF } from './detection.ts';
import type { Answer, Checked, Opened, Placed, Request, SimulatedStep, Source } from './protocol.ts';
import { DEFAULTS, nameOf, type Settings } from './settings.ts';
import { StepResults } from './step-results.ts';
import type { Queried } from './visibility/query-run.ts';
import type { VisibilityRounds } from './visibility/visibility-rounds.ts';

/** The events of a session. */
export interface SessionEvents {
  /** The worker has started; these scenes and simulations can be opened. */
  onReady(scenes: readonly string[], simulations: readonly string[]): void;
  /** A source is open. */
  onOpened(opened: Opened): void;
  /** The vertices of a requested step, perhaps not of the last one; its contacts follow. */
  onPlaced(placed: Placed): void;
  /** The current step has been checked. */
  onChecked(checked: Checked): void;
  /** Another step exists; `isWanted` unless another one was requested meanwhile. */
  onSimulated(simulated: SimulatedStep, isWanted: boolean): void;
  /** The result of visibility culling. */
  onCulled(culled: VisibilityRounds): void;
  /** The result of visibility culling with occlusion queries. */
  onQueried(queried: Queried): void;
  /** A request of this type was ended without a result. */
  onCancelled(request: Request['type']): void;
  /** Another step is known. */
  onKnown(): void;
  /** All frames are known, and their clashes are linked. */
  onLinked(): void;
  /** The clash that was asked for has been refined, or could not be. */
  onRefined(): void;
  /** A request has failed; the message is for people. */
  onFailed(message: string): void;
  /** Whether steps that are not shown should be checked too. */
  wantsAhead(): boolean;
  /** Whether the sequence is playing, so that the worker has no time for clashes. */
  isPlaying(): boolean;
}

/** The open source. */
export class Session {
  /** The known results of its steps; undefined until something is open. */
  results: StepResults | undefined;
  /** The clashes that are known; undefined until something is open. */
  clashes: ClashResults | undefined;
  /** Whether the requested step is not known yet. */
  isAwaiting = false;
  private readonly events: SessionEvents;
  private readonly detection: Detection;
  /** The number of the open source; `asked` is that of the source requested last. */
  private number = 0;
  private asked = 0;
  private step = 0;
  private settings = DEFAULTS;
  /** The next step of a simulation was requested, and nothing since. */
  private wantsNext = false;
  /** The clash to refine as soon as the worker has time. */
  private rough: ClashView | null = null;
  private isLinkAsked = false;

  /** Starts the worker. */
  constructor(events: SessionEvents) {
    this.events = events;
    this.detection = new Detection(
      (answer) => this.receive(answer),
      () => this.ahead(),
    );
  }

  /** Whether a source is being opened. */
  get isOpening(): boolean {
    return this.asked !== this.number;
  }

  /** Opens a source; the previous one stays open until then. */
  open(source: Source): void {
    this.asked++;
    this.isAwaiting = false;
    this.wantsNext = false;
    this.detection.ask({ type: 'open', number: this.asked, source });
  }

  /** Requests the step to show. Ignored while a source is being opened. */
  check(step: number, settings: Settings): void {
    if (this.isOpening) return;
    this.step = step;
    this.settings = settings;
    this.isAwaiting = true;
    this.wantsNext = false;
    this.detection.ask({ type: 'check', number: this.number, step, settings, isShown: true });
  }

  /** Requests one more step of a simulation. */
  simulate(): void {
    if (this.isOpening) return;
    this.isAwaiting = true;
    this.wantsNext = true;
    this.detection.ask({ type: 'simulate', number: this.number });
  }

  /** Requests visibility culling. Ignored while a step is awaited: the request would replace it. */
  cull(step: number): void {
    if (this.isOpening || this.isAwaiting) return;
    this.detection.ask({ type: 'cull', number: this.number, step });
  }

  /** Requests occlusion queries; returns whether they begin. */
  query(step: number, resolution: number): boolean {
    if (this.isOpening || this.isAwaiting) return false;
    this.detection.ask({ type: 'query', number: this.number, step, resolution });
    return true;
  }

  /** Ends occlusion queries, unless a step requested since has ended them. */
  stopQuery(): void {
    if (!this.isOpening && !this.isAwaiting) this.detection.cancel();
  }

  /** Whether the clash that was asked for is not refined yet. */
  get isRefining(): boolean {
    return this.rough !== null;
  }

  /** Requests the refined depth and the curve of a clash, after the current step; null for none. */
  refine(clash: ClashView | null): void {
    this.rough = clash && this.clashes?.isRough(clash) ? clash : null;
    this.detection.proceed();
  }

  /** Checks steps ahead if the worker is idle. */
  goAhead(): void {
    this.detection.proceed();
  }

  /**
   * The selected clash comes first, then those of the current step, of all steps, then contacts.
   */
  private ahead(): Request | null {
    const { results, clashes, settings, number } = this;
    if (results === undefined || clashes === undefined || this.isOpening || this.events.isPlaying()) return null;
    if (this.rough) {
      const { worst, a, b, facesA, facesB } = this.rough;
      return { type: 'refine', number, frame: worst.frame, a, b, facesA, facesB };
    }
    if (clashes.isComplete && !this.isLinkAsked) {
      this.isLinkAsked = true;
      return { type: 'link', number };
    }
    const wantsAll = this.events.wantsAhead();
    const next = clashes.nextUnknown(this.step, results.readyCount);
    if (next !== null && (wantsAll || next === this.step)) return { type: 'clash', number, step: next };
    const step = wantsAll ? results.nextUnknown(this.step, settings) : null;
    return step === null ? null : { type: 'check', number, step, settings, isShown: false };
  }

  private receive(answer: Answer): void {
    const { events } = this;
    if (answer.type === 'ready') events.onReady(answer.scenes, answer.simulations);
    else if (answer.type === 'failed') this.fail(answer.number, answer.step, answer.message);
    else if (answer.type === 'cancelled') events.onCancelled(answer.request);
    else if (answer.number !== this.asked) return;
    else if (answer.type === 'opened') this.opened(answer.opened);
    else if (answer.type === 'checked') this.checked(answer.checked);
    else if (answer.type === 'clashed') {
      this.clashes?.add(answer.clashed);
      events.onKnown();
    } else if (answer.type === 'linked') {
      this.clashes?.link(answer.linked);
      events.onLinked();
    } else if (answer.type === 'refined') {
      this.clashes?.refine(answer.refined);
      if (this.rough && !this.clashes?.isRough(this.rough)) this.rough = null;
      events.onRefined();
    } else if (answer.type === 'simulated') this.simulated(answer.simulated);
    else if (answer.type === 'culled') events.onCulled(answer.culled);
    else if (answer.type === 'queried') events.onQueried(answer.queried);
    else events.onPlaced(answer.placed);
  }

  private opened(opened: Opened): void {
    this.number = this.asked;
    this.results = new StepResults(opened.frameNames, opened.isSimulated ? 0 : undefined);
    this.clashes = new ClashResults(opened.frameNames.length, opened.unit);
    this.isLinkAsked = false;
    this.rough = null;
    this.events.onOpened(opened);
  }

  private checked(checked: Checked): void {
    this.results?.add(checked);
    const isWanted = checked.step === this.step && nameOf(checked.settings) === nameOf(this.settings);
    if (isWanted && checked.shown) {
      this.isAwaiting = false;
      this.events.onChecked(checked);
    }
    this.events.onKnown();
  }

  private simulated(simulated: SimulatedStep): void {
    const isWanted = this.wantsNext;
    this.wantsNext = false;
    if (isWanted) this.isAwaiting = false;
    if (this.results && !simulated.isPinched) this.results.readyCount = simulated.step + 1;
    this.events.onSimulated(simulated, isWanted);
  }

  private fail(number: number, step: number | null, message: string): void {
    if (number !== WORKER_ITSELF && number !== this.asked) return;
    if (step === null) this.asked = this.number;
    else {
      this.results?.fail(step);
      this.clashes?.fail(step);
    }
    this.isAwaiting = false;
    this.rough = null;
    this.events.onFailed(message);
  }
}
