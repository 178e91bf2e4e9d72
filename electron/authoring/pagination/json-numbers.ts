import { queryParts, queryValue } from '../../../shared/spider/next-query.ts';
import {
  currentPages,
  hasMore,
  limits,
  offsets,
  pageCounts,
  pages,
  plainName,
  totals,
} from './json-names.ts';
import { flagOf, isDigits, numberOf, type PagerValue } from './json-pager.ts';
import type { Parameter } from './json-request.ts';

/** An answer, as far as the search for its pages goes. */
export interface PagedAnswer {
  url: string;
  parameters: readonly Parameter[];
  values: readonly PagerValue[];
  /** Entries of the list. */
  rows: number;
  /** Address of the next page that the answer or its headers name; null: none. */
  next: string | null;
  /** Addresses of its first and last page that they name. */
  others: readonly string[];
  /** The id of the last entry; null: it has none. */
  lastId: string | null;
}

/** A number of a request that leads from page to page. */
export interface Numbered {
  kind: 'page-number' | 'offset';
  parameter: Parameter;
  /** Its value for this page. */
  value: number;
  step: number;
  /** Its value for the last page; null: nothing tells it. */
  last: number | null;
  /** Whether the request or an address of the answer has it; else its name is a guess, and has to be tried. */
  isSure: boolean;
  why: string;
}

type Found = Omit<Numbered, 'last'>;

/** Names that also stand for other things than the first entry: a place, a day. */
const ambiguous = new Set(['from', 'start', 'first', 'begin', 'n']);

/** The number that leads from page to page; null: there is none, or this is the last page. */
export function findNumbered(answer: PagedAnswer): Numbered | null {
  const found = sent(answer) ?? named(answer) ?? guessed(answer);
  if (found === null) return null;
  const last = lastOf(found, answer);
  if (last === null ? isFewerThanAsked(answer) : last <= found.value) return null;
  return { ...found, last };
}

/** A number that the request sends already. */
function sent(answer: PagedAnswer): Found | null {
  const { parameters } = answer;
  const page = parameters.find(({ plain, value }) => pages.has(plain) && isDigits(value));
  if (page !== undefined) {
    return of('page-number', page, Number(page.value), 1, `The address has "${page.name}".`);
  }
  const offset = parameters.find(({ plain, value }) => offsets.has(plain) && isDigits(value));
  if (offset === undefined) return null;
  const value = Number(offset.value);
  const isLimited = parameters.some(({ plain }) => limits.has(plain)) || value === 0;
  if (ambiguous.has(offset.plain) && !isLimited && value !== 1) return null;
  return of('offset', offset, value, stepOf(value, answer), `The address has "${offset.name}".`);
}

const of = (kind: Found['kind'], parameter: Parameter, value: number, step: number, why: string): Found => ({
  kind,
  parameter,
  value,
  step,
  isSure: true,
  why,
});

/** A number in which addresses that the answer names differ from its own. */
function named(answer: PagedAnswer): Found | null {
  for (const other of answer.next === null ? answer.others : [answer.next, ...answer.others]) {
    const found = differing(other, answer, other === answer.next);
    if (found !== null) return found;
  }
  return null;
}

function differing(other: string, answer: PagedAnswer, isNext: boolean): Found | null {
  const { url, rows } = answer;
  if (pathOf(other) !== pathOf(url)) return null;
  const different = queryParts(other).filter(({ name, value }) => {
    const own = queryValue(url, name);
    return own !== value && (own !== null || !limits.has(plainName(name)));
  });
  const [part] = different;
  if (part === undefined || different.length > 1 || !isDigits(part.value)) return null;
  const { name } = part;
  const plain = plainName(name);
  const own = queryValue(url, name);
  const number = Number(part.value);
  const parameter: Parameter = { name, plain, value: own, place: 'query' };
  const why = `Addresses in the answer have "${name}".`;
  if (own !== null && !isDigits(own)) return null;
  if (pages.has(plain)) return of('page-number', parameter, ownPage(own, number, isNext), 1, why);
  const value = own === null ? 0 : Number(own);
  if (offsets.has(plain))
    return of('offset', parameter, value, isNext ? number - value : stepOf(value, answer), why);
  // Of a name that says nothing only the next page tells what it counts.
  const step = number - value;
  if (!isNext || own === null || step < 1) return null;
  if (step === 1 && rows > 1) return of('page-number', parameter, value, 1, why);
  return step === rows ? of('offset', parameter, value, step, why) : null;
}

