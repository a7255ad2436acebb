// The page's end of the worker. One request is under way at a time and one waits, the latest: whatever it replaces is dropped, and what is
// under way ends early. When nothing waits, the page is asked for something to do ahead.
import type { Answer, CancelRequest, Request } from './protocol.ts';

/** In place of the number of a source. */
export const WORKER_ITSELF = -1;

export class Detection {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly nextAhead: () => Request | null;
  private waiting: Request | null = null;
  private isBusy = true;

  constructor(onAnswer: (answer: Answer) => void, nextAhead: () => Request | null) {
    this.nextAhead = nextAhead;
    this.worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.type !== 'placed') this.isBusy = false;
      onAnswer(data);
      this.proceed();
    };
    this.worker.onerror = ({ message }) => {
      const reason = message || 'it could not be loaded';
      onAnswer({ type: 'failed', number: WORKER_ITSELF, step: null, message: `The worker failed: ${reason}.` });
    };
  }

  ask(request: Request): void {
    const cancel: CancelRequest = { type: 'cancel' };
    if (this.isBusy && this.waiting === null) this.worker.postMessage(cancel);
    this.waiting = request;
    this.proceed();
  }

  /** What is under way, and what waits, is not wanted any more. */
  cancel(): void {
    const cancel: CancelRequest = { type: 'cancel' };
    this.waiting = null;
    if (this.isBusy) this.worker.postMessage(cancel);
  }

  /** There may be something to do ahead now. */
  proceed(): void {
    if (this.isBusy) return;
    const next = this.waiting ?? this.nextAhead();
    this.waiting = null;
    if (next === null) return;
    this.isBusy = true;
    this.worker.postMessage(next);
  }
}
