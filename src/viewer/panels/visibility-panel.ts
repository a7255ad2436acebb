// The section on visibility culling: views along the axes with the potentially colliding set in
// colour, round by round, and how the set shrinks pass by pass.

import { byId, count, element, plural } from '../../display/element.ts';
import type { CullPass } from '../../gpu.ts';
import type { DepthView } from '../visibility/depth-view.ts';
import type { VisibilityRounds } from '../visibility/visibility-rounds.ts';
import { type QueryEvents, QueryPanel } from './query-panel.ts';

const LEFT_COLOUR = [214, 60, 50];
/** The darkest shade of a face, so that it stands out from the background. */
const MIN_SHADE = 60;
const AXES = 'xyz';

/** The requests of the user. */
export interface VisibilityEvents extends QueryEvents {
  /** Visibility culling of the current step. */
  onCull(): void;
}

/** The section of the page. */
export class VisibilityPanel {
  /** The part about occlusion queries. */
  readonly queries: QueryPanel;
  private readonly button = byId<HTMLButtonElement>('look');
  private readonly slider = byId<HTMLInputElement>('look-round');
  private culled: VisibilityRounds | undefined;
  /** The step that is shown or requested. */
  private step = -1;

  /** Shows nothing until a result arrives. */
  constructor(events: VisibilityEvents) {
    this.queries = new QueryPanel(events);
    this.button.onclick = () => {
      // Only one of the two runs at a time.
      this.queries.stopped();
      events.onCull();
    };
    this.slider.addEventListener('input', () => this.paint());
  }

  /** Removes results that belong to another step. */
  keep(step: number): void {
    if (this.step !== step) this.clear();
    this.step = step;
  }

  /** Removes all results. */
  clear(): void {
    this.culled = undefined;
    this.step = -1;
    this.queries.clear();
    byId('looked').hidden = true;
  }

  /** Shows the result of culling. */
  show(culled: VisibilityRounds): void {
    const { views, passes, rounds, faceCount, ms } = culled;
    this.culled = culled;
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
    if (this.culled === undefined) return;
    const { views, prunedIn, faceCount } = this.culled;
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
    const shade = MIN_SHADE + ((255 - MIN_SHADE) * shades[i]) / 255;
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
