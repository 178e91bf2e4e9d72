import { describe, expect, it } from 'vitest';
import {
  diffLines,
  previewWords,
  requestOf,
  settingWords,
  type ChangeForm,
} from '../../../../renderer/features/project/change-request.ts';
import { healthWords, troubledSpiders } from '../../../../renderer/features/project/health-words.ts';
import { needTarget, needWords } from '../../../../renderer/features/project/need-actions.ts';
import {
  barDays,
  failedWords,
  namesWords,
  totalsWords,
  trendWords,
} from '../../../../renderer/features/project/project-words.ts';
import { textOf, valueOfText } from '../../../../renderer/features/project/setting-text.ts';
import { spider } from './samples.ts';

describe('the words of a project', () => {
  it.each([
    [
      { spiders: 1, runs: 1, items: 1, failedLast7Days: 0 },
      '1 spider · 1 run · 1 item in the last runs',
      null,
    ],
    [
      { spiders: 200, runs: 5600, items: 1_234_567, failedLast7Days: 3 },
      '200 spiders · 5,600 runs · 1.2M items in the last runs',
      '3 failed runs in 7 days',
    ],
  ])('tell its totals: %j', (totals, words, failed) => {
    expect(totalsWords(totals)).toBe(words);
    expect(failedWords(totals)).toBe(failed);
  });

  it('tell its days', () => {
    const days = [
      { day: '2026-11-20', items: 0, runs: 0, failed: 0 },
      { day: '2026-11-21', items: 1200, runs: 3, failed: 0 },
      { day: '2026-11-22', items: 1, runs: 1, failed: 1 },
    ];
    expect(barDays(days).map(({ words }) => words)).toEqual([
      'no run',
      '1,200 items from 3 runs',
      '1 item from 1 run, 1 failed',
    ]);
  });

  it('tell the trend of a spider', () => {
    const point = (items: number, state: 'completed' | 'failed' = 'completed') => ({
      run: '1',
      at: '2026-11-22T00:00:00Z',
      items,
      state,
    });
    expect(trendWords(spider('x', { trend: [point(10), point(0, 'failed')], medianItems: 10 }))).toBe(
      'Items of the last 2 full runs: 10, 0; 1 failed; the median is 10',
    );
  });

  it('name one spider, and count several', () => {
    expect(namesWords(['shop'])).toBe('shop');
    expect(namesWords(['shop', 'news'])).toBe('2 spiders');
  });
});

describe('what a spider needs', () => {
  const need = { spider: 'shop', message: 'It paused.', run: '7', entry: null };
  it.each([
    [{ ...need, action: 'resume' as const }, 'Resume', '#/run/7'],
    [{ ...need, action: 'look' as const }, null, '#/run/7'],
    [{ ...need, action: 'login' as const, run: null }, null, '#/spider/shops/shop/runs'],
    [{ ...need, action: 'retry' as const, entry: '3' }, 'Retry', '#/run/7'],
    [{ ...need, action: null }, null, '#/run/7'],
  ])('can be done, or looked at: %j', (given, does, target) => {
    expect(needWords(given).does).toBe(does);
    expect(needTarget('shops', given)).toBe(target);
  });
});

describe('a report of the health', () => {
  const verdict = (name: string, what: 'healthy' | 'broken' | 'unknown') => ({
    spider: name,
    version: 1,
    checkedAt: '2026-11-22T00:00:00Z',
    verdict: what,
    reason: null,
    findings: [],
    sampled: { run: null, items: 0, pages: 0 },
    fixtures: { locked: 0, failed: 0 },
  });
  it('is told in numbers, and broken spiders come first', () => {
    expect(healthWords({ healthy: 180, broken: 12, unknown: 0 })).toBe('180 healthy, 12 broken');
    expect(healthWords({ healthy: 0, broken: 0, unknown: 0 })).toBe('no spider was checked');
    const spiders = [verdict('a', 'unknown'), verdict('b', 'healthy'), verdict('c', 'broken')];
    expect(troubledSpiders({ spiders }).map((each) => each.spider)).toEqual(['c', 'a']);
  });
});

describe('the value of a setting', () => {
  it.each([
    ['DOWNLOAD_DELAY', '2', 2],
    ['DOWNLOAD_DELAY', ' 0.5 ', 0.5],
    ['DOWNLOAD_DELAY', 'two', 'two'],
    ['ROBOTSTXT_OBEY', 'false', false],
    ['RETRY_HTTP_CODES', '500, 502 504', [500, 502, 504]],
    ['PROXY_TIERS', 'direct, datacenter', ['direct', 'datacenter']],
    ['USER_AGENT', '12', '12'],
    ['DEFAULT_REQUEST_HEADERS', 'Accept: a:b\n\nX-Y:  z ', { Accept: 'a:b', 'X-Y': 'z' }],
  ])('of %s is read from “%s”, and written so that it is read again', (name, text, value) => {
    expect(valueOfText(name, text)).toEqual(value);
    expect(valueOfText(name, textOf(name, value))).toEqual(value);
  });
  it('is nothing where none is set', () => {
    expect(textOf('DOWNLOAD_DELAY', undefined)).toBe('');
    expect(textOf('DOWNLOAD_DELAY', null)).toBe('');
  });
});

const form = (more: Partial<ChangeForm>): ChangeForm => ({
  edits: [],
  from: '',
  to: '',
  drafts: false,
  ...more,
});
const edit = (name: string, text: string, what: 'set' | 'unset' = 'set') => ({ id: 0, name, what, text });

describe('a change of many spiders', () => {
  it.each([
    [form({}), null],
    [form({ edits: [edit('', ''), edit('DOWNLOAD_DELAY', ' ')] }), null],
    [form({ from: 'a.example' }), null],
    [
      form({ edits: [edit('DOWNLOAD_DELAY', '2'), edit('USER_AGENT', 'x', 'unset')] }),
      { set: { DOWNLOAD_DELAY: 2 }, unset: ['USER_AGENT'], drafts: 'leave' },
    ],
    [
      form({ from: ' a.example ', to: 'b.example', drafts: true }),
      { set: {}, unset: [], replaceUrl: { from: 'a.example', to: 'b.example' }, drafts: 'change' },
    ],
  ])('is made of what was entered: %j', (given, expected) => {
    expect(requestOf(given)).toEqual(expected);
  });

  it('is told by what becomes of each spider', () => {
    const change = (changed: boolean, left: 'draft' | 'invalid' | null = null) =>
      ({ changed, left, settings: [], mentions: [] }) as never;
    expect(previewWords([change(true), change(false)])).toBe('1 of 2 spiders changes');
    expect(previewWords([change(true), change(true), change(true, 'draft'), change(true, 'invalid')])).toBe(
      '2 of 4 spiders change; 1 left because of unsaved edits; 1 would not be valid',
    );
    expect(settingWords({ key: 'A', before: 1, after: 2 })).toBe('A 1 → 2');
    expect(settingWords({ key: 'A', after: true })).toBe('A true added');
    expect(settingWords({ key: 'A', before: 'x' })).toBe('A x removed');
  });

  it('is shown as lines', () => {
    const diff = '--- a\n+++ b\n@@ -1,2 +1,2 @@\n {\n-  "a": 1\n+  "a": 2\n\\ No newline at end of file\n';
    expect(diffLines(diff)).toEqual([
      { kind: 'place', text: '@@ -1,2 +1,2 @@' },
      { kind: 'kept', text: '{' },
      { kind: 'removed', text: '  "a": 1' },
      { kind: 'added', text: '  "a": 2' },
    ]);
  });
});
