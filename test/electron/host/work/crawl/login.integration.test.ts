import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCrawls } from '../../../../../electron/host/work/crawl/crawls.ts';
import { openWorkspace } from '../../../../../electron/host/workspace/workspace.ts';
import { savedVersion } from '../../../store/saved-version.ts';
import { startServer } from '../../../../servers/server.ts';

const form = '<form><input name="user"><input type="password"><button>Sign in</button></form>';
const prose = 'The name and the password are typed into the form, and the button is pressed. '.repeat(8);
const pages: Record<string, [status: number, headers: Record<string, string>, body?: string]> = {
  '/members': [302, { location: '/login?next=/members' }],
  '/login?next=/members': [200, {}, form],
  '/basic': [401, { 'www-authenticate': 'Basic realm="Members"' }, 'No.'],
  '/unasked': [401, {}, 'No.'],
  '/moved': [301, { location: '/shop' }],
  '/shop': [200, {}, `<header>${form}</header><h2>A shop</h2>`],
  '/wall': [
    200,
    {},
    `<title>Sign in</title><main><h1>Sign in</h1><p>${'Members have received a letter with their password. '.repeat(4)}</p>${form}</main>`,
  ],
  '/news': [
    200,
    {},
    `<title>News</title><header>${form}</header><article><h1>News of the day</h1><p>${prose}</p></article>`,
  ],
  '/short': [
    200,
    {},
    `<title>News</title><header>${form}</header><article><h1>News of the day</h1><p>${prose.slice(0, 200)}</p></article>`,
  ],
  '/how': [
    200,
    {},
    `<title>How to sign in</title><article><h1>How to sign in</h1><p>${prose}</p>${form}</article>`,
  ],
  '/good': [200, {}, '<h1>Good</h1>'],
  '/hub': [200, {}, '<a href="/members">members</a>'],
};

/** How a run of these start URLs ends. @param callback by default one that takes the heading of each page */
async function endOf(starts: readonly string[], callback = 'page') {
  const dataDir = mkdtempSync(join(tmpdir(), 'spider-studio-login-'));
  const site = await startServer({
    '*': ({ request, response }) => {
      const [status, headers, body = ''] = pages[request.url ?? ''] ?? [404, {}];
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(`<!doctype html>${body}`);
    },
  });
  const workspace = openWorkspace(dataDir);
  await savedVersion(workspace, {
    name: 'site',
    allowed_domains: ['127.0.0.1'],
    start_urls: starts.map((path) => site.url(path)),
    rules: [{ allow: ['/'], callback }],
    callbacks: { page: { extract: { title: { css: 'h1::text' } } } },
    settings: { DOWNLOAD_DELAY: 0, AUTOTHROTTLE_ENABLED: false },
  });
  const crawls = createCrawls({ dataDir, proxyChannel: null, onEnd: () => undefined });
  onTestFinished(async () => {
    await crawls.close();
    workspace.close();
    await site.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const request = { project: 'default', spider: 'site', limit: null, overrides: {}, allowPrivate: true };
  const { run } = await crawls.start(request);
  await crawls.whenOver(run);
  const { state, cause, reason } = await workspace.queries.runs.get(run);
  return { state, cause, reason };
}

describe('a run without data', () => {
  it.each([
    ['is redirected to a form', ['/members'], /A start URL leads to .*\/login\?next=.*asks for a login/],
    ['leads to a page that asks for a login', ['/hub'], /asks for a login/],
    ['is answered with 401', ['/basic'], /The start URL .*\/basic asks for a login \(status 401\)/],
  ])('failed because of a login where a start URL %s', async (_, starts, reason) => {
    expect(await endOf(starts)).toEqual({
      state: 'failed',
      cause: 'login',
      reason: expect.stringMatching(reason),
    });
  });

  it.each([
    ['a 401 that asks for nothing', ['/unasked'], 'no-pages'],
    ['a redirect to a page with a login in its header', ['/moved'], 'empty-items'],
  ])('failed for another reason: %s', async (_, starts, cause) => {
    expect(await endOf(starts)).toMatchObject({ state: 'failed', cause });
  });
});

it('a run with data has finished, though another start URL asks for a login', async () => {
  expect(await endOf(['/good', '/members', '/basic'])).toMatchObject({
    state: 'completed',
    cause: 'finished',
  });
});

describe('a login page that was taken for an article', () => {
  it.each([
    ['fails a run that has nothing else', ['/wall'], 'parse_article'],
    ['fails a run that takes headings alone', ['/wall'], 'page'],
  ])('%s', async (_, starts, callback) => {
    expect(await endOf(starts, callback)).toEqual({
      state: 'failed',
      cause: 'login',
      reason: expect.stringMatching(
        /^Nothing but a login page was extracted\. What was taken from .*\/wall is of a page that asks for a login\. Log in once/,
      ),
    });
  });

  it('is told beside articles', async () => {
    expect(await endOf(['/news', '/wall'], 'parse_article')).toEqual({
      state: 'completed',
      cause: 'finished',
      reason: expect.stringMatching(/^Finished\. No pages left\. What was taken from .*\/wall is of a page/),
    });
  });

  it.each([
    ['an article with a login in its header', '/news'],
    ['a short article with a login in its header', '/short'],
    ['an article about logging in, with the form', '/how'],
  ])('is not %s', async (_, path) => {
    expect(await endOf([path], 'parse_article')).toEqual({
      ...{ state: 'completed', cause: 'finished', reason: 'Finished. No pages left.' },
    });
  });
});
