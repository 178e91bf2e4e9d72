import { describe, expect, it } from 'vitest';
import type { PastRun, Sample, SpiderFacts } from '../../../../../electron/host/data/health-facts.ts';
import type { Fixtures, Sampling } from '../../../../../electron/host/work/health/evidence.ts';
import { judgeSpider } from '../../../../../electron/host/work/health/judge-spider.ts';
import type { Breach } from '../../../../../shared/spider/expectation-report.ts';
import { facts, field, nights, now, pastRun, sample } from './pasts.ts';

const noFixtures: Fixtures = { locked: 0, failed: [], since: null };

function judge(
  known: Partial<SpiderFacts>,
  taken: Partial<Sample> | Sampling = {},
  fixtures: Fixtures = noFixtures,
) {
  const sampling: Sampling = 'kind' in taken ? taken : { kind: 'made', sample: sample(taken) };
  return judgeSpider({ facts: facts(known), sampling, fixtures, now });
}

const kinds = (health: ReturnType<typeof judge>): (string | null)[][] =>
  health.findings.map(({ kind, sinceRun }) => [kind, sinceRun]);
const good = nights([{}, {}, {}]);

describe('the history of a spider', () => {
  const failed = { state: 'failed', cause: 'nothing-extracted', reason: 'Nothing.', items: 0 } as const;
  const blocked = { state: 'paused', cause: 'blocked', reason: 'Blocked.', endedAt: null } as const;
  const tooFew = { field: null, expectation: 'min_items', message: 'There are 3 items.' } as const;
  const cases: [string, Partial<PastRun>[], (string | null)[][]][] = [
    ['no runs', [], []],
    ['good runs', [{}, {}, {}], []],
    ['a failed run', [failed, {}], [['history', 'night1']]],
    ['three failed runs', [failed, failed, failed, {}], [['history', 'night3']]],
    ['failed runs for two reasons', [failed, { ...failed, cause: 'no-pages' }], [['history', 'night1']]],
    ['a failed run that is over', [{}, failed], []],
    [
      'a failed run before one that goes on',
      [{ state: 'running', cause: null, endedAt: null }, failed],
      [['history', 'night2']],
    ],
    ['blocked runs', [blocked, blocked, {}], [['history', 'night2']]],
    ['a run that a person paused', [{ state: 'paused', cause: 'paused', endedAt: null }, {}], []],
    ['a run that a person stopped', [{ state: 'stopped', cause: 'stopped', items: 1 }, {}, {}, {}], []],
    ['a run with nothing new', [{ cause: 'nothing-new', items: 0 }, {}, {}, {}], []],
    [
      'a run that was interrupted days ago',
      [
        { state: 'running', cause: null },
        { state: 'interrupted', cause: null, endedAt: null },
      ],
      [['history', 'night2']],
    ],
    [
      'breaches that were only warned of',
      [{ breaches: [tooFew] }, { breaches: [tooFew] }, {}],
      [['history', 'night2']],
    ],
    ['a drop', [{ items: 20 }, {}, {}, {}], [['items', 'night1']]],
    [
      'a drop three nights ago',
      [{ items: 20 }, { items: 25 }, { items: 0 }, {}, {}, {}, {}, {}, {}, {}],
      [['items', 'night3']],
    ],
    ['a drop that is over', [{}, { items: 20 }, {}, {}, {}], []],
    ['a drop of few items', [{ items: 1 }, { items: 4 }, { items: 4 }, { items: 4 }], []],
    ['a drop without enough runs to compare', [{ items: 20 }, {}, {}], []],
    [
      'numbers that always vary',
      [{ items: 40 }, { items: 200 }, { items: 30 }, { items: 90 }, { items: 300 }],
      [],
    ],
  ];

  it.each(cases)('with %s is judged, and since when', (_, runs, found) => {
    expect(kinds(judge({ runs: nights(runs) }))).toEqual(found);
  });

  it('gives the end of the run since which it is so, or its beginning', () => {
    expect(judge({ runs: nights([failed, {}]) }).findings[0]?.since).toBe(pastRun(1).endedAt);
    expect(judge({ runs: nights([blocked, {}]) }).findings[0]?.since).toBe(pastRun(1).at);
  });

  it('says nothing of incremental runs that find less', () => {
    expect(kinds(judge({ runs: nights([{ items: 5 }, {}, {}, {}]), isIncremental: true }))).toEqual([]);
  });

  it('is history once the spider was changed and its sample is good', () => {
    const runs = nights([failed, {}]);
    expect(kinds(judge({ runs, version: 2 }))).toEqual([]);
    expect(kinds(judge({ runs, version: 2 }, { state: 'failed', cause: 'empty-items' }))).toEqual([
      ['fill', null],
      ['history', 'night1'],
    ]);
  });

  it('is not told of a run that was interrupted just now', () => {
    const at = new Date(now - 3_600_000).toISOString();
    const interrupted = { state: 'interrupted', cause: null, at, endedAt: null } as const;
    expect(kinds(judge({ runs: nights([interrupted, {}]) }))).toEqual([]);
  });
});

