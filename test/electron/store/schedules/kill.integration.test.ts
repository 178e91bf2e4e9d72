import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openStore } from '../../../../electron/store/open.ts';
import { readCron } from '../../../../shared/schedules/cron.ts';
import { countMoments } from '../../../../shared/schedules/moments.ts';
import { openZone } from '../../../../shared/schedules/zone.ts';
import { savedVersion } from '../saved-version.ts';
import { scratchFolder, scratchStore, seeded, spiderNamed } from '../support.ts';

const script = fileURLToPath(new URL('./decide-forever.ts', import.meta.url));
const minute = 60_000;
const start = Date.UTC(2026, 10, 22, 12);
const crons = ['* * * * *', '*/3 * * * *', '*/5 * * * *'];
const options = { limit: null, overrides: {}, args: {}, allowPrivate: false };

/** Lets a process decide until it has said so many lines, and kills it a little later. @returns the clock of the last line */
async function decideAndKill(path: string, from: number, lines: number, laterMs: number): Promise<number> {
  const child = spawn(process.execPath, [script, path, String(from)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = 0;
  let clock = from;
  for await (const line of createInterface({ input: child.stdout })) {
    clock = Number(line.split(' ')[1]);
    said += 1;
    if (said === lines) setTimeout(() => child.kill('SIGKILL'), laterMs);
  }
  await ended;
  return clock;
}

it('decides every moment once, wherever its process is killed', { timeout: 240_000 }, async () => {
  const path = join(scratchFolder(), 'x.db');
  const before = openStore(path, { now: () => start });
  const chosen = { zone: 'Europe/Berlin', missed: 'once', enabled: true, priority: 0, options } as const;
  await savedVersion(before, spiderNamed('shop'));
  for (const cron of crons)
    await before.queries.schedules.add({ project: 'default', spider: 'shop' }, { ...chosen, cron });
  before.close();

  const random = seeded(18);
  const next = (most: number): number => Math.floor(random.next().value * most);
  let now = start;
  for (let round = 0; round < 12; round++) {
    now = await decideAndKill(path, now, 1 + next(40), next(4));
    // While no process is there, the clock goes on: some moments are missed.
    now += next(30) * minute;
  }

  const store = scratchStore(path, { now: () => now });
  expect(store.check()).toEqual([]);
  const { schedules, queue, outbox } = store.queries;
  await schedules.decideDue(now);
  const { entries } = await queue.list({ cleared: true });
  const { entries: changes } = await outbox.after(0, 100_000);
  for (const schedule of await schedules.list()) {
    const ticks = await schedules.ticks(schedule.id, { before: null, limit: 100_000 });
    const queued = ticks.filter(({ outcome }) => outcome === 'queued');
    const own = entries.filter((entry) => entry.schedule === schedule.id);
    // At most one entry for each moment, and one for each that was recorded as queued.
    expect(new Set(own.map(({ scheduledFor }) => scheduledFor)).size).toBe(own.length);
    const ofTicks = queued.map(({ dueAt, entry }) => `${dueAt} ${entry}`);
    expect(own.map(({ id, scheduledFor }) => `${scheduledFor} ${id}`).toSorted()).toEqual(ofTicks.toSorted());
    // The outbox has each of them once.
    const told = changes.flatMap(({ change }) =>
      change.kind === 'schedule' && change.subject === schedule.id && change.dueAt !== null
        ? [`${new Date(change.dueAt).toISOString()} ${change.what}`]
        : [],
    );
    expect(told.toSorted()).toEqual(ticks.map(({ dueAt, outcome }) => `${dueAt} ${outcome}`).toSorted());
    // None is lost: every moment was queued, or is among those that a skipped one stands for.
    const stoodFor = ticks.reduce(
      (sum, { reason }) => sum + 1 + Number(/with (\d+) before/.exec(reason ?? '')?.[1] ?? 0),
      0,
    );
    const all = { after: start, until: now, most: 1e6 };
    expect(stoodFor).toBe(countMoments(readCron(schedule.cron), openZone(schedule.zone), all));
    // Of those that were missed, the newest was queued each time: only ones that stand for missed ones were skipped.
    expect(
      ticks.filter(
        ({ outcome, reason }) => outcome === 'skipped' && !/^(Missed|The crawl of)/.test(reason ?? ''),
      ),
    ).toEqual([]);
  }
});
