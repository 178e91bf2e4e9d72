import { fingerprintWith } from '../../engine/fingerprint.ts';
import { extendTravelling } from '../../engine/merge-item.ts';
import type { NewRequest, NewRow } from '../../engine/ports/ledger.ts';
import type { StoreContext } from '../database/context.ts';
import { storedFingerprint } from '../database/rows.ts';
import type { RequestTransitions } from '../requests/request-transitions.ts';
import { stateCode } from '../requests/request-states.ts';
import { answerCode } from '../runs/answered-by.ts';
import type { Admission } from './admission.ts';
import type { RowDelivery } from './row-delivery.ts';
import { hashOfPath, pathsThrough, pathsTo } from './row-paths.ts';
import type { RowTable, StoredRow } from './row-table.ts';
import type { RunHistory } from './run-history.ts';
import type { SqlDatabase } from '../database/sql.ts';

/**
 * Admits requests to a run whose rows lead to pages. Where a rule takes the URL of a row with the same callback, both are one
 * request; with another callback there are two, and the second has a fingerprint of its own (`fingerprintWith`).
 */
export interface RowAdmission {
  /** See `Admission.admit`. */
  admit(requests: readonly NewRequest[]): number;
  /**
   * Writes the rows of a page, with the requests that they lead to.
   * @returns number of new requests and of items that were added, and whether items of other pages were added or changed
   */
  follow(source: number, rows: readonly NewRow[]): { admitted: number; items: number; changed: boolean };
  /** See `Ledger.takeRedirect`. The rows of a request go along to the one that holds the page. */
  takeRedirect(id: number, fingerprint: string): boolean;
}

/** The parts of a ledger that rows are written to. */
export interface RowParts {
  admission: Admission;
  rows: RowTable;
  delivery: RowDelivery;
  history: Pick<RunHistory, 'alreadyExtracted' | 'addRowHashes'>;
  transitions: Pick<RequestTransitions, 'reopen'>;
}

interface Holder {
  id: number;
  /** 16 hexadecimal digits. */
  fingerprint: string;
  callback: string | null;
  state: number;
  answeredBy: number | null;
  rule: number | null;
  parent: number | null;
  movedTo: number | null;
}

/** Maximum number of redirects from one request to another that are followed. */
const maxMoves = 20;

