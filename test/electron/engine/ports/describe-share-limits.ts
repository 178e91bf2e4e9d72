import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crawlTogether, none, site, type CreateShare } from './describe-share.ts';
import { reachable, type SitePage } from './share-crawl.ts';

/** The limits of a run hold for all of its sessions together. @param numRuns number of sites that are tried */
export function describeShareLimits(name: string, create: CreateShare, numRuns = 60): void {
  describe(`the limits of a run that sessions share in ${name}`, () => {
    it('are reached exactly, whatever the site, and never exceeded', async () => {
      await assert(
        asyncProperty(
          record({
            hosts: integer({ min: 1, max: 6 }),
            pagesOfHost: integer({ min: 1, max: 10 }),
            items: array(integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 }),
            sessions: integer({ min: 1, max: 8 }),
            limit: integer({ min: 1, max: 70 }),
            kind: constantFrom<'items' | 'pages'>('items', 'pages'),
            seed: integer({ min: 1, max: 10_000 }),
            fails: integer({ min: 2, max: 9 }),
            latencyMs: integer({ min: 1, max: 600 }),
          }),
          async ({ hosts, pagesOfHost, items, sessions, limit, kind, seed, fails, latencyMs }) => {
            const whole = new Map(
              [...site(hosts, pagesOfHost)].map(([url, page], n): [string, SitePage] => [
                url,
                {
                  ...page,
                  items: items[n % items.length] ?? 0,
                  ...(n % fails === fails - 1 ? { first: 503 } : {}),
                },
              ]),
            );
            const under = await create({ ...none, [kind]: limit }, seed);
            const { ends } = await crawlTogether(under, sessions, {
              site: whole,
              limits: { [kind]: limit },
              delayMs: 200,
              latencyMs,
            });
            const pages = [...reachable(whole).values()];
            const there = kind === 'pages' ? pages.length : pages.reduce((sum, page) => sum + page.items, 0);
            const requests = await under.requests();
            const done = requests.filter(({ state }) => state === 'done' || state === 'failed').length;
            const got = kind === 'pages' ? done : (await under.items()).length;
            expect(got).toBe(Math.min(limit, there));
            const end = {
              kind: there < limit ? 'exhausted' : kind === 'pages' ? 'page-limit' : 'item-limit',
            };
            for (const each of ends) expect(each).toMatchObject({ kind: 'run', end });
            expect(requests.filter(({ state }) => state === 'active')).toEqual([]);
            // The next site is tried in its place.
            await under.over?.();
          },
        ),
        { numRuns },
      );
    });
  });
}
