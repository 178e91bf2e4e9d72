import { expect } from 'vitest';
import type { NewQueueEntry, QueueRow } from '../../../../electron/store/queue/queue-queries.ts';
import type { QueueClaim } from '../../../../electron/store/queue/queue-work-queries.ts';
import type { RunCause } from '../../../../shared/run-cause.ts';
import { savedVersion } from '../saved-version.ts';
import { spiderNamed } from '../support.ts';
import { addSpider, shop, type Session, type Studio } from './studio.ts';

export const options = { limit: null, overrides: {}, args: {}, allowPrivate: false };
const usual = { ...shop, priority: 0, duplicates: 'allow' as const, options };

export async function queue(studio: Studio, ...entries: Partial<NewQueueEntry>[]): Promise<string[]> {
  await addSpider(studio, shop);
  return (
    await studio.queries.queue.add(
      entries.map((entry) => ({ ...usual, ...entry })),
      'batch',
    )
  ).map(({ id }) => id);
}

/** Becomes a worker that carries out so many entries at once. */
export async function worker(
  studio: Studio,
  kind: 'daemon' | 'worker' | 'window' | 'command' = 'daemon',
  concurrency = 8,
): Promise<void> {
  await studio.queries.queue.configure({ concurrency: 8 });
  expect(await studio.queries.queueWork.register({ kind, concurrency })).toMatchObject({
    kind: 'registered',
  });
}

/** Claims an entry. */
export async function claim({ queries }: Studio): Promise<QueueClaim> {
  const claimed = await queries.queueWork.claim(null);
  if (claimed === null) throw new Error('There was nothing to claim.');
  return claimed;
}

/** Begins the run of an attempt, as a worker does. */
export async function begin(studio: Studio, { lease, run }: QueueClaim): Promise<Session & { run: string }> {
  const versionId = await savedVersion(studio, spiderNamed(shop.spider));
  const created = { versionId, kind: 'full' as const, options, appVersion: '0.1.0', entry: lease };
  const id = run ?? (await studio.queries.runs.create(created)).id;
  const session = studio.session(id);
  await session.control.begin();
  return { ...session, run: id };
}

/** Carries an entry out with this end. */
export async function attempt(
  studio: Studio,
  state: 'completed' | 'stopped' | 'paused' | 'failed',
  cause: RunCause,
): Promise<QueueRow | null> {
  const claimed = await claim(studio);
  const { control } = await begin(studio, claimed);
  await control.end(state, `It ended: ${cause}.`, cause);
  return studio.queries.queueWork.end(claimed.lease, { jitter: 0 });
}