describe('a sample', () => {
  const ends: [string, Partial<Sample>, string, string | null][] = [
    ['that reached its limit', {}, 'healthy', null],
    ['that found all there is', { state: 'completed', cause: 'finished', items: 4 }, 'healthy', null],
    ['that was blocked', { state: 'paused', cause: 'blocked', items: 0 }, 'broken', 'fetch'],
    ['without any page', { state: 'failed', cause: 'no-pages', items: 0, pages: 0 }, 'broken', 'fetch'],
    ['in a trap', { state: 'paused', cause: 'trapped' }, 'broken', 'fetch'],
    ['of a silent site', { cause: 'limit', items: 0, pages: 0 }, 'broken', 'fetch'],
    ['without items', { state: 'failed', cause: 'nothing-extracted', items: 0 }, 'broken', 'items'],
    ['with empty items', { state: 'failed', cause: 'empty-items' }, 'broken', 'fill'],
    ['without a network', { state: 'paused', cause: 'offline', items: 0 }, 'unknown', null],
    ['that a person stopped', { state: 'stopped', cause: 'stopped', items: 0 }, 'unknown', null],
    ['that failed on this machine', { state: 'paused', cause: 'error', items: 0 }, 'unknown', null],
    ['without items on its first pages', { cause: 'limit', items: 0, pages: 50 }, 'unknown', null],
  ];

  it.each(ends)('%s is judged', (_, taken, verdict, kind) => {
    const health = judge({ runs: good }, taken);
    expect([health.verdict, health.findings[0]?.kind ?? null]).toEqual([verdict, kind]);
    expect(health.reason === null).toBe(verdict !== 'unknown');
    const since = verdict === 'broken' ? [pastRun(1).endedAt, null] : [undefined, undefined];
    expect([health.findings[0]?.since, health.findings[0]?.sinceRun]).toEqual(since);
  });

  it('that goes wrong as the last runs did is told once, since the first of them', () => {
    const empty = { state: 'failed', cause: 'nothing-extracted', items: 0 } as const;
    expect(kinds(judge({ runs: nights([empty, empty, {}]) }, empty))).toEqual([['items', 'night2']]);
  });

  it('that could not be taken leaves the spider unknown, unless it is to blame', () => {
    const none = { kind: 'none', message: 'It needs a value.', hint: null, run: null } as const;
    expect(judge({}, { ...none, isBroken: false })).toMatchObject({
      verdict: 'unknown',
      reason: 'It needs a value.',
      findings: [],
    });
    expect(judge({}, { ...none, isBroken: true })).toMatchObject({ verdict: 'broken', reason: null });
  });

  const breach = (expectation: Breach['expectation']): Breach => ({
    field: 'price',
    expectation,
    expected: '',
    got: '',
    message: 'price is wrong.',
    examples: [],
  });
  const report = (filled: number, ...breaches: Breach[]): Sample['report'] => ({
    fields: [
      { field: 'price', items: 10, filled, minFill: 0.98, expected: [], distinct: null, isSampled: false },
    ],
    breaches,
  });

  it.each([
    ['a value of another type', report(10, breach('type')), [['expect', 'night2']]],
    ['one empty field of ten', report(9, breach('fill')), []],
    ['half of the fields empty', report(5, breach('fill')), [['expect', null]]],
    ['too few items', report(10, breach('min_items')), []],
  ])('with %s is held against what is expected', (_, measured, found) => {
    const wrong = { breaches: [breach('type')] };
    const runs = nights(measured?.breaches[0]?.expectation === 'type' ? [wrong, wrong, {}] : [{}, {}]);
    expect(kinds(judge({ runs }, { report: measured }))).toEqual(found);
  });
});

describe('a field', () => {
  const had = (filled: number, head = Math.round(filled / 10)) => ({
    fields: [field('price', filled, 100)],
    head: [field('price', head, 10)],
  });
  const cases: [string, ReturnType<typeof had>[], [number, number], (string | null)[][]][] = [
    ['that was always there and is gone', [had(97), had(98), had(97)], [0, 10], [['fill', null]]],
    ['that lacks two of ten, of 97 %', [had(97), had(98), had(97)], [8, 10], []],
    ['that lacks four of ten, of 97 %', [had(97), had(98), had(97)], [6, 10], []],
    [
      'that is gone since three nights',
      [had(0), had(2), had(1), had(97), had(98)],
      [0, 10],
      [['fill', 'night3']],
    ],
    ['that is gone in the last run and was never often there', [had(0), had(20), had(25)], [0, 10], []],
    ['that differs from night to night', [had(80), had(30), had(90)], [1, 10], []],
    ['that first items never have', [had(80, 0), had(80, 0), had(80, 0)], [0, 10], []],
    ['of a sample that is too small', [had(97), had(98)], [0, 4], []],
    ['that was never counted', [], [0, 10], []],
    ['that is there again', [had(0), had(97), had(97)], [10, 10], []],
    ['that half of a large sample lacks', [had(97), had(98), had(97)], [50, 100], [['fill', null]]],
  ];

  it.each(cases)('%s is judged', (_, runs, [filled, items], found) => {
    const fields = [field('price', filled, items)];
    expect(kinds(judge({ runs: nights(runs) }, { fields }))).toEqual(found);
  });

  it('that the spider does not extract any more is no loss', () => {
    const runs = nights([had(97), had(98)]);
    const fields = [field('price', 0, 10)];
    expect(kinds(judge({ runs, asked: [] }, { fields }))).toEqual([]);
  });
});

describe('saved pages', () => {
  it('that do not give what is locked are told with their parts', () => {
    const failed = [
      { name: 'price', pages: 2 },
      { name: 'title', pages: 1 },
    ];
    const since = '2026-11-19T10:00:00.000Z';
    const health = judge({}, {}, { locked: 6, failed, since });
    expect(health).toMatchObject({ verdict: 'broken', fixtures: { locked: 6, failed: 3 } });
    expect(health.findings).toMatchObject([
      {
        kind: 'fixture',
        field: null,
        message:
          '3 of 6 locked parts of its saved pages are not extracted as locked: price on 2 pages, title.',
        since,
      },
    ]);
  });

  it('that give it make no spider healthy that could not be sampled', () => {
    const none = { kind: 'none', message: 'No network.', hint: null, isBroken: false, run: null } as const;
    expect(judge({}, none, { locked: 6, failed: [], since: null }).verdict).toBe('unknown');
  });
});
