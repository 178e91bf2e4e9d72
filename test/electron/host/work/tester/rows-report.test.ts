import { describe, expect, it } from 'vitest';
import { shortBudget } from '../../../../../electron/host/work/tester/cut-value.ts';
import { givenCallback } from '../../../../../electron/host/work/tester/given-callback.ts';
import { reportLinks } from '../../../../../electron/host/work/tester/links-report.ts';
import { OpenPage } from '../../../../../electron/host/work/tester/open-page.ts';
import {
  readCallback,
  readDomains,
  readRowCallback,
  readRules,
} from '../../../../../electron/host/work/tester/parts.ts';
import { rowLinks } from '../../../../../electron/host/work/tester/row-targets.ts';
import { reportRows, type CallbackRows } from '../../../../../electron/host/work/tester/rows-report.ts';
import { extractRows } from '../../../../../electron/extract/rows.ts';
import { somePage } from '../../../extract/page-facts.ts';
import { given } from '../../../../given.ts';

const html = `<!doctype html><title>Ranking</title><table class="ranking">
<tr><th>Rank</th><th>Name</th></tr>
<tr><td class="rank">1</td><td class="name"><a href="/watch/1">Alba</a></td><td><i>new</i><i>gold</i></td></tr>
<tr><td class="rank">2</td><td class="name">Berg</td></tr>
<tr><td class="rank">x</td><td class="name"><a href="https://elsewhere.org/3"></a></td><td><i>old</i></td></tr>
<tr><td class="rank">4</td><td class="name"><a href="mailto:a@b.c">Dorn</a></td></tr>
</table>`;
const page = () => new OpenPage(html, { ...somePage, url: 'https://example.org/ch/ranking' });

const fields = {
  rank: { css: 'td.rank::text', processors: [{ type: 'cast', to: 'int' }] },
  name: { css: 'td.name a::text' },
  notes: { type: 'nested_list', selector: 'i', extract: { word: { css: '::text' } } },
};
const ranking = {
  iterate: {
    selector: 'table.ranking tr:has(td.rank)',
    url_context: { country: { regex: '/(\\w{2})/' } },
    follow: { url: { css: 'td.name a::attr(href)' }, callback: 'parse_detail' },
  },
  extract: fields,
};

function report(callback: object, open = page(), domains: string[] | null = ['example.org']): CallbackRows {
  const text = JSON.stringify({
    ...(domains === null ? {} : { allowed_domains: domains }),
    callbacks: { parse_listing: callback },
  });
  const read = readCallback(text, 'parse_listing');
  return reportRows(open, read, given(read.iterate), { domains: readDomains(text), budget: shortBudget });
}

