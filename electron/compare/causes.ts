import type { ItemQueries } from '../store/items/item-queries.ts';
import { causeOfAbsence } from './cause-of-absence.ts';
import { causesOfChange, type Evidence } from './cause-of-change.ts';
import { combined, type Cause, type Verdict } from './cause.ts';
import type { Comparison } from './compare.ts';
import type { Difference, DifferenceFilter } from './differences.ts';
import type { ItemIdentifier } from './run-side.ts';

/** How many differences each cause has. What the site and the spider made together counts for each of them. */
export interface CauseCounts {
  site: number;
  spider: number;
  both: number;
  unknown: number;
}

/** Why two runs differ. */
export interface Causes extends CauseCounts {
  /** Differences that were looked into; where there are more, the counts are estimates. */
  checked: number;
  /** By field: of the items in which it differs. */
  fields: ReadonlyMap<string, CauseCounts>;
  /** What showed it, most frequent first, of what was looked into. */
  reasons: { cause: Cause; reason: string; count: number }[];
  /** The causes of one difference that was looked into; null: it was not. */
  of(difference: Difference): ReadonlyMap<string, Verdict> | null;
}

/** Differences of one kind, or in one field, that are looked into at most. */
const perKind = 60;
const perField = 30;
/** Reasons that are told. */
const maxReasons = 20;
/** Under this name, the whole item: it is added or removed. */
export const wholeItem = '';

/**
 * Looks into a sample of the differences.
 * @param evidence null: one of the spiders is not valid any more
 * @param check throws when the answer is no longer wanted
 */
export async function findCauses(
  { differences, fields }: Comparison,
  evidence: Evidence | null,
  items: Pick<ItemQueries, 'read'>,
  { identify, check = () => undefined }: { identify: ItemIdentifier; check?: () => void | Promise<void> },
): Promise<Causes> {
  const verdicts = new Map<string, ReadonlyMap<string, Verdict>>();
  const sample = async (filter: DifferenceFilter, most: number): Promise<Difference[]> => {
    const chosen = differences.spread(filter, Math.max(1, differences.count(filter) / most));
    for (const difference of chosen) {
      await check();
      const name = nameOf(difference);
      if (!verdicts.has(name)) verdicts.set(name, await causesOf(difference, evidence, items, identify));
    }
    return chosen;
  };
  const verdictsOf = (difference: Difference) =>
    verdicts.get(nameOf(difference)) ?? new Map<string, Verdict>();
  const total: CauseCounts = { site: 0, spider: 0, both: 0, unknown: 0 };
  for (const kind of ['added', 'removed', 'changed'] as const) {
    const chosen = await sample({ kind }, perKind);
    const causes = chosen.map((each) => combined([...verdictsOf(each).values()].map(({ cause }) => cause)));
    addTo(total, scaled(causes, differences.count({ kind })));
  }
  const byField = new Map<string, CauseCounts>();
  for (const { field } of fields) {
    const chosen = await sample({ kind: 'changed', field }, perField);
    const causes = chosen.map((each) => verdictsOf(each).get(field)?.cause ?? 'unknown');
    byField.set(field, scaled(causes, differences.count({ kind: 'changed', field })));
  }
  return {
    ...total,
    checked: verdicts.size,
    fields: byField,
    reasons: reasonsOf([...verdicts.values()].flatMap((each) => [...each.values()])),
    of: (difference) => verdicts.get(nameOf(difference)) ?? null,
  };
}

const invalid = 'The spider of one of the runs is not valid any more.';
const nameOf = ({ before, after }: Difference): string => `${before} ${after}`;

async function causesOf(
  { before, after, fields }: Difference,
  evidence: Evidence | null,
  items: Pick<ItemQueries, 'read'>,
  identify: ItemIdentifier,
): Promise<ReadonlyMap<string, Verdict>> {
  if (evidence === null) return new Map([[wholeItem, { cause: 'unknown', reason: invalid }]]);
  const [a] = before === null ? [] : await items.read([before]);
  const [b] = after === null ? [] : await items.read([after]);
  if (a !== undefined && b !== undefined) return causesOfChange(evidence, [a, b], fields);
  const item = a ?? b;
  const isGone = a !== undefined;
  const verdict: Verdict =
    item === undefined
      ? { cause: 'unknown', reason: 'The item has been deleted.' }
      : await causeOfAbsence(evidence, { item, identify }, isGone);
  return new Map([[wholeItem, verdict]]);
}

/** Counts the causes of a sample, as if the rest were like it. */
function scaled(causes: readonly Cause[], total: number): CauseCounts {
  const share = causes.length === 0 ? 0 : total / causes.length;
  const count = (...of: Cause[]) => Math.round(share * causes.filter((cause) => of.includes(cause)).length);
  return {
    site: count('site', 'both'),
    spider: count('spider', 'both'),
    both: count('both'),
    unknown: count('unknown'),
  };
}

function addTo(total: CauseCounts, more: CauseCounts): void {
  total.site += more.site;
  total.spider += more.spider;
  total.both += more.both;
  total.unknown += more.unknown;
}

function reasonsOf(verdicts: readonly Verdict[]): Causes['reasons'] {
  const counted = new Map<string, Causes['reasons'][number]>();
  for (const { cause, reason } of verdicts) {
    const known = counted.get(reason);
    if (known === undefined) counted.set(reason, { cause, reason, count: 1 });
    else known.count += 1;
  }
  return [...counted.values()].sort((a, b) => b.count - a.count).slice(0, maxReasons);
}
