import type { NewItem } from '../engine/ports/ledger.ts';
import type { ItemRow } from '../store/items/item-queries.ts';
import type { RequestRow } from '../store/requests/request-queries.ts';
import type { Evidence } from './cause-of-change.ts';
import { equalFields } from './cause-of-change.ts';
import { causeOf, type Cause, type Verdict } from './cause.ts';
import { valuesOf, type ItemIdentity } from './compared-item.ts';
import type { RunEvidence } from './run-evidence.ts';

/** An item that only one run has, and what tells it from others. */
export interface LoneItem {
  item: ItemRow;
  identify: (item: ItemRow) => ItemIdentity;
}

/** The run that has something, and the one that has not. */
interface Sides {
  has: RunEvidence;
  lacks: RunEvidence;
  sameSpider: boolean;
  /** Whether the earlier run is the one that has it. */
  isGone: boolean;
}

/** Pages on the way to a page that are looked at, at most. */
const maxWay = 20;
/** The least share of an item's fields that must be equal if a row without a key is the same. */
const leastShare = 0.5;

/** Why one run has an item and the other has not. @param isGone whether the earlier run has it */
export async function causeOfAbsence(
  { before, after, sameSpider }: Evidence,
  lone: LoneItem,
  isGone: boolean,
): Promise<Verdict> {
  const sides: Sides = isGone
    ? { has: before, lacks: after, sameSpider, isGone }
    : { has: after, lacks: before, sameSpider, isGone };
  const request = await sides.has.request(lone.item.request);
  const other = await sides.lacks.counterpart(request);
  if (other === null) return whyNotReached(sides, request, maxWay);
  return whyUnread(sides, other) ?? (await whyNotTaken(sides, lone, [request, other]));
}

const unknown = (reason: string): Verdict => ({ cause: 'unknown', reason });
const runOf = ({ run }: RunEvidence): string => `Run ${run.id}`;

/** Why a page of the run that lacks something gave nothing, without looking at the page. Null: it was read. */
function whyUnread({ lacks }: Sides, { state, reason, url, hasPage }: RequestRow): Verdict | null {
  switch (state) {
    case 'queued':
    case 'active':
      return unknown(`${runOf(lacks)} has not fetched ${url}.`);
    case 'skipped':
      return unknown(`${runOf(lacks)} skipped ${url}: ${reason ?? 'no reason is known.'}`);
    case 'failed':
      // With a page, it is what could not be extracted that failed.
      return hasPage ? null : { cause: 'site', reason: `${url} failed: ${reason ?? 'no reason is known.'}` };
    case 'done':
      return null;
    default:
      return state satisfies never;
  }
}

/** Why an item was not taken from a page that both runs have read. */
async function whyNotTaken(
  { has, lacks, sameSpider, isGone }: Sides,
  lone: LoneItem,
  [own, other]: readonly [RequestRow, RequestRow],
): Promise<Verdict> {
  const [page, otherPage] = [await has.page(own), await lacks.page(other)];
  if (page === null || otherPage === null)
    return sameSpider
      ? { cause: 'site', reason: 'Both runs used the same spider.' }
      : unknown('The pages of the item are not stored.');
  const holds = async (spider: RunEvidence, pages: RunEvidence, request: RequestRow): Promise<boolean> =>
    contains((await spider.items(pages, request)) ?? [], lone);
  if (!(await holds(has, has, own))) return unknown('The stored page does not give the item again.');
  if (await holds(lacks, lacks, other))
    return unknown(`The page gives the item, and ${runOf(lacks)} has not kept it.`);
  const ownPage = await holds(lacks, has, own);
  const foreignPage = await holds(has, lacks, other);
  const cause = crossed({ ownPage, foreignPage });
  return { cause, reason: takenReason(cause, isGone) };
}

