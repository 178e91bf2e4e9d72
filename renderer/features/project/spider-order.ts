import type { SpiderOverview } from '../../../shared/contract/types.ts';
import { shownState } from '../../state/live-runs.ts';
import type { Sort } from '../../ui/table/types.ts';

/** Which spiders of a project are shown. */
export const filterNames = ['all', 'needs', 'failed', 'unscheduled', 'never'] as const;
/** One of them. */
export type FilterName = (typeof filterNames)[number];

const filters: Readonly<Record<FilterName, (spider: SpiderOverview) => boolean>> = {
  all: () => true,
  needs: ({ needs }) => needs !== null,
  failed: ({ lastRun }) => lastRun?.state === 'failed',
  unscheduled: ({ schedule }) => schedule === null,
  never: ({ lastRun }) => lastRun === null,
};

/** How a filter is called. */
export const filterWords: Readonly<Record<FilterName, string>> = {
  all: 'All',
  needs: 'Needs a person',
  failed: 'Failed',
  unscheduled: 'No schedule',
  never: 'Never run',
};

/** How many spiders each filter shows. */
export function filterCounts(spiders: readonly SpiderOverview[]): Record<FilterName, number> {
  const counts = { all: 0, needs: 0, failed: 0, unscheduled: 0, never: 0 };
  for (const name of filterNames) counts[name] = spiders.filter(filters[name]).length;
  return counts;
}

/** Every word has to be in the name, the state, the schedule or what the spider needs. */
function fits({ spider, lastRun, needs, schedule }: SpiderOverview, words: readonly string[]): boolean {
  const text = [spider, lastRun === null ? 'never run' : shownState(lastRun), needs, schedule?.words]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** The spiders that a filter and a search leave. */
export function shownSpiders(
  spiders: readonly SpiderOverview[],
  filter: FilterName,
  search: string,
): readonly SpiderOverview[] {
  const words = search.toLowerCase().split(/\s+/u);
  return spiders.filter((spider) => filters[filter](spider) && fits(spider, words));
}

/** The states of a last run, those that need a look first. */
const statesByUrgency = [
  'failed',
  'unexpected',
  'interrupted',
  'paused',
  'stopped',
  'waiting',
  'pausing',
  'running',
  'queued',
  'completed',
];

const urgency = ({ needs, lastRun }: SpiderOverview) =>
  (needs === null ? 100 : 0) + (lastRun === null ? 50 : statesByUrgency.indexOf(shownState(lastRun)));

/** What a column is sorted by; null stands at the end in both directions. */
const sortValues: Readonly<Record<string, (spider: SpiderOverview) => number | string | null>> = {
  spider: ({ spider }) => spider.toLowerCase(),
  last: ({ lastRun }) => lastRun?.createdAt ?? null,
  needs: urgency,
  items: ({ lastRun }) => lastRun?.counters.items ?? null,
  median: ({ medianItems }) => medianItems,
  fill: ({ fill }) => fill,
  schedule: ({ schedule }) => schedule?.next ?? null,
  queued: ({ queued }) => queued,
};

/** The names of spiders in an order; without one, by name. Equal ones stand by name. */
export function orderOf(spiders: readonly SpiderOverview[], sort: Sort | null): readonly string[] {
  const value = sortValues[sort?.column ?? 'spider'] ?? (({ spider }: SpiderOverview) => spider);
  const sign = sort?.descending === true ? -1 : 1;
  return spiders
    .map((spider) => ({ name: spider.spider, value: value(spider) }))
    .sort((a, b) => compare(a.value, b.value, sign) || names.compare(a.name, b.name))
    .map(({ name }) => name);
}

const names = new Intl.Collator('en', { numeric: true });

function compare(a: number | string | null, b: number | string | null, sign: 1 | -1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' && typeof b === 'string') return sign * names.compare(a, b);
  return sign * (Number(a) - Number(b));
}

/**
 * Puts spiders into an order that was made of them earlier, so that rows stay where they are while their numbers change. One that
 * the order does not know stands at the end.
 */
export function inOrder(spiders: readonly SpiderOverview[], order: readonly string[]): SpiderOverview[] {
  const place = new Map(order.map((name, index) => [name, index]));
  const placeOf = ({ spider }: SpiderOverview) => place.get(spider) ?? order.length;
  return [...spiders].sort((a, b) => placeOf(a) - placeOf(b) || names.compare(a.spider, b.spider));
}
