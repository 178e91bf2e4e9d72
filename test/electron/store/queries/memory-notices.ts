import { notFound } from '../../../../electron/store/errors.ts';
import type { NoticeChannelRow, NoticeQueries } from '../../../../electron/store/notices/notice-queries.ts';
import { isoTime, type Tables } from './memory-tables.ts';

export function noticesOf(tables: Tables): NoticeQueries {
  const { channels, digests, deliveries } = tables.notices;

  function channel(id: string): NoticeChannelRow {
    const found = channels.get(id);
    if (found === undefined) throw notFound(`channel "${id}"`);
    return found;
  }

  function changed(id: string, change: Partial<NoticeChannelRow>): NoticeChannelRow {
    const row = { ...channel(id), ...change };
    channels.set(id, row);
    return row;
  }

  return {
    channels: async () => [...channels.values()],
    channel: async (id) => channel(id),
    async addChannel({ kind, target, timing, enabled }) {
      const row = { id: tables.newId(), kind, target, timing, enabled, createdAt: isoTime(tables.now) };
      channels.set(row.id, { ...row, lastSentAt: null, lastProblem: null });
      return channel(row.id);
    },
    updateChannel: async (id, patch) => changed(id, patch),
    async removeChannel(id) {
      const removed = channel(id);
      channels.delete(id);
      return removed;
    },
    attempted: async (id, problem) =>
      changed(id, { lastProblem: problem, ...(problem === null ? { lastSentAt: isoTime(tables.now) } : {}) }),
    digests: async (limit) => digests.toSorted((a, b) => b.dueAt - a.dueAt).slice(0, limit),
    async keepDigest({ dueAt, from, document }) {
      if (digests.some((digest) => digest.dueAt === dueAt)) return null;
      const kept = { id: tables.newId(), dueAt, from, madeAt: tables.now, document };
      digests.push(kept);
      while (digests.length > 400) digests.splice(digests.indexOf(oldest(digests)), 1);
      return kept;
    },
    async beginDelivery(digest, id) {
      const key = `${digest} ${id}`;
      if (deliveries.has(key) || !channels.has(id) || !digests.some((kept) => kept.id === digest))
        return false;
      deliveries.add(key);
      return true;
    },
  };
}

function oldest<T extends { dueAt: number }>(all: readonly T[]): T {
  return all.reduce((first, one) => (one.dueAt < first.dueAt ? one : first));
}
