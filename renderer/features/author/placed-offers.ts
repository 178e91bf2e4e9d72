import { offersOf, type Offer } from '../../../shared/spider/offers.ts';
import { entryAt, parseText, valueOf } from '../../../shared/spider/json-path.ts';

/** An offer with its place in the text. */
export interface PlacedOffer {
  readonly offer: Offer;
  /** The key of what it is about, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
}

/** The offers for a spider's text, at the keys of the callbacks and fields that they are about. None while it is not JSON. */
export function placedOffers(text: string): PlacedOffer[] {
  const { root, brokenAt } = parseText(text);
  if (root === null || brokenAt !== null) return [];
  return offersOf(valueOf(root)).flatMap((offer) => {
    const key = entryAt(root, offer.path)?.children?.[0];
    return key === undefined ? [] : [{ offer, offset: key.offset, length: key.length }];
  });
}
