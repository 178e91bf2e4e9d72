import { fingerprintRequest } from '../engine/fingerprint.ts';
import type { ProofPage } from './types.ts';

/** The URL that rules and rows lead to. */
export const requestedUrl = ({ requested, url }: Pick<ProofPage, 'requested' | 'url'>): string =>
  requested ?? url;

/** The fingerprint of the request that a page answers. */
export const requestPrint = (page: Pick<ProofPage, 'requested' | 'url' | 'message'>): string =>
  fingerprintRequest(requestedUrl(page), page.message);
