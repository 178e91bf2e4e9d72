import { describe, expect, it } from 'vitest';
import { ledTo, type LoadedPage } from '../../../../../electron/host/work/proof/led-to.ts';

const site = 'https://shop.example';
const follow = (callback: string) => ({ url: { css: 'a::attr(href)' }, callback });
const spider = (isLeading: boolean): string =>
  JSON.stringify({
    name: 'shop',
    allowed_domains: ['shop.example'],
    start_urls: [`${site}/list`],
    rules: [{ allow: ['/list'], callback: 'parse_rows', follow: true }],
    callbacks: {
      parse_rows: {
        iterate: { selector: 'li', ...(isLeading ? { follow: follow('parse_group') } : {}) },
        extract: { title: { css: 'a::text' } },
      },
      parse_group: {
        iterate: { selector: 'li', follow: follow('parse_thing') },
        extract: { group: { css: 'a::text' } },
      },
      parse_thing: { extract: { name: { css: 'h1::text' } } },
    },
  });

const leadingNowhere = JSON.stringify({
  ...JSON.parse(spider(false)),
  callbacks: { parse_rows: { iterate: { selector: 'li' }, extract: { title: { css: 'a::text' } } } },
});

const linking = (...paths: string[]): string =>
  `<ul>${paths.map((path) => `<li><a href="${path}">To</a></li>`).join('')}</ul>`;

function page(path: string, text: string): LoadedPage {
  const facts = { file: null, requested: null, group: null, status: 200, fetchedAt: 0, rendered: false };
  return { page: { ...facts, url: `${site}${path}`, contentType: 'text/html' }, text, kind: 'html' };
}

const pages = [
  page('/thing/1', '<h1>One</h1>'),
  page('/thing/2', '<h1>Two</h1>'),
  page('/thing/9', '<h1>Of a row that is not stored</h1>'),
  page('/group/1', linking('/thing/1', '/thing/2')),
  page('/list', linking('/group/1')),
];
const pathsOf = (kept: readonly LoadedPage[]): string[] =>
  kept.map((each) => new URL(each.page.url).pathname);

describe('pages that a crawl reaches', () => {
  it('are those of the start, and those that rows lead to, over several steps', () => {
    expect(pathsOf(ledTo(spider(true), pages))).toEqual(['/thing/1', '/thing/2', '/group/1', '/list']);
  });

  it('are not without the page that leads to them', () => {
    const without = pages.filter(({ page: { url } }) => !url.includes('group'));
    expect(pathsOf(ledTo(spider(true), without))).toEqual(['/list']);
  });

  it.each([
    ['is no spider', '{'],
    ['has rows that lead nowhere', leadingNowhere],
  ])('are all where the text %s', (_, text) => {
    expect(ledTo(text, pages)).toEqual(pages);
  });
});
