import { createItemKey } from '../../expectations/item-key.ts';
import type { StoreContext } from '../database/context.ts';
import { isoTime, rowId } from '../database/rows.ts';
import { StoreError } from '../errors.ts';
import { readStoredItem, storedItemColumns, type StoredItem } from '../items/stored-item.ts';
import type { SpiderRows } from '../spiders/spider-rows.ts';
import { createDatasetEntries, keyHash, type KeyOf } from './dataset-entries.ts';
import type { DatasetOf, DatasetQueries, Sighting } from './dataset-queries.ts';
import { createDatasetRuns, type ReadyRun } from './dataset-runs.ts';

/** Items that are added, and sightings that are removed, in one step: about a tenth of a second. */
const usualStep = 2500;

/** Part of every rule; another number makes all datasets anew, after a change of what keys or contents are made of. */
const ruleVersion = 1;

/** The rule of a dataset that is being emptied. */
const noRule = '[]';

interface IndexedRun extends ReadyRun {
  /** null: it is being taken out. */
  upTo: number | null;
}

/** What a spider needs to be current: the first of its parts that is not. */
type Work =
  | { what: 'clear' }
  | { what: 'remove'; run: IndexedRun }
  | { what: 'add'; run: ReadyRun; after: number }
  | null;

export function createDataset(
  context: StoreContext,
  spiders: Pick<SpiderRows, 'requireId'>,
  stepSize = usualStep,
): DatasetQueries {
  const { connection } = context;
  const { db } = connection;
  const runs = createDatasetRuns(context);
  const entries = createDatasetEntries(context);
  const ruleOf = db.prepare<[number], string>('SELECT rule FROM dataset_states WHERE spider_id = ?').pluck();
  const setRule = db.prepare<[number, string]>(
    `INSERT INTO dataset_states (spider_id, rule, revision) VALUES (?, ?, 1)
      ON CONFLICT (spider_id) DO UPDATE SET rule = excluded.rule, revision = dataset_states.revision + 1`,
  );
  const touch = db.prepare<[number]>('UPDATE dataset_states SET revision = revision + 1 WHERE spider_id = ?');
  const indexed = db.prepare<[number], IndexedRun>(
    'SELECT run_id AS id, place, stamp, up_to AS upTo FROM dataset_runs WHERE spider_id = ? ORDER BY place',
  );
  const setRun = db.prepare<
    [{ spider: number; place: number; run: number; stamp: string; upTo: number; tells: number }]
  >(
    `INSERT INTO dataset_runs (spider_id, place, run_id, stamp, up_to, tells)
      VALUES (@spider, @place, @run, @stamp, @upTo, @tells)
      ON CONFLICT (spider_id, place) DO UPDATE SET run_id = excluded.run_id, stamp = excluded.stamp, up_to = excluded.up_to,
        tells = excluded.tells`,
  );
  const takeOut = db.prepare<[number, number]>(
    'UPDATE dataset_runs SET up_to = NULL, tells = 0 WHERE spider_id = ? AND place = ?',
  );
  const dropRun = db.prepare<[number, number]>('DELETE FROM dataset_runs WHERE spider_id = ? AND place = ?');
  const dropRuns = db.prepare<[number]>('DELETE FROM dataset_runs WHERE spider_id = ?');
  const itemOf = db.prepare<[number], StoredItem & { spider: number }>(
    `SELECT ${storedItemColumns}, (SELECT spider_id FROM runs WHERE runs.id = items.run_id) AS spider FROM items WHERE id = ?`,
  );
  const seen = db.prepare<
    [number, Buffer],
    { run: number; item: number; copies: number; at: number; content: Buffer }
  >(
    `SELECT run_id AS run, item_id AS item, copies, seen_at AS at, content
      FROM dataset_sightings AS s JOIN dataset_runs AS r ON r.spider_id = s.spider_id AND r.place = s.place
      WHERE s.spider_id = ? AND key = ? AND up_to IS NOT NULL ORDER BY s.place`,
  );

  function workOf(spider: number, rule: string): Work {
    if ((ruleOf.get(spider) ?? rule) !== rule) return { what: 'clear' };
    const ready = runs.ready(spider);
    const wanted = new Map(ready.map((run) => [run.place, run]));
    const there = indexed.all(spider);
    for (const run of there) {
      const same = wanted.get(run.place);
      if (run.upTo === null || same === undefined || same.id !== run.id || same.stamp !== run.stamp)
        return { what: 'remove', run };
    }
    const known = new Map(there.map((run) => [run.place, run]));
    for (const run of ready) {
      const upTo = known.get(run.place)?.upTo ?? null;
      if (upTo === null) return { what: 'add', run, after: 0 };
      if (upTo < lastOf(run)) return { what: 'add', run, after: upTo };
    }
    return null;
  }

  function carryOut(spider: number, rule: string, work: NonNullable<Work>): void {
    switch (work.what) {
      case 'clear':
        // What is left until the last step fits no rule, also where the old one is wanted again.
        setRule.run(spider, noRule);
        if (entries.clear(spider, stepSize)) break;
        dropRuns.run(spider);
        setRule.run(spider, rule);
        break;
      case 'remove': {
        const { place } = work.run;
        takeOut.run(spider, place);
        if (!entries.remove({ spider, place }, stepSize)) dropRun.run(spider, place);
        break;
      }
      case 'add': {
        const { run, after } = work;
        const { place, stamp } = run;
        const last = entries.add({ spider, run: run.id, place, after, limit: stepSize }, keyBy(rule));
        // An item that was deleted since is no reason to look for it again.
        const upTo = last ?? Math.max(after, lastOf(run));
        const tells = upTo >= lastOf(run) && runs.tells(run.id) ? 1 : 0;
        setRun.run({ spider, place, run: run.id, stamp, upTo, tells });
        break;
      }
      default:
        return work satisfies never;
    }
    touch.run(spider);
  }

  return {
    isCurrent: connection.query((of: DatasetOf) => {
      const spider = spiders.requireId(of);
      const rule = ruleText(of);
      return ruleOf.get(spider) === rule && workOf(spider, rule) === null;
    }),
    step: connection.change((of: DatasetOf) => {
      const spider = spiders.requireId(of);
      const rule = ruleText(of);
      if (ruleOf.get(spider) === undefined) setRule.run(spider, rule);
      const work = workOf(spider, rule);
      if (work !== null) carryOut(spider, rule, work);
      return work === null;
    }),
    history: connection.query((item: string, limit: number): Sighting[] => {
      const row = itemOf.get(rowId(item, 'item'));
      const rule = row === undefined ? undefined : ruleOf.get(row.spider);
      if (row === undefined || rule === undefined) return [];
      const all = seen.all(row.spider, keyHash(keyBy(rule)(row)));
      const told = all.map(({ run, item: id, copies, at, content }, index) => ({
        run: String(run),
        item: String(id),
        copies,
        seenAt: isoTime(at),
        changed: all[index - 1]?.content.equals(content) === false,
      }));
      return told.toReversed().slice(0, limit);
    }),
  };
}

/** The last item that a run had when its stamp was made. */
const lastOf = ({ stamp }: ReadyRun): number => Number(stamp.split(' ')[1]);

const ruleText = ({ key }: DatasetOf): string => JSON.stringify([ruleVersion, ...(key ?? [])]);

/** The keys by a rule. An item that cannot be read is told apart by its place. */
function keyBy(rule: string): KeyOf {
  const parsed: unknown = JSON.parse(rule);
  const key = Array.isArray(parsed) ? parsed.slice(1).map(String) : [];
  if (key.length === 0) return (row) => row.key ?? row.url;
  const keyOf = createItemKey({ key });
  return (row) => {
    try {
      return keyOf(readStoredItem(row)).key;
    } catch (error) {
      if (error instanceof StoreError && error.code === 'damaged') return row.key ?? row.url;
      throw error;
    }
  };
}
