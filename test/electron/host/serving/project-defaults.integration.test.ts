import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type Route, type TestServer } from '../../../servers/server.ts';
import { openHost, spiderText, type OpenHost } from '../open-host.ts';

// A site that tells as whom it was asked: each page links to the next.
const project = 'press';
const asked: { url: string; agent: string | undefined; language: string | undefined }[] = [];
let studio: OpenHost;
let site: TestServer;
let origin: string;
/** What the fourth page waits for. */
let fourth: Promise<void> = Promise.resolve();

const page: Route = async ({ request, response }) => {
  const { url = '', headers } = request;
  asked.push({ url, agent: headers['user-agent'], language: headers['accept-language'] });
  if (url === '/p3') await fourth;
  const next = Number(/\d+$/.exec(url)?.[0] ?? 0) + 1;
  const body = `<!doctype html><title>Page</title><h1>Page ${next}</h1><p>Text of it.</p><a href="/p${next}">next</a>`;
  response.writeHead(200, { 'content-type': 'text/html' }).end(body);
};

beforeAll(async () => {
  site = await startServer(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`/p${n}`, page])));
  origin = site.origin;
  studio = await openHost();
  await studio.call('projects.create', { name: project });
});
afterAll(async () => {
  await studio.close();
  await site.close();
});
beforeEach(() => {
  asked.length = 0;
  fourth = Promise.resolve();
});

const quick = { RETRY_TIMES: 0, AUTOTHROTTLE_ENABLED: false, TRAP_DETECTION: false };
const setDefaults = (settings: Record<string, string | number | boolean | Record<string, string>>) =>
  studio.call('projects.setDefaults', { project, settings, exports: {} });

async function spider(name: string, settings: object = {}): Promise<string> {
  const text = spiderText(name, {
    allowed_domains: ['127.0.0.1'],
    start_urls: [`${origin}/p0`],
    rules: [{ allow: ['/p\\d+'], callback: 'parse_page' }],
    callbacks: { parse_page: { extract: { title: { css: 'h1::text' } } } },
    settings: { ...quick, ...settings },
  });
  await studio.call('spiders.save', { project, spider: null, text, base: null });
  return name;
}

const pages = () => asked.filter(({ url }) => url !== '/robots.txt');
const agents = () => [...new Set(pages().map(({ agent }) => agent))];

async function crawl(name: string, overrides: Record<string, number | string | null> = {}) {
  const { run } = await studio.call('runs.start', {
    project,
    spider: name,
    limit: null,
    overrides,
    allowPrivate: true,
  });
  await studio.call('runs.wait', { run: run.id });
  return studio.call('runs.get', { run: run.id });
}

describe('a run in a project with defaults', () => {
  it('fetches as the project says where the spider has no word, and tells so', async () => {
    const settings = {
      USER_AGENT: 'press-bot',
      DEFAULT_REQUEST_HEADERS: { 'Accept-Language': 'de' },
      CLOSESPIDER_PAGECOUNT: 3,
      DOWNLOAD_DELAY: 0,
    };
    await setDefaults(settings);
    const run = await crawl(await spider('told'));
    expect(run).toMatchObject({ state: 'stopped', options: { overrides: {}, defaults: settings } });
    expect(pages()).toHaveLength(3);
    expect(agents()).toEqual(['press-bot']);
    expect(new Set(pages().map(({ language }) => language))).toEqual(new Set(['de']));
  });

  it('takes the word of the spider first, and that of the run before both', async () => {
    await setDefaults({ USER_AGENT: 'press-bot', CLOSESPIDER_PAGECOUNT: 2, DOWNLOAD_DELAY: 0 });
    const name = await spider('own', { USER_AGENT: 'own-bot' });
    await crawl(name);
    expect(agents()).toEqual(['own-bot']);
    asked.length = 0;
    await crawl(name, { USER_AGENT: 'run-bot' });
    expect(agents()).toEqual(['run-bot']);
    asked.length = 0;
    // The run takes the word of the spider away, and that of the project is left.
    await crawl(name, { USER_AGENT: null });
    expect(agents()).toEqual(['press-bot']);
  });

  it('keeps the defaults that it began with, when it is resumed after they have changed', async () => {
    await setDefaults({ USER_AGENT: 'first-bot', CLOSESPIDER_PAGECOUNT: 12, DOWNLOAD_DELAY: 0 });
    const answered = Promise.withResolvers<void>();
    fourth = answered.promise;
    const name = await spider('frozen', { CONCURRENT_REQUESTS: 1 });
    const { run } = await studio.call('runs.start', {
      project,
      spider: name,
      limit: null,
      allowPrivate: true,
    });
    await expect.poll(() => pages().length).toBe(4);
    await studio.call('runs.pause', { run: run.id });
    answered.resolve();
    await studio.call('runs.wait', { run: run.id });
    await setDefaults({ USER_AGENT: 'second-bot', DOWNLOAD_DELAY: 0 });
    await studio.call('runs.resume', { run: run.id });
    const outcome = await studio.call('runs.wait', { run: run.id });
    expect(outcome.state).toBe('stopped');
    expect(agents()).toEqual(['first-bot']);
    expect(pages().length).toBeLessThanOrEqual(13);
    const { options } = await studio.call('runs.get', { run: run.id });
    expect(options.defaults).toMatchObject({ USER_AGENT: 'first-bot' });
  });

  it('has none to tell of where the project has none', async () => {
    await setDefaults({});
    const { options } = await crawl(await spider('plain', { CLOSESPIDER_PAGECOUNT: 1 }));
    expect(options).not.toHaveProperty('defaults');
  });
});

describe('a page that a person fetches', () => {
  beforeAll(() => setDefaults({ USER_AGENT: 'press-bot' }));

  it('comes as the project says, unless the spider has its own word', async () => {
    const add = (name: string) =>
      studio.call('pages.addUrl', {
        project,
        spider: name,
        url: `${origin}/p1`,
        allowPrivate: true,
        operation: 'operation-1',
      });
    await add(await spider('captured'));
    expect(agents()).toEqual(['press-bot']);
    asked.length = 0;
    await add(await spider('captured-own', { USER_AGENT: 'own-bot' }));
    expect(agents()).toEqual(['own-bot']);
  });

  it.each([null, spiderText('draft', {})])(
    'comes so without being saved, for the spider %j',
    async (text) => {
      const document = {
        kind: 'address' as const,
        url: `${origin}/p1`,
        project,
        allowPrivate: true,
        browser: null,
        spider: text,
      };
      await studio.call('documents.analyze', { document });
      await studio.call('documents.propose', { document });
      expect(agents()).toEqual(['press-bot']);
    },
  );

  it('comes so for a spider that begins with it', async () => {
    await studio.call('spiders.begin', {
      project,
      url: `${origin}/p1`,
      allowPrivate: true,
      anyway: true,
      operation: 'operation-2',
    });
    expect(agents()).toEqual(['press-bot']);
  });
});
