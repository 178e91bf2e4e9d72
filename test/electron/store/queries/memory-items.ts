import { setImmediate } from 'node:timers/promises';
import { notFound } from '../../../../electron/store/errors.ts';
import type {
  ItemColumn,
  ItemQueries,
  ItemRow,
  ItemSlice,
  ItemSource,
  ItemView,
} from '../../../../electron/store/items/item-queries.ts';
import { compareItems, jsonOf, matchesView } from './memory-item-match.ts';
import { datasetRun } from '../../../../shared/columns-of-dataset.ts';
import { itemsOfDataset } from './memory-dataset.ts';
import { late } from './memory-late.ts';
import { isCurrent } from './memory-runs.ts';
import type { Tables } from './memory-tables.ts';

const batchSize = 100;

type Answers = Omit<ItemQueries, 'stream' | 'values'>;

export function itemsOf(tables: Tables): ItemQueries {
  const answers = late(answersOf(tables));
  return {
    ...answers,
    async stream(view) {
      const { total, upTo } = await answers.slice(view, 0, 0);
      const batches = async function* (): AsyncGenerator<readonly ItemRow[]> {
        for (let offset = 0; offset < total; offset += batchSize)
          yield (await answers.slice({ ...view, upTo }, offset, batchSize)).rows;
      };
      return { total, batches };
    },
    async *values(view: ItemView, column: ItemColumn) {
      await setImmediate();
      const { rows } = sliceOf(tables, { ...view, sort: [] }, 0, Infinity);
      for (let offset = 0; offset < rows.length; offset += batchSize) {
        await setImmediate();
        yield rows.slice(offset, offset + batchSize).map((item) => jsonOf(item, column));
      }
    },
  };
}

/** All items of a source in the order of scraping, with the present name of their spider. */
function itemsIn(tables: Tables, { project, spider, run }: ItemSource): ItemRow[] {
  if (run === datasetRun) return itemsOfDataset(tables, { project, spider });
  return tables
    .runs()
    .filter(({ of, row }) =>
      run === null
        ? of.project === project && of.spider === spider && isCurrent(tables, row)
        : row.id === run,
    )
    .flatMap(({ requests, of }) =>
      requests.flatMap(({ items }) => items.map((item) => ({ ...item, spider: of.spider }))),
    )
    .sort((a, b) => Number(a.id) - Number(b.id));
}

function sliceOf(tables: Tables, view: ItemView, offset: number, limit: number): ItemSlice {
  const all = itemsIn(tables, view);
  const newest = Number(all.at(-1)?.id ?? 0);
  const upTo = Math.min(view.upTo ?? newest, newest);
  const there = all.filter(({ id }) => Number(id) <= upTo);
  const matching = there.filter((item) => matchesView(item, view)).sort((a, b) => compareItems(a, b, view));
  return {
    rows: matching.slice(offset, offset + limit),
    total: matching.length,
    upTo,
    newer: all.length - there.length,
  };
}

function answersOf(tables: Tables): Answers {
  return {
    slice: async (view, offset, limit) => sliceOf(tables, view, offset, limit),
    async read(ids) {
      const wrong = ids.find((id) => !/^\d+$/.test(id));
      if (wrong !== undefined) throw notFound(`item "${wrong}"`);
      const all = new Map(
        tables
          .runs()
          .flatMap(({ requests, of }) =>
            requests.flatMap(({ items }) =>
              items.map((item) => [item.id, { ...item, spider: of.spider }] as const),
            ),
          ),
      );
      return ids.flatMap((id) => all.get(id) ?? []);
    },
    async get(id) {
      if (!/^\d+$/.test(id)) throw notFound(`item "${id}"`);
      const found = tables
        .runs()
        .flatMap(({ requests, of }) =>
          requests.flatMap(({ items, page }) => items.map((item) => ({ item, of, hasPage: page !== null }))),
        )
        .find(({ item }) => item.id === id);
      return found === undefined ? null : { ...found.item, ...found.of, hasPage: found.hasPage };
    },
    // Rows are not merged into items here; test/electron/store/ledger/ has the tests of that.
    rowsOf: async () => [],
    async ofRequest(request) {
      const found = tables.requests().find(({ row }) => row.id === request);
      const items = found?.items ?? [];
      return items.map(({ id, callback, title, position }) => ({ id, callback, title, position }));
    },
    async sample(source, most) {
      const all = itemsIn(tables, source);
      const step = Math.max(1, all.length / most);
      return { total: all.length, rows: all.filter((_, place) => place % step < 1) };
    },
  };
}
