import type { ChangeQueries } from '../../../../electron/store/change-queries.ts';
import { rowOf } from './memory-run-rows.ts';
import type { Tables } from './memory-tables.ts';

export function changesOf(tables: Tables): ChangeQueries {
  return {
    async since(known) {
      const version = tables.version();
      if (version === known.version) return null;
      const runs = tables.runs();
      const isAsked = (id: string, state: string): boolean =>
        ['queued', 'running', 'pausing'].includes(state) ||
        Number(id) > Number(known.after) ||
        known.runs.includes(id);
      return {
        version,
        runs: runs.filter(({ row }) => isAsked(row.id, row.state)).map((run) => rowOf(tables, run)),
        newestRun: runs.at(-1)?.row.id ?? '0',
        states: runs
          .map(({ row: { id, state, requested } }) => ({ id, state: `${state}${requested ?? ''}` }))
          .toReversed(),
        spiders: [...tables.projects].flatMap(([project, { spiders }]) =>
          [...spiders].map(([spider, { versions }]) => ({ project, spider, version: versions.length })),
        ),
        projects: [...tables.projects.keys()].sort(),
      };
    },
  };
}
