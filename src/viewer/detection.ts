// The page's side of the worker. One request is in progress and at most one waits, the latest: a
// request that it replaces is dropped, and the one in progress ends early. When nothing waits, the
// page is asked for work ahead.
import type { Answer, CancelRequest, Request } from './protocol.ts';

/**
 * The source number in an answer about a failure of the worker itself, rather than of a request.
 */
export const WORKER_ITSELF = -1;

/** The worker and its queue of one. */
export class Detection {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly nextAhead: () => Request | null;
  private waiting: Request | null = null;
  private isBusy = true;

  /** `nextAhead` returns work for idle time, or null. */
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

  /** Sends a request, or lets it wait until the one in progress has ended. */
  ask(request: Request): void {
    if (this.waiting === null) this.cancel();
    this.waiting = request;
    this.proceed();
  }

  /** Drops the waiting request and ends the one in progress. */
  cancel(): void {
    const request: CancelRequest = { type: 'cancel' };
    this.waiting = null;
    if (this.isBusy) this.worker.postMessage(request);
  }

  /** Starts the waiting request, or work ahead, if the worker is idle. */
  proceed(): void {
    if (this.isBusy) return;
    const next = this.waiting ?? this.nextAhead();
    this.waiting = null;
    if (next === null) return;
    this.isBusy = true;
    this.worker.postMessage(next);
  }
}
