import { randomBytes } from 'node:crypto';
import { isEventOf, type WebhookEvent } from '../../../shared/webhook-events.ts';
import type { RunSummary } from '../../../shared/contract/types.ts';
import type { OutboxEntry } from '../../store/outbox/outbox-queries.ts';
import { StoreError } from '../../store/errors.ts';
import type {
  DeliveryRow,
  EndedAttempt,
  NewDelivery,
  TakenDelivery,
} from '../../store/webhooks/webhook-queries.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataContext } from './data-context.ts';
import { runSummary } from './rows.ts';
import { requireWebhook, webhookReader } from './webhooks.ts';

/** Changes that are looked through at once. */
const portion = 500;

/** Work about webhooks for the host itself; no client can call it. */
export const webhookInternalHandlers = {
  /** Notes what is to be sent of what has changed since the last time. @returns whether there may be more */
  noteWebhookEvents: async (_: null, { workspace }: DataContext): Promise<boolean> => {
    const { outbox, webhooks } = workspace.queries;
    const hooks = (await webhooks.list()).filter(({ enabled }) => enabled);
    const from = await outbox.readerAt(webhookReader);
    // Whoever begins to read begins with what comes.
    if (from === null || hooks.length === 0) {
      const position = await outbox.position();
      if (from !== position) await outbox.advance(webhookReader, position);
      return false;
    }
    const { entries, position } = await outbox.after(from, portion);
    for (const entry of entries) {
      const noted: NewDelivery[] = [];
      for (const event of eventsOf(entry)) {
        for (const hook of hooks.filter((one) => isFor(one, entry, event)))
          noted.push(await newDelivery(workspace, hook.id, event, entry));
      }
      if (noted.length > 0) await webhooks.note(noted);
    }
    if (position > from) await outbox.advance(webhookReader, position);
    return entries.length === portion;
  },
  takeDeliveries: (
    { until, limit, of }: { until: number; limit: number; of?: string },
    { workspace }: DataContext,
  ): Promise<TakenDelivery[]> => workspace.queries.webhooks.take(until, limit, of),
  endDelivery: async (
    { taken, ended }: { taken: Pick<DeliveryRow, 'id' | 'attempts'>; ended: EndedAttempt },
    { workspace }: DataContext,
  ): Promise<DeliveryRow | null> => {
    await workspace.queries.webhooks.end(taken, ended);
    return workspace.queries.webhooks.delivery(taken.id);
  },
  deliveriesDue: (_: null, { workspace }: DataContext): Promise<number | null> =>
    workspace.queries.webhooks.nextDue(),
  /** Notes an event of the kind `test`. @returns its id @throws HostError `unknown-webhook` */
  noteTestEvent: async ({ webhook }: { webhook: string }, { workspace }: DataContext): Promise<string> => {
    const hook = await requireWebhook(workspace, webhook);
    const message = newMessage();
    const data = { message: 'This is a test.' };
    const payload = JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data });
    const { webhooks } = workspace.queries;
    await webhooks.note([{ webhook: hook.id, place: message, message, event: 'test', run: null, payload }]);
    const noted = (await webhooks.deliveries({ webhook, before: null, limit: 50 })).find(
      (delivery) => delivery.message === message,
    );
    if (noted === undefined) throw new Error('A delivery that was just noted is not there.');
    return noted.id;
  },
};

/** How an id of a message begins, as Standard Webhooks suggests. */
const newMessage = (): string => `msg_${randomBytes(15).toString('base64url')}`;

/** What a change tells webhooks. */
function eventsOf({ change }: OutboxEntry): WebhookEvent[] {
  if (change.kind !== 'run' || change.what !== 'moved' || change.runKind === 'test') return [];
  const event = change.state === 'running' ? 'run.started' : `run.${change.state}`;
  const told = isEventOf(event) ? [event] : [];
  const isOver = change.state === 'completed' || change.state === 'stopped' || change.state === 'failed';
  return isOver && (change.breaches ?? 0) > 0 ? [...told, 'run.breached'] : told;
}

function isFor(
  { events, project }: { events: readonly WebhookEvent[]; project: string | null },
  { change }: OutboxEntry,
  event: WebhookEvent,
): boolean {
  const isOfProject = project === null || ('project' in change && change.project === project);
  return isOfProject && events.includes(event);
}

async function newDelivery(
  workspace: Workspace,
  webhook: string,
  event: WebhookEvent,
  { position, at, change }: OutboxEntry,
): Promise<NewDelivery> {
  const run = change.subject;
  const timestamp = new Date(at).toISOString();
  const payload = JSON.stringify({ type: event, timestamp, data: await dataOf(workspace, run) });
  return { webhook, place: `${position} ${event}`, message: newMessage(), event, run, payload };
}

/** What of a run is told. */
const toldKeys = [
  'project',
  'spider',
  'version',
  'kind',
  'state',
  'reason',
  'cause',
  'breaches',
  'counters',
  'startedAt',
  'endedAt',
] as const satisfies readonly (keyof RunSummary)[];

/** What is told of a run; null: it was deleted meanwhile. */
async function dataOf({ queries }: Workspace, id: string): Promise<object | null> {
  try {
    const summary = runSummary(await queries.runs.get(id));
    return { run: summary.id, ...Object.fromEntries(toldKeys.map((key) => [key, summary[key]])) };
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not-found') return null;
    throw error;
  }
}
