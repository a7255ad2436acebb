// The numbers of the chosen step, and its earliest contacts, each of which can be looked at from close by.
import type { ListedContact, Summary } from '../summary.ts';
import { timeColour } from './colours.ts';
import type { Model } from './decode.ts';
import { byId, count, element, plural, time } from './element.ts';
import { tallyChart, tallyOfStep } from './tally-chart.ts';

export class StepPanel {
  /** Known when the binary data are; contacts then have the names of their objects. */
  model: Model | undefined;
  /** Looks at the vertices of a contact at its time. */
  onFocus: ((vertices: readonly number[], kind: number, time: number) => void) | undefined;
  private readonly summary: Summary;

  constructor(summary: Summary) {
    this.summary = summary;
  }

  show(step: number): void {
    const { steps, faceCount } = this.summary;
    const contacts = steps.count[step];
    byId('step-title').textContent = `Step ${step + 1} of ${steps.count.length}`;
    byId('step-names').textContent = `${steps.from[step]} → ${steps.to[step]}`;
    byId('step-facts').replaceChildren(
      ...fact('Contacts', contacts === 0 ? 'none' : count(contacts)),
      ...(contacts === 0
        ? []
        : [
            ...fact('vertex–face', count(steps.vf[step])),
            ...fact('edge–edge', count(contacts - steps.vf[step])),
            ...fact('First at t', time(steps.firstTime[step])),
          ]),
      ...fact('Checked in', `${steps.ms[step].toFixed(1)} ms`),
    );
    this.list(step);
    byId('tally-step-title').textContent = `Step ${step + 1}`;
    byId('tally-step').replaceChildren(tallyChart(tallyOfStep(steps, step, faceCount), faceCount));
  }

  private list(step: number): void {
    const { earliest, count: counts, leftOut } = this.summary.steps;
    const listed = earliest[step];
    byId('earliest-title').hidden = listed.length === 0;
    byId('earliest').replaceChildren(...listed.map((contact) => element('li', {}, this.row(contact))));
    const more = counts[step] - listed.length;
    const notes = [];
    if (more > 0) notes.push(`${count(more)} more.`);
    if (leftOut[step] > 0) notes.push(`${plural(leftOut[step], 'touched feature')} of this step not drawn.`);
    byId('step-note').textContent = notes.join(' ');
  }

  private row(contact: ListedContact): HTMLElement {
    const [at, kind, a, b] = contact;
    const swatch = element('span', { className: 'swatch' });
    swatch.style.background = timeColour(at).getStyle();
    const names = kind === 0 ? `vertex ${a} – face ${b}` : this.edgeNames(a, b);
    const text = [swatch, element('span', { className: 'at' }, time(at)), element('span', {}, names)];
    const { model } = this;
    if (model === undefined) return element('span', { className: 'contact' }, ...text);
    const corners = cornersOf(contact, model);
    const [one, other] = [corners[0], corners[corners.length - 1]].map((v) => this.summary.objects[model.objectOf[v]]);
    const objects = one === other ? `${one} with itself` : `${one} – ${other}`;
    const title = 'Look at it from close by';
    const onclick = () => this.onFocus?.(corners, kind, at);
    const line = element('span', { className: 'objects' }, objects);
    return element('button', { type: 'button', className: 'contact', title, onclick }, ...text, line);
  }

  /** By their vertices, as everywhere outside the library: nobody else knows its numbering of edges. */
  private edgeNames(a: number, b: number): string {
    const edges = this.model?.edges;
    if (edges === undefined) return 'edge – edge';
    return `edges ${edges[2 * a]}/${edges[2 * a + 1]} – ${edges[2 * b]}/${edges[2 * b + 1]}`;
  }
}

function cornersOf([, kind, a, b]: ListedContact, { triangles, edges }: Model): number[] {
  if (kind === 0) return [a, ...triangles.subarray(3 * b, 3 * b + 3)];
  return [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)];
}

function fact(name: string, value: string): HTMLElement[] {
  return [element('dt', {}, name), element('dd', {}, value)];
}
