import { isUnderWay } from '../../../shared/contract/run-states.ts';
import type { CallValue } from '../../../shared/contract/index.ts';
import type { Exchange } from '../request.ts';
import type { ApiServices } from '../services.ts';
import { createAlarm } from './alarm.ts';
import type { SendEvent } from './stream-event.ts';

type RunEvents = CallValue<'runs.events'>['events'];

/** How often the log is read without a hint, in milliseconds, and how many events at once. */
const lookEvery = 500;
const portion = 500;
/**
 * How old an event of a crawl under way is when it is sent, in milliseconds. Events are stored a moment after they happen, and those
 * of several pages together: what is older than this is in its final order, so a client can go on after it and miss nothing.
 */
const settledAfter = 2000;

/**
 * Sends the log of a run, each event once and in order, and between them how the run goes, until it is over and all is sent, or the
 * signal is aborted. Events: `log` with an id to go on from, `progress` without one, and `end`.
 */
export async function streamRun(
  { ask, signal }: Pick<Exchange, 'ask' | 'signal'>,
  { follow }: Pick<ApiServices, 'follow'>,
  { run, after }: { run: string; after: string | null },
  send: SendEvent,
): Promise<void> {
  const alarm = createAlarm(lookEvery, signal);
  // Only the newest progress is worth sending.
  const newest: { progress: unknown } = { progress: null };
  const end = follow('run', { run }, (progress) => {
    newest.progress = progress;
    alarm.ring();
  });
  let last = after;
  try {
    while (!signal.aborted) {
      const isOver = !isUnderWay(await ask('runs.get', { run }));
      for (;;) {
        const { events, more } = await ask('runs.events', {
          run,
          ...(last === null ? { since: 0 } : { after: last }),
          limit: portion,
        });
        const settled = isOver ? events : settledOf(events);
        for (const event of settled) await send({ id: event.id, event: 'log', data: event });
        last = settled.at(-1)?.id ?? last;
        if (!more || settled.length < events.length) break;
      }
      const { progress } = newest;
      newest.progress = null;
      if (progress !== null) await send({ id: null, event: 'progress', data: progress });
      if (isOver) return await send({ id: null, event: 'end', data: await ask('runs.get', { run }) });
      await alarm.wait();
    }
  } finally {
    end();
  }
}

function settledOf(events: RunEvents): RunEvents {
  const latest = Date.now() - settledAfter;
  const first = events.findIndex(({ at }) => Date.parse(at) > latest);
  return first === -1 ? events : events.slice(0, first);
}
