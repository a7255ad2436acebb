// Plays the sequence at a steady rate.
import { byId } from './element.ts';

const STEPS_A_SECOND = 8;

export class Playback {
  private readonly onStart: () => void;
  private readonly advance: (steps: number) => void;
  private readonly button = byId('play');
  isPlaying = false;

  constructor(onStart: () => void, advance: (steps: number) => void) {
    this.onStart = onStart;
    this.advance = advance;
    this.button.onclick = () => this.toggle();
  }

  toggle(): void {
    if (this.isPlaying) this.stop();
    else this.start();
  }

  stop(): void {
    this.setPlaying(false);
  }

  start(): void {
    this.setPlaying(true);
    this.onStart();
    let last: number | undefined;
    const tick = (now: number): void => {
      if (!this.isPlaying) return;
      // Frames are compared with frames, whose time is not that of the key; after a pause of the tab it goes on from where it was.
      this.advance((STEPS_A_SECOND * Math.min(200, now - (last ?? now))) / 1000);
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
