import { describe, expect, it } from 'vitest';
import { explainUrl } from '../../../electron/engine/explain.ts';
import { claimLinks, compileRules } from '../../../electron/engine/rules.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import type { Spider } from '../../../shared/spider/schema.ts';

const spider: Spider = {
  name: 'books',
  allowed_domains: ['example.com'],
  start_urls: ['http://example.com/', 'http://example.com/books/7'],
  rules: [
    { allow: ['/books/\\d+'], deny: ['/books/13'], callback: 'book', follow: false },
    { allow: ['/books/', '/page/'] },
    { allow: ['/trash/'], follow: false },
    { allow: ['/news/'], deny: ['/news/old'], restrict_css: ['main'], callback: 'parse_article' },
    { allow: ['/news/', '/misc/'], restrict_xpaths: ['//nav'] },
  ],
};
const withRules = (...rules: NonNullable<Spider['rules']>): Spider => ({ ...spider, rules });

describe('explainUrl of a spider with rows', () => {
  const follow = { url: { css: 'a::attr(href)' }, callback: 'book' };
  const callbacks = {
    list: { iterate: { selector: 'li', follow } },
    book: { extract: { name: { css: 'h1::text' } } },
  };
  const byRow =
    'Rows ask no rule: whether a row of "list" leads to it for callback "book", only the pages with the rows show.';

  it.each([
    ['http://example.com/about', 'reject', `No rule accepts it: no allow pattern matches. ${byRow}`],
    ['http://example.com/page/2', 'follow', byRow],
    ['http://example.com/books/5.pdf', 'ignored', byRow],
    ['http://example.com/news/5', 'extract', byRow],
  ])('says that a row may lead to %s', (url, decision, reason) => {
    const explained = explainUrl({ ...spider, callbacks }, url);
    expect(explained.decision).toBe(decision);
    expect(explained.reason).toContain(reason);
    expect(explained.steps.at(-1)).toMatchObject({ kind: 'callback', rule: null, message: byRow });
  });

  it.each([
    ['where the rule has the same callback', 'http://example.com/books/5'],
    ['outside allowed_domains', 'http://example.org/about'],
    ['where the URL is too long', `http://example.com/${'a'.repeat(3000)}`],
    ['of a start URL', 'http://example.com/'],
  ])('says nothing of them %s', (_name, url) => {
    expect(explainUrl({ ...spider, callbacks }, url).reason).not.toContain('Rows');
  });
});

