// A picture of every clash in its worst frame. They are drawn one after the other when the page has
// time, and at once before it is printed.
import { drawClash } from '../../../display/clash-picture.ts';
import { type ClashView, momentOf } from '../../../display/clash-view.ts';
import { clashText, pairText } from '../../../display/clash-words.ts';
import { byId, element } from '../../../display/element.ts';
import { placeClash } from '../../../display/placed-clash.ts';
import type { Summary } from '../summary.ts';
import type { Model } from './decode.ts';
import { StoredPose } from './stored-pose.ts';

/** The size of a picture in pixels: sharp in print at a third of a page. */
const [WIDTH, HEIGHT] = [560, 380];

/** Adds a picture of every clash to the page; a click on one selects it. */
export function showClashPictures(summary: Summary, model: Model, select: (clash: ClashView) => void): void {
  const { clashes } = model;
  if (clashes.length === 0) return;
  const pose = new StoredPose(summary, model);
  const { unit } = summary.clashes;
  const waiting = clashes.map((clash) => {
    const text = `${pairText(clash)}: ${clashText(clash, unit)}`;
    const canvas = element('canvas', { width: WIDTH, height: HEIGHT, ariaLabel: text, role: 'img' });
    canvas.onclick = () => select(clash);
    const caption = element('figcaption', {}, `${clash.id + 1}. ${text}`);
    byId('clash-pictures').append(
      element('li', {}, element('figure', { className: 'clash-picture' }, canvas, caption)),
    );
    return { clash, canvas };
  });
  byId('pictures').hidden = false;
  const drawNext = (): void => {
    const next = waiting.shift();
    if (next === undefined) return;
    pose.setMoment(momentOf(next.clash));
    drawClash(next.canvas, placeClash(next.clash, model, summary.stored.origin), model, pose.positions, summary.up);
    next.canvas.dataset.drawn = 'true';
  };
  const drawWhenIdle = (): void => {
    drawNext();
    if (waiting.length > 0) setTimeout(drawWhenIdle);
  };
  addEventListener('beforeprint', () => {
    while (waiting.length > 0) drawNext();
  });
  setTimeout(drawWhenIdle);
}
