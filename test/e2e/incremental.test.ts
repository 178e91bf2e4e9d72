import { describe, expect, it, onTestFinished } from 'vitest';
import { newsPages, newsSpider, startNewsSite, type NewsSite } from '../servers/news-site.ts';
import { studio } from './command-line.ts';

interface Outcome {
  run: string;
  state: string;
  reason: string;
  counters: Record<string, number>;
}

interface Memory {
  count: number;
  extracted: number;
  cache: { answers: number };
  pages: {
    url: string;
    etag: string | null;
    contentHash: string;
    fetchedRun: string;
    extractedRun: string | null;
  }[];
}

async function newsRoom(settings: Record<string, unknown> = { DELTAFETCH_ENABLED: true }) {
  const site = await startNewsSite(newsPages());
  onTestFinished(() => site.close());
  const { call, file, data } = studio();
  await call(['import', file('news.json', newsSpider(site.origin, settings))]);
  return {
    site,
    call,
    data,
    crawl: async (...args: string[]) => {
      const called = await call(['crawl', 'news', '--allow-private', '--json', ...args]);
      return { code: called.code, ...called.json<Outcome>() };
    },
    titles: async () =>
      (await call(['show', 'news', '--json']))
        .json<{ title: string }[]>()
        .map(({ title }) => title)
        .sort(),
    memory: async (...args: string[]) =>
      (await call(['spiders', 'memory', 'news', '--json', ...args])).json<Memory>(),
  };
}

describe('spiders memory', () => {
  it('shows the crawl history, removes one page, then all', async () => {
    const { site, crawl, memory, call } = await newsRoom();
    await crawl();
    expect(await memory()).toMatchObject({ count: 5, extracted: 3 });
    const [page] = (await memory('--url', `${site.origin}/a/1`)).pages;
    expect(page).toMatchObject({ url: `${site.origin}/a/1`, fetchedRun: '1', extractedRun: '1', etag: null });
    expect(page?.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect((await memory('--url', `${site.origin}/section/1`)).pages).toMatchObject([{ extractedRun: null }]);
    expect((await call(['spiders', 'memory', 'news'])).stdout).toContain(
      'The crawl history of news has 5 pages, 3 of them',
    );

    expect(await memory('--url', `${site.origin}/a/1`, '--reset', '--force')).toEqual({
      spider: 'news',
      project: 'default',
      pages: 1,
      answers: 0,
    });
    site.asked();
    const second = await crawl();
    expect(second.counters).toMatchObject({ items: 1, skipped: 2 });
    const text = (await call(['runs', 'show', second.run])).stdout;
    expect(text).toMatch(/new +1\n *unchanged +2\n *already extracted by an earlier run +2/);
    expect(site.asked()).toEqual(['/', '/a/1', '/robots.txt', '/section/1']);

    // Without a terminal to ask on, the call itself is the answer.
    expect(await memory('--reset')).toMatchObject({ pages: 5 });
    expect(await memory()).toMatchObject({ count: 0, pages: [] });
    expect((await crawl()).counters).toMatchObject({ items: 3, skipped: 0 });
  });

  it.each([
    [['spiders', 'memory', 'nobody'], 1, 'unknown-spider'],
    [['spiders', 'memory', 'news', '--url', 'https://example.org/x'], 1, 'not-remembered'],
    [['spiders', 'memory', 'news', '--force'], 2, 'usage'],
    [['spiders', 'memory', 'news', '--reset', '--force', '--limit', '3'], 2, 'usage'],
    [['spiders', 'memory', 'news', '--limit', '0'], 2, 'usage'],
  ])('%j', async (args, code, error) => {
    const { call } = await newsRoom();
    const called = await call([...args, '--json']);
    expect(called.code).toBe(code);
    expect(called.json()).toMatchObject({ error: { code: error } });
  });
});

describe('the crawl history after a kill', () => {
  it('holds exactly the pages that were done, and the resumed run extracts the others', async () => {
    const { site, call, crawl, memory, titles } = await newsRoom({
      DELTAFETCH_ENABLED: true,
      CONCURRENT_REQUESTS: 1,
    });
    // The last article is never answered: it is in flight when the process is killed.
    const { held, letGo } = holdAnswer(site, '/a/3');
    const killed = await call(['crawl', 'news', '--allow-private', '--json'], {
      onStart: (child) => void held.then(() => child.kill('SIGKILL')),
    });
    expect(killed.code).not.toBe(0);
    letGo();
    const before = await memory();
    expect(before.pages.map(({ url }) => new URL(url).pathname).sort()).toEqual([
      '/',
      '/a/1',
      '/a/2',
      '/section/1',
    ]);
    expect(before.extracted).toBe(2);
    site.asked();
    const resumed = await call(['runs', 'resume', '1', '--json']);
    expect(resumed.json()).toMatchObject({ state: 'completed', counters: { done: 5, skipped: 0, items: 3 } });
    expect(site.asked()).toEqual(['/a/3', '/robots.txt']);
    expect(await titles()).toEqual(['One', 'Three', 'Two']);
    expect(await memory()).toMatchObject({ count: 5, extracted: 3 });
    expect(await crawl()).toMatchObject({ code: 0, counters: { skipped: 3, items: 0 } });
  });
});

/** Holds the answers of a path until they are let go. */
function holdAnswer(site: NewsSite, path: string) {
  const page = site.pages.get(path);
  if (page === undefined) throw new Error(`There is no ${path}.`);
  page.hold = true;
  return {
    held: site.arrived(1, path),
    letGo: () => void delete page.hold,
  };
}