describe('explainUrl', () => {
  it.each([
    [
      'http://example.com/books/5',
      'extract',
      0,
      '/books/\\d+',
      'Callback "book" extracts from it, its links are not followed.',
    ],
    ['http://www.example.com/books/5', 'extract', 0, '/books/\\d+', 'Rule 0 accepts it by "/books/\\d+".'],
    ['http://example.com/books/13', 'follow', 1, '/books/', 'Its links are followed, nothing is extracted.'],
    ['http://example.com/page/2', 'follow', 1, '/page/', 'Rule 1 accepts it by "/page/".'],
    ['http://example.com/trash/1', 'drop', 2, '/trash/', 'neither extracts nor follows'],
    ['http://example.com/about', 'reject', null, null, 'No rule accepts it: no allow pattern matches.'],
    [
      'http://example.org/books/5',
      'offsite',
      null,
      null,
      'example.org is outside allowed_domains (example.com).',
    ],
    [
      'http://example.com/books/5.pdf',
      'ignored',
      null,
      null,
      'Links to files that end in ".pdf" are not followed.',
    ],
    [
      `http://example.com/${'a'.repeat(3000)}`,
      'ignored',
      null,
      null,
      'links of more than 2083 are not followed',
    ],
    ['mailto:someone@example.com', 'invalid', null, null, 'Only http and https URLs are crawled.'],
    ['example.com/books/5', 'invalid', null, null, 'it must start with http:// or https://'],
    ['', 'invalid', null, null, 'This is not an absolute URL'],
    ['http://example.com/', 'follow', null, null, 'so nothing is extracted'],
    ['http://example.com', 'follow', null, null, 'This is a start URL'],
    ['http://example.com/#top', 'follow', null, null, 'This is a start URL'],
    [
      'http://example.com/books/7',
      'extract',
      0,
      '/books/\\d+',
      'This is a start URL, which is always fetched',
    ],
    ['http://example.com/news/1', 'extract', 3, '/news/', 'Inside "main": Rule 3 accepts it by "/news/".'],
    ['http://example.com/news/1', 'extract', 3, '/news/', 'Inside "//nav": Rule 4 accepts it'],
    ['http://example.com/news/1', 'extract', 3, '/news/', 'Elsewhere: No rule accepts it'],
    ['http://example.com/news/old', 'follow', 4, '/news/', 'Elsewhere: Rule 3 denies it by "/news/old"'],
    ['  HTTP://EXAMPLE.com/books/5 ', 'extract', 0, '/books/\\d+', 'Rule 0'],
  ])('%s: %s', (url, decision, rule, pattern, reason) => {
    const explanation = explainUrl(spider, url);
    expect(explanation).toMatchObject({ decision, rule, pattern });
    expect(explanation.reason).toContain(reason);
  });

  it('names the rule and the pattern when a deny decides', () => {
    const denying = withRules({ allow: ['/a'], callback: 'x' }, { deny: ['/books/', '/b'], callback: 'y' });
    expect(explainUrl(denying, 'http://example.com/books/1')).toMatchObject({
      decision: 'reject',
      rule: 1,
      pattern: '/books/',
      reason: 'Rule 1 denies it by "/books/", and no other rule accepts it.',
    });
  });

  it('tells every pattern that was looked at, in order', () => {
    const { url, steps } = explainUrl(spider, 'http://example.com/books/13#x');
    expect(url).toBe('http://example.com/books/13#x');
    expect(steps.map(({ rule, kind, pattern, matched }) => [rule, kind, pattern, matched])).toEqual([
      [null, 'url', null, true],
      [null, 'domain', null, true],
      [0, 'deny', '/books/13', true],
      [1, 'allow', '/books/', true],
      [1, 'callback', null, false],
    ]);
    expect(steps.every(({ message }) => message.length > 0)).toBe(true);
  });

  it('says where a pattern stops matching, and which one nearly does', () => {
    const { steps, reason } = explainUrl(
      withRules({ allow: ['/prodcut/\\d+'] }, { allow: ['/item/'] }),
      'http://example.com/product/12',
    );
    expect(reason).toBe(
      'No rule accepts it: no allow pattern matches. Rule 0 nearly does: in "/prodcut/\\d+" "prodcut" is not in the URL, "product" is; "/product/\\d+" matches.',
    );
    expect(steps.slice(2).map(({ message }) => message)).toEqual([
      'Rule 0: allow pattern "/prodcut/\\d+" does not match: "prodcut" is not in the URL, "product" is.',
      'Rule 1: allow pattern "/item/" does not match: nothing of it is in the URL.',
    ]);
    expect(steps.slice(2).map(({ better }) => better)).toEqual(['/product/\\d+', undefined]);
  });

  it('says that a rule without allow takes any URL', () => {
    const { steps, reason } = explainUrl(withRules({ deny: ['/x'], callback: 'y' }), 'http://example.com/a');
    expect(reason).toContain('Rule 0 accepts it as it has no allow patterns.');
    expect(steps.slice(2, 4).map(({ message }) => message)).toEqual([
      'Rule 0: deny pattern "/x" does not match.',
      'Rule 0 has no allow patterns, so it accepts any URL.',
    ]);
  });

  it('says what only the page can tell', () => {
    const { steps } = explainUrl(spider, 'http://example.com/misc/1');
    expect(steps.at(-1)).toEqual({
      rule: 4,
      pattern: '//nav',
      kind: 'region',
      matched: false,
      message:
        'Rule 4 only takes links inside "//nav". The URL alone does not show whether the link is there.',
    });
  });

  it('says where a rule takes links of JSON pages, and of which elements', () => {
    const rule = { restrict_json: ['$.next', '$.items[*].url'], tags: ['link'], callback: 'y' };
    const { steps, decision } = explainUrl(withRules(rule), 'http://example.com/a');
    expect(decision).toBe('extract');
    expect(steps.slice(-2).map(({ kind, message }) => [kind, message])).toEqual([
      ['region', 'On a JSON page, rule 0 takes it only from "$.next" or "$.items[*].url".'],
      ['region', 'On an HTML page, rule 0 takes it only from these elements: <link>.'],
    ]);
  });

  it.each([
    [{ name: 'cursor' }, 'it from the URL of the page: "cursor" gets the value of "$.c".'],
    [
      { name: 'v.after', in: 'body' as const },
      'it from the request of the page, with its body: "v.after" gets the value of "$.c".',
    ],
    [
      { name: 'page', add: 1, to: 9 },
      'it from the URL of the page: "page" is 1 higher, as long as there is something at "$.c", up to 9.',
    ],
  ])('says how a rule makes the URL of the next page: %o', (query, message) => {
    const rule = { restrict_json: ['$.c'], next_query: query, callback: 'y' };
    const { steps } = explainUrl(withRules(rule), 'http://example.com/a');
    expect(steps.at(-1)?.message).toBe(`On a JSON page, rule 0 makes ${message}`);
  });

  it('says which links of a Link header a rule takes', () => {
    const { steps } = explainUrl(withRules({ link_header: ['next'], callback: 'y' }), 'http://example.com/a');
    expect(steps.at(-1)?.message).toBe('On a JSON page, rule 0 takes it from "next" of the Link header.');
  });

  it.each([
    ['http://example.com/', 'extract', 'parse_article extracts from it and no links are followed'],
    ['http://example.com/a', 'reject', 'The spider has no rules, so it follows no links'],
  ])('knows a spider without rules: %s is %s', (url, decision, reason) => {
    const explanation = explainUrl(withRules(), url);
    expect(explanation).toMatchObject({ decision, rule: null, pattern: null });
    expect(explanation.reason).toContain(reason);
  });

  it('always fetches a start URL, also outside allowed_domains', () => {
    const abroad = { ...spider, start_urls: ['http://example.org/'] };
    expect(explainUrl(abroad, 'http://example.org/')).toMatchObject({ decision: 'follow' });
  });

  it('decides as the crawl does, wherever no region is in play', () => {
    const rules = (spider.rules ?? []).slice(0, 3);
    const paths = [
      '/books/5',
      '/books/13',
      '/books/x',
      '/page/1',
      '/trash/1',
      '/about',
      '/a.pdf',
      '/books/5.zip',
    ];
    const urls = [
      ...paths.map((path) => `http://example.com${path}`),
      'http://example.org/books/5',
      'mailto:x',
    ];
    const html = urls.map((url) => `<a href="${url}">x</a>`).join('');
    const { claimed, dropped } = claimLinks(
      compileRules({ rules }),
      parsePage(html),
      'http://example.com/list',
      spider.allowed_domains,
    );
    const decided = new Map<string, string>();
    for (const { url, rule } of claimed) decided.set(url, rules[rule]?.callback ? 'extract' : 'follow');
    const names: Record<string, string> = {
      unused: 'drop',
      'no-rule': 'reject',
      denied: 'reject',
      extension: 'ignored',
      scheme: 'invalid',
      offsite: 'offsite',
    };
    for (const { url, code } of dropped) decided.set(url, names[code] ?? code);
    const explained = new Map(urls.map((url) => [url, explainUrl({ ...spider, rules }, url).decision]));
    expect(Object.fromEntries(explained)).toEqual(Object.fromEntries(decided));
  });
});
