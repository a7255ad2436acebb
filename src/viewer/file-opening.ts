// Opens files on the page: dropped anywhere on it, or chosen with the button.
import { naturalOrder } from '../check/natural-order.ts';
import { byId } from '../display/element.ts';

/**
 * Listens for files that are dropped or chosen; `onFiles` receives them in natural order. Returns a
 * function that opens the dialog of the browser.
 */
export function listenForFiles(onFiles: (files: File[]) => void): () => void {
  // Dropped files have no order: their names decide.
  const take = (files: FileList | null | undefined): void => {
    const sorted = [...(files ?? [])].sort((a, b) => naturalOrder(a.name, b.name));
    if (sorted.length > 0) onFiles(sorted);
  };
  const input = byId<HTMLInputElement>('files');
  input.addEventListener('change', () => {
    take(input.files);
    // The same files can be chosen again, after they have changed.
    input.value = '';
  });
  const { classList } = document.body;
  addEventListener('dragover', (event) => {
    event.preventDefault();
    classList.add('dragging');
  });
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) classList.remove('dragging');
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    classList.remove('dragging');
    take(event.dataTransfer?.files);
  });
  return () => input.click();
}
