import { describe, expect, it } from 'vitest';
import { extractRows, type PageRows } from '../../../electron/extract/rows.ts';
import { PageContext } from '../../../electron/extract/page-context.ts';
import { parsePage } from '../../../electron/extract/tree.ts';
import type { FieldExtract, Iterate } from '../../../shared/spider/schema.ts';

const table = `<table><tr><th>Rank</th></tr>
  <tr class="row"><td class="rank">1</td><td><a href=" /a ">Ada</a></td></tr>
  <tr class="row"><td class="rank"> </td><td><a>Bo</a></td></tr>
  <tr class="row"><td class="rank">x</td><td><a href="/c">Cy</a></td></tr></table>`;

const name: Record<string, FieldExtract> = { name: { css: 'a::text' } };

function rowsOf(
  iterate: Partial<Iterate>,
  { extract = name, html = table }: { extract?: Record<string, FieldExtract>; html?: string } = {},
): PageRows {
  const tree = parsePage(html);
  const context = new PageContext(tree, { url: 'https://example.com/de/list?p=2', fetchedAt: 0 });
  return extractRows(tree, { extract, iterate: { selector: 'tr.row', ...iterate } }, context);
}

const valuesOf = ({ rows }: PageRows) => rows.map(({ values }) => values);

describe('rows', () => {
  it.each<[string, string]>([
    ['CSS', 'tr.row'],
    ['XPath', '//tr[@class="row"]'],
    ['XPath from the document', './/tr[td]'],
    ['XPath in parentheses', '(//tr[td])'],
  ])('are the matches of %s, in the order of the page', (_name, selector) => {
    const page = rowsOf({ selector });
    expect(valuesOf(page)).toEqual([{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy' }]);
    expect(page.reason).toBeNull();
    expect(page.rows.map(({ follow }) => follow)).toEqual([null, null, null]);
  });

  describe('in the JSON of a script', () => {
    const html = `<script id="a">var lots = {"lots":[{"n":"Oar"},{"n":"Net"}]};</script><script id="b">{</script>`;
    const extract = { name: { json_path: '$.n' } };

    it('are what the path selects in the texts', () => {
      const page = rowsOf({ selector: '#a::text', json_path: '$.lots[*]' }, { extract, html });
      expect([valuesOf(page), page.reason]).toEqual([[{ name: 'Oar' }, { name: 'Net' }], null]);
    });

    it('lead on by a path', () => {
      const follow = { url: { json_path: '$.n' }, callback: 'detail' };
      const { rows } = rowsOf({ selector: '#a::text', json_path: '$.lots[*]', follow }, { extract, html });
      expect(rows.map((row) => row.follow?.href)).toEqual(['Oar', 'Net']);
    });

    it.each([
      ['#a::text', '$.boats[*]', '"$.boats[*]" selects nothing in the JSON of "#a::text".'],
      ['#b::text', '$.lots[*]', 'The JSON of "#b::text" cannot be read: it ends too early'],
      ['#c::text', '$.lots[*]', '"#c::text" matches nothing on this page.'],
    ])('have a reason where there are none: %s %s', (selector, path, reason) => {
      expect(rowsOf({ selector, json_path: path }, { extract, html }).reason).toContain(reason);
    });
  });

  it('have the values of the URL first, and fields win unless they are empty', () => {
    const page = rowsOf(
      { url_context: { country: { regex: '/(\\w\\w)/' }, rank: { regex: 'p=(\\d)' } } },
      { extract: { ...name, rank: { css: '.rank::text' } } },
    );
    expect(valuesOf(page)).toEqual([
      { country: 'de', rank: '1', name: 'Ada' },
      { country: 'de', rank: '2', name: 'Bo' },
      { country: 'de', rank: 'x', name: 'Cy' },
    ]);
    expect(Object.keys(page.rows[0]?.values ?? {})).toEqual(['country', 'rank', 'name']);
  });

  it('tell what the pattern of a value does not find in the URL', () => {
    const page = rowsOf({ url_context: { year: { regex: '/(\\d{4})/' } } });
    expect(page.rows[1]).toEqual({
      values: { year: null, name: 'Bo' },
      problems: [
        { field: 'year', message: '"/(\\d{4})/" finds nothing in https://example.com/de/list?p=2.' },
      ],
      follow: null,
    });
  });

  it('tell the problems of their own fields only', () => {
    const page = rowsOf(
      {},
      {
        extract: { rank: { css: '.rank::text', processors: [{ type: 'cast', to: 'int' }] } },
      },
    );
    expect(page.rows.map(({ problems }) => problems.map(({ field }) => field))).toEqual([[], [], ['rank']]);
    expect(valuesOf(page)).toEqual([{ rank: 1 }, { rank: null }, { rank: null }]);
  });

  it('lead to the address as the page writes it, or tell why there is none', () => {
    const follow = { url: { css: 'a::attr(href)' }, callback: 'detail' };
    expect(rowsOf({ follow }).rows.map((row) => row.follow)).toEqual([
      { href: '/a', reason: null },
      { href: null, reason: '"a::attr(href)" matches nothing in this <tr>.' },
      { href: '/c', reason: null },
    ]);
    const list = rowsOf({ follow: { ...follow, url: { css: 'a::attr(href)', get_all: true } } });
    expect(list.rows[2]?.follow).toEqual({ href: '/c', reason: null });
    const count = rowsOf({
      follow: { ...follow, url: { css: 'td::text', processors: [{ type: 'cast', to: 'int' }] } },
    });
    expect(count.rows[0]?.follow).toEqual({ href: null, reason: 'follow.url gives no text.' });
  });

  it('may have no fields of their own where they lead to a page', () => {
    const follow = { url: { css: 'a::attr(href)' }, callback: 'detail' };
    expect(valuesOf(rowsOf({ follow }, { extract: {} }))).toEqual([{}, {}, {}]);
  });

  it('are objects whose names a page cannot misuse', () => {
    const [row] = rowsOf({}, { extract: Object.fromEntries([['__proto__', { css: 'a::text' }]]) }).rows;
    expect(Object.entries(row?.values ?? {})).toEqual([['__proto__', 'Ada']]);
  });
});

describe('an ambiguous value in a row', () => {
  it('is read like those of the other rows', () => {
    const page = rowsOf(
      { selector: 'li' },
      {
        extract: { price: { css: 'b::text', processors: [{ type: 'number' }] } },
        html: '<li><b>1.234</b></li><li><b>12,50</b></li><li><b>2.500</b></li>',
      },
    );
    expect(valuesOf(page)).toEqual([{ price: 1234 }, { price: 12.5 }, { price: 2500 }]);
    expect(page.rows.flatMap(({ problems }) => problems)).toEqual([]);
  });
});

describe('a page without rows', () => {
  it.each<[string, Partial<Iterate>, string]>([
    ['nothing matches', { selector: 'li.row' }, '"li.row" matches nothing on this page.'],
    ['the selector is not valid', { selector: 'tr[' }, 'The CSS selector "tr[" is not valid: '],
    [
      'it selects text',
      { selector: 'td::text' },
      '"td::text" selects text or attributes; rows must be elements.',
    ],
    [
      'it gives a number',
      { selector: '(count(//tr))' },
      'selects text or attributes; rows must be elements.',
    ],
    [
      'it is a JSONPath',
      { selector: '$.rows[*]' },
      '"$.rows[*]" selects nothing in a page that is not JSON.',
    ],
  ])('says why: %s', (_name, iterate, reason) => {
    const page = rowsOf(iterate);
    expect(page.rows).toEqual([]);
    expect(page.reason).toContain(reason);
  });
});
