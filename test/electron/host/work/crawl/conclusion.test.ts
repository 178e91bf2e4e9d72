import { describe, expect, it } from 'vitest';
import type { CrawlEnd } from '../../../../../electron/engine/crawl.ts';
import {
  concludeRun,
  withExpectations,
  type Conclusion,
  type RunFacts,
} from '../../../../../electron/host/work/crawl/conclusion.ts';
import type { RunCause } from '../../../../../shared/run-cause.ts';

const counters = { queued: 0, active: 0, done: 10, failed: 0, skipped: 0, seen: 10, items: 5 };
const good: RunFacts = {
  counters,
  pagesFetched: 10,
  wantsItems: true,
  extractionRequests: 5,
  itemsWithValues: 5,
  failedExtractions: 0,
  extractedBefore: 0,
  commonReason: null,
};

const cases: {
  name: string;
  end: CrawlEnd;
  facts?: Partial<RunFacts>;
  state: string;
  cause: RunCause;
  exitCode: number;
  reason: RegExp;
}[] = [
  {
    name: 'all is done',
    end: { kind: 'exhausted' },
    state: 'completed',
    cause: 'finished',
    exitCode: 0,
    reason: /^Finished\. No pages left\.$/,
  },
  {
    name: 'some pages failed among good ones',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, done: 7, failed: 2, skipped: 1 },
      commonReason: 'The server answered 404.',
    },
    state: 'completed',
    cause: 'finished',
    exitCode: 0,
    reason: /2 pages failed, 1 page skipped/,
  },
  {
    name: 'the item limit',
    end: { kind: 'item-limit', limit: 5 },
    state: 'stopped',
    cause: 'limit',
    exitCode: 0,
    reason: /limit of 5 items/,
  },
  {
    name: 'data that pauses it',
    end: { kind: 'breached', action: 'pause', message: 'price is empty.' },
    state: 'paused',
    cause: 'breached',
    exitCode: 1,
    reason: /^Paused because the data is not as expected\. price is empty\. Resumed, the run goes on;/,
  },
  {
    name: 'data that fails it',
    end: { kind: 'breached', action: 'fail', message: 'price is empty.' },
    state: 'failed',
    cause: 'breached',
    exitCode: 1,
    reason: /^The data is not as expected\. price is empty\. What was stored is kept\.$/,
  },
  {
    name: 'the page limit',
    end: { kind: 'page-limit', limit: 1 },
    state: 'stopped',
    cause: 'limit',
    exitCode: 0,
    reason: /limit of 1 page\./,
  },
  {
    name: 'the time limit',
    end: { kind: 'time-limit', limitMs: 90_000 },
    state: 'stopped',
    cause: 'limit',
    exitCode: 0,
    reason: /limit of 90 seconds of work/,
  },
  {
    name: 'the limit of failed pages',
    end: { kind: 'error-limit', limit: 5 },
    facts: { commonReason: 'The server answered 404.' },
    state: 'stopped',
    cause: 'limit',
    exitCode: 0,
    reason: /limit of 5 failed pages\. The most frequent reason: The server answered 404\.$/,
  },
  {
    name: 'the limit of failed pages, with none fetched',
    end: { kind: 'error-limit', limit: 1 },
    facts: { pagesFetched: 0 },
    state: 'stopped',
    cause: 'no-pages',
    exitCode: 1,
    reason: /limit of 1 failed page\.$/,
  },
  {
    name: 'paused',
    end: { kind: 'paused' },
    state: 'paused',
    cause: 'paused',
    exitCode: 0,
    reason: /^Paused on request\.$/,
  },
  {
    name: 'paused at once',
    end: { kind: 'stopped' },
    state: 'paused',
    cause: 'paused',
    exitCode: 0,
    reason: /queued again\.$/,
  },
  {
    name: 'blocked',
    end: { kind: 'blocked', blocked: 60, of: 100 },
    state: 'paused',
    cause: 'blocked',
    exitCode: 1,
    reason: /60 of the last 100/,
  },
  {
    name: 'a sitemap as start URL that is not read',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, items: 0 },
      extractionRequests: 0,
      itemsWithValues: 0,
      unreadSitemap: 'The start URL https://a.test/sitemap.xml is a sitemap and no page.',
    },
    state: 'failed',
    cause: 'nothing-extracted',
    exitCode: 1,
    reason:
      /^Nothing was extracted\. The start URL https:\/\/a\.test\/sitemap\.xml is a sitemap and no page\.$/,
  },
  {
    name: 'a sitemap as start URL that is not read, among others',
    end: { kind: 'exhausted' },
    facts: { unreadSitemap: 'The start URL https://a.test/feed is a feed and no page.' },
    state: 'completed',
    cause: 'finished',
    exitCode: 0,
    reason: /^Finished\. No pages left\. The start URL https:\/\/a\.test\/feed is a feed and no page\.$/,
  },
  {
    name: 'caught in a trap',
    end: { kind: 'trapped', pages: 5000, url: 'https://a.test/u/1' },
    state: 'paused',
    cause: 'trapped',
    exitCode: 1,
    reason:
      /^Paused because it seems caught in a crawler trap\. The last 5,000 pages gave no item and repeat .*, up to https:\/\/a\.test\/u\/1\. A run that is resumed counts anew\. To stay out, deny such links in a rule and start a new run; TRAP_PAGES 0 turns this off\.$/,
  },
  {
    name: 'nothing gets through',
    end: { kind: 'stuck', reason: 'The only datacenter proxy is paused.' },
    state: 'paused',
    cause: 'offline',
    exitCode: 1,
    reason: /^Paused because nothing got through\. The only datacenter proxy is paused\.$/,
  },
  {
    name: 'no page could be fetched',
    end: { kind: 'exhausted' },
    facts: {
      pagesFetched: 0,
      counters: { ...counters, done: 0, failed: 1, seen: 1, items: 0 },
      extractionRequests: 0,
      itemsWithValues: 0,
      commonReason: 'The host was not found.',
    },
    state: 'failed',
    cause: 'no-pages',
    exitCode: 1,
    reason: /No page could be fetched\. The most frequent reason: The host was not found\./,
  },
  {
    name: 'no link matched a rule with a callback',
    end: { kind: 'exhausted' },
    facts: { counters: { ...counters, items: 0 }, extractionRequests: 0, itemsWithValues: 0 },
    state: 'failed',
    cause: 'nothing-extracted',
    exitCode: 1,
    reason: /no link matched a rule/,
  },
  {
    name: 'every extraction failed',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, done: 5, failed: 5, items: 0 },
      itemsWithValues: 0,
      commonReason: 'No article was found.',
    },
    state: 'failed',
    cause: 'nothing-extracted',
    exitCode: 1,
    reason: /Nothing was extracted\. The most frequent reason: No article was found\./,
  },
  {
    name: 'all that could be extracted was extracted by an earlier run',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, done: 1, skipped: 9, items: 0 },
      extractionRequests: 9,
      itemsWithValues: 0,
      extractedBefore: 9,
    },
    state: 'completed',
    cause: 'nothing-new',
    exitCode: 0,
    reason: /^Nothing new to do: All 9 pages were extracted by an earlier full run/,
  },
  {
    name: 'nothing new, and a listing that failed',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, done: 1, failed: 1, skipped: 1, items: 0 },
      extractionRequests: 1,
      itemsWithValues: 0,
      extractedBefore: 1,
    },
    state: 'completed',
    cause: 'nothing-new',
    exitCode: 0,
    reason: /One page was .* 1 page failed\.$/,
  },
  {
    name: 'what was new could not be extracted',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, done: 1, failed: 1, skipped: 9, items: 0 },
      extractionRequests: 10,
      itemsWithValues: 0,
      extractedBefore: 9,
      failedExtractions: 1,
      commonReason: 'No article was found.',
    },
    state: 'failed',
    cause: 'nothing-extracted',
    exitCode: 1,
    reason: /Nothing was extracted\. The most frequent reason: No article was found\./,
  },
  {
    name: 'some were known, others new',
    end: { kind: 'exhausted' },
    facts: { counters: { ...counters, skipped: 9 }, extractedBefore: 9 },
    state: 'completed',
    cause: 'finished',
    exitCode: 0,
    reason: /^Finished\. No pages left\. 9 pages skipped\.$/,
  },
  {
    name: 'no page has rows',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, items: 0 },
      itemsWithValues: 0,
      noRows: 'No rows: "tr" matches nothing on this page.',
      scriptMade: 'The page is made by scripts.',
    },
    state: 'failed',
    cause: 'nothing-extracted',
    exitCode: 1,
    reason:
      /^Nothing was extracted\. No rows: "tr" matches nothing on this page\. The page is made by scripts\.$/,
  },
  {
    name: 'a start URL leads to a login',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, items: 0 },
      itemsWithValues: 0,
      loginWall: 'A start URL leads to https://example.org/login, which asks for a login.',
    },
    state: 'failed',
    cause: 'login',
    exitCode: 1,
    reason:
      /^Nothing was extracted\. A start URL leads to .*login, which asks for a login\. Log in once with "session login NAME URL", or in the settings under Logins, and name the login in SESSION\.$/,
  },
  {
    name: 'a start URL asks for a login, and all that others lead to was known',
    end: { kind: 'exhausted' },
    facts: {
      counters: { ...counters, items: 0, skipped: 9 },
      itemsWithValues: 0,
      extractedBefore: 9,
      loginWall: 'The start URL https://example.org/mine asks for a login (status 401).',
    },
    state: 'completed',
    cause: 'nothing-new',
    exitCode: 0,
    reason: /^Nothing new to do/,
  },
  {
    name: 'every item is empty',
    end: { kind: 'exhausted' },
    facts: { itemsWithValues: 0 },
    state: 'failed',
    cause: 'empty-items',
    exitCode: 1,
    reason: /Every item is empty/,
  },
  {
    name: 'navigation only, as asked',
    end: { kind: 'exhausted' },
    facts: {
      wantsItems: false,
      counters: { ...counters, items: 0 },
      extractionRequests: 0,
      itemsWithValues: 0,
    },
    state: 'completed',
    cause: 'finished',
    exitCode: 0,
    reason: /No pages left/,
  },
];

