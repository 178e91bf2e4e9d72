import { expect, it } from 'vitest';
import { describeQueries } from './describe-queries.ts';
import { startTime } from './studio.ts';

const missing = { code: 'not-found' };
const hook = {
  kind: 'webhook',
  target: { url: 'https://example.org/hook', allowPrivate: false },
  timing: 'digest',
  enabled: true,
} as const;
const at = (ms: number): string => new Date(startTime + ms).toISOString();

describeQueries('notices', (open, openTwo) => {
  it('go through channels that are kept in their order', async () => {
    const [here, there] = openTwo();
    const desktop = { kind: 'desktop', target: {}, timing: 'each', enabled: false } as const;
    const first = await here.queries.notices.addChannel(hook);
    const second = await here.queries.notices.addChannel(desktop);
    const unused = { createdAt: at(0), lastSentAt: null, lastProblem: null };
    expect(await there.queries.notices.channels()).toEqual([
      { id: first.id, ...hook, ...unused },
      { id: second.id, ...desktop, ...unused },
    ]);
    expect(await there.queries.notices.channel(second.id)).toEqual(second);
  });

  it('go through channels that can be changed and removed', async () => {
    const { notices } = open().queries;
    const { id } = await notices.addChannel(hook);
    expect(await notices.updateChannel(id, { enabled: false })).toMatchObject({ ...hook, enabled: false });
    const target = { command: ['notify', 'a b'] };
    expect(await notices.updateChannel(id, { target, timing: 'each' })).toMatchObject({
      target,
      timing: 'each',
    });
    expect(await notices.removeChannel(id)).toMatchObject({ id, target });
    expect(await notices.channels()).toEqual([]);
    for (const lost of [
      notices.channel(id),
      notices.updateChannel(id, {}),
      notices.removeChannel(id),
      notices.attempted(id, null),
      notices.channel('x'),
    ])
      await expect(lost).rejects.toMatchObject(missing);
  });

  it('say how the last attempt went', async () => {
    const studio = open();
    const { notices } = studio.queries;
    const { id } = await notices.addChannel(hook);
    studio.pass(1000);
    expect(await notices.attempted(id, null)).toMatchObject({ lastSentAt: at(1000), lastProblem: null });
    studio.pass(1000);
    const failed = await notices.attempted(id, 'It answered 500.');
    expect(failed).toMatchObject({ lastSentAt: at(1000), lastProblem: 'It answered 500.' });
    studio.pass(1000);
    expect(await notices.attempted(id, null)).toMatchObject({ lastSentAt: at(3000), lastProblem: null });
  });

  it('come with one digest for each moment, of which the newest are kept', async () => {
    const [here, there] = openTwo();
    const { notices } = here.queries;
    expect(await notices.digests(1)).toEqual([]);
    const day = 86_400_000;
    const digest = (n: number) => ({ dueAt: startTime + n * day, from: startTime, document: `{"n":${n}}` });
    const second = await notices.keepDigest(digest(2));
    expect(second).toMatchObject({ ...digest(2), madeAt: startTime });
    expect(await there.queries.notices.keepDigest(digest(2))).toBeNull();
    await notices.keepDigest(digest(1));
    expect((await notices.digests(10)).map(({ document }) => document)).toEqual(['{"n":2}', '{"n":1}']);
    for (let n = 3; n <= 402; n += 1) await notices.keepDigest(digest(n));
    const kept = await notices.digests(1000);
    expect(kept).toHaveLength(400);
    expect(kept.at(-1)?.document).toBe('{"n":3}');
  });

  it('begin to send a digest through a channel once', async () => {
    const [here, there] = openTwo();
    const { notices } = here.queries;
    const one = await notices.addChannel(hook);
    const other = await notices.addChannel(hook);
    const digest = await notices.keepDigest({ dueAt: startTime, from: 0, document: '{}' });
    const id = digest?.id ?? '';
    const begun = await Promise.all(
      [here, there].map(({ queries }) => queries.notices.beginDelivery(id, one.id)),
    );
    expect(begun.toSorted()).toEqual([false, true]);
    expect(await notices.beginDelivery(id, other.id)).toBe(true);
    await notices.removeChannel(other.id);
    expect(await notices.beginDelivery(id, other.id)).toBe(false);
    expect(await notices.beginDelivery('99', one.id)).toBe(false);
  });
});
