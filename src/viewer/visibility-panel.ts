// The section of visibility culling: views along the axes with the potentially colliding set in colour, round by round, and how the set
// shrinks pass by pass.

import { byId, count, element, plural } from '../display/element.ts';
import type { CullPass } from '../gpu.ts';
import type { DepthView } from './depth-view.ts';
import { type QueryEvents, QueryPanel } from './query-panel.ts';
import type { Looked } from './visibility-look.ts';

const LEFT_COLOUR = [214, 60, 50];
/** The darkest of what is seen, so that it stands out from nothing. */
const LEAST_SHADE = 60;
const AXES = 'xyz';

export interface VisibilityEvents extends QueryEvents {
  onLook(): void;
}

export class VisibilityPanel {
  readonly queries: QueryPanel;
  private readonly button = byId<HTMLButtonElement>('look');
  private readonly slider = byId<HTMLInputElement>('look-round');
  private looked: Looked | undefined;
  /** Of what is shown or being found out. */
  private step = -1;

  constructor(events: VisibilityEvents) {
    this.queries = new QueryPanel(events);
    this.button.onclick = () => {
      // One at a time.
      this.queries.stopped();
      events.onLook();
    };
    this.slider.addEventListener('input', () => this.paint());
  }

  /** What is here is of no use where another step is shown. */
  keep(step: number): void {
    if (this.step !== step) this.clear();
    this.step = step;
  }

  clear(): void {
    this.looked = undefined;
    this.step = -1;
    this.queries.clear();
    byId('looked').hidden = true;
  }

  show(looked: Looked): void {
    const { views, passes, rounds, faceCount, ms } = looked;
    this.looked = looked;
    this.slider.max = String(rounds);
    this.slider.value = String(rounds);
    const figures = views.map(({ axis, width, height }) => {
      const canvas = element('canvas', { width, height, ariaLabel: `View along ${AXES[axis]}` });
      return element('figure', {}, canvas, element('figcaption', {}, `along ${AXES[axis]}`));
    });
    byId('depth-views').replaceChildren(...figures);
    byId('passes').replaceChildren(...passes.map((pass) => barOf(pass, faceCount)));
    const cost = `${plural(rounds, 'round')} of ${count(passes.length / rounds)} passes, ${ms.toFixed(0)} ms for all.`;
    byId('look-note').textContent = `${cost} A bar is the set after a pass, of ${plural(faceCount, 'face')}.`;
    byId('looked').hidden = false;
    this.paint();
  }

  private paint(): void {
    if (this.looked === undefined) return;
    const { views, prunedIn, faceCount } = this.looked;
    const round = Number(this.slider.value);
    const isLeft = prunedIn.map((pruned) => Number(pruned === 0 || pruned > round));
    const left = isLeft.reduce((sum, each) => sum + each, 0);
    byId('look-round-value').textContent = `after round ${round}: ${count(left)} of ${count(faceCount)}`;
    const canvases = byId('depth-views').querySelectorAll('canvas');
    views.forEach((view, i) => {
      canvases[i].getContext('2d')?.putImageData(imageOf(view, isLeft), 0, 0);
    });
  }
}

/** Lines run upwards, as coordinates do. */
function imageOf({ width, height, faces, shades }: DepthView, isLeft: Uint8Array): ImageData {
  const image = new ImageData(width, height);
  for (let i = 0; i < faces.length; i++) {
    if (faces[i] === 0) continue;
    const shade = LEAST_SHADE + ((255 - LEAST_SHADE) * shades[i]) / 255;
    const at = 4 * ((height - 1 - Math.floor(i / width)) * width + (i % width));
    const colour = isLeft[faces[i] - 1] ? LEFT_COLOUR : [shade, shade, shade];
    image.data.set([...colour, 255], at);
  }
  return image;
}

function barOf({ view, pass, rendered, tested, left }: CullPass, faceCount: number): HTMLElement {
  const bar = element('span', { className: 'bar' });
  bar.style.inlineSize = `${(100 * left) / Math.max(1, faceCount)}%`;
  const title = `View ${view + 1}, ${pass} pass: ${count(rendered)} rendered, ${count(tested)} tested, ${count(left)} left`;
  return element('li', { title, ariaLabel: title }, bar);
}
