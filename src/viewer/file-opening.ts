// Opens files on the page: dropped anywhere on it, or chosen with the button.
import { naturalOrder } from '../check/natural-order.ts';
import { byId } from '../display/element.ts';

/** Listens for files. */
export class FileOpening {
  private readonly input = byId<HTMLInputElement>('files');
  private readonly onFiles: (files: File[]) => void;

  /** `onFiles` receives files in natural order. */
  constructor(onFiles: (files: File[]) => void) {
    this.onFiles = onFiles;
    const { input } = this;
    input.addEventListener('change', () => {
      this.take(input.files);
      // The same files can be chosen again, after they have changed.
      input.value = '';
    });
    this.listen();
  }

  /** Opens the dialog of the browser. */
  choose(): void {
    this.input.click();
  }

  private listen(): void {
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
      this.take(event.dataTransfer?.files ?? null);
    });
  }

  /** Dropped files have no order: their names decide. */
  private take(files: FileList | null): void {
    const sorted = [...(files ?? [])].sort((a, b) => naturalOrder(a.name, b.name));
    if (sorted.length > 0) this.onFiles(sorted);
  }
}
