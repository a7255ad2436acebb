// The clashes of a page: the list, the selected clash with its numbers, the legend of its colours,
// and the keys that go from one clash to the next.
import { showClashDetail } from './clash-panel.ts';
import { ClashRows } from './clash-rows.ts';
import type { ClashList, ClashView } from './clash-view.ts';
import { byId } from './element.ts';
import type { KeyAction } from './keys.ts';
import { type TabName, Tabs } from './tabs.ts';

/** The list beside the model, and the numbers below it. */
export class ClashStage {
  /** The tabs beside the model. */
  readonly tabs: Tabs;
  private readonly rows = new ClashRows(byId('clash-rows'), (clash) => this.select(clash));
  private readonly onSelect: (clash: ClashView | null) => void;
  private list: ClashList = { clashes: [], frameCount: 0, unit: null, gone: [] };

  /**
   * `onSelect` shows a clash in the model, or nothing but contacts for null; `onTab` is called when the
   * user has chosen a tab.
   */
  constructor(onSelect: (clash: ClashView | null) => void, onTab: () => void) {
    this.onSelect = onSelect;
    this.tabs = new Tabs(() => {
      this.mark();
      onTab();
    });
    byId('previous-clash').onclick = () => this.rows.move(-1);
    byId('next-clash').onclick = () => this.rows.move(1);
  }

  /** The selected clash, while the clashes are shown. */
  get shown(): ClashView | undefined {
    return this.tabs.shown === 'clashes' ? this.rows.selected : undefined;
  }

  /** The selected clash, in either tab. */
  get selected(): ClashView | undefined {
    return this.rows.selected;
  }

  /** The clash of the first row. */
  get first(): ClashView | undefined {
    return this.rows.first;
  }

  /** Shows another list, or the same one with more known about it; `note` stands above it. */
  show(list: ClashList, note: string): void {
    this.list = list;
    byId('clash-note').textContent = note;
    byId('clash-hint').hidden = list.clashes.length < 2;
    for (const id of ['previous-clash', 'next-clash']) byId(id).hidden = list.clashes.length < 2;
    byId('tab-clashes').textContent = `Clashes (${list.clashes.length})`;
    this.rows.show(list);
    const { selected } = this.rows;
    if (selected) this.showDetail(selected);
    else this.deselect();
  }

  /** Selects a clash and shows it. */
  select(clash: ClashView): void {
    this.preselect(clash);
    this.onSelect(clash);
  }

  /** Selects a clash, without an event. */
  preselect(clash: ClashView): void {
    this.rows.select(clash);
    this.showDetail(clash);
  }

  /** Selects no clash, without an event. */
  deselect(): void {
    this.rows.select(null);
    this.mark();
  }

  /** Shows a tab, without an event. */
  showTab(name: TabName): void {
    this.tabs.show(name);
    this.mark();
  }

  /** Returns actions for `bindKeys`; those of `others` apply while the clashes are not shown. */
  keys(others: Readonly<Record<string, KeyAction>>): Record<string, KeyAction> {
    const move = (key: string, by: 1 | -1) => () =>
      this.tabs.shown === 'clashes' ? this.rows.move(by) : (others[key]?.() ?? key in others);
    return {
      ...others,
      n: move('n', 1),
      p: move('p', -1),
      ArrowDown: move('ArrowDown', 1),
      ArrowUp: move('ArrowUp', -1),
      Escape: () => {
        if (this.shown === undefined) return false;
        this.deselect();
        this.onSelect(null);
      },
    };
  }

  /** Styles show the numbers and the legend of what is shown: a clash or contacts. */
  private mark(): void {
    document.body.dataset.shows = this.shown ? 'clash' : 'contacts';
  }

  private showDetail(clash: ClashView): void {
    showClashDetail(byId('clash-detail'), clash, this.list);
    byId('legend-a').textContent = clash.a;
    byId('legend-b').textContent = clash.b;
    byId('legend-other').hidden = clash.a === clash.b;
    this.mark();
  }
}
