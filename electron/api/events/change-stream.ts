import type { CallValue } from '../../../shared/contract/index.ts';
import type { Exchange } from '../request.ts';
import type { ApiServices } from '../services.ts';
import type { SendEvent } from './stream-event.ts';
import { createAlarm } from './alarm.ts';

/** How often the log of changes is read without a hint, in milliseconds. */
const lookEvery = 1000;

/** What a client follows of the log of changes. */
export interface FollowedChanges {
  /** Only changes after the one with this id; null: from now on. */
  after: string | null;
  project?: string | undefined;
  kinds?: readonly string[] | undefined;
}

/**
 * Sends changes as they happen, each once and in order, until the signal is aborted. An event is named by its kind and carries its id,
 * by which a client goes on. The event `gap` tells that changes before are not kept any more.
 */
export async function streamChanges(
  { ask, signal }: Pick<Exchange, 'ask' | 'signal'>,
  { follow }: Pick<ApiServices, 'follow'>,
  { after, ...filter }: FollowedChanges,
  send: SendEvent,
): Promise<void> {
  const alarm = createAlarm(lookEvery, signal);
  const ends = (['runs', 'queue', 'schedules', 'spiders', 'projects', 'pages', 'trash'] as const).map(
    (topic) => follow(topic, {}, alarm.ring),
  );
  try {
    let from = after ?? (await newestOf(ask, filter));
    await send({ id: from, event: 'begin', data: { after: from } });
    while (!signal.aborted) {
      const found: CallValue<'changes.list'> = await ask('changes.list', { ...filter, after: from });
      if (found.gap) await send({ id: found.next, event: 'gap', data: { after: from } });
      for (const change of found.changes) await send({ id: change.id, event: change.kind, data: change });
      const isBehind = found.next !== from;
      from = found.next;
      if (!isBehind) await alarm.wait();
    }
  } finally {
    for (const end of ends) end();
  }
}

async function newestOf(ask: Exchange['ask'], filter: Omit<FollowedChanges, 'after'>): Promise<string> {
  return (await ask('changes.list', { ...filter, limit: 1 })).newest;
}
