import { maxChanges } from '../../../../electron/store/changes.ts';
import type { ChangeQueries } from '../../../../electron/store/change-queries.ts';
import { rowOf } from './memory-run-rows.ts';
import type { Tables } from './memory-tables.ts';

export function changesOf(tables: Tables): ChangeQueries {
  return {
    async since(known) {
      const version = tables.version();
      if (version === known.version) return null;
      const isBehind = known.position !== null && tables.told - known.position > maxChanges;
      const from = isBehind ? tables.told : (known.position ?? tables.told);
      const entries = tables.changes.filter(({ position }) => position > from);
      const changed = new Set(
        entries.map(({ change: { kind, subject } }) => (kind === 'run' ? subject : '')),
      );
      const runs = tables
        .runs()
        .filter(
          ({ row: { id, state } }) =>
            ['queued', 'running', 'pausing'].includes(state) || known.runs.includes(id) || changed.has(id),
        );
      return {
        version,
        position: tables.told,
        entries,
        isBehind,
        runs: runs.map((run) => rowOf(tables, run)),
      };
    },
  };
}
