import type { PageKind } from '../../shared/page-kind.ts';
import type { FetchedPage, FetchResult, RequestMessage } from '../fetch/types.ts';
import type { ClaimedRequest, FetchFacts, StoredPage, Validators } from './ports/ledger.ts';
import { keptHead } from './kept-head.ts';
import type { PageInput } from './page-types.ts';

/** Result of a fetch that may be conditional. */
export interface RevisitResult {
  result: FetchResult;
  /** The stored page, if the server reported that it is unchanged; it replaces the body. */
  stored: StoredPage | null;
}

/** What a conditional fetch needs from the crawl. */
export interface RevisitDependencies {
  fetch(url: string, message?: RequestMessage): Promise<FetchResult>;
  /** See `Ledger.storedPage`. */
  storedPage(id: string): Promise<StoredPage | null>;
}

/**
 * Fetches a page, with a conditional request if an earlier run stored validators (RFC 9110, section 13.1). After "Not modified",
 * the stored page is used. If it no longer exists, or if a redirect leads to another page, the page is fetched again
 * unconditionally.
 */
export async function fetchUnlessUnchanged(
  request: ClaimedRequest,
  deps: RevisitDependencies,
): Promise<RevisitResult> {
  const { url, validators, message } = request;
  const headers = validators === undefined ? {} : conditions(validators);
  if (validators === undefined || Object.keys(headers).length === 0) {
    return { result: await deps.fetch(url, message), stored: null };
  }
  const result = await deps.fetch(url, { ...message, headers: { ...message?.headers, ...headers } });
  if (!result.ok || result.page.status !== 304) return { result, stored: null };
  const stored = result.page.finalUrl === validators.finalUrl ? await deps.storedPage(request.id) : null;
  return stored === null ? { result: await deps.fetch(url, message), stored } : { result, stored };
}

/** Returns the facts of a response for the ledger. A stored page keeps its type, and its validators unless there are new ones. */
export function factsOf(page: FetchedPage, stored: StoredPage | null, request: ClaimedRequest): FetchFacts {
  const { headers } = page;
  const before = stored === null ? undefined : request.validators;
  const validators: Validators = {
    etag: sendable(headers['etag']) ?? before?.etag ?? null,
    lastModified: sendable(headers['last-modified']) ?? before?.lastModified ?? null,
  };
  return {
    status: page.status,
    finalUrl: page.finalUrl,
    bytes: page.sunkBytes ?? page.body.byteLength,
    durationMs: page.durationMs,
    contentType: stored === null ? (headers['content-type'] ?? null) : stored.contentType,
    validators,
    ...(page.hops.length === 0 ? {} : { hops: page.hops }),
    head: keptHead(page),
    answeredBy: stored !== null ? 'stored-page' : page.fromCache === true ? 'cache' : 'site',
  };
}

/** Content-Types by which stored pages, which are in UTF-8, are read as they were. */
const types: Record<PageKind, string> = {
  html: 'text/html; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** Returns the bytes to process: those of the response, or of the stored page, which is already decoded. */
export function bodyOf(
  page: FetchedPage,
  stored: StoredPage | null,
): Pick<PageInput, 'body' | 'contentType' | 'gzip'> {
  if (stored === null) {
    const { body, headers, gzip } = page;
    return { body, contentType: headers['content-type'] ?? null, ...(gzip === undefined ? {} : { gzip }) };
  }
  return { body: new TextEncoder().encode(stored.html), contentType: types[stored.kind] };
}

function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

/** Returns a validator if it can be sent back unchanged: visible text of plausible length. */
function sendable(value: string | undefined): string | null {
  return value !== undefined && /^[\t\x20-\x7e\x80-\xff]{1,1024}$/.test(value) ? value : null;
}
