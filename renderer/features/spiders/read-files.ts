import { toast } from '../../state/toasts.ts';
import { bytes } from '../../ui/format.ts';
import type { SpiderFile } from './dialogs-store.ts';

/** A spider is a text; what is larger is something else. The host takes five million characters. */
const mostBytes = 5_000_000;

/** The texts of files; one that cannot be one is told and left out. */
export async function readFiles(files: readonly File[]): Promise<SpiderFile[]> {
  const read: SpiderFile[] = [];
  for (const file of files) {
    if (file.size > mostBytes) {
      toast.warning(`${file.name} is too large for a spider`, {
        message: `It has ${bytes(file.size)}; at most ${bytes(mostBytes)} are taken.`,
      });
      continue;
    }
    try {
      read.push({ name: file.name, text: await file.text() });
    } catch {
      toast.warning(`${file.name} could not be read`, { hint: 'It may be a folder, or have been moved.' });
    }
  }
  return read;
}

/** Whether a dragged thing may be a spider file; names are not told before it is dropped. */
export const isSpiderFile = (file: File) => file.type === 'application/json' || /\.json$/iu.test(file.name);