describe('how a run ends', () => {
  it.each(cases)('$name', ({ end, facts, state, cause, exitCode, reason }) => {
    const conclusion = concludeRun(end, { ...good, ...facts });
    expect(conclusion).toMatchObject({ state, cause, exitCode });
    expect(conclusion.reason).toMatch(reason);
  });
});

describe('the cause of an end, for programs', () => {
  const none = { ...counters, items: 0 };
  const nothingDone = { counters: { ...none, done: 0, failed: 10 }, pagesFetched: 0 };
  it.each<[string, CrawlEnd, Partial<RunFacts>]>([
    ['finished', { kind: 'exhausted' }, {}],
    ['nothing-new', { kind: 'exhausted' }, { counters: none, extractedBefore: 3 }],
    ['no-pages', { kind: 'exhausted' }, { pagesFetched: 0 }],
    ['not-allowed', { kind: 'exhausted' }, { ...nothingDone, onlyRefused: true }],
    ['not-allowed', { kind: 'error-limit', limit: 5 }, { ...nothingDone, onlyRefused: true }],
    ['no-pages', { kind: 'exhausted' }, { ...nothingDone, onlyRefused: false }],
    ['finished', { kind: 'exhausted' }, { onlyRefused: true }],
    ['nothing-extracted', { kind: 'exhausted' }, { counters: none }],
    ['empty-items', { kind: 'exhausted' }, { itemsWithValues: 0 }],
    ['limit', { kind: 'item-limit', limit: 5 }, {}],
    ['limit', { kind: 'error-limit', limit: 5 }, {}],
    ['no-pages', { kind: 'error-limit', limit: 5 }, { pagesFetched: 0 }],
    ['paused', { kind: 'paused' }, {}],
    ['blocked', { kind: 'blocked', blocked: 60, of: 100 }, {}],
    ['offline', { kind: 'stuck', reason: 'No proxy is left.' }, {}],
    ['breached', { kind: 'breached', action: 'pause', message: 'price is empty.' }, {}],
    ['breached', { kind: 'breached', action: 'fail', message: 'price is empty.' }, {}],
  ])('is "%s" where it is by %j with %j', (cause, end, facts) => {
    expect(concludeRun(end, { ...good, ...facts })).toMatchObject({ cause });
  });
});

