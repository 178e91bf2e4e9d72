import { describe, expect, it } from 'vitest';
import { resultHandlers } from '../../../../../electron/host/data/results.ts';
import { spiderHandlers } from '../../../../../electron/host/data/spiders.ts';
import { explainNoItems } from '../../../../../electron/cli/commands/show.ts';
import { explain } from '../../../../../electron/host/data/explain.ts';
import { newsRoom, publish } from '../../news-room.ts';
import { removeForGood } from '../../../store/support.ts';

const everything = ['/', '/a/1', '/a/2', '/a/3', '/robots.txt', '/section/1'];
const navigation = ['/', '/robots.txt', '/section/1'];

describe('a second full run with DELTAFETCH_ENABLED', () => {
  it('fetches navigation pages and what is new, and says why it skips the others', async () => {
    const { site, crawl, show, titles } = await newsRoom();
    const first = await crawl();
    expect(first).toMatchObject({
      exitCode: 0,
      state: 'completed',
      counters: { done: 5, items: 3, skipped: 0 },
    });
    expect(site.asked()).toEqual(everything);
    expect((await show(first.run)).freshness).toEqual({ new: 5, unchanged: 0, changed: 0 });

    publish(site, '/a/4', 'Four');
    const second = await crawl();
    expect(site.asked()).toEqual(['/', '/a/4', '/robots.txt', '/section/1']);
    expect(second).toMatchObject({
      exitCode: 0,
      state: 'completed',
      counters: { queued: 0, active: 0, done: 3, failed: 0, skipped: 3, seen: 6, items: 1 },
    });
    expect(await titles()).toEqual(['Four']);
    const details = await show(second.run);
    expect(details).toMatchObject({
      freshness: { new: 1, unchanged: 1, changed: 1 },
      answeredBy: { site: 3, storedPage: 0, cache: 0, memory: 3 },
    });
    expect(details.reasons).toEqual([
      {
        state: 'skipped',
        reason: expect.stringMatching(
          /^An earlier full run \(1, \d{4}-\d\d-\d\d\) already extracted it; DELTAFETCH_ENABLED is on\.$/,
        ),
        count: 3,
      },
    ]);
  });

  it('with nothing new to do is a success', async () => {
    const { site, crawl } = await newsRoom();
    await crawl();
    site.asked();
    const second = await crawl();
    expect(second).toMatchObject({
      exitCode: 0,
      state: 'completed',
      reason:
        'Nothing new to do: All 3 pages were extracted by an earlier full run (DELTAFETCH_ENABLED is on).',
      counters: { done: 2, skipped: 3, seen: 5, items: 0 },
    });
    expect(site.asked()).toEqual(navigation);
  });

  it('with nothing new leaves the items of the run before in sight', async () => {
    const { crawl, workspace } = await newsRoom();
    const spider = { project: 'default', spider: 'news' };
    const context = { workspace, window: null, client: null, publish: () => undefined };
    const columns = (run: string) =>
      resultHandlers['results.columns']({ source: { ...spider, run } }, context);
    const itemsIn = (run: string) =>
      resultHandlers['results.items']({ source: { ...spider, run }, offset: 0, limit: 1 }, context);
    const [listed] = await spiderHandlers['spiders.list']({}, context);
    expect(listed?.latestItems).toBeNull();
    await crawl();
    expect(await columns('latest')).toMatchObject({ run: '1', items: 3, earlier: null });
    await crawl();
    expect(await columns('latest')).toMatchObject({ run: '2', items: 0, earlier: { run: '1', items: 3 } });
    expect(await columns('all')).toMatchObject({ run: null, items: 3, earlier: null });
    expect(await spiderHandlers['spiders.list']({}, context)).toMatchObject([
      { lastRun: { id: '2', counters: { items: 0 } }, latestItems: { run: '1', items: 3 } },
    ]);
    expect(explainNoItems(await itemsIn('latest'))).toBe(
      'Run 2 has no items. Run 1 has 3 items. Add --run 1 for them.',
    );
    await removeForGood(workspace.queries, { kind: 'run', run: '1' });
    expect(explainNoItems(await itemsIn('latest'))).toBe('Run 2 has no items.');
    expect(explainNoItems(await itemsIn('all'))).toBe('No run has items.');
  });

  it('tries again what failed before', async () => {
    const { site, crawl, titles } = await newsRoom();
    site.pages.set('/a/2', { heading: '', status: 410 });
    expect((await crawl()).counters).toMatchObject({ failed: 1, items: 2 });
    site.pages.set('/a/2', { heading: 'Two at last' });
    site.asked();
    await crawl();
    expect(site.asked()).toEqual(['/', '/a/2', '/robots.txt', '/section/1']);
    expect(await titles()).toEqual(['Two at last']);
  });

  it('tries again a page that gave an item without any value', async () => {
    const { site, crawl } = await newsRoom();
    site.pages.set('/a/2', { heading: '' });
    await crawl();
    site.asked();
    await crawl();
    expect(site.asked()).toContain('/a/2');
  });

  it('knows a page that a redirect led to, by both addresses', async () => {
    const { site, crawl, show } = await newsRoom();
    site.pages.set('/a/1', { heading: '', redirect: '/a/one' });
    site.pages.set('/a/one', { heading: 'One' });
    expect((await crawl()).counters).toMatchObject({ done: 5, items: 3 });
    site.asked();
    publish(site, '/a/uno', 'Uno');
    site.pages.set('/a/uno', { heading: '', redirect: '/a/one' });
    const second = await crawl();
    // The new address is followed, to find out where it leads.
    expect(site.asked()).toEqual(['/', '/a/one', '/a/uno', '/robots.txt', '/section/1']);
    expect(second).toMatchObject({ exitCode: 0, counters: { done: 2, skipped: 4, failed: 0, items: 0 } });
    expect((await show(second.run)).answeredBy).toMatchObject({ memory: 4 });
    site.pages.delete('/a/uno');
    site.pages.set('/', { heading: 'News', links: ['/a/1', '/a/one'] });
    expect((await crawl()).counters).toMatchObject({ done: 1, skipped: 2 });
    expect(site.asked()).toEqual(['/', '/robots.txt']);
  });
});

