import { BroadcastChannel } from 'node:worker_threads';
import { HostError } from '../../errors.ts';
import { plainError } from '../../threads/plain-error.ts';
import { serveHostJobs, type Job } from '../../threads/serve-host-jobs.ts';
import { LiveSession } from './live-session.ts';
import type { LiveOrder, LiveReport, LiveRequest } from './messages.ts';

/** Entry of the thread of one live page. `live-pages.ts`, which starts it, types its job. */
serveHostJobs(() => async (name, request: never, job) => {
  if (name !== 'live') throw new HostError('unknown-call', `A live page cannot do "${name}".`);
  await live(request, job);
  return { value: null };
});

/** Shows a page until the job is cancelled. @throws HostError as `LiveSession.open`; `unknown-live` where the browser ends by itself */
async function live(request: LiveRequest, job: Job): Promise<void> {
  const report = (told: LiveReport): void => job.note(told);
  const { promise: ended, resolve: end } = Promise.withResolvers<HostError | null>();
  const session = await LiveSession.open(request, {
    frame: (frame) => report({ kind: 'frame', frame }),
    state: (state) => report({ kind: 'state', state }),
    gone: () => end(new HostError('unknown-live', 'The browser has ended.', 'Open the live page again.')),
  });
  job.signal.addEventListener('abort', () => end(null), { once: true });
  if (job.signal.aborted) end(null);
  const orders = new BroadcastChannel(request.orders);
  orders.addEventListener('message', (event) => {
    if (event instanceof MessageEvent) take(event.data);
  });
  report({ kind: 'opened' });
  const wrong = await ended;
  orders.close();
  await session.close();
  if (wrong !== null) throw wrong;

  function take(order: LiveOrder): void {
    switch (order.kind) {
      case 'input':
        return session.input(order.input);
      case 'shown':
        return void session.shown(order.number);
      case 'again':
        return void session.again();
      case 'question':
        return void answer(order);
      default:
        return order satisfies never;
    }
  }

  async function answer({ id, question }: Extract<LiveOrder, { kind: 'question' }>): Promise<void> {
    try {
      report({ kind: 'answer', id, value: await session.answer(question) });
    } catch (error) {
      report({ kind: 'failed', id, error: plainError(error) });
    }
  }
}
