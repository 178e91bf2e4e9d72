import { randomBytes } from 'node:crypto';
import type { CallValue } from '../../../shared/contract/index.ts';
import { usualWebhookEvents } from '../../../shared/webhook-events.ts';
import { hostRefusal } from '../../fetch/address.ts';
import type { DeliveryRow, WebhookRow } from '../../store/webhooks/webhook-queries.ts';
import { HostError } from '../errors.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { DataHandlers } from './data-context.ts';
import { requireProject } from './require-project.ts';

/** How long the secret before a new one still signs beside it, in milliseconds. */
const oldSecretMs = 86_400_000;
/** Deliveries in an answer unless another number is asked for. */
const usualLimit = 50;

/** The name of the reader that looks for what webhooks are told. */
export const webhookReader = 'webhooks';

type Delivery = CallValue<'webhooks.redeliver'>;

/** Handlers of the calls about webhooks that need only the database. */
export const webhookHandlers: DataHandlers<'webhooks'> = {
  'webhooks.list': (_, { workspace }) => workspace.queries.webhooks.list(),
  'webhooks.add': async ({ url, events, project = null, allowPrivate = false }, { workspace }) => {
    if (project !== null) await requireProject(workspace, project);
    const { outbox } = workspace.queries;
    // What happens from now on is told, also before a process that sends is there.
    if ((await outbox.readerAt(webhookReader)) === null)
      await outbox.advance(webhookReader, await outbox.position());
    const secret = newSecret();
    const webhook = await workspace.queries.webhooks.add({
      url: checkedUrl(url, allowPrivate),
      events: events ?? [...usualWebhookEvents],
      project,
      allowPrivate,
      secret,
    });
    return { webhook, secret };
  },
  'webhooks.update': async ({ webhook: id, url, events, enabled }, { workspace }) => {
    const { allowPrivate } = await requireWebhook(workspace, id);
    const changed = await workspace.queries.webhooks.update(id, {
      ...(url === undefined ? {} : { url: checkedUrl(url, allowPrivate) }),
      ...(events === undefined ? {} : { events }),
      ...(enabled === undefined ? {} : { enabled }),
    });
    return changed ?? requireWebhook(workspace, id);
  },
  'webhooks.rotate': async ({ webhook: id }, { workspace }) => {
    await requireWebhook(workspace, id);
    const secret = newSecret();
    const rotated = await workspace.queries.webhooks.rotate(id, secret, Date.now() + oldSecretMs);
    return { webhook: rotated ?? (await requireWebhook(workspace, id)), secret };
  },
  'webhooks.remove': async ({ webhook: id }, { workspace }) => {
    const webhook = await requireWebhook(workspace, id);
    await workspace.queries.webhooks.remove(id);
    return webhook;
  },
  'webhooks.deliveries': async ({ webhook, before = null, limit = usualLimit }, { workspace }) => {
    await requireWebhook(workspace, webhook);
    const { webhooks } = workspace.queries;
    return (await webhooks.deliveries({ webhook, before, limit })).map(deliveryView);
  },
  'webhooks.redeliver': async ({ delivery: id }, { workspace }) => {
    const again = isId(id) ? await workspace.queries.webhooks.again(id) : null;
    if (again === null)
      throw new HostError('unknown-delivery', `There is no delivery ${id}.`, 'It may have been forgotten.');
    return deliveryView(again);
  },
};

/** A delivery as the contract defines it. */
export function deliveryView({ payload, ...row }: DeliveryRow): Delivery {
  const read: Delivery['payload'] = JSON.parse(payload);
  return { ...row, payload: read };
}

/** Finds a webhook. @throws HostError `unknown-webhook` */
export async function requireWebhook(
  { queries: { webhooks } }: Pick<Workspace, 'queries'>,
  id: string,
): Promise<WebhookRow> {
  const found = isId(id) ? await webhooks.get(id) : null;
  if (found !== null) return found;
  throw new HostError('unknown-webhook', `There is no webhook ${id}.`, 'List them, and choose one of those.');
}

const isId = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id);

/** As Standard Webhooks writes secrets: `whsec_` and Base64. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

function checkedUrl(text: string, allowPrivate: boolean): string {
  const url = URL.parse(text.trim());
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (!isWeb)
    throw new HostError('bad-url', `"${text}" is no http(s) URL.`, 'Give the address of the receiver.');
  if (url.username !== '' || url.password !== '')
    throw new HostError(
      'bad-url',
      'The address of a webhook must not contain a user name or password.',
      'The receiver knows requests by their signature.',
    );
  const refusal = allowPrivate ? null : hostRefusal(url.hostname);
  if (refusal !== null)
    throw new HostError('private-target', refusal, 'Allow private addresses for it, if it is yours.');
  return url.href;
}
