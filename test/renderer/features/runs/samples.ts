import type { RequestRow, RunDetails, RunEvent, RunSummary } from '../../../../shared/contract/types.ts';

/** A run as the host tells of it; `counters` add up by themselves. */
export function run(
  given: Partial<Omit<RunSummary, 'counters'>> & { counters?: Partial<RunSummary['counters']> } = {},
): RunSummary {
  const { counters, ...rest } = given;
  const counted = { queued: 0, active: 0, done: 0, failed: 0, skipped: 0, items: 0, ...counters };
  const { queued, active, done, failed, skipped } = counted;
  return {
    id: '7',
    project: 'default',
    spider: 'shop',
    version: 1,
    kind: 'full',
    source: null,
    acceptedAt: null,
    replacedBy: null,
    cause: null,
    breaches: 0,
    state: 'completed',
    reason: null,
    requested: null,
    options: { limit: null, overrides: {}, args: {}, allowPrivate: false },
    activeMs: 61_000,
    waitingSince: null,
    waitedMs: 0,
    here: true,
    createdAt: '2026-11-21T07:00:00.000Z',
    startedAt: '2026-11-21T07:00:00.000Z',
    endedAt: null,
    ...rest,
    counters: { ...counted, seen: queued + active + done + failed + skipped },
  };
}

export function details(given: Partial<RunDetails> = {}): RunDetails {
  return {
    run: run(),
    appVersion: '0.1.0',
    statuses: [],
    notFetched: 0,
    hosts: [],
    hostCount: 0,
    reasons: [],
    bytes: 0,
    extractionRequests: 0,
    itemsWithValues: 0,
    files: { downloaded: 0, failed: 0, waiting: 0, bytes: 0 },
    freshness: { new: 0, unchanged: 0, changed: 0 },
    answeredBy: { site: 0, storedPage: 0, cache: 0, memory: 0 },
    timings: { activeMs: 0, answered: 0, pagesPerSecond: null, medianMs: null, p95Ms: null },
    fields: [],
    sampled: false,
    receipt: {
      done: 0,
      requeued: 0,
      fetchedAgain: 0,
      fetchedAgainInAll: 0,
      givenUp: 0,
      itemsLost: 0,
      itemsDuplicated: 0,
    },
    tiers: null,
    expectations: null,
    expiredLogin: null,
    hasPages: false,
    exclusions: [],
    eventKinds: [],
    ...given,
  };
}

export function request(given: Partial<RequestRow> = {}): RequestRow {
  return {
    id: '1',
    run: '7',
    url: 'https://example.org/',
    state: 'done',
    priority: 0,
    depth: 0,
    rule: null,
    callback: null,
    follow: true,
    parent: null,
    tries: 1,
    reason: null,
    status: 200,
    finalUrl: null,
    bytes: 1000,
    durationMs: 50,
    contentType: 'text/html',
    items: 0,
    hasPage: true,
    freshness: null,
    answeredBy: 'site',
    finishedAt: '2026-11-21T07:00:01.000Z',
    ...given,
  };
}

export function event(id: string, given: Partial<RunEvent> = {}): RunEvent {
  return {
    id,
    run: '7',
    at: '2026-11-21T07:00:01.000Z',
    kind: 'fetched',
    url: `https://example.org/${id}`,
    message: 'Status 200.',
    page: null,
    ...given,
  };
}
