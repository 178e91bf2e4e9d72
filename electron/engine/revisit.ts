import type { FetchedPage, FetchResult } from '../fetch/types.ts';
import type { ClaimedRequest, FetchFacts, RecalledPage, Validators } from './ports/ledger.ts';
import type { PageInput } from './page.ts';

/** What asking for a page gave. */
export interface Answer {
  result: FetchResult;
  /** The stored page, when the server said that it is unchanged. It stands for the body that did not come. */
  stored: RecalledPage | null;
}

export interface RevisitDependencies {
  fetch(url: string, headers?: Record<string, string>): Promise<FetchResult>;
  /** See `Ledger.recall`. */
  recall(id: string): Promise<RecalledPage | null>;
}

/**
 * Fetches a page; where an earlier run left something to ask with, only when it has changed since (RFC 9110, section
 * 13.1). "Not modified" stands for the stored page; where that is gone, or a redirect now leads elsewhere, so that the
 * answer speaks of another page, the page is fetched again, plainly.
 */
export async function fetchUnlessUnchanged(
  request: ClaimedRequest,
  deps: RevisitDependencies,
): Promise<Answer> {
  const { url, remembered } = request;
  const headers = remembered === undefined ? {} : conditions(remembered);
  if (remembered === undefined || Object.keys(headers).length === 0) {
    return { result: await deps.fetch(url), stored: null };
  }
  const result = await deps.fetch(url, headers);
  if (!result.ok || result.page.status !== 304) return { result, stored: null };
  const stored = result.page.finalUrl === remembered.finalUrl ? await deps.recall(request.id) : null;
  return stored === null ? { result: await deps.fetch(url), stored } : { result, stored };
}

/** What the ledger is told of an answer. A stored page keeps its type, and its validators where no new ones came. */
export function factsOf(page: FetchedPage, stored: RecalledPage | null, request: ClaimedRequest): FetchFacts {
  const { headers } = page;
  const before = stored === null ? undefined : request.remembered;
  const validators: Validators = {
    etag: sendable(headers['etag']) ?? before?.etag ?? null,
    lastModified: sendable(headers['last-modified']) ?? before?.lastModified ?? null,
  };
  return {
    status: page.status,
    finalUrl: page.finalUrl,
    bytes: page.body.byteLength,
    durationMs: page.durationMs,
    contentType: stored === null ? (headers['content-type'] ?? null) : stored.contentType,
    validators,
    answeredBy: stored !== null ? 'stored-page' : page.fromCache === true ? 'cache' : 'site',
  };
}

/** The bytes to process: of the answer, or of the stored page, which is text already. */
export function bodyOf(
  page: FetchedPage,
  stored: RecalledPage | null,
): Pick<PageInput, 'body' | 'contentType' | 'gzip'> {
  if (stored === null) {
    const { body, headers, gzip } = page;
    return { body, contentType: headers['content-type'] ?? null, ...(gzip === undefined ? {} : { gzip }) };
  }
  return { body: new TextEncoder().encode(stored.html), contentType: 'text/html; charset=utf-8' };
}

function conditions({ etag, lastModified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}

/** A validator that may be sent back as it came: visible text, and not of a size that no server means. */
function sendable(value: string | undefined): string | null {
  return value !== undefined && /^[\t\x20-\x7e\x80-\xff]{1,1024}$/.test(value) ? value : null;
}
