import { describe, expect, it } from 'vitest';
import { lookBack, type TroubledSpider } from '../../../../../electron/host/data/digest/night.ts';
import type { Trouble } from '../../../../../electron/host/data/digest/troubles.ts';
import { writeDigest } from '../../../../../electron/host/data/digest/digest.ts';
import type { Change } from '../../../../../electron/store/outbox/change.ts';
import type { RunCause } from '../../../../../shared/run-cause.ts';
import type { NoticeSettings } from '../../../../../shared/contract/types.ts';
import { item, removeForGood } from '../../../store/support.ts';
import { memoryStudio } from '../../../store/queries/memory-studio.ts';
import { Tables } from '../../../store/queries/memory-tables.ts';
import { sqliteStudio } from '../../../store/queries/sqlite-studio.ts';
import { readPage, startRun, startTime, type Studio } from '../../../store/queries/studio.ts';

const on: NoticeSettings['on'] = {
  failed: true,
  tooFewItems: true,
  drop: true,
  blocked: true,
  breached: true,
  paused: true,
  dead: true,
  skipped: true,
};
const hour = 3_600_000;
const day = 24 * hour;

interface Ended {
  state?: 'completed' | 'stopped' | 'paused' | 'failed';
  cause?: RunCause;
  items?: number;
  /** Name of an expectation that does not hold. */
  breach?: 'min_items' | 'fill';
}

/** A run from its beginning to its end, within a minute. @returns its id */
async function night(
  studio: Studio,
  spider: string,
  ended: Ended = {},
  project = 'default',
): Promise<string> {
  const { state = 'completed', cause = 'finished', items = 4, breach } = ended;
  const session = await startRun(studio, { project, spider });
  await readPage(
    session,
    1,
    Array.from({ length: items }, (_, n) => item(n)),
  );
  if (breach !== undefined) {
    const told = { field: null, expectation: breach, expected: '', got: '', examples: [] };
    const breaches = [{ ...told, message: `${breach} of ${spider}.` }];
    const report = { items, withoutKey: 0, isOver: true, minItems: null, fields: [], breaches };
    await session.measured.keep({ report: { ...report, onBreach: 'warn' }, told: [] });
  }
  studio.pass(1000);
  await session.control.end(state, `${spider}: ${cause}.`, cause);
  return session.run;
}

const look = (
  studio: Studio,
  { from = 0, until = startTime + 1000 * day, project = null as string | null } = {},
) => lookBack(studio, { from, until }, { project, on });

