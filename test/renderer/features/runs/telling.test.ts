import { describe, expect, it } from 'vitest';
import type { RunDetails } from '../../../../shared/contract/types.ts';
import { adviceFor } from '../../../../renderer/features/runs/advice.ts';
import { chartData } from '../../../../renderer/features/runs/chart-data.ts';
import { diagnose } from '../../../../renderer/features/runs/diagnosis.ts';
import { limitProgress, progressOf, progressWords } from '../../../../renderer/features/runs/progress.ts';
import { groupReasons } from '../../../../renderer/features/runs/reason-groups.ts';
import { kindWords } from '../../../../renderer/features/runs/log-kinds.ts';
import { receiptWords } from '../../../../renderer/features/runs/receipt-words.ts';
import {
  allows,
  needsPerson,
  outcomeWords,
  reasonWords,
} from '../../../../renderer/features/runs/run-states.ts';
import { stateWord } from '../../../../renderer/ui/badge.tsx';
import { mostTelling } from '../../../../renderer/features/runs/tester-page.ts';
import type { RunSummary } from '../../../../shared/contract/types.ts';
import { details, request, run } from './samples.ts';

describe('progress', () => {
  it.each([
    [{}, 'No pages known yet', 0],
    [{ done: 3, failed: 1, skipped: 2, queued: 4 }, '6 of 10 pages done', 6],
    [{ done: 1, active: 1 }, '1 of 2 pages done', 1],
    [{ done: 1 }, '1 of 1 page done', 1],
    [{ done: 1200, failed: 34 }, '1,234 of 1,234 pages done', 1234],
  ])('%j: %s', (counters, words, finished) => {
    const { counters: all } = run({ counters });
    expect(progressWords(all)).toBe(words);
    expect(progressOf(all).finished).toBe(finished);
  });

  it('is a share of what is known: the parts add up to the whole', () => {
    const { parts } = progressOf(
      run({ counters: { done: 5, failed: 1, skipped: 1, active: 2, queued: 3 } }).counters,
    );
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(parts.find(({ state }) => state === 'queued')?.share).toBeCloseTo(3 / 12);
  });

  it('counts items against the limit of a test run, never beyond it', () => {
    const options = { limit: 5, overrides: {}, args: {}, allowPrivate: false };
    expect(limitProgress(run({ options, counters: { items: 3 } }))).toEqual({ items: 3, limit: 5 });
    expect(limitProgress(run({ counters: { items: 3 } }))).toBeNull();
  });
});

describe('what a run allows', () => {
  it.each([
    ['queued', 'pause stop'],
    ['running', 'pause stop'],
    ['pausing', 'stop'],
    ['paused', 'resume stop requeue delete'],
    ['interrupted', 'resume stop requeue delete'],
    ['completed', 'requeue delete'],
    ['stopped', 'requeue delete'],
    ['failed', 'requeue delete'],
  ] as const)('%s: %s', (state, allowed) => {
    const shown = run({ state, counters: { failed: 1 } });
    const actions = (['pause', 'resume', 'stop', 'requeue', 'delete'] as const).filter((action) =>
      allows(shown, action),
    );
    expect(actions.join(' ')).toBe(allowed);
  });

  it('asks for nothing twice', () => {
    expect(allows(run({ state: 'running', requested: 'pause' }), 'pause')).toBe(false);
    expect(allows(run({ state: 'running', requested: 'stop' }), 'stop')).toBe(false);
    expect(allows(run({ state: 'completed' }), 'requeue')).toBe(false);
  });
});

describe('why a run is as it is', () => {
  it.each([
    [run({ state: 'running' }), 'Crawling.'],
    [run({ state: 'running', kind: 'test' }), 'Crawling until its limit is reached.'],
    [
      run({ state: 'running', requested: 'pause', counters: { active: 2 } }),
      'Pausing: requests in flight are finished first (2 in flight).',
    ],
    [run({ state: 'running', requested: 'stop' }), 'Stopping: requests in flight are dropped.'],
    [
      run({ state: 'stopped', reason: 'It reached its limit of 5 items.' }),
      'It reached its limit of 5 items.',
    ],
    [
      run({ state: 'interrupted', reason: 'The process that carried it out (77) is gone.' }),
      'Its process ended before the run was finished. Nothing stored is lost.',
    ],
    [run({ state: 'completed' }), 'Finished. No pages left.'],
    [
      run({
        state: 'running',
        waitingSince: new Date(2026, 10, 22, 9, 5, 7).toISOString(),
        reason: 'This computer has no network connection.',
      }),
      'Waiting for the network since 09:05:07. This computer has no network connection. It resumes automatically.',
    ],
  ])('$state: %#', (shown, words) => {
    expect(reasonWords(shown)).toBe(words);
  });

  it('tells runs that wait for somebody from those that were paused by somebody', () => {
    expect(needsPerson(run({ state: 'interrupted' }))).toBe('interrupted');
    expect(
      needsPerson(
        run({ state: 'paused', reason: 'Paused because the site seems to block this crawl: 5 of 6.' }),
      ),
    ).toBe('blocked');
    expect(needsPerson(run({ state: 'paused', reason: 'Paused on request.' }))).toBeNull();
    expect(needsPerson(run({ state: 'running' }))).toBeNull();
  });
});

