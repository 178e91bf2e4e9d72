import type { ResponseHead } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { readHeadChanges, readStoredHead } from '../database/json-columns.ts';

/** Where a head is stored: the one that it is like, and what differs from it as JSON. See migration 16. */
export interface HeadPlace {
  head: number | null;
  headChanges: string | null;
}

/** Most heads that the writer compares with. */
export const maxKnownHeads = 500;

/**
 * Returns a function that stores the head of a response. The responses of a site have nearly the same head, so only what differs
 * from an earlier one is stored with the request. Call it within a transaction.
 */
export function createHeadWriter(
  { connection }: StoreContext,
  run: number,
): (head: ResponseHead | undefined, url: string) => HeadPlace {
  const { db } = connection;
  const insert = db
    .prepare<[{ run: number; head: string }], number>(
      `INSERT INTO response_heads (run_id, number, head)
      SELECT @run, coalesce(max(number), 0) + 1, @head FROM response_heads WHERE run_id = @run RETURNING number`,
    )
    .pluck();
  const known = new Map<string, { number: number; parts: readonly string[] }>();
  let undone = connection.undone;
  return (head, url) => {
    if (head === undefined) return { head: null, headChanges: null };
    if (undone !== connection.undone) known.clear();
    undone = connection.undone;
    const parts = [head.statusLine ?? '', ...head.fields];
    const shape = shapeOf(parts, url);
    const like = known.get(shape);
    const changes = like === undefined ? null : changesOf(like.parts, parts);
    if (like !== undefined && changes !== null) {
      return { head: like.number, headChanges: changes.length === 0 ? null : JSON.stringify(changes) };
    }
    const number = insert.get({ run, head: JSON.stringify(parts) }) ?? 0;
    if (known.size >= maxKnownHeads) known.clear();
    known.set(shape, { number, parts });
    return { head: number, headChanges: null };
  };
}

/** What two heads have in common that are compared: the origin of the page, the status line and the names. */
export function shapeOf(parts: readonly string[], url: string): string {
  let shape = url.slice(0, url.indexOf('/', 'https://'.length));
  for (let i = 0; i < parts.length; i += i === 0 ? 1 : 2) shape += `\n${parts[i] ?? ''}`;
  return shape;
}

/** The places and values that differ; null: so many that the head is better stored whole. */
export function changesOf(like: readonly string[], parts: readonly string[]): (number | string)[] | null {
  const changes: (number | string)[] = [];
  let [same, different] = [0, 0];
  for (const [index, part] of parts.entries()) {
    if (part === like[index]) same += part.length;
    else {
      different += part.length;
      changes.push(index, part);
    }
  }
  return different > same ? null : changes;
}

/** Returns a function that reads the head of the response to a request; null: it is not known. */
export function createHeadReader({ connection }: StoreContext): (request: number) => ResponseHead | null {
  const one = connection.db.prepare<[number], { head: string; changes: string | null }>(
    `SELECT head, head_changes AS changes FROM requests
      JOIN response_heads ON response_heads.run_id = requests.run_id AND number = head_number WHERE requests.id = ?`,
  );
  return (request) => {
    const row = one.get(request);
    if (row === undefined) return null;
    const parts = [...readStoredHead(row.head, request)];
    const changes = row.changes === null ? [] : readHeadChanges(row.changes, request);
    for (let i = 0; i + 1 < changes.length; i += 2) parts[Number(changes[i])] = String(changes[i + 1]);
    const [statusLine = '', ...fields] = parts;
    return { statusLine: statusLine === '' ? null : statusLine, fields };
  };
}
