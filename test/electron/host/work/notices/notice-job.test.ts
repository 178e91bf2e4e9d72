import { describe, expect, it, onTestFinished } from 'vitest';
import { openLocalDatabase } from '../../../../../electron/host/database/local-database.ts';
import { NoticeJob } from '../../../../../electron/host/work/notices/notice-job.ts';
import type { NoticeChannel } from '../../../../../shared/contract/types.ts';
import type { RunCause } from '../../../../../shared/run-cause.ts';
import type { Notice } from '../../../../../electron/notices/notice.ts';
import { controlOf, newRun, scratchFolder } from '../../../store/support.ts';

const day = 86_400_000;
const hour = 3_600_000;

interface Sent {
  channel: string;
  notice: Notice;
}

/** A workspace, and a process that tells people of trouble in it. */
function open(problem: string | null = null) {
  const database = openLocalDatabase({
    dataDir: scratchFolder(),
    onOpen: () => undefined,
    publish: () => undefined,
  });
  onTestFinished(() => database.close());
  const sent: Sent[] = [];
  let dies = false;
  let sleeps: { begun: () => Promise<void> } | null = null;
  const send = async (
    channel: Pick<NoticeChannel, 'kind' | 'target'>,
    notice: Notice,
  ): Promise<string | null> => {
    if (dies) throw new Error('The process is gone.');
    await sleeps?.begun();
    sent.push({ channel: channel.target.url ?? channel.kind, notice });
    return problem;
  };
  const process = () => new NoticeJob({ database, send });
  const addChannel = (url: string, timing: NoticeChannel['timing']) =>
    database.call('notices.addChannel', { kind: 'webhook', target: { url }, timing }, { window: null });
  return {
    database,
    sent,
    process,
    addChannel,
    kill: (dead: boolean) => {
      dies = dead;
    },
    /** Begins work, which stops in the middle of sending. @returns lets it go on, and waits for its end */
    async sleepWhileSending(work: () => Promise<unknown>): Promise<() => Promise<unknown>> {
      const asleep = Promise.withResolvers<void>();
      const awake = Promise.withResolvers<void>();
      sleeps = {
        begun() {
          sleeps = null;
          asleep.resolve();
          return awake.promise;
        },
      };
      const done = work();
      await asleep.promise;
      return () => {
        awake.resolve();
        return done;
      };
    },
    configure: (change: object) => database.call('notices.configure', change, { window: null }),
    channels: async () => (await database.call('notices.channels', {}, { window: null })).channels,
    async run(spider: string, state: 'completed' | 'failed' | 'paused', cause: RunCause): Promise<string> {
      const store = database.workspace();
      const run = await newRun(store, spider);
      const control = controlOf(store, run);
      await control.begin();
      await control.end(state, `${spider}: ${cause}.`, cause);
      return run;
    },
  };
}

/** The next time after now at which clocks in UTC show seven. */
function nextSeven(): number {
  const start = Math.floor(Date.now() / day) * day + 7 * hour;
  return start > Date.now() ? start : start + day;
}

