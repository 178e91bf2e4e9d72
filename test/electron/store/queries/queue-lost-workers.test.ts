import { expect, it } from 'vitest';
import type { QueueRow } from '../../../../electron/store/queue/queue-queries.ts';
import { describeQueries } from './describe-queries.ts';
import { begin, claim, queue, worker } from './queue-attempts.ts';
import { readPage, shop } from './studio.ts';

describeQueries('an entry of the queue', (_, openTwo) => {
  it('of a worker that is gone is taken back at once, and goes on where it was', async () => {
    const [gone, studio] = openTwo();
    const { queueWork, queue: port } = studio.queries;
    const [a = '', b = '', c = ''] = await queue(gone, {}, {}, {});
    await worker(gone);
    const [one, two] = [await claim(gone), await claim(gone)];
    await claim(gone);
    const { run, control } = await begin(gone, one);
    await control.end('completed', 'Finished.', 'finished');
    const other = await begin(gone, two);
    expect(await queueWork.takeBack()).toEqual([]);
    const looking = { lock: 'any', batch: null };
    expect(await queueWork.outlook(looking)).toMatchObject({ others: 'there' });
    gone.setOwnersAlive(false);
    expect(await queueWork.outlook(looking)).toMatchObject({ others: 'gone' });
    expect((await queueWork.takeBack()).map(({ id }) => id)).toEqual([a, b, c]);
    expect(await port.get(a)).toMatchObject({ state: 'completed', reason: 'Finished.', run });
    const reason = `The process that carried it out (${process.pid}) is gone. It goes on from where it was.`;
    expect(await port.get(b)).toMatchObject({
      state: 'pending',
      attempts: 0,
      reason,
      run: other.run,
      dueAt: null,
    });
    expect(await port.get(c)).toMatchObject({ state: 'pending', attempts: 0, reason, run: null });
    expect(await queueWork.takeBack()).toEqual([]);
    expect(await queueWork.outlook(looking)).toMatchObject({ others: 'none' });
    await worker(studio);
    expect(await claim(studio)).toMatchObject({ run: other.run, attempt: 1, lease: { number: 2 } });
  });

  it('that ends its worker again and again without getting on is dead', async () => {
    const [gone, studio] = openTwo();
    const { queueWork, queue: port } = studio.queries;
    const [id = ''] = await queue(gone, {});
    gone.setOwnersAlive(false);
    const lose = async (isGettingOn = false): Promise<void> => {
      await worker(gone);
      const claimed = await claim(gone);
      const session = await begin(gone, claimed);
      if (isGettingOn) await readPage(session, 1, []);
      await queueWork.takeBack();
    };
    for (let time = 0; time < 4; time += 1) await lose();
    await lose(true);
    for (let time = 0; time < 5; time += 1) await lose();
    expect(await port.get(id)).toMatchObject({ state: 'pending', attempts: 0 });
    await lose();
    expect(await port.get(id)).toMatchObject({
      state: 'dead',
      reason: 'The process that carried it out ended 6 times in a row without getting on.',
    });
  });

  it('of a worker that does not answer is taken back after a term, and its run is cut off', async () => {
    const [stalled, studio] = openTwo();
    const { queueWork, queue: port, runs } = studio.queries;
    const [id = ''] = await queue(stalled, {});
    await worker(stalled);
    const claimed = await claim(stalled);
    const { run, control } = await begin(stalled, claimed);
    const look = async (times: number): Promise<QueueRow[]> => {
      const found: QueueRow[] = [];
      for (let time = 0; time < times; time += 1) {
        studio.pass(5000);
        found.push(...(await queueWork.takeBack()));
      }
      return found;
    };
    expect(await look(6)).toEqual([]);
    await stalled.queries.queueWork.beat();
    expect(await look(6)).toEqual([]);
    expect(await look(1)).toMatchObject([
      {
        id,
        state: 'pending',
        attempts: 0,
        run,
        reason: expect.stringContaining('has not answered for 30 seconds'),
      },
    ]);
    expect(await runs.get(run)).toMatchObject({ state: 'paused', cause: 'error' });
    expect(await control.end('completed', 'Finished.', 'finished')).toBe(false);
    expect(await stalled.queries.queueWork.end(claimed.lease, { jitter: 0 })).toBeNull();
    expect(await stalled.queries.queueWork.beat()).toEqual([]);
    expect(await port.get(id)).toMatchObject({ state: 'pending' });
    expect(await stalled.queries.queueWork.outlook({ ...claimed.lease, batch: null })).toMatchObject({
      isWorker: false,
    });
    expect(await stalled.queries.queueWork.claim(null)).toBeNull();
  });

  it('is taken over from a daemon that does not answer and carries nothing out, and the daemon learns of it', async () => {
    const [daemon, window] = openTwo();
    await queue(daemon, {}, {});
    await worker(daemon, 'daemon');
    const made = await window.queries.queueWork.register({ kind: 'window', concurrency: 8 });
    const lock = made.kind === 'registered' ? made.lock : '';
    const looking = { lock, batch: null };
    const look = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time += 1) {
        window.pass(5000);
        expect(await window.queries.queueWork.takeBack()).toEqual([]);
      }
    };
    await look(6);
    await daemon.queries.queueWork.beat();
    await look(6);
    expect(await window.queries.queueWork.outlook(looking)).toMatchObject({
      ...{ others: 'there', mayClaim: false, leads: false },
    });
    await look(1);
    expect(await window.queries.queueWork.outlook(looking)).toMatchObject({
      ...{ others: 'none', mayClaim: true, leads: true },
    });
    expect(await daemon.queries.queueWork.claim(null)).toBeNull();
    expect(await daemon.queries.queueWork.beat()).toEqual([]);
    expect(await window.queries.queueWork.outlook(looking)).toMatchObject({ leads: true });
    expect(await window.queries.queueWork.claim(null)).toMatchObject(shop);
    await worker(daemon, 'daemon');
    expect(await window.queries.queueWork.outlook(looking)).toMatchObject({ leads: false });
    expect(await window.queries.queueWork.claim(null)).toBeNull();
    await look(6);
    expect(await daemon.queries.queueWork.claim(null)).toMatchObject(shop);
  });

  it('is not taken from a worker because nobody has looked for a long time', async () => {
    const [asleep, studio] = openTwo();
    await queue(asleep, {});
    await worker(asleep);
    await claim(asleep);
    await studio.queries.queueWork.takeBack();
    studio.pass(9 * 60 * 60_000);
    expect(await studio.queries.queueWork.takeBack()).toEqual([]);
    expect(await asleep.queries.queueWork.beat()).toHaveLength(1);
  });
});
