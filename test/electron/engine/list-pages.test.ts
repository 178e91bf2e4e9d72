import { describe, expect, it } from 'vitest';
import { joinPages, processList, splitPages } from '../../../electron/engine/list-pages.ts';
import { createPageStage } from '../../../electron/engine/page-stage.ts';
import { planCrawl } from '../../../electron/engine/page.ts';
import type { PageOutput } from '../../../electron/engine/page-types.ts';
import type { Spider } from '../../../shared/spider/schema.ts';

const url = 'https://example.com/list';

const spider: Spider = {
  name: 'boats',
  allowed_domains: ['example.com'],
  start_urls: [],
  rules: [
    { allow: ['/boat/'], callback: 'boat', follow: false },
    { allow: ['/list$'], callback: 'rows' },
  ],
  callbacks: {
    boat: { extract: { title: { css: 'h1::text' } } },
    rows: { iterate: { selector: 'li' }, extract: { name: { css: 'a::text' } } },
  },
  settings: { PAGINATED_LISTINGS: [{ url, next_selector: '.next' }] },
};

const row = (n: number | string): string => `<li><a href="boat/${n}">Boat ${n}</a></li>`;
const html = (...rows: (number | string)[]): string =>
  `<!DOCTYPE html><html><head></head><body><nav><a href="/boat/nav">B</a></nav><ul>${rows.map(row).join('')}</ul></body></html>`;

const pages = (...all: (readonly [string, string])[]) =>
  all.map(([at, text]) => ({ url: at, html: Buffer.from(text) }));

function taken(
  list: ReturnType<typeof pages>,
  callback: string | null,
  links: string | null = null,
): PageOutput {
  const body = joinPages(list);
  const input = { id: '1', url, body, contentType: 'text/html; charset=utf-8', fetchedAt: 0 };
  const plan = planCrawl(spider, { depthLimit: 0, depthPriority: 0 });
  return processList(plan, { ...input, depth: 0, priority: 0, callback, follow: true }, { links });
}

const linksOf = ({ links }: PageOutput): string[] => links.map((link) => new URL(link.url).pathname);
const namesOf = ({ items }: PageOutput): unknown[] =>
  items.map(({ key, metadata }) => [key, metadata['name']]);
const toldOf = ({ events }: PageOutput): string[] =>
  events.filter(({ kind }) => kind === 'listing').map(({ message }) => message);

describe('the pages of a list', () => {
  it('are put together and taken apart as they were, whatever they hold', () => {
    const texts = ['<p>a</p>', 'b <!-- page of a list: x-->\n c', ''];
    const split = splitPages(
      Buffer.from(
        joinPages(pages(...texts.map((text, n) => [`${url}?p=${n}&q=a--b%20c`, text] as const))),
      ).toString(),
    );
    expect(split?.map((each) => each.url)).toEqual(texts.map((_, n) => `${url}?p=${n}&q=a--b%20c`));
    expect(split?.map(({ html: text }) => text.trimEnd())).toEqual([
      '<p>a</p>',
      'b <!-- Page of a list: x-->\n c',
      '',
    ]);
    expect(splitPages('<p>a page</p>')).toBeNull();
  });

  it('give the links of all, each once, and say how many each has', () => {
    const output = taken(pages([url, html(1, 2)], [`${url}?p=2`, html(2, 3)]), null);
    expect(linksOf(output)).toEqual(['/boat/nav', '/boat/1', '/boat/2', '/boat/3']);
    expect(toldOf(output)).toEqual([
      `Page 1: 3 links. Page 2, ${url}?p=2: 3 links. 4 different links in all.`,
    ]);
    expect(output.page?.kind).toBe('html');
  });

  it('give only the links that are chosen, or that are in what is chosen', () => {
    const list = pages([url, html(1)], [url, html(2)]);
    expect(linksOf(taken(list, null, 'li'))).toEqual(['/boat/1', '/boat/2']);
    expect(linksOf(taken(list, null, 'nav a'))).toEqual(['/boat/nav']);
  });

  it('resolve links by their own address', () => {
    const output = taken(pages([url, html(1)], ['https://example.com/deep/list', html(1)]), null, 'li');
    expect(linksOf(output)).toEqual(['/boat/1', '/deep/boat/1']);
  });

  it('give rows with keys that go on, and those of a list that grows once', () => {
    const replaced = taken(pages([url, html(1, 2)], [url, html(3)], [url, html(1, 2)]), 'rows');
    expect(namesOf(replaced)).toEqual([
      [`${url}#1`, 'Boat 1'],
      [`${url}#2`, 'Boat 2'],
      [`${url}#3`, 'Boat 3'],
      [`${url}#4`, 'Boat 1'],
      [`${url}#5`, 'Boat 2'],
    ]);
    const growing = taken(pages([url, html(1, 1)], [url, html(1, 1, 2)], [url, html(1, 1, 2, 1)]), 'rows');
    expect(namesOf(growing).map((entry) => Object(entry)[1])).toEqual([
      'Boat 1',
      'Boat 1',
      'Boat 2',
      'Boat 1',
    ]);
  });

  it('give any other item once, from the first', () => {
    const titled = (title: string): string => `<h1>${title}</h1>`;
    const output = taken(pages([url, titled('First')], [url, titled('Second')]), 'boat');
    expect(output.items.map(({ title }) => title)).toEqual(['First']);
  });

  it('give the same rows again from the copy that is stored', () => {
    const output = taken(pages([url, html(1)], [url, html(2)]), 'rows');
    if (output.page === null) throw new Error('The pages are stored.');
    const { body, ...stored } = output.page;
    const again = createPageStage(
      spider,
      0,
    )({
      id: '1',
      url,
      body,
      stored,
      contentType: null,
      fetchedAt: 0,
      depth: 0,
      priority: 0,
      callback: 'rows',
      follow: true,
    });
    expect(namesOf(again)).toEqual(namesOf(output));
  });
});
