import { describe, expect, it } from 'vitest';
import type { ClaimedRequest, StoredPage } from '../../../electron/engine/ports/ledger.ts';
import { factsOf, fetchUnlessUnchanged } from '../../../electron/engine/revisit.ts';
import type { FetchedPage, FetchResult } from '../../../electron/fetch/types.ts';

const url = 'https://example.org/';
const request: ClaimedRequest = {
  id: '7',
  url,
  fingerprint: '0000000000000001',
  origin: 'https://example.org',
  priority: 0,
  depth: 0,
  rule: null,
  callback: null,
  follow: true,
  parent: null,
  tries: 0,
};
const stored: StoredPage = {
  html: '<p>stored</p>',
  encoding: 'utf-8',
  kind: 'html',
  contentType: 'text/html',
};

const answer = (status: number, changes: Partial<FetchedPage> = {}): FetchedPage => ({
  url,
  finalUrl: url,
  hops: [],
  status,
  headers: {},
  body: new Uint8Array(),
  durationMs: 1,
  ...changes,
});

/** Asks with these validators; the site gives its answers in turn. */
async function ask(
  validators: { etag: string | null; lastModified: string | null } | null,
  answers: FetchResult[],
  recalled: StoredPage | null = stored,
) {
  const sent: (Record<string, string> | undefined)[] = [];
  const known = validators === null ? {} : { validators: { ...validators, finalUrl: url } };
  const { result, stored: page } = await fetchUnlessUnchanged(
    { ...request, ...known },
    {
      fetch: async (_url, message) => {
        sent.push(message?.headers);
        return answers.shift() ?? { ok: true, page: answer(500) };
      },
      storedPage: async () => recalled,
    },
  );
  return { sent, status: result.ok ? result.page.status : result.problem.code, page };
}

const ok = (status: number, changes: Partial<FetchedPage> = {}): FetchResult => ({
  ok: true,
  page: answer(status, changes),
});
const etag = { etag: '"1"', lastModified: null };
const conditional = { 'if-none-match': '"1"' };

describe('asking for a page again', () => {
  it.each([
    {
      name: 'no validators are stored',
      validators: null,
      answers: [ok(200)],
      sent: [undefined],
      status: 200,
      page: null,
    },
    {
      name: 'nothing to ask with',
      validators: { etag: null, lastModified: null },
      answers: [ok(200)],
      sent: [undefined],
      status: 200,
      page: null,
    },
    {
      name: 'unchanged',
      validators: etag,
      answers: [ok(304)],
      sent: [conditional],
      status: 304,
      page: stored,
    },
    { name: 'changed', validators: etag, answers: [ok(200)], sent: [conditional], status: 200, page: null },
    { name: 'gone', validators: etag, answers: [ok(404)], sent: [conditional], status: 404, page: null },
    {
      name: 'both validators',
      validators: { etag: 'W/"1"', lastModified: 'Tue, 03 Nov 2026 08:00:00 GMT' },
      answers: [ok(304)],
      sent: [{ 'if-none-match': 'W/"1"', 'if-modified-since': 'Tue, 03 Nov 2026 08:00:00 GMT' }],
      status: 304,
      page: stored,
    },
    {
      name: 'unchanged, but the stored page is gone',
      validators: etag,
      answers: [ok(304), ok(200)],
      recalled: null,
      sent: [conditional, undefined],
      status: 200,
      page: null,
    },
    {
      name: 'unchanged, but it is another page',
      validators: etag,
      answers: [ok(304, { finalUrl: 'https://example.org/other' }), ok(200)],
      sent: [conditional, undefined],
      status: 200,
      page: null,
    },
    {
      name: 'the site cannot be reached',
      validators: etag,
      answers: [
        { ok: false as const, problem: { code: 'dns' as const, message: 'No.', transient: true }, hops: [] },
      ],
      sent: [conditional],
      status: 'dns',
      page: null,
    },
  ])('$name', async ({ validators, answers, recalled = stored, sent, status, page }) => {
    expect(await ask(validators, answers, recalled)).toEqual({ sent, status, page });
  });
});

describe('what is told of an answer', () => {
  it('has the validators of the answer, if they can be sent back', () => {
    const headers = { etag: '"2"', 'last-modified': 'x'.repeat(2000), 'content-type': 'text/html' };
    expect(factsOf(answer(200, { headers }), null, request)).toMatchObject({
      validators: { etag: '"2"', lastModified: null },
      contentType: 'text/html',
      answeredBy: 'site',
    });
  });

  it('of an unchanged page keeps its type, and its validators where no new ones came', () => {
    const validators = { etag: '"1"', lastModified: 'Tue, 03 Nov 2026 08:00:00 GMT', finalUrl: url };
    expect(
      factsOf(answer(304, { headers: { etag: '"2"' } }), stored, { ...request, validators }),
    ).toMatchObject({
      status: 304,
      bytes: 0,
      validators: { etag: '"2"', lastModified: validators.lastModified },
      contentType: 'text/html',
      answeredBy: 'stored-page',
    });
  });

  it('says that the cache gave it', () => {
    expect(factsOf(answer(200, { fromCache: true }), null, request).answeredBy).toBe('cache');
  });
});
