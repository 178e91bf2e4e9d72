import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { startSeededSite } from './seeded-site.ts';

interface Event {
  id: string;
  run: string;
  at: string;
  kind: string;
  url: string | null;
  message: string;
  page: { status: number | null; bytes: number; durationMs: number; items: number } | null;
}

const countKinds = (events: readonly Event[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { kind } of events) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

describe('runs tail', () => {
  it('tells everything that happened, once, in order, also while it happens', async () => {
    const site = await startSeededSite();
    const { call, file } = studio();
    await call(['import', file('site.json', site.spider)]);
    const following: ReturnType<typeof call>[] = [];
    site.begin({
      answers: 10,
      moment: 'waiting',
      kill: () =>
        // The crawl goes on only when it is being followed.
        void following.push(
          call(['runs', 'tail', '1', '--follow', '--json'], {
            onStart: (child) => child.stdout?.once('data', () => site.release()),
          }),
        ),
    });
    const crawled = await call(['crawl', 'site', '--allow-private', '--json']);
    expect(crawled.json()).toMatchObject({ state: 'completed' });
    const [followed] = await Promise.all(following);
    expect(followed?.code).toBe(0);

    const events = (await call(['runs', 'tail', '1', '--json'])).json<Event[]>();
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort());
    expect(countKinds(events)).toMatchObject({
      started: 1,
      fetched: site.requests.length,
      extracted: 115,
      redirected: 5,
      failed: 3,
      completed: 1,
    });
    expect(events.at(0)?.kind).toBe('started');
    expect(events.at(-1)?.kind).toBe('completed');
    const page = events.filter(({ url }) => url === `${site.url}/page/7`);
    expect(page.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['fetched', 'extracted']));
    expect(page.find(({ kind }) => kind === 'fetched')?.page).toMatchObject({ status: 200, items: 1 });

    const lines = followed?.stdout.trimEnd().split('\n') ?? [];
    const inOrder = lines.map((line) => JSON.parse(line) as Event).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(inOrder).toEqual([...events].sort((a, b) => (a.id < b.id ? -1 : 1)));

    const jsonLines = await call(['runs', 'tail', '1', '--json-lines']);
    expect(jsonLines.stdout.trimEnd().split('\n')).toEqual(events.map((event) => JSON.stringify(event)));

    const some = async (...filter: string[]): Promise<Event[]> =>
      (await call(['runs', 'tail', '1', '--json', ...filter])).json<Event[]>();
    expect(countKinds(await some('--kind', 'failed', '--kind', 'redirected'))).toEqual({
      failed: 3,
      redirected: 5,
    });
    expect((await some('--url', '/OLD/3', '--kind', 'fetched')).map(({ url }) => url)).toEqual([
      `${site.url}/old/3`,
    ]);
    expect(await some('--limit', '2')).toEqual(events.slice(-2));

    const text = await call(['runs', 'tail', '1', '--kind', 'failed']);
    expect(text.stdout.split('\n')[0]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}failed {9}http:\S+\/missing\/\d {2}The server answered 404\.$/,
    );
    const none = await call(['runs', 'tail', '1', '--kind', 'fialed', '--json']);
    expect(none).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(none.stderr).toContain('This run has: fetched (119), extracted (115)');
    expect((await call(['runs', 'tail', '9', '--json'])).json()).toMatchObject({
      error: { code: 'unknown-run' },
    });

    const shown = (await call(['runs', 'show', '1', '--json'])).json<{
      fields: unknown;
      timings: Record<string, number>;
      eventKinds: { kind: string; count: number }[];
    }>();
    expect(shown.fields).toEqual([
      { callback: 'page', field: 'title', items: 115, filled: 115, rate: 1 },
      { callback: 'page', field: 'twice', items: 115, filled: 115, rate: 1 },
    ]);
    const { medianMs = NaN, p95Ms = NaN, answered, pagesPerSecond = NaN } = shown.timings;
    expect(answered).toBe(site.requests.length);
    expect(medianMs).toBeGreaterThan(0);
    expect(p95Ms).toBeGreaterThanOrEqual(medianMs);
    expect(pagesPerSecond).toBeGreaterThan(0);
    expect(Object.fromEntries(shown.eventKinds.map(({ kind, count }) => [kind, count]))).toEqual(
      countKinds(events),
    );
  });
});
