import type { NoticeChannel, NoticeSettings } from '../../../../shared/contract/types.ts';
import type { Notice } from '../../../notices/notice.ts';
import type { DatabaseWorkers } from '../../database/database-workers.ts';
import { readDigest } from '../../data/digest/make-digest.ts';
import type { SendNotice } from './sender.ts';
import { digestNotice, troubleNotice } from './texts.ts';

/** This long after it was due, a digest is not sent any more: the next one is due. In milliseconds. */
const digestUsefulMs = 24 * 3_600_000;
/** Time between two times at which old changes are forgotten, in milliseconds. */
const pruneEveryMs = 3_600_000;
/** Stretches of the outbox that are told in one go, so that a call of the job ends. */
const mostStretches = 50;

/** What the job needs. */
export interface NoticeJobOptions {
  database: Pick<DatabaseWorkers, 'ask'>;
  send: SendNotice;
}

/**
 * Tells people of trouble: each one as it happens, and a digest once a night. Everything is recorded before it is sent, by a
 * transaction that one process alone succeeds with. So what a process was sending when it was killed is not sent again, and two
 * processes that both believe to be the one send nothing twice: a notice comes once or, rarely, not at all.
 */
export class NoticeJob {
  readonly name = 'notices';
  readonly #database: NoticeJobOptions['database'];
  readonly #send: SendNotice;
  #prunedAt = -Infinity;

  constructor({ database, send }: NoticeJobOptions) {
    this.#database = database;
    this.#send = send;
  }

  /** Does what is due. @param now in milliseconds since 1970 @returns when the next digest is due */
  async tick(now: number): Promise<number | null> {
    await this.#database.ask('write', 'noteInterrupted', null);
    const { channels, settings, nextDue } = await this.#database.ask('quick', 'noticePlan', { now });
    const enabled = channels.filter((channel) => channel.enabled);
    await this.#tellEach(enabled.filter(({ timing }) => timing === 'each'));
    await this.#makeDigest(now);
    await this.#sendDigest(
      enabled.filter(({ timing }) => timing === 'digest'),
      settings,
      now,
    );
    if (Math.abs(now - this.#prunedAt) >= pruneEveryMs) {
      this.#prunedAt = now;
      await this.#database.ask('write', 'pruneOutbox', { now });
    }
    return nextDue;
  }

  async #tellEach(channels: readonly NoticeChannel[]): Promise<void> {
    for (let stretch = 0; stretch < mostStretches; stretch += 1) {
      const told = await this.#database.ask('count', 'troublesToTell', null);
      if (told === null) return;
      for (const trouble of channels.length === 0 ? [] : told.troubles) {
        const isNew = await this.#database.ask('write', 'toldUpTo', { position: trouble.position });
        // Another process does this work now; it tells the rest as well.
        if (!isNew) return;
        for (const channel of channels) await this.#sendThrough(channel, troubleNotice(trouble));
      }
      await this.#database.ask('write', 'toldUpTo', { position: told.position });
    }
  }

  async #makeDigest(now: number): Promise<void> {
    const due = await this.#database.ask('count', 'dueDigest', { now });
    if (due !== null) await this.#database.ask('write', 'keepDigest', due);
  }

  /** Sends the newest digest through each channel that was there when it was due. */
  async #sendDigest(
    channels: readonly NoticeChannel[],
    { quietNights }: NoticeSettings,
    now: number,
  ): Promise<void> {
    const kept = channels.length === 0 ? null : await this.#database.ask('quick', 'newestDigest', null);
    const digest = kept === null ? null : readDigest(kept.document);
    if (kept === null || digest === null || now - kept.dueAt > digestUsefulMs) return;
    if (digest.troubles.length === 0 && !quietNights) return;
    for (const channel of channels) {
      if (Date.parse(channel.createdAt) > kept.dueAt) continue;
      const begun = await this.#database.ask('write', 'beginDelivery', {
        digest: kept.id,
        channel: channel.id,
      });
      if (begun) await this.#sendThrough(channel, digestNotice(digest));
    }
  }

  async #sendThrough(channel: NoticeChannel, notice: Notice): Promise<void> {
    const problem = await this.#send(channel, notice);
    // The channel may have been removed meanwhile.
    await this.#database
      .ask('write', 'sendingEnded', { channel: channel.id, problem })
      .catch(() => undefined);
  }
}
