import type { channelKinds, noticeTimings } from '../../../shared/notice-kinds.ts';

/** Where a channel sends to; which keys it has depends on its kind. */
export interface NoticeTarget {
  /** A program and its arguments. */
  command?: string[];
  url?: string;
  /** Whether the URL may be of a private address. */
  allowPrivate?: boolean;
}

/** A channel that notices are sent through. */
export interface NoticeChannelRow {
  id: string;
  kind: (typeof channelKinds)[number];
  target: NoticeTarget;
  timing: (typeof noticeTimings)[number];
  enabled: boolean;
  createdAt: string;
  /** When something was last sent successfully. */
  lastSentAt: string | null;
  /** Why the last attempt failed; null: it succeeded, or there was none. */
  lastProblem: string | null;
}

/** What a channel begins with. */
export type NewNoticeChannel = Pick<NoticeChannelRow, 'kind' | 'target' | 'timing' | 'enabled'>;
/** What of a channel may change. */
export type NoticeChannelPatch = Partial<Pick<NoticeChannelRow, 'target' | 'timing' | 'enabled'>>;

/** A digest that was made by itself. */
export interface DigestRow {
  id: string;
  /** The moment it was due, and the beginning of what it is about, in milliseconds since 1970. */
  dueAt: number;
  from: number;
  madeAt: number;
  /** The digest, as JSON. */
  document: string;
}

/** A digest that is kept. */
export type NewDigest = Pick<DigestRow, 'dueAt' | 'from' | 'document'>;

/** Channels of notices, and the digests that were made. Methods that take the id of a channel throw StoreError `not-found` where it is gone. */
export interface NoticeQueries {
  /** In the order in which they were added. */
  channels(): Promise<NoticeChannelRow[]>;
  channel(id: string): Promise<NoticeChannelRow>;
  addChannel(channel: NewNoticeChannel): Promise<NoticeChannelRow>;
  updateChannel(id: string, patch: NoticeChannelPatch): Promise<NoticeChannelRow>;
  /** @returns the channel as it was */
  removeChannel(id: string): Promise<NoticeChannelRow>;
  /** Records how an attempt to send ended. @param problem null: it succeeded */
  attempted(id: string, problem: string | null): Promise<NoticeChannelRow>;
  /** Newest first. @param limit the most that are returned */
  digests(limit: number): Promise<DigestRow[]>;
  /** Keeps a digest, and forgets old ones. @returns null: there is one for the moment already */
  keepDigest(digest: NewDigest): Promise<DigestRow | null>;
  /** Records that a digest is about to be sent through a channel. @returns false: that was recorded before, or one of them is gone */
  beginDelivery(digest: string, channel: string): Promise<boolean>;
}
