import { createHash } from 'node:crypto';
import { HostError } from '../host/errors.ts';
import type { Callers } from '../host/serving/callers.ts';
import type { Answer, Exchange } from './request.ts';

/** The most characters of an Idempotency-Key. */
const maxLength = 255;

/**
 * Carries a POST with an Idempotency-Key out once (draft-ietf-httpapi-idempotency-key-header-08): a repeated request gets the stored
 * answer for a day, with `Idempotency-Replayed: true`. Only successes are stored: a failure may be tried again.
 * @throws HostError `key-in-use` while the first request is carried out, `key-reused` where the request is another one
 */
export async function idempotent(
  { request, reply, caller }: Pick<Exchange, 'request' | 'reply' | 'caller'>,
  callers: Pick<Callers, 'beginReply' | 'endReply'>,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  const name = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof name !== 'string') return handle();
  if (name === '' || name.length > maxLength)
    throw new HostError('bad-request', `An Idempotency-Key has 1 to ${maxLength} characters.`, null);
  const place = { caller: caller.id, route: request.url, name };
  const begun = await callers.beginReply({ ...place, request: digest(request.body) });
  switch (begun.kind) {
    case 'running':
      throw new HostError(
        'key-in-use',
        'A request with this Idempotency-Key is being carried out.',
        'Wait for it.',
      );
    case 'other':
      throw new HostError(
        'key-reused',
        'Another request had this Idempotency-Key.',
        'Choose a new one for every request that is not a repetition.',
      );
    case 'done': {
      reply.header('Idempotency-Replayed', 'true');
      const body: unknown = JSON.parse(begun.body);
      return { status: begun.status, body };
    }
    case 'new':
      return handled(place, callers, handle);
    default:
      return begun satisfies never;
  }
}

async function handled(
  place: { caller: string; route: string; name: string },
  callers: Pick<Callers, 'endReply'>,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await handle();
    const kept =
      answer === undefined
        ? null
        : { status: answer.status ?? 200, body: JSON.stringify(answer.body, withoutSecret) };
    await callers.endReply({ ...place, answer: kept });
    return answer;
  } catch (error) {
    await callers.endReply({ ...place, answer: null });
    throw error;
  }
}

const digest = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64');

/** What a repeated request gets in the place of a secret, which is told once and stored nowhere. */
const toldOnce = '(told once)';

/** Leaves out the secrets of keys and webhooks. */
const withoutSecret = (name: string, value: unknown): unknown =>
  name === 'secret' && typeof value === 'string' && /^(?:sps_|whsec_)/.test(value) ? toldOnce : value;
