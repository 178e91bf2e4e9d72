import type { WebhookEvent } from '../../../shared/webhook-events.ts';

/** Where events are sent to. */
export interface WebhookRow {
  id: string;
  url: string;
  events: WebhookEvent[];
  /** null: events of all projects. */
  project: string | null;
  allowPrivate: boolean;
  enabled: boolean;
  /** Why it was disabled by itself; null: it was not. */
  disabledReason: string | null;
  createdAt: string;
  /** Deliveries that are tried again, and those that were given up. */
  pending: number;
  failed: number;
  lastDeliveredAt: string | null;
}

/** An event on its way to a webhook. */
export interface DeliveryRow {
  id: string;
  webhook: string;
  message: string;
  event: WebhookEvent | 'test';
  run: string | null;
  createdAt: string;
  state: 'pending' | 'sending' | 'delivered' | 'failed';
  attempts: number;
  status: number | null;
  problem: string | null;
  /** When it is tried again; null: it is not waiting for that. */
  retryAt: string | null;
  endedAt: string | null;
  payload: string;
}

/** An event for a webhook. */
export interface NewDelivery {
  webhook: string;
  /** Tells it from others of the webhook, so that it is noted once. */
  place: string;
  message: string;
  event: WebhookEvent | 'test';
  run: string | null;
  /** JSON text. */
  payload: string;
}

/** An attempt that was begun. */
export interface TakenDelivery {
  delivery: DeliveryRow;
  url: string;
  allowPrivate: boolean;
  /** What the request is signed with, the newest first. */
  secrets: string[];
}

/** How an attempt ended. Times are in milliseconds since 1970. */
export interface EndedAttempt {
  status: number | null;
  /** null: it has arrived. */
  problem: string | null;
  /** When it is tried again; null: never. */
  retryAt: number | null;
  /** Why the webhook is disabled now; null: it is not. */
  disable: string | null;
}

/** Webhooks, and what is sent to them. */
export interface WebhookQueries {
  /** Oldest first. */
  list(): Promise<WebhookRow[]>;
  get(id: string): Promise<WebhookRow | null>;
  add(
    hook: Pick<WebhookRow, 'url' | 'events' | 'project' | 'allowPrivate'> & { secret: string },
  ): Promise<WebhookRow>;
  /** Enabling forgets why it was disabled. null: there is none */
  update(
    id: string,
    change: Partial<Pick<WebhookRow, 'url' | 'events' | 'enabled'>>,
  ): Promise<WebhookRow | null>;
  /** Replaces the secret. @param oldUntil when the old one signs no more, in milliseconds since 1970 */
  rotate(id: string, secret: string, oldUntil: number): Promise<WebhookRow | null>;
  /** @returns how it was; null: there is none */
  remove(id: string): Promise<WebhookRow | null>;
  /** Newest first. */
  deliveries(of: { webhook: string; before: string | null; limit: number }): Promise<DeliveryRow[]>;
  delivery(id: string): Promise<DeliveryRow | null>;
  /** Notes deliveries, each once. Of each webhook the newest thousand that have ended are kept. */
  note(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Makes a delivery due now, whatever became of it. null: there is none */
  again(id: string): Promise<DeliveryRow | null>;
  /**
   * Begins the attempts that are due, of webhooks that are enabled.
   * @param until when others may take them over, in milliseconds since 1970 @param of only this one, even if it is not due
   */
  take(until: number, limit: number, of?: string): Promise<TakenDelivery[]>;
  /** Ends an attempt. Does nothing where another process has taken it over. */
  end(taken: Pick<DeliveryRow, 'id' | 'attempts'>, ended: EndedAttempt): Promise<void>;
  /** When the next attempt is due, in milliseconds since 1970; null: none is. */
  nextDue(): Promise<number | null>;
}
