import type { Counters } from './generated/models.ts';

/** What a webhook tells. */
export interface WebhookEvent {
  /** `run.completed`, `run.failed`, … */
  type: string;
  /** ISO 8601 in UTC. */
  timestamp: string;
  data: { run: string; project: string; spider: string; state: string; counters: Counters } & Record<
    string,
    unknown
  >;
}

/** A request of a webhook as it came in. */
export interface WebhookRequest {
  /** The body as text, as it came: JSON that was read and written again has another signature. */
  body: string;
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** How a request of a webhook is checked. */
export interface WebhookCheck {
  /** The secret, from `spider-studio webhooks add`; several while it changes. */
  secret: string | readonly string[];
  /** How far the clocks may be apart, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** The time, in milliseconds. */
  now?: number;
}

/** A request that is not from a webhook with this secret, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * Checks that a request is from a webhook, as https://www.standardwebhooks.com describes, and returns its event. An event can come
 * twice, with the same id.
 * @throws WebhookError
 */
export async function verifyWebhook(
  { body, headers }: WebhookRequest,
  { secret, toleranceSeconds = 300, now = Date.now() }: WebhookCheck,
): Promise<{ id: string; event: WebhookEvent }> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((text) => text.startsWith('v1,'))
    .map((text) => bytesOf(text.slice('v1,'.length)));
  const age = Math.abs(now / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN));
  if (!(age <= toleranceSeconds)) throw new WebhookError('The request is too old, or the clocks are apart.');
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of [secret].flat()) {
    const key = await keyOf(one);
    for (const signature of signatures) {
      if (signature !== null && (await crypto.subtle.verify('HMAC', key, signature, signed)))
        return { id, event: eventOf(body) };
    }
  }
  throw new WebhookError('The signature is not that of the secret.');
}

function headerOf(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : recordValue(headers, name);
  if (typeof value === 'string') return value;
  throw new WebhookError(`The request has no header "${name}".`);
}

function recordValue(headers: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === null) throw new WebhookError('The secret is not "whsec_" and Base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Base64 as bytes; null: it is none. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function eventOf(body: string): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(body);
    return event;
  } catch {
    throw new WebhookError('The body is not JSON.');
  }
}
