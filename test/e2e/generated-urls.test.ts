import { describe, expect, it, onTestFinished } from 'vitest';
import * as routes from '../servers/routes.ts';
import { startServer } from '../servers/server.ts';
import { studio } from './command-line.ts';

interface Outcome {
  run: string;
  state: string;
  counters: Record<'queued' | 'active' | 'done' | 'failed' | 'skipped' | 'seen' | 'items', number>;
}

const total = 1400;

/** A site with a numbered page at every address, and a spider for all of them. */
async function numbered(spider: Record<string, unknown> = {}, path = '/page/{n}') {
  const watch = { onPage: (_count: number): void => undefined, count: 0 };
  const server = await startServer({
    '/robots.txt': routes.status(404),
    '*': ({ request, response }) => {
      watch.count += 1;
      watch.onPage(watch.count);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>p</title><h1>${request.url ?? ''}</h1><a href="/else">else</a>`);
    },
  });
  onTestFinished(() => server.close());
  const { call, file } = studio();
  const document = {
    name: 'numbered',
    allowed_domains: ['127.0.0.1'],
    start_urls: [],
    callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
    ...spider,
    settings: {
      DOWNLOAD_DELAY: 0,
      GENERATED_URLS: [
        {
          template: server.url(path),
          vars: { n: { type: 'range', from: 1, to: total } },
          callback: 'page',
        },
      ],
    },
  };
  const imported = await call(['import', file('numbered.json', document), '--json']);
  expect(imported.code, imported.stdout).toBe(0);
  return { server, call, watch };
}

const pagesAsked = (log: readonly { url: string }[]) =>
  log.map(({ url }) => url).filter((url) => url.startsWith('/page/'));

describe('a spider with GENERATED_URLS', () => {
  it('that is killed in the middle goes on where it was, with its arguments: every item once, no page lost', async () => {
    const { server, call, watch } = await numbered({ args: { part: {} } }, '/${part}/{n}');
    for (const [kills, args] of [
      ['crawl', 'numbered', '--allow-private', '--arg', 'part=page'],
      ['runs', 'resume', '1'],
    ].entries()) {
      const killed = await call(args, {
        onStart: (child) => {
          watch.onPage = (count) => {
            if (count === (kills + 1) * 400) child.kill('SIGKILL');
          };
        },
      });
      expect(killed.code).toBeNull();
    }
    watch.onPage = () => undefined;
    expect(new Set(pagesAsked(server.log)).size).toBeLessThan(total);
    const outcome = (await call(['runs', 'resume', '1', '--json'])).json<Outcome>();
    expect(outcome).toMatchObject({
      state: 'completed',
      counters: { done: total, seen: total, items: total },
    });
    const asked = pagesAsked(server.log);
    expect(new Set(asked).size).toBe(total);
    // What was in flight when the program was killed is asked for again, and nothing else: two kills, 8 slots each.
    expect(asked.length - total).toBeLessThanOrEqual(2 * 8);
    const items = (await call(['export', 'numbered', '--format', 'jsonl'])).stdout.trim().split('\n');
    expect(new Set(items).size).toBe(total);
    expect(items.length).toBe(total);
  });

  it('says before the run how many there are, stops at a limit, and explains them', async () => {
    const { server, call } = await numbered();
    const test = await call(['crawl', 'numbered', '--allow-private', '--limit', '3', '--json']);
    expect(test.stderr).toContain(`GENERATED_URLS makes ${total.toLocaleString('en')} start URLs.`);
    expect(test.json<Outcome>().counters.items).toBe(3);
    expect(pagesAsked(server.log)).toContain('/page/1');
    const explained = await call(['explain', server.url('/page/7'), '--spider', 'numbered', '--json']);
    expect(explained.json()).toMatchObject({ decision: 'extract', rule: null });
    expect(explained.stdout).toContain('GENERATED_URLS makes it (7 of 1,400)');
    const other = await call(['explain', server.url('/page/0'), '--spider', 'numbered', '--json']);
    expect(other.json()).toMatchObject({ decision: 'reject' });
  });

  it('with one that cannot be used is refused where nothing else begins, and told elsewhere', async () => {
    const { call, file } = studio();
    const spider = {
      name: 'numbered',
      allowed_domains: ['example.org'],
      start_urls: [],
      settings: { GENERATED_URLS: [{ template: 'https://example.org/{n}', vars: {} }] },
    };
    const refused = await call(['validate', file('a.json', spider), '--json']);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('start_urls must have at least one entry');
    const told = await call([
      'validate',
      file('b.json', { ...spider, start_urls: ['https://example.org/'] }),
      '--json',
    ]);
    expect(told.code).toBe(0);
    expect(told.stdout).toContain('setting-unusable');
  });
});

describe('a spider with args', () => {
  const site = (start: string) => ({
    start_urls: [start],
    rules: [{ allow: ['search'], callback: 'page', follow: false }],
    args: { term: { default: 'shoes', description: 'What to look for' }, size: {} },
  });

  async function searching() {
    const { server, call } = await numbered();
    const spider = {
      name: 'search',
      allowed_domains: ['127.0.0.1'],
      callbacks: { page: { extract: { heading: { css: 'h1::text' } } } },
      ...site(server.url('/search?q=${term}&size=${size}')),
      settings: { DOWNLOAD_DELAY: 0, DEFAULT_REQUEST_HEADERS: { 'X-Term': '${term}' } },
    };
    const imported = await call(['import', '-', '--json'], { input: JSON.stringify(spider) });
    expect(imported.code, imported.stdout).toBe(0);
    return { server, call };
  }

  it('puts them into URLs and headers, keeps them with the run, and explains with them', async () => {
    const { server, call } = await searching();
    const crawled = await call([
      'crawl',
      'search',
      '--allow-private',
      '--arg',
      'term=a & b/c',
      '--arg',
      'size=7',
      '--json',
    ]);
    const outcome = crawled.json<Outcome>();
    expect(outcome.counters).toMatchObject({ done: 1, items: 1 });
    const asked = server.log.find(({ url }) => url.startsWith('/search'));
    expect(asked?.url).toBe('/search?q=a%20%26%20b%2Fc&size=7');
    expect(asked?.headers['x-term']).toBe('a & b/c');
    const [run] = (await call(['runs', 'list', '--json'])).json<{ id: string }[]>();
    expect(run?.id).toBe(outcome.run);
    const url = server.url('/search?q=boots&size=9');
    const explained = await call([
      'explain',
      url,
      '--spider',
      'search',
      '--arg',
      'term=boots',
      '--arg',
      'size=9',
      '--json',
    ]);
    expect(explained.stdout).toContain('This is a start URL');
    const usual = await call([
      'explain',
      server.url('/search?q=shoes&size=size'),
      '--spider',
      'search',
      '--json',
    ]);
    expect(usual.stdout).toContain('This is a start URL');
  });

  it.each([
    [
      ['--arg', 'size=1', '--arg', 'trem=x'],
      "The spider has no argument 'trem'.",
      'Its arguments: size, term.',
    ],
    [
      [],
      "The argument 'size' has no value and no default.",
      'Give it one. Arguments of the spider: size, term.',
    ],
    [['--arg', 'size'], '--arg takes NAME=VALUE, not "size".', 'For example --arg term=boots.'],
  ])('refuses %j before anything runs', async (args, message, hint) => {
    const { server, call } = await searching();
    const refused = await call(['crawl', 'search', '--allow-private', '--json', ...args]);
    expect(refused.code).toBe(2);
    expect(refused.json()).toMatchObject({ error: { message, hint } });
    expect(server.log).toEqual([]);
    expect((await call(['runs', 'list', '--json'])).json()).toEqual([]);
  });
});
