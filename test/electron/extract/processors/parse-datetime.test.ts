import { describe, expect, it } from 'vitest';
import { extractCallback } from '../../../../electron/extract/callback.ts';
import { runProcessor } from '../../../../electron/extract/processors/run.ts';
import { parsePage } from '../../../../electron/extract/tree.ts';
import type { CallbackResult } from '../../../../electron/extract/types.ts';
import type { Processor } from '../../../../shared/spider/schema.ts';
import { contextOf } from '../page-facts.ts';

type DateProcessor = Extract<Processor, { type: 'parse_datetime' }>;
const dates = (more: Omit<DateProcessor, 'type'> = {}): DateProcessor => ({
  type: 'parse_datetime',
  ...more,
});

function run(texts: readonly string[], { lang = '', processor = dates() } = {}): CallbackResult {
  const html = `<html lang="${lang}">${texts.map((text) => `<p>${text}</p>`).join('')}`;
  const tree = parsePage(html);
  const date = { css: 'p::text', get_all: true, processors: [processor] };
  return extractCallback(tree, { extract: { date } }, contextOf(tree));
}

const daysOf = ({ item }: CallbackResult): unknown =>
  (item['date'] as string[]).map((date) => date.slice(0, 10));

describe('an ambiguous date', () => {
  it.each<[texts: string[], lang: string, days: string[]]>([
    // Points mean day first, whatever the language and the other values are.
    [['05.03.2024'], '', ['2024-03-05']],
    [['05.03.2024', '03/25/2024'], 'en-US', ['2024-03-05', '2024-03-25']],
    // The language of the page
    [['03/05/2024'], 'en-US', ['2024-03-05']],
    [['03/05/2024'], 'en-GB', ['2024-05-03']],
    [['03/05/2024'], 'de', ['2024-05-03']],
    [['3-5-24'], 'es-MX', ['2024-05-03']],
    [['24.03.05', '24/03/05'], 'ko', ['2024-03-05', '2024-03-05']],
    // The other values, before and after it
    [['03/05/2024', '25/03/2024'], '', ['2024-05-03', '2024-03-25']],
    [['03/25/2024', '03/05/2024'], 'en', ['2024-03-25', '2024-03-05']],
    [['03/05/2024', '25/03/2024', '04/05/2024'], 'en', ['2024-05-03', '2024-03-25', '2024-05-04']],
    // Nothing to decide
    [['05/05/2024', '2024-03-05', '5 March 2024'], '', ['2024-05-05', '2024-03-05', '2024-03-05']],
  ])('%j in "%s" gives %j', (texts, lang, days) => {
    const result = run(texts, { lang });
    expect(daysOf(result)).toEqual(days);
    expect(result.problems).toEqual([]);
  });

  it.each<[texts: string[], lang: string]>([
    [['03/05/2024'], ''],
    [['03/05/2024'], 'en'],
    [['03/05/2024', '04/06/2024'], 'en-CA'],
    [['03/05/2024', '25/03/2024', '03/25/2024'], 'en'],
  ])('%j in "%s" is read month first and told', (texts, lang) => {
    const result = run(texts, { lang });
    expect(daysOf(result)).toContain('2024-03-05');
    expect(result.problems).toEqual([
      {
        field: 'date',
        message:
          'parse_datetime: "03/05/2024" may be 2024-03-05 or 2024-05-03; it was read month first, because the page does not say which. Set "order".',
      },
    ]);
  });

  it('is told where the language of the page and the other values disagree', () => {
    const result = run(['03/05/2024', '03/25/2024'], { lang: 'de' });
    expect(daysOf(result)).toEqual(['2024-05-03', '2024-03-25']);
    expect(result.problems.map(({ message }) => message)).toEqual([
      'parse_datetime: "03/05/2024" was read day first, as in the language "de", but other values of the field are month first. Set "order".',
    ]);
  });
});

describe('an order', () => {
  it.each<[order: 'dmy' | 'mdy' | 'ymd', text: string, day: string]>([
    ['dmy', '03/05/2024', '2024-05-03'],
    ['mdy', '03/05/2024', '2024-03-05'],
    ['mdy', '05.03.2024', '2024-05-03'],
    ['ymd', '24/03/05', '2024-03-05'],
    ['ymd', '03/05/2024', '2024-03-05'],
    ['dmy', '24/03/05', '2005-03-24'],
    ['dmy', '2024-03-05', '2024-03-05'],
    ['mdy', '5 March 2024', '2024-03-05'],
    ['dmy', '2 days ago', '2026-03-03'],
  ])('%s reads %s as %s', (order, text, day) => {
    const result = run([text], { lang: 'en-US', processor: dates({ order }) });
    expect(daysOf(result)).toEqual([day]);
    expect(result.problems).toEqual([]);
  });

  it('that a date cannot have is told', () => {
    const result = run(['03/25/2024'], { processor: dates({ order: 'dmy' }) });
    expect(daysOf(result)).toEqual(['2024-03-25']);
    expect(result.problems.map(({ message }) => message)).toEqual([
      'parse_datetime: "03/25/2024" cannot be day first; it was read as 2024-03-25.',
    ]);
  });
});

describe('languages', () => {
  it.each<[languages: string[], text: string, date: string]>([
    [['de'], '03/05/2024', '2024-05-03T00:00:00'],
    [['en-US'], '03/05/2024', '2024-03-05T00:00:00'],
    [['hr'], '5. listopada 2024.', '2024-10-05T00:00:00'],
    [['fr', 'de'], 'hier', '2026-03-04T00:00:00'],
    [['de-AT'], 'gestern', '2026-03-04T00:00:00'],
    [['de'], '5 March 2024', '2024-03-05T00:00:00'],
  ])('%j reads %s as %s, whatever the page says', (languages, text, date) => {
    const result = run([text], { lang: 'pt', processor: dates({ languages }) });
    expect(result).toMatchObject({ item: { date: [date] }, problems: [] });
  });
});

describe('a relative date', () => {
  it('is read against the time of the fetch', () => {
    const at = contextOf(undefined, { fetchedAt: Date.UTC(2020, 0, 1, 1) });
    expect(runProcessor(dates(), '2 hours ago', at).value).toBe('2019-12-31T23:00:00+00:00');
    expect(runProcessor(dates(), 'gestern', at).value).toBe('2019-12-31T00:00:00');
  });

  it('does not fit a format', () => {
    expect(runProcessor(dates({ format: '%d.%m.%Y' }), 'yesterday', contextOf()).value).toBeNull();
  });
});
