import { isOpenFile, fileValue, type OpenFile } from '../../../shared/file-value.ts';
import { fingerprintFile } from '../../engine/fingerprint.ts';
import type { FieldProblem, JsonValue, NewItem, NewRequest } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { storedFingerprint } from '../database/rows.ts';
import { readStoredItem, storedItemColumns, type StoredItem } from '../items/stored-item.ts';
import { stateCode } from '../requests/request-states.ts';

/** Leads items to the requests of their files, and completes their values. Call its functions within a transaction. */
export interface FileLinks {
  /**
   * The item with what is known of its files. A file that nobody has asked for is requested.
   * @param page row id of the request of its page
   */
  link(item: NewItem, page: number): LinkedItem;
  /** Notes the files that a stored item names. */
  note(item: number, files: ReadonlySet<number>): void;
  /** Completes the items that name a file, after its request has ended. */
  deliver(request: number): void;
  /** Returns the requests that were added since it was last called. */
  takeAdded(): NewRequest[];
}

/** An item, and the requests of the files that it names. */
export interface LinkedItem {
  item: NewItem;
  files: ReadonlySet<number>;
}

/** What becomes of a file that the run has no request for. @returns the row id of its request; a text: why there is none */
export type RequestFile = (url: string, page: number, added: NewRequest[]) => number | string;

interface FileRow {
  id: number;
  state: number;
  reason: string | null;
  bytes: number | null;
  type: string | null;
  sha256: Uint8Array | null;
}

export function createFileLinks(
  { connection: { db } }: StoreContext,
  run: number,
  request: RequestFile,
): FileLinks {
  const find = db.prepare<[number, bigint], FileRow>(
    `SELECT requests.id, state, reason, f.bytes, type, sha256 FROM requests
        JOIN file_requests AS f ON f.request_id = requests.id LEFT JOIN files ON files.id = file_id
      WHERE requests.run_id = ? AND fingerprint = ?`,
  );
  const note = db.prepare<[number, number]>(
    'INSERT INTO item_files (request_id, item_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const isFile = db.prepare<[number], number>('SELECT 1 FROM file_requests WHERE request_id = ?').pluck();
  const waiting = db.prepare<[number], StoredItem & { page: number }>(
    `SELECT ${storedItemColumns}, request_id AS page FROM items
      WHERE id IN (SELECT item_id FROM item_files WHERE request_id = ?)`,
  );
  const update = db.prepare<[string, string, number]>(
    'UPDATE items SET metadata_json = ?, problems_json = ? WHERE id = ?',
  );
  const added: NewRequest[] = [];

  /** What is known of a file, and its request; null: nobody is to fetch it. */
  function resolve(
    open: OpenFile,
    page: number,
  ): { value: JsonValue; file: number | null; error: string | null } {
    const fingerprint = storedFingerprint(fingerprintFile(open.url));
    let row = find.get(run, fingerprint);
    if (row === undefined && open.error === undefined) {
      const made = request(open.url, page, added);
      if (typeof made === 'string') return { value: { ...open, error: made }, file: null, error: made };
      row = find.get(run, fingerprint);
    }
    const { url, error = null } = open;
    if (row === undefined) return { value: { ...open }, file: null, error };
    if (row.sha256 !== null && row.bytes !== null) {
      const sha256 = Buffer.from(row.sha256).toString('hex');
      const type = row.type ?? 'application/octet-stream';
      return { value: { ...fileValue({ url, sha256, bytes: row.bytes, type }) }, file: row.id, error: null };
    }
    const isOver = row.state !== stateCode.queued && row.state !== stateCode.active;
    if (!isOver) return { value: { url, file: null }, file: row.id, error: null };
    const reason = row.reason ?? 'The file was not received.';
    return { value: { url, file: null, error: reason }, file: row.id, error: reason };
  }

  function link(item: NewItem, page: number): LinkedItem {
    const files = new Set<number>();
    const problems: FieldProblem[] = [];
    const urls: string[] = [];
    const walk = (value: JsonValue, field: string): JsonValue => {
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map((each) => walk(each, field));
      if (isOpenFile(value)) {
        const resolved = resolve(value, page);
        urls.push(value.url);
        if (resolved.file !== null) files.add(resolved.file);
        if (resolved.error !== null) problems.push({ field, message: told(value.url, resolved.error) });
        return resolved.value;
      }
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [
          name,
          walk(each, field === '' ? name : `${field}.${name}`),
        ]),
      );
    };
    const metadata = walk(item.metadata, '');
    if (urls.length === 0 || typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
      return { item, files };
    const others = item.problems.filter(
      ({ message }) => !urls.some((url) => message.startsWith(told(url, ''))),
    );
    return { item: { ...item, metadata, problems: [...others, ...problems] }, files };
  }

  return {
    link,
    note(item, files) {
      for (const file of files) note.run(file, item);
    },
    deliver(id) {
      if (isFile.get(id) === undefined) return;
      for (const row of waiting.all(id)) {
        const { item } = link(readStoredItem(row), row.page);
        update.run(JSON.stringify(item.metadata), JSON.stringify(item.problems), row.id);
      }
    },
    takeAdded: () => added.splice(0),
  };
}

const told = (url: string, reason: string): string => `${url} was not downloaded: ${reason}`;
