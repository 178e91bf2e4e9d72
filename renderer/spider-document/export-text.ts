import { getDocument, type SpiderKey } from './document.ts';

/** Downloads the text of the editor as a file. */
export function exportText(key: SpiderKey): void {
  const document = getDocument(key);
  if (document !== null) downloadText(key, document.text);
}

/** Downloads a text as the file of a spider. */
export function downloadText({ spider }: SpiderKey, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = window.document.createElement('a');
  link.href = address;
  link.download = `${spider}.json`;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
