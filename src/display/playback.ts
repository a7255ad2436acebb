// Plays the sequence at a constant rate.
import { byId } from './element.ts';

const STEPS_PER_SECOND = 8;

/** The play button and its clock. */
export class Playback {
  private readonly onStart: () => void;
  private readonly advance: (steps: number) => void;
  private readonly onStop: () => void;
  private readonly button = byId('play');
  /** Whether the sequence is playing. */
  isPlaying = false;

  /**
   * `onStart` is called when playing starts, `advance` once per animation frame with the number of
   * steps that have passed, and `onStop` when playing has stopped.
   */
  constructor(onStart: () => void, advance: (steps: number) => void, onStop: () => void = () => {}) {
    this.onStart = onStart;
    this.advance = advance;
    this.onStop = onStop;
    this.button.onclick = () => this.toggle();
  }

  /** Starts or stops. */
  toggle(): void {
    if (this.isPlaying) this.stop();
    else this.start();
  }

  /** Stops at the current moment. */
  stop(): void {
    const wasPlaying = this.isPlaying;
    this.setPlaying(false);
    if (wasPlaying) this.onStop();
  }

  /** Starts from the current moment. */
  start(): void {
    this.setPlaying(true);
    this.onStart();
    let last: number | undefined;
    const tick = (now: number): void => {
      if (!this.isPlaying) return;
      // Times of animation frames are compared only with each other: the time of the key press is
      // another clock. After the tab was hidden, playing continues where it was.
      this.advance((STEPS_PER_SECOND * Math.min(200, now - (last ?? now))) / 1000);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  private setPlaying(isPlaying: boolean): void {
    this.isPlaying = isPlaying;
    this.button.ariaPressed = String(isPlaying);
    this.button.textContent = isPlaying ? 'Pause' : 'Play';
  }
}