describe('a night', () => {
  it('of 200 spiders names exactly the twelve that are broken, each once', async () => {
    const studio = sqliteStudio();
    const broken: [Ended, string][] = [
      [{ state: 'failed', cause: 'no-pages', items: 0 }, 'failed'],
      [{ state: 'failed', cause: 'nothing-extracted', items: 0 }, 'failed'],
      [{ state: 'failed', cause: 'empty-items' }, 'failed'],
      [{ state: 'failed', cause: 'error' }, 'failed'],
      [{ state: 'paused', cause: 'error' }, 'failed'],
      [{ state: 'paused', cause: 'blocked' }, 'blocked'],
      [{ state: 'paused', cause: 'trapped' }, 'paused'],
      [{ state: 'paused', cause: 'offline' }, 'paused'],
      [{ state: 'failed', cause: 'breached', breach: 'fill' }, 'breached'],
      [{ breach: 'fill' }, 'breached'],
      [{ breach: 'min_items' }, 'too-few-items'],
      [{ items: 1 }, 'drop'],
    ];
    for (let before = 0; before < 3; before += 1) await night(studio, 's011');
    studio.pass(day);
    const from = startTime + 12 * hour;
    const expected: string[] = [];
    for (let n = 0; n < 200; n += 1) {
      const spider = `s${String(n).padStart(3, '0')}`;
      const [ended = {}, what] = broken[n] ?? [];
      if (what !== undefined) expected.push(`${spider} ${what}`);
      await night(studio, spider, ended);
    }
    const { counts, spiders } = await look(studio, { from });
    expect(spiders.map(({ spider, troubles: [{ what }] }) => `${spider} ${what}`).toSorted()).toEqual(
      expected,
    );
    expect(counts).toMatchObject({ spiders: 200, runs: 200, withTrouble: 12 });
    expect(spiders[0]?.troubles[0].what).toBe('failed');
    expect(spiders.at(-1)?.troubles[0].what).toBe('paused');
  });

  it('counts runs when they end, and judges the newest of each spider', async () => {
    const studio = sqliteStudio();
    await night(studio, 'mended', { state: 'failed', cause: 'error' });
    await night(studio, 'mended');
    await night(studio, 'broken');
    const run = await night(studio, 'broken', { state: 'failed', cause: 'error', items: 0 });
    const { counts, spiders } = await look(studio);
    expect(counts).toEqual({ spiders: 2, runs: 4, completed: 2, withTrouble: 1, items: 12 });
    expect(spiders).toMatchObject([{ spider: 'broken', run }]);
    expect((await look(studio, { from: startTime + 4000 })).counts.runs).toBe(0);
    expect((await look(studio, { from: startTime + 2000, until: startTime + 3000 })).counts.runs).toBe(1);
  });

  it('is one of its time: a run that went on since then was paused', async () => {
    const studio = sqliteStudio();
    const run = await night(studio, 'shop', { state: 'paused', cause: 'blocked' });
    const until = startTime + hour;
    studio.pass(day);
    const session = studio.session(run);
    await session.control.begin();
    expect((await look(studio, { until })).spiders).toMatchObject([{ troubles: [{ what: 'blocked' }] }]);
    expect((await look(studio)).spiders).toEqual([]);
    await session.control.end('completed', 'Done.', 'finished');
    expect((await look(studio)).spiders).toEqual([]);
  });

  it('has runs whose process is gone, once that is written down', async () => {
    const studio = sqliteStudio();
    await startRun(studio, { project: 'default', spider: 'shop' });
    studio.setOwnersAlive(false);
    expect((await look(studio)).spiders).toEqual([]);
    expect(await studio.queries.runs.noteInterrupted()).toBe(1);
    expect((await look(studio)).spiders).toMatchObject([{ troubles: [{ what: 'interrupted' }] }]);
  });

  it('says since when: the first run of those in a row that have trouble', async () => {
    const studio = sqliteStudio();
    const broken: Ended = { state: 'failed', cause: 'no-pages', items: 0 };
    const nights: Ended[] = [
      broken,
      {},
      { state: 'paused', cause: 'blocked' },
      { state: 'stopped', cause: 'stopped' },
      { items: 1, breach: 'fill' },
      broken,
    ];
    const began: number[] = [];
    for (const [n, ended] of nights.entries()) {
      began.push(startTime + n * day);
      await night(studio, 'shop', ended);
      studio.pass(day - 1000);
    }
    expect((await look(studio)).spiders).toMatchObject([{ since: began[2] }]);
  });

  it('says since when for a long time, and from the beginning', async () => {
    const studio = sqliteStudio();
    for (let n = 0; n < 40; n += 1) await night(studio, 'shop', { state: 'failed', cause: 'error' });
    expect((await look(studio)).spiders).toMatchObject([{ since: startTime }]);
  });

  it('is of one project where that is asked', async () => {
    const studio = sqliteStudio();
    await night(studio, 'news', { state: 'failed', cause: 'error' }, 'press');
    await night(studio, 'shop', { state: 'failed', cause: 'error' });
    const { counts, spiders } = await look(studio, { project: 'press' });
    expect(counts.runs).toBe(1);
    expect(spiders).toMatchObject([{ project: 'press', spider: 'news' }]);
  });

  it('leaves out runs that were deleted, and test runs', async () => {
    const studio = sqliteStudio();
    const run = await night(studio, 'shop', { state: 'failed', cause: 'error' });
    await removeForGood(studio.queries, { kind: 'run', run });
    expect(await look(studio)).toMatchObject({ counts: { runs: 0, spiders: 0 }, spiders: [] });
  });

  describe('with a queue and schedules', () => {
    const entry = { kind: 'queue', subject: '7', project: 'default', spider: 'shop', attempts: 3 } as const;
    const tick = { kind: 'schedule', subject: '3', project: 'default', spider: 'shop', dueAt: 500 } as const;
    const dead: Change = { ...entry, state: 'dead', reason: 'Blocked.', run: null };
    const skipped: Change = { ...tick, what: 'skipped', reason: 'The last run still goes on.' };

    function studioOfTables() {
      const tables = new Tables();
      return { studio: memoryStudio(tables), tell: (change: Change) => tables.tell(change) };
    }

    it.each<[string, Change[], string[]]>([
      ['an entry that was given up', [dead], ['dead']],
      [
        'an entry that cannot begin',
        [{ ...entry, state: 'failed', reason: 'Invalid.', run: null }],
        ['failed'],
      ],
      [
        'an entry that was cancelled',
        [{ ...entry, state: 'cancelled', reason: 'By a person.', run: null }],
        [],
      ],
      ['an entry that is tried again', [dead, { ...entry, state: 'pending', reason: null, run: null }], []],
      ['a moment that was skipped', [skipped], ['skipped']],
      ['a moment that was queued', [{ ...tick, what: 'queued', reason: null }], []],
      ['both, the worse first', [skipped, dead, skipped], ['dead', 'skipped']],
    ])('has %s', async (_, changes, expected) => {
      const { studio, tell } = studioOfTables();
      for (const change of changes) tell(change);
      const { spiders } = await look(studio);
      expect(spiders.flatMap(({ troubles }) => troubles.map(({ what }) => what))).toEqual(expected);
    });

    it('has a run that waits for a person, and not the moments that it hinders', async () => {
      const { studio, tell } = studioOfTables();
      const run = await night(studio, 'shop', { state: 'paused', cause: 'login-expired' });
      const reason = `The crawl of 2026-11-20 07:00 has paused itself and waits for a person (run ${run}).`;
      const hindered: Change = { ...skipped, reason };
      tell(hindered);
      const alone = [{ run, troubles: [{ what: 'login-expired', message: 'shop: login-expired.' }] }];
      expect((await look(studio)).spiders).toMatchObject(alone);
      const since = startTime + hour;
      studio.pass(day);
      tell(hindered);
      tell(hindered);
      const later = await look(studio, { from: since });
      expect(later.spiders).toMatchObject([{ ...alone[0], since: startTime }]);
      expect(later.counts).toMatchObject({ spiders: 1, runs: 0, withTrouble: 1 });
      expect(later.spiders[0]?.troubles).toHaveLength(1);
      await studio.session(run).control.begin();
      expect((await look(studio, { from: since })).spiders).toMatchObject([
        { run: null, troubles: [{ what: 'skipped', message: reason }] },
      ]);
    });

    it('forgets what was given up once a run has gone well, and not before', async () => {
      const { studio, tell } = studioOfTables();
      await night(studio, 'shop');
      tell(dead);
      expect((await look(studio)).spiders).toMatchObject([
        { spider: 'shop', troubles: [{ what: 'dead', message: 'Given up after attempt 3. Blocked.' }] },
      ]);
      await night(studio, 'shop');
      expect((await look(studio)).spiders).toEqual([]);
    });
  });
});

