// What is open, and what is known about it. Asks the worker for the step that is shown, and for the others when there is time.
import { Detection, WORKER_ITSELF } from './detection.ts';
import type { Answer, Checked, CheckRequest, Opened, Placed, Request, SimulatedStep, Source } from './protocol.ts';
import type { Queried } from './query-run.ts';
import { nameOf, type Settings, USUAL } from './settings.ts';
import { StepResults } from './step-results.ts';
import type { Looked } from './visibility-look.ts';

export interface SessionEvents {
  onReady(scenes: readonly string[], simulations: readonly string[]): void;
  onOpened(opened: Opened): void;
  /** The vertices of a step that was asked for, perhaps not the last one; its contacts follow. */
  onPlaced(placed: Placed): void;
  onChecked(checked: Checked): void;
  /** There is another step; `isWanted` unless another one was asked for meanwhile. */
  onSimulated(simulated: SimulatedStep, isWanted: boolean): void;
  /** Visibility culling that was asked for. */
  onLooked(looked: Looked): void;
  /** The same by occlusion queries; or it was ended. */
  onQueried(queried: Queried): void;
  onQueryEnded(): void;
  /** Another step is known. */
  onKnown(): void;
  onFailed(message: string): void;
  /** Whether steps that are not shown should be checked too. */
  wantsAhead(): boolean;
}

export class Session {
  /** Undefined until something is open. */
  results: StepResults | undefined;
  /** Whether the step that was asked for is not known yet. */
  isAwaiting = false;
  private readonly events: SessionEvents;
  private readonly detection: Detection;
  /** Of the source that is open, and of the one that was asked for last. */
  private number = 0;
  private asked = 0;
  private step = 0;
  private settings = USUAL;
  /** The next step of a simulation was asked for, and nothing since. */
  private wantsNext = false;

  constructor(events: SessionEvents) {
    this.events = events;
    this.detection = new Detection(
      (answer) => this.receive(answer),
      () => this.ahead(),
    );
  }

  get isOpening(): boolean {
    return this.asked !== this.number;
  }

  open(source: Source): void {
    this.asked++;
    this.isAwaiting = false;
    this.wantsNext = false;
    this.detection.ask({ type: 'open', number: this.asked, source });
  }

  /** A step to show. While something is being opened there is none. */
  check(step: number, settings: Settings): void {
    if (this.isOpening) return;
    this.step = step;
    this.settings = settings;
    this.isAwaiting = true;
    this.wantsNext = false;
    this.detection.ask({ type: 'check', number: this.number, step, settings, isShown: true });
  }

  /** One more step of a simulation. */
  simulate(): void {
    if (this.isOpening) return;
    this.isAwaiting = true;
    this.wantsNext = true;
    this.detection.ask({ type: 'simulate', number: this.number });
  }

  /** Not while a step is awaited: the request would take its place. */
  look(step: number): void {
    if (this.isOpening || this.isAwaiting) return;
    this.detection.ask({ type: 'look', number: this.number, step });
  }

  /** Whether it begins. */
  query(step: number, resolution: number): boolean {
    if (this.isOpening || this.isAwaiting) return false;
    this.detection.ask({ type: 'query', number: this.number, step, resolution });
    return true;
  }

  /** Not where a step that was asked for since has ended it. */
  stopQuery(): void {
    if (!this.isOpening && !this.isAwaiting) this.detection.cancel();
  }

  goAhead(): void {
    this.detection.proceed();
  }

  private ahead(): CheckRequest | null {
    const { results, settings, number } = this;
    if (results === undefined || this.isOpening || !this.events.wantsAhead()) return null;
    const step = results.nextUnknown(this.step, settings);
    return step === null ? null : { type: 'check', number, step, settings, isShown: false };
  }

  private receive(answer: Answer): void {
    if (answer.type === 'ready') this.events.onReady(answer.scenes, answer.simulations);
    else if (answer.type === 'failed') this.fail(answer.number, answer.step, answer.message);
    else if (answer.type === 'cancelled') this.cancelled(answer.request);
    else if (answer.number !== this.asked) return;
    else if (answer.type === 'opened') this.opened(answer.opened);
    else if (answer.type === 'checked') this.checked(answer.checked);
    else if (answer.type === 'simulated') this.simulated(answer.simulated);
    else if (answer.type === 'looked') this.events.onLooked(answer.looked);
    else if (answer.type === 'queried') this.events.onQueried(answer.queried);
    else this.events.onPlaced(answer.placed);
  }

  private cancelled(request: Request['type']): void {
    if (request === 'query') this.events.onQueryEnded();
  }

  private opened(opened: Opened): void {
    this.number = this.asked;
    this.results = new StepResults(opened.frameNames, opened.isSimulated ? 0 : undefined);
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
    else this.results?.fail(step);
    this.isAwaiting = false;
    this.events.onFailed(message);
  }
}
