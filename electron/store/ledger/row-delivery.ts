import { addressOf, addressOfRow, rowKey } from '../../engine/item-address.ts';
import { messageOf } from '../database/json-columns.ts';
import { counted } from '../../../shared/counted.ts';
import { completeItem } from '../../engine/merge-item.ts';
import type { NewItem } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { createEventWriter } from '../events/event-writer.ts';
import type { FileLinks } from '../files/file-links.ts';
import { createItemWriter, type WrittenItem } from '../items/item-writer.ts';
import { readStoredItem, storedItemColumns, type StoredItem } from '../items/stored-item.ts';
import { stateCode } from '../requests/request-states.ts';
import { answerCode } from '../runs/answered-by.ts';
import type { RunHistory } from './run-history.ts';
import type { StoredKeys } from './stored-keys.ts';
import { extendPath, hashOfPath, pathsThrough, pathsTo, type RowPath } from './row-paths.ts';
import type { RowTable, StoredRow } from './row-table.ts';

/** Merges the values of rows into the items of the pages that they lead to. Call its functions within a transaction. */
export interface RowDelivery {
  /** Hashes of the values that travel to a page; undefined: no row leads to it. See `RunHistory.alreadyExtracted`. */
  hashesTo(request: number): string[] | undefined;
  /** The items of a page that is done: what it gave, once for each way to it. Keeps what it gave, for rows that are found later. */
  itemsOf(request: number, own: readonly NewItem[]): Delivered;
  /**
   * Brings rows that were found or moved to the request that they now lead to: if its page is done, it completes the items of it,
   * and those of the pages beyond.
   */
  deliver(target: number, rows: readonly StoredRow[]): Delivery;
  /** Tells that the rows that lead to a request give no item, where it failed, was skipped or has no rows of its own. */
  tellLost(request: number): void;
}

/** What rows did to items that were stored before. */
interface Delivery {
  /** Number of items added, less those that became duplicates. */
  items: number;
  /** Whether items were added, changed or removed. */
  changed: boolean;
}

interface Delivered {
  items: readonly WrittenItem[];
  /** See `RunHistory.add`; null: no row leads to the page. */
  hashes: string[] | null;
}

/** How the ways to a page change: each that ended in items before has become another one, and more ways were added. */
interface Change {
  replaced: Replacement | null;
  added: readonly RowPath[];
}

/** `from`: the key of the way before; empty if no row led to the page. */
interface Replacement {
  from: string;
  to: RowPath;
}

interface Target {
  url: string;
  /** What stands for it in the keys of its items. */
  address: string;
  callback: string | null;
  state: number;
  reason: string | null;
  answeredBy: number | null;
}

/** What the delivery of rows needs from the ledger. */
export interface DeliveryParts {
  rows: RowTable;
  history: Pick<RunHistory, 'addRowHashes'>;
  /** Most items of the run; null: no limit. */
  itemLimit: number | null;
  /** null: duplicates are kept. */
  keys: StoredKeys | null;
  /** null: the run downloads no files. */
  files: FileLinks | null;
}

