import { writeParts } from '../../../spider-document/apply-parts.ts';
import { getDocument, replaceText, type SpiderKey } from '../../../spider-document/document.ts';
import { toast } from '../../../state/toasts.ts';
import { changeTester, noOutlines } from '../tester-store.ts';
import type { Choice } from './use-proposal.ts';

/** Writes a choice into the spider, as one step that can be undone, and shows what it takes. */
export function takeChoice(key: SpiderKey, { parts, label }: Choice): void {
  const document = getDocument(key);
  const edits = document === null ? null : writeParts(document.text, parts);
  if (edits === null) {
    toast.warning('The choice was not written', {
      message: 'The JSON is broken, so there is no place for it.',
      hint: 'Mend it first: F8 goes to the problem.',
    });
    return;
  }
  replaceText(key, edits, label);
  changeTester(key, {
    proposing: false,
    callback: Object.keys(parts.callbacks)[0] ?? null,
    tab: Object.keys(parts.callbacks).length === 0 ? 'article' : 'fields',
    outlines: noOutlines,
    pointed: null,
  });
}
