import type { Digest, NoticeChannel, NoticeSettings } from '../../../shared/contract/types.ts';
import { readCron } from '../../../shared/schedules/cron.ts';
import { latestMoment, nextMoments } from '../../../shared/schedules/moments.ts';
import { openZone } from '../../../shared/schedules/zone.ts';
import type { DataContext } from './data-context.ts';
import { makeDigest } from './digest/make-digest.ts';
import { troubleOf, type ToldTrouble } from './digest/trouble-of-change.ts';
import { noticeChannel, requireChannel } from './notices.ts';
import { readNoticeSettings } from './notice-settings.ts';

const msPerDay = 86_400_000;
/** How long changes are kept: as far back as a digest may be asked for. */
const outboxKeptMs = 30 * msPerDay;
/** Changes that are looked through at once. */
const portion = 200;
/** The name of the reader that tells each trouble. */
const readerName = 'notices';

/** What is to be told of a stretch of the outbox. */
export interface ToldStretch {
  /** Where the stretch ends. */
  position: number;
  troubles: ToldTrouble[];
}

/** A digest that is due. */
export interface DueDigest {
  dueAt: number;
  from: number;
  digest: Digest;
}

/** A digest that is kept, and may have to be sent. */
export interface KeptDigest {
  id: string;
  dueAt: number;
  document: string;
}

/** Work about notices for the host itself; no client can call it. */
export const noticeInternalHandlers = {
  /** Writes down which runs are interrupted, so that notices and windows learn of it. */
  noteInterrupted: (_: null, { workspace }: DataContext): Promise<number> =>
    workspace.queries.runs.noteInterrupted(),
  /** The channels and settings, and when the next digest is due, in milliseconds since 1970. */
  noticePlan: async (
    { now }: { now: number },
    { workspace }: DataContext,
  ): Promise<{ channels: NoticeChannel[]; settings: NoticeSettings; nextDue: number | null }> => {
    const settings = await readNoticeSettings(workspace);
    const { cron, zone } = clockOf(settings);
    return {
      channels: (await workspace.queries.notices.channels()).map(noticeChannel),
      settings,
      nextDue: nextMoments(cron, zone, now, 1)[0]?.at ?? null,
    };
  },
  /** What is to be told since the last time; null: nothing was written since then. Whoever begins to read begins with what comes. */
  troublesToTell: async (_: null, { workspace }: DataContext): Promise<ToldStretch | null> => {
    const { outbox } = workspace.queries;
    const read = await outbox.readerAt(readerName);
    if (read === null) return { position: await outbox.position(), troubles: [] };
    const { entries, position } = await outbox.after(read, portion);
    if (position === read) return null;
    const { on } = await readNoticeSettings(workspace);
    const troubles: ToldTrouble[] = [];
    for (const entry of entries) {
      const told = await troubleOf(workspace, entry, on);
      if (told !== null) troubles.push(told);
    }
    return { position, troubles };
  },
  /** Records that troubles up to a position are told. @returns false: they were, perhaps by another process */
  toldUpTo: ({ position }: { position: number }, { workspace }: DataContext): Promise<boolean> =>
    workspace.queries.outbox.advance(readerName, position),
  /** Makes the digest that is due and was not made; null: there is none. */
  dueDigest: async ({ now }: { now: number }, { workspace }: DataContext): Promise<DueDigest | null> => {
    const { cron, zone } = clockOf(await readNoticeSettings(workspace));
    const due = latestMoment(cron, zone, now - 2 * msPerDay, now);
    const [last] = await workspace.queries.notices.digests(1);
    if (due === null || (last !== undefined && last.dueAt >= due.at)) return null;
    const from = Math.max(last?.dueAt ?? due.at - msPerDay, due.at - outboxKeptMs);
    const digest = await makeDigest(workspace, { from, until: due.at }, { project: null, now });
    return { dueAt: due.at, from, digest };
  },
  /** Keeps a digest, unless another process has made one for the same moment. */
  keepDigest: async ({ dueAt, from, digest }: DueDigest, { workspace }: DataContext): Promise<null> => {
    await workspace.queries.notices.keepDigest({ dueAt, from, document: JSON.stringify(digest) });
    return null;
  },
  newestDigest: async (_: null, { workspace }: DataContext): Promise<KeptDigest | null> => {
    const [newest] = await workspace.queries.notices.digests(1);
    return newest ?? null;
  },
  /** Records that a digest is about to be sent. @returns false: it was, or is being sent */
  beginDelivery: (
    { digest, channel }: { digest: string; channel: string },
    { workspace }: DataContext,
  ): Promise<boolean> => workspace.queries.notices.beginDelivery(digest, channel),
  /** Records how an attempt to send ended. @throws HostError `unknown-channel` */
  sendingEnded: async (
    { channel, problem }: { channel: string; problem: string | null },
    { workspace }: DataContext,
  ): Promise<null> => {
    await requireChannel(workspace, channel);
    await workspace.queries.notices.attempted(channel, problem);
    return null;
  },
  /** Reads a channel. @throws HostError `unknown-channel` */
  noticeChannel: async (
    { channel }: { channel: string },
    { workspace }: DataContext,
  ): Promise<NoticeChannel> => noticeChannel(await requireChannel(workspace, channel)),
  /** Forgets changes that are old and that all readers know. */
  pruneOutbox: ({ now }: { now: number }, { workspace }: DataContext): Promise<number> =>
    workspace.queries.outbox.prune(now - outboxKeptMs),
};

function clockOf({ digestAt, zone }: NoticeSettings) {
  const [hour = '7', minute = '0'] = digestAt.split(':');
  return { cron: readCron(`${Number(minute)} ${Number(hour)} * * *`), zone: openZone(zone) };
}