describe('reasons', () => {
  it('are put together where only an address differs', () => {
    const groups = groupReasons([
      { state: 'failed', reason: 'The server answered 404.', count: 3 },
      {
        state: 'failed',
        reason: 'a.example.org did not finish its answer within 30 s; try again.',
        count: 2,
      },
      {
        state: 'failed',
        reason: 'b.example.org did not finish its answer within 30 s; try again.',
        count: 2,
      },
      { state: 'skipped', reason: 'The server answered 404.', count: 1 },
    ]);
    expect(groups.map(({ state, text, count }) => [state, text, count])).toEqual([
      ['failed', '… did not finish its answer within 30 s; try again.', 4],
      ['failed', 'The server answered 404.', 3],
      ['skipped', 'The server answered 404.', 1],
    ]);
  });

  it('are found again by what all of them hold', () => {
    const reasons = [
      'https://a.org/x is larger than the limit of 1 MB.',
      'https://b.org/y is larger than the limit of 1 MB.',
    ];
    const [group] = groupReasons(reasons.map((reason) => ({ state: 'failed' as const, reason, count: 1 })));
    expect(reasons.every((reason) => reason.includes(group?.search ?? '-'))).toBe(true);
    expect(group?.search).not.toBe('');
  });

  it.each([
    ['The server answered 403.', 'refuses or limits'],
    ['The server answered 429, 3 times in all.', 'refuses or limits'],
    ['The server answered 404.', 'gone'],
    ["The site's robots.txt does not allow it (ROBOTSTXT_OBEY is on).", 'stay out'],
    ['example.org did not begin to answer within 30 s; it may be busy, try again later.', 'slow'],
    ['example.org sent nothing for 10 s in the middle of its response; try again later.', 'slow'],
    ['The host name nowhere.example was not found; check its spelling.', 'spelling'],
    ['example.org ended its response early: a part of /x is missing.', 'server is up'],
    [
      '127.0.0.1 is a loopback address and is not fetched unless private addresses are allowed.',
      'Allow private addresses',
    ],
    ['No article was found. newsparser: nothing found', 'tester'],
  ])('%s: %s', (reason, advice) => {
    expect(adviceFor(reason)).toContain(advice);
  });

  it('without known help are left alone', () => {
    expect(adviceFor('Something else.')).toBeNull();
  });
});

