import { describe, expect, it } from 'vitest';
import { parseDatetime, readByFormat } from '../../../electron/extract/datetime.ts';
import { formatProblem, formatWarning } from '../../../shared/spider/strptime.ts';
import dateutilRows from '../../fixtures/extract/dateutil.json' with { type: 'json' };
import strptimeRows from '../../fixtures/extract/strptime.json' with { type: 'json' };

describe('parse_datetime with a format', () => {
  it.each(strptimeRows as [string, string, string | null][])(
    'reads %j by %j as Python does: %s',
    (text, format, expected) => {
      expect(readByFormat(text, format)).toBe(expected);
    },
  );

  it.each([
    ['5 mars 2024', '%d %B %Y', '2024-03-05T00:00:00'],
    ['5. März 2024', '%d. %B %Y', '2024-03-05T00:00:00'],
    ['05.03.2024 10:30 CET', '%d.%m.%Y %H:%M %Z', '2024-03-05T10:30:00+01:00'],
    ['  05.03.2024\n', '%d.%m.%Y', '2024-03-05T00:00:00'],
  ])('reads %j by %j', (text, format, expected) => {
    expect(readByFormat(text, format)).toBe(expected);
  });

  it.each([
    ['%d.%m.%Y', null],
    ['%c', null],
    ['%Y-%m-%dT%H:%M:%S.%f%z', null],
    ['%G-W%V-%u', null],
    [
      '%-d.%m.%Y',
      'The format uses "%-d", which strptime does not know; "%d" reads numbers with and without a leading zero.',
    ],
    ['%e %B %Y', 'The format uses "%e", which strptime does not know; write "%d" instead.'],
    ['%Q', 'The format uses "%Q", which strptime does not know.'],
    ['%Y %', 'The format ends in a single "%"; write "%%" for a percent sign.'],
    ['%Y %Y', 'The format uses "%Y" twice; a directive may occur once.'],
    ['%d.%m.', null],
    ['%H:%M', null],
    ['on %%', 'The format has no directive, so it reads no date; write for example "%d.%m.%Y".'],
    ['%G-%V', 'The ISO year "%G" and the ISO week "%V" need each other and a weekday, such as "%u".'],
    ['  ', 'The format is blank; write strptime directives such as "%d.%m.%Y".'],
  ])('judges the format %j: %s', (format, problem) => {
    expect(formatProblem(format)).toBe(problem);
  });

  it.each([
    [' %d.%m.%Y', '05.03.2024', '2024-03-05T00:00:00'],
    ['%d.%m.%Y ', ' 05.03.2024 ', '2024-03-05T00:00:00'],
    ['\n\t%d.%m.%Y\u00a0', '05.03.2024', '2024-03-05T00:00:00'],
    [' on %d.%m.%Y', 'on 05.03.2024', '2024-03-05T00:00:00'],
    [' %d. %m.%Y', '05.03.2024', null],
  ])('reads by %j, whose ends are blank, %j', (format, text, expected) => {
    expect(readByFormat(text, format)).toBe(expected);
  });

  it.each([
    ['%d.%m.', '05.03.', '1900-03-05T00:00:00'],
    ['%d %b, %H:%M', '5 Mar, 22:30', '1900-03-05T22:30:00'],
    ['%H:%M', '22:30', '1900-01-01T22:30:00'],
    ['%j', '60', '1900-03-01T00:00:00'],
    ['%U %a', '01 Mon', '1900-01-08T00:00:00'],
    ['%d.%m.', '29.02.', null],
  ])('reads by %j, which has no year, as Python does: %j', (format, text, expected) => {
    expect(readByFormat(text, format)).toBe(expected);
    expect(formatWarning(format)).toBe('The format has no year, so every date is in 1900, as in Python.');
  });

  it.each(['%d.%m.%Y', '%y', '%c', '%G-W%V-%u', '%Q'])('has no doubts about %j', (format) => {
    expect(formatWarning(format)).toBeNull();
  });
});

