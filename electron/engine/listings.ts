import type { Listing } from '../../shared/spider/listings.ts';
import { isPlain } from '../../shared/request-message.ts';
import { fingerprintUrl } from './fingerprint.ts';
import type { ClaimedRequest } from './ports/ledger.ts';

/** Finds the listing that a request asks for; null: it asks for none. */
export type FindListing = (request: Pick<ClaimedRequest, 'url' | 'depth' | 'message'>) => Listing | null;

/** Prepares the listings of a spider. @returns null: it has none */
export function createListings(listings: readonly Listing[]): FindListing | null {
  if (listings.length === 0) return null;
  const byFingerprint = new Map(
    listings.map((listing) => [fingerprintUrl(listing.url), listing] as const).reverse(),
  );
  return ({ url, depth, message }) =>
    depth === 0 && isPlain(message) ? (byFingerprint.get(fingerprintUrl(url)) ?? null) : null;
}
