import { act } from '../../state/act.ts';
import { saveAs } from '../../state/save-as.ts';
import { toast } from '../../state/toasts.ts';
import { bytes as sized } from '../../ui/format.ts';
import type { Inside } from './place.ts';

/** Saves the files that prove where a value comes from, as one archive. Resolves when it is saved or has failed, which is told. */
export async function saveEvidence(item: string, column: string, inside: Inside): Promise<void> {
  const failure = 'The evidence was not saved.';
  const args = { item, column, inside: [...inside], zipped: true };
  const made = await act('results.evidence', args, { failure });
  const [archive] = made?.files ?? [];
  if (made === null || archive === undefined) return;
  saveAs(archive.name, [bytesOf(archive.data)], 'application/zip');
  const picture = made.noPicture === null ? '' : ` There is no picture: ${made.noPicture}`;
  toast.success(`Saved ${archive.name}`, { message: `${sized(archive.bytes)}.${picture}` });
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
