import { given } from '../../../../given.ts';
import { describe, expect, it } from 'vitest';
import { reportArticle } from '../../../../../electron/host/work/tester/article-report.ts';
import { reportCallback } from '../../../../../electron/host/work/tester/callback-report.ts';
import { cutValue, shortBudget, wholeBudget } from '../../../../../electron/host/work/tester/cut-value.ts';
import { givenCallback } from '../../../../../electron/host/work/tester/given-callback.ts';
import { reportLinks } from '../../../../../electron/host/work/tester/links-report.ts';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import { onlyFields, readCallback, readRules } from '../../../../../electron/host/work/tester/parts.ts';
import { reportSelector } from '../../../../../electron/host/work/tester/selector-report.ts';
import { somePage } from '../../../extract/page-facts.ts';
import { describeElement } from '../../../../../electron/host/work/tester/describe-element.ts';
import { suggestSelectors } from '../../../../../electron/host/work/tester/suggest.ts';

const html = `<!doctype html><html><head><title>Shop</title></head><body>
<h1 class="name"> Brass lamp </h1><p class="price">from 12.50 EUR</p>
<ul class="reviews"><li><b>Ann</b><i>5</i></li><li><b>Bo</b></li><li><b></b><i>3</i></li></ul>
<a href="/item/2">Next</a> <a href="/about">About</a> <a href="https://elsewhere.org/">Away</a> <a href="mailto:x@y.z">Mail</a>
</body></html>`;
const page = () => new OpenPage(html, { ...somePage, url: 'https://example.org/item/1' });
const spider = (callback: unknown, more: object = {}) =>
  JSON.stringify({
    name: 'shop',
    allowed_domains: ['example.org'],
    start_urls: ['https://example.org/'],
    callbacks: { parse_item: { extract: callback } },
    ...more,
  });
const report = (fields: unknown, only: string[] | null = null) =>
  reportCallback(page(), onlyFields(readCallback(spider(fields), 'parse_item'), only), shortBudget);

const matching = (pattern: RegExp | string): unknown => expect.stringMatching(pattern);

