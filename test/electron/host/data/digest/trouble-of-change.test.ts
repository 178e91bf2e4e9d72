import { describe, expect, it } from 'vitest';
import { troubleOf } from '../../../../../electron/host/data/digest/trouble-of-change.ts';
import type { NoticeSettings } from '../../../../../shared/contract/types.ts';
import type { RunCause } from '../../../../../shared/run-cause.ts';
import { begin, claim, options, worker } from '../../../store/queries/queue-attempts.ts';
import { sqliteStudio } from '../../../store/queries/sqlite-studio.ts';
import { addSpider, shop, startTime } from '../../../store/queries/studio.ts';

const hour = 3_600_000;
const all = {
  ...{ failed: true, tooFewItems: true, drop: true, blocked: true },
  ...{ breached: true, paused: true, dead: true, skipped: true },
} satisfies NoticeSettings['on'];

/** A spider with a schedule for each hour, and what each hour has told so far. */
async function hourly(on: NoticeSettings['on']) {
  const studio = sqliteStudio();
  await addSpider(studio, shop);
  await worker(studio);
  await studio.queries.schedules.add(shop, {
    ...{ cron: '0 * * * *', zone: 'UTC', missed: 'once', enabled: true, priority: 0, options },
  });
  let now = startTime;
  let position = 0;
  const told: string[][] = [];
  return {
    studio,
    told,
    /** Passes to the next hour, and decides what is due then. */
    async nextHour(work: () => Promise<unknown> = () => Promise.resolve()) {
      studio.pass(hour);
      now += hour;
      await studio.queries.schedules.decideDue(now);
      await work();
      const stretch = await studio.queries.outbox.after(position, 1000);
      position = stretch.position;
      const found = await Promise.all(stretch.entries.map((entry) => troubleOf(studio, entry, on)));
      told.push(found.flatMap((trouble) => trouble?.what ?? []));
    },
    /** Carries out what is queued. */
    async crawl(state: 'paused' | 'completed' | null, cause: RunCause = 'finished'): Promise<void> {
      const claimed = await claim(studio);
      const { control } = await begin(studio, claimed);
      if (state === null) return;
      await control.end(state, `It ended: ${cause}.`, cause);
      await studio.queries.queueWork.end(claimed.lease, { jitter: 0 });
    },
  };
}

describe('a schedule for each hour tells one trouble', () => {
  it.each<[string, RunCause, object, string[]]>([
    ['of a run that waits for a login', 'login-expired', {}, ['login-expired']],
    ['of a run that has unexpected data', 'breached', {}, ['breached']],
    ['of a run that is in a trap', 'trapped', {}, ['paused']],
    ['of a run that a person has paused', 'paused', {}, ['skipped']],
    ['where only skipped moments are told', 'login-expired', { failed: false }, ['skipped']],
    ['where skipped moments are not told', 'login-expired', { skipped: false }, ['login-expired']],
  ])('%s', async (_, cause, off, expected) => {
    const { told, nextHour, crawl, studio } = await hourly({ ...all, ...off });
    await nextHour(() => crawl('paused', cause));
    for (let n = 0; n < 4; n += 1) await nextHour();
    expect(told.flat()).toEqual(expected);
    const [{ id } = { id: '' }] = await studio.queries.schedules.list();
    const ticks = await studio.queries.schedules.ticks(id, { before: null, limit: 10 });
    expect(ticks.map(({ outcome }) => outcome)).toEqual([...Array<string>(4).fill('skipped'), 'queued']);
  });

  it('of a run that does not end, and another one of the next that does not', async () => {
    const { told, nextHour, crawl, studio } = await hourly(all);
    await nextHour(() => crawl(null));
    await nextHour();
    await nextHour();
    const { entries } = await studio.queries.queue.list({ states: ['running'] });
    await studio.queries.queue.cancel(entries[0]?.id ?? '', 'Enough.');
    await nextHour(() => crawl(null));
    await nextHour();
    await nextHour();
    expect(told).toEqual([[], ['skipped'], [], [], ['skipped'], []]);
  });

  it('after a schedule is gone', async () => {
    const { told, nextHour, crawl, studio } = await hourly(all);
    await nextHour(() => crawl(null));
    await nextHour(() => studio.queries.schedules.remove('1'));
    expect(told).toEqual([[], ['skipped']]);
  });
});
