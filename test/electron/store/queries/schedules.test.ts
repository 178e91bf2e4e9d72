import { expect, it } from 'vitest';
import type { ScheduleChoices } from '../../../../electron/store/schedules/schedule-queries.ts';
import { keptTicks } from '../../../../electron/store/schedules/schedule-queries.ts';
import { missedAfter } from '../../../../shared/schedules/decide.ts';
import { describeQueries } from './describe-queries.ts';
import { addSpider, shop, startTime, type Studio } from './studio.ts';
import { removeForGood } from '../support.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const nightly: ScheduleChoices = {
  cron: '0 14 * * *',
  zone: 'UTC',
  missed: 'once',
  enabled: true,
  priority: 3,
  options: { limit: 5, overrides: { DOWNLOAD_DELAY: 1 }, args: { term: 'boots' }, allowPrivate: false },
};
const due = startTime + 2 * hour;
const iso = (ms: number): string => new Date(ms).toISOString();

async function withSchedule(studio: Studio, choices: Partial<ScheduleChoices> = {}): Promise<string> {
  await addSpider(studio, shop);
  return (await studio.queries.schedules.add(shop, { ...nightly, ...choices })).id;
}

/** Ends the entry of a schedule that has not ended. */
async function endEntries({ queries }: Studio): Promise<void> {
  const { entries } = await queries.queue.list({ states: ['pending'] });
  for (const { id } of entries) await queries.queue.cancel(id, 'Enough.');
}

const changesOf = async ({ queries }: Studio): Promise<unknown[]> =>
  (await queries.outbox.after(0, 1000)).entries.flatMap(({ change }) =>
    change.kind === 'schedule' ? [[change.what, change.dueAt, change.subject]] : [],
  );

