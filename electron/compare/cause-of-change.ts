import type { NewItem } from '../engine/ports/ledger.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import { causeOf, type Cause, type CrossCheck, type Verdict } from './cause.ts';
import { isSameValue, valuesOf } from './compared-item.ts';
import type { RunEvidence } from './run-evidence.ts';

type Values = ReadonlyMap<string, unknown>;

/** Both sides of a comparison, in which causes are looked for. */
export interface Evidence {
  before: RunEvidence;
  after: RunEvidence;
  /** Whether both runs used the same spider, settings and arguments. */
  sameSpider: boolean;
}

/** Why the values of an item differ, by field. */
export async function causesOfChange(
  { before, after, sameSpider }: Evidence,
  [a, b]: readonly [ItemRow, ItemRow],
  fields: readonly string[],
): Promise<ReadonlyMap<string, Verdict>> {
  const all = (verdict: Verdict) => new Map(fields.map((field) => [field, verdict]));
  if (sameSpider) return all({ cause: 'site', reason: 'Both runs used the same spider.' });
  const [oldRequest, newRequest] = [await before.request(a.request), await after.request(b.request)];
  const [oldPage, newPage] = [await before.page(oldRequest), await after.page(newRequest)];
  if (oldPage === null || newPage === null)
    return all({ cause: 'unknown', reason: 'The pages of the item are not stored.' });
  const [x, y] = [valuesOf(a), valuesOf(b)];
  const ofOld = { own: await before.items(before, oldRequest), other: await after.items(before, oldRequest) };
  const ofNew = { own: await after.items(after, newRequest), other: await before.items(after, newRequest) };
  const onOld = twins(ofOld, [x, y], a.position);
  const onNew = twins(ofNew, [y, x], b.position);
  const samePage = oldPage.text === newPage.text && oldPage.read.url === newPage.read.url;
  const verdictOn = (field: string): Verdict => {
    const is = (values: Values, side: Values): boolean => isSameValue(values.get(field), side.get(field));
    if (!is(onOld.own, x) || !is(onNew.own, y))
      return samePage
        ? { cause: 'spider', reason: 'The page is the same in both runs.' }
        : { cause: 'unknown', reason: 'The stored pages do not give the value again.' };
    return verdictOf({
      oldPage: { asBefore: is(onOld.other, x), asAfter: is(onOld.other, y) },
      newPage: { asBefore: is(onNew.other, x), asAfter: is(onNew.other, y) },
    });
  };
  return new Map(fields.map((field) => [field, verdictOn(field)]));
}

function verdictOf(check: CrossCheck): Verdict {
  const cause = causeOf(check);
  return { cause, reason: reasonOf(cause, check) };
}

function reasonOf(cause: Cause, { oldPage }: CrossCheck): string {
  if (cause === 'site')
    return oldPage.asBefore
      ? 'The later spider finds the old value on the old page.'
      : 'The earlier spider finds the new value on the new page.';
  if (cause === 'spider')
    return oldPage.asAfter
      ? 'The later spider finds the new value on the old page.'
      : 'The earlier spider finds the old value on the new page.';
  return 'The page and the spider have both changed here.';
}

const none: Values = new Map();

/**
 * An item among those that the spider of its run and the other spider find on one page. Where both find equally many, it has the same place
 * among them; else it is the one that shares most with the values of both runs.
 */
function twins(
  { own, other }: { own: readonly NewItem[] | null; other: readonly NewItem[] | null },
  values: readonly [Values, Values],
  position: number,
): { own: Values; other: Values } {
  const place = nearest(own ?? [], values, position);
  const twin = own?.length === other?.length ? place : nearest(other ?? [], values, position);
  const at = (items: readonly NewItem[] | null, index: number): Values => {
    const item = items?.[index];
    return item === undefined ? none : valuesOf(item);
  };
  return { own: at(own, place), other: at(other, twin) };
}

/** The place of the item that shares most with what is looked for: with the first values, then the second, then the place. */
function nearest(
  items: readonly NewItem[],
  [first, second]: readonly [Values, Values],
  position: number,
): number {
  let best = position;
  let most = -1;
  for (const [place, item] of items.entries()) {
    const values = valuesOf(item);
    const shared =
      2 * equalFields(values, first) + equalFields(values, second) + (place === position ? 0.5 : 0);
    if (shared <= most) continue;
    most = shared;
    best = place;
  }
  return best;
}

/** How many fields have the same filled value. */
export function equalFields(a: Values, b: Values): number {
  let equal = 0;
  for (const [field, value] of a) if (b.has(field) && isSameValue(value, b.get(field))) equal += 1;
  return equal;
}
