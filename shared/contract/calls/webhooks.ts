import { Type } from 'typebox';
import { webhookEvents } from '../../webhook-events.ts';
import { command, query } from '../define.ts';
import { EntryId, Id, Json, Name, Time, emptyObject, nullable, strictObject, stringEnum } from '../shapes.ts';

const Events = Type.Array(stringEnum(webhookEvents), {
  minItems: 1,
  maxItems: webhookEvents.length,
  uniqueItems: true,
});
const Url = Type.String({ minLength: 1, maxLength: 2000 });
const HookRef = strictObject({ webhook: Id });

/** Schema of `Webhook`: where events are sent to, without its secret. */
export const WebhookSchema = strictObject({
  id: Id,
  url: Url,
  events: Events,
  project: nullable(Name, { description: 'Only events of this project; null: of all.' }),
  allowPrivate: Type.Boolean({ description: 'Whether it may have a private address.' }),
  enabled: Type.Boolean(),
  disabledReason: nullable(Type.String(), {
    description: 'Why it was disabled by itself; null: it was not.',
  }),
  createdAt: Time,
  pending: Type.Integer({ minimum: 0, description: 'Deliveries that have not arrived and are tried again.' }),
  failed: Type.Integer({ minimum: 0, description: 'Deliveries that were given up, of those that are kept.' }),
  lastDeliveredAt: nullable(Time),
});

/** Schema of `NewWebhook`: the only answer that holds the secret. */
export const NewWebhookSchema = strictObject({
  webhook: WebhookSchema,
  secret: Type.String({
    description: 'What the receiver checks signatures with (Standard Webhooks). It is not shown again.',
  }),
});

/** Schema of `Delivery`: an event on its way to a webhook. */
export const DeliverySchema = strictObject({
  id: Id,
  webhook: Id,
  message: Type.String({ description: '`webhook-id` of the request; the same at each attempt.' }),
  event: stringEnum([...webhookEvents, 'test'] as const),
  run: nullable(Id),
  createdAt: Time,
  state: stringEnum(['pending', 'sending', 'delivered', 'failed']),
  attempts: Type.Integer({ minimum: 0 }),
  status: nullable(Type.Integer(), { description: 'Status of the last answer; null: there was none.' }),
  problem: nullable(Type.String(), { description: 'Why the last attempt failed.' }),
  retryAt: nullable(Time, { description: 'When it is tried again; null: it is not.' }),
  endedAt: nullable(Time),
  payload: Json,
});

/** Calls about webhooks. */
export const webhookCalls = {
  'webhooks.list': query('The webhooks, oldest first.', {
    executor: 'quick',
    path: '/api/webhooks',
    args: emptyObject,
    result: Type.Array(WebhookSchema),
  }),
  'webhooks.add': command('Adds a webhook. Its secret is in the answer, and nowhere else.', {
    executor: 'write',
    path: '/api/webhooks',
    args: strictObject({
      url: Url,
      events: Type.Optional(
        Type.Unsafe<(typeof webhookEvents)[number][]>({
          ...Events,
          description: 'Default: `run.completed`, `run.failed` and `run.breached`.',
        }),
      ),
      project: Type.Optional(Name),
      allowPrivate: Type.Optional(Type.Boolean({ description: 'Default: false.' })),
    }),
    result: NewWebhookSchema,
    errors: ['bad-url', 'unknown-project', 'private-target'],
  }),
  'webhooks.update': command('Changes a webhook.', {
    executor: 'write',
    verb: 'PATCH',
    path: '/api/webhooks/{webhook}',
    args: strictObject({
      ...HookRef.properties,
      url: Type.Optional(Url),
      events: Type.Optional(Events),
      enabled: Type.Optional(Type.Boolean()),
    }),
    result: WebhookSchema,
    errors: ['unknown-webhook', 'bad-url', 'private-target'],
  }),
  'webhooks.rotate': command('Gives a webhook a new secret. For a day, requests are signed with both.', {
    executor: 'write',
    path: '/api/webhooks/{webhook}/rotate',
    args: HookRef,
    result: NewWebhookSchema,
    errors: ['unknown-webhook'],
  }),
  'webhooks.remove': command('Removes a webhook with its deliveries.', {
    executor: 'write',
    verb: 'DELETE',
    path: '/api/webhooks/{webhook}',
    args: HookRef,
    result: WebhookSchema,
    errors: ['unknown-webhook'],
  }),
  'webhooks.test': command('Sends an event of the kind `test` at once, and tells how it went.', {
    executor: 'work',
    path: '/api/webhooks/{webhook}/test',
    args: HookRef,
    result: DeliverySchema,
    errors: ['unknown-webhook'],
  }),
  'webhooks.deliveries': query('The deliveries of a webhook, newest first. The newest thousand are kept.', {
    executor: 'quick',
    path: '/api/webhooks/{webhook}/deliveries',
    args: strictObject({
      ...HookRef.properties,
      before: Type.Optional(Type.Unsafe<string>({ ...EntryId, description: 'Only those before this one.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'Default: 50.' })),
    }),
    result: Type.Array(DeliverySchema),
    errors: ['unknown-webhook'],
  }),
  'webhooks.redeliver': command('Sends a delivery again, with the same message id.', {
    executor: 'write',
    path: '/api/deliveries/{delivery}/redeliver',
    args: strictObject({ delivery: Id }),
    result: DeliverySchema,
    errors: ['unknown-delivery'],
  }),
};
