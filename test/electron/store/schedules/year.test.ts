import { expect, it } from 'vitest';
import { expectedMoments, walk, type Meaning } from '../../../shared/schedules/walk-year.ts';
import { addSpider, startTime } from '../queries/studio.ts';
import { sqliteStudio } from '../queries/sqlite-studio.ts';

const day = 86_400_000;
const end = startTime + 366 * day;
const nightly: Meaning = {
  repeats: false,
  catchesUp: true,
  matches: ({ hour, minute }) => hour === 2 && minute === 30,
};
const zones = ['Europe/Berlin', 'America/New_York', 'America/Santiago', 'UTC'];

it('a year of nights is queued night by night, by a clock that is driven', { timeout: 60_000 }, async () => {
  const studio = sqliteStudio();
  const { schedules, queue } = studio.queries;
  const chosen = { missed: 'once', enabled: true, priority: 0 } as const;
  const options = { limit: null, overrides: {}, args: {}, allowPrivate: false };
  for (const [index, zone] of zones.entries()) {
    const spider = `spider-${index}`;
    await addSpider(studio, { project: 'default', spider });
    await schedules.add({ project: 'default', spider }, { ...chosen, cron: '30 2 * * *', zone, options });
  }

  let now = startTime;
  const published: string[] = [];
  for (;;) {
    const { changed, nextDue } = await schedules.decideDue(now);
    for (const { entry } of changed) if (entry !== null) await queue.cancel(entry, 'Ended by the test.');
    published.push(...changed.map(({ schedule }) => schedule));
    if (nextDue === null || nextDue >= end) break;
    now = nextDue;
  }

  const { entries } = await queue.list({ cleared: true });
  for (const [index, zone] of zones.entries()) {
    const queued = entries
      .filter(({ spider }) => spider === `spider-${index}`)
      .map(({ scheduledFor }) => scheduledFor);
    const walked = walk(zone, startTime, end);
    const expected = expectedMoments(walked, nightly).map((at) => new Date(at).toISOString());
    expect(queued.toSorted()).toEqual(expected);
  }
  expect(published).toHaveLength(entries.length);
});
