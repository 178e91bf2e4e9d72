import type { Offer } from '../../shared/spider/offers.ts';
import type { TextEdit } from '../../shared/spider/text-edits.ts';
import { getDocument, replaceText, type SpiderKey } from './document.ts';
import { setValue } from '../../shared/spider/json-edits.ts';

/** The edits of a text that accept an offer. */
export const offerEdits = (text: string, { change }: Offer): TextEdit[] =>
  setValue(text, change.path, change.value) ?? [];

/** Accepts an offer in the document of a spider, as one step that can be undone. */
export function acceptOffer(key: SpiderKey, offer: Offer): void {
  const document = getDocument(key);
  if (document !== null) replaceText(key, offerEdits(document.text, offer), offer.title);
}
