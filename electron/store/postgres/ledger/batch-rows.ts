import { storedValues } from '../../items/item-writer.ts';
import { hasFilledField } from '../../../../shared/filled.ts';
import type { CompressedPage, NewEvent, NewItem, NewRequest } from '../../../engine/ports/ledger.ts';
import { storedFingerprint } from '../../database/rows.ts';
import type { Visit } from '../../ledger/settling.ts';
import { stateCode } from '../../requests/request-states.ts';
import { answerCode } from '../../runs/answered-by.ts';
import type { FleetHeads } from './fleet-heads.ts';
import type { InFlight } from './in-flight.ts';
import { rowsAsJson, storable } from './stored-text.ts';

/** A link, and the operation that it came with. */
interface SentLink {
  request: NewRequest;
  operation: number;
  /** Whether it is written only if the visit is. */
  isOfPage: boolean;
}

/** The rows of a batch, as `fleet_write` takes them. Visits are numbered, and what belongs to one names its number. */
export class BatchRows {
  readonly #heads: FleetHeads;
  readonly #visits: object[] = [];
  readonly #links: object[] = [];
  readonly #items: object[] = [];
  readonly #events: object[] = [];
  readonly #texts = new Map<string, object>();
  readonly #newHeads: object[] = [];
  readonly #bodies: Uint8Array[] = [];
  /** The origins of the links, in order, and the place of each. */
  readonly #origins = new Map<string, number>();
  /** The links by fingerprint. Several visits may have the same one, because not all of them may be written. */
  readonly #sent = new Map<string, SentLink[]>();
  #size = 0;

  constructor(heads: FleetHeads) {
    this.#heads = heads;
  }

  addVisit(n: number, visit: Visit, { host, epoch }: Pick<InFlight, 'host' | 'epoch'>): void {
    const { id, state, notBefore, reason, facts, page, items, events, links } = visit;
    const { head, changes, added } = this.#heads.place(facts?.head, facts?.finalUrl ?? '');
    if (added !== null) this.#newHeads.push({ number: head, head: added });
    if (page !== null) this.#addText(page);
    this.#visits.push({
      n,
      id,
      host,
      epoch,
      state: stateCode[state],
      not_before: notBefore,
      reason,
      ...factsOf(facts),
      items: items.length,
      sha256: page === null ? null : asHex(page.sha256),
      encoding: page?.encoding ?? null,
      kind: page === null || page.kind === 'html' ? null : page.kind,
      head,
      head_changes: changes,
      extracted: items.some(hasFilledField),
    });
    this.#addItems(n, items);
    this.addEvents(n, events);
    this.addLinks(n, links, true);
  }

  /** @param visit number of the visit that they belong to; null: none */
  addEvents(visit: number | null, events: readonly NewEvent[]): void {
    for (const { kind, url, message } of events)
      this.#events.push({ n: this.#events.length, visit, kind, url, message });
  }

  /**
   * Adds links of a page, or requests to admit.
   * @param n number of the operation
   * @param isOfPage whether they are written only if the visit with this number is
   * @returns how many are in the batch: a start URL that is in it already, as a link, must come in another one
   */
  addLinks(n: number, links: readonly NewRequest[], isOfPage: boolean): number {
    let taken = 0;
    for (const request of links) {
      const same = this.#sent.get(request.fingerprint);
      if (same !== undefined && !isOfPage && request.parent === null && request.depth === 0) return taken;
      const isSent = same?.some((sent) => !sent.isOfPage || (isOfPage && sent.operation === n)) ?? false;
      if (!isSent) {
        const origin = this.#origins.get(request.origin) ?? this.#origins.size;
        this.#origins.set(request.origin, origin);
        this.#links.push(linkRow(isOfPage ? n : null, origin, request));
        this.#sent.set(request.fingerprint, [...(same ?? []), { request, operation: n, isOfPage }]);
      }
      taken += 1;
    }
    return taken;
  }

  /** The first link that has a fingerprint, of those that are written. @param isWritten whether a visit is */
  link(fingerprint: string, isWritten: (visit: number) => boolean): SentLink | undefined {
    return this.#sent.get(fingerprint)?.find(({ operation, isOfPage }) => !isOfPage || isWritten(operation));
  }

  /** The last arguments of `fleet_write`. */
  values(): unknown[] {
    return [
      rowsAsJson(this.#visits),
      rowsAsJson(this.#links),
      [...this.#origins.keys()].map(storable),
      rowsAsJson(this.#items),
      rowsAsJson(this.#events),
      rowsAsJson([...this.#texts.values()]),
      this.#bodies.length === 0 ? null : Buffer.concat(this.#bodies),
      rowsAsJson(this.#newHeads),
    ];
  }

  #addItems(visit: number, items: readonly NewItem[]): void {
    for (const [position, item] of items.entries()) {
      this.#items.push({
        visit,
        position,
        key: item.key ?? null,
        ...storedValues(item),
      });
    }
  }

  #addText({ sha256, codec, length, body }: CompressedPage): void {
    const hash = asHex(sha256);
    if (this.#texts.has(hash)) return;
    this.#texts.set(hash, { sha256: hash, codec, length, start: this.#size + 1, size: body.byteLength });
    this.#bodies.push(body);
    this.#size += body.byteLength;
  }
}

/** Bytes as PostgreSQL writes them. */
const asHex = (bytes: Uint8Array): string =>
  `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;

function factsOf(facts: Visit['facts']): object {
  return {
    status: facts?.status ?? null,
    final_url: facts?.finalUrl ?? null,
    bytes: facts?.bytes ?? null,
    duration_ms: facts?.durationMs ?? null,
    content_type: facts?.contentType ?? null,
    fetched_at: facts?.fetchedAt ?? null,
    hops: facts?.hops === undefined ? null : JSON.stringify(facts.hops),
    rendered: facts?.rendered === true ? 1 : null,
    answered_by: facts === null ? null : answerCode[facts.answeredBy ?? 'site'],
    etag: facts?.validators?.etag ?? null,
    last_modified: facts?.validators?.lastModified ?? null,
  };
}

function linkRow(visit: number | null, origin: number, request: NewRequest): object {
  const { url, fingerprint, priority, depth, rule, callback, follow, parent, message } = request;
  return {
    visit,
    parent,
    origin,
    fingerprint: String(storedFingerprint(fingerprint)),
    url,
    priority,
    depth,
    rule,
    callback,
    follow: follow ? 1 : 0,
    message: message === undefined ? null : JSON.stringify(message),
  };
}