describe('a digest', () => {
  it('is sent once through each channel when it is due, and not before', async () => {
    const { configure, addChannel, run, process, sent, channels, database } = open();
    await configure({ zone: 'UTC' });
    await addChannel('https://a.example/', 'digest');
    await addChannel('https://b.example/', 'digest');
    await run('shop', 'failed', 'no-pages');
    await run('news', 'completed', 'finished');
    const due = nextSeven();
    const job = process();
    expect(await job.tick(Date.now())).toBe(due);
    sent.length = 0;
    expect(await job.tick(due)).toBe(due + day);
    expect(sent.map(({ channel }) => channel)).toEqual(['https://a.example/', 'https://b.example/']);
    expect(sent[0]?.notice).toMatchObject({
      kind: 'digest',
      title: '1 spider needs a look',
      digest: { troubles: [{ spider: 'shop', what: 'failed' }], counts: { runs: 2 } },
    });
    await job.tick(due + 30_000);
    await process().tick(due + 60_000);
    expect(sent).toHaveLength(2);
    expect(await channels()).toMatchObject([{ lastProblem: null }, { lastProblem: null }]);
    const kept = await database.call('notices.digests', {}, { window: null });
    expect(kept[0]).toMatchObject({ until: new Date(due).toISOString() });
  });

  it('is made late after the machine has slept, for all nights at once', async () => {
    const { configure, addChannel, run, process, sent } = open();
    await configure({ zone: 'UTC' });
    await addChannel('https://a.example/', 'digest');
    const due = nextSeven();
    const job = process();
    await job.tick(due);
    sent.length = 0;
    await run('shop', 'failed', 'error');
    await job.tick(due + 3 * day + 5 * hour);
    expect(sent.map(({ notice }) => notice.digest)).toMatchObject([
      { from: new Date(due).toISOString(), until: new Date(due + 3 * day).toISOString() },
    ]);
  });

  it('is at most once where the process is killed while it sends, and says so of the others', async () => {
    const { configure, addChannel, process, sent, kill } = open();
    await configure({ zone: 'UTC' });
    await addChannel('https://a.example/', 'digest');
    await addChannel('https://b.example/', 'digest');
    const due = nextSeven();
    kill(true);
    await expect(process().tick(due)).rejects.toThrow('gone');
    kill(false);
    const next = process();
    await next.tick(due + 1000);
    await next.tick(due + 2000);
    expect(sent.map(({ channel }) => channel)).toEqual(['https://b.example/']);
  });

  it.each<[boolean, number]>([
    [true, 1],
    [false, 0],
  ])('of a quiet night is sent as chosen: %s', async (quietNights, times) => {
    const { configure, addChannel, run, process, sent } = open();
    await configure({ zone: 'UTC', quietNights });
    await addChannel('https://a.example/', 'digest');
    await run('shop', 'completed', 'finished');
    await process().tick(nextSeven());
    expect(sent).toHaveLength(times);
    for (const { notice } of sent) expect(notice.title).toBe('All 1 spider of the night are well');
  });

  it('is not sent through channels that are off, or were added after it was due', async () => {
    const { configure, addChannel, process, sent, database } = open();
    await configure({ zone: 'UTC' });
    const { id } = await addChannel('https://off.example/', 'digest');
    await database.call('notices.updateChannel', { channel: id, enabled: false }, { window: null });
    await addChannel('https://late.example/', 'digest');
    const due = nextSeven();
    await process().tick(due - day);
    expect(sent).toEqual([]);
    await process().tick(due);
    expect(sent.map(({ channel }) => channel)).toEqual(['https://late.example/']);
  });

  it.each<[string, string, string[]]>([
    ['Europe/Berlin', 'Pacific/Auckland', ['2026-03-28T06:00', '2026-03-29T05:00', '2026-03-30T05:00']],
    ['America/New_York', 'UTC', ['2026-10-31T11:00', '2026-11-01T12:00', '2026-11-02T12:00']],
  ])(
    'is due at seven in %s, whatever a clock in %s shows, through a change of summer time',
    async (zone, _, due) => {
      const { configure, database, process } = open();
      await configure({ zone });
      const first = Date.parse(`${due[0] ?? ''}Z`);
      const job = process();
      for (let now = first - hour; now <= first + 2 * day + 2 * hour; now += 10 * 60_000) await job.tick(now);
      const kept = await database.call('notices.digests', {}, { window: null });
      expect(
        kept
          .toReversed()
          .map(({ until }) => until)
          .slice(-3),
      ).toEqual(due.map((at) => `${at}:00.000Z`));
    },
  );
});

describe('each trouble', () => {
  it('is told once as it happens, and nothing of what was before', async () => {
    const { addChannel, run, process, sent } = open();
    await addChannel('https://a.example/', 'each');
    await run('old', 'failed', 'error');
    const job = process();
    const now = Date.now();
    await job.tick(now);
    sent.length = 0;
    const broken = await run('shop', 'paused', 'blocked');
    await run('news', 'completed', 'finished');
    await run('mine', 'paused', 'paused');
    await job.tick(now);
    await process().tick(now);
    expect(sent.map(({ notice }) => notice)).toMatchObject([
      {
        kind: 'trouble',
        title: 'default/shop was blocked',
        text: 'shop: blocked.',
        trouble: { project: 'default', spider: 'shop', run: broken, what: 'blocked' },
      },
    ]);
  });

  it('is recorded before it is sent: killed meanwhile, the next process goes on behind it', async () => {
    const { addChannel, run, process, sent, kill } = open();
    await addChannel('https://a.example/', 'each');
    const now = Date.now();
    await process().tick(now);
    await run('one', 'failed', 'error');
    await run('two', 'failed', 'error');
    kill(true);
    await expect(process().tick(now)).rejects.toThrow('gone');
    kill(false);
    await process().tick(now);
    expect(sent.map(({ notice }) => notice.title)).toEqual(['default/two failed']);
  });

  it('is told by one of two processes, of which one did not answer for a while', async () => {
    const { addChannel, run, process, sent, sleepWhileSending } = open();
    await addChannel('https://a.example/', 'each');
    const now = Date.now();
    await process().tick(now);
    await run('one', 'failed', 'error');
    await run('two', 'failed', 'error');
    const wake = await sleepWhileSending(() => process().tick(now));
    await process().tick(now);
    await wake();
    await process().tick(now);
    expect(sent.map(({ notice }) => notice.title)).toEqual(['default/two failed', 'default/one failed']);
  });

  it('keeps why a channel did not take it, and goes on', async () => {
    const { addChannel, run, process, sent, channels } = open('a.example answered 500.');
    await addChannel('https://a.example/', 'each');
    const now = Date.now();
    const job = process();
    await job.tick(now);
    await run('one', 'failed', 'error');
    await run('two', 'failed', 'error');
    await job.tick(now);
    expect(sent).toHaveLength(2);
    expect(await channels()).toMatchObject([{ lastSentAt: null, lastProblem: 'a.example answered 500.' }]);
  });
});
