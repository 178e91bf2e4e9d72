import { postJson, type Posted } from '../../../notices/post.ts';
import { signatureHeaders } from '../../../notices/signature.ts';
import type { DeliveryRow, TakenDelivery } from '../../../store/webhooks/webhook-queries.ts';
import type { AskedDatabase } from '../../data/internal.ts';
import type { BackgroundJob } from '../background-jobs.ts';
import { retryTime } from './retry-time.ts';

/** The most time for a request, and the time after which another process may take it over, in milliseconds. */
const timeoutMs = 15_000;
const takenMs = 45_000;
/** Requests at the same time. */
const atOnce = 8;
/** Requests in one call of the job, so that it ends. */
const mostRounds = 20;

/** Parts of the job that tests replace. */
interface WebhookJobParts {
  post?: typeof postJson;
  random?: () => number;
  /** In milliseconds since 1970. */
  now?: () => number;
}

/**
 * Sends events to webhooks. What is to be sent is noted in the database, once, from the log of changes; an attempt is begun by a
 * transaction that one process alone succeeds with. So an event arrives at least once, with one id, also where the receiver is down
 * or a sender is killed.
 */
export class WebhookJob implements BackgroundJob {
  readonly name = 'webhooks';
  readonly #database: Pick<AskedDatabase, 'ask'>;
  readonly #post: typeof postJson;
  readonly #random: () => number;
  readonly #now: () => number;

  constructor(
    database: Pick<AskedDatabase, 'ask'>,
    { post = postJson, random = Math.random, now = Date.now }: WebhookJobParts = {},
  ) {
    this.#database = database;
    this.#post = post;
    this.#random = random;
    this.#now = now;
  }

  /** Sends what is due. @returns when the next attempt is due, in milliseconds since 1970 */
  async tick(): Promise<number | null> {
    while (await this.#database.ask('write', 'noteWebhookEvents', null));
    for (let round = 0; round < mostRounds; round += 1) {
      const taken = await this.#database.ask('write', 'takeDeliveries', {
        // Each round has the whole time: slow receivers make the rounds before it long.
        until: this.#now() + takenMs,
        limit: atOnce,
      });
      if (taken.length === 0) break;
      await Promise.all(taken.map((delivery) => this.#send(delivery)));
    }
    return this.#database.ask('quick', 'deliveriesDue', null);
  }

  /** Sends an event of the kind `test` at once. @throws HostError `unknown-webhook` */
  async test(webhook: string): Promise<DeliveryRow> {
    const of = await this.#database.ask('write', 'noteTestEvent', { webhook });
    const until = this.#now() + takenMs;
    const [taken] = await this.#database.ask('write', 'takeDeliveries', { until, limit: 1, of });
    if (taken === undefined) throw new Error('A delivery that was just noted cannot be sent.');
    return (await this.#send(taken, true)) ?? taken.delivery;
  }

  /** @param once whether it is not tried again */
  async #send(
    { delivery, url, allowPrivate, secrets }: TakenDelivery,
    once = false,
  ): Promise<DeliveryRow | null> {
    const { message, payload: body, attempts } = delivery;
    const seconds = Math.floor(this.#now() / 1000);
    const headers = signatureHeaders({ message, body, seconds }, secrets);
    const posted: Posted = await this.#post({ url, allowPrivate, timeoutMs }, body, headers);
    const { status, problem } = posted;
    const isGone = status === 410;
    const retryAt =
      problem === null || once || isGone ? null : retryTime(posted, attempts, this.#now(), this.#random);
    const disable = isGone ? 'The receiver has answered 410: it wants no more events.' : null;
    return this.#database.ask('write', 'endDelivery', {
      taken: { id: delivery.id, attempts },
      ended: { status, problem, retryAt, disable },
    });
  }
}