describe('without DELTAFETCH_ENABLED', () => {
  it('everything is fetched again, and told apart as new, unchanged or changed', async () => {
    const { site, crawl, show } = await newsRoom({});
    await crawl();
    site.asked();
    site.pages.set('/a/2', { heading: 'Two, corrected' });
    publish(site, '/a/4', 'Four');
    const second = await crawl();
    expect(site.asked()).toEqual(['/', '/a/1', '/a/2', '/a/3', '/a/4', '/robots.txt', '/section/1']);
    expect(second.counters).toMatchObject({ done: 6, items: 4, skipped: 0 });
    expect(await show(second.run)).toMatchObject({
      freshness: { new: 1, unchanged: 3, changed: 2 },
      answeredBy: { site: 6, storedPage: 0, cache: 0, memory: 0 },
    });
    // The setting may be turned on later: what plain full runs extracted is known.
    expect((await crawl({ DELTAFETCH_ENABLED: true })).counters).toMatchObject({ skipped: 4 });
  });
});

describe('a test run', () => {
  it('leaves no trace in the crawl history', async () => {
    const { site, crawl, history } = await newsRoom();
    expect((await crawl({}, 3)).counters).toMatchObject({ items: 3 });
    expect(await history()).toMatchObject({ count: 0, extracted: 0, pages: [] });
    site.asked();
    const full = await crawl();
    expect(full.counters).toMatchObject({ done: 5, skipped: 0, items: 3 });
    expect(site.asked()).toEqual(everything);
  });

  it('changes nothing that a full run left there', async () => {
    const { site, crawl, history } = await newsRoom();
    await crawl();
    const before = await history();
    site.pages.set('/a/1', { heading: 'Another one' });
    publish(site, '/a/4', 'Four');
    expect((await crawl({ DELTAFETCH_ENABLED: false }, 5)).counters).toMatchObject({
      items: 4,
    });
    expect(await history()).toEqual(before);
  });
});

