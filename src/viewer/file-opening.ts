// Files onto the page: dropped anywhere on it, or chosen with the button.
import { naturally } from '../check/natural-order.ts';
import { byId } from '../display/element.ts';

export class FileOpening {
  private readonly input = byId<HTMLInputElement>('files');
  private readonly onFiles: (files: File[]) => void;

  constructor(onFiles: (files: File[]) => void) {
    this.onFiles = onFiles;
    const { input } = this;
    input.addEventListener('change', () => {
      this.take(input.files);
      // The same files may be chosen again, after a change.
      input.value = '';
    });
    this.listen();
  }

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

  /** Nobody drops files in an order: their names tell it. */
  private take(files: FileList | null): void {
    const sorted = [...(files ?? [])].sort((a, b) => naturally(a.name, b.name));
    if (sorted.length > 0) this.onFiles(sorted);
  }
}