describe('parse_datetime without a format', () => {
  it.each(dateutilRows as [string, string | null][])(
    'reads %j as python-dateutil does: %s',
    (text, expected) => {
      expect(parseDatetime(text)).toBe(expected);
    },
  );

  it('reads points day first, other than python-dateutil', () => {
    expect(parseDatetime('05.03.2024')).toBe('2024-03-05T00:00:00');
    expect(parseDatetime('03.25.2024')).toBe('2024-03-25T00:00:00');
  });

  it.each([
    ['en-gb', '2024-05-03T00:00:00'],
    ['en-us', '2024-03-05T00:00:00'],
    ['de', '2024-05-03T00:00:00'],
    [null, '2024-03-05T00:00:00'],
  ])('reads 03/05/2024 in %s as %s', (language, expected) => {
    expect(parseDatetime('03/05/2024', language)).toBe(expected);
  });

  it.each([
    ['Published: March 5, 2024', '2024-03-05T00:00:00'],
    ['Last updated on 5 March 2024 at 22:30 by Ada', '2024-03-05T22:30:00'],
    ['5. März 2024, 14.30 Uhr', '2024-03-05T14:30:00'],
    ['Dienstag, den 5. März 2024', '2024-03-05T00:00:00'],
    ['le 1er février 2024 à 22h30', '2024-02-01T22:30:00'],
    ['5 de marzo de 2024', '2024-03-05T00:00:00'],
    ['5 de março de 2024 às 10:30', '2024-03-05T10:30:00'],
    ['5 marzo 2024', '2024-03-05T00:00:00'],
    ['5 maart 2024', '2024-03-05T00:00:00'],
    ['5 mars 2024', '2024-03-05T00:00:00'],
    ['5. maj 2024', '2024-05-05T00:00:00'],
    ['5 marca 2024', '2024-03-05T00:00:00'],
    ['5. března 2024', '2024-03-05T00:00:00'],
    ['5. maaliskuuta 2024', '2024-03-05T00:00:00'],
    ['2024. március 5.', '2024-03-05T00:00:00'],
    ['5 Mart 2024', '2024-03-05T00:00:00'],
    ['5 Maret 2024', '2024-03-05T00:00:00'],
    ['5 марта 2024 г., 14:20', '2024-03-05T14:20:00'],
    ['5 березня 2024', '2024-03-05T00:00:00'],
    ['5 Μαρτίου 2024', '2024-03-05T00:00:00'],
    ['٥ مارس ٢٠٢٤', '2024-03-05T00:00:00'],
    ['2024年3月5日 下午3:30', '2024-03-05T15:30:00'],
    ['2024년 3월 5일', '2024-03-05T00:00:00'],
    ['ngày 5 tháng 3 năm 2024', '2024-03-05T00:00:00'],
    ['Tue Mar 05 2024 10:30:00 GMT+0100 (Central European Standard Time)', '2024-03-05T10:30:00+01:00'],
    ['Thu Sep 25 10:36:28 CET 2003', '2003-09-25T10:36:28+01:00'],
    ['5 March 2024 10:30 EST', '2024-03-05T10:30:00-05:00'],
    ['5 March 2024 10:30 (UTC-5)', '2024-03-05T10:30:00-05:00'],
    ['5 March 2024 10:30 IST', '2024-03-05T10:30:00'],
  ])('reads %j as %s', (text, expected) => {
    expect(parseDatetime(text)).toBe(expected);
  });

  it.each([
    'March',
    'March 2024',
    '5 March',
    '2024',
    '2024-03',
    'Tuesday',
    '10:30',
    'yesterday',
    '3 days ago',
    '1709634600',
    'x'.repeat(5000),
  ])('takes %j for no complete date', (text) => {
    expect(parseDatetime(text)).toBeNull();
  });
});
