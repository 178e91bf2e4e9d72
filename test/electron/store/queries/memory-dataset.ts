import { isDeepStrictEqual } from 'node:util';
import { createItemKey } from '../../../../electron/expectations/item-key.ts';
import { notFound } from '../../../../electron/store/errors.ts';
import type { SpiderName } from '../../../../electron/store/history/crawl-history-queries.ts';
import type {
  DatasetFacts,
  DatasetQueries,
  Sighting,
} from '../../../../electron/store/dataset/dataset-queries.ts';
import type { ItemRow } from '../../../../electron/store/items/item-queries.ts';
import { rowOf } from './memory-run-rows.ts';
import { isCurrent } from './memory-runs.ts';
import { isoTime, type NamedRun, type Tables } from './memory-tables.ts';

interface Seen {
  run: NamedRun;
  /** The newest item of the key in the run. */
  item: ItemRow;
  copies: number;
  at: string;
}

/** The dataset as it is defined: computed from all items whenever it is asked for. */
export function datasetOf(tables: Tables): DatasetQueries {
  return {
    isCurrent: async () => false,
    async step({ project, spider, key }) {
      tables.datasetKeys.set(JSON.stringify([project, spider]), key);
      return true;
    },
    async history(item, limit) {
      if (!/^\d+$/.test(item)) throw notFound(`item "${item}"`);
      const owner = tables
        .runs()
        .find(({ requests }) => requests.some(({ items }) => items.some(({ id }) => id === item)));
      if (owner === undefined || !tables.datasetKeys.has(JSON.stringify([owner.of.project, owner.of.spider])))
        return [];
      const row = owner.requests.flatMap(({ items }) => items).find(({ id }) => id === item);
      const key = row === undefined ? '' : keyOf(tables, owner.of)(row);
      const all = sightings(tables, owner.of).get(key) ?? [];
      return all
        .map((seen, index) => toSighting(seen, all[index - 1]))
        .toReversed()
        .slice(0, limit);
    },
  };
}

const toSighting = ({ run, item, copies, at }: Seen, before: Seen | undefined): Sighting => ({
  run: run.row.id,
  item: item.id,
  copies,
  seenAt: at,
  changed: before !== undefined && !isDeepStrictEqual(valuesOf(before.item), valuesOf(item)),
});

/** The items of a dataset in the order of their ids. */
export function itemsOfDataset(tables: Tables, of: SpiderName): ItemRow[] {
  const told = Math.max(
    0,
    ...readyRuns(tables, of)
      .filter((run) => tells(tables, run))
      .map(placeOf),
  );
  const items = [...sightings(tables, of).values()].flatMap((seen) => {
    const newest = seen.at(-1);
    return newest === undefined
      ? []
      : [{ ...newest.item, spider: of.spider, dataset: factsOf(seen, newest, told) }];
  });
  return items.sort((a, b) => Number(a.id) - Number(b.id));
}

function factsOf(seen: readonly Seen[], newest: Seen, told: number): DatasetFacts {
  const changed = seen.findLast(({ item }, index) => {
    const before = seen[index - 1];
    return before !== undefined && !isDeepStrictEqual(valuesOf(before.item), valuesOf(item));
  });
  return {
    first_seen: seen[0]?.at ?? '',
    last_seen: newest.at,
    changed_at: changed?.at ?? null,
    seen_in: seen.length,
    copies: newest.copies,
    gone: placeOf(newest.run) < told,
  };
}

const valuesOf = ({ title, content, author, published_date, metadata }: ItemRow) => [
  title,
  content,
  author,
  published_date,
  metadata,
];

const placeOf = ({ row }: NamedRun): number => Number(row.source ?? row.id);

function keyOf(tables: Tables, { project, spider }: SpiderName): (item: ItemRow) => string {
  const key = tables.datasetKeys.get(JSON.stringify([project, spider])) ?? null;
  const read = createItemKey(key === null ? null : { key: [...key] });
  return (item) => read(item).key;
}

/** Of each key, oldest run first. */
function sightings(tables: Tables, of: SpiderName): Map<string, Seen[]> {
  const read = keyOf(tables, of);
  const all = new Map<string, Seen[]>();
  for (const run of readyRuns(tables, of)) {
    const given = run.requests.flatMap(({ items, fetchedAt }) =>
      items.map((item) => ({ item, at: fetchedAt === null ? item.scraped_at : isoTime(fetchedAt) })),
    );
    const inRun = new Map<string, Seen>();
    for (const { item, at } of given.sort((a, b) => Number(a.item.id) - Number(b.item.id))) {
      const key = read(item);
      inRun.set(key, { run, item, copies: (inRun.get(key)?.copies ?? 0) + 1, at });
    }
    for (const [key, seen] of inRun) all.set(key, [...(all.get(key) ?? []), seen]);
  }
  return all;
}

/** Those that have ended or are paused and stand for their crawl, oldest first. */
const readyRuns = (tables: Tables, { project, spider }: SpiderName): NamedRun[] =>
  tables
    .runs()
    .filter((run) => run.of.project === project && run.of.spider === spider && isCurrent(tables, run.row))
    .filter((run) => !['queued', 'running', 'pausing'].includes(rowOf(tables, run).state))
    .sort((a, b) => placeOf(a) - placeOf(b));

/** Whether an item that the run lacks is gone. */
function tells(tables: Tables, run: NamedRun): boolean {
  const { source } = run.row;
  const crawl = source === null ? run : tables.runs().find(({ row }) => row.id === source);
  if (crawl === undefined) return false;
  const { state, kind, cause, options } = crawl.row;
  const isWhole = state === 'completed' && kind === 'full' && (cause === null || cause === 'finished');
  const isUsual = options.limit === null && Object.keys(options.args ?? {}).length === 0;
  return isWhole && isUsual && !crawl.requests.some(({ row }) => row.answeredBy === 'memory');
}