describe('a callback on a page', () => {
  it('tells how each field comes about', () => {
    const price = {
      css: '.price::text',
      processors: [
        { type: 'regex', pattern: '([\\d.]+)' },
        { type: 'cast', to: 'float' },
      ],
    };
    const { fields, problems } = report({ price });
    expect(problems).toEqual([]);
    expect(fields[0]).toMatchObject({
      path: 'price',
      depth: 0,
      language: 'css',
      selector: '.price::text',
      value: 12.5,
      matches: 1,
      problem: null,
      empty: null,
      steps: [
        { step: 'select', value: 'from 12.50 EUR' },
        { step: 'regex', value: '12.50' },
        { step: 'cast', value: 12.5 },
      ],
    });
    const owner = page().elements[given(given(fields[0]).nodes.elements[0])];
    expect(owner?.attribs['class']).toBe('price');
    expect(given(fields[0]).samples).toEqual([
      {
        kind: 'text',
        element: given(fields[0]).nodes.elements[0],
        path: null,
        value: 'from 12.50 EUR',
        text: 'from 12.50 EUR',
      },
    ]);
  });

  it('says why a field is empty: how far its selector gets', () => {
    const { fields } = report({ name: { css: 'h1.name span.title::text' } });
    expect(fields[0]).toMatchObject({
      value: null,
      matches: 0,
      empty: { steps: [{ selector: 'h1.name', matches: 1 }, { matches: 0 }] },
    });
    expect(given(fields[0]).problem).toBe('"span" is not on the page.');
    expect(given(given(fields[0]).empty).line).toBe('"span" is not on the page.');
  });

  it('looks into the items of a nested list', () => {
    const reviews = {
      type: 'nested_list',
      selector: '.reviews li',
      extract: { author: { css: 'b::text' }, stars: { css: 'i::text' }, date: { css: 'time::text' } },
    };
    const { fields } = report({ reviews });
    expect(
      fields.map(({ path, depth, matches, items, filled }) => [path, depth, matches, items, filled]),
    ).toEqual([
      ['reviews', 0, 3, null, null],
      ['reviews.author', 1, 2, 3, 2],
      ['reviews.stars', 1, 2, 3, 2],
      ['reviews.date', 1, 0, 3, 0],
    ]);
    expect(given(fields[0]).nodes.elements).toHaveLength(3);
    expect(fields[3]).toMatchObject({ value: null, problem: '"time" is not in these 3 <li>.' });
    expect(given(given(fields[3]).empty).steps).not.toEqual([]);
  });

  it('tells the steps of an inner field by an item where it has a value', () => {
    const stars = { css: 'i::text', processors: [{ type: 'cast', to: 'int' }] };
    const { fields } = report({
      reviews: { type: 'nested_list', selector: '.reviews li', extract: { stars } },
    });
    expect(fields[1]).toMatchObject({
      value: 5,
      steps: [
        { step: 'select', value: '5' },
        { step: 'cast', value: 5 },
      ],
    });
  });

  it('cuts long lists, tells how many entries they have, and gives more when it is asked', () => {
    const many = new OpenPage(`<p>x</p>`.repeat(3000), somePage);
    const read = readCallback(spider({ all: { css: 'p::text', get_all: true } }), 'parse_item');
    const lengths = (whole: boolean) =>
      reportCallback(many, read, whole ? wholeBudget : shortBudget).fields.map(
        ({ value, entries, valueCut }) => [Array.isArray(value) ? value.length : null, entries, valueCut],
      );
    expect(lengths(true)).toEqual([[3000, 3000, false]]);
    const [short] = lengths(false);
    expect(given(short)[0]).toBeLessThan(1000);
    expect(given(short).slice(1)).toEqual([3000, true]);
  });

  it('tries the other fields where one is not valid, and says what is wrong with it', () => {
    const { fields } = report({
      name: { css: 'h1::text' },
      bad: { css: 'h1[' },
      worse: { css: 'a', xpath: '//a' },
    });
    expect(fields.map(({ path, value }) => [path, value])).toEqual([
      ['name', ' Brass lamp '],
      ['bad', null],
      ['worse', null],
    ]);
    expect(given(fields[1]).problem).toMatch(/h1\[/);
    expect(given(fields[2]).problem).toMatch(/not both/);
  });

  it('takes only the fields it is asked for', () => {
    const both = { name: { css: 'h1::text' }, price: { css: '.price::text' } };
    expect(report(both, ['price']).fields.map(({ path }) => path)).toEqual(['price']);
  });

  it.each([
    [
      'that is unfinished further down',
      `${spider({ name: { css: 'h1::text' } }).slice(0, -1)}, "settings": {`,
    ],
    [
      'with comments and a comma too many',
      `// mine\n${spider({ name: { css: 'h1::text' } }).replace('}}}}', '}},}}')}`,
    ],
    [
      'whose rules are wrong',
      spider({ name: { css: 'h1::text' } }, { rules: [{ callback: 'nobody', allow: ['('] }] }),
    ],
  ])('reads a text %s', (_, text) => {
    expect(given(reportCallback(page(), readCallback(text, 'parse_item'), shortBudget).fields[0]).value).toBe(
      ' Brass lamp ',
    );
  });

  it.each([
    ['a callback that is not there', spider({ a: { css: 'a' } }), 'parse_itm', /Did you mean "parse_item"/],
    ['a text that says nothing', '"hello"', 'parse_item', null],
  ])('refuses %s', (_, text, name, hint) => {
    const caught = (() => {
      try {
        return readCallback(text, name);
      } catch (error) {
        return error as { code: string; hint: string };
      }
    })();
    const told = hint === null ? {} : { hint: matching(hint) };
    expect(caught).toMatchObject({ code: hint === null ? 'invalid-spider' : 'unknown-callback', ...told });
  });

  it('cuts what no window can show', () => {
    const long = cutValue('x'.repeat(300_000));
    expect(String(long.value)).toHaveLength(200_001);
    expect(long.cut).toBe(true);
    const many = cutValue({ list: Array.from({ length: 50_000 }, (_, n) => n), after: 'lost' });
    expect(many.cut).toBe(true);
    expect(JSON.stringify(many.value).length).toBeLessThan(200_000);
    expect(cutValue({ a: [1, 'b', null] })).toEqual({ value: { a: [1, 'b', null] }, cut: false });
  });
});

describe('one selector', () => {
  const selector = (source: string, language: 'css' | 'xpath' = 'css', within: string | null = null) =>
    reportSelector(page(), { language, selector: source, within });

  it('gives what it matches, with the numbers of the elements', () => {
    const { matches, samples, nodes, problem } = selector('li b');
    expect([matches, nodes.total, nodes.elements.length, problem]).toEqual([3, 3, 3, null]);
    expect(samples[0]).toMatchObject({ kind: 'element', value: '<b>Ann</b>', text: 'Ann' });
  });

  it('gives the value of an expression that selects nothing', () => {
    expect(selector('count(//li)', 'xpath')).toMatchObject({
      matches: 1,
      samples: [{ kind: 'number', value: '3.0', element: null }],
      nodes: { elements: [] },
    });
  });

  it('looks within the items of a list', () => {
    expect(selector('i::text', 'css', '.reviews li')).toMatchObject({ matches: 2, empty: null });
  });

  it.each([
    ['cannot be read', 'h1[', 'css'],
    ['is no XPath', '//li[', 'xpath'],
  ] as const)('says what is wrong with one that %s', (_, source, language) => {
    expect(selector(source, language)).toMatchObject({ matches: 0, problem: expect.stringMatching(/./) });
  });

  it('keeps to what an outline can show, however much it matches', () => {
    const many = new OpenPage(`<body>${'<p>x</p>'.repeat(50_000)}`, somePage);
    const { matches, nodes, samples } = reportSelector(many, { language: 'css', selector: 'p' });
    expect([matches, nodes.total, nodes.elements.length, nodes.cut, samples.length]).toEqual([
      50_000,
      50_000,
      2000,
      true,
      100,
    ]);
  });
});

describe('links on a page', () => {
  const rules = [{ allow: ['/item/\\d+'], callback: 'parse_item' }, { deny: ['/about'] }];

  it('are followed, extracted or dropped, each with its reason and its place', () => {
    const { links, byRule, dropped, total } = reportLinks(
      page(),
      readRules(spider({ a: { css: 'a' } }, { rules })),
    );
    expect(links.map(({ url, decision, rule, code }) => [url, decision, rule, code])).toEqual([
      ['https://example.org/item/2', 'extract', 0, null],
      ['https://example.org/about', 'dropped', 1, 'denied'],
      ['https://elsewhere.org/', 'dropped', null, 'offsite'],
      ['mailto:x@y.z', 'dropped', null, 'scheme'],
    ]);
    expect(links.map(({ element }) => page().elements[given(element)]?.attribs['href'])).toEqual([
      '/item/2',
      '/about',
      'https://elsewhere.org/',
      'mailto:x@y.z',
    ]);
    expect(links[0]).toMatchObject({ text: 'Next', callback: 'parse_item', pattern: '/item/\\d+' });
    expect(byRule).toEqual([
      { rule: 0, callback: 'parse_item', follow: true, links: 1 },
      { rule: 1, callback: null, follow: true, links: 0 },
    ]);
    expect([total, dropped.length]).toEqual([4, 3]);
  });

  it('are nearly matched by a pattern with a slip, and nothing is said of one for other pages', () => {
    const slips = [{ allow: ['/itme/\\d+', '/news/'] }];
    expect(reportLinks(page(), readRules(spider({}, { rules: slips }))).near).toEqual([
      {
        rule: 0,
        pattern: '/itme/\\d+',
        better: '/item/\\d+',
        line: 'Rule 0: "/itme/\\d+" matches no link of this page: "itme" is not in the URL, "item" is. "/item/\\d+" matches 1 link.',
      },
    ]);
  });

  it('are not followed by a spider without rules', () => {
    const { links } = reportLinks(page(), readRules(spider({ a: { css: 'a' } })));
    expect(new Set(links.map(({ code }) => code))).toEqual(new Set(['no-rules']));
    expect(given(links[0]).reason).toMatch(/no rules/);
  });

  it('cannot be told with rules that are not valid', () => {
    const text = spider({ a: { css: 'a' } }, { rules: [{ allow: ['('] }] });
    expect(() => readRules(text)).toThrow(/rules cannot be used/);
  });

  it('can be told while a callback is unfinished', () => {
    const text = spider({ a: { css: 'a[' } }, { rules });
    expect(reportLinks(page(), readRules(text)).links).toHaveLength(4);
  });

  it.each([
    [
      'json',
      '{"next": "/p/2"}',
      'A JSON page gives links only from places that a rule names in restrict_json.',
    ],
    [
      'xml',
      '<a><b>/p/2</b></a>',
      'An XML page gives links only from places that a rule names in restrict_css or restrict_xpaths.',
    ],
  ] as const)('says why a page of %s gives none', (kind, text, problem) => {
    const open = new OpenPage(text, { ...somePage, kind, url: 'https://example.org/' });
    const reported = (rule: object) =>
      reportLinks(
        open,
        readRules(spider({ a: { css: 'a' } }, { rules: [{ callback: 'parse_article', ...rule }] })),
      );
    expect(reported({})).toMatchObject({ total: 0, problems: [problem] });
    const named = reported({ restrict_json: ['$.next'], restrict_css: ['b'] });
    expect(named.problems).toEqual([]);
    expect(named.links).toMatchObject([{ url: 'https://example.org/p/2', decision: 'extract', rule: 0 }]);
  });
});

describe('the callback that a page is given', () => {
  const rules = readRules(
    spider(
      { a: { css: 'a' } },
      {
        rules: [
          { allow: ['/item/'], callback: 'parse_item' },
          { allow: ['/list/'], callback: 'parse_list' },
          { allow: ['/about'] },
        ],
      },
    ),
  );
  it.each([
    ['https://example.org/item/1', 'parse_item', /^Rule 0 accepts it by "\/item\/"/],
    ['https://example.org/list/1', 'parse_list', /^Rule 1 accepts it/],
    ['https://example.org/about', null, /Its links are followed, nothing is extracted/],
    ['https://example.org/', null, /^This is a start URL.*nothing is extracted/],
    ['https://example.org/else', null, /^No rule accepts it/],
    ['https://elsewhere.org/item/1', null, /outside allowed_domains/],
    [null, null, /not known/],
  ])('%s: %s', (url, callback, reason) => {
    expect(givenCallback(rules, { url })).toEqual({ url, callback, reason: expect.stringMatching(reason) });
  });

  it('is the built-in one where the spider starts and has no rules', () => {
    const read = readRules(spider({ a: { css: 'a' } }));
    expect(givenCallback(read, { url: 'https://example.org/' }).callback).toBe('parse_article');
  });
});

describe('article strategies', () => {
  const paragraphs = [
    'The water rose over the quay before anybody had noticed it, and the boats that lay there rose with it.',
    'A harbour master who has kept the book for thirty years said that he had never written down such a number.',
    'By noon the market was under a hand of water, and the people carried their fish to the church on the hill.',
    'The council will meet on Thursday to talk about the wall, which was built when the town was half as large.',
    'Nobody was hurt, but the ferry to the islands will not go before the landing stage has been looked at.',
  ];
  const article = new OpenPage(
    `<title>The tide</title><h1>The tide comes in</h1><article>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article>`,
    { ...somePage, url: 'https://example.org/news/1' },
  );

  it('stand side by side, those that a crawl tries first', () => {
    const all = reportArticle(article, spider({ a: { css: 'a' } }));
    expect(all.map(({ strategy }) => strategy).toSorted()).toEqual([
      'browser',
      'custom',
      'newsparser',
      'textparser',
    ]);
    expect(all.filter(({ wins }) => wins)).toHaveLength(1);
    const winner = given(all.find(({ wins }) => wins));
    expect(winner).toMatchObject({
      used: true,
      reason: null,
      article: { title: expect.stringContaining('tide') },
    });
    expect(all.find(({ strategy }) => strategy === 'custom')).toMatchObject({ used: false, article: null });
  });

  it('try the browser on a page as a browser shows it', () => {
    const shell = '<title>App</title><div id="root"></div><script src="/app.js"></script>';
    const why = (rendered: boolean) =>
      reportArticle(new OpenPage(shell, { ...somePage, rendered }), spider({ a: { css: 'a' } })).find(
        ({ strategy }) => strategy === 'browser',
      )?.reason;
    expect(why(false)).toBe('the page was not rendered in a browser');
    expect(why(true)).toMatch(/no |not /u);
    expect(why(true)).not.toContain('rendered');
  });

  it('follow the order of the settings', () => {
    const settings = {
      EXTRACTOR_ORDER: ['custom', 'textparser'],
      CUSTOM_SELECTORS: { title: 'h1', content: 'article' },
    };
    const all = reportArticle(article, spider({ a: { css: 'a' } }, { settings }));
    expect(all.slice(0, 2).map(({ strategy, used, wins }) => [strategy, used, wins])).toEqual([
      ['custom', true, true],
      ['textparser', true, false],
    ]);
  });
});

describe('a picked element', () => {
  const numberOf = (selector: string) =>
    given(reportSelector(page(), { language: 'css', selector }).nodes.elements[0]);

  const suggest = (page: OpenPage, element: number, within: string | null = null) =>
    suggestSelectors(page, { elements: [element], within }, []).suggestions;

  it('is known with its like by what they stand in, where they have nothing of their own', () => {
    const list = new OpenPage(
      `<nav><a href=/>Home</a></nav>${'<article><h2><a href=/x>One</a></h2></article>'.repeat(3)}`,
      somePage,
    );
    const links = list.elements.flatMap(({ name }, number) => (name === 'a' ? [number] : []));
    const suggested = suggest(list, given(links[1]));
    expect(suggested.map(({ selector, matches }) => [selector, matches])).toContainEqual(['h2 > a::text', 3]);
  });

  it('is described with its way from the outermost element', () => {
    const element = describeElement(page(), numberOf('li b'));
    expect(element).toMatchObject({ tag: 'b', text: 'Ann' });
    expect(element.ancestors.map(({ label }) => label)).toEqual(['html', 'body', 'ul.reviews', 'li', 'b']);
    expect(() => describeElement(page(), 9999)).toThrow('no such element');
  });

  it('gets selectors that were tried, for it alone and for all its like', () => {
    const suggestions = suggest(page(), numberOf('h1'));
    expect(suggestions[0]).toMatchObject({ kind: 'text', matches: 1, value: ' Brass lamp ' });
    const list = suggest(page(), numberOf('li b')).find(({ kind }) => kind === 'list');
    expect(list).toMatchObject({ why: 'all 3 like it, by the element name around them' });
    const link = suggest(page(), numberOf('a'));
    expect(link.map(({ kind }) => kind)).toContain('attribute');
  });

  it('gets selectors relative to the items of a list', () => {
    const [first] = suggest(page(), numberOf('li b'), '.reviews li');
    expect(first).toMatchObject({
      selector: 'b::text',
      matches: 2,
      why: 'its text, by its element name; in 2 of 3 items',
    });
  });

  it('costs no more on a page that is nested very deeply', () => {
    const deep = new OpenPage(`<body>${'<div>'.repeat(100_000)}<b>x</b>`, somePage);
    const number = given(reportSelector(deep, { language: 'css', selector: 'b' }).nodes.elements[0]);
    expect(describeElement(deep, number).ancestors).toHaveLength(100);
    expect(suggest(deep, number)[0]).toMatchObject({ matches: 1, value: 'x' });
  });
});
