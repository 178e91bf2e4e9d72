import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { startFleetSite } from './fleet-site.ts';

interface Outcome {
  run: string;
  state: string;
  counters: { done: number; skipped: number; seen: number };
}

const crawling = ['crawl', 'fleet', '--allow-private', '--json'];

/** A workspace with a spider for a site whose calendar never ends. */
async function workspace() {
  const site = await startFleetSite({ hosts: 1, pagesOfHost: 20, hasCalendar: true });
  const { call, file } = studio();
  expect((await call(['import', file('fleet.json', site.spider)])).code).toBe(0);
  const days = () => site.asked.filter((url) => url.includes('/calendar/'));
  const newest = async () => (await call(['runs', 'list', '--json'])).json<{ id: string }[]>()[0]?.id ?? '';
  return { site, call, days, newest };
}

describe('what is excluded from a run', { timeout: 300_000 }, () => {
  it('is not fetched any more, and the rest is', async () => {
    const { site, call, days, newest } = await workspace();
    const crawl = call(crawling);
    await site.reached(6);
    const run = await newest();
    const { code, stdout } = await call(['runs', 'exclude', run, '/calendar/']);
    expect([code, stdout.trim()]).toEqual([
      0,
      `Run ${run} leaves out URLs that match /calendar/ from now on.`,
    ]);
    // With the calendar it would never end.
    const ended = await crawl;
    const { state, counters } = ended.json<Outcome>();
    expect([ended.code, state, counters.done]).toEqual([0, 'completed', site.pages + days().length]);
    expect(counters.seen).toBe(counters.done + counters.skipped);
    const shown = (await call(['runs', 'show', run])).stdout;
    expect(shown).toContain('Excluded: /calendar/');
    expect((await call(['runs', 'tail', run])).stdout).toContain(
      'URLs that match "/calendar/" are excluded from here on, as asked for on the command line.',
    );
    const late = await call(['runs', 'exclude', run, '/x/']);
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining(`Run ${run} is completed`)]);
  });

  it('stays out when the run is resumed', async () => {
    const { site, call, days, newest } = await workspace();
    const crawl = call(crawling);
    await site.reached(6);
    const run = await newest();
    expect((await call(['runs', 'pause', run])).code).toBe(0);
    expect((await crawl).json<Outcome>().state).toBe('paused');
    const before = days().length;
    expect((await call(['runs', 'exclude', run, '/calendar/'])).code).toBe(0);
    const again = await call(['runs', 'exclude', run, '/calendar/', '--json']);
    expect([again.code, again.json()]).toEqual([0, { run, added: false, exclusions: ['/calendar/'] }]);
    const resumed = (await call(['runs', 'resume', run, '--json'])).json<Outcome>();
    expect(resumed).toMatchObject({
      state: 'completed',
      counters: { done: site.pages + before, skipped: 1 },
    });
    expect(days().length).toBe(before);
    const reasons = (await call(['runs', 'show', run, '--json'])).json<{ reasons: object[] }>().reasons;
    expect(reasons).toEqual([
      { state: 'skipped', reason: 'It matches the exclusion "/calendar/".', count: 1 },
    ]);
  });

  it.each([
    ['(', 'Invalid pattern'],
    [' ', 'The pattern is empty'],
  ])('must be a regular expression: not %j', async (pattern, message) => {
    const { call } = studio();
    const { code, stderr } = await call(['runs', 'exclude', '1', pattern]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
