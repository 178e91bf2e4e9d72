import { hash } from 'node:crypto';
import { counted } from '../../../shared/counted.ts';
import type { Expect } from '../../../shared/spider/schema.ts';
import type { NewItem } from '../../engine/ports/ledger.ts';
import { createItemKey } from '../../expectations/item-key.ts';
import type { StoreContext } from '../database/context.ts';
import { createEventWriter } from '../events/event-writer.ts';

/** The keys of the items of a run that drops duplicates. Call its functions within the transaction that writes the items. */
export interface StoredKeys {
  /** Takes the keys of items of a page. @returns the items whose keys were free; the others are counted and told */
  take<I extends NewItem>(items: readonly I[], url: string | null): I[];
  /**
   * Gives an item that is stored the key that it has now.
   * @returns false: another item has that key, so this one is to be deleted; it is counted and told
   */
  change(before: NewItem, now: NewItem, url: string): boolean;
}

/** The most keys that an event names, and the most characters of each. */
const namedKeys = 5;
const longestKey = 80;

/** @param expect of the spider */
export function createStoredKeys(
  context: StoreContext,
  run: number,
  expect: Pick<Expect, 'key'>,
): StoredKeys {
  const { db } = context.connection;
  const writeEvents = createEventWriter(context);
  const keyOf = createItemKey(expect);
  const insert = db.prepare<[number, Buffer]>(
    'INSERT INTO item_keys (run_id, hash) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare<[number, Buffer]>('DELETE FROM item_keys WHERE run_id = ? AND hash = ?');
  const drop = db.prepare<[number, number]>(
    `INSERT INTO run_expectations (run_id, dropped) VALUES (?, ?)
      ON CONFLICT (run_id) DO UPDATE SET dropped = run_expectations.dropped + excluded.dropped`,
  );

  /** The values of the key of an item as JSON; null: it has none, and is never a duplicate. */
  function keyed(item: NewItem): string | null {
    const { key, isExpected } = keyOf(item);
    return isExpected ? key : null;
  }

  const takeKey = (key: string): boolean => insert.run(run, hashOf(key)).changes > 0;

  function tell(keys: readonly string[], url: string | null): void {
    if (keys.length === 0) return;
    drop.run(run, keys.length);
    const which = [...new Set(keys)].map(shown);
    const more = which.length > namedKeys ? ` and ${which.length - namedKeys} more` : '';
    const items = counted(keys.length, 'duplicate was', 'duplicates were');
    const message = `${items} not stored: this run has items of the same key already (${which.slice(0, namedKeys).join(', ')}${more}).`;
    writeEvents(run, [{ kind: 'duplicates', url, message }]);
  }

  return {
    take(items, url) {
      const dropped: string[] = [];
      const kept = items.filter((item) => {
        const key = keyed(item);
        if (key === null || takeKey(key)) return true;
        dropped.push(key);
        return false;
      });
      tell(dropped, url);
      return kept;
    },
    change(before, now, url) {
      const [old, key] = [keyed(before), keyed(now)];
      if (old === key) return true;
      if (old !== null) remove.run(run, hashOf(old));
      if (key === null || takeKey(key)) return true;
      tell([key], url);
      return false;
    },
  };
}

/** 16 bytes of the SHA-256 of a key: two keys of a run never share them. */
const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer').subarray(0, 16);

/** The values of a key without the brackets of their list. */
function shown(key: string): string {
  const values = key.slice(1, -1);
  return values.length <= longestKey ? values : `${values.slice(0, longestKey)}…`;
}
