import { toast } from '../../state/toasts.ts';
import { openLibraryDialog } from './library-store.ts';

const isPack = (file: File): boolean => /\.spiderpack$/iu.test(file.name);

/** Lets a person choose a spider pack, and shows what is in it. */
export function choosePack(): void {
  const picker = document.createElement('input');
  picker.type = 'file';
  picker.accept = '.spiderpack';
  picker.addEventListener('change', () => {
    const file = picker.files?.[0];
    if (file !== undefined) openLibraryDialog({ kind: 'file', file });
  });
  picker.click();
}

/** Shows what is in a spider pack that is dropped anywhere. @returns ends that */
export function listenForPacks(target: Window): () => void {
  const drop = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer === null) return;
    const packs = [...event.dataTransfer.files].filter(isPack);
    const [file] = packs;
    if (file === undefined) return;
    event.preventDefault();
    if (packs.length > 1) toast.information('One pack at a time is opened', { message: file.name });
    openLibraryDialog({ kind: 'file', file });
  };
  // Before other listeners, which know spider files and pages only.
  target.addEventListener('drop', drop, true);
  return () => target.removeEventListener('drop', drop, true);
}