describeQueries('schedules', (open, openTwo) => {
  it('are kept with what was chosen, and listed by project and spider', async () => {
    const studio = open();
    const { schedules } = studio.queries;
    const other = { project: 'press', spider: 'news' };
    await addSpider(studio, other);
    const second = await schedules.add(other, { ...nightly, cron: '@daily', enabled: false });
    const first = await withSchedule(studio);
    expect(await schedules.get(first)).toEqual({
      ...{ id: first, ...shop, ...nightly, createdAt: iso(startTime) },
      ...{ decidedUntil: startTime, last: null },
    });
    expect((await schedules.list()).map(({ id }) => id)).toEqual([first, second.id]);
    expect((await schedules.list({ project: 'press' })).map(({ id }) => id)).toEqual([second.id]);
    expect(await schedules.list({ project: 'press', spider: 'shop' })).toEqual([]);
  });

  it('need a spider, and an id that exists', async () => {
    const studio = open();
    const { schedules } = studio.queries;
    const missing = { code: 'not-found' };
    await expect(schedules.add(shop, nightly)).rejects.toMatchObject(missing);
    await expect(schedules.get('7')).rejects.toMatchObject(missing);
    await expect(schedules.update('7', {})).rejects.toMatchObject(missing);
    await expect(schedules.remove('none')).rejects.toMatchObject(missing);
    await expect(schedules.ticks('7', { before: null, limit: 5 })).rejects.toMatchObject(missing);
  });

  it('queue their crawl once at its moment, from either connection', async () => {
    const [one, two] = openTwo();
    const id = await withSchedule(one);
    expect(await one.queries.schedules.decideDue(due - 1)).toEqual({
      changed: [],
      nextDue: due,
      unreadable: [],
    });
    const answers = [
      await one.queries.schedules.decideDue(due),
      await two.queries.schedules.decideDue(due),
      await two.queries.schedules.decideDue(due + minute),
    ];
    const { entries } = await two.queries.queue.list();
    expect(entries).toMatchObject([
      {
        ...{ ...shop, state: 'pending', source: 'schedule', schedule: id, scheduledFor: iso(due) },
        ...{ priority: 3, options: nightly.options },
      },
    ]);
    const entry = entries[0]?.id;
    expect(answers.map(({ changed }) => changed)).toEqual([[{ schedule: id, ...shop, entry }], [], []]);
    expect(answers.map(({ nextDue }) => nextDue)).toEqual([due + day, due + day, due + day]);
    const tick = { dueAt: iso(due), decidedAt: iso(due), outcome: 'queued', reason: null, entry, run: null };
    expect(await one.queries.schedules.ticks(id, { before: null, limit: 5 })).toEqual([tick]);
    expect((await one.queries.schedules.get(id)).last).toEqual(tick);
    expect(await changesOf(one)).toEqual([
      ['added', null, id],
      ['queued', due, id],
    ]);
  });

  it('are skipped with the reason while an earlier crawl has not ended', async () => {
    const studio = open();
    const id = await withSchedule(studio);
    const { schedules, queue } = studio.queries;
    await schedules.decideDue(due);
    const { entries } = await queue.list();
    await schedules.decideDue(due + day);
    expect(await schedules.ticks(id, { before: null, limit: 1 })).toMatchObject([
      {
        outcome: 'skipped',
        entry: null,
        reason: `The crawl of 2026-11-20 14:00 is still waiting in the queue (entry ${entries[0]?.id}).`,
      },
    ]);
    await endEntries(studio);
    await schedules.decideDue(due + 2 * day);
    expect((await schedules.get(id)).last).toMatchObject({ outcome: 'queued', reason: null });
    expect((await queue.list()).total).toBe(2);
    expect(await changesOf(studio)).toEqual([
      ['added', null, id],
      ['queued', due, id],
      ['skipped', due + day, id],
      ['queued', due + 2 * day, id],
    ]);
  });

  it.each([
    ['once', 'queued', 'Late by 10 days: nothing carried out schedules at its time.'],
    ['skip', 'skipped', 'Missed: nothing carried out schedules at that time.'],
  ] as const)('that were missed are caught up as chosen: %s', async (missed, outcome, reason) => {
    const studio = open();
    const id = await withSchedule(studio, { missed });
    const { schedules, queue } = studio.queries;
    await schedules.decideDue(due + 30 * day + 10 * day);
    expect((await queue.list()).total).toBe(1);
    const ticks = await schedules.ticks(id, { before: null, limit: 10 });
    expect(ticks.map(({ dueAt }) => dueAt)).toEqual([iso(due + 40 * day), iso(due + 39 * day)]);
    expect(ticks[0]).toMatchObject({ outcome: 'queued', reason: null });
    await endEntries(studio);
    await schedules.decideDue(due + 50 * day + 10 * day - 1);
    expect((await schedules.get(id)).last).toMatchObject({
      outcome,
      reason: reason.replace('10 days', '24 hours'),
    });
  });

  it('that were missed in masses are recorded as one', async () => {
    const studio = open();
    const id = await withSchedule(studio, { cron: '* * * * *' });
    const { schedules } = studio.queries;
    await schedules.decideDue(startTime + 365 * day);
    const ticks = await schedules.ticks(id, { before: null, limit: 10 });
    expect(ticks.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['queued', null],
      [
        'skipped',
        'Missed, with more than 1000 before it since 2026-11-20 12:01 (UTC): nothing carried out schedules at that time.',
      ],
    ]);
  });

  it('fire no moment twice where the clock is set back', async () => {
    const studio = open();
    const id = await withSchedule(studio);
    const { schedules, queue } = studio.queries;
    await schedules.decideDue(due + minute);
    await endEntries(studio);
    for (const now of [due - hour, due - 1, due, due + 1]) await schedules.decideDue(now);
    expect((await queue.list()).total).toBe(1);
    // Set back by days: the schedule goes on from the present, and what was queued is not queued again.
    await schedules.decideDue(due - 3 * day);
    expect(await schedules.get(id)).toMatchObject({ decidedUntil: due - 3 * day });
    await schedules.decideDue(due - 2 * day);
    await endEntries(studio);
    await schedules.decideDue(due);
    const { entries } = await queue.list();
    expect(entries.map(({ scheduledFor }) => scheduledFor).toSorted()).toEqual([
      iso(due - 2 * day),
      iso(due),
    ]);
  });

  it('begin anew with another time, or enabled again, and only then', async () => {
    const studio = open();
    const id = await withSchedule(studio);
    const { schedules, queue } = studio.queries;
    studio.pass(30 * day);
    expect(await schedules.update(id, { missed: 'skip', priority: -5 })).toMatchObject({
      ...{ missed: 'skip', priority: -5, decidedUntil: startTime },
    });
    const moved = await schedules.update(id, { cron: '0 15 * * *' });
    expect(moved.decidedUntil).toBe(startTime + 30 * day);
    await schedules.update(id, { enabled: false });
    studio.pass(30 * day);
    expect(await schedules.decideDue(startTime + 60 * day)).toEqual({
      changed: [],
      nextDue: null,
      unreadable: [],
    });
    expect((await schedules.update(id, { enabled: true })).decidedUntil).toBe(startTime + 60 * day);
    await schedules.decideDue(startTime + 60 * day + missedAfter);
    expect((await queue.list()).total).toBe(0);
    expect(await changesOf(studio)).toEqual([
      ['added', null, id],
      ...Array.from({ length: 4 }, () => ['changed', null, id]),
    ]);
  });

  it('go when they are removed, and leave what they have queued', async () => {
    const studio = open();
    const id = await withSchedule(studio);
    const { schedules, queue } = studio.queries;
    await schedules.decideDue(due);
    expect(await schedules.remove(id)).toMatchObject({ id, ...shop });
    expect(await schedules.list()).toEqual([]);
    expect((await queue.list()).entries).toMatchObject([
      { state: 'pending', source: 'schedule', schedule: null },
    ]);
    expect((await changesOf(studio)).at(-1)).toEqual(['removed', null, id]);
  });

  it('go with their spider or project, and keep with a new name', async () => {
    const studio = open();
    const { schedules, projects, trash } = studio.queries;
    const id = await withSchedule(studio);
    await projects.rename('default', 'press');
    expect(await schedules.get(id)).toMatchObject({ project: 'press', spider: 'shop' });
    await removeForGood({ trash }, { kind: 'spider', project: 'press', spider: 'shop' });
    expect(await schedules.list()).toEqual([]);
    expect((await changesOf(studio)).at(-1)).toEqual(['removed', null, id]);
    const other = await withSchedule(studio);
    await removeForGood({ trash }, { kind: 'project', project: 'default' });
    expect(await schedules.list()).toEqual([]);
    expect((await changesOf(studio)).at(-1)).toEqual(['removed', null, other]);
  });

  it('keep a bounded number of decisions', async () => {
    const studio = open();
    const id = await withSchedule(studio, { cron: '* * * * *', missed: 'skip' });
    const { schedules } = studio.queries;
    for (let at = 1; at <= keptTicks + 5; at++) await schedules.decideDue(startTime + at * minute);
    const ticks = await schedules.ticks(id, { before: null, limit: 1000 });
    expect(ticks).toHaveLength(keptTicks);
    expect(ticks.at(-1)?.dueAt).toBe(iso(startTime + 6 * minute));
    const two = await schedules.ticks(id, { before: startTime + 9 * minute, limit: 2 });
    expect(two.map(({ dueAt }) => dueAt)).toEqual([iso(startTime + 8 * minute), iso(startTime + 7 * minute)]);
  });
});
