import type { Change, RunChange } from '../../../../electron/store/outbox/change.ts';
import type { OutboxQueries } from '../../../../electron/store/outbox/outbox-queries.ts';
import type { RunRow } from '../../../../electron/store/runs/run-queries.ts';
import type { Tables } from './memory-tables.ts';

export function outboxOf(tables: Tables): OutboxQueries {
  return {
    async after(position, limit) {
      const entries = tables.changes.filter((entry) => entry.position > position).slice(0, limit);
      return { entries, position: entries.at(-1)?.position ?? position };
    },
    between: async (from, until) => tables.changes.filter(({ at }) => at > from && at <= until),
    position: async () => tables.told,
    oldest: async () => tables.changes[0]?.position ?? null,
    readerAt: async (name) => tables.readers.get(name) ?? null,
    async advance(name, position) {
      const isNew = position > (tables.readers.get(name) ?? -1);
      if (isNew) tables.readers.set(name, position);
      return isNew;
    },
    async prune(before) {
      const read = Math.min(...tables.readers.values());
      const kept = tables.changes.filter(({ at, position }) => at >= before || position > read);
      const pruned = tables.changes.length - kept.length;
      tables.changes = kept;
      return pruned;
    },
  };
}

/** A change of a run, which is given as it is after the change. */
export function runChange(
  { id: subject, project, spider, state, cause, reason, kind: runKind, breaches }: RunRow,
  what: RunChange['what'],
): Change {
  const more = breaches === 0 ? {} : { breaches };
  const now = what === 'deleted' ? 'deleted' : state;
  return { kind: 'run', subject, project, spider, what, state: now, cause, reason, runKind, ...more };
}
