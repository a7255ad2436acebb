// The part of the section of visibility culling that runs the paper's own way, by occlusion queries, and shows it beside the culling that
// misses nothing.
import { byId, count, element, plural, table } from '../display/element.ts';
import type { Queried, QueryRow } from './query-run.ts';

const NAMES: Readonly<Record<QueryRow['way'], string>> = {
  queries: 'queries, lossy',
  conservative: 'conservative',
};

export interface QueryEvents {
  /** Whether it begins: not while a step is awaited. */
  onQuery(resolution: number): boolean;
  onStop(): void;
}

export class QueryPanel {
  private readonly button = byId<HTMLButtonElement>('query');
  private readonly stopButton = byId<HTMLButtonElement>('query-stop');
  private readonly resolution = byId<HTMLSelectElement>('query-resolution');
  private readonly note = byId('query-note');
  private isRunning = false;

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

  /** What is here is of no use where another step is shown. */
  clear(): void {
    this.setRunning(false);
    this.note.textContent = '';
    byId('queried').replaceChildren();
  }

  stopped(): void {
    if (!this.isRunning) return;
    this.setRunning(false);
    this.note.textContent = 'Stopped.';
  }

  show({ resolution, faceCount, colliding, rows, fault }: Queried): void {
    if (!this.isRunning) return;
    this.setRunning(false);
    const cells = rows.map(({ way, left, missed, queryCount, ms }) => [
      NAMES[way],
      count(left),
      count(missed),
      way === 'queries' ? count(queryCount) : '–',
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