export function createRowAdmission(
  { connection: { db } }: StoreContext,
  run: number,
  { admission, rows, delivery, history, transitions }: RowParts,
): RowAdmission {
  const { byId, byFingerprint, setMoved } = prepareStatements(db);
  const holderOf = (fingerprint: string): Holder | undefined =>
    byFingerprint.get({ run, fingerprint: storedFingerprint(fingerprint) });

  /** The request that holds the page of one that was redirected. */
  function finalOf(holder: Holder): Holder {
    let last = holder;
    for (let moves = 0; last.movedTo !== null && moves < maxMoves; moves += 1) {
      const next = byId.get(last.movedTo);
      if (next === undefined) break;
      last = next;
    }
    return last;
  }

  /** Queues a request that was skipped because its page is known, where the values of a row are new. @returns whether it did */
  function reopen({ id, fingerprint, state, answeredBy }: Holder, hashes: readonly string[]): boolean {
    if (state !== stateCode.skipped || answeredBy !== answerCode.memory) return false;
    if (history.alreadyExtracted(storedFingerprint(fingerprint), hashes) !== null) return false;
    transitions.reopen(id);
    return true;
  }

  /** The request that a row leads to, added if it is new. @param hashes of the values that travel with it */
  function place(request: NewRequest, hashes: readonly string[]): { id: number; admitted: number } {
    const { callback } = request;
    let { fingerprint } = request;
    let holder = holderOf(fingerprint);
    if (holder !== undefined && holder.callback !== callback) {
      fingerprint = fingerprintWith(fingerprint, callback);
      holder = holderOf(fingerprint);
    }
    if (holder !== undefined) {
      const last = finalOf(holder);
      return { id: last.id, admitted: reopen(last, hashes) ? 1 : 0 };
    }
    const known = history.alreadyExtracted(storedFingerprint(fingerprint), hashes);
    return { id: admission.add({ ...request, fingerprint }, known), admitted: known === null ? 1 : 0 };
  }

  return {
    admit(requests) {
      let admitted = 0;
      for (const request of requests) {
        const { fingerprint, callback } = request;
        const holder = holderOf(fingerprint);
        const isOther = holder !== undefined && isOfRow(holder) && holder.callback !== callback;
        const second = isOther
          ? { ...request, fingerprint: fingerprintWith(fingerprint, callback) }
          : request;
        admitted += admission.admit([second]);
      }
      return admitted;
    },
    follow(source, found) {
      if (found.length === 0) return { admitted: 0, items: 0, changed: false };
      const before = pathsTo(rows, source);
      const led = new Map<number, StoredRow[]>();
      let admitted = 0;
      for (const [position, row] of found.entries()) {
        const ways = before.length === 0 ? [row] : before.map((path) => extendTravelling(path, row));
        const { request } = row;
        const target =
          request === null
            ? null
            : place(
                request,
                ways.map((way) => hashOfPath(way, request.callback)),
              );
        admitted += target?.admitted ?? 0;
        const added = rows.add(source, position, target?.id ?? null, row);
        if (added === null) continue;
        const others = led.get(added.target);
        if (others === undefined) led.set(added.target, [added]);
        else others.push(added);
      }
      let items = 0;
      let changed = false;
      for (const [target, some] of led) {
        const delivered = delivery.deliver(target, some);
        items += delivered.items;
        changed ||= delivered.changed;
      }
      return { admitted, items, changed };
    },
    takeRedirect(id, fingerprint) {
      let holding = admission.takeRedirect(id, storedFingerprint(fingerprint));
      if (holding === id) return true;
      const [own, other] = [byId.get(id), byId.get(holding)];
      if (own === undefined || other === undefined) return false;
      if (own.callback !== other.callback) {
        if (!isOfRow(own) && !isOfRow(other) && rows.countTo(id) === 0) return false;
        const second = fingerprintWith(fingerprint, own.callback);
        holding = admission.takeRedirect(id, storedFingerprint(second));
        if (holding === id) return true;
      }
      const holder = byId.get(holding);
      if (holder === undefined) return false;
      const last = finalOf(holder);
      if (last.id === id) return false;
      const found = rows.to(id);
      setMoved.run(last.id, id);
      rows.move(id, last.id);
      const ways = found.flatMap((row) => pathsThrough(rows, row));
      reopen(
        last,
        ways.map((way) => hashOfPath(way, last.callback)),
      );
      delivery.deliver(last.id, found);
      return false;
    },
  };
}

/** Whether only rows have led to a request so far: no rule took it, and it is no start URL and of no sitemap. */
const isOfRow = ({ rule, parent }: Holder): boolean => rule === null && parent !== null;

function prepareStatements(db: SqlDatabase) {
  const columns = `SELECT id, printf('%016x', fingerprint) AS fingerprint, callback, state, answered_by AS answeredBy, rule, parent_id AS parent,
    moved_to AS movedTo FROM requests`;
  const byId = db.prepare<[number], Holder>(`${columns} WHERE id = ?`);
  const byFingerprint = db.prepare<[{ run: number; fingerprint: bigint }], Holder>(
    `${columns} WHERE id = coalesce(
      (SELECT id FROM requests WHERE run_id = @run AND fingerprint = @fingerprint),
      (SELECT request_id FROM aliases WHERE run_id = @run AND fingerprint = @fingerprint))`,
  );
  const setMoved = db.prepare<[number, number]>('UPDATE requests SET moved_to = ? WHERE id = ?');
  return { byId, byFingerprint, setMoved };
}
