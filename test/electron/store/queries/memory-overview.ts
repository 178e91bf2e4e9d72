import type {
  FullRun,
  OverviewBounds,
  SpiderGlance,
} from '../../../../electron/store/projects/project-overview-queries.ts';
import { isFilled } from '../../../../shared/filled.ts';
import type { FilledCounts } from '../../../../electron/store/items/filled-counts.ts';
import type { ItemRow } from '../../../../electron/store/items/item-queries.ts';
import type { QueueRow } from '../../../../electron/store/queue/queue-queries.ts';
import { isCurrent } from './memory-runs.ts';
import { rowOf } from './memory-run-rows.ts';
import type { NamedRun, Tables } from './memory-tables.ts';

const placeOf = ({ row }: NamedRun): number => Number(row.source ?? row.id);

/** What is known of the spiders of a project, by name. */
export function overviewOf(
  tables: Tables,
  project: string,
  { since, least, most }: OverviewBounds,
): SpiderGlance[] {
  const all = tables.runs();
  const spiders = [...(tables.projects.get(project)?.spiders ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return spiders.map(([spider, { versions }]) => {
    const newestFirst = all
      .filter(({ of, row }) => of.project === project && of.spider === spider && isCurrent(tables, row))
      .toReversed();
    const full = newestFirst.filter(({ row }) => row.kind !== 'test' && row.options.limit === null);
    const places = full.filter(({ row }) => row.source === null).map(placeOf);
    const oldest = places[least - 1] ?? 0;
    const runs = full
      .filter((run) => Date.parse(run.row.createdAt) >= since || Number(run.row.id) >= oldest)
      .slice(0, most)
      .toSorted((a, b) => placeOf(b) - placeOf(a))
      .map((run): FullRun => {
        const { id, state, cause, endedAt, counters } = rowOf(tables, run);
        const crawl = all.find(({ row }) => row.id === run.row.source) ?? run;
        const at = crawl.row.startedAt ?? run.row.startedAt ?? crawl.row.createdAt;
        return { run: id, at, endedAt, state, cause, items: counters.items };
      });
    const last = all.find(({ row }) => row.id === runs[0]?.run) ?? newestFirst[0];
    const entries = tables.queue.entries.filter(
      ({ row }) => row.spiderExists && row.project === project && row.spider === spider,
    );
    return {
      spider,
      version: versions.at(-1)?.number ?? 0,
      runs,
      last: last === undefined ? null : rowOf(tables, last),
      lastText: versions.find(({ id }) => id === last?.row.versionId)?.text ?? '',
      filled: filledCounts((last?.requests ?? []).flatMap(({ items }) => items)),
      queued: entries.filter(({ row }) => row.state === 'pending' || row.state === 'running').length,
      dead: deadEntry(entries.findLast(({ row, cleared }) => row.state === 'dead' && !cleared)?.row),
    };
  });
}

function deadEntry(row: QueueRow | undefined): SpiderGlance['dead'] {
  if (row === undefined) return null;
  const { id, attempts, reason, endedAt } = row;
  return { entry: id, attempts, reason, endedAt: endedAt ?? '' };
}

/** Of all items: the studios of tests have few. */
function filledCounts(items: readonly ItemRow[]): FilledCounts[] {
  return [...Map.groupBy(items, ({ callback }) => callback)].map(([callback, own]) => {
    const filled = (name: keyof FilledCounts['columns']): number =>
      own.filter((item) => isFilled(item[name])).length;
    const entries = own.flatMap(({ metadata }) => Object.values(metadata));
    return {
      callback,
      items: own.length,
      columns: {
        title: filled('title'),
        content: filled('content'),
        author: filled('author'),
        published_date: filled('published_date'),
      },
      metadata: { cells: entries.length, filled: entries.filter(isFilled).length },
    };
  });
}