export function createRowDelivery(
  context: StoreContext,
  run: number,
  { rows, history, itemLimit, keys, files }: DeliveryParts,
): RowDelivery {
  const writeItems = createItemWriter(context, files);
  const writeEvents = createEventWriter(context);
  const { targetRow, stored, complete, remove, lastPosition, addItems, itemsOfRun } =
    prepareStatements(context);

  function targetOf(request: number): Target | undefined {
    const found = targetRow.get(request);
    if (found === undefined) return undefined;
    return { ...found, address: addressOf(found.url, messageOf(found).message) };
  }

  /** Number of items that the run may have yet. */
  const room = (): number =>
    itemLimit === null ? Infinity : Math.max(0, itemLimit - (itemsOfRun.get(run) ?? 0));

  /** What a page gave. It is kept when the first row comes after the page. */
  function ownOf(request: number): NewItem[] {
    const kept = rows.own(request);
    if (kept.length > 0) return kept;
    const items = stored.all({ request, path: null }).map(readStoredItem);
    rows.keepOwn(request, items);
    return items;
  }

  /** @returns number of items that became duplicates, and were removed */
  function replace(
    request: number,
    { url, address }: Target,
    own: readonly NewItem[],
    { from, to }: Replacement,
  ): number {
    const before = stored.all({ request, path: from === '' ? null : from });
    let removed = 0;
    for (const row of before) {
      const { id, position } = row;
      const item = own[position % own.length];
      if (item === undefined) continue;
      const [completed = item] = withKeys([completeItem(item, to)], address, position);
      if (keys?.change(readStoredItem(row), completed, url) === false) {
        remove.run(id);
        removed += 1;
      } else {
        const linked = files?.link(completed, request);
        complete.run(columnsOf(linked?.item ?? completed, id, to.key));
        if (linked !== undefined) files?.note(id, linked.files);
      }
    }
    return removed;
  }

  /** The position behind the items of a page. Each way to it has as many as the page gave, also if duplicates among them are missing. */
  function nextPosition(request: number, own: readonly NewItem[]): number {
    const behind = (lastPosition.get(request) ?? -1) + 1;
    return own.length === 0 ? behind : Math.ceil(behind / own.length) * own.length;
  }

  function change(request: number, { replaced, added }: Change): Delivery {
    const target = targetOf(request);
    if (target === undefined) return nothing;
    tellLost(target, added.length + (replaced === null ? 0 : 1));
    if (target.state !== stateCode.done) return nothing;
    const own = ownOf(request);
    const removed = replaced === null ? 0 : replace(request, target, own, replaced);
    const found = added.flatMap((path) => own.map((item) => merged(item, path))).slice(0, room());
    const placed = withKeys(found, target.address, nextPosition(request, own));
    const items = keys === null ? placed : keys.take(placed, target.url);
    writeItems(run, request, items);
    addItems.run(items.length - removed, request);
    const ways = replaced === null ? added : [replaced.to, ...added];
    history.addRowHashes(
      request,
      ways.map((path) => hashOfPath(path, target.callback)),
    );
    const delivery = { items: items.length - removed, changed: own.length > 0 };
    for (const row of rows.from(request)) {
      const beyond = change(row.target, through(row, { replaced, added }));
      delivery.items += beyond.items;
      delivery.changed ||= beyond.changed;
    }
    return delivery;
  }

  function tellLost({ state, reason, url, answeredBy }: Target, ways: number): void {
    const isSkipped = state === stateCode.skipped && answeredBy !== answerCode.memory;
    // A page that is done and has a reason makes rows itself, and had none.
    const isEmpty = state === stateCode.done && reason !== null;
    if (ways === 0 || !(isSkipped || isEmpty || state === stateCode.failed)) return;
    const which = counted(ways, 'row that leads here gives', 'rows that lead here give');
    const message = `${which} no item: ${reason ?? 'The page was not read.'}`;
    writeEvents(run, [{ kind: 'rows-lost', url, message }]);
  }

  return {
    hashesTo(request) {
      const callback = targetOf(request)?.callback ?? null;
      const paths = pathsTo(rows, request);
      return paths.length === 0 ? undefined : paths.map((path) => hashOfPath(path, callback));
    },
    itemsOf(request, own) {
      const paths = pathsTo(rows, request);
      const target = targetOf(request);
      if (paths.length === 0 || target === undefined) return { items: own.slice(0, room()), hashes: null };
      rows.keepOwn(request, own);
      const items = paths.flatMap((path) => own.map((item) => merged(item, path))).slice(0, room());
      return {
        items: withKeys(items, target.address, 0),
        hashes: paths.map((path) => hashOfPath(path, target.callback)),
      };
    },
    deliver(target, found) {
      const { state = null } = targetOf(target) ?? {};
      if (state === stateCode.queued || state === stateCode.active) return nothing;
      const ways = found.flatMap((row) => pathsThrough(rows, row));
      const [first, ...others] = ways;
      if (first === undefined) return nothing;
      const isFirst = rows.countTo(target) === found.length;
      return change(
        target,
        isFirst ? { replaced: { from: '', to: first }, added: others } : { replaced: null, added: ways },
      );
    },
    tellLost(request) {
      const target = targetOf(request);
      if (target !== undefined) tellLost(target, rows.countTo(request));
    },
  };
}

const nothing: Delivery = { items: 0, changed: false };

/** How the ways to the target of a row change with those to its page. */
function through(row: StoredRow, { replaced, added }: Change): Change {
  return {
    replaced:
      replaced === null
        ? null
        : {
            from: replaced.from === '' ? String(row.id) : `${replaced.from}/${row.id}`,
            to: extendPath(replaced.to, row),
          },
    added: added.map((path) => extendPath(path, row)),
  };
}

const merged = (item: NewItem, path: RowPath): WrittenItem => ({
  ...completeItem(item, path),
  path: path.key,
});

/**
 * The key of an item of a page that rows lead to is the address that they lead to, with a number from the second item on. An item
 * that is itself a row keeps the address of its page and has a number always.
 * @param from position of the first item on the page
 */
function withKeys(items: readonly WrittenItem[], address: string, from: number): WrittenItem[] {
  return items.map((item, index) => {
    const position = from + index;
    const page = addressOfRow(item.key);
    if (page !== null) return { ...item, position, key: rowKey(page, position) };
    return { ...item, position, key: position === 0 ? address : rowKey(address, position) };
  });
}

/** An item with its position on its page. */
interface PlacedItem extends StoredItem {
  position: number;
}

type CompletedColumns = Omit<StoredItem, 'url' | 'callback'> & { path: string };

const columnsOf = (
  { key, title, content, author, published_date, metadata, problems }: NewItem,
  id: number,
  path: string,
): CompletedColumns => ({
  id,
  key: key ?? null,
  path,
  title,
  content,
  author,
  published_date,
  metadata_json: JSON.stringify(metadata),
  problems_json: JSON.stringify(problems),
});

function prepareStatements({ connection: { db } }: StoreContext) {
  return {
    targetRow: db.prepare<[number], Omit<Target, 'address'> & { id: number; message: string | null }>(
      `SELECT id, url, callback, state, reason, answered_by AS answeredBy, message_json AS message
        FROM requests WHERE id = ?`,
    ),
    stored: db.prepare<[{ request: number; path: string | null }], PlacedItem>(
      `SELECT ${storedItemColumns}, position FROM items WHERE request_id = @request AND row_path IS @path ORDER BY position`,
    ),
    addItems: db.prepare<[number, number]>('UPDATE requests SET items = items + ? WHERE id = ?'),
    itemsOfRun: db
      .prepare<[number], number>('SELECT coalesce(sum(items), 0) FROM origins WHERE run_id = ?')
      .pluck(),
    lastPosition: db
      .prepare<[number], number | null>('SELECT max(position) FROM items WHERE request_id = ?')
      .pluck(),
    remove: db.prepare<[number]>('DELETE FROM items WHERE id = ?'),
    complete: db.prepare<[CompletedColumns]>(
      `UPDATE items SET title = @title, content = @content, author = @author, published_date = @published_date,
        metadata_json = @metadata_json, problems_json = @problems_json, item_key = @key, row_path = @path WHERE id = @id`,
    ),
  };
}
