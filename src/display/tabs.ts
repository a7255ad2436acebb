// The two tabs beside the model: the clashes, and how they were found. Elements of the class
// `of-clashes` or `of-found`, anywhere on the page, are visible in one of them alone.
import { byId } from './element.ts';

/** The name of a tab. */
export type TabName = 'clashes' | 'found';

const NAMES: readonly TabName[] = ['clashes', 'found'];

/** The tabs. */
export class Tabs {
  private name: TabName = 'clashes';
  private readonly onChange: (name: TabName) => void;

  /** `onChange` is called when the user has chosen the other tab. */
  constructor(onChange: (name: TabName) => void) {
    this.onChange = onChange;
    for (const name of NAMES) {
      const tab = tabOf(name);
      tab.onclick = (event) => {
        this.choose(name);
        // After a click with a pointer, the arrow keys are those of the page again.
        if (event.detail > 0) tab.blur();
      };
      tab.onkeydown = (event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.stopPropagation();
        this.choose(NAMES[1 - NAMES.indexOf(this.name)]);
        tabOf(this.name).focus();
      };
    }
    this.show('clashes');
  }

  /** The tab that is shown. */
  get shown(): TabName {
    return this.name;
  }

  /** Shows a tab, without an event. */
  show(name: TabName): void {
    this.name = name;
    document.body.dataset.tab = name;
    for (const each of NAMES) {
      tabOf(each).ariaSelected = String(each === name);
      tabOf(each).tabIndex = each === name ? 0 : -1;
      byId(each).hidden = each !== name;
    }
  }

  private choose(name: TabName): void {
    if (name === this.name) return;
    this.show(name);
    this.onChange(name);
  }
}

function tabOf(name: TabName): HTMLElement {
  return byId(`tab-${name}`);
}