const ownPage = (own: string | null, number: number, isNext: boolean): number =>
  own === null ? (isNext ? number - 1 : 1) : Number(own);

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? '';

/** A number that only the answer speaks of. Its name in a request is a guess. */
function guessed(answer: PagedAnswer): Found | null {
  const { values, rows } = answer;
  const total = totalOf(answer, 0);
  const offset = numberOf(values, offsets);
  const isMore = flagOf(values, hasMore) === true;
  if (offset !== null && (isMore || (total !== null && total > offset.number + rows))) {
    return guess('offset', offset.name, offset.number, stepOf(offset.number, answer), offset.path);
  }
  const count = numberOf(values, pageCounts);
  const current = numberOf(values, currentPages);
  const isOfMany = isMore || (count !== null && count.number > 1) || (total !== null && total > rows);
  if (!isOfMany || (current === null && count === null)) return null;
  const isParameter = current !== null && pages.has(current.plain) && !/^current/i.test(current.name);
  const name = isParameter ? current.name : 'page';
  return guess('page-number', name, current?.number ?? 1, 1, (current ?? count)?.path ?? '');
}

function guess(kind: Found['kind'], name: string, value: number, step: number, path: string): Found {
  const parameter: Parameter = { name, plain: plainName(name), value: null, place: 'query' };
  return { kind, parameter, value, step, isSure: false, why: `${path} says where this page is.` };
}

/** Entries from one page to the next: those of this page where more follow, else what was asked for. */
function stepOf(value: number, answer: PagedAnswer): number {
  const { rows } = answer;
  const total = totalOf(answer, value);
  if (total !== null && total > value + rows) return rows;
  return Math.max(limitOf(answer) ?? rows, rows);
}

/** Entries that a page may have, as the request or the answer says. */
function limitOf({ parameters, values }: PagedAnswer): number | null {
  const asked = parameters.find(({ plain, value }) => limits.has(plain) && isDigits(value));
  if (asked !== undefined) return Number(asked.value);
  const told = numberOf(
    values.filter(({ plain }) => plain !== 'count'),
    limits,
  );
  return told?.number ?? null;
}

/** Number of all entries of the list; null: the answer does not tell. A number of entries of this page is none. */
function totalOf({ values, rows }: PagedAnswer, before: number): number | null {
  const isVague = ({ plain }: PagerValue): boolean =>
    plain === 'count' || plain === 'resultcount' || plain === 'itemcount';
  const clear = numberOf(
    values.filter((value) => !isVague(value)),
    totals,
  );
  if (clear !== null && clear.number >= rows) return clear.number;
  const vague = numberOf(values.filter(isVague), totals);
  return vague !== null && vague.number > rows && vague.number >= before ? vague.number : null;
}

/** Whether this page has fewer entries than were asked for, so that none follow. */
function isFewerThanAsked(answer: PagedAnswer): boolean {
  const limit = limitOf(answer);
  return limit !== null && answer.rows < limit && flagOf(answer.values, hasMore) !== true;
}

/** The number of the last page; null: nothing tells it. */
function lastOf({ kind, value, step }: Found, answer: PagedAnswer): number | null {
  const { values, rows } = answer;
  if (kind === 'offset') {
    const total = totalOf(answer, value);
    if (total === null || step < 1) return null;
    // Where the first entry has the number 1, so has the first page.
    const first = step > 1 && value % step === 1 ? 1 : 0;
    return value + step * Math.floor((total - 1 + first - value) / step);
  }
  const current = numberOf(values, currentPages);
  const isFromZero = value === 0 || (current?.plain === 'number' && current.number === value);
  const lastOfMany = (count: number): number => (isFromZero ? count - 1 : count);
  const count = numberOf(values, pageCounts);
  if (count !== null && count.number > 0) return lastOfMany(count.number);
  const total = totalOf(answer, 0);
  if (total === null) return null;
  const isFirst = value === (isFromZero ? 0 : 1);
  const size = isFirst ? rows : (limitOf(answer) ?? rows);
  return lastOfMany(Math.ceil(total / Math.max(size, 1)));
}
