import type { AnsweredBy } from '../../engine/ports/ledger.ts';
import type { Freshness } from './run-queries.ts';

/** The numbers that are stored for what answered a request, and for how its page compares with the crawl history. */
export const answerCode = { site: 0, 'stored-page': 1, cache: 2, memory: 3 } as const satisfies Record<
  AnsweredBy,
  number
>;
export const freshnessCode = { new: 0, unchanged: 1, changed: 2 } as const satisfies Record<
  Freshness,
  number
>;

const answerers = ['site', 'stored-page', 'cache', 'memory'] as const satisfies AnsweredBy[];
const freshnesses = ['new', 'unchanged', 'changed'] as const satisfies Freshness[];

export const answererOf = (code: number | null): AnsweredBy | null =>
  code === null ? null : (answerers[code] ?? null);
export const freshnessOf = (code: number | null): Freshness | null =>
  code === null ? null : (freshnesses[code] ?? null);
