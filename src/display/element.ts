// Creates elements of the page and formats values for it. Text becomes text nodes, so that no name
// can be markup.

/** Returns the element of the page with this id; throws if there is none. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found as T;
}

/** Creates an element with properties and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Creates a table; `names` is the index of the column of names, which may be long. */
export function table(
  headings: readonly string[],
  names: number,
  rows: readonly (Node | string)[][],
): HTMLTableElement {
  const head = element('tr', {}, ...headings.map((text) => element('th', { scope: 'col' }, text)));
  const td = (cell: Node | string, i: number) => element('td', { className: i === names ? 'names' : '' }, cell);
  const body = rows.map((cells) => element('tr', {}, ...cells.map(td)));
  return element('table', {}, element('thead', {}, head), element('tbody', {}, ...body));
}

/** Formats an integer with separators between thousands. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** Formats a count with its noun. */
export function plural(value: number, noun: string, nouns: string = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : nouns}`;
}

/** Formats a time within a step; a dash for null. */
export function time(value: number | null): string {
  if (value === null) return '–';
  return value === 0 || value >= 1e-3 ? String(Number(value.toFixed(4))) : value.toExponential(1);
}
