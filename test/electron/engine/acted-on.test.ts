import { expect, it } from 'vitest';
import { actedOn, whyNotAsActed } from '../../../electron/engine/acted-on.ts';
import type { Settings } from '../../../shared/spider/settings-schema.ts';
import { readSettings } from '../../../shared/spider/settings.ts';

const url = 'https://shop.example/list';
const list = { url, next_selector: '.next' };
const acting: Settings = {
  EXTRACTOR_ORDER: ['browser'],
  BROWSER_ACTIONS: [
    { dismiss: '#agree' },
    { click: '.more', on: ['/list$'] },
    { click: '.x', on: ['/item/'] },
  ],
};

const saved = (settings: Settings, notes: readonly string[] = []) =>
  actedOn(readSettings(settings), { url, requested: url }, notes);
const why = (now: Settings, before: Settings | null, rendered = false): string | null =>
  whyNotAsActed(readSettings(now), { url, rendered, acted: before === null ? null : saved(before) });

it('what was done on a page is what is meant for it, with what could not be carried out', () => {
  const acted = saved(acting, ['BROWSER_ACTIONS[0] was not carried out: "#agree" is not on the page.']);
  expect(acted?.steps).toHaveLength(2);
  expect(acted).toMatchObject({ missed: [0], list: null });
  expect(saved({})).toBeNull();
});

it.each<[string, Settings, Settings | null, string | null]>([
  ['no actions', {}, null, null],
  ['the same actions', acting, acting, null],
  ['before there were any', acting, null, 'before BROWSER_ACTIONS was carried out'],
  [
    'other actions',
    { ...acting, BROWSER_ACTIONS: [{ scroll: 'end' }] },
    acting,
    'with another BROWSER_ACTIONS',
  ],
  ['actions that are gone', {}, acting, 'after actions that the spider no longer has'],
  ['actions of no browser', { BROWSER_ACTIONS: [{ scroll: 'end' }] }, null, null],
  ['the same list', { PAGINATED_LISTINGS: [list] }, { PAGINATED_LISTINGS: [list] }, null],
  [
    'a list, of which 10 pages are saved',
    { PAGINATED_LISTINGS: [{ ...list, max_pages: 50 }] },
    { PAGINATED_LISTINGS: [list] },
    null,
  ],
  ['before a list', { PAGINATED_LISTINGS: [list] }, null, 'before PAGINATED_LISTINGS was carried out'],
  [
    'a list with fewer pages',
    { PAGINATED_LISTINGS: [{ ...list, max_pages: 2 }] },
    { PAGINATED_LISTINGS: [list] },
    'with another PAGINATED_LISTINGS',
  ],
])('a page that was saved with %s', (_, now, before, told) => {
  expect(why(now, before)).toBe(
    told === null ? null : `The page was saved ${told}, so a run sees another one.`,
  );
});

it('a page that a browser rendered for once is as the actions leave it', () => {
  expect(why({ BROWSER_ACTIONS: [{ scroll: 'end' }] }, null, true)).toContain('before BROWSER_ACTIONS');
});
