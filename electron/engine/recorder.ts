import type { ClaimedRequest, Ledger, NewRequest } from './ports/ledger.ts';
import { withoutExcluded, type Excluded } from './exclusions.ts';
import type { ExpectationWatch } from './expectation-watch.ts';
import type { RunLimits } from './limits.ts';
import type { Origin, Origins } from './origins.ts';
import { isReplayed, withRetryEvents, type RequestOutcome } from './process-request.ts';
import type { Suspects } from './suspects.ts';
import type { TrapWatch } from './trap-watch.ts';

/** What the recorder needs from the crawl. */
export interface RecorderDependencies {
  ledger: Pick<Ledger, 'complete' | 'fail' | 'skip' | 'retry' | 'release'>;
  origins: Pick<Origins, 'answered' | 'delay' | 'markPending'>;
  limits: Pick<RunLimits, 'answered' | 'takeItems' | 'completed' | 'settled' | 'failed' | 'lost'>;
  traps: Pick<TrapWatch, 'filterLinks' | 'recordPage'>;
  expectations: Pick<ExpectationWatch, 'recordPage' | 'recordFile'> | null;
  suspects: Pick<Suspects, 'putBack'>;
  /** See `CrawlDependencies`. */
  excluded?: Excluded;
  /** See `Clock`. */
  now(): number;
  /** Whether enough requests are queued without the links of this page. */
  isPatient(): boolean;
}

/** Writes the outcomes of requests to the ledger, and reports their consequences to politeness, limits and trap detection. */
export class Recorder {
  readonly #deps: RecorderDependencies;

  constructor(deps: RecorderDependencies) {
    this.#deps = deps;
  }

  /** Records an outcome. Does nothing after the lease of a request is lost. Rejects only if the ledger does. */
  async record(request: ClaimedRequest, origin: Origin, outcome: RequestOutcome): Promise<void> {
    const { ledger, origins, suspects } = this.#deps;
    const now = this.#deps.now();
    this.#learn(origin, outcome);
    switch (outcome.kind) {
      case 'complete':
        return this.#complete(request, outcome);
      case 'fail':
        return this.#fail(request, outcome);
      case 'skip':
        if ((await ledger.skip(outcome.page)) && request.isFile === true)
          await this.#deps.expectations?.recordFile(false);
        return;
      case 'retry': {
        // Rounded up to whole milliseconds, as in the ledger: a claim that is a fraction too early would find nothing.
        const due = Math.ceil(now + outcome.delayMs);
        if (outcome.wholeOrigin) origins.delay(origin, due);
        if (!(await ledger.retry(withRetryEvents(outcome, request, origin.name), due))) return;
        suspects.putBack(request.id, due);
        return origins.markPending(request.origin, request.priority, request.depth, due);
      }
      case 'release':
        if (outcome.delayMs !== undefined) origins.delay(origin, now + outcome.delayMs);
        return this.#release(request);
      default:
        return outcome satisfies never;
    }
  }

  /** Records that requests may be queued at their origins. */
  markPending(requests: readonly NewRequest[]): void {
    for (const { origin, priority, depth } of requests) {
      this.#deps.origins.markPending(origin, priority, depth);
    }
  }

  /** Learns from a response about its site; not from one of the HTTP cache. */
  #learn(origin: Origin, outcome: RequestOutcome): void {
    if (outcome.kind === 'release' || isReplayed(outcome)) return;
    const { facts } = outcome.page;
    if (facts !== null) this.#deps.origins.answered(origin, facts.durationMs, outcome.status === 200);
    if (outcome.status !== null) this.#deps.limits.answered(outcome.status);
  }

  async #complete(
    request: ClaimedRequest,
    outcome: Extract<RequestOutcome, { kind: 'complete' }>,
  ): Promise<void> {
    const { ledger, limits, traps, expectations } = this.#deps;
    if (outcome.page.file !== undefined) {
      const settled = await ledger.complete(outcome.page, this.#deps.isPatient());
      if (settled !== null) await expectations?.recordFile(true);
      return;
    }
    const found = outcome.page.items;
    const most = limits.takeItems(found.length);
    const items = found.slice(0, typeof most === 'number' ? most : await most);
    if (found.length > 0 && items.length === 0) return this.#release(request);
    limits.completed(items.length);
    const { page, newDates } = traps.filterLinks(request.url, {
      ...withoutExcluded(outcome.page, this.#deps.excluded),
      items,
    });
    const settled = await ledger.complete(page, this.#deps.isPatient());
    if (settled === null) return limits.lost(items.length);
    limits.settled(items.length, settled.items, settled.dropped ?? 0);
    await traps.recordPage(request.url, page, { newDates, likeness: outcome.likeness, settled });
    if (expectations !== null) {
      await expectations.recordPage(settled.stored ?? items, settled.changedOthers === true);
    }
    this.markPending(page.links);
    this.markPending(settled.files ?? []);
    this.markPending((page.rows ?? []).flatMap((row) => row.request ?? []));
  }

  async #fail(request: ClaimedRequest, outcome: Extract<RequestOutcome, { kind: 'fail' }>): Promise<void> {
    const { ledger, limits, traps, expectations } = this.#deps;
    if (request.isFile === true) {
      const lacked = await ledger.fail(outcome.page);
      if (lacked !== null) await expectations?.recordFile(false);
      return;
    }
    const { page, newDates } = traps.filterLinks(
      request.url,
      withoutExcluded(outcome.page, this.#deps.excluded),
    );
    const settled = await ledger.fail(page);
    if (settled === null) return limits.lost(0);
    limits.failed();
    await traps.recordPage(request.url, page, { newDates, likeness: outcome.likeness ?? null, settled });
    this.markPending(page.links);
  }

  async #release({ id, origin, priority, depth }: ClaimedRequest): Promise<void> {
    const { ledger, suspects, origins } = this.#deps;
    await ledger.release([id]);
    suspects.putBack(id, 0);
    origins.markPending(origin, priority, depth);
  }
}
