import { describe, expect, it } from 'vitest';
import { describeLanguages, readByFormat, readFreely } from '../../../electron/extract/datetime.ts';
import { dateLanguages, languageCode } from '../../../shared/spider/date-languages.ts';
import { somePage } from './page-facts.ts';

const read = (text: string, ...languages: string[]): string | null => {
  const reading = readFreely(text, { ...describeLanguages(languages), fetchedAt: somePage.fetchedAt });
  return reading?.kind === 'plain' ? reading.date : null;
};

const moment = (time: string): string => `2026-03-05T${time}+00:00`;
const day = (date: string): string => `2026-${date}T00:00:00`;

describe('names of months', () => {
  const styles = ['full', 'long', 'medium'] as const;

  it.each(dateLanguages)('of %s are read as CLDR writes them', (language) => {
    // Abbreviations with a sign of their own.
    const known = styles.filter((style) => style !== 'medium' || language !== 'he');
    for (const dateStyle of known) {
      const format = new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' });
      for (let month = 0; month < 12; month += 1) {
        const date = Date.UTC(2024, month, 15);
        expect(read(format.format(date), language)).toBe(new Date(date).toISOString().slice(0, 19));
      }
    }
  });

  it.each([
    ['5. listopada 2024.', 'hr', '2024-10-05T00:00:00'],
    ['5 listopada 2024', 'pl', '2024-11-05T00:00:00'],
    ['5 listopada 2024', 'de', '2024-11-05T00:00:00'],
    ['5 lipnja 2024', 'en', '2024-06-05T00:00:00'],
  ])('%s in %s is %s', (text, language, date) => {
    expect(read(text, language)).toBe(date);
  });

  it('are those of the given languages with a format too', () => {
    expect(readByFormat('5 listopada 2024', '%d %B %Y', ['hr'])).toBe('2024-10-05T00:00:00');
    expect(readByFormat('5 listopada 2024', '%d %B %Y')).toBe('2024-11-05T00:00:00');
  });
});

// The page was fetched on Thursday, 5 March 2026 at 12:00 in UTC.
describe('a relative date', () => {
  it.each([
    ['2 hours ago', moment('10:00:00')],
    ['an hour ago', moment('11:00:00')],
    ['Posted 5 min. ago by Ada', moment('11:55:00')],
    ['30s ago', moment('11:59:30')],
    ['2 hours and 5 minutes ago', moment('09:55:00')],
    ['1 day 2 hours ago', '2026-03-04T10:00:00+00:00'],
    ['just now', moment('12:00:00')],
    ['a few seconds ago', moment('12:00:00')],
    ['3 days ago', day('03-02')],
    ['a week ago', day('02-26')],
    ['1 month ago', day('02-05')],
    ['2 years ago', '2024-03-05T00:00:00'],
    ['today', day('03-05')],
    ['Yesterday at 10:15 PM', '2026-03-04T22:15:00'],
    ['the day before yesterday', day('03-03')],
    ['tomorrow', day('03-06')],
    ['vor 2 Stunden', moment('10:00:00')],
    ['Aktualisiert vor einem Tag', day('03-04')],
    ['Gestern, 14:30 Uhr', '2026-03-04T14:30:00'],
    ['vorgestern', day('03-03')],
    ['il y a 2 heures', moment('10:00:00')],
    ['il y a une semaine', day('02-26')],
    ['hier à 10h30', '2026-03-04T10:30:00'],
    ['avant-hier', day('03-03')],
    ["aujourd'hui", day('03-05')],
    ['hace 3 días', day('03-02')],
    ['ayer', day('03-04')],
    ["un'ora fa", moment('11:00:00')],
    ['3 giorni fa', day('03-02')],
    ["l'altro ieri", day('03-03')],
    ['há 2 dias', day('03-03')],
    ['2 horas atrás', moment('10:00:00')],
    ['ontem', day('03-04')],
    ['2 uur geleden', moment('10:00:00')],
    ['eergisteren', day('03-03')],
    ['för 3 timmar sedan', moment('09:00:00')],
    ['i går kl. 14.30', '2026-03-04T14:30:00'],
    ['for 2 timer siden', moment('10:00:00')],
    ['i forgårs', day('03-03')],
    ['tunti sitten', moment('11:00:00')],
    ['eilen', day('03-04')],
    ['godzinę temu', moment('11:00:00')],
    ['5 minut temu', moment('11:55:00')],
    ['przedwczoraj', day('03-03')],
    ['před 2 hodinami', moment('10:00:00')],
    ['včera', day('03-04')],
    ['2 часа назад', moment('10:00:00')],
    ['минуту назад', moment('11:59:00')],
    ['вчера в 14:30', '2026-03-04T14:30:00'],
    ['3 дні тому', day('03-02')],
    ['вчора', day('03-04')],
    ['2 saat önce', moment('10:00:00')],
    ['dün', day('03-04')],
    ['πριν από 2 ώρες', moment('10:00:00')],
    ['χθες', day('03-04')],
    ['acum 20 de minute', moment('11:40:00')],
    ['sejam yang lalu', moment('11:00:00')],
    ['3日前', day('03-02')],
    ['２時間前', moment('10:00:00')],
    ['昨日 14:30', '2026-03-04T14:30:00'],
    ['两小时前', moment('10:00:00')],
    ['5分钟前', moment('11:55:00')],
    ['昨天', day('03-04')],
    ['2시간 전', moment('10:00:00')],
    ['어제', day('03-04')],
  ])('%s is %s', (text, date) => {
    expect(read(text)).toBe(date);
  });

  it.each([
    ['Hier klicken', []],
    ['hier', ['de']],
    ['Read in 5 minutes', []],
    ['5 minutes', []],
    ['Guten Morgen zusammen', ['de']],
    ['two hours', []],
    ['9999 years ago', []],
    [`${'ago '.repeat(200)}2 hours ago`, []],
  ])('is not in %s (%j)', (text, languages) => {
    expect(read(text, ...languages)).toBeNull();
  });

  it('keeps to the end of a shorter month', () => {
    const fetchedAt = Date.UTC(2026, 2, 31);
    const context = { ...describeLanguages(['en']), fetchedAt };
    expect(readFreely('1 month ago', context)).toMatchObject({ date: '2026-02-28T00:00:00' });
    expect(readFreely('13 months ago', context)).toMatchObject({ date: '2025-02-28T00:00:00' });
  });

  it('stands behind a complete date', () => {
    expect(read('5 March 2024 (2 years ago)')).toBe('2024-03-05T00:00:00');
  });
});

describe('the code of a language', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['pt_BR', 'pt'],
    ['nb-NO', 'no'],
    ['nn', 'no'],
    ['EN', 'en'],
  ])('%s is %s', (tag, code) => {
    expect(languageCode(tag)).toBe(code);
  });
});
