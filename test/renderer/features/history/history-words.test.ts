import { describe, expect, it } from 'vitest';
import {
  effectWords,
  isIncremental,
  pageWords,
  clearWords,
} from '../../../../renderer/features/history/history-words.ts';
import type { HistoryPage, CrawlHistory } from '../../../../renderer/features/history/history-source.ts';

const history = (changes: Partial<CrawlHistory> = {}): CrawlHistory => ({
  count: 5,
  extracted: 3,
  since: '2026-11-21T10:00:00Z',
  matching: 5,
  cache: { answers: 0, bytes: 0 },
  pages: [],
  ...changes,
});

describe('whether a spider is incremental', () => {
  it.each([
    ['{"settings":{"DELTAFETCH_ENABLED":true}}', true],
    ['{"settings":{"DELTAFETCH_ENABLED":false}}', false],
    ['{"settings":{"DELTAFETCH_ENABLED":null}}', false],
    ['{"settings":null}', false],
    ['{}', false],
    ['[]', false],
    ['{ "settings": {', false],
  ])('%s: %s', (text, expected) => {
    expect(isIncremental(text)).toBe(expected);
  });
});

describe('what the crawl history means', () => {
  it.each([
    [true, 3, /skips the 3 extracted pages and asks/u],
    [true, 1, /skips the 1 extracted page and asks/u],
    [true, 0, /skips no page yet/u],
    [false, 3, /^DELTAFETCH_ENABLED is off/u],
  ])('incremental %s with %i extracted', (incremental, extracted, expected) => {
    expect(effectWords(incremental, { extracted })).toMatch(expected);
  });

  const page = (extractedRun: string | null): HistoryPage => ({
    url: 'https://example.org/a',
    finalUrl: 'https://example.org/a',
    contentType: null,
    fetchedRun: '4',
    fetchedAt: '2026-11-21T10:00:00Z',
    extractedRun,
    extractedAt: null,
    etag: null,
    lastModified: null,
    contentHash: null,
  });
  it.each([
    [null, true, /a full run fetches it again/u],
    ['3', true, /^Extracted by run 3: later full runs skip it\.$/u],
    ['3', false, /would skip it with DELTAFETCH_ENABLED/u],
  ])('for a page extracted by %s, incremental %s', (run, incremental, expected) => {
    expect(pageWords(page(run), incremental)).toMatch(expected);
  });
});

describe('the confirmation before the history is cleared', () => {
  it('counts the pages, and the cached responses only where there are some', () => {
    expect(clearWords(history())).toBe(
      '5 pages, 3 of them extracted, are read and extracted again by the next full run. Runs and items stay. This cannot be undone.',
    );
    expect(clearWords(history({ cache: { answers: 1, bytes: 9 } }))).toContain('1 cached response');
  });
});
