// Binds keys of the page, except where an input field uses them itself.

/** What a key does; false if it does nothing now, so that the browser may use it. */
export type KeyAction = () => unknown;

/** Keys are those of `KeyboardEvent.key`: letters in lower case, `Shift+` before arrows. */
export function bindKeys(actions: Readonly<Record<string, KeyAction>>): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
    // The space bar already presses a focused button and scrolls a focused table.
    if (event.key === ' ' && target instanceof HTMLButtonElement) return;
    const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
    const action = actions[event.shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key];
    if (action !== undefined && action() !== false) event.preventDefault();
  });
}