describe('what to know about a run', () => {
  const ids = (given: Parameters<typeof details>[0]) => diagnose(details(given)).map(({ id }) => id);

  it('is nothing where all went well', () => {
    expect(
      ids({ run: run({ counters: { done: 9, items: 9 } }), extractionRequests: 9, itemsWithValues: 9 }),
    ).toEqual([]);
  });

  it('says that no link matched a rule with a callback', () => {
    const [finding] = diagnose(details({ run: run({ state: 'failed', counters: { done: 31 } }) }));
    expect(finding).toMatchObject({ id: 'no-callback', tone: 'danger' });
    expect(finding?.title).toContain('Nothing was extracted because no link matched');
    expect(finding?.remedies.map(({ kind }) => kind)).toEqual(['tester', 'log']);
  });

  it('offers to allow private addresses where they were refused', () => {
    const [finding] = diagnose(
      details({
        run: run({ state: 'failed', counters: { failed: 1 } }),
        reasons: [
          {
            state: 'failed',
            reason: 'robots.txt could not be fetched: 127.0.0.1 is a loopback address.',
            count: 1,
          },
        ],
      }),
    );
    expect(finding?.id).toBe('no-page');
    expect(finding?.remedies[0]).toEqual({
      kind: 'start',
      label: 'Start again with private addresses',
      allowPrivate: true,
    });
  });

  it('says that every item is empty, and that pages gave no item', () => {
    expect(ids({ run: run({ counters: { done: 9, items: 9 } }), extractionRequests: 9 })).toEqual([
      'empty-items',
    ]);
    expect(ids({ run: run({ state: 'failed', counters: { done: 2 } }), extractionRequests: 2 })).toEqual([
      'no-item',
    ]);
  });

  it('does not judge too early', () => {
    const young = run({ state: 'running', counters: { done: 2, queued: 9 } });
    expect(ids({ run: young })).toEqual([]);
    const older = run({ state: 'running', counters: { done: 20, queued: 9 } });
    expect(ids({ run: older })).toEqual(['no-callback']);
  });

  it('finds nothing wrong with an incremental run that knows every page', () => {
    expect(
      ids({
        run: run({ counters: { done: 1, skipped: 8 } }),
        extractionRequests: 8,
        reasons: [
          { state: 'skipped', reason: 'A full run has extracted it (DELTAFETCH_ENABLED is on).', count: 8 },
        ],
      }),
    ).toEqual([]);
  });

  it('tells of refusals from a share on that matters', () => {
    const shown = run({ counters: { done: 90, items: 90 } });
    const statuses = (times: number) => [
      { status: 200, count: 100 - times },
      { status: 403, count: times },
    ];
    const given = { run: shown, extractionRequests: 90, itemsWithValues: 90 };
    expect(ids({ ...given, statuses: statuses(19) })).toEqual([]);
    expect(ids({ ...given, statuses: statuses(20) })).toEqual(['refused']);
  });

  it('names fields that were never filled, and traps', () => {
    const fields = [
      { callback: 'parse', field: 'title', items: 9, filled: 9, rate: 1 },
      { callback: 'parse', field: 'price', items: 9, filled: 0, rate: 0 },
    ];
    const found = diagnose(
      details({
        run: run({ counters: { done: 9, items: 9 } }),
        itemsWithValues: 9,
        fields,
        eventKinds: [{ kind: 'trap', count: 2 }],
      }),
    );
    expect(found.map(({ title }) => title)).toEqual([
      'The field “price” was never filled',
      '2 crawler traps kept out',
    ]);
  });

  it('names rows that gave no item, and leads to their reasons in the log', () => {
    const found = diagnose(
      details({
        run: run({ counters: { done: 9, items: 9 } }),
        itemsWithValues: 9,
        eventKinds: [
          { kind: 'rows-dropped', count: 2 },
          { kind: 'rows-lost', count: 1 },
        ],
      }),
    );
    expect(found).toMatchObject([{ id: 'left-rows', title: 'Some rows gave no item' }]);
    expect(found[0]?.remedies[0]).toMatchObject({ kind: 'log', kinds: ['rows-dropped', 'rows-lost'] });
    expect(['rows-dropped', 'rows-lost'].map((kind) => kindWords(kind).title)).toEqual([
      'Rows not followed',
      'Rows without an item',
    ]);
  });

  it('names the setting where the start URL is a sitemap', () => {
    const shown = (items: number) => ({
      run: run({ state: items > 0 ? 'completed' : 'failed', counters: { done: 1, items } }),
      itemsWithValues: items,
      eventKinds: [{ kind: 'sitemap-unread', count: 1 }],
    });
    const [found, ...others] = diagnose(details(shown(0)));
    expect(found).toMatchObject({ id: 'sitemap-unread', title: 'The start URL is not a page' });
    expect(found?.text).toContain('USE_SITEMAP=true');
    expect(others).toEqual([]);
    expect(ids(shown(3))).toEqual([]);
  });

  it('says what to do about a run that has paused itself in a trap, until somebody resumes it', () => {
    const shown = (state: RunSummary['state']) => ({
      run: run({ state, counters: { done: 900, items: 9 } }),
      itemsWithValues: 9,
      eventKinds: [{ kind: 'trapped', count: 1 }],
    });
    const [found] = diagnose(details(shown('paused')));
    expect(found).toMatchObject({ id: 'trapped', title: 'The crawl seems to be in a crawler trap' });
    expect(found?.text).toContain('deny such links in a rule');
    expect(ids(shown('running'))).toEqual([]);
  });
});

describe('the receipt of a resumed run', () => {
  const receipt = {
    done: 4,
    requeued: 2,
    fetchedAgain: 1,
    fetchedAgainInAll: 1,
    givenUp: 0,
    itemsLost: 0,
    itemsDuplicated: 0,
  };

  it('is told plainly', () => {
    expect(receiptWords(receipt)).toEqual({
      title: 'Resumed without loss',
      clean: true,
      sentences: [
        '4 pages are done.',
        '2 pages were in flight when the run was interrupted, and were queued again.',
        '1 page was fetched a second time.',
        'No item was lost and none was stored twice.',
      ],
    });
  });

  it('tells of what was given up', () => {
    const told = 'was given up: the run was interrupted repeatedly while it was being worked on.';
    expect(receiptWords({ ...receipt, givenUp: 1 })?.sentences).toContain(`1 page ${told}`);
  });

  it('hides no loss', () => {
    expect(receiptWords({ ...receipt, itemsLost: 1 })).toMatchObject({
      title: 'Resumed with losses',
      clean: false,
    });
  });

  it('is not told of a run that was never resumed', () => {
    expect(receiptWords({ ...receipt, requeued: 0, fetchedAgain: 0, fetchedAgainInAll: 0 })).toBeNull();
  });
});

