// The progress of a long run: a bar on a terminal, a plain line now and then elsewhere. It goes to
// standard error, so that piped output stays clean.

import { isatty } from 'node:tty';

/** The width of the bar in characters. */
const BAR_WIDTH = 28;
/** Milliseconds between two updates on a terminal: the bar seems to move steadily. */
const TERMINAL_INTERVAL = 100;
/** Milliseconds between two lines elsewhere: a log file stays short. */
const LOG_INTERVAL = 10_000;

/** Counts towards a known total. */
export class Progress {
  private readonly total: number;
  private readonly unit: string;
  // In a thread, the stream does not know.
  private readonly isTerminal = isatty(2);
  private readonly start = performance.now();
  private last = performance.now();
  private drawn = false;

  /** `unit` is the plural noun of what is counted. */
  constructor(total: number, unit: string) {
    this.total = total;
    this.unit = unit;
  }

  /** Reports how many are done, possibly with a fraction; draws only now and then. */
  update(done: number): void {
    const now = performance.now();
    if (now - this.last < (this.isTerminal ? TERMINAL_INTERVAL : LOG_INTERVAL)) return;
    this.last = now;
    const rate = done / ((now - this.start) / 1000);
    const left = rate > 0 ? (this.total - done) / rate : Infinity;
    const text = `${Number(done.toFixed(2))} of ${this.total} ${this.unit}, ${rate.toFixed(rate < 10 ? 1 : 0)} a second, ${duration(left)} left`;
    if (!this.isTerminal) {
      process.stderr.write(`${text}\n`);
      return;
    }
    const full = Math.round((BAR_WIDTH * done) / this.total);
    process.stderr.write(`\r\x1b[K${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${text}`);
    this.drawn = true;
  }

  /** Removes the bar. */
  clear(): void {
    if (this.drawn) process.stderr.write('\r\x1b[K');
    this.drawn = false;
  }
}

function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown time';
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  if (seconds < 6000) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
