import { getDocument, type SpiderKey } from './document.ts';

/** Hands the text out as a file, as it stands in the editor. */
export function exportText(key: SpiderKey): void {
  const document = getDocument(key);
  if (document !== null) downloadText(key, document.text);
}

/** Hands a text out as the file of a spider. */
export function downloadText({ spider }: SpiderKey, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = window.document.createElement('a');
  link.href = address;
  link.download = `${spider}.json`;
  link.click();
  // The file is read after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