describe('the end of a run whose data was measured', () => {
  const breach = (message: string) => ({
    field: 'price',
    expectation: 'fill' as const,
    expected: '',
    got: '',
    message,
    examples: [],
  });
  const done: Conclusion = { state: 'completed', reason: 'Finished.', cause: 'finished', exitCode: 0 };
  const stopped: Conclusion = {
    state: 'stopped',
    reason: 'It reached its limit.',
    cause: 'limit',
    exitCode: 0,
  };
  const failed: Conclusion = {
    state: 'failed',
    reason: 'Nothing was extracted.',
    cause: 'nothing-extracted',
    exitCode: 1,
  };
  const paused: Conclusion = { state: 'paused', reason: 'Paused.', cause: 'paused', exitCode: 0 };
  const one = [breach('A.')];
  const four = ['A.', 'B.', 'C.', 'D.'].map(breach);
  const unexpected = (what: string): Conclusion => ({
    state: 'failed',
    reason: `The data is not as expected. ${what} What was stored is kept.`,
    cause: 'breached',
    exitCode: 1,
  });

  it.each<[string, Conclusion, Parameters<typeof withExpectations>[1], Conclusion]>([
    ['all is as expected', done, { isOver: true, onBreach: 'fail', breaches: [] }, done],
    [
      'it warns',
      done,
      { isOver: true, onBreach: 'warn', breaches: one },
      { ...done, reason: 'Finished. Not as expected: A.' },
    ],
    ['it fails', done, { isOver: true, onBreach: 'fail', breaches: one }, unexpected('A.')],
    [
      'it pauses, which fails at the end',
      stopped,
      { isOver: true, onBreach: 'pause', breaches: one },
      unexpected('A.'),
    ],
    [
      'there are many breaches',
      done,
      { isOver: true, onBreach: 'fail', breaches: four },
      unexpected('A. B. C. 1 more expectation does not hold.'),
    ],
    ['it failed anyway', failed, { isOver: true, onBreach: 'fail', breaches: one }, failed],
    ['it goes on another time', paused, { isOver: false, onBreach: 'fail', breaches: one }, paused],
  ])('says what holds where %s', (_, conclusion, report, expected) => {
    expect(withExpectations(conclusion, report)).toEqual(expected);
  });
});
