/**
 * What webhooks tell of runs, other than test runs: that one goes on, has ended or paused, and that its data breaks what its spider
 * expects.
 */
export const webhookEvents = [
  'run.started',
  'run.completed',
  'run.stopped',
  'run.failed',
  'run.paused',
  'run.interrupted',
  'run.breached',
] as const;
/** See `webhookEvents`. */
export type WebhookEvent = (typeof webhookEvents)[number];

/** What a webhook tells unless it is said otherwise. */
export const usualWebhookEvents = [
  'run.completed',
  'run.failed',
  'run.breached',
] as const satisfies readonly WebhookEvent[];

/** Whether a text names such an event. */
export const isEventOf = (text: string): text is WebhookEvent =>
  (webhookEvents as readonly string[]).includes(text);