describe('rows of a page', () => {
  it('have the values that a crawl stores, and their elements', () => {
    const open = page();
    const { rows } = report(ranking, open);
    const read = readCallback(JSON.stringify({ callbacks: { parse_listing: ranking } }), 'parse_listing');
    const { iterate } = read;
    if (iterate?.ok !== true) throw new Error('The callback is not valid.');
    const crawled = extractRows(
      open.tree,
      { extract: given(given(read.callback).extract), iterate: iterate.iterate },
      open.context,
    );
    expect(rows.rows.map(({ values }) => values)).toEqual(crawled.rows.map(({ values }) => values));
    expect(rows.rows.map(({ values }) => [values['country'], values['rank'], values['name']])).toEqual([
      ['ch', 1, 'Alba'],
      ['ch', 2, null],
      ['ch', null, null],
      ['ch', 4, 'Dorn'],
    ]);
    expect(rows).toMatchObject({ total: 4, fromUrl: ['country'], problem: null, language: 'css' });
    expect(rows.nodes.elements).toEqual(rows.rows.map(({ element }) => element));
    for (const { element } of rows.rows) expect(open.elements[given(element)]?.name).toBe('tr');
  });

  it('lead to their addresses, or say why a crawl does not follow them', () => {
    const { rows } = report(ranking);
    expect(rows.rows.map(({ follow }) => follow)).toEqual([
      { url: 'https://example.org/watch/1', reason: null },
      { url: null, reason: '"td.name a::attr(href)" matches nothing in this <tr>.' },
      { url: 'https://elsewhere.org/3', reason: 'Its URL is outside allowed_domains.' },
      { url: 'mailto:a@b.c', reason: 'Its URL has a scheme other than http and https.' },
    ]);
    expect(rows.follow).toEqual({
      callback: 'parse_detail',
      followed: 1,
      reasons: [
        { reason: '"td.name a::attr(href)" matches nothing in this <tr>.', rows: 1 },
        { reason: 'Its URL is outside allowed_domains.', rows: 1 },
        { reason: 'Its URL has a scheme other than http and https.', rows: 1 },
      ],
    });
    const anywhere = report(ranking, page(), null).rows.rows;
    expect(anywhere[2]?.follow?.reason).toBeNull();
    const items = report({ ...ranking, iterate: { selector: 'tr' } }).rows;
    expect([items.follow, items.rows[0]?.follow]).toEqual([null, null]);
  });

  it('lead on where no rule is asked, which the report of the links knows', () => {
    const spider = {
      allowed_domains: ['example.org'],
      start_urls: ['https://example.org/ch/ranking'],
      rules: [{ allow: ['/ranking'], callback: 'parse_listing' }],
      callbacks: { parse_listing: ranking, parse_detail: { extract: { title: { css: 'h1' } } } },
    };
    const text = JSON.stringify(spider);
    const open = page();
    const rules = readRules(text);
    const callback = given(readRowCallback(text, givenCallback(rules, { url: open.url }).callback));
    const { links } = reportLinks(open, rules, { followed: rowLinks(open, callback, ['example.org']) });
    expect(
      links.map(({ url, decision, rule, callback: name, code }) => [url, decision, rule, name, code]),
    ).toEqual([
      ['https://example.org/watch/1', 'extract', null, 'parse_detail', null],
      ['https://elsewhere.org/3', 'dropped', null, null, 'offsite'],
      ['mailto:a@b.c', 'dropped', null, null, 'scheme'],
    ]);
    expect(links[0]?.reason).toBe('A row leads to it; parse_detail extracts from it.');
    expect(readRowCallback(text, 'parse_detail')).toBeNull();
  });

  it('say why a cell is empty, and what went wrong in it', () => {
    const { rows, problems } = report(ranking);
    expect(rows.rows[1]?.empty).toEqual({
      name: '"td.name a::text" matches nothing in this <tr>.',
      notes: '"i" matches nothing in this <tr>.',
    });
    expect(rows.rows[2]?.problems).toEqual([{ field: 'rank', message: expect.stringContaining('"x"') }]);
    expect(problems).toEqual([{ field: 'rank', message: expect.stringMatching(/^In 1 of 4 rows: /u) }]);
  });

  it('tell of each field in how many of them it is filled', () => {
    const told = report(ranking).fields.map(({ path, depth, items, filled, matches }) => [
      path,
      depth,
      items,
      filled,
      matches,
    ]);
    expect(told).toEqual([
      ['rank', 0, 4, 3, 4],
      ['name', 0, 4, 2, 2],
      ['notes', 0, 4, 2, 3],
      ['notes.word', 1, 3, 3, 3],
    ]);
    expect(report(ranking).fields[0]?.steps).toEqual([
      { step: 'select', value: '1', entries: null },
      { step: 'cast', value: 1, entries: null },
    ]);
  });

  it('are none where the selector matches nothing or is not valid, with the reason', () => {
    const none = report({ ...ranking, iterate: { selector: 'table.rank tr' } }).rows;
    expect(none).toMatchObject({
      total: 0,
      problem: '"table.rank" is not on the page; without it, 5 matches.',
    });
    expect(none.empty?.steps.map(({ matches }) => matches)).toEqual([0]);
    const broken = report({ ...ranking, iterate: { selector: 'tr[' } });
    expect(broken.rows).toMatchObject({ total: 0, problem: expect.stringContaining('tr['), empty: null });
    expect(broken.fields.map(({ path, items }) => [path, items])).toContainEqual(['name', 0]);
  });

  it('may have no fields of their own where they lead on', () => {
    const { fields: own, rows } = report({ iterate: ranking.iterate });
    expect(own).toEqual([]);
    expect(rows.rows[0]?.values).toEqual({ country: 'ch' });
  });

  it('are cut where there are many or they are long; the counts stay exact', () => {
    const many = new OpenPage('<p>x</p>'.repeat(3000), somePage);
    const short = report({ iterate: { selector: 'p' }, extract: { text: { css: '::text' } } }, many);
    expect([short.rows.rows.length, short.rows.total, short.fields[0]?.filled]).toEqual([500, 3000, 3000]);
    const long = new OpenPage(`<p>${'word '.repeat(2000)}</p>`.repeat(400), somePage);
    const texts = report({ iterate: { selector: 'p' }, extract: { text: { css: '::text' } } }, long).rows;
    expect(texts.total).toBe(400);
    expect(texts.rows.length).toBeLessThan(250);
    expect(texts.rows.every(({ cut }) => cut)).toBe(true);
  });
});