describe('conditional requests', () => {
  const validators = [
    ['ETag', { etag: '"v1"' }, { etag: '"v2"' }, 'if-none-match', '"v1"'],
    [
      'Last-Modified',
      { lastModified: 'Tue, 03 Nov 2026 08:00:00 GMT' },
      { lastModified: 'Wed, 04 Nov 2026 08:00:00 GMT' },
      'if-modified-since',
      'Tue, 03 Nov 2026 08:00:00 GMT',
    ],
  ] as const;

  it.each(validators)('with %s: "not modified" stands for the stored page', async (...row) => {
    const [, version, nextVersion, header, value] = row;
    const { site, crawl, show, titles } = await newsRoom();
    const links = ['/section/1', '/a/1', '/a/2'];
    site.pages.set('/', { heading: 'News', links, ...version });
    await crawl();
    // The article is known to the server only, not to the crawl history: its link comes from the stored front page.
    await crawl({ DELTAFETCH_ENABLED: false });
    site.log.length = 0;
    const second = await crawl();
    expect(site.log.find(({ url }) => url === '/')?.headers[header]).toBe(value);
    expect(second).toMatchObject({ exitCode: 0, counters: { done: 2, skipped: 3, seen: 5 } });
    expect(await show(second.run)).toMatchObject({
      freshness: { new: 0, unchanged: 2, changed: 0 },
      answeredBy: { site: 1, storedPage: 1, memory: 3 },
      // What was skipped was never asked for: no answer is missing.
      statuses: [
        { status: 200, count: 1 },
        { status: 304, count: 1 },
      ],
      notFetched: 3,
    });

    site.pages.set('/a/4', { heading: 'Four' });
    site.pages.set('/', { heading: 'News', links: [...links, '/a/4'], ...nextVersion });
    const third = await crawl();
    expect(third.counters).toMatchObject({ done: 3, skipped: 3, items: 1 });
    expect(await titles()).toEqual(['Four']);
    expect((await show(third.run)).freshness).toEqual({ new: 1, unchanged: 1, changed: 1 });
    // The validators of the newer version are the ones to ask with from now on, also after "not modified".
    await crawl();
    site.log.length = 0;
    expect((await crawl()).counters).toMatchObject({ skipped: 4, done: 2 });
    expect(site.log.find(({ url }) => url === '/')?.headers[header]).toBe(Object.values(nextVersion)[0]);
  });

  it('are not sent when the stored page is gone', async () => {
    const { site, crawl, workspace, show } = await newsRoom();
    site.pages.set('/', { heading: 'News', links: ['/a/1'], etag: '"v1"' });
    const first = await crawl();
    await removeForGood(workspace.queries, { kind: 'run', run: first.run });
    site.log.length = 0;
    const second = await crawl();
    expect(site.log.find(({ url }) => url === '/')?.headers['if-none-match']).toBeUndefined();
    expect(second).toMatchObject({ exitCode: 0, counters: { done: 1, skipped: 1 } });
    expect((await show(second.run)).freshness).toMatchObject({ unchanged: 1 });
  });

  it('are not sent without DELTAFETCH_ENABLED', async () => {
    const { site, crawl } = await newsRoom({});
    site.pages.set('/', { heading: 'News', links: ['/a/1'], etag: '"v1"' });
    await crawl();
    await crawl();
    expect(site.log.filter(({ headers }) => 'if-none-match' in headers)).toEqual([]);
  });

  it('a "not modified" that speaks of another page is not believed', async () => {
    const { site, crawl, titles } = await newsRoom();
    const date = 'Tue, 03 Nov 2026 08:00:00 GMT';
    site.pages.set('/', { heading: '', redirect: '/old' });
    site.pages.set('/old', { heading: 'Old', links: ['/a/1'], lastModified: date });
    await crawl();
    site.pages.set('/', { heading: '', redirect: '/new' });
    site.pages.set('/new', { heading: 'New', links: ['/a/2'], lastModified: date });
    site.asked();
    expect((await crawl()).counters).toMatchObject({ done: 2, items: 1 });
    expect(site.asked()).toEqual(['/', '/', '/a/2', '/new', '/new', '/robots.txt']);
    expect(await titles()).toEqual(['Two']);
  });
});

describe('explain', () => {
  it('says that a link is skipped because its page was extracted before', async () => {
    const { site, workspace, crawl } = await newsRoom();
    const explained = (path: string) =>
      explain({ project: 'default', spider: 'news', url: `${site.origin}${path}` }, { workspace });
    expect((await explained('/a/1')).reason).not.toContain('DELTAFETCH_ENABLED');
    await crawl();
    expect(await explained('/a/1')).toMatchObject({
      decision: 'extract',
      reason: expect.stringMatching(/A full run \(1, .*DELTAFETCH_ENABLED is on: later runs skip it\.$/),
      steps: expect.arrayContaining([expect.objectContaining({ kind: 'memory', matched: true })]),
    });
    for (const path of ['/', '/section/1', '/a/9']) {
      expect((await explained(path)).reason).not.toContain('DELTAFETCH_ENABLED');
    }
  });
});
