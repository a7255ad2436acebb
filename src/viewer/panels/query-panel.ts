// The part of the section on visibility culling that runs the method of the paper, by occlusion
// queries, and compares it with conservative culling.
import { byId, count, element, plural, table } from '../../display/element.ts';
import type { Queried } from '../visibility/query-run.ts';

/** The requests of the user. */
export interface QueryEvents {
  /** Starts a run; returns whether it begins. It does not while a step is awaited. */
  onQuery(resolution: number): boolean;
  /** Ends the run. */
  onStop(): void;
}

/** The button, the choice of the resolution, and the table of results. */
export class QueryPanel {
  private readonly button = byId<HTMLButtonElement>('query');
  private readonly stopButton = byId<HTMLButtonElement>('query-stop');
  private readonly resolution = byId<HTMLSelectElement>('query-resolution');
  private readonly note = byId('query-note');
  private isRunning = false;

  /** Shows nothing until a run. */
  constructor(events: QueryEvents) {
    this.button.onclick = () => {
      if (!events.onQuery(Number(this.resolution.value))) return;
      this.clear();
      this.setRunning(true);
      this.note.textContent = 'One query a face and pass; this may take a while.';
    };
    this.stopButton.onclick = () => {
      this.stopped();
      events.onStop();
      this.button.focus();
    };
  }

  /** Removes results that belong to another step. */
  clear(): void {
    this.setRunning(false);
    this.note.textContent = '';
    byId('queried').replaceChildren();
  }

  /** The run has ended without a result. */
  stopped(): void {
    if (!this.isRunning) return;
    this.setRunning(false);
    this.note.textContent = 'Stopped.';
  }

  /** Shows the results of a run. */
  show({ resolution, faceCount, colliding, rows, fault }: Queried): void {
    if (!this.isRunning) return;
    this.setRunning(false);
    const cells = rows.map(({ method, left, missed, queryCount, ms }) => [
      method,
      count(left),
      count(missed),
      queryCount === null ? '–' : count(queryCount),
      ms.toFixed(0),
    ]);
    const headings = ['Culling', 'Left', 'Missed', 'Queries', 'ms'];
    byId('queried').replaceChildren(element('div', { className: 'scroll' }, table(headings, -1, cells)));
    const truth = `${count(colliding)} of ${plural(faceCount, 'face')} truly collide. Left: faces that may, at ${count(resolution)} pixels; missed: faces that do and are not left.`;
    this.note.textContent = fault === null ? truth : `No occlusion queries: ${fault} ${truth}`;
  }

  private setRunning(isRunning: boolean): void {
    this.isRunning = isRunning;
    this.button.disabled = isRunning;
    this.stopButton.disabled = !isRunning;
  }
}
