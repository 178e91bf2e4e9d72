import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studio } from './command-line.ts';
import { copyData, databaseName, ledgerOf, resultOf, seededNumbers } from './data-folder.ts';
import { requestOf, startSeededSite } from './seeded-site.ts';

const cuts = 7;

// https://sqlite.org/fileformat2.html#walformat, with SQLite's usual pages of 4 KiB.
const walHeader = 32;
const walFrame = 24 + 4096;

describe('a crawl whose write-ahead log was cut off, as by a power cut', () => {
  it('comes to what an uninterrupted one comes to, and fetches again exactly what was not written', async () => {
    const site = await startSeededSite();
    const calm = studio();
    await calm.call(['import', calm.file('site.json', site.spider)]);
    await calm.call(['crawl', 'site', '--allow-private', '--json']);

    const { call, folder, file, data: first } = studio();
    await call(['import', file('site.json', site.spider)]);
    const seeded = seededNumbers(1121);
    const walOf = (data: string): string => join(data, `${databaseName}-wal`);
    let data = first;
    // What was written before the first page was asked for: a power cut before that leaves no run to go on with.
    let begun = 0;
    const times = new Map<string, number>(site.requests.map((path) => [path, 0]));
    const lost = new Map<string, number>();
    const count = (): Set<string> => {
      const direct = site.asked.filter((path) => requestOf(path) === path);
      for (const path of direct) times.set(path, (times.get(path) ?? 0) + 1);
      return new Set(direct);
    };
    const frames = (size: number): number => Math.floor((size - walHeader) / walFrame);
    // How often each request was in flight when the log was cut.
    const ends = new Map<string, number>();
    let written = new Set<string>();
    let active = new Set<string>();
    for (let n = 1; n <= cuts; n += 1) {
      const killed = await call(n === 1 ? ['crawl', 'site', '--allow-private'] : ['runs', 'resume', '1'], {
        env: { SPIDER_STUDIO_HOME: data },
        onStart: (child) =>
          site.begin({
            answers: seeded(5, 40),
            moment: n % 2 === 0 ? 'waiting' : 'writing',
            kill: () => child.kill('SIGKILL'),
            onFirst: () => (begun ||= statSync(walOf(data)).size),
          }),
      });
      expect(killed).toMatchObject({ code: null, stdout: '' });
      const fetched = new Set([...written, ...count()]);

      const whole = frames(statSync(walOf(data)).size);
      // Half of the cuts go through the middle of a frame.
      const torn = n % 2 === 0 ? 0 : seeded(1, walFrame - 1);
      const cut = async (kept: number) => {
        const next = join(folder, `after-cut-${n}-at-${kept}`);
        copyData(data, next);
        truncateSync(walOf(next), Math.min(statSync(walOf(next)).size, walHeader + kept * walFrame + torn));
        return { next, kept, ledger: await ledgerOf(next, '1') };
      };
      let after = await cut(seeded(frames(begun), whole));
      // What is in flight at three ends is suspected of ending the program, which this is not about: less is lost then.
      const isSuspect = (path: string): boolean => (ends.get(path) ?? 0) > 1;
      while ([...after.ledger.active].some(isSuspect) && after.kept < whole) {
        after = await cut(seeded(after.kept + 1, whole));
      }
      const { ledger } = after;
      data = after.next;
      expect({ state: ledger.state, damage: ledger.damage }).toEqual({ state: 'interrupted', damage: [] });
      for (const path of ledger.active) ends.set(path, (ends.get(path) ?? 0) + 1);
      written = ledger.settled;
      active = ledger.active;
      for (const path of fetched) if (!written.has(path)) lost.set(path, (lost.get(path) ?? 0) + 1);
    }

    site.begin();
    const resumed = await call(['runs', 'resume', '1', '--json'], { env: { SPIDER_STUDIO_HOME: data } });
    count();
    expect(resumed.json()).toMatchObject({
      state: 'completed',
      receipt: {
        done: site.requests.length - 3,
        requeued: active.size,
        fetchedAgain: active.size,
        givenUp: 0,
        itemsLost: 0,
        itemsDuplicated: 0,
      },
    });
    expect(await resultOf(data, '1')).toEqual(await resultOf(calm.data, '1'));
    expect(Object.fromEntries(times)).toEqual(
      Object.fromEntries(site.requests.map((path) => [path, 1 + (lost.get(path) ?? 0)])),
    );
    expect(lost.size).toBeGreaterThan(cuts);
  }, 300_000);
});