describe('a digest', () => {
  it('is one line where nothing needs a look', async () => {
    const studio = sqliteStudio();
    await night(studio, 'shop');
    const from = Date.UTC(2026, 10, 20, 6);
    const night1 = await look(studio, { from, until: from + day });
    const { markdown, troubles } = writeDigest(night1, { zone: 'Europe/Berlin' }, from + day);
    expect(troubles).toEqual([]);
    expect(markdown).toBe(
      'Nothing needs a look: 1 run of 1 spider, 1 completed, 4 items, 2026-11-20 07:00 to 2026-11-21 07:00 (Europe/Berlin).\n',
    );
  });

  it('has a line for each spider, in the zone of its reader', async () => {
    const studio = sqliteStudio();
    await night(studio, 'shop', { state: 'failed', cause: 'nothing-extracted', items: 0 });
    await night(studio, 'other');
    const [from, until] = [startTime - day, startTime + day];
    const found = await look(studio, { from, until });
    const { markdown } = writeDigest(found, { zone: 'America/New_York' }, until);
    expect(markdown).toBe(
      [
        '# 1 spider needs a look',
        '',
        '2 runs of 2 spiders, 1 completed, 4 items, 2026-11-19 07:00 to 2026-11-21 07:00 (America/New_York).',
        '',
        '- **default/shop** failed: shop: nothing-extracted. Also has too few items: It has no items. Since 2026-11-20 07:00. Run 1.',
        '',
      ].join('\n'),
    );
  });

  it('has nothing of a page as a mark of Markdown or a line', () => {
    const trouble = { what: 'failed', message: 'A <b>\n# big [link](x) `y`' } as const;
    const spiders = [
      { project: 'p', spider: 's', run: null, troubles: [trouble], since: null, login: null },
    ] as const;
    const counts = { spiders: 1, runs: 0, completed: 0, withTrouble: 1, items: 0 };
    const found = {
      from: 0,
      until: 0,
      counts,
      spiders: [{ ...spiders[0], troubles: [trouble] as [typeof trouble] }],
    };
    const { markdown } = writeDigest(found, { zone: 'UTC' }, 0);
    expect(markdown.split('\n')[4]).toBe('- **p/s** failed: A \\<b\\> \\# big \\[link\\](x) \\`y\\`');
  });

  it('has one line for the spiders that wait for the same login, with what each has beside it', async () => {
    const waits = { what: 'login-expired', message: 'Paused because the login club has expired.' } as const;
    const fails = { what: 'breached', message: 'No price.' } as const;
    const one = (
      spider: string,
      login: string,
      since: number | null,
      more: Trouble[] = [],
    ): TroubledSpider => {
      return { project: 'default', spider, run: spider.slice(1), troubles: [waits, ...more], since, login };
    };
    const spiders = [
      one('s1', 'club', 2 * day),
      one('s2', 'other', day),
      one('s3', 'club', day),
      one('s4', 'club', day, [fails]),
      one('s5', 'club', null),
    ];
    const counts = { spiders: 5, runs: 5, completed: 0, withTrouble: 5, items: 0 };
    const { markdown, troubles } = writeDigest({ from: 0, until: 0, counts, spiders }, { zone: 'UTC' }, 0);
    const why = 'Paused because the login club has expired.';
    expect(markdown.split('\n').slice(4)).toEqual([
      `- **default/s1**, **default/s3**, and **default/s5** need a new login: ${why} Since 1970-01-02 00:00. Runs 1, 3, and 5.`,
      `- **default/s2** needs a new login: ${why} Since 1970-01-02 00:00. Run 2.`,
      `- **default/s4** needs a new login: ${why} Also has unexpected data: No price. Since 1970-01-02 00:00. Run 4.`,
      '',
    ]);
    expect(markdown).toContain('# 5 spiders need a look');
    const others = ['s3', 's5'].map((spider) => ({ project: 'default', spider, run: spider.slice(1) }));
    expect(troubles).toMatchObject([
      { spider: 's1', since: '1970-01-02T00:00:00.000Z', alsoWaiting: others },
      { spider: 's2' },
      { spider: 's4', others: [fails] },
    ]);
    expect(troubles.map((trouble) => 'alsoWaiting' in trouble)).toEqual([true, false, false]);
  });
});