describe('a run without items that knows pages of an earlier one', () => {
  const reasons: RunDetails['reasons'] = [
    {
      state: 'skipped',
      reason: 'An earlier full run (3) already extracted it; DELTAFETCH_ENABLED is on.',
      count: 12,
    },
    { state: 'failed', reason: 'The server answered 404.', count: 1 },
  ];
  const answeredBy = { site: 2, storedPage: 0, cache: 0, memory: 12 };

  it('speaks of the pages that were handed to a callback, and not of those that were skipped', () => {
    const ended = run({ state: 'failed', counters: { done: 1, failed: 1, skipped: 12 } });
    const [finding] = diagnose(details({ run: ended, reasons, answeredBy, extractionRequests: 13 }));
    expect(finding?.text).toMatch(
      /^1 page was passed to a callback and returned no item\. Most often: The server answered 404\./u,
    );
    expect(finding?.text).not.toContain('DELTAFETCH_ENABLED');
  });
});

describe('a test run that reached its limit', () => {
  it('is neither a success nor a failure: it is stopped, and says why', () => {
    const reached = run({ kind: 'test', state: 'stopped', reason: 'It reached its limit of 3 items.' });
    expect(stateWord(reached.state)).toBe('Stopped');
    expect(reasonWords(reached)).toBe('It reached its limit of 3 items.');
    expect(kindWords('stopped').tone).toBe('accent');
    expect(kindWords('run-failed').tone).toBe('danger');
  });
});

describe('charts', () => {
  it('show counts per second, and gaps where nothing answered', () => {
    const point = {
      at: 10_000,
      ms: 2000,
      items: 4,
      failed: 1,
      skipped: 0,
      bytes: 9,
      meanMs: null,
      maxMs: null,
    };
    const data = chartData({ bucketMs: 2000, points: [{ ...point, pages: 6 }] });
    expect(data.x).toEqual([10]);
    expect(
      chartData({ bucketMs: 2000, points: [{ ...point, ms: 1000, pages: 6 }] }).pages[0]?.values,
    ).toEqual([6]);
    expect(data.pages[0]?.values).toEqual([3]);
    expect(data.items[0]?.values).toEqual([2]);
    expect(data.times.map(({ values }) => values)).toEqual([[null], [null]]);
  });
});

describe('the page to look at in the tester', () => {
  it('is one that was handed to a callback and gave nothing', () => {
    const links = request({ id: '1' });
    const full = request({ id: '2', callback: 'parse', items: 1 });
    const empty = request({ id: '3', callback: 'parse' });
    const lost = request({ id: '4', callback: 'parse', hasPage: false });
    expect(mostTelling([links, full, lost, empty])?.id).toBe('3');
    expect(mostTelling([links, full])?.id).toBe('2');
    expect(mostTelling([links])?.id).toBe('1');
    expect(mostTelling([lost])).toBeNull();
  });
});

describe('the outcome of a run', () => {
  it.each([
    [run({ counters: { done: 33, items: 24 } }), '24 items from 33 pages in 1 min 1 s'],
    [run({ counters: { done: 1, items: 1, failed: 2 } }), '1 item from 1 page in 1 min 1 s; 2 pages failed'],
    [run({ counters: { done: 9 } }), 'No items from 9 pages in 1 min 1 s'],
    [run({ state: 'failed', counters: { failed: 1 } }), 'No items from 0 pages in 1 min 1 s; 1 page failed'],
    [run({ state: 'failed' }), 'No page was read'],
    [run({ state: 'queued', counters: { queued: 1 } }), 'No page has been read yet'],
    [run({ state: 'running', counters: { done: 5, items: 4 } }), '4 items so far, from 5 pages'],
    [
      run({ state: 'paused', counters: { done: 5, failed: 1 } }),
      'No items so far, from 5 pages; 1 page failed',
    ],
  ])('is one sentence', (shown, words) => {
    expect(outcomeWords(shown)).toBe(words);
  });
});

it('a run that failed without another finding says why, and leads to its log', () => {
  const failed = run({ state: 'failed', reason: 'The disk is full.', counters: { done: 5, items: 4 } });
  expect(diagnose(details({ run: failed, itemsWithValues: 4 }))).toEqual([
    {
      id: 'failed',
      tone: 'danger',
      title: 'The run failed',
      text: 'The disk is full.',
      remedies: [{ kind: 'log', label: 'Show the log', kinds: [] }],
    },
  ]);
});
