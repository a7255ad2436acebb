// The list of clashes: one row per clash with its parts, its frames as a bar on the common time
// line, its depth, kind and status. Clashes at rest, known ones and places that only touch follow
// under headings of their own.
import type { ClashList, ClashView } from './clash-view.ts';
import { depthText, framesText, isGrave, pairText, statusText } from './clash-words.ts';
import { element } from './element.ts';

interface Group {
  readonly title: string;
  readonly clashes: readonly ClashView[];
}

/** The rows, and which of them is selected. */
export class ClashRows {
  private readonly place: HTMLElement;
  private readonly onSelect: (clash: ClashView) => void;
  /** The clashes in the order of the rows. */
  private order: readonly ClashView[] = [];
  private readonly buttons = new Map<number, HTMLButtonElement>();
  private current: number | null = null;

  /** Fills `place`; `onSelect` is called when the user chooses a clash. */
  constructor(place: HTMLElement, onSelect: (clash: ClashView) => void) {
    this.place = place;
    this.onSelect = onSelect;
  }

  /** The clash of the first row; undefined if there is none. */
  get first(): ClashView | undefined {
    return this.order[0];
  }

  /** The selected clash; undefined if there is none. */
  get selected(): ClashView | undefined {
    return this.order.find(({ id }) => id === this.current);
  }

  /** Shows another list, or the same one with more known about it. */
  show(list: ClashList): void {
    const groups = groupsOf(list.clashes);
    this.order = groups.flatMap(({ clashes }) => clashes);
    const focused = [...this.buttons].find(([, button]) => button === document.activeElement)?.[0];
    this.buttons.clear();
    this.place.replaceChildren(
      ...groups.flatMap(({ title, clashes }) => [
        ...(groups.length > 1 || title !== MAIN
          ? [element('h2', { className: 'clash-group' }, `${title} (${clashes.length})`)]
          : []),
        element('ol', { className: 'clashes' }, ...clashes.map((clash) => element('li', {}, this.row(clash, list)))),
      ]),
    );
    if (focused !== undefined) this.buttons.get(focused)?.focus();
    this.mark();
  }

  /** Marks a clash as selected; null for none. */
  select(clash: ClashView | null): void {
    this.current = clash?.id ?? null;
    this.mark();
    const button = clash && this.buttons.get(clash.id);
    button?.scrollIntoView({ block: 'nearest' });
  }

  /** Selects the next clash, or the previous one; it stays at the ends of the list. */
  move(by: 1 | -1): void {
    const at = this.order.findIndex(({ id }) => id === this.current);
    const next = this.order[at < 0 ? 0 : at + by];
    if (next) this.onSelect(next);
  }

  private mark(): void {
    for (const [id, button] of this.buttons) button.ariaCurrent = String(id === this.current);
  }

  private row(clash: ClashView, { frameCount, unit }: ClashList): HTMLElement {
    const status = statusText(clash);
    const button = element(
      'button',
      { type: 'button', className: 'clash', onclick: () => this.onSelect(clash) },
      element('span', { className: 'pair' }, pairText(clash)),
      element('span', { className: 'depth' }, depthText(clash, unit)),
      element('span', { className: 'kind' }, clash.kind),
      element('span', { className: 'frames' }, framesText(clash)),
      ...(frameCount > 1 ? [frameBar(clash, frameCount)] : []),
    );
    if (status !== '')
      button.querySelector('.kind')?.append(element('span', { className: `status ${clash.baseline ?? ''}` }, status));
    this.buttons.set(clash.id, button);
    return button;
  }
}

const MAIN = 'Clashes';

function groupsOf(clashes: readonly ClashView[]): Group[] {
  const groups: [string, (clash: ClashView) => boolean][] = [
    [MAIN, (clash) => isGrave(clash) && clash.baseline !== 'known' && !clash.atRest],
    ['At rest, there from the first frame', (clash) => isGrave(clash) && clash.baseline !== 'known' && clash.atRest],
    ['Known from the baseline', (clash) => isGrave(clash) && clash.baseline === 'known'],
    ['Only touching', (clash) => !isGrave(clash)],
  ];
  return groups
    .map(([title, belongs]) => ({ title, clashes: clashes.filter(belongs) }))
    .filter((group) => group.clashes.length > 0);
}

/** The frames of a clash on the time line of all frames, with a mark at the worst. */
function frameBar({ first, last, worst }: ClashView, frameCount: number): HTMLElement {
  const bar = element('span', { className: 'span' });
  const mark = element('span', { className: 'worst' });
  const percent = (frame: number) => `${(100 * frame) / frameCount}%`;
  bar.style.left = percent(first);
  bar.style.width = percent(last - first + 1);
  mark.style.left = percent(worst.frame + 0.5);
  return element('span', { className: 'frame-bar', ariaHidden: 'true' }, bar, mark);
}
