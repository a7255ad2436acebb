// The few steps between data and DOM. Text goes in as text nodes, so that no name can be markup.

export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found as T;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** `names` is the column of names, which may be long. */
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

export function count(value: number): string {
  return value.toLocaleString('en');
}

export function plural(value: number, noun: string, nouns: string = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : nouns}`;
}

/** A time within a step. */
export function time(value: number | null): string {
  if (value === null) return '–';
  return value === 0 || value >= 1e-3 ? String(Number(value.toFixed(4))) : value.toExponential(1);
}