/** @param found what the spider of the other run finds on the own page, and the own spider on the page of the other run */
const crossed = ({ ownPage, foreignPage }: { ownPage: boolean; foreignPage: boolean }): Cause =>
  causeOf({
    oldPage: { asBefore: ownPage, asAfter: !ownPage },
    newPage: { asBefore: foreignPage, asAfter: !foreignPage },
  });

function takenReason(cause: Cause, isGone: boolean): string {
  if (cause === 'site') return isGone ? 'It is not on the new page.' : 'It was not on the old page.';
  if (cause === 'spider')
    return isGone
      ? 'Only the earlier spider finds it on the page.'
      : 'Only the later spider finds it on the page.';
  return 'The page and the spider have both changed here.';
}

/** Whether one of the items that were extracted is the one that is looked for. */
function contains(items: readonly NewItem[], { item, identify }: LoneItem): boolean {
  const wanted = identify(item);
  const values = valuesOf(item);
  return items.some((found, position) => {
    const key = found.key ?? (item.key === item.url ? found.url : item.key);
    const { key: identity, shared } = identify({ ...item, ...found, key, position });
    if (!wanted.shared) return identity === wanted.key;
    return shared && equalFields(valuesOf(found), values) - 1 > leastShare * (values.size - 1);
  });
}

/** Why the run that lacks something never came to a page: looks along the way on which the other run came there. */
async function whyNotReached(sides: Sides, request: RequestRow, left: number): Promise<Verdict> {
  const { has, lacks, sameSpider } = sides;
  if (request.parent === null || left === 0) return whyNotBegun(sides, request.url);
  const from = await has.request(request.parent);
  const other = await lacks.counterpart(from);
  if (other === null) return whyNotReached(sides, from, left - 1);
  const unread = whyUnread(sides, other);
  if (unread !== null) return unread;
  const leads = async (spider: RunEvidence, pages: RunEvidence, page: RequestRow): Promise<boolean | null> =>
    spider.leadsTo(pages, page, request.url);
  const [own, foreign] = [await leads(has, has, from), await leads(lacks, lacks, other)];
  if (own === null || foreign === null)
    return sameSpider
      ? { cause: 'site', reason: 'Both runs used the same spider.' }
      : unknown('The pages that lead to the item are not stored.');
  if (!own) return unknown(`The stored page of ${from.url} does not lead there again.`);
  if (foreign) return whyNotFollowed(sides);
  const ownPage = (await leads(lacks, has, from)) === true;
  const foreignPage = (await leads(has, lacks, other)) === true;
  const cause = crossed({ ownPage, foreignPage });
  return { cause, reason: linkReason(cause, from.url, sides.isGone) };
}

/** Why one run began at a page and the other did not. A page that no spider names is listed by the site, in a sitemap or feed. */
function whyNotBegun({ has, lacks, sameSpider, isGone }: Sides, url: string): Verdict {
  if (!sameSpider && (has.startsWith(url) || !lacks.takes(url)))
    return { cause: 'spider', reason: `Only the ${isGone ? 'earlier' : 'later'} spider begins at ${url}.` };
  return { cause: 'site', reason: 'The site lists other pages to begin with.' };
}

function whyNotFollowed({ lacks, sameSpider }: Sides): Verdict {
  const { cutShort } = lacks.run;
  if (cutShort !== null) return unknown(`${runOf(lacks)} did not come to the page: it ${cutShort}.`);
  return sameSpider
    ? unknown(`${runOf(lacks)} found the link and did not follow it.`)
    : {
        cause: 'spider',
        reason: `${runOf(lacks)} found the link, and its limits kept it from following it.`,
      };
}

function linkReason(cause: Cause, url: string, isGone: boolean): string {
  if (cause === 'site') return isGone ? `The link on ${url} is gone.` : `The link on ${url} is new.`;
  if (cause === 'spider')
    return `Only the ${isGone ? 'earlier' : 'later'} spider follows the link on ${url}.`;
  return `Both the links on ${url} and the spider have changed.`;
}
