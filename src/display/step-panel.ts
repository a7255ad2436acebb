// The numbers of the current step, and its earliest contacts; the user can examine each of them
// from close by.
import type { ListedContact } from '../check/earliest-contacts.ts';
import { timeColour } from './colours.ts';
import { byId, count, element, plural, time } from './element.ts';
import type { ShownModel } from './shown-model.ts';
import { type TallyNumbers, tallyChart } from './tally-chart.ts';

/** The data of a step that the panel shows. */
export interface ShownStep {
  /** The number of the step, from 0. */
  readonly index: number;
  /** The number of steps of the sequence. */
  readonly stepCount: number;
  /** The name of the frame at the start. */
  readonly from: string;
  /** The name of the frame at the end. */
  readonly to: string;
  /** The number of contacts. */
  readonly count: number;
  /** How many of them are vertex–face. */
  readonly vf: number;
  /** The time of the first contact; null if there is none. */
  readonly firstTime: number | null;
  /** Whether there are more contacts than these, perhaps earlier ones. */
  readonly truncated: boolean;
  /** Milliseconds spent in the collider; null if they are not known, as in a report. */
  readonly ms: number | null;
  /** The earliest contacts, ascending in time. */
  readonly earliest: readonly ListedContact[];
  /** The number of touched features that are not drawn. */
  readonly leftOut: number;
  /** The number of pairs that each stage kept. */
  readonly tally: TallyNumbers;
  /** The number of faces of the mesh. */
  readonly faceCount: number;
}

/** The panel beside the model. */
export class StepPanel {
  /** Once it is set, contacts show the names of their objects and can be examined. */
  model: ShownModel | undefined;
  /** Called to examine the vertices of a contact at its time. */
  onFocus: ((vertices: readonly number[], kind: number, time: number) => void) | undefined;

  /** Shows a step. */
  show(step: ShownStep): void {
    const { index, from, to, count: contacts, vf, firstTime, truncated, ms, tally, faceCount } = step;
    byId('step-title').textContent = `Step ${index + 1} of ${step.stepCount}`;
    byId('step-names').textContent = `${from} → ${to}`;
    byId('step-facts').replaceChildren(
      ...fact('Contacts', contacts === 0 ? 'none' : `${truncated ? 'at least ' : ''}${count(contacts)}`),
      ...(contacts === 0
        ? []
        : [
            ...fact('vertex–face', count(vf)),
            ...fact('edge–edge', count(contacts - vf)),
            ...fact('First at t', `${time(firstTime)}${truncated ? ' or before' : ''}`),
          ]),
      ...(ms === null ? [] : fact('Checked in', `${ms.toFixed(1)} ms`)),
    );
    this.list(step);
    byId('tally-step-title').textContent = `Step ${index + 1}`;
    byId('tally-step').replaceChildren(tallyChart(tally, faceCount));
  }

  private list({ earliest, count: contacts, truncated, leftOut }: ShownStep): void {
    byId('earliest-title').hidden = earliest.length === 0;
    byId('earliest').replaceChildren(...earliest.map((contact) => element('li', {}, this.row(contact))));
    const more = contacts - earliest.length;
    const notes = [];
    if (more > 0) notes.push(`${count(more)} more.`);
    if (truncated) notes.push('Truncated: there are more contacts, perhaps earlier ones, than were asked for.');
    if (leftOut > 0) notes.push(`${plural(leftOut, 'touched feature')} of this step not drawn.`);
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
    const [one, other] = [corners[0], corners[corners.length - 1]].map((v) => model.objects[model.objectOf[v]]);
    const objects = one === other ? `${one} with itself` : `${one} – ${other}`;
    const title = 'Look at it from close by';
    const onclick = () => this.onFocus?.(corners, kind, at);
    const line = element('span', { className: 'objects' }, objects);
    return element('button', { type: 'button', className: 'contact', title, onclick }, ...text, line);
  }

  /**
   * Edges are named by their vertices, as everywhere outside the library: users do not know its
   * edge numbers.
   */
  private edgeNames(a: number, b: number): string {
    const edges = this.model?.edges;
    if (edges === undefined) return 'edge – edge';
    return `edges ${edges[2 * a]}/${edges[2 * a + 1]} – ${edges[2 * b]}/${edges[2 * b + 1]}`;
  }
}

function cornersOf([, kind, a, b]: ListedContact, { triangles, edges }: ShownModel): number[] {
  if (kind === 0) return [a, ...triangles.subarray(3 * b, 3 * b + 3)];
  return [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)];
}

function fact(name: string, value: string): HTMLElement[] {
  return [element('dt', {}, name), element('dd', { ariaLabel: name }, value)];
}
