import { toast } from '../state/toasts.ts';
import type { SpiderKey } from './document.ts';
import { downloadText } from './export-text.ts';

/** Reports edits whose spider is gone, and offers to download or discard them. */
export function reportHomeless(key: SpiderKey, text: string, drop: () => void): void {
  toast.show({
    severity: 'error',
    title: `“${key.spider}” no longer exists, but has unsaved edits`,
    message: 'It was renamed or deleted. The edits are kept in this browser.',
    hint: 'Download them, then import the file as a spider.',
    actions: [
      { label: 'Download the edits', run: () => downloadText(key, text) },
      { label: 'Discard them', run: drop },
    ],
  });
}
