import { describe, expect, it } from 'vitest';
import { columnsOf, WantedRows } from '../../../bench/authoring/interactions/wanted-rows.ts';

const records = [1, 2, 3].map(
  (n) =>
    `<li><a href="/thing/${n}">The thing number ${n}</a><p>costs ${n} euros</p><b><a href="/thing/${n}">new</a></b></li>`,
);
const body = Buffer.from(`<html><body><ul>${records.join('')}</ul><dl>
<dt>lamp one</dt><dd>of brass, used</dd><dt>rope two</dt><dd>of hemp, new</dd></dl></body></html>`);
const texts = [1, 2, 3].map((n) => `The thing number ${n} costs ${n} euros new`);
const paths = [1, 2, 3].map((n) => `/html/body[1]/ul[1]/li[${n}]`);

const wantedOf = (more: Partial<{ texts: string[]; records: string[] }> = {}) =>
  new WantedRows(body, { texts, records: paths, ...more });

describe('wanted rows', () => {
  it('are all of a short list, in the columns that vary', () => {
    const wanted = wantedOf();
    expect([wanted.rows, wanted.columns]).toEqual([3, 3]);
    expect(wanted.slots.map(({ isText, values }) => [isText, values[0]])).toEqual([
      [false, '/thing/1'],
      [true, 'The thing number 1'],
      [true, 'costs 1 euros'],
    ]);
  });

  it.each([
    ['the records', 'ul > li', {}, { wanted: 3, hits: 3, found: 3 }, true],
    ['only a part of each', 'ul p', {}, { wanted: 3, hits: 0, found: 3 }, false],
    ['more than the records', 'li, dt, dd', {}, { wanted: 3, hits: 3, found: 7 }, false],
    ['nothing', '.none', {}, { wanted: 3, hits: 0, found: 0 }, false],
  ])('are told from rows that take %s', (_, selector, extract, hits, areEnough) => {
    const wanted = wantedOf();
    const found = wanted.hitsOf({ iterate: { selector }, extract });
    expect(found).toEqual(hits);
    expect(wanted.areEnough(found)).toBe(areEnough);
  });

  it('may be runs of siblings, when the fields say so', () => {
    const wanted = wantedOf({ texts: ['lamp one of brass, used', 'rope two of hemp, new'] });
    const next = { xpath: './following-sibling::dd[1]/text()' };
    expect(wanted.hitsOf({ iterate: { selector: 'dt' }, extract: { next } })).toEqual({
      wanted: 2,
      hits: 2,
      found: 2,
    });
    expect(wanted.hitsOf({ iterate: { selector: 'dt' }, extract: {} }).hits).toBe(0);
  });

  it('have as many columns as differ, each once', () => {
    const rows = [
      { name: 'a', same: 1, again: 'a', number: 1 },
      { name: 'b', same: 1, again: 'b', number: 2 },
    ];
    expect(columnsOf(rows)).toBe(2);
  });
});
